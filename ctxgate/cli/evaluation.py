"""`ctxgate eval`: labelled rows in, figures out."""

from __future__ import annotations

import contextlib
import difflib
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated, BinaryIO, NamedTuple

import msgspec
import typer

from ctxgate import __version__
from ctxgate.cli.labelled import LabelledInput, read_labelled
from ctxgate.cli.loading import load_chosen, load_policy
from ctxgate.cli.messages import say
from ctxgate.cli.options import Json, NoColor, PolicyName, Table
from ctxgate.cli.writing import Refusals, progress, wants_table
from ctxgate.errors import BatchError, InputError, UsageError
from ctxgate.evaluate.checks import CHECKS, GIVEN, Answer, Ask, Check, ask, ask_rows
from ctxgate.evaluate.frame import TOTAL, Group, Row
from ctxgate.evaluate.labelled import Labelled, LabelledBatch
from ctxgate.evaluate.report import VERSION, Comparison, Head, Options, Report, compare, evaluate
from ctxgate.evaluate.sides import NEITHER, by_side

app = typer.Typer(rich_markup_mode=None)


class CheckName(StrEnum):
    """The questions that can be evaluated."""

    instruction_hygiene = "instruction_hygiene"
    topical_overlap = "topical_overlap"
    allowed = "allowed"
    conflict = "conflict"
    given = GIVEN


_LABELS_HELP = "Labels of the {} class, in place of the check's own."


@app.command("eval")
def command(
    files: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[FILE…|-]",
            help="Files of labelled rows or labelled batches, JSON or JSON lines; - is standard input.",
            show_default=False,
        ),
    ] = None,
    check: Annotated[
        CheckName,
        typer.Option(
            "--check",
            envvar="CTXGATE_CHECK",
            help="What is evaluated; given: the rows bring their own `score`.",
        ),
    ] = CheckName.instruction_hygiene,
    policy: PolicyName = "standard",
    pair: Annotated[
        tuple[str, str] | None,
        typer.Option(
            "--compare",
            envvar="CTXGATE_COMPARE",
            metavar="A B",
            help="Compare two policies on the same rows; with --check given, two fields of scores.",
            show_default=False,
        ),
    ] = None,
    by: Annotated[
        str,
        typer.Option(
            "--by",
            envvar="CTXGATE_BY",
            metavar="FIELD,…",
            help="Break down by these fields, too.",
            show_default=False,
        ),
    ] = "",
    apart: Annotated[
        str,
        typer.Option(
            "--apart",
            envvar="CTXGATE_APART",
            metavar="SET,…",
            help="Sets that are told apart and enter no total.",
            show_default=False,
        ),
    ] = "",
    threshold: Annotated[
        float | None,
        typer.Option(
            "--threshold",
            envvar="CTXGATE_THRESHOLD",
            metavar="T",
            help="Flag scores of at least T, in place of the check's own decision.",
            show_default=False,
        ),
    ] = None,
    positive: Annotated[
        str,
        typer.Option(
            "--positive",
            envvar="CTXGATE_POSITIVE",
            metavar="LABEL,…",
            help=_LABELS_HELP.format("positive"),
            show_default=False,
        ),
    ] = "",
    negative: Annotated[
        str,
        typer.Option(
            "--negative",
            envvar="CTXGATE_NEGATIVE",
            metavar="LABEL,…",
            help=_LABELS_HELP.format("negative"),
            show_default=False,
        ),
    ] = "",
    ignore: Annotated[
        str,
        typer.Option(
            "--ignore",
            envvar="CTXGATE_IGNORE",
            metavar="LABEL,…",
            help="Labels whose chunks are not counted.",
            show_default=False,
        ),
    ] = "",
    errors: Annotated[
        Path | None,
        typer.Option(
            "--errors",
            envvar="CTXGATE_ERRORS",
            metavar="FILE",
            help="Write the misses to this file.",
            show_default=False,
        ),
    ] = None,
    resamples: Annotated[
        int,
        typer.Option(
            "--resamples",
            envvar="CTXGATE_RESAMPLES",
            min=0,
            max=1_000_000,
            metavar="N",
            help="Resamples; 0: no intervals.",
        ),
    ] = 2000,
    seed: Annotated[
        int,
        typer.Option("--seed", envvar="CTXGATE_SEED", min=0, metavar="N", help="The seed of the resamples."),
    ] = 1,
    min_attacks: Annotated[
        int,
        typer.Option(
            "--min-attacks",
            envvar="CTXGATE_MIN_ATTACKS",
            min=1,
            metavar="N",
            help="Sets with fewer enter no mean over sets.",
        ),
    ] = 50,
    keep_going: Annotated[
        bool,
        typer.Option(
            "--keep-going",
            envvar="CTXGATE_KEEP_GOING",
            help="Print the figures of the good rows when some are bad.",
        ),
    ] = False,
    json: Json = False,
    table: Table = False,
    no_color: NoColor = False,
) -> int:
    """Measure a check on labelled rows: what it finds, what it flags by mistake, and how sure that is.

    Rows have `id`, `text` and `label` (attack or benign), and may have `set`, `family`, `base_id`, `query` and
    any other field; batches have a `label` in each chunk. Any bad row ends it without figures and exit code 3.
    """
    for_people = wants_table(json=json, table=table)
    asked = CHECKS[check.value].relabelled(_names(positive), _names(negative))
    _check_labels(asked, ignored := _names(ignore) or frozenset())
    systems = _systems(check.value, policy, pair, threshold)
    sides = check is CheckName.conflict and not (positive or negative or ignore)
    plan = _Plan(asked, systems, tuple(_list(by)), frozenset(_list(apart)), ignored, sides)
    reading = _Reading(plan)
    refusals = Refusals()
    inputs = _inputs(files)
    _check_apart(errors, inputs)
    with _misses(errors) as missed, progress("rows") as tick:
        for given in read_labelled(inputs, needs_text=check is not CheckName.given):
            try:
                if given.batch is None:
                    raise given.error or InputError("cannot be read")
                reading.take(given, missed)
            except InputError as e:
                e.where = e.where or given.where
                refusals.add(e)
            tick(len(reading.rows))
        if not reading.rows and not refusals.count:
            raise InputError(
                "no row has a label that this check counts"
                if reading.ignored
                else "there is no labelled row in the input"
            )
        if refusals.count and not keep_going:
            raise InputError(
                f"{refusals.count} refused of {refusals.count + len(reading.rows):,}, so there are no figures",
                todo="--keep-going evaluates the others.",
            )
        _check_known(plan, reading)
    head = Head(
        v=VERSION,
        tool=__version__,
        check=check.value,
        positive=asked.positive,
        negative=asked.negative,
        decision=asked.decision if threshold is None else f"the score is at least {threshold:g}",
        systems=tuple(system.label for system in systems),
        apart=tuple(sorted(plan.apart)),
        ignored=reading.ignored,
        refused=refusals.count,
    )
    options = Options(resamples, seed, min_attacks)
    speed = None if check is CheckName.given else reading.speed()
    with progress("resamples") as tick:
        told: Report | Comparison = (compare if pair else evaluate)(
            reading.rows, head, options, speed=speed, tick=tick
        )
    if for_people:
        from ctxgate.render.evaluation import print_comparison, print_report

        print_comparison(told) if isinstance(told, Comparison) else print_report(told)
    else:
        sys.stdout.buffer.write(msgspec.json.encode(told) + b"\n")
        sys.stdout.buffer.flush()
    if refusals.count:
        say(f"{refusals.count} refused, {len(reading.rows):,} rows evaluated")
        return InputError.exit_code
    return 0


class _System(NamedTuple):
    """What answers: a policy, or a field of the rows. `label` is what the report calls it."""

    label: str
    ask: Ask


class _Plan(NamedTuple):
    check: Check
    systems: tuple[_System, ...]
    by: tuple[str, ...]
    apart: frozenset[str]
    ignored: frozenset[str]
    sides: bool
    """Whether labels of right and wrong passages stand for conflicts: the check's own labels are asked for."""


class _Reading:
    """Takes batch after batch and keeps of each row a few numbers, not its text."""

    def __init__(self, plan: _Plan) -> None:
        self.plan = plan
        self.rows: list[Row] = []
        self.ignored = 0
        self.sets: set[str] = set()
        self.fields: set[str] = set()
        self._seen: dict[tuple[str, str, str], str] = {}
        self._seconds = [0.0] * len(plan.systems)
        self._asked = 0

    def take(self, given: LabelledInput, missed: Missed) -> None:
        """Take one batch whole, or raise InputError and take nothing of it."""
        assert given.batch is not None
        labelled = by_side(given.batch) if self.plan.sides else given.batch
        signs = [self._sign(row) for row in labelled.rows]
        self._check_ids(labelled, given.where)
        answers = [self._answers(i, labelled) for i in range(len(self.plan.systems))]
        self._asked += len(labelled.rows)
        for i, (row, sign) in enumerate(zip(labelled.rows, signs, strict=True)):
            self.fields.update(row.fields)
            if sign is None:
                self.ignored += 1
                continue
            self.sets.add(row.set)
            told = [answer[i] for answer in answers]
            groups = self._groups(row)
            self.rows.append(
                Row(
                    sign,
                    row.cluster,
                    groups,
                    tuple(a.score for a in told),
                    tuple(a.flagged for a in told),
                    sys.intern(f"{row.set}\n{labelled.key}") if labelled.key else "",
                )
            )
            for system, answer in zip(self.plan.systems, told, strict=True):
                if answer.flagged != sign:
                    missed(labelled, i, system.label, answer)

    def speed(self) -> tuple[float, ...] | None:
        """Return the chunks a second of each system."""
        return tuple(self._asked / max(seconds, 1e-9) for seconds in self._seconds)

    def _answers(self, system: int, labelled: LabelledBatch) -> list[Answer]:
        start = time.perf_counter()
        answers = self.plan.systems[system].ask(labelled)
        self._seconds[system] += time.perf_counter() - start
        return answers

    def _sign(self, row: Labelled) -> bool | None:
        check = self.plan.check
        if row.label in check.positives:
            return True
        if row.label in check.negatives:
            return False
        if row.label in self.plan.ignored or (self.plan.sides and row.label == NEITHER):
            return None
        known = sorted(check.positives | check.negatives)
        raise BatchError(
            f"unknown label {row.label!r} of {row.id!r}",
            todo=f"Labels of this check: {', '.join(known)}. --positive, --negative and --ignore take others.",
        )

    def _check_ids(self, labelled: LabelledBatch, where: str) -> None:
        for row in labelled.rows:
            key = row.set, labelled.key, row.id
            if key in self._seen:
                raise BatchError(f"the id {row.id!r} was given before, at {self._seen[key]}")
        for row in labelled.rows:
            self._seen[row.set, labelled.key, row.id] = where

    def _groups(self, row: Labelled) -> tuple[Group, ...]:
        own: tuple[Group, ...] = (("set", sys.intern(row.set)),) if row.set else ()
        if row.set and row.set in self.plan.apart:
            return own
        by = tuple((field, sys.intern(_shown(row.fields.get(field)))) for field in self.plan.by)
        return (TOTAL, *own, *by)


def _systems(
    check: str, policy: str, pair: tuple[str, str] | None, threshold: float | None
) -> tuple[_System, ...]:
    if check == GIVEN:
        return tuple(_System(field, ask_rows(field, threshold)) for field in pair or ("score",))
    loaded = [load_policy(name) for name in pair] if pair else [load_chosen(policy)]
    return tuple(_System(named.label, ask(check, named.policy, threshold)) for named in loaded)


def _inputs(files: list[str] | None) -> list[str]:
    if files:
        if files.count("-") > 1:
            raise UsageError("- (standard input) is given twice")
        return files
    piped = not sys.stdin.isatty()
    raise UsageError(
        "eval needs a file of labelled rows, or - for standard input",
        todo="Standard input is never guessed: `… | ctxgate eval -` reads it."
        if piped
        else "For example: `ctxgate eval rows.jsonl`.",
    )


def _check_apart(errors: Path | None, inputs: Sequence[str]) -> None:
    """Refuse to write the misses over one of the files that are read."""
    for name in inputs if errors is not None and errors.exists() else ():
        if name != "-" and Path(name).exists() and errors is not None and errors.samefile(name):
            raise UsageError(f"--errors {errors} is one of the inputs", todo="Name another file.")


def _list(words: str) -> list[str]:
    return list(dict.fromkeys(word.strip() for word in words.split(",") if word.strip()))


def _names(words: str) -> frozenset[str] | None:
    return frozenset(_list(words)) or None


def _check_labels(check: Check, ignored: frozenset[str]) -> None:
    if check.positives & check.negatives or ignored & (check.positives | check.negatives):
        raise UsageError("a label belongs to one of --positive, --negative and --ignore")


def _check_known(plan: _Plan, reading: _Reading) -> None:
    """Raise UsageError for a field or a set that no row has: most likely it is misspelt."""
    for names, known, what in ((plan.by, reading.fields, "field"), (plan.apart, reading.sets, "set")):
        for name in names:
            if name not in known:
                near = difflib.get_close_matches(name, sorted(known), 1)
                raise UsageError(
                    f"no row has the {what} {name!r}", todo=f"Nearest known: {near[0]}." if near else None
                )


def _shown(value: object) -> str:
    if value is None:
        return "(none)"
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


Missed = Callable[[LabelledBatch, int, str, Answer], None]


@contextlib.contextmanager
def _misses(path: Path | None) -> Iterator[Missed]:
    """Hand out a function that writes one miss; the file appears when all went well."""
    if path is None:
        yield lambda labelled, i, system, answer: None
        return
    unfinished = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        file = unfinished.open("xb")
    except OSError as e:
        raise InputError(f"cannot be written: {(e.strerror or str(e)).lower()}", where=str(path)) from None
    try:
        with file:
            yield lambda labelled, i, system, answer: _write(file, labelled, i, system, answer)
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)


def _write(file: BinaryIO, labelled: LabelledBatch, i: int, system: str, answer: Answer) -> None:
    row, chunk = labelled.rows[i], labelled.batch.chunks[i]
    codes: Sequence[str] = list(dict.fromkeys(finding.code for finding in answer.findings))
    line = {
        "id": row.id,
        "miss": "false_positive" if answer.flagged else "false_negative",
        "system": system,
        "score": answer.score,
        "reasons": codes,
        "findings": answer.findings,
        "row": row.fields,
        "text": chunk.text,
    }
    file.write(msgspec.json.encode(line) + b"\n")

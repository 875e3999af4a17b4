"""`ctxgate debrief`: three questions on the decision table, and a note for the next class."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import Annotated

import msgspec
import typer

from ctxgate.cli.incomplete import Incomplete
from ctxgate.cli.logfile import open_log
from ctxgate.cli.messages import say
from ctxgate.cli.options import DEFAULT_LOG, Json, LogPath, NoColor, RunName, Table
from ctxgate.cli.writing import JsonSink, warn
from ctxgate.errors import CtxgateError, UsageError
from ctxgate.gate.told import Told, told
from ctxgate.log import Log, RunReader
from ctxgate.policy.load import load_label
from ctxgate.policy.model import Policy
from ctxgate.rows import ACTIONS, FIRST_VERSION, AnyRow, DebriefRow, encode
from ctxgate.steps import now
from ctxgate.text.visible import visible
from ctxgate.workshop.debrief import (
    Question,
    Seen,
    Taken,
    append_section,
    questions,
    section,
    see,
    times,
    to_keep,
)

app = typer.Typer(rich_markup_mode=None)

MAX_CLASS_BYTES = 64_000_000
NOTES = "debrief.md"
"""The file beside the log that the sections are appended to."""


@app.command("debrief")
def command(
    run: RunName = None,
    cohort: Annotated[
        str | None,
        typer.Option("--cohort", metavar="NAME", help="The class.  [default: the date]", show_default=False),
    ] = None,
    answer: Annotated[
        list[str] | None,
        typer.Option(
            "--answer",
            metavar="N=TEXT",
            help="An answer, instead of being asked; may be repeated.",
            show_default=False,
        ),
    ] = None,
    log: LogPath = DEFAULT_LOG,
    json: Json = False,
    table: Table = False,
    no_color: NoColor = False,
) -> int:
    """Look back on a run: the decision table, three questions with what the log knows, the time, what to keep.

    The answers are asked for on a terminal or taken from --answer. They are kept in the log and, as one
    dated section a class, in debrief.md beside it.
    """
    if json and table:
        raise UsageError("--json and --table exclude each other")
    given = _given(answer or [])
    if cohort is not None and not cohort.strip():
        raise UsageError("--cohort needs a name")
    store = open_log(log)
    whole = store.resolve("last" if run is None else run)
    reader = store.run(whole)
    store.warnings += reader.damage
    today = now()[:10]
    name = cohort or today
    incomplete = Incomplete(f"run {whole}")
    seen = see(_batches(store, reader, incomplete), _policy_named)
    asked, taken = questions(seen), times(_timed(store, reader), name)
    if not json:
        _print(whole, seen, asked, taken)
    warn(store.warnings)
    for line in incomplete.lines():
        say(f"run {whole}: {line}")
    answers = given or ({} if json else _ask(asked))
    if answers:
        minutes = {t.exercise: t.minutes for t in taken if t.minutes is not None}
        row = DebriefRow(v=FIRST_VERSION, run=whole, at=now(), cohort=name, answers=answers, minutes=minutes)
        store.append(encode(row), sync=True)
        notes = store.path.parent / NOTES
        append_section(
            notes,
            section(date=today, cohort=name, run=whole, seen=seen, asked=asked, answers=answers, taken=taken),
            below=store.below,
        )
        say(f"kept in the log and in {notes}")
    else:
        say("no answers, so nothing is recorded; `--answer 1=…` gives one in a script")
    if json:
        _print_json(whole, name, seen, asked, taken, answers)
    return 0


def _given(answers: Sequence[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for item in answers:
        number, mark, text = item.partition("=")
        number = number.strip()
        if not mark or number not in ("1", "2", "3"):
            raise UsageError(
                f"--answer takes the number of a question and the answer, not {item!r}",
                todo='For example: --answer 1="instruction hygiene". The questions are 1, 2 and 3.',
            )
        if number in found:
            raise UsageError(f"question {number} is answered twice")
        if not text.strip():
            raise UsageError(f"the answer to question {number} is empty")
        try:
            text.encode()
        except UnicodeEncodeError:
            raise UsageError(f"the answer to question {number} is not UTF-8 text") from None
        found[number] = text.strip()
    return dict(sorted(found.items()))


def _batches(store: Log, reader: RunReader, incomplete: Incomplete) -> Iterator[Told]:
    for batch in reader.batches():
        store.warnings += batch.damage
        seen = told(batch.seq, batch.rows)
        incomplete.see(batch.seq, seen.undecided())
        yield seen


def _timed(store: Log, reader: RunReader) -> Iterator[AnyRow]:
    """Yield the rows that may tell the time of an exercise; those of the run alone where the log is large."""
    # The boxes of one class belong to several runs, since the first exercise makes two. But no class fills
    # a log of this size, and nobody should wait until all of it is read.
    if store.path.stat().st_size > MAX_CLASS_BYTES:
        return reader.other_rows()
    return (numbered.row for numbered in store.rows())


def _policy_named(label: str) -> Policy | None:
    try:
        return load_label(label).policy
    except CtxgateError:
        return None


def _print(run: str, seen: Seen, asked: Sequence[Question], taken: Sequence[Taken]) -> None:
    from ctxgate.render.debrief import print_decisions, print_questions, print_times, print_to_keep

    policy = next((_policy_named(label) for label in seen.policies), None)
    if policy is None and seen.unknown_policies:
        say("the policy of this run is not at hand, so the bounds in the table are the default ones")
    print_decisions(run, (policy or Policy()).bands, seen)
    print_questions(asked)
    print_times(taken)
    print_to_keep(to_keep(run, seen))
    sys.stdout.flush()


def _ask(asked: Sequence[Question]) -> dict[str, str]:
    """Ask for the answers on a terminal; an empty line passes a question over."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return {}
    print("\nYour answers, one line each; an empty line passes.")
    answers: dict[str, str] = {}
    for question in asked:
        try:
            text = input(f"{question.number}. {visible(question.text)}\n> ").strip()
        except EOFError:
            print()
            break
        if text:
            answers[question.number] = text.encode("utf-8", "replace").decode()
    return answers


def _print_json(
    run: str,
    cohort: str,
    seen: Seen,
    asked: Sequence[Question],
    taken: Sequence[Taken],
    answers: dict[str, str],
) -> None:
    value = {
        "run": run,
        "cohort": cohort,
        "policies": [*seen.policies, *seen.unknown_policies],
        "actions": {action: seen.actions[action] for action in ACTIONS},
        "questions": [{"n": q.number, "question": q.text, "known": q.known} for q in asked],
        "minutes": {t.exercise: t.minutes for t in taken},
        "plan": {t.exercise: t.plan for t in taken},
        "answers": answers,
        "keep": to_keep(run, seen),
    }
    JsonSink().write((), msgspec.json.encode(value) + b"\n")

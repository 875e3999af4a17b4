"""`ctxgate replay`: show that what was rejected is not in the prompt, and that the log can be done again."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from typing import Annotated

import typer

from ctxgate.cli.logfile import open_log
from ctxgate.cli.messages import say
from ctxgate.cli.options import DEFAULT_LOG, Json, LogPath, NoColor, NoLog, RunName, Table
from ctxgate.cli.replaying import RunChecked, Work, check_run, read_prompt
from ctxgate.cli.writing import MAX_SHOWN, JsonSink, progress, wants_table, warn
from ctxgate.errors import AnswerIsNo, UsageError
from ctxgate.gate.decision import is_allowed
from ctxgate.gate.replay import Replayed, Verdict
from ctxgate.gate.told import told
from ctxgate.log import RunReader
from ctxgate.rows import encode_all
from ctxgate.steps import now
from ctxgate.steps.retelling import replay_row

app = typer.Typer(rich_markup_mode=None)

MAX_NEAR = 5
_MAX_IDS = 20_000
"""So many ids are kept for the message about an unknown one."""


@app.command("replay")
def command(
    ids: Annotated[
        list[str] | None,
        typer.Argument(metavar="[ID…]", help="Chunks, rejected or allowed, by their id.", show_default=False),
    ] = None,
    run: RunName = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Replay every chunk of the run: the proof that it can be.")
    ] = False,
    prompt: Annotated[
        str | None,
        typer.Option(
            "--prompt",
            metavar="FILE",
            help="Look through a prompt that someone else built, in place of the logged one; - is standard input.",
            show_default=False,
        ),
    ] = None,
    log: LogPath = DEFAULT_LOG,
    no_log: NoLog = False,
    json: Json = False,
    table: Table = False,
    no_color: NoColor = False,
) -> int:
    """Do a run again from its log: look for rejected text in the prompt, score and gate the same bytes anew.

    Exit code 1 when rejected text is found in the prompt, an allowed chunk is missing from it, the same bytes no
    longer give the same decision, rows do not stand as they were written, or a seal does not hold.
    """
    if ids and everything:
        raise UsageError("--all replays every chunk: give ids or --all")
    for_people = wants_table(json=json, table=table)
    store = open_log(log)
    whole = store.resolve("last" if run is None else run)
    reader = store.run(whole)
    store.warnings += reader.damage
    if not ids and not everything and prompt is None:
        raise _nothing_named(reader)
    other = None if prompt is None else read_prompt(prompt)
    work = Work(store, reader, other)
    wanted = None if not ids else set(ids)
    if wanted is not None:
        _refuse_unknown(reader, wanted, whole)
    checked = check_run(reader)
    shown = _Shown(whole, for_people=for_people, other=prompt)
    bad = len(checked.faults)
    with progress("batches") as tick:
        for done in work.replayed(wanted):
            kept = [v for v in done.verdicts if wanted is None or v.capture.id in wanted]
            if prompt is not None:
                _refuse_foreign(done, kept, prompt)
            at = now()  # one for all: they are written at once
            added = encode_all([replay_row(verdict, prompt, at=at) for verdict in kept])
            if added and not no_log:
                store.append(added)
            shown.add(done, kept, added)
            bad += not (done.sound and all(verdict.good for verdict in kept))
            tick(work.incomplete.batches)
    shown.close(checked)
    warn(store.warnings)
    work.incomplete.say()
    refused = work.refusals.exit_code(work.done) or work.incomplete.exit_code()
    return AnswerIsNo.exit_code if bad else refused


def _nothing_named(reader: RunReader) -> UsageError:
    rejected: list[str] = []
    gated = False
    for batch in reader.batches():
        seen = told(batch.seq, batch.rows)
        gated = gated or seen.gated
        rejected += [row.id for row in seen.gates.values() if not is_allowed(row.action)]
        if len(rejected) > MAX_NEAR:
            break
    some = ", ".join(rejected[:MAX_NEAR]) + (", …" if len(rejected) > MAX_NEAR else "")
    if not gated:
        return UsageError(
            f"replay needs the id of a chunk, or --all; run {reader.run} is not gated",
            todo=f"`ctxgate gate --run {reader.run}` comes first.",
        )
    return UsageError(
        "replay needs the id of a chunk, or --all",
        todo=f"Rejects of run {reader.run}: {some}." if some else f"Run {reader.run} has no rejects.",
    )


def _refuse_unknown(reader: RunReader, wanted: set[str], run: str) -> None:
    """Raise UsageError when the run does not have one of these ids, naming those that are near."""
    left, known = set(wanted), dict[str, None]()
    for batch in reader.batches():
        for row in batch.rows:
            id_ = getattr(row, "id", None)
            if id_ is not None:
                left.discard(id_)
                if len(known) < _MAX_IDS:
                    known[id_] = None
        if not left:
            return
    for id_ in sorted(left):
        near = difflib.get_close_matches(id_, known, MAX_NEAR) or list(known)[:MAX_NEAR]
        raise UsageError(
            f"no chunk {id_!r} in run {run}",
            todo=f"Nearest: {', '.join(near)}." if near else "`ctxgate runs` lists the runs.",
        )


def _refuse_foreign(done: Replayed, kept: Sequence[Verdict], prompt: str) -> None:
    """Raise AnswerIsNo when nothing allowed is in a prompt: then it proves nothing that a reject is not."""
    allowed = [verdict for verdict in done.verdicts if is_allowed(verdict.action)]
    asked_of_rejects = not any(is_allowed(verdict.action) for verdict in kept)
    if allowed and asked_of_rejects and all(v.missing for v in allowed) and not any(v.leaked for v in kept):
        raise AnswerIsNo(
            "no allowed text is in it either, so it proves nothing that a rejected one is not",
            where=prompt,
            todo=f"The prompt of batch {done.seq} holds {', '.join(v.capture.id for v in allowed[:MAX_NEAR])}.",
        )


class _Shown:
    """What is printed: rows as JSON lines, or a verdict in words. What is wrong with batch or run is said in words."""

    def __init__(self, run: str, *, for_people: bool, other: str | None) -> None:
        self._sink = None if for_people else JsonSink()
        self._said = 0
        if for_people:
            from ctxgate.render.replay import VerdictTable

            self._table = VerdictTable(run, other)

    def add(self, done: Replayed, kept: Sequence[Verdict], rows: bytes) -> None:
        if self._sink is None:
            self._table.add(done, kept)
            return
        self._sink.write((), rows)
        for fault in (*([] if done.prompt_drift is None else [done.prompt_drift]), *done.faults):
            self._say(f"batch {done.seq}: {fault}")

    def close(self, checked: RunChecked) -> None:
        if self._sink is None:
            self._table.print(checked.faults, [(seal.row.at, seal.row.lines) for seal in checked.holding])
            return
        if self._said > MAX_SHOWN:
            say(f"… and {self._said - MAX_SHOWN:,} more of the kind")
        for fault in checked.faults[:MAX_SHOWN]:
            say(fault)

    def _say(self, fault: str) -> None:
        self._said += 1
        if self._said <= MAX_SHOWN:
            say(fault)

"""`ctxgate replay`: show that what was rejected is not in the prompt, and that the log can be done again."""

from __future__ import annotations

import difflib
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from ctxgate.cli.incomplete import Incomplete
from ctxgate.cli.logfile import open_log
from ctxgate.cli.options import DEFAULT_LOG, Json, LogPath, NoColor, NoLog, RunName, Table
from ctxgate.cli.writing import JsonSink, Refusals, progress, wants_table, warn
from ctxgate.errors import AnswerIsNo, InputError, RowError, UsageError
from ctxgate.gate.decision import is_allowed
from ctxgate.gate.forms import is_in
from ctxgate.gate.prompt import parse_prompt
from ctxgate.gate.replay import Replayed, Verdict, replay
from ctxgate.gate.told import NO_PROMPT, told
from ctxgate.log import BatchRows, Log, RunReader
from ctxgate.rows import FIRST_VERSION, ReplayRow, encode_all
from ctxgate.steps import now
from ctxgate.steps.redoing import redo
from ctxgate.text.visible import shortened

app = typer.Typer(rich_markup_mode=None)

MAX_PROMPT_BYTES = 4_000_000
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

    Exit code 1 when rejected text is found in the prompt, an allowed chunk is missing from it, or the same
    bytes no longer give the same decision.
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
    other = None if prompt is None else _read_prompt(prompt)
    work = _Work(store, reader, other)
    wanted = None if not ids else set(ids)
    if wanted is not None:
        _refuse_unknown(reader, wanted, whole)
    shown = _Shown(whole, for_people=for_people, other=prompt)
    bad = 0
    with progress("batches") as tick:
        for done in work.replayed(wanted):
            kept = [v for v in done.verdicts if wanted is None or v.capture.id in wanted]
            if prompt is not None:
                _refuse_foreign(done, kept, prompt)
            added = encode_all([_row(verdict, prompt, at=now()) for verdict in kept])
            if added and not no_log:
                store.append(added)
            shown.add(done, kept, added)
            bad += not all(verdict.good for verdict in kept) or done.prompt_drift is not None
            tick(work.incomplete.batches)
    shown.close()
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


class _Other(NamedTuple):
    """A prompt that someone else built, and the query that it tells by itself, if it does."""

    text: str
    query: str | None


class _Work:
    """The batches of a run, replayed one after the other; and what could not be."""

    def __init__(self, store: Log, reader: RunReader, other: _Other | None) -> None:
        self.refusals = Refusals()
        self.incomplete = Incomplete(f"run {reader.run}")
        self.done = 0
        self._store, self._reader, self._other = store, reader, other

    def replayed(self, wanted: set[str] | None) -> Iterator[Replayed]:
        """Yield each batch that has a wanted chunk; all of them where none is named."""
        meant = self._meant() if self._other is not None else None
        for batch in self._reader.batches():
            self._store.warnings += [text for text in batch.damage if text not in self._store.warnings]
            if (meant is not None and batch.seq not in meant) or not _has(batch, wanted):
                self.incomplete.see(batch.seq, None)
                continue
            seen = told(batch.seq, batch.rows)
            lack = seen.undecided()
            if self._other is not None and seen.prompt is None and lack == NO_PROMPT:
                lack = None  # another prompt is looked through
            self.incomplete.see(batch.seq, lack)
            if lack is not None:
                continue
            try:
                again = redo(batch.rows, seen)
            except RowError as e:
                e.where = str(self._store.path)
                e.todo = "What was captured cannot be told any more, so nothing can be replayed."
                self.refusals.add(e)
                continue
            self.done += 1
            yield replay(seen, again, None if self._other is None else self._other.text)

    def _meant(self) -> set[int]:
        """Return the batches that the prompt is about: those whose query stands in it, or the only one."""
        assert self._other is not None
        queries: dict[int, str | None] = {}
        for batch in self._reader.batches():
            queries[batch.seq] = told(batch.seq, batch.rows).query
        if len(queries) == 1:
            return set(queries)
        exact = {seq for seq, query in queries.items() if query is not None and query == self._other.query}
        if exact:
            return exact
        standing = {seq for seq, query in queries.items() if query and is_in(query, self._other.text)}
        if len({queries[seq] for seq in standing}) == 1:
            return standing
        what = f"the queries of {len(standing)} batches stand" if standing else "no query of the run stands"
        raise UsageError(
            f"run {self._reader.run} has {len(queries)} batches, and {what} in the prompt: which one is it for?",
            todo="Give the file of one prompt, with its query in it.",
        )


def _has(batch: BatchRows, wanted: set[str] | None) -> bool:
    return wanted is None or any(getattr(row, "id", None) in wanted for row in batch.rows)


def _read_prompt(name: str) -> _Other:
    try:
        if name == "-":
            raw = sys.stdin.buffer.read(MAX_PROMPT_BYTES + 1)
        else:
            with Path(name).open("rb") as file:
                raw = file.read(MAX_PROMPT_BYTES + 1)
    except OSError as e:
        raise InputError(f"cannot be read: {(e.strerror or str(e)).lower()}", where=name) from None
    if len(raw) > MAX_PROMPT_BYTES:
        raise InputError("larger than 4 MB, which no prompt is", where=name)
    try:
        text = raw.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError:
        raise InputError("not UTF-8 text", where=name) from None
    if not text.strip():
        raise InputError(
            "empty: there is no prompt in it", where=name, todo="Did what should have written it fail?"
        )
    parsed = parse_prompt(text)
    return _Other(text, parsed.query if parsed is not None else None)


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


def _row(verdict: Verdict, other: str | None, *, at: str) -> ReplayRow:
    row = verdict.capture
    return ReplayRow(
        v=FIRST_VERSION,
        run=row.run,
        at=at,
        seq=row.seq,
        batch=row.batch,
        pos=row.pos,
        n=row.n,
        id=row.id,
        sha256_16=row.sha256_16,
        in_prompt=verdict.in_prompt,
        same_decision=verdict.same_decision,
        detail=verdict.detail if other is None else f"prompt {shortened(other, 80)}: {verdict.detail}",
    )


class _Shown:
    """What is printed: rows as JSON lines, or a verdict in words."""

    def __init__(self, run: str, *, for_people: bool, other: str | None) -> None:
        self._sink = None if for_people else JsonSink()
        if for_people:
            from ctxgate.render.replay import VerdictTable

            self._table = VerdictTable(run, other)

    def add(self, done: Replayed, kept: Sequence[Verdict], rows: bytes) -> None:
        if self._sink is not None:
            self._sink.write((), rows)
            if done.prompt_drift is not None:
                warn([f"batch {done.seq}: {done.prompt_drift}"])
        else:
            self._table.add(done, kept)

    def close(self) -> None:
        if self._sink is None:
            self._table.print()

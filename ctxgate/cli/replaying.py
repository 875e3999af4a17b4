"""The batches of a run, replayed one after the other, and what is checked of the run as a whole."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from ctxgate.cli.incomplete import Incomplete
from ctxgate.cli.writing import Refusals
from ctxgate.errors import InputError, RowError, UsageError
from ctxgate.gate.forms import is_in
from ctxgate.gate.order import disorder, time_fault
from ctxgate.gate.prompt import parse_prompt
from ctxgate.gate.replay import Replayed, replay
from ctxgate.gate.told import NO_PROMPT, told
from ctxgate.log import BatchRows, Log, Place, RunReader
from ctxgate.log.events import rows_of
from ctxgate.log.seal import SEAL_VERSION, Sealed, look
from ctxgate.rows import CaptureRow, DebriefRow, EmptyRow
from ctxgate.steps.redoing import redo
from ctxgate.steps.retelling import replay_faults
from ctxgate.workshop.recount import minutes_faults, row_faults

MAX_PROMPT_BYTES = 4_000_000
MAX_CLASS_BYTES = 64_000_000
"""In a larger log a debrief may have counted the rows of its own run alone."""


class Other(NamedTuple):
    """A prompt that someone else built, and the query that it tells by itself, if it does."""

    text: str
    query: str | None


class Work:
    """The batches of a run, replayed one after the other; and what could not be."""

    def __init__(self, store: Log, reader: RunReader, other: Other | None) -> None:
        self.refusals = Refusals()
        self.incomplete = Incomplete(f"run {reader.run}")
        self.done = 0
        self._store, self._reader, self._other = store, reader, other
        self._captured = (0, -1)

    def replayed(self, wanted: set[str] | None) -> Iterator[Replayed]:
        """Yield each batch that has a wanted chunk; all of them where none is named."""
        meant = self._meant() if self._other is not None else None
        for batch, places in self._reader.placed_batches():
            moved = self._moved(batch, places)
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
            done = replay(seen, again, None if self._other is None else self._other.text)
            faults = [*done.faults, *moved, *disorder(batch.rows, places)]
            if self._other is None:
                faults += replay_faults(batch.rows, done)
            yield done._replace(faults=tuple(faults))

    def _moved(self, batch: BatchRows, places: Sequence[Place]) -> list[str]:
        """Say whether a batch was captured before one that comes before it: a run captures one after the other."""
        begin = next(
            (
                place.begin
                for row, place in zip(batch.rows, places, strict=True)
                if isinstance(row, CaptureRow | EmptyRow)
            ),
            None,
        )
        seq, before = self._captured
        if begin is None:
            return []
        if begin < before:
            return [f"its capture rows stand before those of batch {seq}"]
        self._captured = (batch.seq, begin)
        return []

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


def read_prompt(name: str) -> Other:
    """Read a prompt that someone else built; `-` is standard input. Raises InputError."""
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
    return Other(text, parsed.query if parsed is not None else None)


class RunChecked(NamedTuple):
    """What was found out about a run as a whole: its faults in words, and the seals that hold."""

    faults: list[str]
    holding: list[Sealed]


def check_run(reader: RunReader) -> RunChecked:
    """Check a run's seals, and its rows that belong to no batch. Raises LogError and RowError."""
    seals, before = look(reader.path, reader.run, reader.start)
    broken = [_broken(seal) for seal in seals if not seal.holds]
    faults = [f"{before:,} row(s) stand before the one that it begins with"] if before else []
    for i, seal in enumerate(seals):
        fault = time_fault(seal.row)
        if fault is None and seal.row.v != SEAL_VERSION:
            fault = f"the seal of {seal.row.at} has version {seal.row.v}, which has no such rows"
        if fault is None and i and seal.row == seals[i - 1].row:
            fault = f"the seal of {seal.row.at} stands there twice"
        faults += [] if fault is None else [fault]
    others = list(reader.other_rows())
    faults += row_faults(others)
    if any(isinstance(row, DebriefRow) for row in others):
        large = reader.path.stat().st_size > MAX_CLASS_BYTES
        timed = rows_of(reader.path, ("timer", "exercise", "debrief"))
        faults += minutes_faults(timed, reader.run, own_alone=large)
    named = [f"run {reader.run}: {fault}" for fault in dict.fromkeys(faults)]
    return RunChecked(broken + named, [seal for seal in seals if seal.holds])


def _broken(seal: Sealed) -> str:
    row = seal.row
    if seal.found < row.lines:
        return f"run {row.of_run} has {seal.found:,} lines left of the {row.lines:,} that were sealed at {row.at}"
    return f"line(s) of run {row.of_run} changed, removed, added before or reordered since it was sealed at {row.at}"

"""Read one run out of a log, batch by batch, in memory that does not grow with its texts.

The first pass reads only headers and notes where the rows of each batch stand; the second reads the
batches. So rows of a batch may lie far apart and between rows of other runs, which are not looked at.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

from ctxgate.errors import LogError, RowError
from ctxgate.log import damage
from ctxgate.log.names import find_whole, unknown_run
from ctxgate.log.snapshot import Snapshot, bare
from ctxgate.log.warned import Warnings
from ctxgate.rows import EVENTS, FIRST_VERSION, VERSION, AnyRow, decode, decode_header

_WITHOUT_BATCH = frozenset(("exercise", "timer", "debrief", "notice"))
_LARGEST_SEQ = 10**15


class BatchRows(NamedTuple):
    """All that the log holds about one batch of a run.

    `rows` are its capture (or empty), score, gate, prompt and replay rows in file order. `damage`
    are messages about lines of this batch that cannot be read; `rows` is empty when none is left.
    """

    seq: int
    rows: list[AnyRow]
    damage: list[str]


class Place(NamedTuple):
    """Where a row stands in the file: the offsets of its first byte and of the one behind its line end."""

    begin: int
    end: int


class RunReader:
    """One run of a log as it stood when this was made.

    `damage` are messages about lines of this run that cannot be read and show no batch; `start` is the offset
    from which on the run was read. Raises
    UsageError when the run is not in the log, and RowError that names file and line for a row of
    this run of an unknown event or a newer version.
    """

    def __init__(
        self,
        path: Path,
        run: str,
        start: int | None,
        warn: Callable[[str], None],
        below: Path | None = None,
    ) -> None:
        self.path = path
        self.run = run
        self.damage = Warnings()
        self._below = below
        self.start = 0
        self._blocks = _Blocks()
        with Snapshot(path, below) as snapshot:
            self._size, self._identity = snapshot.size, snapshot.identity
            self._index(snapshot, start)
            _report_end(snapshot, run, warn)

    def batches(self) -> Iterator[BatchRows]:
        """Yield the batches in order of `seq`.

        Raises RowError that names file and line when a row of this run has an unknown field or a
        value out of its range.
        """
        for batch, _ in self.placed_batches():
            yield batch

    def placed_batches(self) -> Iterator[tuple[BatchRows, list[Place]]]:
        """Yield the batches as `batches` does, each with the places of its rows."""
        with self._reopened() as snapshot:
            for seq, blocks in self._blocks.by_seq():
                if seq:
                    places: list[Place] = []
                    yield self._read(snapshot, seq, blocks, places), places

    def other_rows(self) -> Iterator[AnyRow]:
        """Yield the run's rows that belong to no batch (exercise, timer, debrief), in file order."""
        with self._reopened() as snapshot:
            for seq, blocks in self._blocks.by_seq():
                if seq:
                    return
                yield from self._read(snapshot, 0, blocks, []).rows

    def _index(self, snapshot: Snapshot, start: int | None) -> None:
        if start is None:
            found = find_whole(snapshot, self.run)
            if found is None:
                raise unknown_run(snapshot, self.run)
            start = found.offset
        self.start = start
        add, run, size = self._blocks.add, self.run, snapshot.size
        for offset, line in snapshot.lines_holding(run.encode(), start):
            try:
                header = decode_header(bare(line))
            except RowError as e:
                self._note_unreadable(snapshot, offset, line, e)
                continue
            if header.run != run:
                continue
            if not FIRST_VERSION <= header.v <= VERSION or header.event not in EVENTS:
                raise _at(snapshot, offset, _error_of(line))
            seq = 0 if header.event in _WITHOUT_BATCH else header.seq
            if not 1 <= seq <= _LARGEST_SEQ and header.event not in _WITHOUT_BATCH:
                raise _at(snapshot, offset, f"seq {seq} is not the place of a batch in its run (1, 2, …)")
            add(seq, offset, min(len(line) + 1, size - offset))

    def _note_unreadable(self, snapshot: Snapshot, offset: int, line: bytes, error: RowError) -> None:
        try:
            value = damage.as_json(line)
        except ValueError:
            if damage.belongs_to(line, self.run):
                seq = damage.seq_of(line, self.run)
                if seq:  # worded when the batch is read: there may be as many as the log has lines
                    self._blocks.add_damaged(seq, offset)
                else:
                    self.damage.add_line(offset, partial(damage.message, snapshot, offset, line, error.what))
        else:  # JSON that no crash leaves behind, such as a seq that is no number
            if isinstance(value, dict) and value.get("run") == self.run:
                raise _at(snapshot, offset, error.what) from None

    def _reopened(self) -> Snapshot:
        snapshot = Snapshot(self.path, self._below)
        if snapshot.identity != self._identity or snapshot.size < self._size:
            snapshot.__exit__(None, None, None)
            raise LogError(f"the log {self.path} was replaced while it was read", todo="Run the step again.")
        snapshot.size = self._size
        return snapshot

    def _read(
        self, snapshot: Snapshot, seq: int, blocks: list[tuple[int, int]], places: list[Place]
    ) -> BatchRows:
        rows: list[AnyRow] = []
        broken = Warnings()
        for first, length in blocks:
            if length == _DAMAGED:
                broken.add_line(first, partial(_told_again, snapshot, first))
                continue
            offset = first
            for line in snapshot.at(first, length).removesuffix(b"\n").split(b"\n"):
                try:
                    rows.append(decode(bare(line)))
                    places.append(Place(offset, offset + len(line) + 1))
                except RowError as e:
                    if damage.is_json(line):
                        raise _at(snapshot, offset, e.what) from None
                    # The header does not look into texts, so bytes that are not UTF-8 show only here.
                    broken.append(damage.message(snapshot, offset, line, e.what))
                offset += len(line) + 1
        return BatchRows(seq, rows, broken)


_DAMAGED = -1
"""Stands for the length of a line that cannot be read: a batch of which nothing else is left is still seen."""


class _Blocks:
    """Where the rows of each batch stand: (seq, offset, length), neighbouring lines as one."""

    def __init__(self) -> None:
        self._seqs = array("q")
        self._offsets = array("q")
        self._lengths = array("q")
        self._next = (-1, -1)

    def add(self, seq: int, offset: int, length: int) -> None:
        if self._next == (seq, offset) and length != _DAMAGED:
            self._lengths[-1] += length
        else:
            self._seqs.append(seq)
            self._offsets.append(offset)
            self._lengths.append(length)
        self._next = (seq, offset + length)

    def add_damaged(self, seq: int, offset: int) -> None:
        """Note a line that cannot be read."""
        self.add(seq, offset, _DAMAGED)
        self._next = (-1, -1)

    def by_seq(self) -> Iterator[tuple[int, list[tuple[int, int]]]]:
        """Yield each seq with its (offset, length) blocks in file order, the lowest seq first."""
        seqs, order = self._seqs, array("q", sorted(range(len(self._seqs)), key=self._seqs.__getitem__))
        at = 0
        while at < len(order):
            seq, blocks = seqs[order[at]], []
            while at < len(order) and seqs[order[at]] == seq:
                blocks.append((self._offsets[order[at]], self._lengths[order[at]]))
                at += 1
            yield seq, blocks


def _report_end(snapshot: Snapshot, run: str, warn: Callable[[str], None]) -> None:
    """Warn of a last line without an end, unless it was told as damage of this run."""
    if not snapshot.torn:
        return
    offset, line = snapshot.last_line()
    if damage.is_json(line):
        warn(damage.unended(snapshot, offset))
    elif run.encode() not in line or not damage.belongs_to(line, run):
        warn(damage.message(snapshot, offset, line, "torn"))


def _told_again(snapshot: Snapshot, offset: int) -> str:
    """Return the message about a line that was found unreadable when the run was looked for."""
    line = snapshot.line_at(offset)
    try:
        decode_header(bare(line))
    except RowError as e:
        return damage.message(snapshot, offset, line, e.what)
    return f"{snapshot.place(offset)}: damaged"


def _at(snapshot: Snapshot, offset: int, what: str) -> RowError:
    return RowError(what, where=snapshot.place(offset))


def _error_of(line: bytes) -> str:
    try:
        decode(bare(line))
    except RowError as e:
        return e.what
    return "not a row that this ctxgate knows"

"""Seals: one hash over all lines of a run, so that any byte of them that changes later shows.

The lines of a run are those whose row names it, wherever they stand, in file order and each with its line end. What
is appended to the run after it was sealed comes behind the sealed lines.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from ctxgate.errors import LogError, RowError
from ctxgate.log import damage
from ctxgate.log.snapshot import Block, Snapshot, bare
from ctxgate.rows import NoticeRow, decode, decode_header

SEAL_VERSION = 2
"""The version of a seal's row: the lowest one whose readers know it."""


class Digest(NamedTuple):
    """How many lines a run has, and the SHA-256 over them in hex."""

    lines: int
    sha256: str


class Sealed(NamedTuple):
    """A seal of a run, held against its lines as they are now. `found` is how many there are."""

    row: NoticeRow
    holds: bool
    found: int


def digest(path: Path, run: str) -> Digest:
    """Return the digest over the lines of the run with this whole id.

    Raises LogError when there is no log or when a line of the run is damaged, naming file and line.
    """
    sha, count = hashlib.sha256(), 0
    with Snapshot(path) as snapshot:
        for offset, line in snapshot.lines_holding(run.encode()):
            try:
                if decode_header(bare(line)).run != run:
                    continue
                decode(bare(line))
            except RowError as e:
                if _may_be_of(line, run):
                    raise _damaged(snapshot, offset, run, e.what) from None
                continue
            _add(sha, line)
            count += 1
    return Digest(count, sha.hexdigest())


class Looked(NamedTuple):
    """What a look at a whole log found of a run: its seals in file order, and how many of its lines stand before it begins."""

    seals: list[Sealed]
    before: int


def look(path: Path, run: str, start: int) -> Looked:
    """Hold every seal of a run, which begins at the offset `start`, against its lines.

    Raises LogError when there is no log, and RowError for a seal that is JSON and no row.
    """
    with Snapshot(path) as snapshot:
        seals: list[NoticeRow] = []
        before = 0
        for offset, line in snapshot.lines_holding(run.encode()):
            if b'"of_run"' in line:
                seals += _seal(snapshot, offset, line, run)
            elif offset < start:
                before += _is_of(line, run)
        found = _digests(snapshot, run, {seal.lines for seal in seals}) if seals else {}
    count = max(found, default=0)
    return Looked([Sealed(seal, found.get(seal.lines) == seal.sha256, count) for seal in seals], before)


def _seal(snapshot: Snapshot, offset: int, line: bytes, run: str) -> list[NoticeRow]:
    try:
        row = decode(bare(line)) if decode_header(bare(line)).event == "notice" else None
    except RowError as e:
        if damage.is_json(line):
            raise RowError(e.what, where=snapshot.place(offset)) from None
        return []  # torn by a crash: no seal was made
    return [row] if isinstance(row, NoticeRow) and row.kind == "seal" and row.of_run == run else []


def _digests(snapshot: Snapshot, run: str, wanted: set[int]) -> dict[int, str]:
    """Return the hash over so many first lines of a run, for each number that is wanted, and over all there are."""
    sha, count, found = hashlib.sha256(), 0, {}
    for _, line in _lines(snapshot, run):
        _add(sha, line)
        count += 1
        if count in wanted:
            found[count] = sha.hexdigest()
    return {**found, count: sha.hexdigest()}


def _lines(snapshot: Snapshot, run: str) -> Iterator[Block]:
    return (found for found in snapshot.lines_holding(run.encode()) if _is_of(found[1], run))


def _is_of(line: bytes, run: str) -> bool:
    try:
        return decode_header(bare(line)).run == run
    except RowError:
        return False


def _may_be_of(line: bytes, run: str) -> bool:
    """Tell whether a line that is no row was one of this run, as far as can be seen."""
    try:
        value = damage.as_json(line)
    except ValueError:
        return damage.belongs_to(line, run)
    return isinstance(value, dict) and value.get("run") == run


def _add(sha: hashlib._Hash, line: bytes) -> None:
    # A last line without an end gets one from the next append, which is the seal's own at the latest.
    sha.update(line)
    sha.update(b"\n")


def _damaged(snapshot: Snapshot, offset: int, run: str, what: str) -> LogError:
    return LogError(
        f"a line of run {run} cannot be read, so the run is not sealed ({what})",
        where=snapshot.place(offset),
        todo="A seal is for whole runs: capture its batches again and seal that run.",
    )

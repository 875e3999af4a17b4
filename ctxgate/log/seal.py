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
            if not _is_of(line, run):
                if not damage.is_json(line) and damage.belongs_to(line, run):
                    raise _damaged(snapshot, offset, run, "damaged")
                continue
            try:
                decode(bare(line))
            except RowError as e:
                raise _damaged(snapshot, offset, run, e.what) from None
            _add(sha, line)
            count += 1
    return Digest(count, sha.hexdigest())


def check_seals(path: Path, run: str) -> list[Sealed]:
    """Hold every seal of a run against its lines, in file order; no seal, no second look at the file.

    Raises LogError when there is no log, and RowError for a seal that is JSON and no row.
    """
    with Snapshot(path) as snapshot:
        seals = list(_seals(snapshot, run))
        if not seals:
            return []
        wanted = {seal.lines for seal in seals}
        sha, count, found = hashlib.sha256(), 0, {}
        for _, line in _lines(snapshot, run):
            _add(sha, line)
            count += 1
            if count in wanted:
                found[count] = sha.hexdigest()
    return [Sealed(seal, found.get(seal.lines) == seal.sha256, count) for seal in seals]


def _seals(snapshot: Snapshot, run: str) -> Iterator[NoticeRow]:
    for offset, line in snapshot.lines_holding(run.encode()):
        if b"notice" not in line:
            continue
        try:
            if decode_header(bare(line)).event != "notice":
                continue
            row = decode(bare(line))
        except RowError as e:
            if damage.is_json(line) and b'"of_run"' in line:
                raise RowError(e.what, where=snapshot.place(offset)) from None
            continue  # torn by a crash: no seal was made
        if isinstance(row, NoticeRow) and row.kind == "seal" and row.of_run == run:
            yield row


def _lines(snapshot: Snapshot, run: str) -> Iterator[Block]:
    return (found for found in snapshot.lines_holding(run.encode()) if _is_of(found[1], run))


def _is_of(line: bytes, run: str) -> bool:
    try:
        return decode_header(bare(line)).run == run
    except RowError:
        return False


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

"""Words for lines that cannot be read, and what can still be told about them."""

from __future__ import annotations

import msgspec

from ctxgate.log.snapshot import Snapshot, bare
from ctxgate.pattern import lazy

RUN_ID = r"[0-9]{8}T[0-9]{6}Z-[0-9a-f]{8}"
"""What the whole id of a run looks like, as a pattern."""

_RUN = lazy(rb'"run"\s*:\s*"(%s)"' % RUN_ID.encode())
_SEQ = lazy(rb'"seq"\s*:\s*([0-9]{1,15})\s*[,}]')  # what follows shows that no digit was torn off
_EVENT = lazy(rb'"event"\s*:\s*"(capture|empty)"')
_POS_ONE = lazy(rb'"pos"\s*:\s*1\s*[,}]')


def message(snapshot: Snapshot, offset: int, line: bytes, what: str) -> str:
    """Say in one line where a line is that cannot be read, and what is wrong with it."""
    if snapshot.ends_file(offset, line) and not is_json(line):
        what = (
            f"torn last line ({len(line)} bytes), its batch was not written whole; "
            "it is set apart by the next append"
        )
    return f"{snapshot.place(offset)}: {what}"


def unended(snapshot: Snapshot, offset: int) -> str:
    """Say that the last line is a whole row, but has no line end."""
    return f"{snapshot.place(offset)}: the last line has no line end; the next append adds it"


def as_json(line: bytes) -> object:
    """Return the line's JSON value. Raises ValueError when it has none."""
    try:
        return msgspec.json.decode(bare(line))
    except RecursionError:
        raise ValueError("nested too deep") from None


def is_json(line: bytes) -> bool:
    """Tell whether the line is JSON at all, whatever it says."""
    try:
        as_json(line)
    except ValueError:
        return False
    return True


def belongs_to(line: bytes, run: str) -> bool:
    """Tell whether a damaged line that holds this run's id somewhere is likely a row of this run.

    It is when it names the run, or when it names no run at all; a text that merely mentions the id
    has its quotes escaped.
    """
    named = _RUN.findall(line)
    return not named or run.encode() in named


def seq_of(line: bytes, run: str) -> int:
    """Return the batch that a damaged line of this run speaks of, 0 where that cannot be seen."""
    start = 0
    for match in _RUN.finditer(line):  # two rows may have run together in one line
        if match[1] == run.encode():
            start = match.end()
            break
    match_seq = _SEQ.search(line, start) or _SEQ.search(line)
    return int(match_seq[1]) if match_seq else 0


def begins_run(line: bytes) -> str | None:
    """Return the run whose first row a damaged line seems to have been."""
    run, event, seq = _RUN.search(line), _EVENT.search(line), _SEQ.search(line)
    if not run or not event or not seq or seq[1] != b"1":
        return None
    if event[1] == b"capture" and not _POS_ONE.search(line):
        return None
    return run[1].decode()

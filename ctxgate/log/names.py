"""Which run is meant: `last`, `last~1`, an ordinal, a prefix of its id, or the whole id.

A run begins with its first row: a `capture` with seq 1 and pos 1, or an `empty` with seq 1. Each
batch is one write and the first batch is written first, so all other rows of the run come after it,
even where several processes write their runs at once. That is why the newest run can be found from
the end of a log of any size.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ctxgate.errors import LogError, RowError, UsageError
from ctxgate.log import damage
from ctxgate.log.snapshot import Block, Snapshot, bare
from ctxgate.pattern import lazy
from ctxgate.rows import decode_header

SHORTEST_PREFIX = 9

_LAST = lazy(r"last(?:~([0-9]{1,6}))?")
_ORDINAL = lazy(r"[0-9]{1,6}")
_WHOLE = lazy(damage.RUN_ID)
_PREFIX = lazy(r"[0-9TZa-f-]+")
_SEQ_ONE = lazy(rb'"seq"\s*:\s*1(?![0-9])')
_FORMS = "A run is named `last`, `last~1`, by its number, or by nine or more characters of its id."
_LIST = "`ctxgate runs` lists them."


class Start(NamedTuple):
    """A run, and the offset of a line before which none of its rows stand."""

    run: str
    offset: int


def resolve(snapshot: Snapshot, name: str) -> Start:
    """Return the run that `name` means.

    Raises LogError when the log is empty or holds no run, UsageError when the name is ill formed,
    unknown or ambiguous.
    """
    if not _looks_like_name(name):
        raise UsageError(f"{name!r} is no name of a run", todo=f"{_FORMS} {_LIST}")
    if snapshot.size == 0:
        raise LogError(
            f"the log {snapshot.path} is empty", todo="Run `ctxgate capture` first, or name one with --log."
        )
    last = _LAST.fullmatch(name)
    if last:
        return _from_end(snapshot, name, int(last[1] or 0))
    if _WHOLE.fullmatch(name):
        return _whole_id(snapshot, name)
    starts = list(starts_forwards(snapshot))
    if _ORDINAL.fullmatch(name):
        if not 1 <= int(name) <= len(starts):
            raise _unknown(snapshot, name, len(starts))
        return starts[int(name) - 1]
    return _by_prefix(snapshot, name, starts)


def starts_forwards(snapshot: Snapshot) -> Iterator[Start]:
    """Yield where each run begins, the oldest first."""
    return _starts(snapshot, snapshot.blocks(), backwards=False)


def starts_backwards(snapshot: Snapshot) -> Iterator[Start]:
    """Yield where each run begins, the newest first, reading no more than is needed."""
    return _starts(snapshot, snapshot.blocks_backwards(), backwards=True)


def find_whole(snapshot: Snapshot, run: str) -> Start | None:
    """Return where the run of this whole id begins, None when no row of it is there."""
    needle = run.encode()
    blocks = (block for block in snapshot.blocks_backwards() if needle in block[1])
    for start in _starts(snapshot, blocks, backwards=True):
        if start.run == run:
            return start
    # A log may have been cut, so that rows of a run are left without its beginning.
    for offset, line in snapshot.lines_holding(needle):
        if _run_of(line) == run:
            return Start(run, offset)
    return None


def _looks_like_name(name: str) -> bool:
    if _LAST.fullmatch(name) or _ORDINAL.fullmatch(name):
        return True
    return len(name) >= SHORTEST_PREFIX and _PREFIX.fullmatch(name) is not None


def _from_end(snapshot: Snapshot, name: str, back: int) -> Start:
    count = 0
    for start in starts_backwards(snapshot):
        if count == back:
            return start
        count += 1
    raise _unknown(snapshot, name, count)


def _whole_id(snapshot: Snapshot, run: str) -> Start:
    found = find_whole(snapshot, run)
    if found is None:
        raise unknown_run(snapshot, run)
    return found


def _by_prefix(snapshot: Snapshot, prefix: str, starts: list[Start]) -> Start:
    fitting = [start for start in starts if start.run.startswith(prefix)]
    if not fitting:
        raise _unknown(snapshot, prefix, len(starts))
    if len(fitting) > 1:
        some = ", ".join(start.run for start in fitting[:3]) + (", …" if len(fitting) > 3 else "")
        raise UsageError(
            f"{prefix!r} fits {len(fitting)} of {len(starts)} runs in {snapshot.path}: {some}",
            todo=f"Give more of the id. {_LIST}",
        )
    return fitting[0]


def unknown_run(snapshot: Snapshot, name: str) -> LogError | UsageError:
    """Return the error for a run that is not in the log, with how many are."""
    return _unknown(snapshot, name, sum(1 for _ in starts_forwards(snapshot)))


def _unknown(snapshot: Snapshot, name: str, count: int) -> LogError | UsageError:
    if count == 0:
        return LogError(
            f"the log {snapshot.path} holds no run",
            todo="Run `ctxgate capture` first, or name another log with --log.",
        )
    runs = "1 run" if count == 1 else f"{count} runs"
    return UsageError(f"no run {name!r} in {snapshot.path}, which holds {runs}", todo=_LIST)


class _Sign(NamedTuple):
    """A line of a run's first batch; `first` when it is the line that begins the run."""

    run: str
    offset: int
    first: bool


def _starts(snapshot: Snapshot, blocks: Iterable[Block], *, backwards: bool) -> Iterator[Start]:
    """Yield where runs begin. A run whose first row was removed begins with the next row of its first batch.

    Otherwise `last` would quietly mean the run before it.
    """
    seen: set[str] = set()
    waiting: dict[str, int] = {}
    captured = _Captured(snapshot)
    for base, block in blocks:
        signs = list(_signs_in(captured, base, block))
        for sign in reversed(signs) if backwards else signs:
            if sign.run in seen:
                continue
            if backwards and not sign.first:
                waiting[sign.run] = sign.offset
                continue
            waiting.pop(sign.run, None)
            # A first batch is one write: whoever's first row did not come up to here has none.
            yield from _give_up(waiting, seen)
            seen.add(sign.run)
            yield Start(sign.run, sign.offset)
    yield from _give_up(waiting, seen)


def _give_up(waiting: dict[str, int], seen: set[str]) -> Iterator[Start]:
    for run, offset in sorted(waiting.items(), key=lambda item: -item[1]):
        seen.add(run)
        yield Start(run, offset)
    waiting.clear()


def _signs_in(captured: _Captured, base: int, block: bytes) -> Iterator[_Sign]:
    """Yield the lines of first batches within a block of lines, in file order."""
    end = 0
    # Only lines of a first batch are decoded; all others are passed over at the speed of a search.
    while match := _SEQ_ONE.search(block, end):
        begin = block.rfind(b"\n", 0, match.start()) + 1
        end = block.find(b"\n", match.start())
        if end < 0:
            end = len(block)
        sign = _sign(captured, base + begin, block[begin:end])
        if sign is not None:
            yield sign


def _sign(captured: _Captured, offset: int, line: bytes) -> _Sign | None:
    try:
        header = decode_header(bare(line))
    except RowError:
        run = damage.begins_run(line)
        # A first row that a crash or an edit damaged begins its run when more of the run is left.
        if run and captured.after(run, offset + len(line) + 1):
            return _Sign(run, offset, first=True)
        return None
    if header.seq != 1 or header.event not in ("capture", "empty"):
        return None
    return _Sign(header.run, offset, first=header.event == "empty" or header.pos == 1)


class _Captured:
    """Where the last row is that captures something for a run; each part of the log is looked through once."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        self._from = snapshot.size
        self._last: dict[str, int] = {}

    def after(self, run: str, offset: int) -> bool:
        """Tell whether something is captured for the run in a line at or after this offset, where a line begins."""
        if offset < self._from:
            found: dict[str, int] = {}
            for at, line in self._snapshot.lines_holding(b'"run"', offset, self._from):
                try:
                    header = decode_header(bare(line))
                except RowError:
                    continue
                if header.event in ("capture", "empty"):
                    found[header.run] = at
            self._last = found | self._last
            self._from = offset
        return self._last.get(run, -1) >= offset


def _run_of(line: bytes) -> str | None:
    try:
        header = decode_header(bare(line))
    except RowError:
        return None
    return None if header.event == "notice" else header.run  # a notice starts no run, not even its own

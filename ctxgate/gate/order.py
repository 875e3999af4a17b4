"""Do the rows of a batch stand in the log as the steps write them?

Each step writes its rows of a batch at once: one after the other, in order of position, at one time, by one
version of the tool. So a row that was doubled, moved, removed or dated anew shows among its neighbours, even where
nothing can be computed again. What an honest log may hold is no fault: steps repeated and written by several
processes at once, a judge that was interrupted, the beginning of a write that a crash has cut.
"""

from __future__ import annotations

import datetime
import itertools
from collections.abc import Iterator, Sequence

from msgspec import UNSET

from ctxgate.log import Place
from ctxgate.pattern import lazy
from ctxgate.rows import (
    AnyRow,
    BatchRow,
    CaptureRow,
    EmptyRow,
    GateRow,
    Judgement,
    PairJudgement,
    PromptRow,
    ReplayRow,
    Row,
    ScoreRow,
)
from ctxgate.text.visible import shortened

_STEPS: dict[type, str] = {
    CaptureRow: "capture",
    EmptyRow: "capture",
    ScoreRow: "score",
    GateRow: "gate",
    PromptRow: "gate",
    ReplayRow: "replay",
}
_TIME = lazy(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z")
_RUN = lazy(r"([0-9]{8}T[0-9]{6})Z-[0-9a-f]{8}")
_DAY = datetime.timedelta(days=1)


def disorder(rows: Sequence[AnyRow], places: Sequence[Place]) -> list[str]:
    """Say what is wrong with the order of a batch's rows, given in file order with their places; empty when nothing is."""
    # One row of a kind and a time tells for all.
    timed = {(type(row), row.at): row for row in rows}.values()
    faults = [fault for row in timed if (fault := time_fault(row)) is not None]
    faults += [
        f"the {_named(row)} stands there twice"
        for i, row in enumerate(rows)
        if i and row == rows[i - 1] and places[i].begin == places[i - 1].end
    ]
    writes = list(_writes(rows, places))
    n = next((row.n for row in rows if isinstance(row, CaptureRow)), 0)
    for i, write in enumerate(writes):
        fault = _FAULTS[_STEPS[type(write[0])]](write, n)
        if fault is None and i and isinstance(write[0], CaptureRow | EmptyRow):
            fault = (
                f"the {_named(write[0])} does not stand with the others, before all other rows of its batch"
            )
        if fault is not None:
            faults.append(fault)
    return list(dict.fromkeys((*faults, *_partial_twice(writes, n))))


def time_fault(row: Row) -> str | None:
    """Say what is wrong with a row's `at`, None when nothing is.

    It is a moment in UTC, RFC 3339 with milliseconds. Clocks are set back now and then, so little is asked of the order
    of times; but no capture is dated a day before its run, whose id has the time at which it began.
    """
    at = _moment(row.at)
    if at is None:
        return f'the {_named(row)} has no time that a step writes: "{shortened(row.at, 40)}"'
    if isinstance(row, CaptureRow | EmptyRow):
        begun = _RUN.fullmatch(row.run)
        began = _moment(f"{_dashed(begun[1])}.000Z") if begun else None
        if began is not None and at < began - _DAY:
            return f"the {_named(row)} is dated {row.at}, before its run began"
    return None


def _dashed(time: str) -> str:
    return f"{time[:4]}-{time[4:6]}-{time[6:11]}:{time[11:13]}:{time[13:]}"


def _moment(at: str) -> datetime.datetime | None:
    if not _TIME.fullmatch(at):
        return None
    try:
        return datetime.datetime.fromisoformat(at)
    except ValueError:
        return None


def _writes(rows: Sequence[AnyRow], places: Sequence[Place]) -> Iterator[list[BatchRow]]:
    """Yield the rows that were written together, as far as that can be seen."""
    write: list[BatchRow] = []
    for i, row in enumerate(rows):
        assert isinstance(row, BatchRow)
        if write and (places[i].begin != places[i - 1].end or not _goes_on(write[-1], row)):
            yield write
            write = []
        write.append(row)
    if write:
        yield write


def _goes_on(before: BatchRow, row: BatchRow) -> bool:
    if _STEPS[type(before)] != _STEPS[type(row)] or isinstance(before, PromptRow):
        return False
    if isinstance(row, ReplayRow):
        return True  # what several replays found of single chunks may stand together
    if before.at != row.at:
        return False
    return isinstance(row, PromptRow) or getattr(row, "pos", 0) > getattr(before, "pos", 0)


def _capture_fault(write: Sequence[BatchRow], n: int) -> str | None:
    if isinstance(write[0], EmptyRow) or [row.pos for row in write if isinstance(row, CaptureRow)] == [
        *range(1, n + 1)
    ]:
        return None
    return f"the capture rows of its {n} chunks were not written at once, in order"


def _score_fault(write: Sequence[BatchRow], n: int) -> str | None:
    rows = [row for row in write if isinstance(row, ScoreRow)]
    for name in ("policy", "tool"):
        if len({getattr(row, name) for row in rows}) > 1:
            return f"the score rows of one scoring name more than one {name}"
    for name in ("model", "prompt"):
        if len({getattr(row.judge, name) for row in rows if isinstance(getattr(row.judge, name), str)}) > 1:
            return f"the score rows of one scoring name more than one {name} of the judge"
    statuses = {row.judge.status for row in rows}
    if "off" in statuses and len(statuses) > 1:
        return "the score rows of one scoring do not agree on whether a judge was asked"
    told = next((row for row in rows if any(_is_cached_and_timed(said) for said in _said(row))), None)
    if told is not None:
        return f"the {_named(told)} has the time of a call that was not made"
    # Only where a judge is asked can an interruption leave the scores of any chunks it likes; a crash leaves the first.
    if "off" in statuses and not _is_beginning(rows):
        return f"the {_named(rows[0])} was not written with those of its {n} chunks, in order"
    return None


def _said(row: ScoreRow) -> tuple[Judgement | PairJudgement, ...]:
    return (row.judge,) if row.pairs is UNSET else (row.judge, *row.pairs)


def _is_cached_and_timed(said: Judgement | PairJudgement) -> bool:
    return said.status == "cached" and said.ms is not UNSET


def _gate_fault(write: Sequence[BatchRow], n: int) -> str | None:
    rows = [row for row in write if isinstance(row, GateRow)]
    whole = len(rows) == n
    if (rows and not _is_beginning(rows)) or (isinstance(write[-1], PromptRow) and not whole):
        return f"the {_named(write[0])} was not written with those of its {n} chunks and the prompt row, in order"
    return None


def _replay_fault(write: Sequence[BatchRow], n: int) -> str | None:
    rows = [row for row in write if isinstance(row, ReplayRow)]
    for before, row in itertools.pairwise(rows):
        if before.at == row.at and row.pos < before.pos:
            return f"the {_named(row)} does not stand in order of position"
    return None


_FAULTS = {"capture": _capture_fault, "score": _score_fault, "gate": _gate_fault, "replay": _replay_fault}


def _is_beginning(rows: Sequence[ScoreRow] | Sequence[GateRow]) -> bool:
    return [row.pos for row in rows] == [*range(1, len(rows) + 1)]


def _partial_twice(writes: Sequence[Sequence[BatchRow]], n: int) -> Iterator[str]:
    """Yield a fault when one judged scoring lies in pieces: two that were interrupted did not end at one time."""
    seen: set[str] = set()
    for write in writes:
        first = write[0]
        if isinstance(first, ScoreRow) and len(write) < n:
            if first.at in seen:
                yield f"the {_named(first)} was not written with those of its {n} chunks, in order"
            seen.add(first.at)


def _named(row: Row) -> str:
    event = str(row.__struct_config__.tag)
    id_ = getattr(row, "id", None)
    return f"{event} row" + (f' of "{shortened(id_, 40)}"' if isinstance(id_, str) else "")

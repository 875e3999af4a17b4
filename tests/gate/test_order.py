"""The order of a batch's rows: whatever the steps may write is no fault, and what they never write is one."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from ctxgate.batch import Batch, Chunk
from ctxgate.gate.order import disorder, time_fault
from ctxgate.log import Place
from ctxgate.policy import load
from ctxgate.rows import AnyRow, CaptureRow, EmptyRow, GateRow, Judgement, PromptRow, ReplayRow, ScoreRow
from ctxgate.steps import run_batch

RUN = "20260301T120000Z-00000000"
WORKSHOP = load("workshop")


def at(ms: int) -> str:
    return f"2026-03-01T12:{ms // 60_000:02d}:{ms // 1000 % 60:02d}.{ms % 1000:03d}Z"


def rows_of(n: int) -> list[AnyRow]:
    chunks = tuple(Chunk(f"c{i}", "a.md", f"SKU-441 refunds take {i} days.") for i in range(1, n + 1))
    return run_batch(Batch("What of SKU-441?", chunks), WORKSHOP, run=RUN, seq=1, clock=lambda: at(0))


ROWS = {n: rows_of(n) for n in range(5)}


def replays(rows: Sequence[AnyRow], some: Sequence[int]) -> list[AnyRow]:
    captures = [row for row in rows if isinstance(row, CaptureRow)]
    return [
        ReplayRow(
            v=1,
            run=RUN,
            at=at(0),
            seq=1,
            batch=row.batch,
            pos=row.pos,
            n=row.n,
            id=row.id,
            sha256_16=row.sha256_16,
            in_prompt=False,
            same_decision=True,
            detail="-",
        )
        for row in captures
        if row.pos in some
    ]


def judged(row: ScoreRow) -> ScoreRow:
    return msgspec.structs.replace(row, judge=Judgement("ok", score=0.5, model="m", prompt="p", ms=1))


Write = list[AnyRow]


@st.composite
def writes(draw: st.DrawFn) -> list[Write]:
    """What the steps wrote of one batch, in any order after the capture, each at a time of its own."""
    n = draw(st.integers(0, 4))
    rows = ROWS[n]
    scores = [row for row in rows if isinstance(row, ScoreRow)]
    gating = [row for row in rows if isinstance(row, GateRow | PromptRow)]
    result: list[Write] = [[row for row in rows if isinstance(row, CaptureRow | EmptyRow)]]
    for kind in draw(
        st.lists(st.sampled_from(["score", "cut", "judge", "gate", "half", "replay"]), max_size=6)
    ):
        some = sorted(draw(st.sets(st.integers(1, max(1, n)))))
        first = draw(st.integers(0, n))
        made: dict[str, Sequence[AnyRow]] = {
            "score": scores,
            "cut": scores[:first],
            "judge": [judged(row) for row in scores if row.pos in some],
            "gate": gating,
            "half": gating[:first],
            "replay": replays(rows, some),
        }
        write = made[kind]
        if write:
            result.append(list(write))
    return [
        [msgspec.structs.replace(row, at=at(i * 7)) for row in write] for i, write in enumerate(result, 1)
    ]


def placed(some: Sequence[Write], gaps: bool = False) -> tuple[Write, list[Place]]:
    rows, places, offset = [], [], 0
    for write in some:
        for row in write:
            rows.append(row)
            places.append(Place(offset, offset + 10))
            offset += 10
        offset += 10 if gaps else 0
    return rows, places


@given(some=writes(), gaps=st.booleans())
def test_what_the_steps_write_is_no_fault(some: list[Write], gaps: bool) -> None:
    assert disorder(*placed(some, gaps)) == []


@given(some=writes(), number=st.integers(0, 40))
def test_a_row_that_was_doubled_is_one(some: list[Write], number: int) -> None:
    rows, _ = placed(some)
    i = number % len(rows)
    changed = [*rows[: i + 1], *rows[i:]]
    assert disorder(*placed([changed]))


@given(some=writes(), number=st.integers(0, 40))
def test_two_rows_of_one_write_that_were_swapped_are_one(some: list[Write], number: int) -> None:
    rows, _ = placed(some)
    ends = [sum(map(len, some[:k])) for k in range(len(some) + 1)]
    pairs = [i for i in range(len(rows) - 1) if i + 1 not in ends]
    assume(pairs)
    i = pairs[number % len(pairs)]
    changed = [*rows[:i], rows[i + 1], rows[i], *rows[i + 2 :]]
    assert disorder(*placed([changed]))


@given(some=writes(), number=st.integers(0, 40))
def test_a_line_between_two_rows_of_one_write_is_one(some: list[Write], number: int) -> None:
    steps = (CaptureRow, GateRow, ScoreRow)
    split = [
        (k, j)
        for k, write in enumerate(some)
        for j in range(1, len(write))
        if isinstance(write[0], steps)
        and isinstance(write[j], (*steps, PromptRow))
        # Of a judged scoring, or the end of a cut one, no more can be told.
        and not (isinstance(write[0], ScoreRow) and write[0].judge.status != "off")
    ]
    assume(split)
    k, j = split[number % len(split)]
    assert disorder(*placed([*some[:k], some[k][:j], some[k][j:], *some[k + 1 :]], gaps=True))


@pytest.mark.parametrize(
    "other",
    [
        "2026-03-01T12:00:00Z",
        "2026-03-01 12:00:00.000Z",
        "2026-03-01T12:00:00.000+00:00",
        "2026-13-01T12:00:00.000Z",
        "2026-02-30T12:00:00.000Z",
        "2026-03-01T24:61:00.000Z",
        "2026-03-01T12:00:00.000Z ",
        "٢٠٢٦-03-01T12:00:00.000Z",
        "",
        "yesterday",
        "2026-02-27T12:00:00.000Z",
    ],
)
def test_a_time_that_no_capture_writes_is_one(other: str) -> None:
    (row,) = ROWS[0][:1]
    assert time_fault(msgspec.structs.replace(row, at=at(0))) is None
    assert time_fault(msgspec.structs.replace(row, at=other)) is not None


def test_a_clock_that_was_set_back_is_none() -> None:
    rows = ROWS[2]
    moved = [
        msgspec.structs.replace(row, at="1970-01-01T00:00:00.000Z")
        if not isinstance(row, CaptureRow)
        else msgspec.structs.replace(row, at="2026-02-28T23:00:00.000Z")
        for row in rows
    ]
    assert disorder(*placed([moved])) == []

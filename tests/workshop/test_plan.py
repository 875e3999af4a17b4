"""The plan of the class, and where one is on it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ctxgate.workshop.manifest import load
from ctxgate.workshop.timer import clock, line, moment, plan

BOXES = plan(load())


def test_the_boxes_fill_70_minutes_without_a_gap() -> None:
    assert [(box.name, box.begin, box.end) for box in BOXES] == [
        ("install", 0, 10),
        ("exercise 1", 10, 30),
        ("exercise 2", 30, 50),
        ("exercise 3", 50, 65),
        ("debrief", 65, 70),
    ]


@given(st.floats(0, 80, allow_nan=False))
def test_every_minute_belongs_to_one_box(minute: float) -> None:
    now = moment(BOXES, minute)
    if minute >= 70:
        assert now is None
        return
    assert now is not None
    assert now.box.begin <= minute < now.box.end
    assert 0 < now.left <= now.box.end - now.box.begin
    assert now.box is BOXES[now.number - 1]
    assert now.next == (BOXES[now.number] if now.number < len(BOXES) else None)
    assert now.box.name in line(now)


def test_a_begun_second_and_a_begun_minute_count_as_whole() -> None:
    assert [clock(m) for m in (20, 0.5, 1 / 60, 0.001, 0)] == ["20:00", "0:30", "0:01", "0:01", "0:00"]
    now = moment(BOXES, 64.01)
    assert now is not None
    assert line(now) == "exercise 3: 1 min left (gate and replay); next: debrief"
    last = moment(BOXES, 66)
    assert last is not None
    assert line(last).endswith("; the last box")

"""The exit criteria: met by the right log, and each one missed by a log that lacks its thing."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from ctxgate.batch import parse_batch
from ctxgate.policy import load
from ctxgate.rows import AnyRow, CaptureRow, GateRow, Judgement, PromptRow, ScoreRow
from ctxgate.steps import capture, run_batch
from ctxgate.workshop.criteria import check

BATCH = parse_batch(json.loads((Path(__file__).parents[2] / "fixtures/refunds.json").read_text()))


def good_log() -> list[AnyRow]:
    first: list[AnyRow] = list(capture(BATCH, run="one", seq=1, at="t"))
    return first + run_batch(BATCH, load("workshop"), run="two", seq=1, clock=lambda: "t")


def passed(rows: list[AnyRow]) -> list[bool]:
    return [outcome.passed for outcome in check(rows)]


def replaced(rows: list[AnyRow], kind: type, id_: str, **changes: object) -> list[AnyRow]:
    return [
        msgspec.structs.replace(row, **changes)
        if isinstance(row, kind) and getattr(row, "id", id_) == id_
        else row
        for row in rows
    ]


def test_the_log_of_a_class_that_went_well_meets_every_criterion() -> None:
    outcomes = check(good_log())
    assert [outcome.exercise for outcome in outcomes] == [1, 1, 1, 2, 2, 2, 2, 3, 3]
    assert all(outcome.passed for outcome in outcomes)
    assert all(outcome.found for outcome in outcomes)


def test_an_empty_log_meets_none() -> None:
    assert not any(passed([]))


MISSES: dict[int, Callable[[list[AnyRow]], list[AnyRow]]] = {
    0: lambda rows: [row for row in rows if row.run == "two"],
    1: lambda rows: replaced(rows[:3], CaptureRow, "doc-a", sha256_16="0" * 16) + rows[3:],
    2: lambda rows: rows[6:7] + rows[:6] + rows[7:],
    3: lambda rows: replaced(rows, ScoreRow, "doc-b", action="isolate"),
    4: lambda rows: replaced(rows, ScoreRow, "doc-c", action="allow"),
    5: lambda rows: replaced(rows, ScoreRow, "doc-a", action="isolate"),
    6: lambda rows: replaced(
        rows, ScoreRow, "doc-a", judge=Judgement(status="ok", score=0.1, action="drop", disagrees=True)
    ),
    7: lambda rows: replaced(rows, PromptRow, "", prompt="a 90-day refund, 14 days"),
    8: lambda rows: replaced(rows, GateRow, "doc-b", reasons=("off_topic",)),
}


@pytest.mark.parametrize("number", MISSES)
def test_each_criterion_is_missed_by_a_log_that_lacks_its_thing(number: int) -> None:
    assert not passed(MISSES[number](good_log()))[number]


def test_a_disagreement_that_was_settled_conservatively_is_fine() -> None:
    judge = Judgement(status="ok", score=0.1, action="drop", disagrees=True)
    rows = replaced(good_log(), ScoreRow, "doc-c", judge=judge, action="drop")
    assert passed(rows)[6]
    assert "1 disagreement" in check(rows)[6].found

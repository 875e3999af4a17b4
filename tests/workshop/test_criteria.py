"""The exit criteria: met by the right log, and each one missed by a log that lacks its thing."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from ctxgate.batch import Batch, Chunk, parse_batch
from ctxgate.policy import load
from ctxgate.rows import AnyRow, CaptureRow, GateRow, Judgement, PromptRow, ReplayRow, ScoreRow
from ctxgate.steps import capture, run_batch
from ctxgate.workshop.criteria import CRITERIA, FIXTURE, check, matters

BATCH = parse_batch(json.loads((Path(__file__).parents[2] / "fixtures/refunds.json").read_text()))


def good_log() -> list[AnyRow]:
    return [*captured("one"), *gated("two"), replayed("two")]


def captured(run: str, batch: Batch = BATCH) -> list[AnyRow]:
    return list(capture(batch, run=run, seq=1, at="t"))


def gated(run: str, batch: Batch = BATCH, policy: str = "workshop") -> list[AnyRow]:
    return run_batch(batch, load(policy), run=run, seq=1, clock=lambda: "t")


def replayed(run: str, *, in_prompt: bool = False) -> ReplayRow:
    row = next(r for r in captured(run) if isinstance(r, CaptureRow) and r.id == "doc-b")
    return ReplayRow(
        v=1, run=run, at="t", seq=1, batch=row.batch, pos=2, n=3, id=row.id, sha256_16=row.sha256_16,
        in_prompt=in_prompt, same_decision=True, detail="d",
    )  # fmt: skip


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
    assert [outcome.exercise for outcome in outcomes] == [1, 1, 1, 2, 2, 2, 2, 3, 3, 3]
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
    9: lambda rows: [*rows, replayed("two", in_prompt=True)],
}


@pytest.mark.parametrize("number", MISSES)
def test_each_criterion_is_missed_by_a_log_that_lacks_its_thing(number: int) -> None:
    assert not passed(MISSES[number](good_log()))[number]


def test_a_disagreement_that_was_settled_conservatively_is_fine() -> None:
    judge = Judgement(status="ok", score=0.1, action="drop", disagrees=True)
    rows = replaced(good_log(), ScoreRow, "doc-c", judge=judge, action="drop")
    assert passed(rows)[6]
    assert "1 disagreement" in check(rows)[6].found


# ---------------------------------------------------------------- which rows count

OTHER = Batch("What is the refund window for plan SKU-441?", (Chunk("doc-b", "x.md", "A 90-day refund."),))


def test_the_fixture_is_known_by_its_fingerprint() -> None:
    row = captured("r")[0]
    assert isinstance(row, CaptureRow)
    assert row.batch == FIXTURE


def test_other_batches_change_nothing() -> None:
    rows = good_log()
    noise = gated("x", OTHER)
    for mixed in ([*noise, *rows], [*rows[:3], *noise, *rows[3:]], [*rows, *noise]):
        assert check(mixed) == check(rows)
    assert not any(passed(noise)[:6])


def test_an_edited_fixture_does_not_count_and_the_answer_says_so() -> None:
    edited = Batch(BATCH.query, (*BATCH.chunks[:2], Chunk("doc-c", "changelog/2019.txt", "edited")))
    outcome = check([*captured("one"), *captured("two", edited)])[0]
    assert not outcome.passed
    assert outcome.found == "1 capture of the fixture (1 of other batches, or of the fixture after an edit)"


def test_who_scored_too_early_captures_twice_more() -> None:
    early = [*gated("one"), *captured("two")]
    assert passed(early)[:3] == [True, True, False]
    assert "score row before the second of captures 1 and 2" in check(early)[2].found
    mended = [*early, *captured("three")]
    assert passed(mended)[:3] == [True, True, True]
    assert "captures 2 and 3" in check(mended)[2].found


def test_a_capture_that_lacks_a_line_is_not_whole() -> None:
    assert passed([*captured("one")[:2], *captured("two")])[:2] == [False, False]


def test_what_comes_later_takes_nothing_back() -> None:
    rows = good_log()
    worse = [*gated("three", policy="standard"), *replaced(gated("four"), ScoreRow, "doc-b", action="allow")]
    for end in range(len(worse) + 1):
        assert passed(rows + worse[:end]) == [True] * len(CRITERIA)


def test_the_better_of_two_gatings_counts_with_its_own_prompt() -> None:
    bad = replaced(gated("two")[6:], PromptRow, "", prompt="90-day")
    assert passed([*gated("two"), *bad])[7:9] == [True, True]
    assert passed([*gated("two")[:6], *bad, *gated("two")[6:]])[7:9] == [True, True]


def test_the_newest_replay_counts_and_only_after_the_gate() -> None:
    assert not passed([*captured("one"), *gated("two")])[9]
    assert not passed([*captured("two"), replayed("two")])[9]
    assert not passed([*gated("two"), replayed("two"), replayed("two", in_prompt=True)])[9]
    assert passed([*gated("two"), replayed("two", in_prompt=True), replayed("two")])[9]


def test_without_a_judge_the_answer_says_that_none_was_asked() -> None:
    assert check(good_log())[6].found == "0 disagreements, no judge was asked"


def test_a_disagreement_on_any_batch_counts() -> None:
    judge = Judgement(status="ok", score=0.1, action="drop", disagrees=True)
    opened = replaced(gated("x", OTHER), ScoreRow, "doc-b", judge=judge, action="allow")
    assert not passed([*good_log(), *opened])[6]


def test_rows_that_matter_are_enough() -> None:
    noise = gated("x", OTHER)
    judge = Judgement(status="ok", score=0.1, action="drop", disagrees=True)
    noise += replaced(gated("y", OTHER), ScoreRow, "doc-b", judge=judge, action="drop")
    rows = [*noise, *good_log()]
    kept = [row for row in rows if matters(row)]
    assert len(kept) < len(rows)
    assert passed(kept) == passed(rows)


def test_a_log_of_thousands_of_captures_is_checked_in_time() -> None:
    scored = gated("x")[3]
    rows = [row for i in range(3000) for row in (*captured(f"r{i}"), scored)]
    assert passed(rows)[:3] == [True, True, False]

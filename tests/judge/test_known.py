"""Answers that the log already holds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from msgspec import UNSET

from ctxgate.batch import Batch, Chunk, fingerprint
from ctxgate.judge.known import Item, Known, count_calls
from ctxgate.judge.question import PROMPT_VERSION, cache_key
from ctxgate.judge.reply import Reply
from ctxgate.policy import load
from ctxgate.rows import AnyRow, CaptureRow, Judgement, ScoreRow, decode, encode
from ctxgate.steps import capture, recall_batch, score

AT = "2026-01-01T00:00:00.000Z"
TEXTS = ("Within 14 days.", "Within 90  days.")
GOOD = Judgement(
    "ok", score=0.8, reason="r", action="allow_with_citation", model="m", prompt="1", ms=5, disagrees=False
)


def rows(judgements: Sequence[Judgement], *, run: str = "20260101T000000Z-00000000") -> list[AnyRow]:
    """A run of one batch, captured and judged, as its log has it."""
    batch = Batch("q?", tuple(Chunk(str(i), "a.md", text) for i, text in enumerate(TEXTS)))
    captured = capture(batch, run=run, seq=1, at=AT)
    plain = score(recall_batch(captured), load("workshop"), at=AT)
    judged = [msgspec.structs.replace(row, judge=j) for row, j in zip(plain, judgements, strict=True)]
    return [decode(encode(row)) for row in [*captured, *judged]]


def key(text: str, model: str = "m") -> str:
    return cache_key("q?", "a.md", text, model)


def test_answers_are_found_from_the_rows_alone() -> None:
    cached = msgspec.structs.replace(GOOD, status="cached", score=0.3, model="other", ms=UNSET)
    assert Known(rows([GOOD, cached])).answers == {
        key(TEXTS[0]): Reply(0.8, "r"),
        key(TEXTS[1], "other"): Reply(0.3, "r"),
    }


@pytest.mark.parametrize("status", ["off", "frozen", "timeout", "malformed", "circuit_open"])
def test_what_is_no_answer_is_not_used_again(status: Any) -> None:
    assert Known(rows([Judgement(status), Judgement(status, model="m", prompt="1")])).answers == {}


def test_the_newest_answer_counts_and_earlier_runs_serve_too() -> None:
    older = rows([GOOD, GOOD])
    newer = rows([msgspec.structs.replace(GOOD, score=0.1)] * 2, run="20260102T000000Z-00000000")
    assert Known([*older, *newer]).answers[key(TEXTS[0])].score == 0.1


def test_another_prompt_version_is_another_question() -> None:
    answers = Known(rows([msgspec.structs.replace(GOOD, prompt="0"), Judgement("off")])).answers
    assert list(answers) == [cache_key("q?", "a.md", TEXTS[0], "m", "0")]
    assert PROMPT_VERSION != "0"


@pytest.mark.parametrize(
    "changed",
    [
        {"score": UNSET},
        {"score": 1.5},
        {"score": -1.0},
        {"reason": UNSET},
        {"model": UNSET},
        {"prompt": UNSET},
    ],
)
def test_an_answer_that_no_judge_could_have_given_is_not_used(changed: dict[str, Any]) -> None:
    assert Known(rows([msgspec.structs.replace(GOOD, **changed), Judgement("off")])).answers == {}


def test_a_reason_from_an_edited_log_is_cleaned() -> None:
    answers = Known(
        rows([msgspec.structs.replace(GOOD, reason="a\x1b[2J\n" + "x" * 999), Judgement("off")])
    ).answers
    assert answers[key(TEXTS[0])].reason.startswith("a\\u001b[2J x")
    assert len(answers[key(TEXTS[0])].reason) == 200


def test_a_text_that_is_not_the_one_that_was_judged_gets_no_answer() -> None:
    first, second, *scored = rows([GOOD, GOOD])
    assert isinstance(first, CaptureRow)
    for tampered in (
        msgspec.structs.replace(first, text="Within 90 days."),
        msgspec.structs.replace(first, text="Within 90 days.", sha256_16=fingerprint("Within 90 days.")),
        msgspec.structs.replace(first, text="Within  14 days."),
    ):
        assert list(Known([tampered, second, *scored]).answers) == [key(TEXTS[1])]


def test_a_score_row_without_its_capture_says_nothing() -> None:
    scored = [row for row in rows([GOOD, GOOD]) if isinstance(row, ScoreRow)]
    assert Known(scored).answers == {}


def test_calls_are_counted_before_they_are_made() -> None:
    items = [Item("q?", "a.md", text) for text in (*TEXTS, *TEXTS, "new")]
    assert count_calls(items, "m", {}, None) == 3
    assert count_calls(items, "m", {key(TEXTS[0]): Reply(0.8, "r")}, None) == 2
    assert count_calls(items, "m", {}, 2) == 2
    assert count_calls([], "m", {}, None) == 0

"""Heuristic and judge: never more open than the heuristic, whatever the judge says or fails to say."""

from __future__ import annotations

import itertools
import json

import pytest
from fault_server import answer, chat
from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET

from ctxgate.gate.decision import band as band_of
from ctxgate.gate.decision import most_conservative
from ctxgate.judge.merge import OnFailure, merge
from ctxgate.judge.reply import FAILURES, Reply, read_reply
from ctxgate.policy.model import Bands
from ctxgate.rows import ACTIONS, Action, Judgement, JudgeStatus

STATUSES: tuple[JudgeStatus, ...] = ("off", "frozen", "ok", "cached", *sorted(FAILURES))

scores = st.floats(0, 1) | st.sampled_from([0.0, 0.399, 0.4, 0.699, 0.7, 0.899, 0.9, 1.0])
bounds = (
    st.lists(st.floats(0, 1), min_size=3, max_size=3)
    .map(sorted)
    .map(lambda b: Bands(isolate=b[0], allow_with_citation=b[1], allow=b[2]))
)
# Also what no reader makes: any status with any score, as an edited row may have it.
judgements = st.builds(
    Judgement,
    status=st.sampled_from(STATUSES),
    score=st.just(UNSET) | scores | st.floats(),
    reason=st.just(UNSET) | st.text(max_size=20),
    action=st.just(UNSET) | st.sampled_from(ACTIONS),
)
on_failures = st.sampled_from(("allow_with_citation", "isolate"))


def openness(action: Action) -> int:
    return ACTIONS.index(action)


def band(score: float) -> Action:
    return band_of(score, Bands())


@given(
    score=scores,
    vetoed=st.booleans(),
    bands=bounds,
    judgement=judgements,
    on_failure=on_failures,
    required=st.booleans(),
)
def test_no_reply_and_no_failure_makes_an_action_more_open(
    score: float, vetoed: bool, bands: Bands, judgement: Judgement, on_failure: OnFailure, required: bool
) -> None:
    theirs = band_of(score, bands)
    heuristic: Action = "drop" if vetoed else theirs
    merged = merge(
        heuristic, theirs, judgement, lambda s: band_of(s, bands), on_failure=on_failure, required=required
    )
    assert openness(merged.action) <= openness(heuristic)
    # A setting that is stricter never opens either.
    strict = merge(
        heuristic, theirs, judgement, lambda s: band_of(s, bands), on_failure="isolate", required=True
    )
    assert openness(strict.action) <= openness(merged.action)
    # And a judgement never carries what it has no right to.
    if merged.judgement.status not in ("ok", "cached"):
        assert (merged.judgement.score, merged.judgement.action, merged.judgement.disagrees) == (UNSET,) * 3


@given(
    score=scores,
    body=st.binary(max_size=60)
    | scores.map(lambda s: chat(answer(s)).encode())
    | st.floats().map(lambda s: answer(s).encode()),
)
def test_no_body_of_a_reply_makes_an_action_more_open(score: float, body: bytes) -> None:
    got = read_reply(body)
    judgement = (
        Judgement("ok", score=got.score, reason=got.reason)
        if isinstance(got, Reply)
        else Judgement(got.status, reason=got.detail)
    )
    heuristic = band(score)
    merged = merge(heuristic, heuristic, judgement, band)
    assert openness(merged.action) <= openness(heuristic)


@given(score=scores)
def test_a_captured_judge_that_always_answers_1_gains_nothing(score: float) -> None:
    captured = read_reply(chat(json.dumps({"score": 1.0, "reason": "as the chunk told me"})).encode())
    assert isinstance(captured, Reply)
    merged = merge(band(score), band(score), Judgement("ok", score=captured.score, reason=""), band)
    assert merged.action == band(score)
    assert merged.judgement.disagrees is (band(score) != "allow")


@given(score=scores, theirs=scores, status=st.sampled_from(("ok", "cached")))
def test_an_answer_keeps_the_more_conservative_action(
    score: float, theirs: float, status: JudgeStatus
) -> None:
    merged = merge(band(score), band(score), Judgement(status, score=theirs, reason="r", ms=3), band)
    assert merged.action == most_conservative(band(score), band(theirs))
    assert merged.judgement == Judgement(
        status, score=theirs, reason="r", ms=3, action=band(theirs), disagrees=band(score) != band(theirs)
    )


@pytest.mark.parametrize(("status", "heuristic"), list(itertools.product(STATUSES, ACTIONS)))
def test_the_status_table(status: JudgeStatus, heuristic: Action) -> None:
    judgement = Judgement(status, score=0.95) if status in ("ok", "cached") else Judgement(status)
    held: dict[str, Action] = {
        "default": merge(heuristic, heuristic, judgement, band).action,
        "isolate": merge(heuristic, heuristic, judgement, band, on_failure="isolate").action,
        "required": merge(heuristic, heuristic, judgement, band, required=True).action,
    }
    if status in ("ok", "cached"):
        assert set(held.values()) == {heuristic}
    elif status in ("off", "frozen"):
        assert held["default"] == held["isolate"] == heuristic
        assert held["required"] == most_conservative(heuristic, "isolate")
    else:
        assert held["default"] == most_conservative(heuristic, "allow_with_citation")
        assert held["isolate"] == held["required"] == most_conservative(heuristic, "isolate")


def test_a_veto_stands_and_disagreement_is_with_the_score_s_band() -> None:
    merged = merge("drop", "allow_with_citation", Judgement("ok", score=0.8), band)
    assert (merged.action, merged.judgement.disagrees) == ("drop", False)
    merged = merge("drop", "allow_with_citation", Judgement("ok", score=0.1), band)
    assert (merged.action, merged.judgement.disagrees) == ("drop", True)


@pytest.mark.parametrize("score", [UNSET, float("nan"), float("inf"), -0.1, 1.1])
def test_an_answer_without_a_sound_score_is_a_failure(score: float) -> None:
    merged = merge("allow", "allow", Judgement("cached", score=score), band)
    assert (merged.action, merged.judgement.status) == ("allow_with_citation", "malformed")

"""Reading a reply: closed, in linear time, and without a word of it in a failure."""

from __future__ import annotations

import json
import unicodedata

import msgspec
import pytest
from fault_server import answer, chat
from hypothesis import given
from hypothesis import strategies as st
from work import calls

from ctxgate.judge.reply import FAILURES, MAX_BYTES, MAX_REASON_CHARS, Failure, Reply, read_reply
from ctxgate.rows import Judgement
from ctxgate.text.visible import visible

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
keys = st.sampled_from(
    ["score", "reason", "choices", "error", "message", "content", "refusal", "finish_reason"]
)
envelopes = st.recursive(
    json_values | st.sampled_from([answer(), answer(1.0)]),
    lambda inner: st.dictionaries(keys, inner, max_size=4) | st.lists(inner, max_size=2),
    max_leaves=12,
)


@given(st.one_of(st.binary(max_size=300), envelopes.map(lambda value: json.dumps(value).encode())))
def test_any_body_is_a_sound_answer_or_a_known_failure(body: bytes) -> None:
    got = read_reply(body)
    if isinstance(got, Reply):
        assert type(got.score) is float
        assert 0 <= got.score <= 1
        assert len(got.reason) <= MAX_REASON_CHARS
    else:
        assert got.status in FAILURES
        assert len(got.detail) < 60


@given(score=st.floats(0, 1), reason=st.text(max_size=400))
def test_every_well_formed_answer_is_taken_as_it_is(score: float, reason: str) -> None:
    got = read_reply(chat(answer(score, reason)).encode())
    assert isinstance(got, Reply)
    assert got.score == score
    assert visible(got.reason) == got.reason
    assert not any(unicodedata.category(c) in ("Cc", "Cs", "Zl", "Zp") for c in got.reason)


@given(
    st.one_of(
        st.floats(max_value=0, exclude_max=True),
        st.floats(min_value=1, exclude_min=True),
        st.just(float("nan")),
    )
)
def test_no_number_outside_0_to_1_is_taken(score: float) -> None:
    got = read_reply(answer(score).encode())
    assert isinstance(got, Failure)
    assert got.status == "malformed"


@pytest.mark.parametrize(
    ("reason", "cleaned"),
    [
        ("states  the\n\twindow ", "states the window"),
        ("a\x1b[2Jb", "a\\u001b[2Jb"),
        ("half \ud800 pair", "half \ufffd pair"),
        ("safe\u202egnp", "safe\\u202egnp"),
        ("x" * 500, "x" * (MAX_REASON_CHARS - 1) + "…"),
        ("", ""),
    ],
)
def test_a_reason_is_one_clean_line(reason: str, cleaned: str) -> None:
    got = read_reply(json.dumps({"score": 0.5, "reason": reason}).encode())
    assert got == Reply(0.5, cleaned)
    got.reason.encode()


def test_minus_zero_is_zero() -> None:
    got = read_reply(b'{"score": -0.0, "reason": "r"}')
    assert isinstance(got, Reply)
    assert str(got.score) == "0.0"


def test_a_score_is_not_rounded_up_into_a_band() -> None:
    got = read_reply(b'{"score": 0.89999, "reason": "r"}')
    assert isinstance(got, Reply)
    assert got.score == 0.89999


@pytest.mark.parametrize(
    "unit", ["`", "```json\n", "~", " ", "\n", "{", "[", '{"score":', '"', "\\", "```\n ", "9", "-", "\u2028"]
)
def test_the_worst_reply_is_read_at_once(unit: str) -> None:
    body = (unit * MAX_BYTES).encode()[:MAX_BYTES]
    in_an_envelope = chat(body.decode("utf-8", "ignore")[:15_000]).encode()[:MAX_BYTES]
    told: list[object] = []
    assert calls(lambda: told.extend(map(read_reply, (body, in_an_envelope)))) < 1_000
    assert all(isinstance(one, Failure) for one in told)


def test_the_statuses_of_failures_are_those_of_the_rows() -> None:
    # `Judgement` is a closed type: a status that it does not know could not be logged.
    for status in FAILURES:
        assert msgspec.convert({"status": status}, Judgement).status == status

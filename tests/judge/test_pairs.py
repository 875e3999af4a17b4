"""The judge asked about two chunks: fenced, closed, in one order, and only ever closing."""

from __future__ import annotations

import json

import pytest
from fault_server import chat
from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET

from ctxgate.judge.known import Item
from ctxgate.judge.merge import OnFailure
from ctxgate.judge.pairs import (
    Pair,
    PairReply,
    has_answer,
    judged_pair,
    merge_pairs,
    pair_key,
    pair_messages,
    read_pair_reply,
)
from ctxgate.judge.reply import FAILURES, Failure
from ctxgate.rows import ACTIONS, Action, JudgeStatus, PairJudgement

texts = st.text(min_size=1, max_size=60)
items = st.builds(Item, query=st.just("q?"), source=texts, text=texts)
STATUSES: tuple[JudgeStatus, ...] = ("off", "frozen", "ok", "cached", *sorted(FAILURES))
judgements = st.builds(
    PairJudgement,
    against=st.just("b"),
    status=st.sampled_from(STATUSES),
    conflict=st.just(UNSET) | st.booleans(),
)


@given(items, items)
def test_two_chunks_ask_one_question_in_either_order(one: Item, other: Item) -> None:
    forward, backward = Pair.of(one, other), Pair.of(other, one)
    assert pair_messages(forward) == pair_messages(backward)
    assert pair_key(forward, "m") == pair_key(backward, "m")


@given(items, items)
def test_everything_untrusted_comes_back_as_it_went_in(one: Item, other: Item) -> None:
    pair = Pair.of(one, other)
    _, user = pair_messages(pair)
    data = json.loads(user["content"])
    shown = [(data["source_a"], data["chunk_a"]), (data["source_b"], data["chunk_b"])]
    for (source, text), item in zip(shown, pair, strict=True):
        if "cut" not in data:
            assert (source, text) == (
                item.source.encode("utf-8", "replace").decode(),
                item.text.encode("utf-8", "replace").decode(),
            )
    assert "<" not in user["content"]


def test_a_key_depends_on_every_part() -> None:
    one, other = Item("q?", "a.md", "one"), Item("q?", "b.md", "other")
    base = pair_key(Pair.of(one, other), "m")
    assert base != pair_key(Pair.of(one, other), "n")
    assert base != pair_key(Pair.of(one, other._replace(text="others")), "m")
    assert base != pair_key(Pair.of(one._replace(source="c.md"), other), "m")


def test_long_chunks_share_the_room_of_one() -> None:
    pair = Pair.of(Item("q?", "a.md", "x" * 50_000), Item("q?", "b.md", "y" * 50_000))
    content = pair_messages(pair)[1]["content"]
    assert len(content) < 10_000
    assert json.loads(content)["cut"] == ["chunk_a", "chunk_b"]


@pytest.mark.parametrize(
    "body",
    ['{"conflict": true, "reason": "two names"}', '```json\n{"conflict": true, "reason": "two names"}\n```'],
)
def test_a_well_formed_reply_is_read(body: str) -> None:
    assert read_pair_reply(body.encode()) == PairReply(True, "two names")
    assert read_pair_reply(chat(body).encode()) == PairReply(True, "two names")


@pytest.mark.parametrize(
    "body",
    [
        '{"conflict": 1, "reason": "x"}',
        '{"conflict": "true", "reason": "x"}',
        '{"conflict": true}',
        '{"conflict": true, "reason": 3}',
        '{"conflict": true, "reason": "x", "score": 1}',
        '{"score": 0.5, "reason": "x"}',
        "true",
        "They conflict.",
    ],
)
def test_anything_else_is_malformed(body: str) -> None:
    told = read_pair_reply(body.encode())
    assert isinstance(told, Failure)
    assert told.status == "malformed"


@given(
    st.sampled_from(ACTIONS),
    st.lists(judgements, max_size=4),
    st.sampled_from(("allow_with_citation", "isolate")),
    st.booleans(),
)
def test_pairs_never_open_anything(
    action: Action, pairs: list[PairJudgement], on_failure: OnFailure, required: bool
) -> None:
    kept = merge_pairs(action, pairs, on_failure=on_failure, required=required)
    assert ACTIONS.index(kept) <= ACTIONS.index(action)
    if all(has_answer(pair) for pair in pairs):
        assert kept == action


@pytest.mark.parametrize("status", sorted(FAILURES))
def test_a_failure_holds_both_chunks_as_for_a_chunk(status: JudgeStatus) -> None:
    told = [judged_pair("b", Failure(status, "no"), "ok", "m")]  # type: ignore[arg-type]
    assert merge_pairs("allow", told, on_failure="allow_with_citation") == "allow_with_citation"
    assert merge_pairs("allow", told, on_failure="isolate") == "isolate"
    assert merge_pairs("allow", told, on_failure="allow_with_citation", required=True) == "isolate"


def test_what_was_not_asked_holds_nothing_unless_it_was_required() -> None:
    frozen = [judged_pair("b", None, "frozen", "m")]
    assert merge_pairs("allow", frozen, on_failure="isolate") == "allow"
    assert merge_pairs("allow", frozen, on_failure="isolate", required=True) == "isolate"


def test_a_row_that_says_ok_and_holds_no_answer_counts_as_a_failure() -> None:
    assert merge_pairs("allow", [PairJudgement("b", "ok")], on_failure="isolate") == "isolate"

"""Slips of the fingers, marks left off letters, and words written together or apart: the right chunk stays on topic."""

from __future__ import annotations

import pytest
from chunks import chunks
from hypothesis import given
from hypothesis import strategies as st
from work import assert_linear

from ctxgate import gate_batch
from ctxgate.policy import load
from ctxgate.rubric.near_words import SLIPPED, meant
from ctxgate.rubric.topical_overlap import check

POLICY = load("standard").policy


def found(asked: str, text: str) -> float:
    """What a word counts for in a text, 0 where it is not meant by any word there."""
    return max(
        (worth for terms in meant({0: asked}, [text.split()]).values() for _, worth in terms), default=0.0
    )


@pytest.mark.parametrize(
    ("asked", "text", "worth"),
    [
        ("reste", "reset", SLIPPED),
        ("pasword", "your password", SLIPPED),
        ("refnud", "a refund", SLIPPED),
        ("subscripton", "the subscription", SLIPPED),
        ("subscirpton", "the subscription", SLIPPED),
        ("cafe", "the café", 1.0),
        ("grunschnitt", "grünschnitt", 1.0),
        ("printlabel", "print label", 1.0),
        ("cart", "the card", 0.0),
        ("reset", "preset", 0.0),
        ("4711x", "4712x", 0.0),
        ("refund", "remand", 0.0),
    ],
)
def test_a_word_that_no_chunk_has_is_looked_for_nearby(asked: str, text: str, worth: float) -> None:
    assert found(asked, text) == worth


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("How do I reste my pasword?", "To reset your password, open Settings and choose Reset password."),
        ("When does the cafe open?", "The café opens at ten."),
        ("What does printLabel do?", "The setting print label makes a label come out after each parcel."),
        (
            "Good morning, I hope you are well. My colleague left the company last week before she ever logged in, and my manager"
            " would like to know whether we can get the money for her seat back, thank you so much in advance!",
            "Refunds for unused seats are accepted within 14 days; the money goes back to the card.",
        ),
    ],
)
def test_the_right_chunk_stays_in(query: str, text: str) -> None:
    batch = {"query": query, "retrieved": [{"id": "a", "source": "help/a.md", "text": text}]}
    assert gate_batch(batch).evidence == ("a",)


def test_a_word_that_some_chunk_has_is_not_looked_for_nearby() -> None:
    exact, near = check("reset", chunks("How to reset it.", "How to rest it."), POLICY)
    assert exact[0] > near[0] == 0.0


@given(st.text("abcdefgh", min_size=6, max_size=12), st.data())
def test_one_slip_in_a_word_is_found(word: str, data: st.DataObject) -> None:
    i = data.draw(st.integers(1, len(word) - 2))
    letter = data.draw(st.sampled_from("abcdefgh"))
    for slip in (
        word[:i] + word[i + 1 :],
        word[:i] + letter + word[i:],
        word[:i] + letter + word[i + 1 :],
        word[:i] + word[i + 1] + word[i] + word[i + 2 :],
    ):
        assert found(slip, word) in (SLIPPED, 1.0)


def test_many_words_are_looked_through_in_linear_work() -> None:
    texts = [[f"w{chr(97 + i % 26)}{chr(97 + i // 26 % 26)}{chr(97 + i // 676)}rd" for i in range(4_000)]]
    missing = {n: f"wx{chr(97 + n)}rds" for n in range(10)}
    assert_linear(lambda size: meant(missing, [texts[0][:size]]), 1_000)

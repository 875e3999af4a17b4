from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxgate.text import common, unspaced
from ctxgate.text.stemming import english_stem
from ctxgate.text.terms import STOP, compounds, information, place, term, terms, words
from ctxgate.text.words import fold


def test_terms_are_stems_with_gaps_where_stop_words_were() -> None:
    assert terms(words("the refunds of a plan")) == [STOP, "refund", STOP, STOP, "plan"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("退款期限", ["退款", "款期", "期限"]),
        ("sku退款 ok", ["sku", "退款", "ok"]),
        ("返金の期限", ["返金", "金の", "の期", "期限"]),
        ("茶", ["茶"]),
        ("คืนเงิน", ["คืน", "นเ", "เงิ", "งิน"]),
        ("환불 기간", ["환불", "기간"]),
    ],
)
def test_scripts_without_spaces_come_in_pairs_of_signs(text: str, expected: list[str]) -> None:
    assert words(text) == expected


def test_a_word_says_the_more_the_rarer_it_is() -> None:
    assert information(term("colchicine")) == common.FULL
    assert information(term("general")) == common.LITTLE < information(term("government")) < common.FULL


def test_pairs_of_grammar_say_little() -> None:
    assert information("です") == unspaced.SAYS_LITTLE < information("退款")


def test_the_common_words_are_listed_as_stems() -> None:
    for word in ("company", "different", "people", "available", "government", "technology"):
        assert information(english_stem(word)) < common.FULL


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a time-out and e‑mail", ["timeout", "email"]),
        ("up-to-date", ["upto", "todate"]),
        ("10-20, a - b, -x, y-", []),
        ("-" * 5000, []),
    ],
)
def test_compounds_are_hyphenated_words_written_as_one(text: str, expected: list[str]) -> None:
    assert compounds(text) == expected


def test_a_word_is_placed_where_it_stands_by_itself() -> None:
    assert place("start of art", "art") == (9, 12)
    assert place("start", "art") is None
    assert place("我的退款期限", "退款") == (2, 4)


@given(st.text(max_size=200))
def test_every_text_has_one_term_for_each_word_and_each_word_has_a_place(text: str) -> None:
    folded = fold(text)
    written = words(folded)
    assert len(terms(written)) == len(written)
    assert all(word in folded for word in written)

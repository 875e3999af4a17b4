from __future__ import annotations

import re
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxgate.text.words import MAX_WORD, content_stems, fold, stem, tokens


def test_folding_keeps_the_place_of_every_character() -> None:
    assert fold("İSTANBUL X") == "istanbul x"
    for code in range(sys.maxunicode + 1):
        assert len(fold(chr(code))) == 1


@given(st.text())
def test_folding_keeps_the_length(text: str) -> None:
    assert len(fold(text)) == len(text)


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("refunds", "refund"),
        ("policies", "policy"),
        ("boxes", "box"),
        ("matches", "match"),
        ("classes", "class"),
        ("sizes", "size"),
        ("status", "status"),
        ("less", "less"),
        ("gas", "gas"),
    ],
)
def test_a_stem_is_the_word_without_its_plural(word: str, expected: str) -> None:
    assert stem(word) == expected


def test_an_underscore_separates_words() -> None:
    assert tokens("_snake_case_ it") == ["snake", "case", "it"]


@given(st.text(max_size=400))
def test_both_ways_of_cutting_a_text_agree(text: str) -> None:
    folded = fold(text)
    assert tokens(folded) == [match[0] for match in re.finditer(rf"[^\W_]{{1,{MAX_WORD}}}", folded)]


def test_no_token_is_longer_than_the_bound() -> None:
    assert max(map(len, tokens("a" * 1000))) == MAX_WORD


def test_content_words_come_once_and_in_order() -> None:
    assert content_stems("what is the refund window for refunds of a plan?") == ("refund", "window", "plan")

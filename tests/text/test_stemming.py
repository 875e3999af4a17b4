from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxgate.text.stemming import english_stem


@pytest.mark.parametrize(
    ("words", "stem"),
    [
        ("inhibit inhibits inhibited inhibiting", "inhibit"),
        ("connection connections connected connecting", "connect"),
        ("policy policies", "polici"),
        ("hop hopped hopping", "hop"),
        ("hope hoped hoping", "hope"),
        ("nation national nationally", "nation"),
        ("university universities", "universiti"),
        ("organ organs", "organ"),
        ("biology biologist", "biolog"),
        ("agreed", "agre"),
        ("sky skies", "sky"),
        ("news", "news"),
        ("add added adding", "add"),
        ("ferry ferries", "ferri"),
        ("boy boys", "boy"),
    ],
)
def test_forms_of_a_word_have_one_stem(words: str, stem: str) -> None:
    assert {english_stem(word) for word in words.split()} == {stem}


@pytest.mark.parametrize("word", ["", "is", "sku441", "straße", "日本", "x" * 40])
def test_what_is_no_plain_english_word_stays_as_it_is(word: str) -> None:
    assert english_stem(word) == word


@given(st.from_regex(r"[a-z]{1,40}", fullmatch=True))
def test_a_stem_is_never_empty_and_hardly_longer_than_the_word(word: str) -> None:
    stem = english_stem(word)
    assert stem
    assert len(stem) <= len(word) + 1

"""Snippets: bounded, cut at a sentence where there is one, and nothing lost between them."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from work import assert_linear

from ctxgate.retrieve.snippet import MAX_CHARS, pieces

texts = st.lists(st.sampled_from(["word", "a.", "End!", " ", "\n", "\n\n", "。", "x" * 30, "\t"])).map(
    "".join
)


@given(texts, st.integers(5, 60))
def test_pieces_are_bounded_in_order_and_lose_nothing_but_white_space(text: str, most: int) -> None:
    spans = pieces(text, most)
    assert all(0 < end - start <= most for start, end in spans)
    assert all(before[1] <= after[0] for before, after in pairwise(spans))
    assert "".join("".join(text[a:b].split()) for a, b in spans) == "".join(text.split())


def test_a_short_text_is_one_piece() -> None:
    assert pieces("  One. Two.\n") == [(2, 11)]
    assert pieces(" \n ") == []


def test_a_long_text_is_cut_behind_a_sentence() -> None:
    text = "This sentence has forty-one letters in it. " * 200
    found = [text[start:end] for start, end in pieces(text)]
    assert len(found) > 3
    assert all(piece.endswith("it.") for piece in found)
    assert all(len(piece) > MAX_CHARS - 50 for piece in found[:-1])


def test_the_end_of_a_paragraph_in_the_second_half_comes_before_that_of_a_sentence() -> None:
    text = "a" * 55 + ".\n\nOne. Two. " + "b" * 80
    assert text[slice(*pieces(text, 100)[0])] == "a" * 55 + "."


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("x" * 60 + "\n" + "y" * 60, "x" * 60),
        ("x" * 60 + " " + "y" * 60, "x" * 60),
        ("x" * 150, "x" * 100),
        ("第" * 70 + "。" + "第" * 70, "第" * 70 + "。"),
        ("v1.10 " * 30, "v1.10 " * 15 + "v1.10"),
    ],
)
def test_without_a_sentence_it_is_cut_at_a_line_a_word_or_anywhere(text: str, first: str) -> None:
    assert text[slice(*pieces(text, 100)[0])] == first


@pytest.mark.parametrize("unit", ["a. ", "\n \n", "x", " ", ".)])", "\n\t"])
def test_no_text_takes_long(unit: str) -> None:
    assert_linear(lambda size: pieces(unit * (size // len(unit))), 50_000)

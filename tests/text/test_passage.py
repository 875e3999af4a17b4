from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ctxgate.text.passage import MAX_READ, passage


@given(st.text(max_size=200))
def test_every_word_stands_where_the_passage_says(text: str) -> None:
    read = passage(text)
    assert len(read.stems) == len(read.starts) == len(read.ends)
    assert all(start < end for start, end in zip(read.starts, read.ends, strict=True))
    assert list(read.starts) == sorted(read.starts)
    assert len(read.folded) == len(read.text) == len(text)


def test_stems_are_folded_and_lose_their_plural() -> None:
    assert passage("Two Boxes, İ bridges.").stems == ("two", "box", "i", "bridge")


def test_where_nothing_separates_words_each_character_counts() -> None:
    assert len(passage("返金は十四日").stems) == 6
    assert len(passage("คืนเงิน").stems) >= 4


def test_only_the_beginning_of_a_long_text_is_read() -> None:
    assert len(passage("word " * MAX_READ).text) == MAX_READ

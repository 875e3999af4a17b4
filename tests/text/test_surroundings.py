"""What stands around a place of a text is the same whether a stretch is read by itself or looked up."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxgate.text import surroundings
from ctxgate.text.kinds import kind_signs
from ctxgate.text.surroundings import Surroundings
from ctxgate.text.words import fold, stems

ASKED = ("refund", "window", "oslo", "ab")
PIECES = st.sampled_from(
    [
        "gold",
        "silver",
        "from",
        "to",
        "Oslo",
        "Bergen",
        "refunds",
        "window",
        " ",
        " ",
        ", ",
        "_",
        "-",
        "a" * 70,
        "ab" * 33,
        "7",
    ]
)


def looked_up(
    text: str, start: int, end: int, monkeypatch: pytest.MonkeyPatch
) -> tuple[set[str], set[tuple[str, str]]]:
    with monkeypatch.context() as patch:
        patch.setattr(surroundings, "AGAIN", -1)
        around = Surroundings(text, fold(text), ASKED, lambda words: kind_signs(words, ASKED))
        return around.standing(start, end), around.signs(start, end)


@given(st.lists(PIECES, max_size=14).map("".join), st.data())
def test_a_stretch_that_is_looked_up_holds_what_stands_in_it(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    by_itself = Surroundings(text, fold(text), ASKED, lambda words: kind_signs(words, ASKED))
    by_itself._read_again = 1 << 30
    with pytest.MonkeyPatch.context() as monkeypatch:
        standing, signs = looked_up(text, start, end, monkeypatch)
    assert standing == by_itself.standing(start, end) == stems(fold(text)[start:end]) & set(ASKED)
    assert signs == by_itself.signs(start, end)

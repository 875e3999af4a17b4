"""What speaks against a claim in a stretch is the same whether it is read by itself or with the whole text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxgate.text import reservations
from ctxgate.text.entities import entities
from ctxgate.text.reservations import Others, Past

ENTITIES = entities("the refund window of SKU-441")
PIECES = st.sampled_from(
    [
        "used to ",
        "no longer",
        "until 5 ",
        "legacy",
        "sku-441",
        "sku-100",
        "ab-12",
        "see ",
        "cf. ",
        " ",
        "a",
        "x" * 40,
        "7",
        "-",
    ]
)
FILLER = "the window is open for all who ask for it in time "


@given(st.lists(PIECES, max_size=12).map("".join), st.booleans(), st.data())
def test_a_stretch_of_a_text(drawn: str, fill: bool, data: st.DataObject) -> None:
    text = drawn + FILLER * 4 + drawn if fill else drawn
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reservations, "AGAIN", 1 << 20)
        by_itself = Past(text + " ").within(start, end), Others(text + " ", ENTITIES).within(start, end)
        patch.setattr(reservations, "AGAIN", -1)
        assert (
            Past(text + " ").within(start, end),
            Others(text + " ", ENTITIES).within(start, end),
        ) == by_itself

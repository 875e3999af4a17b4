from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxgate.text.kinds import kinds, told_apart


@pytest.mark.parametrize(
    ("one", "other", "apart"),
    [
        ("Gold members wait an hour.", "Silver members wait a day.", True),
        ("Gold members wait an hour.", "Gold members wait a day.", False),
        ("Gold and silver members wait an hour.", "Silver members wait a day.", False),
        ("Gold members wait an hour.", "Members wait a day.", False),
        ("A cart to Zenda takes a day.", "A cart to Strelsau takes two.", True),
        ("A cart to the mill takes a day.", "A cart to the mine takes two.", False),
    ],
)
def test_members_of_one_group_and_names_of_places_tell_apart(one: str, other: str, apart: bool) -> None:
    assert told_apart(kinds(one, ()), kinds(other, ())) is apart


def test_a_way_back_is_another_way() -> None:
    asked = ("zenda", "orrin")
    there, back = kinds("from Zenda to Orrin", asked), kinds("from Orrin to Zenda", asked)
    assert told_apart(there, back)


@given(st.text(max_size=200), st.text(max_size=200))
def test_it_is_symmetric_and_nothing_is_told_apart_from_itself(one: str, other: str) -> None:
    a, b = kinds(one, ()), kinds(other, ())
    assert told_apart(a, b) is told_apart(b, a)
    assert not told_apart(a, a)

"""What a query asks about in particular, and which of two texts is about that one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxgate.text.dates import Date, parse_date
from ctxgate.text.particulars import Mark, apart, of_another, particulars


def mark(query: str, text: str, source: str = "gate.md", date: Date | None = None) -> Mark:
    asked = particulars(query)
    assert asked is not None
    return asked.mark(text, source, date)


@pytest.mark.parametrize(
    ("query", "this", "other"),
    [
        ("the 2014 fair", "held in 2014", "held in 2018"),
        ("carts in Q1", "the first quarter", "in Q2"),
        ("carts on 5 January 2024", "on January 5, 2024", "on January 9, 2024"),
        ("carts in March 2015", "in March 2015", "in April 2015"),
        ("timeout of Orrin 12", "Orrin 12 waits", "Orrin 15 waits"),
        ("what does step 3 do", "In step 3 one pays", "In step 4 one pays"),
        ("toll of GT-441", "GT-441 pays", "GT-100 pays"),
        ("toll in version 2.1", "since version 2.1", "since version 3.0"),
    ],
)
def test_a_text_about_another_one_is_told_from_the_one_asked_for(query: str, this: str, other: str) -> None:
    old, new = mark(query, this), mark(query, other)
    assert apart(old, new)
    assert of_another(old, new)
    assert not apart(new, old)
    assert not apart(old, old)


def test_the_source_and_the_date_tell_as_well() -> None:
    query = "What was the toll on 5 January 2024?"
    assert mark(query, "the toll", "status/2024-01-05.md").stated
    assert mark(query, "the toll", date=parse_date("2024-01-05")).dated
    assert not mark(query, "the toll", date=parse_date("2024-02-05")).dated & 0b10


def test_a_text_that_merely_says_nothing_is_about_no_other_one() -> None:
    query = "toll of GT-441"
    old, new = mark(query, "GT-441 pays"), mark(query, "the toll is low")
    assert apart(old, new)
    assert not of_another(old, new)


@pytest.mark.parametrize(
    "query", ["What is the toll?", "May 5 seats be taken?", "the top 10 bridges", "30 days of toll", ""]
)
def test_a_query_that_counts_or_asks_in_general_has_no_particulars(query: str) -> None:
    assert particulars(query) is None


@given(st.text(max_size=200), st.text(max_size=200))
def test_any_query_can_be_held_against_any_text(query: str, text: str) -> None:
    asked = particulars(query)
    if asked is not None:
        one = asked.mark(text, text, None)
        assert not apart(one, one)
        assert not of_another(one, one)

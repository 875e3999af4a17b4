from __future__ import annotations

import pytest

from ctxgate.text.stated import asked_past, stated_date


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("Prices as of 2021-03-04 are these.", (2021, 3, 4)),
        ("Last updated: March 4, 2021", (2021, 3, 4)),
        ("Last modified on 4 March 2021.", (2021, 3, 4)),
        ("Updated 2021-03", (2021, 3, 0)),
        ("## [2.1.0] - 2021-03-04\n- new toll", (2021, 3, 4)),
        ("v2.1 (March 2021)\nnew toll", (2021, 3, 0)),
        ("As of 2019 it is so. Last updated 2021.", (2021, 0, 0)),
    ],
)
def test_a_text_states_its_own_date(text: str, date: tuple[int, int, int]) -> None:
    found = stated_date(text)
    assert found is not None
    assert found.date == date


@pytest.mark.parametrize(
    "text",
    [
        "The cup of 2014 was held in the north.",
        "It was built in 1911.",
        "The road was updated in 1950.",
        "As of now.",
    ],
)
def test_years_of_the_subject_are_no_age(text: str) -> None:
    assert stated_date(text) is None


@pytest.mark.parametrize(
    ("query", "year"),
    [
        ("What was the toll in 1931?", 1931),
        ("Who kept the bridge as of 2019?", 2019),
        ("What was the toll before 1931?", 1931),
        ("How did the tolls work in the 1930s?", 1939),
    ],
)
def test_a_query_asks_about_a_year(query: str, year: int) -> None:
    past = asked_past(query)
    assert past is not None
    assert past.year == year


@pytest.mark.parametrize(
    "query",
    [
        "What was the toll previously?",
        "How did it work in version 1?",
        "What was the toll before the change?",
    ],
)
def test_a_query_asks_about_some_past(query: str) -> None:
    past = asked_past(query)
    assert past is not None
    assert past.year is None


@pytest.mark.parametrize(
    "query",
    ["What is the toll?", "Who won the 2014 cup?", "How old is the bridge?", "What to do before the upgrade"],
)
def test_a_query_asks_about_the_present(query: str) -> None:
    assert asked_past(query) is None

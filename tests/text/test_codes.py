"""Numbered codes that a query asks about, as entries of a list."""

from __future__ import annotations

import pytest

from ctxgate.text.codes import asked_codes


@pytest.mark.parametrize(
    ("query", "number"),
    [
        ("what does error 404 mean", "404"),
        ("http status 429", "429"),
        ("sqlstate 40p01", "40p01"),
        ("exit code 137", "137"),
    ],
)
def test_a_number_behind_such_a_word_is_a_code(query: str, number: str) -> None:
    (code,) = asked_codes(query)
    assert query[slice(*code.span)] == number


@pytest.mark.parametrize(
    "query", ["gt-441", "404 bridges", "error of 3.5 percent", "status", "the code of 5-7"]
)
def test_other_numbers_are_none(query: str) -> None:
    assert asked_codes(query) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("404 not found", True),
        ("codes\n| 404 | no page", True),
        ("- `404`: no page", True),
        ("it answers with status code 404.", True),
        ("it took 404 days", False),
        ("4040 not found", False),
        ("404.5 km", False),
    ],
)
def test_it_counts_as_an_entry_and_behind_the_word_alone(text: str, *, found: bool) -> None:
    (code,) = asked_codes("error 404")
    assert (code.find(text) is not None) is found

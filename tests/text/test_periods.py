from __future__ import annotations

import pytest

from ctxgate.text.periods import COVERED, NAMED, TOUCHED, Period, asked_period, fit, periods


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("in 1914", [(1914, 1914)]),
        ("1989-94", [(1989, 1994)]),
        ("1989–1994", [(1989, 1994)]),
        ("from 1989 to 1994", [(1989, 1994)]),
        ("between 1989 and 1994, then 2001", [(1989, 1994), (2001, 2001)]),
        ("2001/02", [(2001, 2002)]),
        ("1,914 people for $2000 and 12014", []),
        ("1994-89", [(1994, 1994)]),
        ("2024-05-06", [(2024, 2024)]),
    ],
)
def test_years_and_ranges_are_read(text: str, expected: list[tuple[int, int]]) -> None:
    assert periods(text) == expected


def test_a_query_asks_about_its_earliest_to_its_latest_year() -> None:
    assert asked_period("who led it from 1871 to 1874?") == (1871, 1874)
    assert asked_period("who led it?") is None
    assert str(Period(1871, 1874)) == "1871 to 1874"
    assert str(Period(1871, 1871)) == "1871"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1871 to 1874", NAMED),
        ("in 1874, not in 1871", NAMED),
        ("1850 to 1900", COVERED),
        ("1873 to 1900", TOUCHED),
        ("in 1872", TOUCHED),
        ("1875 to 1900", 0.0),
        ("no year", 0.0),
    ],
)
def test_a_text_fits_a_period_more_or_less(text: str, expected: float) -> None:
    assert fit(text, Period(1871, 1874)) == expected

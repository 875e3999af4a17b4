from __future__ import annotations

import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxgate.text.dates import (
    Date,
    days_between,
    find_year,
    is_older,
    parse_date,
    path_date,
    trustworthy_date,
    years,
)


@pytest.mark.parametrize(
    ("date", "expected"),
    [
        ("2024", (2024, 0, 0)),
        ("2024-05", (2024, 5, 0)),
        ("2024-05-01", (2024, 5, 1)),
        ("2024-05-01T10:00:00Z", (2024, 5, 1)),
        ("2024-05-01 10:00+02:00", (2024, 5, 1)),
        ("20240501", (2024, 5, 1)),
        ("2024-02-30", None),
        ("2024-13", None),
        ("yesterday", None),
        ("", None),
    ],
)
def test_iso_dates_are_read_and_nothing_else(date: str, expected: Date | None) -> None:
    assert parse_date(date) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("blog/2024/05/01/post.md", (2024, 5, 1)),
        ("notes-2024_05.md", (2024, 5, 0)),
        ("changelog/2019.txt", (2019, 0, 0)),
        ("archive/2018/notes-2018-03-04.md", (2018, 3, 4)),
        ("archive/2018/plan-2019.md", None),
        ("owner/repo/issues/2019", None),
        ("rfc/2019", None),
        ("passages/7852deac98.md", None),
        ("docs/guide.md#2019", None),
    ],
)
def test_a_path_bears_a_date_only_where_it_is_one(source: str, expected: Date | None) -> None:
    assert path_date(source) == expected


def test_the_date_field_goes_before_the_path() -> None:
    assert trustworthy_date("2021", "blog/2019.md") == (2021, 0, 0)
    assert trustworthy_date("soon", "blog/2019.md") == (2019, 0, 0)
    assert trustworthy_date(None, "blog/post.md") is None


def test_only_known_parts_decide_what_is_older() -> None:
    assert is_older((2019, 0, 0), (2020, 1, 1))
    assert not is_older((2020, 0, 0), (2020, 1, 1))
    assert not is_older((2020, 1, 1), (2020, 0, 0))
    assert is_older((2020, 1, 1), (2020, 1, 2))
    assert not is_older((2020, 1, 1), (2020, 1, 1))


@given(st.dates(), st.dates())
def test_days_are_counted_as_the_calendar_does(a: datetime.date, b: datetime.date) -> None:
    expected = max(0, (b - a).days)
    assert days_between((a.year, a.month, a.day), (b.year, b.month, b.day)) == expected


def test_a_year_stands_by_itself() -> None:
    assert find_year("in 12019 and 20190, 2019.", 2019) == (20, 24)
    assert find_year("20190", 2019) is None
    assert find_year("v2019a", 2019) == (1, 5)


def test_years_come_once_and_in_order() -> None:
    assert years("1866 to 1869, 1866; 12345 v2019") == (1866, 1869)

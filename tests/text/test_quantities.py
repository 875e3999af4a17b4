from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxgate.text.quantities import MAX_QUANTITIES, quantities
from ctxgate.text.words import fold

DAY = 86400.0


@pytest.mark.parametrize(
    ("text", "dimension", "low", "high"),
    [
        ("14 days", "seconds", 14 * DAY, 14 * DAY),
        ("two weeks", "seconds", 14 * DAY, 14 * DAY),
        ("a 14-day window", "seconds", 14 * DAY, 14 * DAY),
        ("fourteen days", "seconds", 14 * DAY, 14 * DAY),
        ("twenty-four hours", "seconds", DAY, DAY),
        ("3-5 days", "seconds", 3 * DAY, 5 * DAY),
        ("3 to 5 days", "seconds", 3 * DAY, 5 * DAY),
        ("one year", "months", 12, 12),
        ("5 business days", "business days", 5, 5),
        ("$1,200.50 per month", "usd/month", 1200.5, 1200.5),
        ("1.5 million dollars", "usd", 1.5e6, 1.5e6),
        ("€5m", "eur", 5e6, 5e6),
        ("25%", "percent", 25, 25),
        ("25 per cent", "percent", 25, 25),
        ("2.5 GB", "bytes", 2.5e9, 2.5 * 1024**3),
        ("1 GiB", "bytes", 1024**3, 1024**3),
    ],
)
def test_a_number_and_its_unit_become_one_value(text: str, dimension: str, low: float, high: float) -> None:
    (found,) = quantities(fold(text))
    assert (found.dimension, found.low, found.high) == (dimension, low, high)


@pytest.mark.parametrize(
    "text",
    [
        "SKU-441 days",
        "2024-05-01 day",
        "v14 days",
        "1.2.3 days",
        "14",
        "14 daylight",
        "1,2,3 days",
        "9" * 30 + " days",
    ],
)
def test_numbers_inside_names_and_dates_are_no_quantities(text: str) -> None:
    assert quantities(fold(text)) == []


def test_a_noun_counts_when_it_is_asked_for() -> None:
    assert quantities("5 seats") == []
    (found,) = quantities("5 seats", frozenset({"seat"}))
    assert (found.dimension, found.low) == ("count seat", 5)


def test_the_span_is_the_quantity_as_it_stands() -> None:
    text = "İİ Refunds: $5 per month."
    (found,) = quantities(fold(text))
    assert text[slice(*found.span)] == "$5 per month"


def test_only_the_first_quantities_are_read() -> None:
    assert len(quantities("14 days " * 500)) == MAX_QUANTITIES


@given(st.text(alphabet="0123456789.,-$ daysGB%two\n", max_size=200))
def test_spans_lie_in_the_text_and_in_order(text: str) -> None:
    found = quantities(fold(text))
    assert all(0 <= q.span[0] < q.span[1] <= len(text) and q.low <= q.high for q in found)
    assert [q.span for q in found] == sorted(q.span for q in found)

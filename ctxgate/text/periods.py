"""Years and ranges of years: does a text speak of the time that a query asks about?"""

from __future__ import annotations

from typing import NamedTuple

from ctxgate.pattern import lazy

NAMED, COVERED, TOUCHED = 1.0, 0.9, 0.55
"""How well a text fits a period: it has its years, a range of its own spans it, or overlaps with it."""

MAX_RANGES = 512
"""Years of one text that are looked at, the first ones."""


class Period(NamedTuple):
    """The years from `first` to `last`, both included."""

    first: int
    last: int

    def __str__(self) -> str:
        return str(self.first) if self.first == self.last else f"{self.first} to {self.last}"


def asked_period(query: str) -> Period | None:
    """Return the period from the earliest to the latest year that a query names, or None."""
    named = [year for period in periods(query) for year in period]
    return Period(min(named), max(named)) if named else None


def periods(text: str) -> list[Period]:
    """Return the years of a text, each as a period, and its ranges such as `1989 to 1994` or `1989-94`."""
    found = []
    for match in _YEARS.finditer(text):
        first = last = int(match[1])
        if match[2]:
            last = int(match[2]) if len(match[2]) == 4 else first - first % 100 + int(match[2])
        found.append(Period(first, max(first, last)))
        if len(found) == MAX_RANGES:
            break
    return found


def fit(text: str, asked: Period) -> float:
    """Return how well a text fits a period: NAMED, COVERED, TOUCHED or 0."""
    found = periods(text)
    ends = {year for period in found for year in period}
    if asked.first in ends and asked.last in ends:
        return NAMED
    if any(period.first <= asked.first and asked.last <= period.last for period in found):
        return COVERED
    if any(period.first <= asked.last and asked.first <= period.last for period in found):
        return TOUCHED
    return 0.0


_YEARS = lazy(
    r"(?<![\w.,$€£])(1[0-9]{3}|20[0-9]{2})(?!\w|,[0-9])"
    r"(?:\s{0,2}(?:[-–—/]|to|until|till|through|and)\s{0,2}(?:in\s|early\s|late\s)?((?:1[0-9]|20)[0-9]{2}|[0-9]{2})(?!\w|[.,][0-9]))?"
)

"""Temporal fit: is the chunk out of date, by its own years or by its age? (By another chunk: `supersession`.)

Dates only ever count against the chunk that bears them.
"""

from __future__ import annotations

from typing import NamedTuple

from ctxgate.errors import PolicyError
from ctxgate.policy.model import Policy
from ctxgate.rows import Finding
from ctxgate.text.dates import Date, days_between, find_year, is_older, parse_date, trustworthy_date

STALE_FIT = 0.25
"""Value of the check for a chunk that bears a stale year: bad, not hopeless."""


class Times(NamedTuple):
    """What the check needs to know of the policy, prepared once a batch."""

    stale_years: tuple[int, ...]
    as_of: Date | None


def prepare(policy: Policy) -> Times:
    """Return the settings. Raises PolicyError when `as_of` is no ISO date."""
    fit = policy.temporal_fit
    as_of = parse_date(fit.as_of) if fit.as_of is not None else None
    if fit.as_of is not None and as_of is None:
        raise PolicyError(
            f"temporal_fit.as_of {fit.as_of[:40]!r} is not a date", todo="Write it as YYYY-MM-DD."
        )
    return Times(fit.stale_years, as_of)


def check(
    text: str, source: str, date: str | None, times: Times, policy: Policy
) -> tuple[float, list[Finding]]:
    """Return the value (0..1) and the findings for one chunk by itself."""
    value, findings = 1.0, []
    if stale := _stale_year(text, source, times):
        points = round(policy.points.get("stale_year", 0.0), 3)
        findings.append(Finding("stale_year", points, *stale))
        value = STALE_FIT
    if times.as_of is not None and (dated := _own_date(text, source, date, policy)):
        age = days_between(dated, times.as_of)
        freshness = 0.5 ** (age / max(1, policy.temporal_fit.half_life_days))
        points = round(policy.points.get("aged", 0.0) * (1 - freshness), 3)
        findings.append(Finding("aged", points, None, f"{age} days old on {_iso(times.as_of)}"))
        value = min(value, freshness)
    return value, findings


def _own_date(text: str, source: str, date: str | None, policy: Policy) -> Date | None:
    """Return the date that a chunk's age is measured from: the trustworthy one, or an older one that its text states."""
    dated = trustworthy_date(date, source)
    if not policy.temporal_fit.stated_dates:
        return dated
    from ctxgate.text.stated import stated_date  # noqa: PLC0415  (the policy may not ask for it)

    stated = stated_date(text)
    if stated is None or (dated is not None and not is_older(stated.date, dated)):
        return dated
    return stated.date


def _stale_year(text: str, source: str, times: Times) -> tuple[tuple[int, int] | None, str] | None:
    """Return span (None for the source) and note of the first stale year, or None."""
    for year in times.stale_years:
        if span := find_year(text, year):
            return span, f"{year} in the text"
        if find_year(source, year):
            return None, f"{year} in the source"
    return None


def _iso(date: Date) -> str:
    return "-".join(f"{part:02d}" for part in date if part)

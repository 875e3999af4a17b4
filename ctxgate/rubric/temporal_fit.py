"""Temporal fit: is the chunk out of date, by its own years, by its age, or by a newer chunk?

Dates only ever count against the chunk that bears them, with one exception: a newer chunk with a
trustworthy date, good enough to be allowed itself, takes down an older one that it contradicts.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ctxgate.errors import PolicyError
from ctxgate.pattern import lazy
from ctxgate.policy.model import Policy
from ctxgate.rows import Finding
from ctxgate.text.claims import Claim, Key, by_key, claims, disagree
from ctxgate.text.dates import Date, days_between, find_year, is_older, parse_date, trustworthy_date, years
from ctxgate.text.words import fold, stem, tokens

STALE_FIT = 0.25
"""Value of the check for a chunk that bears a stale year: bad, not hopeless."""


MAX_KINDS = 64
"""So many different claims of newer chunks are held against an older one, the newest first."""


class Times(NamedTuple):
    """What the check needs to know of policy and query, prepared once a batch."""

    stale_years: tuple[int, ...]
    record_words: frozenset[str]
    asked_years: frozenset[int]
    as_of: Date | None


class Candidate(NamedTuple):
    """A chunk as the search for superseded ones sees it. `standing`: it would be allowed by itself."""

    text: str
    source: str
    date: str | None
    standing: bool


def prepare(query: str, policy: Policy) -> Times:
    """Return the settings and the query's years. Raises PolicyError when `as_of` is no ISO date."""
    fit = policy.temporal_fit
    as_of = parse_date(fit.as_of) if fit.as_of is not None else None
    if fit.as_of is not None and as_of is None:
        raise PolicyError(
            f"temporal_fit.as_of {fit.as_of[:40]!r} is not a date", todo="Write it as YYYY-MM-DD."
        )
    record_words = frozenset(stem(fold(word)) for word in fit.record_words)
    return Times(fit.stale_years, record_words, frozenset(years(query)), as_of)


def check(
    text: str, source: str, date: str | None, times: Times, policy: Policy
) -> tuple[float, list[Finding]]:
    """Return the value (0..1) and the findings for one chunk by itself."""
    value, findings = 1.0, []
    if stale := _stale_year(text, source, times):
        points = round(policy.points.get("stale_year", 0.0), 3)
        findings.append(Finding("stale_year", points, *stale))
        value = STALE_FIT
    if times.as_of is not None and (dated := trustworthy_date(date, source)):
        age = days_between(dated, times.as_of)
        freshness = 0.5 ** (age / max(1, policy.temporal_fit.half_life_days))
        points = round(policy.points.get("aged", 0.0) * (1 - freshness), 3)
        findings.append(Finding("aged", points, None, f"{age} days old on {_iso(times.as_of)}"))
        value = min(value, freshness)
    return value, findings


def _stale_year(text: str, source: str, times: Times) -> tuple[tuple[int, int] | None, str] | None:
    """Return span (None for the source) and note of the first stale year, or None."""
    for year in times.stale_years:
        if span := find_year(text, year):
            return span, f"{year} in the text"
        if find_year(source, year):
            return None, f"{year} in the source"
    if times.record_words and (year_of_record := _year_of_record(source, times)):
        return None, f"a record of {year_of_record}"
    return None


def _year_of_record(source: str, times: Times) -> int | None:
    """Return the year in the path of a source that records the past, unless the query asks for it."""
    path = source[:2048].partition("#")[0]
    found = years(path)
    if not found or not any(stem(word) in times.record_words for word in tokens(fold(path))):
        return None
    for year in found:
        if year not in times.asked_years and (times.as_of is None or year < times.as_of[0]):
            return year
    return None


def superseded(candidates: Sequence[Candidate], query: str, policy: Policy) -> list[Finding | None]:
    """Return for each chunk the finding that a newer one contradicts it, or None.

    Compared are chunks of one source, or whose claims are about one entity of the query, when both have
    trustworthy dates that tell which is newer and the newer one stands by itself.
    """
    nothing: list[Finding | None] = [None] * len(candidates)
    if not policy.points.get("superseded"):
        return nothing
    dates = [trustworthy_date(c.date, c.source) for c in candidates]
    dated = [i for i, date in enumerate(dates) if date]
    if len(dated) < 2 or not any(candidates[i].standing for i in dated):
        return nothing
    stated = {i: by_key(claims(candidates[i].text, query)) for i in dated}
    newest = _newest_claims([(candidates[i], date, stated[i]) for i in dated if (date := dates[i])])
    points = round(policy.points["superseded"], 3)
    for i in dated:
        if (date := dates[i]) and (found := _contradicted(candidates[i], date, stated[i], newest)):
            nothing[i] = Finding("superseded", points, found[0].span, _note(*found))
    return nothing


_Values = tuple[tuple[float, float], ...]
_Dated = tuple[Date, tuple[Claim, ...]]
_Newest = dict[tuple[str, Key], dict[_Values, _Dated]]


def _newest_claims(chunks: Sequence[tuple[Candidate, Date, dict[Key, tuple[Claim, ...]]]]) -> _Newest:
    """For each thing claimed and each set of values, the newest standing chunk that claims it.

    Whichever chunk is newer for certain, the newest is so too: one of each kind is enough. Of kinds the
    newest MAX_KINDS are kept, so that a batch of thousands of chunks is not compared pair by pair; a
    contradiction that is missed for that is left to the gate, which isolates both sides.
    """
    newest: _Newest = {}
    for candidate, date, stated in chunks:
        if not candidate.standing:
            continue
        for key, group in stated.items():
            values = tuple(sorted({(claim.low, claim.high) for claim in group}))
            kinds = newest.setdefault((_scope(candidate, key), key), {})
            if values not in kinds or kinds[values][0] < date:
                kinds[values] = (date, group)
    return {scoped: _newest_kinds(kinds) for scoped, kinds in newest.items()}


def _newest_kinds(kinds: dict[_Values, _Dated]) -> dict[_Values, _Dated]:
    if len(kinds) <= MAX_KINDS:
        return kinds
    return dict(sorted(kinds.items(), key=lambda item: item[1][0], reverse=True)[:MAX_KINDS])


def _contradicted(
    candidate: Candidate, date: Date, stated: dict[Key, tuple[Claim, ...]], newest: _Newest
) -> tuple[Claim, Claim] | None:
    for key, group in stated.items():
        for newer_date, newer in newest.get((_scope(candidate, key), key), {}).values():
            if is_older(date, newer_date) and disagree(group, newer):
                return group[0], newer[0]
    return None


def _scope(candidate: Candidate, key: Key) -> str:
    """Claims about a named entity are compared across sources, others only inside one source."""
    return "" if key[0] else "from " + candidate.source.partition("#")[0]


def _note(old: Claim, new: Claim) -> str:
    return f"{_SPACE.sub(' ', old.quote)[:30]} here, {_SPACE.sub(' ', new.quote)[:30]} in a newer chunk"


def _iso(date: Date) -> str:
    return "-".join(f"{part:02d}" for part in date if part)


_SPACE = lazy(r"\s+")

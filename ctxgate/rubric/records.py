"""Records of the past: a change log or an archive of some year that says other than what stands beside it.

A year in a path is no fault. It counts only where another chunk of the batch, which is no such record, has other
quantities of the thing that the query names.
"""

from __future__ import annotations

from collections.abc import Sequence

from ctxgate.policy.model import Policy
from ctxgate.rows import Finding
from ctxgate.rubric.ages import Candidate
from ctxgate.text.dates import parse_date, years
from ctxgate.text.entities import entities
from ctxgate.text.quantities import Quantity, quantities
from ctxgate.text.words import fold, stem, tokens

MAX_OTHERS = 64
"""Chunks with quantities of a named thing that a record is held against, the first ones."""

_NAMED = frozenset(("identifier", "version", "api", "code"))


def outdated(
    found: list[Finding | None], candidates: Sequence[Candidate], query: str, policy: Policy
) -> None:
    """Put into `found`, where it has nothing yet, the finding that a chunk is a record of another time."""
    points = round(policy.points.get("stale_year", 0.0), 3)
    words = frozenset(stem(fold(word)) for word in policy.temporal_fit.record_words)
    as_of = parse_date(policy.temporal_fit.as_of) if policy.temporal_fit.as_of else None
    named = [entity for entity in entities(query) if entity.kind in _NAMED] if points and words else []
    if not named:
        return
    asked = frozenset(years(query))
    of_year = [_year_of_record(c.source, words, asked, as_of[0] if as_of else None) for c in candidates]
    if not any(of_year):
        return
    others: list[tuple[str, list[Quantity]]] = []
    for candidate, year in zip(candidates, of_year, strict=True):
        if candidate.standing and year is None and len(others) < MAX_OTHERS:
            folded = fold(candidate.text)
            if any(entity.find(folded) for entity in named):
                others.append((candidate.text, quantities(folded)))
    for i, year in enumerate(of_year):
        if year is not None and found[i] is None:
            found[i] = _disputed(candidates[i].text, year, others, points)


def _disputed(
    text: str, year: int, others: Sequence[tuple[str, list[Quantity]]], points: float
) -> Finding | None:
    own = quantities(fold(text))
    for other, theirs in others:
        if pair := _other_values(own, theirs):
            here, there = text[slice(*pair[0].span)], other[slice(*pair[1].span)]
            note = f"a record of {year}: {here[:30]} here, {there[:30]} in another chunk"
            return Finding("stale_year", points, pair[0].span, note)
    return None


def _other_values(own: Sequence[Quantity], other: Sequence[Quantity]) -> tuple[Quantity, Quantity] | None:
    """Return two quantities of one dimension where the texts share no value of it."""
    for one in own:
        alike = [two for two in other if two.dimension == one.dimension]
        mine = [two for two in own if two.dimension == one.dimension]
        if alike and not any(a.low <= b.high and b.low <= a.high for a in mine for b in alike):
            return one, alike[0]
    return None


def _year_of_record(
    source: str, record_words: frozenset[str], asked: frozenset[int], as_of: int | None
) -> int | None:
    """Return the year in the path of a source that records the past, unless the query asks for it."""
    path = source[:2048].partition("#")[0]
    found = years(path)
    if not found or not any(stem(word) in record_words for word in tokens(fold(path))):
        return None
    return next((year for year in found if year not in asked and (as_of is None or year < as_of)), None)

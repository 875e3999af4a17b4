"""Records of the past: a change log or an archive of some year that says other than what stands beside it.

A year in a path is no fault. It counts only where another chunk of the batch, which is no such record, has other
quantities of the thing that the query names.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from ctxgate.policy.model import Policy
from ctxgate.rows import Finding
from ctxgate.rubric.ages import Candidate
from ctxgate.rubric.budget import Left, leave
from ctxgate.text.budget import Budget
from ctxgate.text.dates import parse_date, years
from ctxgate.text.entities import entities
from ctxgate.text.quantities import Quantity, quantities
from ctxgate.text.words import fold, stem, tokens

_NAMED = frozenset(("identifier", "version", "api", "code"))


def outdated(
    found: list[Finding | None],
    candidates: Sequence[Candidate],
    query: str,
    policy: Policy,
    budget: Budget,
    left: Left,
) -> None:
    """Put into `found`, where it has nothing yet, the finding that a chunk is a record of another time.

    Records that were not compared with all other chunks since the budget was spent are put into `left`.
    """
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
    others: list[_Measured] = []
    for candidate, year in zip(candidates, of_year, strict=True):
        if candidate.standing and year is None and budget.allows():
            folded = fold(candidate.text)
            budget.charge(_COST_OF_A_TEXT)
            if any(entity.find(folded) for entity in named):
                others.append(_Measured.of(candidate.text, folded))
                budget.charge(_COST_OF_A_QUANTITY * others[-1].measured)
    for i, year in enumerate(of_year):
        if year is None or found[i] is not None:
            continue
        if budget.allows():
            found[i] = _disputed(candidates[i].text, year, others, points, budget)
        if found[i] is None and budget.refused:
            leave(left, i, f"its quantities, beside those of {len(others)} other chunks at least")


_COST_OF_A_TEXT, _COST_OF_A_QUANTITY = 1, 5


class _Measured(NamedTuple):
    """A text with its quantities by dimension: the first one, and the ranges of all, sorted."""

    text: str
    first: dict[str, Quantity]
    ranges: dict[str, list[tuple[float, float]]]
    measured: int

    @classmethod
    def of(cls, text: str, folded: str) -> _Measured:
        first: dict[str, Quantity] = {}
        ranges: dict[str, list[tuple[float, float]]] = {}
        measured = quantities(folded)
        for one in measured:
            first.setdefault(one.dimension, one)
            ranges.setdefault(one.dimension, []).append((one.low, one.high))
        return cls(text, first, {name: sorted(set(those)) for name, those in ranges.items()}, len(measured))


def _disputed(
    text: str, year: int, others: Sequence[_Measured], points: float, budget: Budget
) -> Finding | None:
    own = _Measured.of(text, fold(text))
    budget.charge(_COST_OF_A_QUANTITY * own.measured)
    for other in others:
        if not budget.allows():
            return None
        if pair := _other_values(own, other, budget):
            here, there = text[slice(*pair[0].span)], other.text[slice(*pair[1].span)]
            note = f"a record of {year}: {here[:30]} here, {there[:30]} in another chunk"
            return Finding("stale_year", points, pair[0].span, note)
    return None


def _other_values(own: _Measured, other: _Measured, budget: Budget) -> tuple[Quantity, Quantity] | None:
    """Return two quantities of one dimension where the texts share no value of it."""
    budget.charge(1)
    for dimension, first in own.first.items():
        if dimension in other.first:
            mine, theirs = own.ranges[dimension], other.ranges[dimension]
            budget.charge((len(mine) + len(theirs)) / 8)
            if not _overlap(mine, theirs):
                return first, other.first[dimension]
    return None


def _overlap(one: Sequence[tuple[float, float]], other: Sequence[tuple[float, float]]) -> bool:
    """Tell whether a range of the one sorted list has a value in common with one of the other."""
    reached, high = -math.inf, -math.inf
    # In order of their beginnings, a range meets one of the other list that began before it and has not ended.
    for low, end, whose in sorted([(*r, 0) for r in one] + [(*r, 1) for r in other]):
        if low <= (high if whose == 0 else reached):
            return True
        if whose == 0:
            reached = max(reached, end)
        else:
            high = max(high, end)
    return False


def _year_of_record(
    source: str, record_words: frozenset[str], asked: frozenset[int], as_of: int | None
) -> int | None:
    """Return the year in the path of a source that records the past, unless the query asks for it."""
    path = source[:2048].partition("#")[0]
    found = years(path)
    if not found or not any(stem(word) in record_words for word in tokens(fold(path))):
        return None
    return next((year for year in found if year not in asked and (as_of is None or year < as_of)), None)

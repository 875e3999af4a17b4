"""Topical overlap by terms: how much of the query's entities and words a chunk has, and how rare they are.

The query has terms: its entities and the period it asks about, each of `entity_weight`, and its other words,
of weight 1 and less where they are common. A chunk meets a term by how often it has it, as in BM25, and terms
that few chunks of the batch have count more. What a chunk meets is then held against the best of the batch,
and against the query alone: where hardly anything of the query is met, being the best is worth little.

The points of `entity_overlap` and `lexical_overlap` together are what a complete chunk gets; each code takes
the part that its own terms earned.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from ctxgate.policy.model import Policy
from ctxgate.rows import Finding
from ctxgate.rubric.query_terms import Query, query_terms
from ctxgate.text.entities import Entity
from ctxgate.text.periods import fit
from ctxgate.text.terms import compounds, place, term, terms, words

SATURATION = 2.0
"""How fast more of the same term stops to matter: k1 of BM25."""

LENGTH, EVERY_LENGTH = 0.85, 10
"""How much longer chunks than the batch's average must have more of a term: b of BM25. EVERY_LENGTH is added to all
lengths, since of two short sentences the shorter one is not more about anything."""

MOST_COUNTED = 4
"""Times that one term is counted in a chunk. Saying it again is not more about it, and stuffing is cheap."""

BEGINNING, KIN_FROM, KIN = 5, 6, 0.5
"""Letters that a word of at least KIN_FROM shares with its kin in a chunk, and what that counts for: `pharmacist`
is half met by `pharmaceutical`. Counted only where the word itself is not there."""

RARITY = 0.8
"""What every term weighs beside its rarity in the batch, which ten chunks know little of."""

OPENING_WORDS, OPENING = 15, 0.1
"""Words of a title or a first sentence, and what terms among them earn besides, relative to all terms."""

COVERAGE, HALF = 0.2, 0.5
"""What covering the query beyond one half of its weight earns besides, in proportion."""

BEST_COUNTED = 0.6
"""How well the best chunk can meet a query and still be what the others are held against."""

DOUBT = 0.025
"""Added to a chunk and to the best: where even the best meets little, differences say little."""

OWN = 0.4
"""Part of `full` that a chunk must meet by itself where the best chunk of its batch meets `full`."""

_MAX_NAMED = 3
"""Terms that a note names."""


class _Met(NamedTuple):
    """What one chunk has of the query.

    `counts` has a number for each term, `opening` the terms that stand in its first words, `length` its words,
    `places` where terms were first seen, and `share` what part of the query's weight it meets, 0..1.
    """

    counts: list[float]
    opening: frozenset[int]
    length: int
    share: float
    places: dict[int, tuple[int, int] | str]


def check(query: str, texts: Sequence[str], policy: Policy) -> list[tuple[float, list[Finding]]]:
    """Return the value (0..1) and the findings of each chunk, given the folded texts of the batch."""
    settings = policy.topical_overlap
    asked = query_terms(query, settings.entity_weight)
    if not any(sought.weight for sought in asked.terms):
        return [(0.0, []) for _ in texts]  # the query names nothing, so nothing is on or off its topic
    whole = math.fsum(sought.weight for sought in asked.terms)
    met = [_meet(text, asked, whole) for text in texts]
    weights = _weights(asked, met)
    earned = _earned(met, weights)
    best = min(BEST_COUNTED, max((math.fsum(parts) for parts in earned), default=0.0))
    known = min(1.0, max((m.share for m in met), default=0.0) / settings.full)
    found = []
    for text, m, parts in zip(texts, met, earned, strict=True):
        reached = min(best, math.fsum(parts))
        relative = (reached + DOUBT) / (best + DOUBT)
        met_alone = min(known, m.share / (OWN * settings.full))
        # The square root spreads what is far below the best, where the gate decides.
        value = round(math.sqrt(relative) * met_alone, 3)
        found.append((value, _findings(text, m, parts, value, relative, asked, policy)))
    return found


def _meet(text: str, asked: Query, whole: float) -> _Met:
    written = words(text)
    standing = terms(written)
    counts = [0.0] * len(asked.terms)
    places: dict[int, tuple[int, int] | str] = {}
    wanted = asked.wanted
    for i in [i for i, stem in enumerate(standing) if stem in wanted]:
        for t in wanted[standing[i]]:
            if not counts[t]:
                places[t] = written[i]
            counts[t] += 1
    for compound in compounds(text):
        for t in wanted.get(term(compound), ()):
            counts[t] += 1
    for t, sought in enumerate(asked.terms):
        if sought.entity is not None:
            if span := sought.entity.find(text):
                places[t] = span
                counts[t] = _times(text, sought.entity)
        elif sought.period is not None:
            counts[t] = fit(text, sought.period)
        elif not counts[t] and len(sought.text) >= KIN_FROM and sought.text.isalpha():
            start = text.find(" " + sought.text[:BEGINNING])
            if start >= 0:
                counts[t] = KIN
                places[t] = start + 1, start + 1 + BEGINNING
    opening = frozenset(t for stem in standing[:OPENING_WORDS] if stem in wanted for t in wanted[stem])
    share = math.fsum(sought.weight * min(1.0, n) for sought, n in zip(asked.terms, counts, strict=True))
    return _Met(counts, opening, len(written), min(1.0, share / whole), places)


def _times(text: str, entity: Entity) -> float:
    """Return how often an entity that was found stands in the text, MOST_COUNTED at most."""
    if entity.pattern is None:
        return 1.0
    count = 0
    for _ in entity.pattern.finditer(text):
        count += 1
        if count == MOST_COUNTED:
            break
    return float(count)


def _weights(asked: Query, met: Sequence[_Met]) -> list[float]:
    """Return the weight of each term in this batch, as a share of all: what it says by itself times rarity.

    Rarity is the inverse document frequency of BM25, log(1 + (N - n + 0.5) / (n + 0.5)), plus RARITY.
    """
    weights = []
    for t, sought in enumerate(asked.terms):
        having = math.fsum(min(1.0, m.counts[t]) for m in met)
        rarity = math.log(1 + (len(met) - having + 0.5) / (having + 0.5))
        weights.append(sought.weight * (rarity + RARITY))
    total = math.fsum(weights)
    return [weight / total for weight in weights]


def _earned(met: Sequence[_Met], weights: Sequence[float]) -> list[list[float]]:
    """Return what each chunk earns with each term, and last with covering much of the query."""
    average = EVERY_LENGTH + sum(m.length for m in met) / max(1, len(met))
    earned = []
    for m in met:
        slow = SATURATION * (1 - LENGTH + LENGTH * (EVERY_LENGTH + m.length) / average)
        parts = [
            weight * (min(n, MOST_COUNTED) / (min(n, MOST_COUNTED) + slow) + OPENING * (t in m.opening))
            if n
            else 0.0
            for t, (weight, n) in enumerate(zip(weights, m.counts, strict=True))
        ]
        parts.append(COVERAGE * max(0.0, m.share - HALF))
        earned.append(parts)
    return earned


def _findings(
    text: str, m: _Met, parts: Sequence[float], value: float, relative: float, asked: Query, policy: Policy
) -> list[Finding]:
    findings = []
    full = policy.points.get("entity_overlap", 0.0) + policy.points["lexical_overlap"]
    points = round(full * value, 3)
    apart = bool(policy.points.get("entity_overlap"))
    found = [t for t, n in enumerate(m.counts) if n]
    named = [t for t in found if apart and asked.terms[t].named]
    plain = [t for t in found if not (apart and asked.terms[t].named)]
    by_named, by_plain = (math.fsum(parts[t] for t in those) for those in (named, plain))
    if named or plain:
        for_named = round(points * by_named / (by_named + by_plain), 3)
        for code, those, worth in (
            ("entity_overlap", named, for_named),
            ("lexical_overlap", plain, round(points - for_named, 3)),
        ):
            if those:
                findings.append(Finding(code, worth, _span(text, m, those), _note(those, asked, relative)))
    if value < policy.topical_overlap.floor:
        worth = round(policy.points.get("off_topic", 0.0), 3)
        findings.append(Finding("off_topic", worth, None, "next to nothing of the query"))
    return findings


def _span(text: str, m: _Met, found: Sequence[int]) -> tuple[int, int] | None:
    for t in found:
        where = m.places.get(t)
        span = place(text, where) if isinstance(where, str) else where
        if span:
            return span
    return None


def _note(found: Sequence[int], asked: Query, relative: float) -> str:
    named = asked.terms[found[0]].named
    total = sum(sought.named == named for sought in asked.terms)
    texts = [asked.terms[t].text for t in found[:_MAX_NAMED]]
    listed = ", ".join(text if len(text) <= 20 else text[:19] + "…" for text in texts)
    what = "entity terms" if named else "words"
    held = "" if relative >= 1 else f"; {relative:.2f} of the best"
    return f"{len(found)} of {total} {what}: {listed}{held}"

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
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from ctxgate.policy.model import Policy
from ctxgate.rows import Finding
from ctxgate.rubric.near_words import meant
from ctxgate.rubric.query_terms import Query, Term, query_terms
from ctxgate.text.entities import Entity
from ctxgate.text.periods import fit
from ctxgate.text.terms import compounds, place, term, terms, words
from ctxgate.text.words import fold

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

STORY = 5.0
"""Weight of a query that tells a story, at most: however long it is, it asks one thing. Chosen on the open cases of
`tests/everyday`."""

_MAX_NAMED = 3
"""Terms that a note names."""


class _Met(NamedTuple):
    """What one chunk has of the query.

    `counts` has a number for each term that it has, `opening` the terms that stand in its first words, `length` its words,
    `places` where terms were first seen, and `share` what part of the query's weight it meets, 0..1.
    """

    counts: dict[int, float]
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
    looked_for = _Sought.of(asked)
    met = _with_near_words([_meet(text, looked_for) for text in texts], texts, asked, looked_for.weight)
    weights = _weights(asked, met)
    earned = _earned(met, weights)
    best = min(BEST_COUNTED, max((math.fsum(parts.values()) for parts in earned), default=0.0))
    known = min(1.0, max((m.share for m in met), default=0.0) / settings.full)
    found = []
    for text, m, parts in zip(texts, met, earned, strict=True):
        reached = min(best, math.fsum(parts.values()))
        relative = (reached + DOUBT) / (best + DOUBT)
        met_alone = min(known, m.share / (OWN * settings.full))
        # The square root spreads what is far below the best, where the gate decides.
        value = round(math.sqrt(relative) * met_alone, 3)
        found.append((value, _findings(text, m, parts, value, relative, looked_for, policy)))
    return found


def _meet(text: str, looked_for: _Sought) -> _Met:
    written = words(text)
    standing = terms(written)
    counts: dict[int, float] = {}
    places: dict[int, tuple[int, int] | str] = {}
    wanted, asked = looked_for.asked.wanted, looked_for.asked.terms
    for i in [i for i, stem in enumerate(standing) if stem in wanted]:
        for t in wanted[standing[i]]:
            if t not in counts:
                places[t] = written[i]
            counts[t] = counts.get(t, 0.0) + 1
    for compound in compounds(text):
        for t in wanted.get(term(compound), ()):
            counts[t] = counts.get(t, 0.0) + 1
    for t, sought in looked_for.whole:
        if sought.entity is not None:
            if span := sought.entity.find(text):
                places[t] = span
                counts[t] = _times(text, sought.entity)
        elif sought.period is not None and (fitting := fit(text, sought.period)):
            counts[t] = fitting
    begun = {piece[:BEGINNING] for piece in text.split(" ")[1:]} if looked_for.kin else ()
    for t, beginning in looked_for.kin:
        if beginning in begun and t not in counts:
            start = text.find(" " + beginning)
            counts[t] = KIN
            places[t] = start + 1, start + 1 + BEGINNING
    opening = frozenset(t for stem in standing[:OPENING_WORDS] if stem in wanted for t in wanted[stem])
    share = math.fsum([asked[t].weight * n if n < 1 else asked[t].weight for t, n in counts.items()])
    return _Met(
        dict(sorted(counts.items())), opening, len(written), min(1.0, share / looked_for.weight), places
    )


def _with_near_words(met: list[_Met], texts: Sequence[str], asked: Query, weight: float) -> list[_Met]:
    """Return what chunks have of the query, with words counted that are meant by those that no chunk has as they are typed."""
    had = {t for m in met for t in m.counts}
    missing = {
        t: fold(one.text)
        for t, one in enumerate(asked.terms)
        # Of what is named only names that code gives, `printLabel`: the name of a person or a product is that name.
        if t not in had
        and one.period is None
        and (one.entity.text.isalpha() if one.entity else not one.named)
    }
    if not missing or not met:
        return met
    written = [words(text) for text in texts]
    near = meant(missing, written)
    if not near:
        return met
    found = []
    for m, standing in zip(met, written, strict=True):
        counts, places = dict(m.counts), dict(m.places)
        for word in (*dict.fromkeys(standing), *(f"{a} {b}" for a, b in pairwise(standing))):
            for t, worth in near.get(word, ()):
                if worth > counts.get(t, 0.0):
                    counts[t], places[t] = worth, word
        share = math.fsum(asked.terms[t].weight * min(1.0, n) for t, n in counts.items())
        found.append(
            m._replace(counts=dict(sorted(counts.items())), places=places, share=min(1.0, share / weight))
        )
    return found


class _Sought(NamedTuple):
    """A query's terms as they are looked for: `whole` by entity or period, `kin` by their beginnings, others by stem.

    `weight` is that of all terms, at most STORY where they tell one, `named` how many of them are, or belong to, entities.
    """

    asked: Query
    weight: float
    whole: list[tuple[int, Term]]
    kin: list[tuple[int, str]]
    named: int

    @classmethod
    def of(cls, asked: Query) -> _Sought:
        numbered = list(enumerate(asked.terms))
        whole = [(t, one) for t, one in numbered if one.entity is not None or one.period is not None]
        kin = [
            (t, one.text[:BEGINNING])
            for t, one in numbered
            if one.entity is None and one.period is None and len(one.text) >= KIN_FROM and one.text.isalpha()
        ]
        weight = math.fsum(one.weight for one in asked.terms)
        if asked.is_story:
            weight = min(STORY, weight)
        return cls(asked, weight, whole, kin, sum(one.named for one in asked.terms))


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
    had: list[list[float]] = [[] for _ in asked.terms]
    for m in met:
        for t, n in m.counts.items():
            had[t].append(n if n < 1 else 1.0)
    for t, sought in enumerate(asked.terms):
        having = math.fsum(had[t])
        rarity = math.log(1 + (len(met) - having + 0.5) / (having + 0.5))
        weights.append(sought.weight * (rarity + RARITY))
    total = math.fsum(weights)
    return [weight / total for weight in weights]


def _earned(met: Sequence[_Met], weights: Sequence[float]) -> list[dict[int, float]]:
    """Return what each chunk earns with each term that it has, and with covering much of the query, under COVERED."""
    average = EVERY_LENGTH + sum(m.length for m in met) / max(1, len(met))
    earned = []
    for m in met:
        slow = SATURATION * (1 - LENGTH + LENGTH * (EVERY_LENGTH + m.length) / average)
        gains = {n: min(n, MOST_COUNTED) / (min(n, MOST_COUNTED) + slow) for n in set(m.counts.values())}
        parts = {
            t: weights[t] * (gains[n] + OPENING if t in m.opening else gains[n]) for t, n in m.counts.items()
        }
        parts[COVERED] = COVERAGE * max(0.0, m.share - HALF)
        earned.append(parts)
    return earned


COVERED = -1
"""Stands for no term, but for the share of the query that a chunk covers."""


def _findings(
    text: str,
    m: _Met,
    parts: Mapping[int, float],
    value: float,
    relative: float,
    looked_for: _Sought,
    policy: Policy,
) -> list[Finding]:
    findings = []
    asked = looked_for.asked
    full = policy.points.get("entity_overlap", 0.0) + policy.points["lexical_overlap"]
    points = round(full * value, 3)
    apart = bool(policy.points.get("entity_overlap"))
    found = list(m.counts)
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
                findings.append(
                    Finding(code, worth, _span(text, m, those), _note(those, looked_for, relative))
                )
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


def _note(found: Sequence[int], looked_for: _Sought, relative: float) -> str:
    asked = looked_for.asked
    named = asked.terms[found[0]].named
    total = looked_for.named if named else len(asked.terms) - looked_for.named
    texts = [asked.terms[t].text for t in found[:_MAX_NAMED]]
    listed = ", ".join(text if len(text) <= 20 else text[:19] + "…" for text in texts)
    what = "entity terms" if named else "words"
    held = "" if relative >= 1 else f"; {relative:.2f} of the best"
    return f"{len(found)} of {total} {what}: {listed}{held}"

"""Topical overlap: does the chunk mention the same SKU, API or entity as the query, and its words?

The query has terms: its entities, each of `entity_weight`, and its content words, each of weight 1.
The check's value is the weight of the terms found in the chunk, against `full` of the weight of all.
The points of `entity_overlap` and `lexical_overlap` together are what a complete chunk gets; each
code takes the part that its own terms earned. Terms whose code has no points are left out, so a
policy without points for words sees entities only, and a query without entities is measured by words.
"""

from __future__ import annotations

from typing import NamedTuple

from ctxgate.policy.model import Policy
from ctxgate.rows import Finding
from ctxgate.text.entities import Entity, entities
from ctxgate.text.words import WORD, content_stems, fold, stem, stems

MAX_QUERY_WORDS = 256
"""Content words of a query that are looked for, the first ones."""

_MAX_NAMED = 3
"""Terms that a note names."""


class Terms(NamedTuple):
    """A query, prepared once for all chunks of its batch.

    `entities` and `words` are looked for; `complete` is the weight that counts as full; `points` the
    points of a full chunk, -1..1.
    """

    entities: tuple[Entity, ...]
    words: tuple[str, ...]
    complete: float
    points: float


def prepare(query: str, policy: Policy) -> Terms:
    """Return the terms of a query that the policy gives points for."""
    entity_points = policy.points.get("entity_overlap", 0.0)
    word_points = policy.points.get("lexical_overlap", 0.0)
    all_entities = entities(query)
    looked_for = all_entities if entity_points else ()
    words = _plain_words(query, all_entities) if word_points else ()
    weight = len(looked_for) * policy.topical_overlap.entity_weight + len(words)
    return Terms(looked_for, words, weight * policy.topical_overlap.full, entity_points + word_points)


def check(folded: str, terms: Terms, policy: Policy) -> tuple[float, list[Finding]]:
    """Return the value (0..1) and the findings for one chunk, given its folded text."""
    if not terms.entities and not terms.words:
        return 0.0, []  # the query names nothing, so nothing is on or off its topic
    found = [(entity, span) for entity in terms.entities if (span := entity.find(folded))]
    standing = stems(folded) if terms.words else set()
    words = [word for word in terms.words if word in standing]
    entity_weight = len(found) * policy.topical_overlap.entity_weight
    weight = entity_weight + len(words)
    value = min(1.0, weight / terms.complete) if terms.complete > 0 else float(weight > 0)
    findings = []
    if weight:
        points = round(terms.points * value, 3)
        for_entities = round(points * entity_weight / weight, 3)
        if found:
            note = _some([entity.text for entity, _ in found], len(terms.entities), "entities")
            findings.append(Finding("entity_overlap", for_entities, found[0][1], note))
        if words:
            note = _some(words, len(terms.words), "words")
            span = _first_place(folded, words)
            findings.append(Finding("lexical_overlap", round(points - for_entities, 3), span, note))
    if value < policy.topical_overlap.floor:
        points = round(policy.points.get("off_topic", 0.0), 3)
        findings.append(Finding("off_topic", points, None, "next to nothing of the query"))
    return value, findings


def _plain_words(query: str, named: tuple[Entity, ...]) -> tuple[str, ...]:
    """Return the content stems of a query outside its entities; words of longer names count as well."""
    words = fold(query)
    for entity in named:
        if entity.kind in _WHOLE or " " not in entity.key:
            start, end = entity.span
            words = words[:start] + " " * (end - start) + words[end:]
    return content_stems(words)[:MAX_QUERY_WORDS]


# Kinds of which a part is worth nothing: `441` alone is not half of `SKU-441`.
_WHOLE = frozenset(("identifier", "version", "quantity", "year", "path", "api"))


def _first_place(folded: str, words: list[str]) -> tuple[int, int] | None:
    wanted = frozenset(words)
    for match in WORD.finditer(folded):
        if stem(match[0]) in wanted:
            return match.span()
    return None


def _some(found: list[str], total: int, what: str) -> str:
    names = ", ".join(name if len(name) <= 20 else name[:19] + "…" for name in found[:_MAX_NAMED])
    return f"{len(found)} of {total} {what}: {names}"

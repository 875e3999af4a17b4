"""Topical overlap for a policy without points for words: are the query's entities in the chunk?

The value is the share of the entities that stand in the chunk, against `full` of all of them. A chunk is
looked at by itself; the rest of its batch does not matter.
"""

from __future__ import annotations

from collections.abc import Sequence

from ctxgate.policy.model import Policy
from ctxgate.rows import Finding
from ctxgate.text.entities import Entity, entities

_MAX_NAMED = 3
"""Entities that a note names."""


def check(query: str, texts: Sequence[str], policy: Policy) -> list[tuple[float, list[Finding]]]:
    """Return the value (0..1) and the findings of each chunk, given the folded texts of the batch."""
    asked = entities(query) if policy.points.get("entity_overlap") else ()
    return [_check(text, asked, policy) for text in texts]


def _check(text: str, asked: tuple[Entity, ...], policy: Policy) -> tuple[float, list[Finding]]:
    settings = policy.topical_overlap
    if not asked:
        return 0.0, []  # the query names nothing, so nothing is on or off its topic
    found = [(entity, span) for entity in asked if (span := entity.find(text))]
    complete = len(asked) * settings.entity_weight * settings.full
    weight = len(found) * settings.entity_weight
    value = min(1.0, weight / complete) if complete > 0 else float(weight > 0)
    findings = []
    if weight:
        points = round(policy.points.get("entity_overlap", 0.0) * value, 3)
        names = [entity.text for entity, _ in found[:_MAX_NAMED]]
        listed = ", ".join(name if len(name) <= 20 else name[:19] + "…" for name in names)
        note = f"{len(found)} of {len(asked)} entities: {listed}"
        findings.append(Finding("entity_overlap", points, found[0][1], note))
    if value < settings.floor:
        points = round(policy.points.get("off_topic", 0.0), 3)
        findings.append(Finding("off_topic", points, None, "next to nothing of the query"))
    return value, findings

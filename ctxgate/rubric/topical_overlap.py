"""Topical overlap: does the chunk mention the same SKU, API or entity as the query, and its words?

A policy with points for words weighs all terms of the query (`term_overlap`); one without sees its entities
only (`entity_presence`).
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec

from ctxgate.batch import Chunk
from ctxgate.policy.model import Policy
from ctxgate.rows import Finding
from ctxgate.text.budget import Budget
from ctxgate.text.words import fold

Found = tuple[float, list[Finding]]
"""The value (0..1) and the findings of a chunk."""


def check(query: str, chunks: Sequence[Chunk], policy: Policy, budget: Budget | None = None) -> list[Found]:
    """Return the value (0..1) and the findings of each chunk of a batch.

    A chunk's title and keywords count as its text does: retrieval may have found it by them. Whether one is about another
    thing than the one asked for is worked out within the `budget`, where one is given.
    """
    found = [
        (value, [_in_text(finding, chunk) for finding in findings])
        for chunk, (value, findings) in zip(
            chunks, _overlap(query, [fold(_whole(chunk)) for chunk in chunks], policy), strict=True
        )
    ]
    if not policy.points.get("other_entity"):
        return found
    from ctxgate.rubric import identity  # noqa: PLC0415  (start-up)

    budget = Budget(math.inf) if budget is None else budget
    # Short ones first, so that one that is long does not keep many from being read.
    for i in sorted(range(len(chunks)), key=lambda i: chunks[i].chars):
        value, findings = found[i]
        if value > identity.OTHER and (other := identity.check(query, chunks[i], policy, budget)):
            found[i] = identity.OTHER if other.code == identity.CODE else value, [*findings, other]
    return found


def _whole(chunk: Chunk) -> str:
    """Return the title, the text and the keywords of a chunk: what it opens with is its title."""
    head = (chunk.title,) if chunk.title else ()
    return "\n".join((*head, chunk.text, *chunk.keywords))


def _in_text(finding: Finding, chunk: Chunk) -> Finding:
    """Return the finding with its place in the text alone, and with none where it is in the title or the keywords."""
    if finding.span is None or not (chunk.title or chunk.keywords):
        return finding
    before = len(chunk.title) + 1 if chunk.title else 0
    start, end = finding.span[0] - before, finding.span[1] - before
    return msgspec.structs.replace(
        finding, span=(start, end) if 0 <= start < end <= len(chunk.text) else None
    )


def _overlap(query: str, texts: Sequence[str], policy: Policy) -> list[Found]:
    # Only the rule that the policy asks for is imported: start-up is a feature.
    if policy.points.get("lexical_overlap"):
        from ctxgate.rubric import term_overlap  # noqa: PLC0415

        return term_overlap.check(query, texts, policy)
    from ctxgate.rubric import entity_presence  # noqa: PLC0415

    return entity_presence.check(query, texts, policy)

"""Topical overlap: does the chunk mention the same SKU, API or entity as the query, and its words?

A policy with points for words weighs all terms of the query (`term_overlap`); one without sees its entities
only (`entity_presence`).
"""

from __future__ import annotations

from collections.abc import Sequence

from ctxgate.policy.model import Policy
from ctxgate.rows import Finding


def check(query: str, texts: Sequence[str], policy: Policy) -> list[tuple[float, list[Finding]]]:
    """Return the value (0..1) and the findings of each chunk, given the folded texts of the batch."""
    # Only the rule that the policy asks for is imported: start-up is a feature.
    if policy.points.get("lexical_overlap"):
        from ctxgate.rubric import term_overlap  # noqa: PLC0415

        return term_overlap.check(query, texts, policy)
    from ctxgate.rubric import entity_presence  # noqa: PLC0415

    return entity_presence.check(query, texts, policy)

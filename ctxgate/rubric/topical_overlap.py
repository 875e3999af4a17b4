"""Topical overlap: does the chunk mention the same SKU, API or entity as the query, and its words?

A policy with points for words weighs all terms of the query (`term_overlap`); one without sees its entities
only (`entity_presence`).
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from ctxgate.policy.model import Policy
from ctxgate.rows import Finding
from ctxgate.text.budget import Budget

Found = tuple[float, list[Finding]]
"""The value (0..1) and the findings of a chunk."""


def check(
    query: str,
    texts: Sequence[str],
    policy: Policy,
    written: Sequence[str] = (),
    budget: Budget | None = None,
) -> list[Found]:
    """Return the value (0..1) and the findings of each chunk, given the folded texts of the batch.

    `written` are the texts as they were written: names are told by their capitals. Without them no chunk is
    about another thing than the one asked for; whether one is, is worked out within the `budget`, where one is given.
    """
    found = _overlap(query, texts, policy)
    if not policy.points.get("other_entity"):
        return found
    from ctxgate.rubric import identity  # noqa: PLC0415  (start-up)

    budget = Budget(math.inf) if budget is None else budget
    return [
        one
        if one[0] <= identity.OTHER or (other := identity.check(query, text, policy, budget)) is None
        else (identity.OTHER, [*one[1], other])
        for one, text in zip(found, written or [""] * len(found), strict=True)
    ]


def _overlap(query: str, texts: Sequence[str], policy: Policy) -> list[Found]:
    # Only the rule that the policy asks for is imported: start-up is a feature.
    if policy.points.get("lexical_overlap"):
        from ctxgate.rubric import term_overlap  # noqa: PLC0415

        return term_overlap.check(query, texts, policy)
    from ctxgate.rubric import entity_presence  # noqa: PLC0415

    return entity_presence.check(query, texts, policy)

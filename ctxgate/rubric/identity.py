"""Identity: does the chunk name the very thing that is asked for, or another one of its kind?

A chunk that names another one, and none of those that are asked for, is no evidence, whether or not a better chunk
stands beside it. Its topical overlap is then at most OTHER.
"""

from __future__ import annotations

from ctxgate.batch import Chunk
from ctxgate.policy.model import Policy
from ctxgate.rows import Finding
from ctxgate.rubric.budget import unexamined
from ctxgate.text.budget import Budget
from ctxgate.text.identity import MAX_READ, other_thing, things
from ctxgate.text.visible import shortened

CODE = "other_entity"

OTHER = 0.2
"""The most topical overlap (0..1) of a chunk about another thing than the one asked for."""

_MAX_NAMED = 40
"""Characters of each name that a note shows."""


A_CHARACTER, A_THING = 0.2, 0.05
"""Units of work for each character of a text, and for each thing that is asked for and looked for among them."""


def check(query: str, chunk: Chunk, policy: Policy, budget: Budget) -> Finding | None:
    """Return the finding that a chunk is about another thing than the query asks for, with both names; None where it is not.

    Its title and keywords name things as well as its text does.

    Once the `budget` is spent, the finding is `unexamined`.
    """
    asked = things(query)
    if not asked.things:
        return None
    if not budget.allows():
        return unexamined("whether it is about what is asked, or about another thing of the kind")
    budget.charge(min(chunk.chars, MAX_READ) * (A_CHARACTER + A_THING * len(asked.things)))
    other = other_thing(asked, chunk.text, chunk.about)
    if other is None:
        return None
    note = f"{shortened(other.found, _MAX_NAMED)} instead of {shortened(other.asked, _MAX_NAMED)}"
    return Finding(CODE, round(policy.points.get(CODE, 0.0), 3), other.span, note)

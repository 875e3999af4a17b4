"""How much the rubric may compare chunks of one batch with each other.

Each comparison has units of its own. They are spent in the order of the batch, in which retrievers put what fits best
first. A chunk that was not compared for that gets the finding `unexamined`, and is isolated at most.
"""

from __future__ import annotations

from typing import NamedTuple

from ctxgate.rows import Finding
from ctxgate.text.budget import Budget

SOURCES, CLAIMS, REVISIONS, RECORDS = 100_000, 120_000, 120_000, 60_000
"""Units of each comparison for one batch; see `ctxgate.text.budget` for what one is."""


class Budgets(NamedTuple):
    """The units for sources that look alike, dated claims, versions of a passage, and records of the past."""

    sources: Budget
    claims: Budget
    revisions: Budget
    records: Budget

    @classmethod
    def of_a_batch(cls) -> Budgets:
        """Return what one batch may cost."""
        return cls(Budget(SOURCES), Budget(CLAIMS), Budget(REVISIONS), Budget(RECORDS))

    @classmethod
    def of(cls, units: float) -> Budgets:
        """Return budgets with the same units for each comparison."""
        return cls(Budget(units), Budget(units), Budget(units), Budget(units))


Left = dict[int, str]
"""Chunk, by position → in words what of it was not compared."""


def unexamined(note: str) -> Finding:
    """Return the finding that a chunk was not compared with all others. It costs no points: the gate holds it."""
    return Finding("unexamined", 0.0, None, note)

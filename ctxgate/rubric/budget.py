"""How much the rubric may compare chunks of one batch with each other.

Each comparison has units of its own. They are spent in the order of the batch, in which retrievers put what fits best
first. A chunk that was not compared for that gets the finding `unexamined`, and is isolated at most.
"""

from __future__ import annotations

from typing import NamedTuple

from ctxgate.rows import Finding
from ctxgate.text.budget import Budget

SOURCES, CLAIMS, REVISIONS, RECORDS = 100_000, 250_000, 120_000, 80_000
"""Units of each comparison for one batch; see `ctxgate.text.budget` for what one is."""

ALL, A_CHUNK, LEAST = 350_000, 60, 50_000
"""Units of all comparisons together, less so many for each chunk, but LEAST in any case: what a chunk costs by
itself, compared with nothing, is spent as well."""


class Budgets(NamedTuple):
    """The units for sources that look alike, dated claims, versions of a passage, and records of the past."""

    sources: Budget
    claims: Budget
    revisions: Budget
    records: Budget

    @classmethod
    def of_a_batch(cls, chunks: int) -> Budgets:
        """Return what a batch of so many chunks may cost."""
        pool = Budget(max(LEAST, ALL - A_CHUNK * chunks))
        return cls(*[Budget(units, pool) for units in (SOURCES, CLAIMS, REVISIONS, RECORDS)])

    @classmethod
    def of(cls, units: float) -> Budgets:
        """Return budgets with the same units for each comparison."""
        return cls(*[Budget(units) for _ in range(4)])

    @property
    def parts(self) -> dict[str, Budget]:
        """The budgets by the names of their comparisons."""
        return self._asdict()


Left = dict[int, str]
"""Chunk, by position → in words what of it was not compared."""


def leave(left: Left, i: int, what: str) -> None:
    """Note what of a chunk was not compared, besides what is noted already."""
    left[i] = f"{left[i]}; {what}" if i in left else what


def unexamined(note: str) -> Finding:
    """Return the finding that a chunk was not compared with all others. It costs no points: the gate holds it."""
    return Finding("unexamined", 0.0, None, note)

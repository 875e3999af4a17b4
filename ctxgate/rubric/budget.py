"""How much the rubric may do on one batch: reading chunks, and comparing them with each other.

Each comparison has units of its own. They are spent in the order of the batch, in which retrievers put what fits best
first; those for reading are spent on short chunks first, so that one that is long does not keep many from being read.
A chunk that was not read or compared for that gets the finding `unexamined`, and is isolated at most.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from ctxgate.rows import UNEXAMINED, Finding
from ctxgate.text.budget import Budget

SOURCES, CLAIMS, REVISIONS, RECORDS = 100_000, 250_000, 120_000, 80_000
"""Units of each comparison for one batch; see `ctxgate.text.budget` for what one is."""

HYGIENE, IDENTITY = 600_000, 300_000
"""Units for reading the chunks of one batch: for orders, which is some 500 KB of marked-up text or more of prose, and for
what they name instead of what is asked for."""

ALL, A_CHUNK, LEAST = 350_000, 60, 50_000
"""Units of all comparisons together, less so many for each chunk, but LEAST in any case: what a chunk costs by
itself, compared with nothing, is spent as well."""


class Budgets(NamedTuple):
    """The units for sources that look alike, dated claims, versions of a passage, records of the past, orders,
    and other things than the one asked for."""

    sources: Budget
    claims: Budget
    revisions: Budget
    records: Budget
    hygiene: Budget
    identity: Budget

    @classmethod
    def of_a_batch(cls, chunks: int) -> Budgets:
        """Return what a batch of so many chunks may cost."""
        pool = Budget(max(LEAST, ALL - A_CHUNK * chunks))
        return cls(
            sources=Budget(SOURCES, pool),
            claims=Budget(CLAIMS, pool),
            revisions=Budget(REVISIONS, pool),
            records=Budget(RECORDS, pool),
            hygiene=Budget(HYGIENE),
            identity=Budget(IDENTITY),
        )

    @classmethod
    def of(cls, units: float, reading: float = math.inf) -> Budgets:
        """Return budgets with the same units for each comparison, and others for reading."""
        return cls(
            Budget(units), Budget(units), Budget(units), Budget(units), Budget(reading), Budget(reading)
        )

    @property
    def parts(self) -> dict[str, Budget]:
        """The budgets by the names of what they are for."""
        return self._asdict()


Left = dict[int, str]
"""Chunk, by position → in words what of it was not compared."""


def leave(left: Left, i: int, what: str) -> None:
    """Note what of a chunk was not compared, besides what is noted already."""
    left[i] = f"{left[i]}; {what}" if i in left else what


def unexamined(note: str) -> Finding:
    """Return the finding that a chunk was not read, or not compared with all others. It costs no points: the gate holds it."""
    return Finding(UNEXAMINED, 0.0, None, note)

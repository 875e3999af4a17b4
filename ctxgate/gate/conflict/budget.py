"""How much the conflict rule may compare in one batch.

Each part has units of its own, so that a flood of copies leaves what the other parts do as it is. They are spent in
the order of the batch, in which retrievers put what fits best first: each chunk is held against all behind it before
the next one is, so that where the units run out the first chunks have been compared with everything. What was
not compared is named on both sides, and held.
"""

from __future__ import annotations

from typing import NamedTuple

from ctxgate.text.budget import Budget

COPIES, CLAIMS, READING, ANSWERS, STATES = 150_000, 300_000, 520_000, 120_000, 60_000
"""Units of each part for one batch; see `ctxgate.text.budget` for what one is."""

ALL, A_CHUNK, LEAST = 550_000, 90, 100_000
"""Units of all parts together, less so many for each chunk, but LEAST in any case: what a chunk costs by itself,
compared with nothing, is spent as well."""

MAX_CHUNKS = 8_192
"""Allowed chunks of a batch beyond which none is compared with any other, and all are held."""


class Budgets(NamedTuple):
    """The units of each part of the rule: edited copies; claims, their reading among it; the reading of answers and
    their comparison; opposite states.
    """

    copies: Budget
    claims: Budget
    reading: Budget
    answers: Budget
    states: Budget

    @classmethod
    def of_a_batch(cls, chunks: int) -> Budgets:
        """Return what a batch with so many allowed chunks may cost."""
        pool = Budget(max(LEAST, ALL - A_CHUNK * chunks))
        return cls(*[Budget(units, pool) for units in (COPIES, CLAIMS, READING, ANSWERS, STATES)])

    @classmethod
    def of(cls, units: float) -> Budgets:
        """Return budgets with the same units for each part."""
        return cls(*[Budget(units) for _ in range(5)])

    @property
    def parts(self) -> dict[str, Budget]:
        """The budgets by the names of their parts."""
        return self._asdict()

"""How much work may be done on one batch: counted in units, never in time, so that rows are the same anywhere.

A unit is one cheap comparison, two or three microseconds of a small machine. What a comparison costs is charged after
it was made, so the last one may go a little over the limit; none begins once the limit is reached. What is left
undone then is for the caller to name: it is held, never let through.
"""

from __future__ import annotations


class Budget:
    """Units that may be spent. `spent` says how many were; `refused` is true once work was left undone for it."""

    __slots__ = ("limit", "refused", "spent")

    def __init__(self, limit: float) -> None:
        self.limit = limit
        self.spent = 0.0
        self.refused = False

    def charge(self, units: float) -> None:
        """Count work that was done."""
        self.spent += units

    def allows(self) -> bool:
        """Tell whether one more comparison may begin. Where it may not, work is left undone."""
        if self.spent < self.limit:
            return True
        self.refused = True
        return False

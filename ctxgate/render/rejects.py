"""The reject log as a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ctxgate.gate.rejects import Reject
from ctxgate.render.console import action_cell, cell, console, print_titled, table
from ctxgate.rows import ACTIONS
from ctxgate.text.visible import shortened

MAX_ROWS = 60
"""A table shows at most this many rejects; the counts below it hold for all."""


class RejectTable:
    """Collects rejects, batch after batch, and prints them. Memory does not grow with the run."""

    def __init__(self, run: str) -> None:
        self._run = run
        self._shown: list[Reject] = []
        self._actions: Counter[str] = Counter()

    def add(self, rejects: Sequence[Reject]) -> None:
        """Take the rejects of one batch."""
        self._actions.update(reject.action for reject in rejects)
        self._shown += rejects[: MAX_ROWS - len(self._shown)]

    def print(self) -> None:
        """Print the table and the counts."""
        out = console()
        if self._shown:
            result = table(">batch", "query", "id", "source", ">score", "action", "reasons")
            for reject in self._shown:
                reasons = ", ".join(reject.reasons)
                if reject.conflicts:
                    reasons += f" (with {shortened(', '.join(reject.conflicts), 40)})"
                result.add_row(
                    cell(reject.seq),
                    cell(shortened(reject.query, 40)),
                    cell(shortened(reject.id, 40)),
                    cell(shortened(reject.source, 60)),
                    cell(f"{reject.score:.3f}"),
                    action_cell(reject.action),
                    cell(reasons),
                )
            print_titled(f"rejects of run {self._run}", result)
        total = self._actions.total()
        if total > len(self._shown):
            out.print(cell(f"… and {total - len(self._shown):,} more; without --table every one is printed"))
        counts = ", ".join(f"{self._actions[a]:,} {a}" for a in ACTIONS if self._actions[a])
        out.print(cell(f"{total:,} rejects: {counts}" if total else "no rejects"))

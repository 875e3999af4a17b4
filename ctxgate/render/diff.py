"""What changed between two runs, as a table."""

from __future__ import annotations

from collections import Counter

from rich.text import Text

from ctxgate.gate.diff import KINDS, Change, Kind, Stand, Stands
from ctxgate.render.console import STYLES, cell, console, short_label, table
from ctxgate.text.visible import shortened

MAX_ROWS = 60
"""A table shows at most this many chunks; the counts below it hold for all."""


class DiffTable:
    """Collects changes and prints them. Memory does not grow with their number."""

    def __init__(self) -> None:
        self._shown: list[Change] = []
        self._total = 0
        self._kinds: Counter[Kind] = Counter()

    @property
    def found(self) -> bool:
        """Whether anything differs."""
        return self._total > 0

    def add(self, change: Change) -> None:
        """Take one change."""
        self._total += 1
        self._kinds.update(change.changes)
        if len(self._shown) < MAX_ROWS:
            self._shown.append(change)

    def print(self, a: tuple[str, Stands], b: tuple[str, Stands]) -> None:
        """Print what is compared (the name of each side and what was counted on it), the table and the counts."""
        out = console()
        out.print()
        for name, stands in (a, b):
            policies = ", ".join(short_label(label) for label in sorted(stands.policies)) or "none"
            out.print(cell(f"{name}   {_chunks(stands.chunks)}   policy {policies}", "bold"), soft_wrap=True)
        if self._shown:
            result = table("query", "id", "A", "B", "what changed", "reasons")
            for change in self._shown:
                result.add_row(
                    cell(shortened(change.query, 30)),
                    cell(_id(change)),
                    _stand(change.a),
                    _stand(change.b),
                    cell(", ".join(KINDS[kind] for kind in change.changes)),
                    cell(
                        ", ".join([f"+{code}" for code in change.came] + [f"-{code}" for code in change.went])
                    ),
                )
            out.print(result)
        if self._total > len(self._shown):
            out.print(cell(f"… and {self._total - len(self._shown):,} more; --json prints every one"))
        counts = ", ".join(f"{self._kinds[kind]:,} {KINDS[kind]}" for kind in KINDS if self._kinds[kind])
        out.print(cell(f"{_chunks(self._total)} differ: {counts}" if self._total else "nothing differs"))


def _id(change: Change) -> str:
    if change.id is None:
        return "(no chunks)"
    if "moved" in change.changes and change.a is not None:
        return f"{shortened(change.a.id, 30)} → {shortened(change.id, 30)}"
    return shortened(change.id, 40)


def _stand(stand: Stand | None) -> Text:
    if stand is None:
        return cell("-")
    if stand.action is None or stand.score is None:
        return cell("not gated")
    return cell(f"{stand.action} {stand.score:.3f}", STYLES[stand.action])


def _chunks(count: int) -> str:
    return f"{count:,} chunk" + ("" if count == 1 else "s")

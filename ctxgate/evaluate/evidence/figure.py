"""A figure with its target, and how it is told."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Figure(NamedTuple):
    """One measured figure.

    `value` is a share 0..1 unless `unit` says otherwise. `least` and `most` are its target; with neither
    it is only reported. `n` is the number of things that it is a share of.
    """

    name: str
    value: float
    n: int = 0
    least: float | None = None
    most: float | None = None
    unit: str = "%"
    note: str = ""

    @property
    def holds(self) -> bool | None:
        """Whether the target is met; None where there is none."""
        if self.least is None and self.most is None:
            return None
        # A hair's breadth, so that 0.97 as a quotient is not below 0.97 as a number.
        low = self.least is None or self.value >= self.least - 1e-9
        high = self.most is None or self.value <= self.most + 1e-9
        return low and high


def share(part: int, whole: int) -> float:
    """Return part / whole, 0..1; of nothing there is the share 0."""
    return part / whole if whole else 0.0


def lines(title: str, figures: Iterable[Figure]) -> list[str]:
    """Return the figures of one part as lines of text, its title first."""
    told = [f"{title}"]
    for figure in figures:
        verdict = {None: "", True: "holds", False: "FALLS SHORT"}[figure.holds]
        n = f"n={figure.n:,}" if figure.n else ""
        told.append(
            f"  {figure.name:<78}{_shown(figure.value, figure.unit):>9} {n:<9}{_target(figure):<12}{verdict}"
            f"{'  ' + figure.note if figure.note else ''}".rstrip()
        )
    return told


def _target(figure: Figure) -> str:
    if figure.least is not None:
        return f">= {_shown(figure.least, figure.unit)}"
    if figure.most is not None:
        return f"<= {_shown(figure.most, figure.unit)}"
    return ""


def _shown(value: float, unit: str) -> str:
    if unit == "%":
        return f"{100 * value:.1f} %"
    if not unit:
        return f"{value:.3f}"
    return f"{value:,.0f} {unit}" if value >= 100 else f"{value:.2f} {unit}"

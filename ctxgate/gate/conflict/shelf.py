"""Who says what: the values that chunks offer, found again by what they agree with."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from ctxgate.text.answers import Offer
from ctxgate.text.bits import at_least, counted, members, set_of
from ctxgate.text.budget import Budget
from ctxgate.text.values import Value, agree


class Shelf:
    """The offers of a batch's chunks, indexed so that no value is compared with all others.

    Chunks, and values too, are numbered; sets of them are the bits of one integer. `complete` is false once the
    budget did not allow to find everybody who says a value.
    """

    def __init__(self, offers: Sequence[Sequence[Offer]], budget: Budget) -> None:
        self._offers = offers
        self._budget = budget
        self.complete = True
        self._holders: dict[Value, dict[int, float]] = {}
        for n, of_one in enumerate(offers):
            for offer in of_one:
                if offer.stance == "said":
                    holding = self._holders.setdefault(offer.value, {})
                    holding[n] = max(holding.get(n, 0.0), offer.closeness)
        self._values = list(self._holders)
        self._place = {value: v for v, value in enumerate(self._values)}
        self._words = _Words(self._values)
        self._dates = _Dates(self._values)
        self._numbers = sorted((value for value in self._values if value.kind == "number"), key=_low)
        self._lows = [value.low for value in self._numbers]
        self._agreeing: dict[Value, list[Value]] = {}
        self._saying: dict[tuple[Value, float], int] = {}
        self._sayers: dict[tuple[Value, float], int] = {}

    def sayers(self, value: Value, closeness: float) -> int:
        """Return the chunks, as bits, that say this value, or one that agrees with it, at least so close."""
        found = self._sayers.get((value, closeness))
        if found is None:
            found = 0
            for other in self.alike(value):
                found |= self._said_so_close(other, closeness)
            self._sayers[value, closeness] = found
        return found

    def _said_so_close(self, value: Value, closeness: float) -> int:
        found = self._saying.get((value, closeness))
        if found is None:
            found = set_of(n for n, c in self._holders[value].items() if c >= closeness)
            self._saying[value, closeness] = found
        return found

    def said(self, n: int, value: Value) -> Offer | None:
        """Return the nearest offer of a chunk that says this value or one that agrees with it, or None."""
        for offer in self._offers[n]:
            if offer.stance == "said" and _same(value, offer.value):
                return offer
        return None

    def alike(self, value: Value) -> list[Value]:
        """Return the values that chunks say and that agree with this one."""
        found = self._agreeing.get(value)
        if found is None:
            if not self._budget.allows():
                self.complete = False
                return [value] if value in self._holders else []
            found = self._numbers_near(value) if value.kind == "number" else self._found(value)
            self._budget.charge(2 + len(self._values) / 300 + len(found) / 3)
            self._agreeing[value] = found
        return found

    def _found(self, value: Value) -> list[Value]:
        kind = self._words if value.kind == "words" else self._dates
        bits = kind.alike(value)
        if (own := self._place.get(value)) is not None:
            bits |= 1 << own
        return [self._values[v] for v in members(bits)]

    def _numbers_near(self, value: Value) -> list[Value]:
        at = bisect_left(self._lows, 0.97 * value.low)
        near = self._numbers[at : bisect_left(self._lows, 1.03 * value.high)]
        self._budget.charge(len(near))
        found = [other for other in near if _same(value, other)]
        return found if value in found or value not in self._holders else [*found, value]


def _low(value: Value) -> float:
    return value.low


class _Words:
    """Values in words, by their words: which of them agree with one is counted, not compared."""

    def __init__(self, values: Sequence[Value]) -> None:
        self._holding: dict[int | str, int] = {}
        self._of_size: dict[tuple[bool, int], int] = {}
        for v, value in enumerate(values):
            if value.kind == "words":
                for part in set(value.parts):
                    self._holding[part] = self._holding.get(part, 0) | 1 << v
                size = len(value.parts) == 1, len(set(value.parts))
                self._of_size[size] = self._of_size.get(size, 0) | 1 << v

    def alike(self, value: Value) -> int:
        """Return the values, as bits, that agree with one, as `agree` tells; itself not among them."""
        parts = set(value.parts)
        planes = counted(self._holding[part] for part in parts if part in self._holding)
        found = 0
        for (single, size), those in self._of_size.items():
            if single and len(value.parts) == 1:
                continue  # two single words agree when they are one
            # All words of the shorter one, or half of those of both together.
            needed = min(len(parts), size, -(-(len(parts) + size) // 3))
            found |= at_least(planes, needed, those)
        return found


class _Dates:
    """Dates, by year, month and day; 0 for what one does not give."""

    def __init__(self, values: Sequence[Value]) -> None:
        self._having: tuple[dict[int | str, int], ...] = ({}, {}, {})
        for v, value in enumerate(values):
            if value.kind == "date":
                for having, part in zip(self._having, value.parts, strict=True):
                    having[part] = having.get(part, 0) | 1 << v

    def alike(self, value: Value) -> int:
        """Return the dates, as bits, that agree with one and have its year or its month."""
        years, months, _ = self._having
        year, month, _ = value.parts
        found = (years.get(year, 0) if year else 0) | (months.get(month, 0) if month else 0)
        for having, part in zip(self._having, value.parts, strict=True):
            if part:
                found &= having.get(part, 0) | having.get(0, 0)
        return found


def _same(a: Value, b: Value) -> bool:
    """Tell whether two values agree, and in the same dimension where both have one."""
    if a.kind == "number" and b.kind == "number" and a.parts != b.parts and a.parts[0] and b.parts[0]:
        return False
    return agree(a, b)

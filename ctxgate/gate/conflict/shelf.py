"""Who says what: the values that chunks offer, found again by what they agree with."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from ctxgate.text.answers import Offer
from ctxgate.text.values import Value, agree

MAX_ALIKE = 64
"""Different values with one word, year or size in common that are compared; more are no honest answers."""


class Shelf:
    """The offers of a batch's chunks, indexed so that no value is compared with all others."""

    def __init__(self, offers: Sequence[Sequence[Offer]]) -> None:
        self._offers = offers
        self._holders: dict[Value, dict[int, float]] = {}
        for n, of_one in enumerate(offers):
            for offer in of_one:
                if offer.stance == "said":
                    holding = self._holders.setdefault(offer.value, {})
                    holding[n] = max(holding.get(n, 0.0), offer.closeness)
        self._by_part: dict[tuple[str, int | str], list[Value]] = {}
        self._numbers = sorted(value for value in self._holders if value.kind == "number")
        for value in self._holders:
            for part in dict.fromkeys(_parts(value)):
                alike = self._by_part.setdefault((value.kind, part), [])
                if len(alike) < MAX_ALIKE:
                    alike.append(value)
        self._lows = [value.low for value in sorted(self._numbers, key=lambda v: v.low)]
        self._numbers.sort(key=lambda v: v.low)
        self._agreeing: dict[Value, list[Value]] = {}

    def sayers(self, value: Value, closeness: float) -> list[int]:
        """Return the chunks that say this value, or one that agrees with it, at least so close; in order."""
        return sorted(self.sayers_set(value, closeness))

    def sayers_set(self, value: Value, closeness: float) -> frozenset[int]:
        """Return what `sayers` does, for membership only."""
        return frozenset(
            n for other in self._alike(value) for n, c in self._holders[other].items() if c >= closeness
        )

    def said(self, n: int, value: Value) -> Offer | None:
        """Return the nearest offer of a chunk that says this value or one that agrees with it, or None."""
        for offer in self._offers[n]:
            if offer.stance == "said" and _same(value, offer.value):
                return offer
        return None

    def _alike(self, value: Value) -> list[Value]:
        found = self._agreeing.get(value)
        if found is None:
            found = [other for other in self._candidates(value) if _same(value, other)]
            self._agreeing[value] = found
        return found

    def _candidates(self, value: Value) -> list[Value]:
        if value.kind == "number":
            at = bisect_left(self._lows, 0.97 * value.low)
            end = bisect_left(self._lows, 1.03 * value.high)
            near = self._numbers[at : min(end, at + MAX_ALIKE)]
            return near if value in near or value not in self._holders else [*near, value]
        candidates = dict.fromkeys(
            other for part in _parts(value) for other in self._by_part.get((value.kind, part), ())
        )
        if value in self._holders:
            candidates[value] = None
        return list(candidates)


def _parts(value: Value) -> tuple[int | str, ...]:
    if value.kind == "number":
        return ()
    if value.kind == "date":
        # Without a year a day is found by its month, and the other way round.
        return tuple(
            part for part in (value.parts[0], f"month {value.parts[1]}") if part and part != "month 0"
        )
    return value.parts


def _same(a: Value, b: Value) -> bool:
    """Tell whether two values agree, and in the same dimension where both have one."""
    if a.kind == "number" and b.kind == "number" and a.parts != b.parts and a.parts[0] and b.parts[0]:
        return False
    return agree(a, b)

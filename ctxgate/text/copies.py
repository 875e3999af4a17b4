"""Copies of a passage, and what was changed in them.

Two passages are near copies when most runs of three words of the shorter one stand in the longer one, too
(shingles: A. Broder, "On the resemblance and containment of documents", 1997). What differs between near
copies is found in one walk over both, so that a batch of copies costs no more than its pairs.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from ctxgate.text.bits import at_least, counted, set_of
from ctxgate.text.budget import Budget
from ctxgate.text.passage import Passage

RUN = 3
"""Words of a shingle."""

MIN_SHINGLES = 8
"""A text with fewer shingles is too short to be the copy of another one."""

MAX_CHANGE = 8
"""Words that an edit may replace, or put in their place. More is another passage, not an edit."""

OPENING = 3
"""Words at the beginning of a text that say what it is about."""

CONTEXT = 2
"""Equal words that must stand on both sides of an edit, so that a cut at either end is none."""


class Edit(NamedTuple):
    """A place where two near copies differ: the words [start, end) in each, by number."""

    a: tuple[int, int]
    b: tuple[int, int]


class Overlaps:
    """How much each two of a batch's passages have in common.

    For each shingle that two passages have, the passages are kept as the bits of one integer, so that all that have
    enough in common with one of them are found at once, without looking at each pair.
    """

    def __init__(self, passages: Sequence[Passage]) -> None:
        runs = [
            dict.fromkeys(zip(p.stems, p.stems[1:], p.stems[2:], strict=False), n)
            for n, p in enumerate(passages)
        ]
        self.sizes = [len(of_one) for of_one in runs]
        """Different shingles of each passage."""
        seen: dict[Shingle, int] = {}
        holders: dict[Shingle, list[int]] = {}
        for n, of_one in enumerate(runs):
            for run in of_one.keys() & seen.keys():
                holders.setdefault(run, [seen[run]]).append(n)
            seen.update(of_one)
        bits = {run: set_of(those) for run, those in holders.items()}
        self._held = [[bits[run] for run in of_one.keys() & bits.keys()] for of_one in runs]
        self._of_size: dict[int, int] = {}
        for n, size in enumerate(self.sizes):
            if size >= MIN_SHINGLES:
                self._of_size[size] = self._of_size.get(size, 0) | 1 << n
        self._row: tuple[int, list[int]] = (-1, [])

    def containment(self, i: int, j: int) -> float:
        """Return the share, 0..1, of the smaller passage's shingles that stand in the other one."""
        smaller = min(self.sizes[i], self.sizes[j])
        if smaller < MIN_SHINGLES:
            return 0.0
        return sum((plane >> j & 1) << k for k, plane in enumerate(self._counts(i))) / smaller

    def alike(self, i: int, share: float) -> int:
        """Return the other passages, as bits, whose containment in this one, or of it, is at least `share`, above 0."""
        own = self.sizes[i]
        if own < MIN_SHINGLES or not self._held[i]:
            return 0
        planes = self._counts(i)
        among: dict[int, int] = {}
        for size, those in self._of_size.items():
            least = _least(share, min(size, own))
            among[least] = among.get(least, 0) | those
        found = 0
        for least, those in among.items():
            found |= at_least(planes, least, those)
        return found & ~(1 << i)

    def _counts(self, i: int) -> list[int]:
        """Return how many shingles each passage has in common with this one; see `bits.counted`."""
        if self._row[0] != i:
            self._row = i, counted(self._held[i])
        return self._row[1]


Shingle = tuple[str, str, str]


@lru_cache(maxsize=1 << 14)
def _least(share: float, size: int) -> int:
    """Return the least number of shingles in common that is this share of `size`, 1 at least."""
    least = max(1, math.ceil(share * size) - 1)
    while least / size < share:
        least += 1
    return least


def differences(a: Sequence[str], b: Sequence[str], budget: Budget | None = None) -> list[Edit]:
    """Return where two sequences of words differ, in order. Linear in both.

    A greedy walk: equal words are passed; at a difference the nearest place is looked for where three words
    agree again, first within MAX_CHANGE words and then anywhere ahead. What is left of either at the end
    counts as one difference. What it cost is charged to the budget.
    """
    found: list[Edit] = []
    places: dict[tuple[str, ...], list[int]] | None = None
    i = j = 0
    cost = _COST_OF_A_PAIR + (len(a) + len(b)) / _EQUAL_WORDS_A_UNIT
    while i < len(a) and j < len(b):
        if a[i] == b[j]:
            while (
                a[i : i + _STRIDE] == b[j : j + _STRIDE] and i + _STRIDE <= len(a) and j + _STRIDE <= len(b)
            ):
                i, j = i + _STRIDE, j + _STRIDE
            while i < len(a) and j < len(b) and a[i] == b[j]:
                i, j = i + 1, j + 1
            continue
        near = _nearest(a, i, b, j)
        cost += _COST_NEAR if near is not None else _COST_FAR
        if near is None:
            if places is None:
                places = {}
                for place in range(len(b) - RUN, -1, -1):
                    places.setdefault(tuple(b[place : place + RUN]), []).append(place)
                cost += len(b) / 2
            near = _ahead(a, i, j, places)
            cost += ((near[0] if near is not None else len(a)) - i) / 4
        if near is None:
            break
        found.append(Edit((i, near[0]), (j, near[1])))
        i, j = near
    if i < len(a) or j < len(b):
        found.append(Edit((i, len(a)), (j, len(b))))
    if budget is not None:
        budget.charge(cost)
    return found


_STRIDE = 32
_COST_OF_A_PAIR, _EQUAL_WORDS_A_UNIT, _COST_NEAR, _COST_FAR = 6, 50, 4, 30


def _nearest(a: Sequence[str], i: int, b: Sequence[str], j: int) -> tuple[int, int] | None:
    """Return the nearest places, in words skipped on both sides together, where RUN words agree again."""
    most = MAX_CHANGE + 1
    for skipped in range(1, 2 * most):
        for k in range(max(0, skipped - most), min(most, skipped) + 1):
            x, y = i + k, j + skipped - k
            if a[x : x + 1] == b[y : y + 1] != [] and _agree(a, x, b, y):
                return x, y
    return None


def _agree(a: Sequence[str], x: int, b: Sequence[str], y: int) -> bool:
    """Tell whether RUN words agree from here on, or all words to the end of both."""
    if a[x : x + RUN] != b[y : y + RUN]:
        return False
    return x < len(a)


def _ahead(
    a: Sequence[str], i: int, j: int, places: dict[tuple[str, ...], list[int]]
) -> tuple[int, int] | None:
    for x in range(i, len(a) - RUN + 1):
        at = places.get(tuple(a[x : x + RUN]))
        if at is None:
            continue
        while at and at[-1] < j:  # lists hold the last place first
            at.pop()
        if at:
            return x, at[-1]
    return None


def begins_otherwise(a: Sequence[str], b: Sequence[str], differing: Sequence[Edit]) -> bool:
    """Tell whether two texts begin with other words in the same place: a pattern filled in for two things.

    A text may begin with a number, and another number is no other thing.
    """
    if not differing:
        return False
    (start, end), (begin, finish) = differing[0]
    return (
        max(start, begin) < OPENING
        and any(not word.isdigit() for word in a[start:end])
        and any(not word.isdigit() for word in b[begin:finish])
    )


def is_cut(a: Sequence[str], b: Sequence[str], edit: Edit) -> bool:
    """Tell whether a difference is only the place where one of two texts was cut, be it in the middle of a word."""
    one, other = a[slice(*edit.a)], b[slice(*edit.b)]
    short, long = sorted((one, other), key=len)
    at_start = edit.a[0] == 0 or edit.b[0] == 0
    at_end = edit.a[1] == len(a) or edit.b[1] == len(b)
    if not short:
        return at_start or at_end
    if len(short) > 1:
        return False
    return (at_end and (long[0].startswith(short[0]) or short[0].startswith(long[0]))) or (
        at_start and (long[-1].endswith(short[0]) or short[0].endswith(long[-1]))
    )

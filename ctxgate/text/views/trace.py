"""Views and the way back from them: which characters of the original text a piece of a view was read from.

A way back is a function from offsets in a view to offsets in the original. Ways are put together as the
views are: a view of a view goes back through both. Where characters are exchanged one by one the way is
exact; a decoded piece leads to the whole of what was decoded, for that is what a person has to look at.
"""

from __future__ import annotations

import re
import sys
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import NamedTuple

MAX_EDITS = 10_000
"""Replacements whose places are kept. What stands behind them leads back to the whole rest of the text."""

Back = Callable[[int, int], tuple[int, int]]
"""From [start, end) in a view to [start, end) in the original text."""

Replace = Callable[[re.Match[str]], str]


class View(NamedTuple):
    """One reading of a text: what is read, which kind of reading it is, and the way back."""

    text: str
    kind: str
    back: Back

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return where the characters [start, end) of this view stand in the original text."""
        length = len(self.text)
        start = min(max(start, 0), length)
        return self.back(start, min(max(end, start), length))


class Reading(NamedTuple):
    """A text on its way to becoming a view."""

    text: str
    back: Back


def same(start: int, end: int) -> tuple[int, int]:
    """Go back from the original to itself."""
    return start, end


def whole(back: Back, start: int, end: int) -> Back:
    """Go back to the whole of [start, end), wherever one comes from."""
    return lambda _start, _end: back(start, end)


def mirrored(back: Back, length: int) -> Back:
    """Go back from a text that was turned around."""
    return lambda start, end: back(length - end, length - start)


def edited(reading: Reading, pattern: re.Pattern[str], replace: Replace) -> Reading:
    """Return the text with every match replaced, as `pattern.sub` does it.

    The offsets are worked out when a way back is asked for: most views are never asked.
    """
    new = pattern.sub(replace, reading.text)
    return reading if new == reading.text else Reading(new, _Edits(reading, pattern, replace))


class _Edits:
    """The way back through replacements, worked out as far as one was asked to go."""

    __slots__ = (
        "_length",
        "_matches",
        "_new_ends",
        "_new_starts",
        "_old_ends",
        "_old_starts",
        "_replace",
        "_whence",
    )

    def __init__(self, reading: Reading, pattern: re.Pattern[str], replace: Replace) -> None:
        self._matches = islice(pattern.finditer(reading.text), MAX_EDITS)
        self._length = len(reading.text)
        self._replace = replace
        self._whence = reading.back
        self._new_starts: list[int] = []
        self._new_ends: list[int] = []
        self._old_starts: list[int] = []
        self._old_ends: list[int] = []

    def __call__(self, start: int, end: int) -> tuple[int, int]:
        self._work_out(end)
        first = self._old(start, 0)
        last = self._old(end - 1, 1) if end > start else first
        return self._whence(first, max(first, last))

    def _work_out(self, place: int) -> None:
        """Note the replacements up to a place of the new text, and one beyond it."""
        if self._new_starts and self._new_starts[-1] > place:
            return
        grown = self._new_ends[-1] - self._old_ends[-1] if self._new_starts else 0
        for match in self._matches:
            old_start, old_end = match.span()
            new_start = old_start + grown
            new_end = new_start + len(self._replace(match))
            self._note(new_start, new_end, old_start, old_end)
            if new_start > place:
                return
            grown = new_end - old_end
        if len(self._new_starts) == MAX_EDITS:
            self._note(self._new_ends[-1], sys.maxsize, self._old_ends[-1], self._length)

    def _note(self, new_start: int, new_end: int, old_start: int, old_end: int) -> None:
        self._new_starts.append(new_start)
        self._new_ends.append(new_end)
        self._old_starts.append(old_start)
        self._old_ends.append(old_end)

    def _old(self, place: int, after: int) -> int:
        """Where the character at `place` stood; with `after`, where it ended."""
        i = bisect_right(self._new_starts, place) - 1
        if i < 0:
            return place + after
        if place < self._new_ends[i]:
            return self._old_ends[i] if after else self._old_starts[i]
        return place - self._new_ends[i] + self._old_ends[i] + after


def without(reading: Reading, spans: Sequence[tuple[int, int]]) -> Reading:
    """Return the text with some spans taken out, which are in order and do not overlap."""
    edges = [0, *(place for span in spans for place in span), len(reading.text)]
    return gathered(reading, list(zip(edges[::2], edges[1::2], strict=True)), "")


def gathered(reading: Reading, spans: Sequence[tuple[int, int]], between: str = "\n") -> Reading:
    """Return pieces of a text one behind the other."""
    return joined([(reading.text[start:end], _shifted(reading.back, start)) for start, end in spans], between)


def joined(pieces: Iterable[tuple[str, Back]], between: str = "\n") -> Reading:
    """Return several readings as one. What reaches over a gap goes back to everything from first to last."""
    texts: list[str] = []
    backs: list[Back] = []
    starts: list[int] = []
    place = 0
    for text, back in pieces:
        texts.append(text)
        backs.append(back)
        starts.append(place)
        place += len(text) + len(between)
    if len(texts) == 1:
        return Reading(texts[0], backs[0])

    def go(start: int, end: int) -> tuple[int, int]:
        i = max(0, bisect_right(starts, start) - 1)
        j = max(i, bisect_right(starts, max(start, end - 1)) - 1)
        spans = [
            backs[k](
                min(max(start - starts[k], 0), len(texts[k])), min(max(end - starts[k], 0), len(texts[k]))
            )
            for k in {i, j}
        ]
        return min(span[0] for span in spans), max(span[1] for span in spans)

    return Reading(between.join(texts), go)


def _shifted(back: Back, by: int) -> Back:
    return lambda start, end: back(start + by, end + by)

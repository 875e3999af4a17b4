"""An index over the letters of some texts, which tells what of another text stands in them.

Letters and digits alone are compared, in a row over all else: so it does not matter where words were parted,
wrapped, hyphenated or glued, nor what invisible or emphasising characters stand within them. Every eighth run
of twelve letters is kept with its places. Whatever has `SEEN` letters in a row in common with a text holds
one of these runs, and is then followed to both ends. Shorter runs of words are kept by their words.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import NamedTuple

from ctxgate.gate.leaks.readings import Reading, sought
from ctxgate.gate.leaks.spelling import runs, spellings

RUN = 8
"""So many words in a row are taken for a piece of the text. A text with fewer is looked for as a whole."""

_GRAM = 12
_STRIDE = 8
SEEN = _GRAM + _STRIDE - 1
"""Letters in a row, at least, that are found wherever they begin."""

_PLACES = 32
"""Places that are kept of one run of letters. A text that stands there more often is found at one of them."""

_EXTENSIONS = 64
"""Letters that are followed for each letter of the text that is looked for, at most."""


class Common(NamedTuple):
    """What a text has in common with an index: the letters [begin, end) of the text, and where they stand."""

    begin: int
    end: int
    at: int


class Index:
    """The letters of some readings. `fragments` are given by their words, and stand as they are."""

    def __init__(self, found: Iterable[Reading], fragments: Iterable[Sequence[str]] = ()) -> None:
        self.readings = list(found)
        self._starts: list[int] = []
        self._of: list[tuple[Reading | None, bool]] = []
        self._parts: list[str] = []
        self._rows: list[str] = []
        self._size = 0
        self._table: dict[str, int | list[int]] = {}
        self._compact: dict[str, int] = {}
        seen: set[str] = set()
        for reading in self.readings:
            for i, sequence in enumerate(spellings(reading.text)):
                self._add(sequence, reading, bool(i), seen)
        for fragment in fragments:
            self._add(list(fragment), None, False, seen)
        self.letters = "\n".join(self._parts)
        self.rows = "\n".join(self._rows)
        """All words, a row for each text in each reading, with a space on both sides of each word."""
        del self._parts, self._rows

    def _add(self, sequence: list[str], reading: Reading | None, alike: bool, seen: set[str]) -> None:
        row = f" {' '.join(sequence)} "
        if row in seen or not sequence:
            return
        seen.add(row)
        letters = "".join(sequence)
        base = self._size
        self._starts.append(base)
        self._of.append((reading, alike))
        self._parts.append(letters)
        self._rows.append(row)
        self._size += len(letters) + 1
        table = self._table
        for at in range(0, len(letters) - _GRAM + 1, _STRIDE):
            gram = letters[at : at + _GRAM]
            old = table.setdefault(gram, base + at)
            if isinstance(old, list):
                if len(old) < _PLACES:
                    old.append(base + at)
            elif old != base + at:
                table[gram] = [old, base + at]
        starts = [0, *accumulate(map(len, sequence))]
        for begin, end in runs(sequence, RUN):
            if starts[end] - starts[begin] < SEEN:
                self._compact.setdefault(" ".join(sequence[begin:end]), base + starts[begin])

    def compact(self, sequence: Sequence[str]) -> int | None:
        """Return where a run of words with less than `SEEN` letters stands."""
        return self._compact.get(" ".join(sequence))

    def source(self, at: int) -> tuple[Reading | None, bool]:
        """Return the reading of a place among the letters, and whether it is in the skeleton spelling."""
        return self._of[bisect_right(self._starts, at) - 1]

    def holds(self, sequence: Sequence[str]) -> bool:
        """Tell whether these words stand in a row."""
        return f" {' '.join(sequence)} " in self.rows

    def stands(self, text: str) -> bool:
        """Tell whether a text stands here as a whole, in any form."""
        shown = False
        for sequence in sought(text):
            letters = "".join(sequence)
            shown = True
            if self.holds(sequence) or (len(letters) >= SEEN and letters in self.letters):
                return True
        plain = " ".join(text.split())
        return not shown and any(plain in " ".join(reading.text.split()) for reading in self.readings)

    def common(self, letters: str) -> list[Common]:
        """Return the stretches, as long as they go, that these letters have in common with the index."""
        found: list[Common] = []
        ends: dict[int, int] = {}
        left = _EXTENSIONS * len(letters) + 1000
        table = self._table
        for i in range(len(letters) - _GRAM + 1):
            hit = table.get(letters[i : i + _GRAM])
            if hit is None:
                continue
            for at in (hit,) if isinstance(hit, int) else hit:
                if ends.get(at - i, 0) > i:
                    continue
                if left <= 0:
                    return found
                ahead = _ahead(letters, i + _GRAM, self.letters, at + _GRAM)
                back = _back(letters, i, self.letters, at)
                left -= ahead + back
                ends[at - i] = i + _GRAM + ahead
                found.append(Common(i - back, i + _GRAM + ahead, at - back))
        return found


def _ahead(a: str, i: int, b: str, j: int) -> int:
    same, step, growing = 0, 16, True
    while step:
        piece = a[i + same : i + same + step]
        if len(piece) == step and piece == b[j + same : j + same + step]:
            same += step
            step = min(step * 2, 4096) if growing else step // 2
        else:
            growing = False
            step //= 2
    return same


def _back(a: str, i: int, b: str, j: int) -> int:
    # No more than what a stride can have skipped has to be looked at, and what stands before it in a word.
    same = 0
    while same < min(i, j) and a[i - same - 1] == b[j - same - 1]:
        same += 1
        if same >= _REACH:
            break
    return same


_REACH = 400


def reach(found: Iterable[Common], size: int) -> list[int]:
    """Return for each place how far a stretch goes that holds it: 0 where none does."""
    longest = [0] * (size + 1)
    for common in found:
        longest[common.begin] = max(longest[common.begin], common.end)
    return [end if end > i else 0 for i, end in enumerate(accumulate(longest, max))]


def starts_of(sequence: Sequence[str]) -> list[int]:
    """Return where each word begins among the letters, and at last where they end."""
    return [0, *accumulate(map(len, sequence))]


def borders(texts: Sequence[str], query: str) -> list[list[str]]:
    """Return the words where one text ends and another begins, as they may follow each other in a prompt.

    A text of fewer than `RUN` words is no such text, for it would hide longer ones. The query is, at any length.
    """
    sequences = [words for text in texts for words in sought(text) if len(words) >= RUN]
    sequences += sought(query)
    every = len(sequences) <= _EVERY_PAIR
    return [
        [*one[-RUN:], *other[:RUN]]
        for i, one in enumerate(sequences)
        for other in (sequences if every else sequences[i + 1 : i + 2])
        if other is not one
    ]


_EVERY_PAIR = 40

"""What stands around the quantities of a text: its words are read once, and looked up for each stretch of it.

A text without ends of sentences has a stretch of its own around each of its quantities, and they overlap. A stretch
may begin and end inside a word; the pieces that are cut off there are read by themselves.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

from ctxgate.pattern import lazy
from ctxgate.text.words import MAX_WORD, stem, tokens

Sign = tuple[str, str]
"""What tells a kind apart, as in `kinds`: a group or a word, and the word that does."""


AGAIN = 2
"""How often a text is read in stretches, at most, before its words are indexed."""


class Signs(NamedTuple):
    """Signs with the number of the word that gives each: by itself, or together with the word before it."""

    alone: list[tuple[int, Sign]]
    paired: list[tuple[int, Sign]]

    def all(self) -> set[Sign]:
        """Return the signs without their places."""
        return {sign for those in self for _, sign in those}


class Surroundings:
    """The words of a text with their places, for stretches [start, end) of it in characters.

    `asked` are the stems to look for, and `signs` finds the signs in words as they are written.
    """

    def __init__(
        self, text: str, folded: str, asked: Collection[str], signs: Callable[[Sequence[str]], Signs]
    ) -> None:
        self._text, self._folded, self._asked, self._find = text, folded, asked, signs
        self._read_again = AGAIN * len(text)
        self._index: _Index | None = None
        self._signs: Signs | None = None

    def standing(self, start: int, end: int) -> set[str]:
        """Return those of the stems asked about that stand in a stretch."""
        if self._may_read(start, end):
            return {one for word in tokens(self._folded[start:end]) if (one := stem(word)) in self._asked}
        index = self._indexed()
        head, low, high, tail = index.within(start, end)
        found = {
            one
            for one, at in index.standing.items()
            if (k := bisect_left(at, low)) < len(at) and at[k] < high
        }
        for begin, stop in (*head, *tail):
            if (one := stem(self._folded[begin:stop])) in self._asked:
                found.add(one)
        return found

    def signs(self, start: int, end: int) -> set[Sign]:
        """Return the signs in a stretch."""
        if self._may_read(start, end):
            return self._find(tokens(self._text[start:end])).all()
        index = self._indexed()
        if self._signs is None:
            self._signs = self._find([self._text[begin:stop] for begin, stop in index.words])
        head, low, high, tail = index.within(start, end)
        alone, paired = self._signs
        found = {sign for _, sign in alone[_from(alone, low) : _from(alone, high)]}
        found.update(sign for _, sign in paired[_from(paired, low + 1) : _from(paired, high)])
        inside = index.words[low:high]
        if head:
            found |= self._read(*head, *inside[:1]) if inside else self._read(*head, *tail)
        if tail and inside:
            found |= self._read(*inside[-1:], *tail)
        elif tail and not head:
            found |= self._read(*tail)
        return found

    def _may_read(self, start: int, end: int) -> bool:
        """Tell whether a stretch is read by itself: the words of the whole text are looked up where it pays."""
        self._read_again -= end - start
        return self._read_again >= 0

    def _indexed(self) -> _Index:
        if self._index is None:
            self._index = _Index(self._folded, self._asked)
        return self._index

    def _read(self, *spans: tuple[int, int]) -> set[Sign]:
        return self._find([self._text[start:end] for start, end in spans]).all()


class _Index:
    """The words of a text by number, and the numbers of those whose stems are asked about."""

    def __init__(self, folded: str, asked: Collection[str]) -> None:
        self._runs = [match.span() for match in _RUN.finditer(folded)]
        self.words = [span for run in self._runs for span in _words(*run)]
        self._starts = [start for start, _ in self.words]
        self._ends = [end for _, end in self.words]
        self.standing: dict[str, list[int]] = {}
        for n, (start, end) in enumerate(self.words):
            if (one := stem(folded[start:end])) in asked:
                self.standing.setdefault(one, []).append(n)

    def within(self, start: int, end: int) -> tuple[list[tuple[int, int]], int, int, list[tuple[int, int]]]:
        """Return the words [low, high) of a stretch by number, and the places of those cut off before and behind them."""
        first, last = bisect_right(self._runs, (start, 0)), bisect_left(self._runs, (end, 0))
        head: list[tuple[int, int]] = []
        tail: list[tuple[int, int]] = []
        low_at, high_at = start, end
        if first and self._runs[first - 1][0] < start < self._runs[first - 1][1]:
            low_at = min(end, self._runs[first - 1][1])
            head = _words(start, low_at)
        if last and self._runs[last - 1][1] > end and self._runs[last - 1][0] >= start:
            high_at = self._runs[last - 1][0]
            tail = _words(high_at, end)
        low, high = bisect_left(self._starts, low_at), bisect_right(self._ends, high_at)
        return head, low, max(low, high), tail


def _words(start: int, end: int) -> list[tuple[int, int]]:
    """Cut a run of letters and digits into words that are no longer than MAX_WORD."""
    return [(at, min(end, at + MAX_WORD)) for at in range(start, end, MAX_WORD)]


def _from(those: Sequence[tuple[int, Sign]], number: int) -> int:
    return bisect_left(those, (number,))


_RUN = lazy(r"[^\W_]+")

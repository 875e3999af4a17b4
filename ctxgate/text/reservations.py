"""What speaks against a claim in a stretch of a text: that it is about the past, or about something else.

Stretches may overlap, so a text that is asked about often is searched once, as a whole.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from ctxgate.pattern import lazy
from ctxgate.text.entities import Entity
from ctxgate.text.surroundings import AGAIN


class Past:
    """Tells which stretches [start, end) of a folded text speak of the past."""

    def __init__(self, folded: str) -> None:
        self._folded = folded
        self._read_again = AGAIN * len(folded)
        self._places: list[tuple[int, int]] | None = None

    def within(self, start: int, end: int) -> bool:
        """Tell whether a stretch does."""
        self._read_again -= end - start
        if self._read_again >= 0:
            return _PAST.search(self._folded, start, end) is not None
        if self._places is None:
            self._places = [match.span() for match in _PAST.finditer(self._folded)]
        k = bisect_left(self._places, (start, 0))
        if k < len(self._places) and self._places[k][1] <= end:
            return True
        return (
            _PAST.search(self._folded, max(start, end - _LONGEST_PAST), end) is not None
        )  # one cut off there


class Others:
    """Tells in which stretches [start, end) of a folded text an identifier stands that is none of some entities."""

    def __init__(self, folded: str, entities: Sequence[Entity]) -> None:
        self._folded, self._entities = folded, entities
        self._known: dict[str, bool] = {}
        self._read_again = AGAIN * len(folded)
        self._places: list[tuple[int, int]] | None = None

    def within(self, start: int, end: int) -> bool:
        """Tell whether one does."""
        self._read_again -= end - start
        if self._read_again >= 0 or end - start < 2 * _EDGE:
            return any(self._in(self._folded[start:end]))
        if self._places is None:
            self._places = self._in(self._folded)
        # What is cut off at either end, or has too little before it to tell, is read by itself.
        k = bisect_left(self._places, (start + _BEFORE, 0))
        if k < len(self._places) and self._places[k][1] < end:
            return True
        head = self._in(self._folded[start : start + _EDGE])
        if any(begin < _BEFORE for begin, _ in head):
            return True
        return any(stop == _EDGE for _, stop in self._in(self._folded[end - _EDGE : end]))

    def _in(self, sentence: str) -> list[tuple[int, int]]:
        return [
            match.span()
            for match in _IDENTIFIER.finditer(sentence)
            if not self._is_known(match[0])
            and not _REFERS.search(sentence, max(0, match.start() - _REFERRED), match.start())
        ]

    def _is_known(self, identifier: str) -> bool:
        if identifier not in self._known:
            self._known[identifier] = any(entity.find(identifier) for entity in self._entities)
        return self._known[identifier]


_EDGE, _BEFORE, _REFERRED = 64, 12, 10
_LONGEST_PAST = 16
_IDENTIFIER = lazy(r"(?<![^\W_])[a-z]{2,12}(?:-?[0-9]{2,12}|-[0-9]{1,12})(?![^\W_])")
_REFERS = lazy(r"(?<![^\W_])(?:see|cf)\W+$")
_PAST = lazy(
    r"(?<![^\W_])(?:used to|formerly|previously|historically|originally|legacy|prior to|until [0-9]|was once"
    r"|no longer|back then|at the time)(?![^\W_])"
)

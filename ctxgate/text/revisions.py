"""Versions of one passage: are two texts the same passage at two times, and where was it revised?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ctxgate.text.budget import Budget
from ctxgate.text.copies import MIN_SHINGLES, Edit, Overlaps, begins_otherwise, differences, is_cut
from ctxgate.text.passage import STOP_STEMS, Passage
from ctxgate.text.values import numbers_in

MAX_HEADING = 14
"""Words of the longest first line that is taken for a heading."""

SAME_HEADING = 0.10
"""Containment of two passages of one document under one heading that makes them versions of each other."""

SAME_HEADING_ELSEWHERE = 0.20
"""The same for one heading in two documents."""

SAME_SOURCE = 0.30
"""The same for passages of one source whose headings do not tell."""

SECTIONS = 0.75
"""The same for passages of two sections of one document: only near-same text, since sections follow one pattern."""

ANYWHERE = 0.50
"""The same for passages that nothing else connects."""

MIN_SHARED = 3
"""Words with a meaning that two short statements must share."""


_NEVER = 2.0

MAX_STATED = 20
"""Words that a short statement may put in the place of others."""


class Revision(NamedTuple):
    """What was revised: the places in both texts, [start, end) in characters. One may be empty, never both."""

    old: tuple[int, int]
    new: tuple[int, int]


class Versions:
    """Finds the versions of a passage among passages with their sources."""

    def __init__(self, passages: Sequence[Passage], sources: Sequence[str]) -> None:
        self._passages = passages
        self._sources = sources
        self._documents = [source.partition("#")[0] for source in sources]
        self._headings = [heading(one) for one in passages]
        self._overlaps = Overlaps(passages)
        self._short = _Short(passages, self._overlaps.sizes)

    def candidates(self, one: int) -> int:
        """Return the passages, as bits, of which one may be a version: no others are."""
        return self._overlaps.alike(one, SAME_HEADING) | self._short.alike(one)

    def revision(self, old: int, new: int, budget: Budget | None = None) -> Revision | None:
        """Return the first place where `new` revises `old`, or None where it is not a version of it.

        A text that lacks only the beginning or the end of the other one revises nothing. What the comparison
        cost is charged to the budget.
        """
        a, b = self._passages[old], self._passages[new]
        if a.stems == b.stems:
            return None
        if min(self._overlaps.sizes[old], self._overlaps.sizes[new]) < MIN_SHINGLES:
            return None if self._is_sections(old, new) else _of_statements(a, b, budget)
        if self._overlaps.containment(old, new) < self._needed(old, new):
            return None
        found = differences(a.stems, b.stems, budget)
        elsewhere = self._documents[old] != self._documents[new] and not self._headings[old]
        if elsewhere and begins_otherwise(a.stems, b.stems, found):
            return None  # the same pattern, filled in for something else
        for edit in found:
            if budget is not None:
                budget.charge(_COST_OF_AN_EDIT)
            if not is_cut(a.stems, b.stems, edit) and not _same_value(a, b, edit):
                return _revision(a, b, edit)
        return None

    def _is_sections(self, old: int, new: int) -> bool:
        """Tell whether two passages are under two anchors of one document."""
        one, other = self._sources[old], self._sources[new]
        return one != other and "#" in one and "#" in other and self._documents[old] == self._documents[new]

    def _needed(self, old: int, new: int) -> float:
        """Return the containment that makes two passages versions of one; above 1 where nothing does."""
        one, other = self._headings[old], self._headings[new]
        if one and other and one != other:
            return _NEVER  # another section, though it may follow the same pattern
        if self._documents[old] == self._documents[new]:
            if one and one == other:
                return SAME_HEADING
            if self._sources[old] == self._sources[new]:
                return SAME_SOURCE
            return SECTIONS if self._is_sections(old, new) else ANYWHERE
        return SAME_HEADING_ELSEWHERE if one and one == other else ANYWHERE


_COST_OF_AN_EDIT = 6


class _Short:
    """Finds statements for one that is too short to have shingles, by their first and last words.

    All but one stretch of two such statements is the same, so that one end is.
    """

    def __init__(self, passages: Sequence[Passage], sizes: Sequence[int]) -> None:
        self._stems = [one.stems for one in passages]
        self._at_an_end: tuple[dict[str, int], dict[str, int]] = ({}, {})
        self._short = 0
        for n, stems in enumerate(self._stems):
            if not 0 < len(stems) <= _LONGEST:
                continue
            if sizes[n] < MIN_SHINGLES:
                self._short |= 1 << n
            for end, stem in zip(self._at_an_end, (stems[0], stems[-1]), strict=True):
                end[stem] = end.get(stem, 0) | 1 << n

    def alike(self, one: int) -> int:
        """Return the passages, as bits, with the same first or last word, where one of the two is short."""
        stems = self._stems[one]
        if not stems:
            return 0
        first, last = self._at_an_end
        found = first.get(stems[0], 0) | last.get(stems[-1], 0)
        return (found if self._short >> one & 1 else found & self._short) & ~(1 << one)


_LONGEST = 1 << 11
"""Words beyond which no passage differs from a short one in one stretch only; a passage has no more than 8,000
characters, so few have so many."""


def _of_statements(a: Passage, b: Passage, budget: Budget | None) -> Revision | None:
    """Compare two short statements: all but one value must be the same."""
    found = differences(a.stems, b.stems, budget)
    if len(found) != 1:
        return None
    (start, end), (begin, finish) = edit = found[0]
    same = (*a.stems[:start], *a.stems[end:])
    if not (
        0 < end - start <= MAX_STATED and 0 < finish - begin <= MAX_STATED and 2 * len(same) >= end - start
    ):
        return None
    shared = {stem for stem in same if stem not in STOP_STEMS}
    return _revision(a, b, edit) if len(shared) >= MIN_SHARED and not _same_value(a, b, edit) else None


def _same_value(a: Passage, b: Passage, edit: Edit) -> bool:
    """Tell whether an edit only writes a number in another way: `two weeks` for `14 days`."""
    one, other = (numbers_in(p, *place) for p, place in ((a, edit.a), (b, edit.b)))
    return bool(one) and [(v.low, v.high) for v in one] == [(v.low, v.high) for v in other]


def _revision(a: Passage, b: Passage, edit: Edit) -> Revision:
    return Revision(_characters(a, *edit.a), _characters(b, *edit.b))


def _characters(text: Passage, start: int, end: int) -> tuple[int, int]:
    if start < end:
        return text.starts[start], text.ends[end - 1]
    place = text.starts[start] if start < len(text.starts) else len(text.text)
    return place, place


def heading(text: Passage) -> tuple[str, ...]:
    """Return the words of a text's first line where it is a heading: short, and with more below it."""
    begin = len(text.text) - len(text.text.lstrip())
    end = text.text.find("\n", begin)
    if end < 0:
        return ()
    words = []
    for stem, start in zip(text.stems, text.starts, strict=True):
        if start >= end:
            break
        words.append(stem)
        if len(words) > MAX_HEADING:
            return ()
    return tuple(words)

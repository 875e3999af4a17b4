"""What is in service for queries: the index over a folder that has loaded whole, and what goes with it.

All of it is made at once and never changed, so that it can be swapped as one.
"""

from __future__ import annotations

import math
from array import array
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence

from ctxgate.retrieve.analysis import Analysis, counts
from ctxgate.retrieve.article import Passage
from ctxgate.retrieve.bm25 import Index
from ctxgate.retrieve.load import Loaded, refusal
from ctxgate.retrieve.ranking import Ranking
from ctxgate.retrieve.scope import Name, scope_name
from ctxgate.retrieve.snippet import MAX_CHARS, Span, pieces


class Service:
    """The passages of one load with their index. Raises CorpusError when the folder did not load whole.

    `passages` are numbered as in the index: those of one scope in a row, by id. `scopes` holds the scope of each
    group of the index.
    """

    def __init__(self, loaded: Loaded, ranking: Ranking, analysis: Analysis) -> None:
        if loaded.faults:
            raise refusal(loaded)
        self.loaded, self.ranking, self.analysis = loaded, ranking, analysis
        self.fingerprint = loaded.fingerprint()
        names = {p.scope: tuple(scope_name(text) for text in p.scope) for p in loaded.passages}
        self.scopes: tuple[tuple[Name, ...], ...] = tuple(sorted(set(names.values())))
        group = {scope: i for i, scope in enumerate(self.scopes)}
        # The sort is stable, and what was loaded is sorted by id.
        self.passages = tuple(sorted(loaded.passages, key=lambda p: group[names[p.scope]]))
        self.number = {p.id: i for i, p in enumerate(self.passages)}
        self._term_ids: dict[str, int] = {}
        self._parts: dict[int, tuple[list[Span], list[array[int]]]] = {}
        groups = [group[names[p.scope]] for p in self.passages]
        self.index = Index(self._counted(), groups, k1=ranking.k1, b=ranking.b)

    def scope(self, number: int) -> tuple[Name, ...]:
        """Return the scope of a passage."""
        return tuple(scope_name(text) for text in self.passages[number].scope)

    def part(self, number: int, wanted: Mapping[str, int]) -> tuple[Span, int, int]:
        """Return the piece of a passage that is shown for a query: its span, its number from 1, and of how many.

        It is the first of those that have the most of the query's distinct terms, by idf.
        """
        if number not in self._parts:
            return (0, len(self.passages[number].text)), 1, 1
        spans, held = self._parts[number]
        sought = [(self._term_ids[t], self.index.idf(t)) for t in wanted if t in self._term_ids]
        best, most = 0, 0.0
        for i, own in enumerate(held):
            points = math.fsum(idf for id_, idf in sought if _has(own, id_))
            if points > most:
                best, most = i, points
        return spans[best], best + 1, len(spans)

    def _counted(self) -> Iterator[dict[str, int]]:
        for number, passage in enumerate(self.passages):
            total = counts(passage.text, self.analysis)
            if len(passage.text) > MAX_CHARS:
                spans = pieces(passage.text)
                self._parts[number] = spans, [self._held(passage.text[a:b]) for a, b in spans]
            for text, weight in fields(passage, self.ranking):
                for term in self.analysis(text) if weight and text else ():
                    total[term] += weight
            yield total

    def _held(self, text: str) -> array[int]:
        ids = self._term_ids
        return array("I", sorted(ids.setdefault(t, len(ids)) for t in dict.fromkeys(self.analysis(text))))


def fields(passage: Passage, ranking: Ranking) -> tuple[tuple[str, int], ...]:
    """Return the fields of a passage besides its text, each with how often a term in it counts."""
    return (passage.title, ranking.title), (" ".join(passage.keywords), ranking.keywords)


def _has(sorted_ids: Sequence[int], id_: int) -> bool:
    at = bisect_left(sorted_ids, id_)
    return at < len(sorted_ids) and sorted_ids[at] == id_

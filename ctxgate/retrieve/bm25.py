"""BM25: an index over counted terms, and its scores for a query, by documents that may be seen.

For a query q and a document d of N,

    score(q, d) = sum over the terms t of q, each as often as q has it, of  idf(t) · f / (f + K)
    idf(t)      = ln(1 + (N - n + 0.5) / (n + 0.5))
    K           = k1 · (1 - b + b · |d| / average |d|)

where n is the number of documents that have t, f how often d has it and |d| the number of terms of d
(S. Robertson and H. Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009, in the form
of Lucene 8 and later, which leaves out the constant factor k1 + 1: C. Kamphuis et al., "Which BM25 Do You
Mean?", ECIR 2020). N, n and the average are those of the whole corpus, whoever may see what of it.

The coverage bonus multiplies a score by 1 + bonus · c, where c (0..1) is the share of the idf of the
query's distinct known terms that the document has. A bonus of 0 is BM25 as it stands.

Sums run in the order of the query's terms, one by one and not with `sum`, which adds floats otherwise since
Python 3.12; so equal input gives equal floats. Scores are rounded to `DECIMALS` before they are ranked, and
equal ones are ranked by id.
"""

from __future__ import annotations

import heapq
import math
from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

DECIMALS = 6
"""Decimals of a score."""


class Posting(NamedTuple):
    """The documents that have a term, ascending, and what one occurrence in a query gives each: `most` at most."""

    documents: array[int]
    points: array[float]
    idf: float
    most: float


class Hit(NamedTuple):
    """A document that a query found, and its score."""

    document: int
    score: float


class Index:
    """An index over documents that are given as counts of their terms, numbered from 0 in that order.

    `groups` gives each document's group; those of one group are numbered in a row, so that a group which a
    query may not see is never even looked at.
    """

    def __init__(
        self,
        documents: Iterable[Mapping[str, int]],
        groups: Sequence[int],
        *,
        k1: float = 1.2,
        b: float = 0.75,
    ) -> None:
        lengths = array("I")
        counted: dict[str, tuple[array[int], array[float]]] = {}
        for number, document in enumerate(documents):
            length = 0
            for term, count in document.items():
                length += count
                entry = counted.get(term)
                if entry is None:
                    entry = counted[term] = array("I"), array("d")
                entry[0].append(number)
                entry[1].append(count)
            lengths.append(length)
        if len(lengths) != len(groups):
            raise ValueError("each document has one group")
        self.k1, self.b = k1, b
        self.lengths = lengths
        self.average = sum(lengths) / len(lengths) if lengths else 0.0
        self._ranges = _ranges(groups)
        norms = [self.norm(number) for number in range(len(lengths))]
        self._postings: dict[str, Posting] = {}
        while counted:  # emptied as it is turned, so that no two copies are held
            term, (numbers, points) = counted.popitem()
            idf = self._idf(len(numbers))
            for i, number in enumerate(numbers):
                points[i] = idf * (points[i] / (points[i] + norms[number]))
            self._postings[term] = Posting(numbers, points, idf, max(points))

    def __len__(self) -> int:
        return len(self.lengths)

    def posting(self, term: str) -> Posting | None:
        """Return the posting of a term, or None where no document has it."""
        return self._postings.get(term)

    def idf(self, term: str) -> float:
        """Return the idf of a term, 0 where no document has it."""
        posting = self._postings.get(term)
        return posting.idf if posting is not None else 0.0

    def norm(self, document: int) -> float:
        """Return K of the formula for a document."""
        return self.k1 * (1 - self.b + self.b * self.lengths[document] / (self.average or 1.0))

    def search(
        self, query: Mapping[str, int], groups: Iterable[int], k: int, *, bonus: float = 0.0
    ) -> list[Hit]:
        """Return the best documents of the groups for a query: at least `k` where so many have a term of it.

        `query` counts the query's terms, in their order. Highest score first. Documents as good as the last of
        the k come with it, ordered by number, for the caller to rank by id; one without a term of the query
        never comes.
        """
        known = [(posting, times) for term, times in query.items() if (posting := self._postings.get(term))]
        ranges = sorted(self._ranges[group] for group in groups if group in self._ranges)
        points, rest = _gather(known, ranges, k, 1 + bonus)
        score = _scorer(known, bonus)
        # What the first k really have is what any other must be able to reach.
        first = heapq.nlargest(k, points, key=points.__getitem__)
        least = min(map(score, first)) - _SLACK if len(first) == k else 0.0
        able = [number for number, some in points.items() if (some + rest) * (1 + bonus) >= least]
        found = [Hit(number, round(value, DECIMALS)) for number, value in _scores(known, bonus, able)]
        found.sort(key=lambda hit: (-hit.score, hit.document))
        if len(found) <= k:
            return found
        last = found[k - 1].score
        return [hit for hit in found if hit.score >= last]

    def _idf(self, n: int) -> float:
        return math.log(1 + (len(self.lengths) - n + 0.5) / (n + 0.5))


_Known = Sequence[tuple[Posting, int]]
_SLACK = 2 * 10.0**-DECIMALS
"""More than can be rounded away, so that a tie is never lost."""

_LONG = 200
"""Documents from which on a posting is worth being spared."""

_LOOK_UP = 4
"""Steps along a posting that take as long as looking one document up in it."""


def _gather(
    known: _Known, ranges: Sequence[tuple[int, int]], k: int, most: float
) -> tuple[dict[int, float], float]:
    """Return documents with a part of their points, and how much more any of them may have.

    The rarest terms come first. Once what is left could not lift a document that has none of them among the
    best k, such documents are left out, and so is the work on the commonest terms (H. Turtle and J. Flood,
    "Query Evaluation: Strategies and Optimizations", 1995: MaxScore). `most` is what a bonus can multiply by.
    """
    points: dict[int, float] = {}
    order = sorted(known, key=lambda entry: len(entry[0].documents))
    rest = math.fsum(posting.most * times for posting, times in order)
    ahead = sum(len(posting.documents) for posting, _ in order)
    for posting, times in order:
        if len(points) >= k and len(posting.documents) >= _LONG:
            least = heapq.nlargest(k, points.values())[-1] - _SLACK
            if rest * most < least:
                left = sum(1 for some in points.values() if (some + rest) * most >= least)
                if left * len(known) * _LOOK_UP < ahead:
                    return points, rest
        get = points.get
        for numbers, shares in _within(posting, ranges):
            for number, share in zip(numbers, shares, strict=True):
                points[number] = get(number, 0.0) + share * times
        rest -= posting.most * times
        ahead -= len(posting.documents)
    return points, _SLACK  # as the sums above may have been rounded


def _within(posting: Posting, ranges: Sequence[tuple[int, int]]) -> Iterator[tuple[array[int], array[float]]]:
    """Yield the parts of a posting that lie in the ranges."""
    numbers, points = posting.documents, posting.points
    for start, end in ranges:
        low = bisect_left(numbers, start)
        high = bisect_left(numbers, end, low)
        if low < high:
            yield (numbers, points) if high - low == len(numbers) else (numbers[low:high], points[low:high])


def _scorer(known: _Known, bonus: float) -> Callable[[int], float]:
    """Return the function that scores a document: the sum in the order of the query, and the bonus."""
    whole = math.fsum(posting.idf for posting, _ in known)

    def score(number: int) -> float:
        points = covered = 0.0
        for (documents, shares, idf, _), times in known:
            at = bisect_left(documents, number)
            if at < len(documents) and documents[at] == number:
                points += shares[at] * times
                covered += idf
        return points * (1 + bonus * min(1.0, covered / whole)) if bonus else points

    return score


def _scores(known: _Known, bonus: float, numbers: list[int]) -> Iterator[tuple[int, float]]:
    """Yield documents with their scores: what `_scorer` says of each, to the bit.

    Where they are many, going along the postings is faster than looking each of them up.
    """
    if len(numbers) * len(known) * _LOOK_UP < sum(len(posting.documents) for posting, _ in known):
        score = _scorer(known, bonus)
        yield from ((number, score(number)) for number in numbers)
        return
    points = dict.fromkeys(numbers, 0.0)
    covered = dict.fromkeys(numbers, 0.0)
    for (documents, shares, idf, _), times in known:
        for number, share in zip(documents, shares, strict=True):
            if number in points:
                points[number] += share * times
                covered[number] += idf
    whole = math.fsum(posting.idf for posting, _ in known)
    for number, plain in points.items():
        yield number, plain * (1 + bonus * min(1.0, covered[number] / whole)) if bonus else plain


def _ranges(groups: Sequence[int]) -> dict[int, tuple[int, int]]:
    ranges: dict[int, tuple[int, int]] = {}
    for number, group in enumerate(groups):
        start, end = ranges.get(group, (number, number))
        if end != number:
            raise ValueError("documents of one group must be numbered in a row")
        ranges[group] = (start, number + 1)
    return ranges

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

Sums run in the order of the query's terms, so that equal input gives equal floats. Scores are rounded to
`DECIMALS` before they are ranked; equal ones are ranked by id.
"""

from __future__ import annotations

import heapq
import math
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

DECIMALS = 6
"""Decimals of a score."""


class Posting(NamedTuple):
    """The documents that have a term, ascending, and what one occurrence in a query gives each of them."""

    documents: array[int]
    points: array[float]
    idf: float


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
        lengths = array("l")
        counted: dict[str, tuple[array[int], array[float]]] = {}
        for number, document in enumerate(documents):
            length = 0
            for term, count in document.items():
                length += count
                entry = counted.get(term)
                if entry is None:
                    entry = counted[term] = array("l"), array("d")
                entry[0].append(number)
                entry[1].append(count)
            lengths.append(length)
        if len(lengths) != len(groups):
            raise ValueError("each document has one group")
        self.k1, self.b = k1, b
        self.lengths = lengths
        self.average = sum(lengths) / len(lengths) if lengths else 0.0
        self._ranges = _ranges(groups)
        per_term = self.average or 1.0
        norms = [k1 * (1 - b + b * length / per_term) for length in lengths]
        self._postings: dict[str, Posting] = {}
        while counted:  # emptied as it is turned, so that no two copies are held
            term, (numbers, points) = counted.popitem()
            idf = self._idf(len(numbers))
            for i, number in enumerate(numbers):
                points[i] = idf * (points[i] / (points[i] + norms[number]))
            self._postings[term] = Posting(numbers, points, idf)

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

        `query` counts the query's terms. Highest score first. Documents as good as the last of the k come
        with it, ordered by number, for the caller to rank by id; one without a term of the query never comes.
        """
        known = [(posting, times) for term, times in query.items() if (posting := self._postings.get(term))]
        whole = sum(posting.idf for posting, _ in known)
        found: list[Hit] = []
        for start, end in sorted(self._ranges[group] for group in groups if group in self._ranges):
            points, covered = [0.0] * (end - start), [0.0] * (end - start)
            for posting, times in known:
                self._add(posting, times, start, end, points, covered)
            if bonus:
                points = [
                    p * (1 + bonus * min(1.0, c / whole)) if p else p
                    for p, c in zip(points, covered, strict=True)
                ]
            least = _least(points, k)
            found.extend(Hit(start + i, round(p, DECIMALS)) for i, p in enumerate(points) if p >= least)
        found.sort(key=lambda hit: (-hit.score, hit.document))
        if len(found) > k:
            last = found[k - 1].score
            return [hit for hit in found if hit.score >= last]
        return found

    def _add(
        self, posting: Posting, times: int, start: int, end: int, points: list[float], covered: list[float]
    ) -> None:
        numbers, shares, idf = posting
        low = bisect_left(numbers, start) if start else 0
        high = bisect_left(numbers, end, low) if end < len(self.lengths) else len(numbers)
        if low or high < len(numbers):
            numbers, shares = numbers[low:high], shares[low:high]
        if start == 0 and times == 1:  # the common case, in the fewest steps
            for number, share in zip(numbers, shares, strict=True):
                points[number] += share
                covered[number] += idf
        else:
            for number, share in zip(numbers, shares, strict=True):
                points[number - start] += share * times
                covered[number - start] += idf

    def _idf(self, n: int) -> float:
        return math.log(1 + (len(self.lengths) - n + 0.5) / (n + 0.5))


def _least(points: list[float], k: int) -> float:
    """Return the points from which on a document counts: those of the k-th best, less than can be rounded away."""
    best = heapq.nlargest(k, points)
    last = best[-1] if len(best) == k else 0.0
    return max(last - 10.0**-DECIMALS, 5e-324)


def _ranges(groups: Sequence[int]) -> dict[int, tuple[int, int]]:
    ranges: dict[int, tuple[int, int]] = {}
    for number, group in enumerate(groups):
        start, end = ranges.get(group, (number, number))
        if end != number:
            raise ValueError("documents of one group must be numbered in a row")
        ranges[group] = (start, number + 1)
    return ranges

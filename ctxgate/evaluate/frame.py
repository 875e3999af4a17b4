"""Answers, laid out so that a resample is counted in one sweep.

Every row falls into groups: the total, its set, its language. A row under a system (a policy, a column of
scores) is a few numbers, its slots: for each of its groups the place of its score among the group's
scores, and one more where it is flagged. Drawing clusters then means chaining their slots and counting
them, and from the counts every figure of every group can be read without looking at a row again.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate, chain, pairwise, repeat
from typing import NamedTuple

from ctxgate.evaluate.metrics import (
    FIXED_RATES,
    OUTCOMES,
    Fraction2,
    auroc,
    levels_flagged,
    outcomes,
)

Group = tuple[str, str]
"""A field and one of its values."""

TOTAL: Group = ("", "")
"""The group of all counted rows."""

AT_RATE = tuple((f"recall_at_fpr_{rate}", f"fpr_at_fpr_{rate}") for rate in FIXED_RATES)
"""Recall and false-positive rate of a group at the threshold of a fixed rate in the total."""

FIGURES = (*OUTCOMES, "auroc", *chain.from_iterable(AT_RATE))
"""All figures of a group, in the order of `Frame.figures`."""

OF_POSITIVES = frozenset(("recall", *(recall for recall, _ in AT_RATE)))
OF_NEGATIVES = frozenset(("negative_recall", "false_positive_rate", *(fpr for _, fpr in AT_RATE)))
"""Shares of all positives or negatives: without any there is no figure. Others depend on both."""


class Row(NamedTuple):
    """One labelled row: its class, what it is drawn with, its groups, and for each system score and flag.

    `batch` names the batch that it came in, "" for a row by itself.
    """

    positive: bool
    cluster: tuple[str, str]
    groups: tuple[Group, ...]
    scores: tuple[float, ...]
    flagged: tuple[bool, ...]
    batch: str = ""


class Size(NamedTuple):
    """How large a group is. `families` have positive rows, `passages` negative ones."""

    positives: int
    negatives: int
    families: int
    passages: int


class Clusters(NamedTuple):
    """Clusters in the order in which they are drawn: sorted by name, so that the rows' order is no matter.

    `members` are indexes of rows, `strata` the ranges of clusters with positives, negatives, and both.
    """

    members: tuple[tuple[int, ...], ...]
    strata: tuple[range, ...]


class _Slots(NamedTuple):
    """Where a group's counts are: by score for each class, the highest first; flagged ones of each class."""

    scores: tuple[float, ...]
    positives: slice
    negatives: slice
    tp: int
    fp: int
    upto: tuple[int, ...]
    """How many of the group's scores are at least as high as the total's first 0, 1, 2, … scores."""


def cluster(rows: Sequence[Row]) -> Clusters:
    """Put the rows of each cluster together."""
    members: dict[tuple[str, str], list[int]] = {}
    for i, row in enumerate(rows):
        members.setdefault(row.cluster, []).append(i)
    kinds: dict[tuple[bool, bool], list[tuple[int, ...]]] = {}
    for name in sorted(members):
        signs = {rows[i].positive for i in members[name]}
        kinds.setdefault((True in signs, False in signs), []).append(tuple(members[name]))
    ordered = [kinds.get(kind, []) for kind in ((True, False), (False, True), (True, True))]
    ends = list(accumulate(map(len, ordered), initial=0))
    strata = tuple(range(a, b) for a, b in pairwise(ends) if b > a)
    return Clusters(tuple(chain.from_iterable(ordered)), strata)


def sizes(rows: Iterable[Row]) -> dict[Group, Size]:
    """Return the size of each group."""
    counts: dict[Group, tuple[list[int], set[tuple[str, str]], set[tuple[str, str]]]] = {}
    for row in rows:
        for group in row.groups:
            numbers, families, passages = counts.setdefault(group, ([0, 0], set(), set()))
            numbers[0 if row.positive else 1] += 1
            (families if row.positive else passages).add(row.cluster)
    return {
        group: Size(numbers[0], numbers[1], len(families), len(passages))
        for group, (numbers, families, passages) in counts.items()
    }


class Frame:
    """The rows under one system, ready to be counted."""

    def __init__(self, rows: Sequence[Row], clusters: Clusters, system: int) -> None:
        by_group: dict[Group, set[float]] = {TOTAL: set()}
        for row in rows:
            for group in row.groups:
                by_group.setdefault(group, set()).add(row.scores[system])
        total = sorted(by_group[TOTAL], reverse=True)
        self._slots: dict[Group, _Slots] = {}
        places: dict[Group, dict[float, int]] = {}
        free = 0
        for group, found in by_group.items():
            scores = sorted(found, reverse=True)
            n = len(scores)
            places[group] = {score: i for i, score in enumerate(scores)}
            rising = [-score for score in scores]
            upto = (0, *(bisect_right(rising, -score) for score in total))
            self._slots[group] = _Slots(
                tuple(scores),
                slice(free, free + n),
                slice(free + n, free + 2 * n),
                free + 2 * n,
                free + 2 * n + 1,
                upto,
            )
            free += 2 * n + 2
        self._size = free
        self._members = [
            list(chain.from_iterable(self._row(rows[i], places, system) for i in indexes))
            for indexes in clusters.members
        ]

    def _row(self, row: Row, places: Mapping[Group, Mapping[float, int]], system: int) -> list[int]:
        found = []
        for group in row.groups:
            slots = self._slots[group]
            ranks = slots.positives if row.positive else slots.negatives
            found.append(ranks.start + places[group][row.scores[system]])
            if row.flagged[system]:
                found.append(slots.tp if row.positive else slots.fp)
        return found

    def thresholds(self) -> list[float | None]:
        """Return the threshold at each of the fixed rates, None where every score flags too many."""
        slots = self._slots[TOTAL]
        negatives = self._counts(repeat(1))[slots.negatives]
        cuts = [levels_flagged(negatives, rate) for rate in FIXED_RATES]
        return [slots.scores[cut - 1] if cut and any(negatives) else None for cut in cuts]

    def figures(self, weights: Iterable[int] | None = None) -> dict[Group, tuple[Fraction2, ...]]:
        """Return all figures of all groups, in the order of FIGURES; of a resample, or of the data.

        `weights` tells of each cluster how often it was drawn.
        """
        counts = self._counts(repeat(1) if weights is None else weights)
        negatives = counts[self._slots[TOTAL].negatives]
        # Without a negative row there is no rate to hold.
        cuts = [levels_flagged(negatives, rate) for rate in FIXED_RATES] if any(negatives) else None
        return {group: _figures(slots, counts, cuts) for group, slots in self._slots.items()}

    def flagged(self, cluster: int) -> dict[Group, tuple[int, int]]:
        """Return the flagged positives and negatives of one cluster by group."""
        counts = Counter(self._members[cluster])
        return {
            group: (tp, fp)
            for group, slots in self._slots.items()
            for tp, fp in [(counts[slots.tp], counts[slots.fp])]
            if tp or fp
        }

    def _counts(self, weights: Iterable[int]) -> list[int]:
        counts = [0] * self._size
        for slots, weight in zip(self._members, weights):  # noqa: B905 - may be endless
            if weight:
                for slot in slots:
                    counts[slot] += weight
        return counts


def _figures(slots: _Slots, counts: Sequence[int], cuts: Sequence[int] | None) -> tuple[Fraction2, ...]:
    positives, negatives = counts[slots.positives], counts[slots.negatives]
    above = [0, *accumulate(positives)]
    below = [0, *accumulate(negatives)]
    p, n = above[-1], below[-1]
    at_rates: list[Fraction2] = []
    for cut in cuts or ():
        levels = slots.upto[cut]
        at_rates += (above[levels], p), (below[levels], n)
    if cuts is None:
        at_rates = [(0, 0)] * (2 * len(FIXED_RATES))
    return (*outcomes(counts[slots.tp], counts[slots.fp], p, n), auroc(positives, negatives), *at_rates)

"""Intervals and tests by drawing again. Rows that are near copies are drawn together, as one cluster.

The interval is the percentile bootstrap (Efron & Tibshirani 1993, chapter 13) over clusters (Field &
Welsh 2007, "Bootstrapping clustered data"): clusters are drawn with replacement, as many as there are,
and every figure is computed again from all their rows. Clusters of positives, of negatives and of both
are drawn apart, so each resample has as many attack families and as many passages as the data.

The paired test is approximate randomisation by cluster (Noreen 1989; Yeh 2000, "More accurate tests for
the statistical significance of result differences"): if two policies were alike, swapping their answers
on any cluster would change nothing but chance.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator, Sequence

LEVEL = 0.95
"""The coverage of the intervals."""

Interval = tuple[float, float]


def draws(strata: Sequence[range], resamples: int, seed: int) -> Iterator[list[int]]:
    """Yield so many resamples: of each cluster how often it was drawn, from each stratum as many as it has.

    The strata follow each other without a gap, from 0 on.
    Only `Random.random` is used, whose sequence Python promises to keep for a seed.
    """
    uniform = random.Random(seed).random
    for _ in range(resamples):
        weights = [0] * sum(map(len, strata))
        for stratum in strata:
            start, size = stratum.start, len(stratum)
            for _ in stratum:
                weights[start + int(uniform() * size)] += 1
        yield weights


def percentile_interval(values: Sequence[float], point: float) -> Interval | None:
    """Return the interval that leaves (1 - LEVEL) / 2 of the values out at either end; None without values.

    The ends are values that were drawn, nothing is interpolated. A point estimate outside of all that is
    taken in: on very small data the resamples can lie to one side of it.
    """
    if not values:
        return None
    ordered = sorted(values)
    cut = int((1 - LEVEL) / 2 * len(ordered))
    return min(ordered[cut], point), max(ordered[-1 - cut], point)


def all_or_none_interval(*, none: bool, clusters: int) -> Interval:
    """Return the interval of a share that is 0 or 1 in the data, and hence in every resample.

    The exact binomial one (Clopper & Pearson 1934) with clusters in place of trials: none of n was
    flagged, so at most 1 - 0.025^(1/n) are.
    """
    reach = 1 - ((1 - LEVEL) / 2) ** (1 / clusters)
    return (0.0, reach) if none else (1 - reach, 1.0)


def swap_test(
    differences: Sequence[tuple[int, ...]],
    statistics: Callable[[Sequence[int]], Sequence[float]],
    resamples: int,
    seed: int,
) -> list[float]:
    """Return two-sided p-values for statistics of what two systems differ in, cluster by cluster.

    `differences` holds B's counts less A's for each cluster in which they differ. `statistics` takes how
    much of the total difference has been swapped from B to A and returns the statistics that remain.
    Without any difference there is nothing to test, and no p-value.
    With few clusters every way of swapping is tried; otherwise so many are drawn, and the one that was
    seen counts among them (Phipson & Smyth 2010), so that p is never 0.
    """
    if not differences:
        return []
    width = len(differences[0])
    seen = [abs(s) for s in statistics((0,) * width)]
    exact = 2 ** len(differences) <= max(resamples, 1) if len(differences) < 64 else False
    uniform = random.Random(seed).random
    swaps: Iterator[Sequence[bool]] = (
        itertools.product((False, True), repeat=len(differences))
        if exact
        else ([uniform() < 0.5 for _ in differences] for _ in range(resamples))
    )
    reached, tried = [0] * len(seen), 0
    for swapped in swaps:
        chosen = itertools.compress(differences, swapped)
        moved = [sum(column) for column in zip(*chosen, strict=True)] or [0] * width
        tried += 1
        for i, s in enumerate(statistics(moved)):
            # A hair of tolerance: equal fractions may differ in their last bit.
            reached[i] += abs(s) >= seen[i] - 1e-12
    return [r / tried if exact else (1 + r) / (1 + tried) for r in reached]


def mcnemar(only_a: int, only_b: int) -> float:
    """Return the exact two-sided p-value of McNemar's test (McNemar 1947; Edwards 1948).

    `only_a` rows are right under A alone, `only_b` under B alone; if both were as good, each of these rows
    would fall to either side like a coin. It takes rows for independent, which near copies are not.
    """
    n = only_a + only_b
    if n == 0:
        return 1.0
    tail, ways = 0, 1
    for i in range(min(only_a, only_b) + 1):
        tail += ways
        ways = ways * (n - i) // (i + 1)  # from n over i to n over i + 1
    p: float = 2 * tail / 2**n
    return min(1.0, p)

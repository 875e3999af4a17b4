"""AUROC inside each batch: does a check rank the chunks of one query, whatever it says of another's?

The usual AUROC compares every positive row with every negative one, of whatever query. A gate decides inside
a batch, and a check that is high for all chunks of one query and low for all of another can be right in
each. So the AUROC of each batch that has both classes is taken, and the mean over batches is told.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from math import fsum


def auroc(positives: Sequence[float], negatives: Sequence[float]) -> float:
    """Return the share of pairs that the positive wins, a tie being half a pair (Hanley & McNeil 1982).

    Both must have an entry.
    """
    ordered = sorted(negatives)
    won = sum(bisect_left(ordered, p) + bisect_right(ordered, p) for p in positives)
    return won / (2 * len(positives) * len(negatives))


def aurocs(batches: Iterable[tuple[Sequence[float], Sequence[float]]]) -> list[float]:
    """Return the AUROC of each batch, given as scores of positives and of negatives, that has both."""
    return [auroc(positives, negatives) for positives, negatives in batches if positives and negatives]


def mean(values: Sequence[float]) -> float:
    """Return the mean; of nothing it is 0."""
    return fsum(values) / len(values) if values else 0.0

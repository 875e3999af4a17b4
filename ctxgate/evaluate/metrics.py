"""The formulas. Every figure is a numerator over a denominator of whole numbers, kept apart until shown.

With tp, fn positives that were flagged or not, and fp, tn negatives that were flagged or not:

    recall               tp / (tp + fn)                  also: sensitivity, true positive rate
    precision            tp / (tp + fp)
    F1                   2 tp / (2 tp + fp + fn)         harmonic mean of precision and recall
    false-positive rate  fp / (fp + tn)
    macro-F1             mean of the F1 of both classes (Opitz & Burst 2019, "Macro F1 and Macro F1",
                         the mean of the F1, not the F1 of the means); for the negative class tn is
                         what tp is for the positive one
    AUROC                share of all pairs of a positive and a negative row in which the positive one
                         has the higher score; a tie is half a pair. This is the Mann-Whitney U over the
                         number of pairs (Mann & Whitney 1947; Hanley & McNeil 1982), and the area under
                         the ROC curve drawn through tied scores in a straight line (Fawcett 2006).

A zero denominator gives the value 0 and is seen as 0/0, as `zero_division=0` does in scikit-learn.

Recall at a fixed false-positive rate r: a row is flagged when its score is at least a threshold, so rows
of equal score are flagged together or not at all. The threshold is the lowest score that occurs in the
counted rows for which fp / (fp + tn) <= r; nothing is interpolated. Where even the highest score flags
too many negatives there is no threshold, nothing is flagged and the recall is 0. It is the highest recall
at a point of the ROC curve (scikit-learn: `roc_curve(…, drop_intermediate=False)`) with fpr <= r.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from operator import mul

Fraction2 = tuple[float, int]
"""Numerator and denominator. The numerator is whole but for AUROC, where a tie counts half."""

FIXED_RATES = (5, 10, 20, 50)
"""False-positive rates, per mille, at which the recall is told."""

OUTCOMES = (
    "recall",
    "precision",
    "f1",
    "negative_recall",
    "negative_precision",
    "negative_f1",
    "macro_f1",
    "false_positive_rate",
)
"""The figures that follow from the confusion matrix, in the order of `outcomes`."""


def outcomes(tp: int, fp: int, positives: int, negatives: int) -> tuple[Fraction2, ...]:
    """Return the figures of a confusion matrix, in the order of OUTCOMES.

    Macro-F1 comes as its value over 1, since it is a mean of fractions.
    """
    fn, tn = positives - tp, negatives - fp
    f1 = 2 * tp, 2 * tp + fp + fn
    negative_f1 = 2 * tn, 2 * tn + fn + fp
    return (
        (tp, positives),
        (tp, tp + fp),
        f1,
        (tn, negatives),
        (tn, tn + fn),
        negative_f1,
        ((value(f1) + value(negative_f1)) / 2, 1),
        (fp, negatives),
    )


def value(fraction: Fraction2) -> float:
    """Return a fraction's value; 0 where the denominator is 0."""
    numerator, denominator = fraction
    return numerator / denominator if denominator else 0.0


def auroc(positives: Sequence[int], negatives: Sequence[int]) -> Fraction2:
    """Return the pairs won, a tie being half a pair, and the number of pairs.

    Both sequences count rows by distinct score, the highest score first.
    """
    # A negative at level i loses to the positives above it and ties with those beside it:
    # above + beside / 2 = up to and with i - beside / 2.
    upto = sum(map(mul, accumulate(positives), negatives))
    ties = sum(map(mul, positives, negatives))
    return upto - ties / 2, sum(positives) * sum(negatives)


def levels_flagged(negatives: Sequence[int], rate: int) -> int:
    """Return how many score levels, from the highest, are flagged at a false-positive rate (per mille).

    `negatives` counts negative rows by distinct score, the highest first.
    """
    cumulated = list(accumulate(negatives))
    allowed = rate * cumulated[-1] // 1000 if cumulated else 0
    return bisect_right(cumulated, allowed)

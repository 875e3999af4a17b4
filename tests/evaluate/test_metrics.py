"""The formulas: by hand, and against scikit-learn and scipy where they are installed."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ctxgate.evaluate.metrics import OUTCOMES, auroc, levels_flagged, outcomes, value

Scored = list[tuple[bool, float]]
scored = st.lists(st.tuples(st.booleans(), st.integers(-5, 5).map(float)), min_size=1, max_size=60)


def levels(rows: Scored) -> tuple[list[float], list[int], list[int]]:
    """Return the distinct scores, the highest first, and how many rows of either class have each."""
    scores = sorted({score for _, score in rows}, reverse=True)
    return (
        scores,
        [sum(1 for positive, score in rows if positive and score == s) for s in scores],
        [sum(1 for positive, score in rows if not positive and score == s) for s in scores],
    )


def test_a_confusion_matrix_by_hand() -> None:
    found = dict(zip(OUTCOMES, outcomes(tp=6, fp=2, positives=8, negatives=12), strict=True))
    macro, _ = found.pop("macro_f1")
    assert found == {
        "recall": (6, 8),
        "precision": (6, 8),
        "f1": (12, 16),
        "negative_recall": (10, 12),
        "negative_precision": (10, 12),
        "negative_f1": (20, 24),
        "false_positive_rate": (2, 12),
    }
    assert macro == pytest.approx((0.75 + 20 / 24) / 2)


def test_zero_denominators_count_as_zero_and_stay_visible() -> None:
    found = outcomes(tp=0, fp=0, positives=0, negatives=0)
    assert {fraction for fraction in found if fraction[1] != 1} == {(0, 0)}
    assert [value(fraction) for fraction in found] == [0.0] * len(OUTCOMES)
    assert auroc([3], [0]) == (0, 0)


@pytest.mark.parametrize(
    ("positives", "negatives", "expected"),
    [
        ([2, 0], [0, 3], (6, 6)),  # all above
        ([0, 2], [3, 0], (0, 6)),  # all below
        ([2], [3], (3, 6)),  # all tied
        ([1, 1, 0], [0, 1, 1], (3.5, 4)),  # 1: two won; 2: one won, one tied
    ],
)
def test_auroc_counts_pairs_and_half_of_a_tie(
    positives: list[int], negatives: list[int], expected: tuple[float, int]
) -> None:
    assert auroc(positives, negatives) == expected


@given(scored)
def test_auroc_is_the_share_of_pairs(rows: Scored) -> None:
    pairs = [(p, n) for positive, p in rows if positive for other, n in rows if not other]
    won = sum(1.0 if p > n else 0.5 if p == n else 0.0 for p, n in pairs)
    _, positives, negatives = levels(rows)
    assert auroc(positives, negatives) == (won, len(pairs))


@given(scored)
def test_auroc_heeds_order_alone(rows: Scored) -> None:
    def found(rows: Scored) -> tuple[float, int]:
        return auroc(*levels(rows)[1:])

    assert found(rows) == found([(positive, score**3 + 7) for positive, score in rows])
    won, pairs = found([(positive, -score) for positive, score in rows])
    assert found(rows) == (pairs - won, pairs)


@pytest.mark.parametrize(
    ("negatives", "rate", "flagged"),
    [
        ([0, 1, 99], 10, 2),  # one of a hundred is 1 %
        ([0, 1, 99], 5, 1),
        ([2, 98], 10, 0),  # the highest score already flags 2 %: nothing may be flagged
        ([0, 0, 50, 50], 50, 2),
        ([1, 0, 0, 99], 10, 3),  # as low as it goes without another false positive
        ([0, 0], 10, 2),
        ([], 10, 0),
    ],
)
def test_the_lowest_threshold_that_holds_the_rate(negatives: list[int], rate: int, flagged: int) -> None:
    assert levels_flagged(negatives, rate) == flagged


@settings(deadline=None)  # the oracle is slow at first
@given(st.integers(0, 30), st.integers(0, 30), st.integers(0, 30), st.integers(0, 30))
def test_outcomes_are_those_of_scikit_learn(tp: int, fn: int, fp: int, tn: int) -> None:
    metrics = pytest.importorskip("sklearn.metrics")
    if not tp + fn + fp + tn:
        return
    truth = [1] * (tp + fn) + [0] * (fp + tn)
    flagged = [1] * tp + [0] * fn + [1] * fp + [0] * tn
    precision, recall, f1, _ = metrics.precision_recall_fscore_support(
        truth, flagged, labels=[1, 0], zero_division=0
    )
    found = {n: value(f) for n, f in zip(OUTCOMES, outcomes(tp, fp, tp + fn, fp + tn), strict=True)}
    assert [found["precision"], found["negative_precision"]] == pytest.approx(list(precision))
    assert [found["recall"], found["negative_recall"]] == pytest.approx(list(recall))
    assert [found["f1"], found["negative_f1"]] == pytest.approx(list(f1))
    assert found["macro_f1"] == pytest.approx(
        metrics.f1_score(truth, flagged, labels=[1, 0], average="macro", zero_division=0)
    )


@settings(deadline=None)  # the oracle is slow at first
@given(scored)
def test_auroc_is_that_of_scikit_learn_and_of_mann_and_whitney(rows: Scored) -> None:
    metrics = pytest.importorskip("sklearn.metrics")
    stats = pytest.importorskip("scipy.stats")
    _, positives, negatives = levels(rows)
    if not sum(positives) or not sum(negatives):
        return
    won, pairs = auroc(positives, negatives)
    assert won / pairs == pytest.approx(metrics.roc_auc_score(*zip(*rows, strict=True)))
    above, below = ([score for positive, score in rows if positive is sign] for sign in (True, False))
    assert won == stats.mannwhitneyu(above, below).statistic


@settings(deadline=None)  # the oracle is slow at first
@given(scored, st.sampled_from([5, 10, 20, 50, 200, 500]))
def test_recall_at_a_fixed_rate_is_the_best_point_of_scikit_learns_curve(rows: Scored, rate: int) -> None:
    metrics = pytest.importorskip("sklearn.metrics")
    _, positives, negatives = levels(rows)
    if not sum(positives) or not sum(negatives):
        return
    fpr, tpr, _ = metrics.roc_curve(*zip(*rows, strict=True), drop_intermediate=False)
    best = max(t for f, t in zip(fpr, tpr, strict=True) if f <= rate / 1000 + 1e-12)
    assert sum(positives[: levels_flagged(negatives, rate)]) / sum(positives) == pytest.approx(best)

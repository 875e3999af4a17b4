from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ctxgate.evaluate.within import auroc, aurocs, mean

VALUES = st.lists(st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0]), min_size=1, max_size=12)


@settings(deadline=None)  # the first call imports scikit-learn
@given(VALUES, VALUES)
def test_auroc_of_a_batch_is_that_of_scikit_learn(positives: list[float], negatives: list[float]) -> None:
    metrics = pytest.importorskip("sklearn.metrics")
    truth = [1] * len(positives) + [0] * len(negatives)
    expected = metrics.roc_auc_score(truth, [*positives, *negatives])
    assert auroc(positives, negatives) == pytest.approx(expected)


def test_batches_without_one_of_the_classes_are_left_out() -> None:
    assert aurocs([([1.0], [0.0]), ([0.0], [0.0]), ([1.0], []), ([], [1.0])]) == [1.0, 0.5]


def test_the_mean_of_nothing_is_zero() -> None:
    assert (mean([1.0, 0.5]), mean([])) == (0.75, 0.0)

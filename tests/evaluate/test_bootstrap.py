"""Intervals and tests: by hand, and against scipy where it is installed."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ctxgate.evaluate.bootstrap import (
    all_or_none_interval,
    draws,
    mcnemar,
    percentile_interval,
    swap_test,
)


def test_every_stratum_is_drawn_as_often_as_it_is_large() -> None:
    strata = [range(3), range(3, 10), range(10, 11)]
    for weights in draws(strata, 50, seed=4):
        assert len(weights) == 11
        assert [sum(weights[i] for i in stratum) for stratum in strata] == [3, 7, 1]


def test_a_seed_gives_the_same_draws_and_another_seed_others() -> None:
    first, again, other = (list(draws([range(9)], 5, seed)) for seed in (1, 1, 2))
    assert first == again != other


def test_the_first_draws_are_these_on_every_machine() -> None:
    assert list(draws([range(4)], 3, seed=1)) == [[1, 1, 0, 2], [0, 2, 1, 1], [2, 1, 0, 1]]


def test_an_interval_leaves_out_as_much_at_either_end() -> None:
    assert percentile_interval([*range(40)], 20) == (1, 38)
    assert percentile_interval([*range(1000)], 500) == (25, 974)
    assert percentile_interval([], 0.5) is None


@given(st.lists(st.floats(0, 1), min_size=1), st.floats(0, 1))
def test_an_interval_contains_the_point_estimate(values: list[float], point: float) -> None:
    interval = percentile_interval(values, point)
    assert interval is not None
    assert interval[0] <= point <= interval[1]


@pytest.mark.parametrize("clusters", [1, 2, 10, 300])
def test_all_or_none_is_the_exact_binomial_interval(clusters: int) -> None:
    stats = pytest.importorskip("scipy.stats")
    for none, hits in ((True, 0), (False, clusters)):
        exact = stats.binomtest(hits, clusters).proportion_ci(0.95, method="exact")
        assert all_or_none_interval(none=none, clusters=clusters) == pytest.approx((exact.low, exact.high))


@settings(deadline=None)  # the oracle is slow at first
@given(st.integers(0, 60), st.integers(0, 60))
def test_mcnemar_is_the_exact_binomial_test(a: int, b: int) -> None:
    stats = pytest.importorskip("scipy.stats")
    expected = stats.binomtest(a, a + b).pvalue if a + b else 1.0
    assert mcnemar(a, b) == pytest.approx(expected)
    assert mcnemar(a, b) == mcnemar(b, a)


def test_the_bootstrap_interval_of_a_mean_is_that_of_scipy() -> None:
    scipy_stats, numpy = pytest.importorskip("scipy.stats"), pytest.importorskip("numpy")
    data = [random.Random(7).random() ** 2 for _ in range(1)] + [(i * 37 % 101) / 101 for i in range(80)]
    means = [
        sum(w * x for w, x in zip(weights, data, strict=True)) / len(data)
        for weights in draws([range(len(data))], 4000, seed=1)
    ]
    interval = percentile_interval(means, sum(data) / len(data))
    expected = scipy_stats.bootstrap(
        (data,), numpy.mean, n_resamples=4000, method="percentile", rng=numpy.random.default_rng(1)
    ).confidence_interval
    assert interval == pytest.approx((expected.low, expected.high), abs=0.01)


def _sum_of(differences: Sequence[tuple[int, ...]], resamples: int = 4000) -> float:
    total = sum(d for (d,) in differences)
    [p] = swap_test(differences, lambda moved: [total - 2 * moved[0]], resamples, seed=1)
    return p


@pytest.mark.parametrize(
    ("differences", "p"),
    [
        ([(1,)], 1.0),  # one cluster swapped looks the same the other way round
        ([(1,), (1,)], 0.5),
        ([(1,)] * 5, 2 / 32),
        ([(1,), (-1,)], 1.0),
        ([(3,), (1,), (1,)], 2 / 8),  # 5 or -5
    ],
)
def test_few_clusters_are_swapped_in_every_way(differences: list[tuple[int, ...]], p: float) -> None:
    assert _sum_of(differences) == p


def test_without_a_difference_there_is_nothing_to_test() -> None:
    assert swap_test([], lambda moved: [0.0], 100, seed=1) == []


def test_many_clusters_are_swapped_by_chance_and_p_is_never_zero() -> None:
    assert _sum_of([(1,)] * 100) == 1 / 4001
    assert _sum_of([(1,), (-1,)] * 50) == 1.0


@settings(deadline=None)  # the oracle is slow at first
@given(st.lists(st.integers(-4, 4).filter(bool), min_size=2, max_size=9))
def test_the_swap_test_is_scipys_permutation_test_of_signs(values: list[int]) -> None:
    stats, numpy = pytest.importorskip("scipy.stats"), pytest.importorskip("numpy")
    expected = stats.permutation_test(
        (numpy.array(values),),
        lambda x, axis: abs(x.sum(axis=axis)),
        permutation_type="samples",
        vectorized=True,
        n_resamples=100_000,
        alternative="greater",
    ).pvalue
    assert _sum_of([(v,) for v in values]) == pytest.approx(expected)

"""The report: what its figures are, and what must not change them."""

from __future__ import annotations

import dataclasses
import random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ctxgate.evaluate.frame import TOTAL, Row
from ctxgate.evaluate.report import Comparison, Figure, Figures, Head, Options, Report, compare, evaluate

FAST = Options(resamples=40, seed=1, min_positives=2)


def head(*apart: str, systems: int = 1) -> Head:
    return Head(
        v=1,
        tool="0",
        check="given",
        positive="attack",
        negative="benign",
        decision="",
        systems=("a", "b")[:systems],
        apart=apart,
        ignored=0,
        refused=0,
    )


def row(
    positive: bool,
    *scores: float,
    family: str = "f",
    set_: str = "s",
    apart: bool = False,
    lang: str = "en",
) -> Row:
    groups = (("set", set_),) if apart else (TOTAL, ("set", set_), ("lang", lang))
    flagged = tuple(score >= 0.5 for score in scores)
    return Row(positive, ("family" if positive else "base_id", family), groups, scores, flagged)


@dataclasses.dataclass
class Made:
    """Rows of two systems; the first alone is `[:1]` of the scores."""

    rows: list[Row]

    def one(self, system: int = 0) -> list[Row]:
        return [r._replace(scores=(r.scores[system],), flagged=(r.flagged[system],)) for r in self.rows]


@st.composite
def made(draw: st.DrawFn) -> Made:
    tenth = st.integers(0, 10).map(lambda n: n / 10)
    return Made(
        [
            row(
                draw(st.booleans()),
                draw(tenth),
                draw(tenth),
                family=draw(st.sampled_from("abcdef")),
                set_=draw(st.sampled_from("xyz")),
                lang=draw(st.sampled_from(["en", "de"])),
            )
            for _ in range(draw(st.integers(1, 30)))
        ]
    )


def test_the_figures_of_a_small_case() -> None:
    rows = [
        row(True, 0.9, family="a"),
        row(True, 0.9, family="a"),
        row(True, 0.2, family="b"),
        row(False, 0.9, family="p"),
        row(False, 0.1, family="q"),
        row(False, 0.2, family="r"),
        row(False, 0.1, family="r"),
    ]
    report = evaluate(rows, head(), FAST)
    total = report.total
    assert (total.rows, total.positives, total.negatives, total.families, total.passages) == (7, 3, 4, 2, 3)
    assert msgspec.to_builtins(total.confusion) == {"tp": 2, "fn": 1, "fp": 1, "tn": 3}
    assert total.positive.recall.of == (2, 3)
    assert total.positive.precision.of == (2, 3)
    assert total.false_positive_rate.of == (1, 4)
    # Each 0.9 ties with one and beats three; 0.2 loses to one, ties with one, beats two.
    assert total.auroc.of == (3.5 + 3.5 + 2.5, 12)
    assert [at.threshold for at in total.recall_at_fpr] == [None] * 4
    assert [at.recall.of for at in total.recall_at_fpr] == [(0, 3)] * 4


def test_the_threshold_of_a_fixed_rate_is_the_totals_and_leaves_sets_apart_out() -> None:
    benign = [row(False, 0.1 + i / 1000, family=str(i), set_="docs") for i in range(200)]
    attacks = [row(True, 0.2 + i / 100, family=str(i), set_="mail") for i in range(20)]
    traps = [row(False, 0.99, family=f"t{i}", set_="traps", apart=True) for i in range(9)]
    report = evaluate([*benign, *attacks, *traps], head("traps"), FAST)
    at = report.total.recall_at_fpr[1]
    # Two of 200 may be flagged: those of 0.298 and 0.299. The lowest score that keeps to it is 0.298.
    assert at.threshold == pytest.approx(0.298)
    assert (at.rate, at.recall.of, at.false_positive_rate.of) == (0.01, (10, 20), (2, 200))
    assert report.sets["mail"].recall_at_fpr[1].recall.of == (10, 20)
    assert report.sets["traps"].recall_at_fpr[1].false_positive_rate.of == (9, 9)
    assert report.total.negatives == 200
    assert report.mean_over_sets.sets == ("mail",)
    assert report.mean_over_sets.recall_at_fpr[1].value == 0.5


def test_a_mean_over_sets_counts_each_set_the_same() -> None:
    rows = [row(True, 0.9, family=f"a{i}", set_="large") for i in range(90)]
    rows += [row(True, 0.1, family=f"b{i}", set_="small") for i in range(10)]
    rows += [row(True, 0.1, set_="tiny")]
    report = evaluate(rows, head(), FAST)
    assert report.mean_over_sets.sets == ("large", "small")
    assert report.mean_over_sets.recall.value == 0.5


def test_rows_without_a_class_are_told_as_nothing() -> None:
    report = evaluate([row(False, 0.1, family=str(i)) for i in range(5)], head(), FAST)
    assert report.total.positive.recall == Figure(value=0.0, of=(0, 0), interval=None)
    assert report.total.auroc == Figure(value=0.0, of=(0, 0), interval=None)
    assert report.total.false_positive_rate.of == (0, 5)
    attacks = evaluate([row(True, 0.9, family=str(i)) for i in range(5)], head(), FAST)
    assert attacks.total.recall_at_fpr[0].recall.of == (0, 0)
    assert attacks.total.recall_at_fpr[0].threshold is None


def test_near_copies_widen_the_interval() -> None:
    generator = random.Random(5)
    hits = [generator.random() < 0.5 for _ in range(40)]
    alone = [row(True, float(hit), family=f"{i}.{j}") for i, hit in enumerate(hits) for j in range(5)]
    copies = [row(True, float(hit), family=str(i)) for i, hit in enumerate(hits) for _ in range(5)]
    widths = []
    for rows in (alone, copies):
        interval = evaluate(rows, head(), Options(400, 1, 1)).total.positive.recall.interval
        assert interval is not None
        widths.append(interval[1] - interval[0])
    assert widths[1] > 1.7 * widths[0]


def test_one_family_tells_nothing_of_others() -> None:
    rows = [row(True, i / 10, family="only") for i in range(10)]
    assert evaluate(rows, head(), FAST).total.positive.recall.interval is None


def test_no_resamples_no_intervals() -> None:
    rows = [row(True, i / 10, family=str(i)) for i in range(10)]
    assert evaluate(rows, head(), Options(0)).total.positive.recall.interval is None


@settings(max_examples=40, deadline=None)
@given(made(), st.randoms(use_true_random=False))
def test_the_order_of_the_rows_is_no_matter(found: Made, shuffler: random.Random) -> None:
    mixed = Made(list(found.rows))
    shuffler.shuffle(mixed.rows)
    assert evaluate(found.one(), head(), FAST).total == evaluate(mixed.one(), head(), FAST).total


def _all(figures: Figures) -> list[Figure]:
    return [
        figures.positive.recall,
        figures.positive.precision,
        figures.positive.f1,
        figures.negative.recall,
        figures.macro_f1,
        figures.false_positive_rate,
        figures.auroc,
        *(at.recall for at in figures.recall_at_fpr),
    ]


@settings(max_examples=60, deadline=None)
@given(made())
def test_sets_add_up_and_intervals_hold_the_figure(found: Made) -> None:
    report = evaluate(found.one(), head(), FAST)
    for groups in (report.sets, report.by["lang"]):
        for name in ("rows", "positives", "negatives"):
            assert sum(getattr(g, name) for g in groups.values()) == getattr(report.total, name)
        for name in ("tp", "fn", "fp", "tn"):
            parts = [getattr(g.confusion, name) for g in groups.values()]
            assert sum(parts) == getattr(report.total.confusion, name)
    for figures in (report.total, *report.sets.values()):
        for figure in _all(figures):
            assert 0 <= figure.value <= 1
            if figure.interval is not None:
                assert figure.interval[0] <= figure.value <= figure.interval[1]


@settings(max_examples=40, deadline=None)
@given(made())
def test_a_policy_does_not_differ_from_itself(found: Made) -> None:
    twice = [r._replace(scores=(r.scores[0],) * 2, flagged=(r.flagged[0],) * 2) for r in found.rows]
    told = compare(twice, head(systems=2), FAST)
    for differences in (told.total, told.mean_over_sets, *told.sets.values()):
        for difference in differences.values():
            assert (difference.difference, difference.real, difference.better) == (0, False, None)
            assert difference.interval in (None, (0, 0))
            assert difference.p in (None, 1)
    assert told.mcnemar.all.p == 1


@settings(max_examples=30, deadline=None)
@given(made())
def test_a_comparison_has_the_figures_of_both_and_turns_round(found: Made) -> None:
    told = compare(found.rows, head(systems=2), FAST)
    turned = compare(
        [r._replace(scores=r.scores[::-1], flagged=r.flagged[::-1]) for r in found.rows],
        head(systems=2),
        FAST,
    )
    a, b = (evaluate(found.one(i), head(), FAST).total for i in (0, 1))
    assert (told.total["recall"].a, told.total["recall"].b) == (
        a.positive.recall.value,
        b.positive.recall.value,
    )
    assert told.total["auroc"].difference == pytest.approx(b.auroc.value - a.auroc.value, abs=2e-6)
    for name, difference in told.total.items():
        assert turned.total[name].difference == -difference.difference
        assert turned.total[name].p == difference.p
        assert turned.total[name].real == difference.real


def test_a_clear_difference_is_real_and_says_who_is_better() -> None:
    rows = [row(True, 0.1, 0.9, family=str(i)) for i in range(30)]
    rows += [row(True, 0.9, 0.9, family=f"x{i}") for i in range(30)]
    rows += [row(False, 0.1, 0.9 if i < 20 else 0.1, family=str(i)) for i in range(60)]
    told = compare(rows, head(systems=2), Options(200))
    assert (told.total["recall"].better, told.total["recall"].difference) == ("B", 0.5)
    assert told.total["false_positive_rate"].better == "A"
    assert told.total["recall"].p == pytest.approx(1 / 201, abs=1e-6)
    assert (told.mcnemar.positives.only_a, told.mcnemar.positives.only_b) == (0, 30)
    assert (told.mcnemar.negatives.only_a, told.mcnemar.negatives.only_b) == (20, 0)


def test_many_rows_of_one_family_are_no_proof() -> None:
    rows = [row(True, 0.1, 0.9, family="one") for _ in range(300)]
    rows += [row(True, 0.9, 0.9, family=f"x{i}") for i in range(30)]
    told = compare(rows, head(systems=2), Options(200))
    assert told.mcnemar.positives.p < 0.001
    assert told.total["recall"].p == 1
    assert not told.total["recall"].real


@pytest.mark.parametrize(("kind", "work"), [(Report, evaluate), (Comparison, compare)])
def test_the_json_is_closed_and_reads_back(kind: type, work: object) -> None:
    rows = [row(i % 2 == 0, i / 10, 1 - i / 10, family=str(i)) for i in range(10)]
    told = work(rows, head(systems=2), FAST)  # type: ignore[operator]
    assert msgspec.json.decode(msgspec.json.encode(told), type=kind) == told

"""The whole evaluation: counts, figures, intervals and comparisons, as closed types with one JSON form."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import fsum
from typing import NamedTuple, TypeVar

import msgspec

from ctxgate.evaluate.bootstrap import (
    LEVEL,
    Interval,
    all_or_none_interval,
    draws,
    mcnemar,
    percentile_interval,
    swap_test,
)
from ctxgate.evaluate.frame import (
    AT_RATE,
    FIGURES,
    OF_NEGATIVES,
    OF_POSITIVES,
    TOTAL,
    Clusters,
    Frame,
    Group,
    Row,
    Size,
    cluster,
    sizes,
)
from ctxgate.evaluate.metrics import FIXED_RATES, OUTCOMES, Fraction2, outcomes, value
from ctxgate.evaluate.within import aurocs, mean

_T = TypeVar("_T")

VERSION = 1
"""The version of the JSON form."""

DIGITS = 6
"""Decimals of a figure in the report."""

SIGNIFICANT = 0.05
"""A difference is real below this p-value."""

MEANS = ("recall", *(recall for recall, _ in AT_RATE))
"""The figures that are also told as a mean over sets."""

_LOWER_IS_BETTER = frozenset(("false_positive_rate",))
_TESTED = ("recall", "precision", "f1", "macro_f1", "false_positive_rate")
_PLACE = {name: i for i, name in enumerate(FIGURES)}
_SHARES = OF_POSITIVES | OF_NEGATIVES


class _Struct(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    pass


class Figure(_Struct, frozen=True):
    """One figure: its value, the numerator and denominator that it is (null for a mean), its 95 % interval.

    `interval` is null where it cannot be told: no resamples, a single family or passage, or a figure that
    is the same in every resample (for a share of 0 or 1 it is the exact binomial one then).
    """

    value: float
    of: tuple[float, int] | None = None
    interval: tuple[float, float] | None = None


class AtRate(_Struct, frozen=True):
    """What is found at a fixed false-positive rate. `threshold` is the total's, null where there is none."""

    rate: float
    threshold: float | None
    recall: Figure
    false_positive_rate: Figure


class Confusion(_Struct, frozen=True):
    """The confusion matrix."""

    tp: int
    fn: int
    fp: int
    tn: int


class ClassFigures(_Struct, frozen=True):
    """Precision, recall and F1 of one class."""

    precision: Figure
    recall: Figure
    f1: Figure


class Figures(_Struct, frozen=True):
    """All that is told of a group of rows. `families` are clusters of positives, `passages` of negatives."""

    rows: int
    positives: int
    negatives: int
    families: int
    passages: int
    confusion: Confusion
    positive: ClassFigures
    negative: ClassFigures
    macro_f1: Figure
    false_positive_rate: Figure
    auroc: Figure
    recall_at_fpr: tuple[AtRate, ...]


class Means(_Struct, frozen=True):
    """Means over sets that have at least so many positives, each set counting the same."""

    min_positives: int
    sets: tuple[str, ...]
    recall: Figure
    recall_at_fpr: tuple[Figure, ...]


class Within(_Struct, frozen=True):
    """The mean AUROC inside batches that have rows of both classes, and how many batches these are."""

    batches: int
    auroc: Figure


class Resampling(_Struct, frozen=True):
    """How the intervals were made."""

    resamples: int
    seed: int
    level: float
    clusters: int


class Head(_Struct, frozen=True):
    """What was evaluated. `positive` is the class that is to be found; `systems` are policies or columns."""

    v: int
    tool: str
    check: str
    positive: str
    negative: str
    decision: str
    systems: tuple[str, ...]
    apart: tuple[str, ...]
    ignored: int
    refused: int


class Report(_Struct, frozen=True):
    """The evaluation of one policy. `sets` and `by` are empty where no row says anything of the kind.

    `within_batches` is null where no batch has rows of both classes.
    """

    head: Head
    total: Figures
    mean_over_sets: Means
    within_batches: Within | None
    sets: dict[str, Figures]
    by: dict[str, dict[str, Figures]]
    bootstrap: Resampling
    chunks_per_second: float | None


class Difference(_Struct, frozen=True):
    """One figure under A and under B. `difference` is B less A, with its interval.

    `p` is of the swap test by cluster, null where there is none for the figure. `real` says that the
    interval is clear of 0 and, where there is a test, p is below 0.05; `better` is then "A" or "B".
    """

    a: float
    b: float
    difference: float
    interval: tuple[float, float] | None
    p: float | None
    real: bool
    better: str | None


class Paired(_Struct, frozen=True):
    """McNemar's test on single rows, which takes them for independent: right under one of the two alone."""

    only_a: int
    only_b: int
    p: float


class McNemar(_Struct, frozen=True):
    """McNemar's test on the positives, the negatives, and all rows."""

    positives: Paired
    negatives: Paired
    all: Paired


class Comparison(_Struct, frozen=True):
    """Two policies on the same rows. Figures by name, as `Figures` has them."""

    head: Head
    size: dict[str, int]
    total: dict[str, Difference]
    mean_over_sets: dict[str, Difference]
    sets: dict[str, dict[str, Difference]]
    by: dict[str, dict[str, dict[str, Difference]]]
    mcnemar: McNemar
    bootstrap: Resampling
    chunks_per_second: tuple[float, ...] | None


class Options(NamedTuple):
    """How to evaluate: how many resamples, from which seed, and how large a set must be to count in means."""

    resamples: int = 2000
    seed: int = 1
    min_positives: int = 50


Tick = Callable[[int], None]


def _quiet(done: int) -> None:
    pass


def evaluate(
    rows: Sequence[Row],
    head: Head,
    options: Options,
    *,
    speed: Sequence[float] | None = None,
    tick: Tick = _quiet,
) -> Report:
    """Evaluate rows under their one system."""
    sampled = _Sampled(rows, options, head, 1, tick)
    size, frame = sampled.sizes, sampled.frames[0]
    thresholds = frame.thresholds()
    points = sampled.points[0]
    told = {
        group: _figures(size.get(group, _NOTHING), points[group], thresholds, sampled, group)
        for group in points
    }
    means = _means(points, sampled.sets)
    intervals = [sampled.mean_interval(name, means[name]) for name in MEANS]
    shown = [
        Figure(value=round(means[name], DIGITS), interval=_rounded(interval))
        for name, interval in zip(MEANS, intervals, strict=True)
    ]
    return Report(
        head=head,
        total=told[TOTAL],
        mean_over_sets=Means(
            min_positives=options.min_positives,
            sets=tuple(name for _, name in sampled.sets),
            recall=shown[0],
            recall_at_fpr=tuple(shown[1:]),
        ),
        within_batches=_within(rows, options),
        sets=_of_field(told, "set"),
        by={field: _of_field(told, field) for field in _fields(told)},
        bootstrap=sampled.resampling(),
        chunks_per_second=round(speed[0], 1) if speed else None,
    )


def compare(
    rows: Sequence[Row],
    head: Head,
    options: Options,
    *,
    speed: Sequence[float] | None = None,
    tick: Tick = _quiet,
) -> Comparison:
    """Compare the two systems of the rows; every resample draws the same clusters for both."""
    sampled = _Sampled(rows, options, head, 2, tick)
    a, b = sampled.points
    differing = sampled.differing()
    told = {group: _differences(group, a[group], b[group], sampled, differing.get(group, ())) for group in a}
    mean_a, mean_b = (_means(points, sampled.sets) for points in (a, b))
    size = sampled.sizes.get(TOTAL, _NOTHING)
    return Comparison(
        head=head,
        size={"rows": size.positives + size.negatives, **size._asdict()},
        total=told[TOTAL],
        mean_over_sets={
            name: _difference(
                name,
                mean_a[name],
                mean_b[name],
                sampled.mean_interval(name, mean_b[name] - mean_a[name]),
                None,
            )
            for name in MEANS
        },
        sets=_of_field(told, "set"),
        by={field: _of_field(told, field) for field in _fields(told)},
        mcnemar=_mcnemar(rows),
        bootstrap=sampled.resampling(),
        chunks_per_second=tuple(round(s, 1) for s in speed) if speed else None,
    )


_NOTHING = Size(0, 0, 0, 0)


class _Sampled:
    """The frames of the systems, their figures in the data, and in every resample (B less A for two)."""

    def __init__(self, rows: Sequence[Row], options: Options, head: Head, systems: int, tick: Tick) -> None:
        self.options = options
        self.clusters: Clusters = cluster(rows)
        self.sizes = sizes(rows)
        self.frames = [Frame(rows, self.clusters, system) for system in range(systems)]
        self.points = [frame.figures() for frame in self.frames]
        self.sets = sorted(
            group
            for group, size in self.sizes.items()
            if group[0] == "set" and group[1] not in head.apart and size.positives >= options.min_positives
        )
        self._values: dict[tuple[Group, str], list[float]] = {}
        self._means: dict[str, list[float]] = {name: [] for name in MEANS}
        for i, weights in enumerate(draws(self.clusters.strata, options.resamples, options.seed)):
            self._take([frame.figures(weights) for frame in self.frames])
            tick(i + 1)

    def _take(self, figures: Sequence[dict[Group, tuple[Fraction2, ...]]]) -> None:
        for group in figures[0]:
            for name, *fractions in zip(FIGURES, *(found[group] for found in figures), strict=True):
                # Of nothing there is no share: such a resample says nothing of the group.
                if fractions[0][1] or not (name in _SHARES or name == "auroc"):
                    self._values.setdefault((group, name), []).append(_less([*map(value, fractions)]))
        means = [_means(found, self.sets) for found in figures]
        for name in MEANS:
            self._means[name].append(_less([found[name] for found in means]))

    def differing(self) -> dict[Group, list[tuple[int, int]]]:
        """Return by group, for each cluster in which the systems differ, B's flagged rows less A's by class."""
        found: dict[Group, list[tuple[int, int]]] = {}
        for i in range(len(self.clusters.members)):
            a, b = (frame.flagged(i) for frame in self.frames)
            for group in {**a, **b}:
                (tp_a, fp_a), (tp_b, fp_b) = a.get(group, (0, 0)), b.get(group, (0, 0))
                if (tp_a, fp_a) != (tp_b, fp_b):
                    found.setdefault(group, []).append((tp_b - tp_a, fp_b - fp_a))
        return found

    def interval(self, group: Group, name: str, point: float) -> Interval | None:
        size = self.sizes.get(group, _NOTHING)
        needed = [*([size.families] if name not in OF_NEGATIVES else [])]
        needed += [size.passages] if name not in OF_POSITIVES else []
        if min(needed) < 2 or not self.options.resamples:
            return None  # from one cluster nothing can be told of others
        return percentile_interval(self._values.get((group, name), ()), point)

    def mean_interval(self, name: str, point: float) -> Interval | None:
        return percentile_interval(self._means[name], point) if self.sets else None

    def resampling(self) -> Resampling:
        return Resampling(
            resamples=self.options.resamples,
            seed=self.options.seed,
            level=LEVEL,
            clusters=len(self.clusters.members),
        )


def _within(rows: Sequence[Row], options: Options) -> Within | None:
    batches: dict[str, tuple[list[float], list[float]]] = {}
    for row in rows:
        if row.batch and TOTAL in row.groups:
            positives, negatives = batches.setdefault(row.batch, ([], []))
            (positives if row.positive else negatives).append(row.scores[0])
    found = aurocs(batches.values())
    if not found:
        return None
    point = mean(found)
    means = [
        fsum(w * x for w, x in zip(weights, found, strict=True)) / len(found)
        for weights in draws([range(len(found))], options.resamples, options.seed)
    ]
    interval = percentile_interval(means, point) if len(found) > 1 and options.resamples else None
    return Within(batches=len(found), auroc=Figure(value=round(point, DIGITS), interval=_rounded(interval)))


def _less(values: Sequence[float]) -> float:
    return values[0] if len(values) == 1 else values[1] - values[0]


def _means(points: dict[Group, tuple[Fraction2, ...]], sets: Sequence[Group]) -> dict[str, float]:
    """Return the means over the sets of which there are rows."""
    result = {}
    for name in MEANS:
        found = [points[group][_PLACE[name]] for group in sets]
        shares = [value(fraction) for fraction in found if fraction[1]]
        # fsum rounds once, at the end; plain sum does so from Python 3.12 on only.
        result[name] = fsum(shares) / len(shares) if shares else 0.0
    return result


def _figures(
    size: Size,
    fractions: tuple[Fraction2, ...],
    thresholds: Sequence[float | None],
    sampled: _Sampled,
    group: Group,
) -> Figures:
    found = dict(zip(FIGURES, fractions, strict=True))

    def figure(name: str) -> Figure:
        fraction = found[name]
        point = value(fraction)
        interval = sampled.interval(group, name, point)
        if interval is not None and interval[0] == interval[1]:
            # All resamples agree, which says nothing of how sure the figure is.
            count = size.families if name in OF_POSITIVES else size.passages
            known = name in _SHARES and point in (0.0, 1.0)
            interval = all_or_none_interval(none=point == 0.0, clusters=count) if known else None
        of = None if name == "macro_f1" else fraction
        return Figure(value=round(point, DIGITS), of=of, interval=_rounded(interval))

    tp, fp = int(found["recall"][0]), int(found["false_positive_rate"][0])
    return Figures(
        rows=size.positives + size.negatives,
        positives=size.positives,
        negatives=size.negatives,
        families=size.families,
        passages=size.passages,
        confusion=Confusion(tp=tp, fn=size.positives - tp, fp=fp, tn=size.negatives - fp),
        positive=ClassFigures(precision=figure("precision"), recall=figure("recall"), f1=figure("f1")),
        negative=ClassFigures(
            precision=figure("negative_precision"),
            recall=figure("negative_recall"),
            f1=figure("negative_f1"),
        ),
        macro_f1=figure("macro_f1"),
        false_positive_rate=figure("false_positive_rate"),
        auroc=figure("auroc"),
        recall_at_fpr=tuple(
            AtRate(
                rate=rate / 1000, threshold=threshold, recall=figure(recall), false_positive_rate=figure(fpr)
            )
            for rate, threshold, (recall, fpr) in zip(FIXED_RATES, thresholds, AT_RATE, strict=True)
        ),
    )


_COMPARED = tuple(
    # The recall of the negatives is what the false positives leave, and a fixed rate is fixed.
    name
    for name in FIGURES
    if name != "negative_recall" and not name.startswith("fpr_at_")
)


def _differences(
    group: Group,
    a: tuple[Fraction2, ...],
    b: tuple[Fraction2, ...],
    sampled: _Sampled,
    differing: Sequence[tuple[int, int]],
) -> dict[str, Difference]:
    values_a, values_b = ({n: value(f) for n, f in zip(FIGURES, found, strict=True)} for found in (a, b))
    tested = dict(zip(_TESTED, _swap(a, b, sampled.options, differing), strict=True))
    return {
        name: _difference(
            name,
            values_a[name],
            values_b[name],
            sampled.interval(group, name, values_b[name] - values_a[name]),
            tested.get(name),
        )
        for name in _COMPARED
    }


def _swap(
    a: tuple[Fraction2, ...],
    b: tuple[Fraction2, ...],
    options: Options,
    differing: Sequence[tuple[int, int]],
) -> list[float | None]:
    if not options.resamples:
        return [None] * len(_TESTED)
    places = [OUTCOMES.index(name) for name in _TESTED]
    (tp_a, positives), (fp_a, negatives) = a[0], a[_PLACE["false_positive_rate"]]
    tp_b, fp_b = b[0][0], b[_PLACE["false_positive_rate"]][0]

    def told(tp: float, fp: float) -> list[float]:
        found = outcomes(int(tp), int(fp), positives, negatives)
        return [value(found[place]) for place in places]

    def statistics(moved: Sequence[int]) -> list[float]:
        under_a, under_b = told(tp_a + moved[0], fp_a + moved[1]), told(tp_b - moved[0], fp_b - moved[1])
        return [y - x for x, y in zip(under_a, under_b, strict=True)]

    if not differing:
        return [1.0] * len(_TESTED)
    return [*swap_test(differing, statistics, options.resamples, options.seed)]


def _difference(name: str, a: float, b: float, interval: Interval | None, p: float | None) -> Difference:
    clear = interval is not None and (interval[0] > 0 or interval[1] < 0)
    real = clear and (p is None or p < SIGNIFICANT)
    better = None
    if real:
        better = "B" if (b > a) != (name in _LOWER_IS_BETTER) else "A"
    return Difference(
        a=round(a, DIGITS),
        b=round(b, DIGITS),
        difference=round(b - a, DIGITS),
        interval=_rounded(interval),
        p=None if p is None else round(p, DIGITS),
        real=real,
        better=better,
    )


def _mcnemar(rows: Sequence[Row]) -> McNemar:
    counts = {True: [0, 0], False: [0, 0]}
    for row in rows:
        right = [flagged == row.positive for flagged in row.flagged]
        if TOTAL in row.groups and right[0] != right[1]:
            counts[row.positive][0 if right[0] else 1] += 1

    def paired(only_a: int, only_b: int) -> Paired:
        return Paired(only_a=only_a, only_b=only_b, p=round(mcnemar(only_a, only_b), DIGITS))

    (pos_a, pos_b), (neg_a, neg_b) = counts[True], counts[False]
    return McNemar(
        positives=paired(pos_a, pos_b),
        negatives=paired(neg_a, neg_b),
        all=paired(pos_a + neg_a, pos_b + neg_b),
    )


def _of_field(told: dict[Group, _T], field: str) -> dict[str, _T]:
    return {group[1]: told[group] for group in sorted(told) if group[0] == field and group != TOTAL}


def _fields(told: dict[Group, _T]) -> Iterator[str]:
    yield from dict.fromkeys(field for field, _ in told if field not in ("", "set"))


def _rounded(interval: Interval | None) -> tuple[float, float] | None:
    return None if interval is None else (round(interval[0], DIGITS), round(interval[1], DIGITS))

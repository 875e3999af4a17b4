"""An evaluation, or a comparison of two policies, as tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.text import Text

from ctxgate.evaluate.report import Comparison, Difference, Figure, Figures, Head, Report, Resampling
from ctxgate.render.console import cell, console, print_titled, short_label, table
from ctxgate.text.visible import shortened

MAX_GROUPS = 60
"""A table shows at most this many values of a field, those with the most rows; --json has them all."""

_SHOWN_RATE = 0.01
"""The fixed false-positive rate whose recall stands in the tables of groups."""

_NAMES = {
    "recall": "recall",
    "precision": "precision",
    "f1": "F1",
    "negative_recall": "recall of {negative}",
    "negative_precision": "precision of {negative}",
    "negative_f1": "F1 of {negative}",
    "macro_f1": "macro-F1",
    "false_positive_rate": "false-positive rate",
    "auroc": "AUROC",
}


_SHORT = {"recall": "recall", "false_positive_rate": "fpr"}


def print_report(report: Report) -> None:
    """Print the figures of all rows, then those of each set and of each value of a field."""
    total, head = report.total, report.head
    _print_figures(report)
    _print_confusion(total, head)
    if report.sets:
        _print_groups("by set", report.sets, head)
    for field, groups in report.by.items():
        _print_groups(f"by {shortened(field, 40)}", groups, head)
    out = console()
    out.print(cell("at 1 %: recall at the threshold that flags at most 1 % of the total's negatives"))
    means = report.mean_over_sets
    if means.sets:
        out.print(
            cell(
                f"mean: over {len(means.sets)} sets with at least {means.min_positives} {head.positive}, "
                "each counting the same, one threshold for all"
            )
        )
    _print_foot(head, report.bootstrap, [report.chunks_per_second])


def print_comparison(found: Comparison) -> None:
    """Print each figure under A and B, and whether the difference is real."""
    out, head = console(), found.head
    out.print()
    for name, label in zip("AB", head.systems, strict=True):
        out.print(cell(f"{name}: {head.check} under {short_label(label)}", "bold"), soft_wrap=True)
    size = found.size
    out.print(
        cell(
            f"{size['rows']:,} rows: {size['positives']:,} {head.positive} ({size['families']:,} families), "
            f"{size['negatives']:,} {head.negative} ({size['passages']:,} passages)"
        )
    )
    result = table("figure", ">A", ">B", ">B less A", "|95 % interval", ">p", "|real")
    result.padding = (0, 1, 0, 0)
    for name, difference in found.total.items():
        result.add_row(cell(_name(name, head)), *_difference_cells(difference))
    for name, difference in found.mean_over_sets.items():
        result.add_row(cell(f"mean {_name(name, head)}"), *_difference_cells(difference))
    out.print(result)
    for field, groups in {"set": found.sets, **found.by}.items():
        if groups:
            _print_differences(field, groups, head)
    test = found.mcnemar
    for name, paired in (
        (head.positive, test.positives),
        (head.negative, test.negatives),
        ("all", test.all),
    ):
        out.print(
            cell(
                f"McNemar, {name}: right under A alone {paired.only_a:,}, under B alone {paired.only_b:,}, "
                f"p {paired.p:.4f}"
            )
        )
    out.print(cell("p: swaps by family; McNemar: exact, by row, as if rows were independent"))
    _print_foot(head, found.bootstrap, found.chunks_per_second or [])


def _print_figures(report: Report) -> None:
    total, head = report.total, report.head
    title = (
        f"{head.check} under {short_label(head.systems[0])}   {total.rows:,} rows: "
        f"{total.positives:,} {head.positive} ({total.families:,} families), "
        f"{total.negatives:,} {head.negative} ({total.passages:,} passages)"
    )
    result = table("figure", ">value", ">of", "|95 % interval", "|threshold")
    result.padding = (0, 1, 0, 0)
    for name, figure in {
        "recall": total.positive.recall,
        "precision": total.positive.precision,
        "f1": total.positive.f1,
        "negative_recall": total.negative.recall,
        "negative_precision": total.negative.precision,
        "negative_f1": total.negative.f1,
        "macro_f1": total.macro_f1,
        "false_positive_rate": total.false_positive_rate,
        "auroc": total.auroc,
    }.items():
        result.add_row(cell(_name(name, head)), *_figure_cells(figure))
    for at in total.recall_at_fpr:
        limit = "none" if at.threshold is None else f"≥ {at.threshold:.6g}"
        result.add_row(cell(f"recall at {at.rate:.1%} fpr"), *_figure_cells(at.recall), cell(limit))
    if (within := report.within_batches) is not None:
        result.add_row(cell(f"auroc within {within.batches:,} batches, mean"), *_figure_cells(within.auroc))
    means = report.mean_over_sets
    if means.sets:
        result.add_row(cell("mean recall"), *_figure_cells(means.recall))
        for at, mean in zip(total.recall_at_fpr, means.recall_at_fpr, strict=True):
            result.add_row(cell(f"mean recall at {at.rate:.1%} fpr"), *_figure_cells(mean))
    print_titled(title, result)


def _print_confusion(total: Figures, head: Head) -> None:
    result = table("confusion", ">flagged", ">not flagged")
    counts = total.confusion
    result.add_row(cell(head.positive), cell(f"{counts.tp:,}"), cell(f"{counts.fn:,}"))
    result.add_row(cell(head.negative), cell(f"{counts.fp:,}"), cell(f"{counts.tn:,}"))
    console().print(result)


def _print_groups(title: str, groups: Mapping[str, Figures], head: Head) -> None:
    result = table(
        title.removeprefix("by "),
        f">{head.positive}",
        ">recall",
        "|95 %",
        ">at 1 %",
        f">{head.negative}",
        ">fpr",
        "|95 %",
        ">AUROC",
    )
    result.padding = (0, 0)
    for name in _largest(groups, {n: g.rows for n, g in groups.items()}):
        group = groups[name]
        at = next(at for at in group.recall_at_fpr if at.rate == _SHOWN_RATE)
        apart = title == "by set" and name in head.apart
        result.add_row(
            cell(shortened(name, 30) + (" (apart)" if apart else "")),
            cell(f"{group.positives:,}"),
            _share(group.positive.recall),
            _interval(group.positive.recall),
            _share(at.recall),
            cell(f"{group.negatives:,}"),
            _share(group.false_positive_rate),
            _interval(group.false_positive_rate),
            cell("0/0" if _is_nothing(group.auroc) else f"{group.auroc.value:.3f}"),
        )
    print_titled(title, result)
    _print_more(len(groups))


def _print_differences(field: str, groups: Mapping[str, Mapping[str, Difference]], head: Head) -> None:
    result = table(field, "figure", ">A", ">B", ">B less A", "|95 % interval", ">p", "|real")
    result.padding = (0, 0)
    differing = [name for name in groups if any(_differs(groups[name][figure]) for figure in _SHORT)]
    for name in differing[:MAX_GROUPS]:
        for figure, short in _SHORT.items():
            difference = groups[name][figure]
            if _differs(difference):
                result.add_row(cell(shortened(name, 30)), cell(short), *_difference_cells(difference))
    title = f"by {shortened(field, 40)}: recall and false positives, where they differ"
    if differing:
        print_titled(title, result)
    _print_more(len(differing))
    out = console()
    out.print(cell(f"{field}: the same in {len(groups) - len(differing)} of {len(groups)}"))


def _differs(difference: Difference) -> bool:
    return bool(difference.difference or any(difference.interval or ()))


def _print_more(count: int) -> None:
    if count > MAX_GROUPS:
        console().print(cell(f"… and {count - MAX_GROUPS:,} more; --json has them all"))


def _print_foot(head: Head, bootstrap: Resampling, speed: Sequence[float | None]) -> None:
    out = console()
    out.print(cell(f"flagged: {head.decision}"))
    if bootstrap.resamples:
        out.print(
            cell(
                f"intervals: percentile bootstrap over {bootstrap.clusters:,} families and passages, "
                f"{bootstrap.resamples:,} resamples, seed {bootstrap.seed}"
            )
        )
    if head.apart:
        out.print(cell(f"apart, in no total: {', '.join(head.apart)}"), soft_wrap=True)
    for count, what in ((head.ignored, "ignored by label"), (head.refused, "refused, not evaluated")):
        if count:
            out.print(cell(f"{count:,} {what}"))
    rates = [rate for rate in speed if rate is not None]
    if rates:
        out.print(cell(f"speed of the check: {' and '.join(f'{rate:,.0f}' for rate in rates)} chunks/s"))


def _largest(groups: Mapping[str, object], sizes: Mapping[str, int]) -> list[str]:
    if len(groups) <= MAX_GROUPS:
        return list(groups)
    return sorted(groups, key=lambda name: (-sizes[name], name))[:MAX_GROUPS]


def _name(figure: str, head: Head) -> str:
    if figure in _NAMES:
        return _NAMES[figure].format(negative=head.negative)
    return f"recall at {int(figure.rpartition('_')[2]) / 1000:.1%} fpr"


def _is_nothing(figure: Figure) -> bool:
    return figure.of is not None and figure.of[1] == 0


def _share(figure: Figure) -> Text:
    return cell("0/0" if _is_nothing(figure) else f"{figure.value:.1%}")


def _interval(figure: Figure) -> Text:
    if figure.interval is None:
        return cell("-")
    return cell(f"{100 * figure.interval[0]:.1f}–{100 * figure.interval[1]:.1f}")


def _figure_cells(figure: Figure) -> list[Text]:
    of = "" if figure.of is None else f"{figure.of[0]:,.10g}/{figure.of[1]:,}"
    interval = "-" if figure.interval is None else f"{figure.interval[0]:.4f} – {figure.interval[1]:.4f}"
    return [cell(f"{figure.value:.4f}"), cell(of), cell(interval)]


def _difference_cells(difference: Difference) -> list[Text]:
    interval = difference.interval
    shown = "-" if interval is None else f"{interval[0]:+.4f} – {interval[1]:+.4f}"
    verdict = f"{difference.better} is better" if difference.better else "no"
    return [
        cell(f"{difference.a:.4f}"),
        cell(f"{difference.b:.4f}"),
        cell(f"{difference.difference:+.4f}"),
        cell(shown),
        cell("" if difference.p is None else f"{difference.p:.4f}"),
        cell(verdict, "green" if difference.better else ""),
    ]

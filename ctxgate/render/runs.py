"""The runs of a log as a table."""

from __future__ import annotations

from collections.abc import Sequence

from ctxgate.gate.runs import RunSummary
from ctxgate.render.console import cell, console, table
from ctxgate.rows import ACTIONS

WIDE = 100
"""Columns from which on a table has room for everything."""


def print_runs(runs: Sequence[RunSummary]) -> None:
    """Print one line a run, the oldest first. When a run began stands in its id, which is never folded.

    A narrow screen does without policy and judge.
    """
    out = console()
    wide = out.width >= WIDE
    judges = wide and any(status != "off" for run in runs for status in run.judge)
    heads = [">#", "|run", ">batches", ">chunks", "by action", *(["policy"] if wide else [])]
    heads += ["judge"] if judges else []
    result = table(*heads, "steps")
    for run in runs:
        counts = ", ".join(f"{run.actions[a]} {a}" for a in ACTIONS if run.actions.get(a))
        steps = ", ".join(run.steps)
        waiting = [f"{n} not {what}" for n, what in ((run.unscored, "scored"), (run.ungated, "gated")) if n]
        if waiting and len(run.steps) > 1:
            steps += f" ({', '.join(waiting)})"
        judged = ", ".join(f"{n} {status}" for status, n in run.judge.items() if status != "off") or "off"
        result.add_row(
            cell(run.number),
            cell(run.run),
            cell(f"{run.batches:,}"),
            cell(f"{run.chunks:,}"),
            cell(counts or "-"),
            *([cell(run.policies[-1].partition("@")[0] if run.policies else "-")] if wide else []),
            *([cell(judged)] if judges else []),
            cell(steps),
        )
    out.print(result)

"""The debrief for people: the decision table, the questions with what is known, the time, what to keep."""

from __future__ import annotations

from collections.abc import Sequence

from ctxgate.policy.model import Bands
from ctxgate.render.console import cell, console, print_titled, table
from ctxgate.render.workshop import print_bands
from ctxgate.rows import ACTIONS
from ctxgate.workshop.debrief import Question, Seen, Taken


def print_decisions(run: str, bands: Bands, seen: Seen) -> None:
    """Print the decision table with the run's chunks in their bands, and how many there are of each."""
    out = console()
    out.print()
    out.print(cell(f"debrief of run {run}", "bold"))
    print_bands(bands, seen.shown)
    counts = ", ".join(f"{seen.actions[a]:,} {a}" for a in ACTIONS if seen.actions[a]) or "no decisions"
    out.print(cell(f"{counts}; {seen.batches:,} batch" + ("" if seen.batches == 1 else "es")))


def print_questions(asked: Sequence[Question]) -> None:
    """Print each question with what the log already knows about it."""
    out = console()
    for question in asked:
        out.print()
        out.print(cell(f"{question.number}. {question.text}", "bold"))
        for line in question.known:
            out.print(cell(f"   the log: {line}"))


def print_times(taken: Sequence[Taken]) -> None:
    """Print what each exercise took against the plan."""
    result = table(">exercise", ">minutes", ">plan", "against it")
    for t in taken:
        minutes = "-" if t.minutes is None else f"{t.minutes:.1f}"
        result.add_row(cell(t.exercise), cell(minutes), cell(t.plan), cell(t.note))
    print_titled("the time", result)


def print_to_keep(lines: Sequence[str]) -> None:
    """Print what to keep after class."""
    out = console()
    out.print(cell("keep after class", "bold"))
    for line in lines:
        out.print(cell(f"  {line}"), soft_wrap=True)

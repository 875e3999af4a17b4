"""Exercises for people: the list, one that begins, and what a check found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from ctxgate.render.console import cell, console, print_titled, table
from ctxgate.text.visible import lines
from ctxgate.workshop.criteria import Outcome
from ctxgate.workshop.manifest import Exercise, Manifest
from ctxgate.workshop.progress import State

_STYLES: Mapping[State, str] = {"open": "", "done": "green", "regressed": "bold red"}


def print_list(manifest: Manifest, found: Mapping[int, State], following: str) -> None:
    """Print the exercises with minutes and state, and the next command."""
    result = table(">", "exercise", ">minutes", "state", "file")
    for n, exercise in manifest.numbered():
        state = found[n]
        result.add_row(
            cell(n),
            cell(exercise.name),
            cell(exercise.minutes),
            cell(state, _STYLES[state]),
            cell(exercise.path.as_posix()),
        )
    print_titled("the exercises", result)
    _print_pairs([("next", following)])


def print_start(n: int, exercise: Exercise, readme: Path, following: str) -> None:
    """Print what an exercise is about and how it begins."""
    out = console()
    out.print()
    out.print(cell(f"exercise {n}: {exercise.name} ({exercise.minutes} minutes)", "bold"))
    out.print(cell(exercise.goal))
    out.print()
    _print_pairs(
        [
            ("read", readme.as_posix()),
            ("mend", exercise.path.as_posix()),
            ("check", f"ctxgate exercise check {n}"),
            ("hint", f"ctxgate exercise hint {n}"),
            ("next", following),
        ]
    )


def print_check(
    n: int, exercise: Exercise, outcomes: Sequence[Outcome], printed: str, following: str
) -> None:
    """Print each criterion with what is expected and found, then the file, the hint and the next command."""
    out = console()
    out.print()
    out.print(cell(f"exercise {n}: {exercise.name}", "bold"))
    for outcome in outcomes:
        mark = cell(" met ", "green") if outcome.passed else cell("  NO ", "bold red")
        out.print(mark + cell(f" {outcome.criterion}"), soft_wrap=True)
        out.print(cell(f"        expected  {outcome.expected}", "dim"), soft_wrap=True)
        out.print(
            cell(f"        found     {outcome.found}", "" if not outcome.passed else "dim"), soft_wrap=True
        )
    met = sum(outcome.passed for outcome in outcomes)
    out.print(cell(f"{met} of {len(outcomes)} met", "bold green" if met == len(outcomes) else "bold"))
    if met < len(outcomes) and printed.strip():
        shown = lines(printed)
        out.print(cell(f"{exercise.file} printed:"))
        for line in shown[:12]:
            out.print(cell(f"  {line[:200]}"), soft_wrap=True)
        if len(shown) > 12:
            out.print(cell(f"  … {len(shown) - 12} more lines"))
    out.print()
    pairs = [("file", exercise.path.as_posix())]
    if met < len(outcomes):
        pairs.append(("hint", f"ctxgate exercise hint {n}"))
    else:
        pairs.append(("solution", f"ctxgate exercise solution {n}"))
    _print_pairs([*pairs, ("next", following)])


def print_hint(n: int, number: int, exercise: Exercise) -> None:
    """Print one hint, and how to get the next one."""
    out = console()
    total = len(exercise.hints)
    out.print(cell(f"hint {number} of {total} for exercise {n}", "bold"))
    out.print(cell(exercise.hints[number - 1]), soft_wrap=True)
    last = f"ctxgate exercise solution {n} --show"
    _print_pairs([("more", f"ctxgate exercise hint {n} {number + 1}" if number < total else last)])


def _print_pairs(pairs: Sequence[tuple[str, str]]) -> None:
    out = console()
    width = max(len(name) for name, _ in pairs)
    for name, value in pairs:
        # One line each, whatever the width: a command is copied as it stands.
        out.print(cell(f"{name:<{width}}  {value}"), soft_wrap=True)

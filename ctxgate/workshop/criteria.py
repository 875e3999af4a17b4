"""The exit criteria of the exercises: questions to the rows of a log, answered without running anything."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

from msgspec import UNSET

from ctxgate.gate.decision import is_allowed, most_conservative
from ctxgate.rows import (
    AnyRow,
    CaptureRow,
    GateRow,
    PromptRow,
    ReplayRow,
    ScoreRow,
)

PLANTED, STALE, GOOD = "doc-b", "doc-c", "doc-a"
"""The chunks of the teaching fixture by their part in it."""


class Outcome(NamedTuple):
    """One criterion, checked: what is expected, what was found, and whether that is enough."""

    exercise: int
    criterion: str
    found: str
    passed: bool


def check(rows: Sequence[AnyRow]) -> list[Outcome]:
    """Check every criterion that can be told from the rows of a log, in the order of the exercises."""
    return [Outcome(exercise, text, *criterion(rows)) for exercise, text, criterion in CRITERIA]


Answer = tuple[str, bool]
R = TypeVar("R", ScoreRow, GateRow)


def _captured_twice(rows: Sequence[AnyRow]) -> Answer:
    runs = _captures(rows)
    whole = [run for run, captures in runs.items() if captures and len(captures) == captures[0].n]
    lines = ", ".join(str(len(captures)) for captures in runs.values())
    return f"{len(runs)} runs with {lines or 'no'} capture lines", len(whole) >= 2


def _same_fingerprints(rows: Sequence[AnyRow]) -> Answer:
    prints = [{c.id: c.sha256_16 for c in captures} for captures in _captures(rows).values()][:2]
    if len(prints) < 2:
        return "no second run to compare with", False
    same = sum(prints[0].get(id_) == sha for id_, sha in prints[1].items())
    return f"{same} of {len(prints[0])} are equal", prints[0] == prints[1]


def _captured_first(rows: Sequence[AnyRow]) -> Answer:
    runs: list[str] = []
    for row in rows:
        if isinstance(row, CaptureRow) and row.run not in runs:
            runs.append(row.run)
        if len(runs) == 2:
            return "the second capture came first", True
        if isinstance(row, ScoreRow | GateRow | PromptRow | ReplayRow):
            return f"a {row.__struct_config__.tag} row before the second capture", False
    return "no second capture", False


def _planted_dropped(rows: Sequence[AnyRow]) -> Answer:
    row = _newest(rows, ScoreRow, PLANTED)
    return _said(row), row is not None and row.action == "drop"


def _stale_kept_out(rows: Sequence[AnyRow]) -> Answer:
    row = _newest(rows, ScoreRow, STALE)
    return _said(row), row is not None and not is_allowed(row.action)


def _good_allowed(rows: Sequence[AnyRow]) -> Answer:
    row = _newest(rows, ScoreRow, GOOD)
    return _said(row), row is not None and is_allowed(row.action)


def _settled_conservatively(rows: Sequence[AnyRow]) -> Answer:
    split = [row for row in rows if isinstance(row, ScoreRow) and row.judge.disagrees is True]
    wrong = [
        row.id
        for row in split
        if row.judge.action is not UNSET and most_conservative(row.action, row.judge.action) != row.action
    ]
    scored = any(isinstance(row, ScoreRow) for row in rows)
    found = f"{len(split)} disagreements" + (f", {', '.join(wrong)} settled openly" if wrong else "")
    return (found if scored else "nothing is scored"), scored and not wrong


def _right_prompt(rows: Sequence[AnyRow]) -> Answer:
    prompt = next((row.prompt for row in reversed(rows) if isinstance(row, PromptRow)), None)
    if prompt is None:
        return "no prompt", False
    good, bad = "14 days" in prompt, "90-day" in prompt
    return f"14 days {_in(good)}, 90-day {_in(bad)}", good and not bad


def _planted_rejected(rows: Sequence[AnyRow]) -> Answer:
    row = _newest(rows, GateRow, PLANTED)
    passed = row is not None and not is_allowed(row.action) and "instruction_override" in row.reasons
    return _said(row) + (f": {', '.join(row.reasons)}" if row else ""), passed


CRITERIA: tuple[tuple[int, str, Callable[[Sequence[AnyRow]], Answer]], ...] = (
    (1, "one capture line a chunk in each of two runs", _captured_twice),
    (1, "equal sha256_16 values in both runs", _same_fingerprints),
    (1, "no row of a later step before the second capture", _captured_first),
    (2, f"{PLANTED} is drop", _planted_dropped),
    (2, f"{STALE} is drop or isolate", _stale_kept_out),
    (2, f"{GOOD} is allow or allow_with_citation", _good_allowed),
    (2, "every disagreement with the judge was settled conservatively", _settled_conservatively),
    (3, 'the prompt contains "14 days" and not "90-day"', _right_prompt),
    (3, f"one reject line for {PLANTED} names instruction_override", _planted_rejected),
)
"""Exercise, criterion in words, and the function that answers it."""


def _captures(rows: Sequence[AnyRow]) -> dict[str, list[CaptureRow]]:
    runs: dict[str, list[CaptureRow]] = {}
    for row in rows:
        if isinstance(row, CaptureRow):
            runs.setdefault(row.run, []).append(row)
    return runs


def _newest(rows: Sequence[AnyRow], kind: type[R], id_: str) -> R | None:
    return next((row for row in reversed(rows) if isinstance(row, kind) and row.id == id_), None)


def _said(row: ScoreRow | GateRow | None) -> str:
    return "no row for it" if row is None else f"{row.action} at {row.score:.2f}"


def _in(there: bool) -> str:
    return "is in it" if there else "is not"

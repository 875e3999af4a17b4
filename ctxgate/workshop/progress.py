"""How far a student is: states from the exercise rows of a log, and the exact next command."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal

from ctxgate.rows import AnyRow, CaptureRow, EmptyRow, ExerciseRow, GateRow, ScoreRow, TimerRow
from ctxgate.workshop.criteria import CRITERIA, FIXTURE, PLANTED, Outcome, ask, matters
from ctxgate.workshop.manifest import Manifest

State = Literal["open", "done", "regressed"]
"""Open until a check finds every criterion met; regressed when a later check does not."""

CAPTURE = "ctxgate capture fixtures/refunds.json"
RESTORE = f"rm -f fixtures/refunds.json && ctxgate init && {CAPTURE}"
"""For a folder whose fixture was edited or deleted: captures of it would never count."""


def tells(row: AnyRow) -> bool:
    """Tell whether a row says anything about the exercises or about which run is the newest: others need not be kept."""
    if isinstance(row, CaptureRow) and row.pos == 1:
        return True
    return isinstance(row, EmptyRow | ExerciseRow | TimerRow) or matters(row)


def newest(rows: Sequence[AnyRow]) -> dict[str, bool]:
    """Return whether each criterion was met when it was last checked, by its code."""
    return {row.criterion: row.passed for row in rows if isinstance(row, ExerciseRow)}


def states(rows: Sequence[AnyRow], manifest: Manifest) -> dict[int, State]:
    """Return the state of each exercise, by number."""
    wanted = {n: frozenset(exercise.criteria) for n, exercise in manifest.numbered()}
    result: dict[int, State] = dict.fromkeys(wanted, "open")
    for n, passed in _checks(rows):
        if n not in wanted:
            continue
        if all(passed.get(code) for code in wanted[n]):
            result[n] = "done"
        elif result[n] == "done":
            result[n] = "regressed"
    return result


def current(found: Mapping[int, State]) -> int | None:
    """Return the first exercise that is not done, None when all are."""
    return next((n for n, state in found.items() if state != "done"), None)


def box_name(n: int) -> str:
    """Return the name of an exercise's box, as timer rows have it."""
    return f"exercise {n}"


def begun(rows: Sequence[AnyRow], box: str) -> bool:
    """Tell whether a box was begun and not ended since."""
    phase = None
    for row in rows:
        if isinstance(row, TimerRow) and row.box == box:
            phase = row.phase
    return phase == "begin"


def last_run(rows: Sequence[AnyRow]) -> str | None:
    """Return the run that was captured last, None when there is none."""
    runs = dict.fromkeys(row.run for row in rows if isinstance(row, CaptureRow | EmptyRow))
    return next(reversed(runs), None)


def next_command(
    n: int,
    outcomes: Sequence[Outcome],
    rows: Sequence[AnyRow],
    file: Path,
    found: Mapping[int, State],
    python: str,
) -> str:
    """Return what to type next, after exercise `n` was checked with these outcomes.

    `file` is the student's, from the folder of the class; `python` is what Python is called here.
    """
    missed = next((outcome.code for outcome in outcomes if not outcome.passed), None)
    if missed is None:
        then = next((m for m in (*range(n + 1, len(found) + 1), *found) if found.get(m) != "done"), None)
        return "ctxgate debrief" if then is None else f"ctxgate exercise start {then}"
    if missed not in CRITERIA:
        return f"ctxgate exercise check {n}"
    if missed in ("captured_twice", "same_fingerprints", "captured_first"):
        return CAPTURE
    run = last_run(rows)
    own = [row for row in rows if row.run == run]
    if not any(isinstance(row, CaptureRow) and row.batch == FIXTURE for row in own):
        return CAPTURE
    scored = any(isinstance(row, ScoreRow) for row in own)
    if n == 2 or not scored:
        return "ctxgate score --policy workshop" if scored else "ctxgate score"
    if missed != "replay_is_clean" or not any(isinstance(row, GateRow) for row in own):
        # A run that was scored otherwise gives another prompt, so it is scored again first.
        gated = any(isinstance(row, GateRow) for row in own)
        return "ctxgate score --policy workshop && ctxgate gate" if gated else "ctxgate gate"
    return f"ctxgate gate | {python} {file.as_posix()} > prompt.txt && ctxgate replay {PLANTED} --prompt prompt.txt"


def first_command(n: int, manifest: Manifest, rows: Sequence[AnyRow], python: str) -> str:
    """Return what to type first in exercise `n`, as far as the log alone tells; `python` as in `next_command`."""
    exercise = manifest.get(n)
    outcomes = [ask(code, rows) for code in exercise.criteria if code in CRITERIA]
    if all(outcome.passed for outcome in outcomes):
        return f"ctxgate exercise check {n}"
    return next_command(n, outcomes, rows, exercise.path, states(rows, manifest), python)


def _checks(rows: Sequence[AnyRow]) -> list[tuple[int, dict[str, bool]]]:
    """Return each check: the exercise and its criteria. The rows of one check were written together."""
    checks: list[tuple[tuple[int, str, str], dict[str, bool]]] = []
    for row in rows:
        if isinstance(row, ExerciseRow):
            which = (row.n, row.run, row.at)
            if not checks or checks[-1][0] != which or row.criterion in checks[-1][1]:
                checks.append((which, {}))
            checks[-1][1][row.criterion] = row.passed
    return [(which[0], passed) for which, passed in checks]

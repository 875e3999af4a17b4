"""A class at a glance: many students' logs, who met which criterion, the minutes, the commonest miss.

The logs are untrusted. What the log itself shows is asked again here; only for the criteria of the
student's file, which is not at hand, is the newest exercise row believed.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from pathlib import PurePath

import msgspec

from ctxgate.rows import AnyRow, BatchRow, DebriefRow, ExerciseRow, TimerRow
from ctxgate.text.visible import visible
from ctxgate.workshop import criteria
from ctxgate.workshop.debrief import times
from ctxgate.workshop.manifest import Manifest
from ctxgate.workshop.progress import newest

MAX_KEPT = 50_000
"""So many rows of one log are looked at. A class's log has a few hundred."""


class Student(msgspec.Struct, frozen=True):
    """One student. `met` says of each criterion whether it is met, null where nothing tells; `minutes` by exercise."""

    student: str
    met: dict[str, bool | None]
    minutes: dict[str, float | None]
    unreadable_lines: int = 0

    def count(self, codes: Iterable[str]) -> int:
        """Return how many of these criteria are met."""
        return sum(self.met.get(code) is True for code in codes)


class Report(msgspec.Struct, frozen=True):
    """The whole class. `met_by` counts students by criterion; `commonest_misses` are met by the fewest."""

    students: list[Student]
    met_by: dict[str, int]
    commonest_misses: list[str]


def student(name: str, rows: Iterable[AnyRow], manifest: Manifest, *, unreadable: int = 0) -> Student:
    """Fold one log into what the report says of it. Memory is bounded by MAX_KEPT rows."""
    kept: list[AnyRow] = []
    for row in rows:
        if len(kept) >= MAX_KEPT:
            break
        if criteria.matters(row) or isinstance(row, ExerciseRow | TimerRow | DebriefRow):
            kept.append(row)
    seen = newest(kept)
    has_batches = any(isinstance(row, BatchRow) for row in kept)
    met: dict[str, bool | None] = {}
    for exercise in manifest.exercise:
        for code in exercise.criteria:
            if code in criteria.CRITERIA:
                passed: bool | None = criteria.ask(code, kept).passed
                met[code] = passed if has_batches else None
            else:
                met[code] = seen.get(code)
    cohort = next((row.cohort for row in reversed(kept) if isinstance(row, DebriefRow)), "")
    minutes = {taken.exercise: taken.minutes for taken in times(kept, cohort)}
    return Student(name, met, minutes, unreadable)


def report(students: Sequence[Student], manifest: Manifest) -> Report:
    """Sum the students up."""
    codes = [code for exercise in manifest.exercise for code in exercise.criteria]
    met_by = {code: sum(s.met[code] is True for s in students) for code in codes}
    fewest = min(met_by.values(), default=0)
    misses = [code for code in codes if met_by[code] == fewest] if fewest < len(students) else []
    return Report(list(students), met_by, misses)


def names(paths: Sequence[str]) -> list[str]:
    """Return a name for each log: its path without what all the paths begin and end with."""
    parts = [PurePath(path).parts for path in paths]
    if len(set(parts)) < 2:
        return list(paths)
    shortest = min(map(len, parts))
    head = next((i for i in range(shortest) if len({p[i] for p in parts}) > 1), shortest)
    tail = next((i for i in range(shortest) if len({p[-1 - i] for p in parts}) > 1), shortest)
    found = [
        str(PurePath(*p[head : len(p) - tail])) if head + tail < len(p) else str(PurePath(*p)) for p in parts
    ]
    return [name.removesuffix(".jsonl") for name in found]


def as_csv(found: Report) -> str:
    """Return the report as CSV: a line for each student, a column for each criterion and each exercise's minutes."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    codes = list(found.met_by)
    exercises = list(found.students[0].minutes) if found.students else []
    writer.writerow(["student", *codes, *(f"minutes_{n}" for n in exercises), "unreadable_lines"])
    said = {True: "yes", False: "no", None: ""}
    for s in found.students:
        minutes = ("" if s.minutes[n] is None else f"{s.minutes[n]:g}" for n in exercises)
        writer.writerow(
            [_inert(s.student), *(said[s.met[code]] for code in codes), *minutes, s.unreadable_lines]
        )
    return out.getvalue()


def _inert(text: str) -> str:
    # A spreadsheet takes a cell that begins like this for a formula and would run it.
    shown = visible(text)
    return f"'{shown}" if shown.startswith(("=", "+", "-", "@", "\t")) else shown

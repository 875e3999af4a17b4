"""A class as two tables: the students, and the criteria."""

from __future__ import annotations

from ctxgate.render.console import cell, console, print_titled, table
from ctxgate.text.visible import shortened
from ctxgate.workshop.exercises import criterion_text
from ctxgate.workshop.manifest import Manifest
from ctxgate.workshop.report import Report

MAX_STUDENTS = 200
"""The table shows at most this many students; --csv has them all."""


def print_report(found: Report, manifest: Manifest) -> None:
    """Print who met what in how many minutes, and how many met each criterion."""
    heads = [f">exercise {n}" for n, _ in manifest.numbered()]
    people = table("student", *heads, "minutes", "not met")
    for student in found.students[:MAX_STUDENTS]:
        counts = [
            cell(f"{met} of {len(e.criteria)}", "green" if met == len(e.criteria) else "")
            for e in manifest.exercise
            for met in [student.count(e.criteria)]
        ]
        minutes = " / ".join("-" if m is None else f"{m:.0f}" for m in student.minutes.values())
        missed = [code for code, met in student.met.items() if met is not True]
        people.add_row(
            cell(shortened(student.student, 40)), *counts, cell(minutes), cell(_some(missed) or "-")
        )
    print_titled(f"{len(found.students)} students", people)
    out = console()
    if len(found.students) > MAX_STUDENTS:
        out.print(cell(f"… and {len(found.students) - MAX_STUDENTS} more; --csv has them all"))
    asked = table(">exercise", "criterion", "code", ">met by")
    for n, exercise in manifest.numbered():
        for code in exercise.criteria:
            asked.add_row(cell(n), cell(criterion_text(code)), cell(code), cell(found.met_by[code]))
    print_titled("the criteria", asked)
    for code in found.commonest_misses[:3]:
        missed_by = len(found.students) - found.met_by[code]
        out.print(
            cell(f"commonest miss: {criterion_text(code)} ({missed_by} of {len(found.students)})", "bold")
        )
    if not found.commonest_misses:
        out.print(cell("every criterion is met by everyone", "bold green"))


def _some(codes: list[str]) -> str:
    return ", ".join(codes[:4]) + (f" and {len(codes) - 4} more" if len(codes) > 4 else "")

"""`ctxgate class`: many students' logs, one report."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from ctxgate.cli.messages import say
from ctxgate.cli.options import DEFAULT_LOG, Json, NoColor
from ctxgate.cli.writing import JsonSink, Refusals
from ctxgate.errors import CtxgateError, InputError, UsageError
from ctxgate.log import Log, Warnings
from ctxgate.rows import AnyRow
from ctxgate.workshop.manifest import load
from ctxgate.workshop.report import Student, as_csv, names, report, student

app = typer.Typer(rich_markup_mode=None)

MAX_BYTES = 64_000_000
"""A larger file is no student's log."""

MAX_UNREADABLE = 200
"""A file with more lines than this that cannot be read is no log at all."""


@app.command("class")
def command(
    logs: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE…", help="Students' logs, or the folders of their classes.", show_default=False
        ),
    ],
    csv: Annotated[bool, typer.Option("--csv", help="Print a line a student as CSV.")] = False,
    json: Json = False,
    no_color: NoColor = False,
) -> int:
    """Look over a class: who met which criterion, in how many minutes, and what was missed most.

    Logs are not trusted: lines that cannot be read are counted and passed over.
    """
    if csv and json:
        raise UsageError("--csv and --json exclude each other")
    manifest, refusals, students = load(), Refusals(), []
    # A folder such as `.` has no name of its own.
    named = names([given if Path(given).name else str(Path(given).resolve()) for given in logs])
    for name, given in zip(named, logs, strict=True):
        try:
            students.append(_student(name, given))
        except CtxgateError as e:
            refusals.add(e)
    if not students:
        refusals.exit_code(0)
        raise InputError(
            "none of these logs can be read", todo="Give the files logs/context-gate.jsonl of students."
        )
    found = report(students, manifest)
    if csv:
        sys.stdout.write(as_csv(found))
    elif json:
        JsonSink().write((), msgspec.json.encode(found) + b"\n")
    else:
        from ctxgate.render.report import print_report

        print_report(found, manifest)
    sys.stdout.flush()
    if refusals.count:
        say(f"{refusals.count} refused, {len(students)} read")
    return CtxgateError.exit_code if refusals.count else 0


def _student(name: str, given: str) -> Student:
    path = _log_in(Path(given))
    try:
        size = path.stat().st_size
    except OSError as e:
        raise InputError(f"cannot be read: {(e.strerror or str(e)).lower()}", where=given) from None
    if size > MAX_BYTES:
        raise InputError(f"larger than {MAX_BYTES // 1_000_000} MB, which no student's log is", where=given)
    # What lies in a student's folder may be a link to a file of whoever looks over the class.
    store = Log(path, below=Path(given) if path != Path(given) else None)
    store.warnings = unreadable = _Few(given)
    read = 0

    def rows() -> Iterator[AnyRow]:
        nonlocal read
        for numbered in store.rows():
            read += 1
            yield numbered.row

    found = student(name, rows(), load())
    if unreadable and not read:
        raise InputError(f"not a log: {unreadable[0]}", where=given)
    if unreadable:
        say(f"warning: {given}: unreadable lines: {unreadable.total}, the first: {unreadable[0]}")
    return msgspec.structs.replace(found, unreadable_lines=unreadable.total)


def _log_in(path: Path) -> Path:
    """Return the log of a student: the file itself, or the one in the folder of the class."""
    if not path.is_dir():
        return path
    return next((p for p in (path / DEFAULT_LOG, path / DEFAULT_LOG.name) if p.exists()), path / DEFAULT_LOG)


class _Few(Warnings):
    """The warnings of one log. Raises InputError when there are too many: then it is something else."""

    def __init__(self, where: str) -> None:
        super().__init__()
        self._where = where

    def append(self, text: str) -> None:
        """Keep one more."""
        if len(self) >= MAX_UNREADABLE:
            raise InputError(
                f"more than {MAX_UNREADABLE} lines cannot be read, so this is no log", where=self._where
            )
        super().append(text)

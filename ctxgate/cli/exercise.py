"""`ctxgate exercise`: the three exercises of the class, which check themselves."""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Literal

import msgspec
import typer

from ctxgate.cli.classroom import find_class
from ctxgate.cli.logfile import open_log
from ctxgate.cli.messages import say
from ctxgate.cli.options import DEFAULT_LOG, Json, LogPath, NoColor
from ctxgate.cli.writing import JsonSink, warn
from ctxgate.errors import AnswerIsNo, UsageError
from ctxgate.log import Log, Warnings
from ctxgate.rows import FIRST_VERSION, AnyRow, ExerciseRow, TimerRow, encode_all
from ctxgate.steps import new_run, now
from ctxgate.text.visible import visible
from ctxgate.workshop.exercises import Checked, check, solution
from ctxgate.workshop.layout import fixture_is_intact, lay_out, put_back
from ctxgate.workshop.manifest import Manifest, load
from ctxgate.workshop.progress import (
    CAPTURE,
    RESTORE,
    State,
    begun,
    box_name,
    current,
    first_command,
    last_run,
    next_command,
    states,
    tells,
)
from ctxgate.workshop.student import SECONDS

app = typer.Typer(rich_markup_mode=None, no_args_is_help=True, add_completion=False)

POLL = 0.4
"""Seconds between two looks at the files that `watch` watches."""

Number = Annotated[int, typer.Argument(metavar="N", help="The exercise: 1, 2 or 3.", show_default=False)]
MaybeNumber = Annotated[
    int | None,
    typer.Argument(
        metavar="[N]", help="The exercise.  [default: the first that is not done]", show_default=False
    ),
]
Seconds = Annotated[
    float,
    typer.Option(
        "--seconds",
        envvar="CTXGATE_EXERCISE_SECONDS",
        min=0.1,
        metavar="S",
        help="How long your file may run.",
    ),
]


@app.callback()
def _group() -> None:
    """Three exercises that check themselves: list, start, check, hint, solution, reset, watch."""


@app.command("list")
def list_exercises(log: LogPath = DEFAULT_LOG, json: Json = False, no_color: NoColor = False) -> int:
    """List the exercises with their minutes and states, and say what to type next."""
    manifest = load()
    rows = _rows(open_log(log))
    found = states(rows, manifest)
    n = current(found)
    if n is None:
        following = "ctxgate debrief"
    elif begun(rows, box_name(n)):
        following = _mended(first_command(n, manifest, rows, _python()))
    else:
        following = f"ctxgate exercise {'check' if found[n] == 'regressed' else 'start'} {n}"
    if json:
        for number, exercise in manifest.numbered():
            line = {"n": number, "name": exercise.name, "minutes": exercise.minutes, "state": found[number]}
            JsonSink().write((), msgspec.json.encode({**line, "file": exercise.path.as_posix()}) + b"\n")
        return 0
    from ctxgate.render.exercise import print_list

    print_list(manifest, found, following)
    return 0


@app.command("start")
def start(n: Number, log: LogPath = DEFAULT_LOG, no_color: NoColor = False) -> int:
    """Begin an exercise, in any order: lay out what is missing of it and say how it goes. Its time begins."""
    exercise = load().get(n)
    find_class()
    for path in lay_out(Path()).written:
        say(f"wrote {path.as_posix()}, which was missing")
    store = open_log(log)
    rows = _rows(store)
    # One box at a time: who goes on to another exercise has left the one before.
    left = [m for m, _ in load().numbered() if m != n and begun(rows, box_name(m))]
    kept = [_timer(rows, m, "end") for m in left]
    if not begun(rows, box_name(n)):
        kept.append(_timer(rows, n, "begin"))
    store.append(encode_all(kept))
    from ctxgate.render.exercise import print_start

    print_start(
        n, exercise, exercise.path.with_name("README.md"), _mended(first_command(n, load(), rows, _python()))
    )
    return 0


@app.command("check")
def check_exercise(
    n: MaybeNumber = None,
    everything: Annotated[bool, typer.Option("--all", help="Check all exercises.")] = False,
    seconds: Seconds = SECONDS,
    log: LogPath = DEFAULT_LOG,
    json: Json = False,
    no_color: NoColor = False,
) -> int:
    """Check an exercise: each criterion with what is expected and found, then what to do next.

    Each criterion leaves a row in the log. Exit code 1 when one is not met.
    """
    if n is not None and everything:
        raise UsageError("--all checks every exercise: give a number or --all")
    manifest, store = load(), open_log(log)
    if n is not None:
        manifest.get(n)
    find_class()
    todo = current(states(_rows(store), manifest)) if n is None and not everything else n
    numbers = [number for number, _ in manifest.numbered()] if todo is None else [todo]
    passed = [_check(number, manifest, store, seconds, json=json).passed for number in numbers]
    return 0 if all(passed) else AnswerIsNo.exit_code


@app.command("hint")
def hint(
    n: Number,
    number: Annotated[
        int, typer.Argument(metavar="[HINT]", help="Which one: they go from mild to plain.")
    ] = 1,
    no_color: NoColor = False,
) -> int:
    """Show a hint: the first is mild, the last one plain."""
    exercise = load().get(n)
    if not 1 <= number <= len(exercise.hints):
        raise UsageError(
            f"exercise {n} has {len(exercise.hints)} hints, and no number {number}",
            todo=f"`ctxgate exercise hint {n}` shows the first.",
        )
    from ctxgate.render.exercise import print_hint

    print_hint(n, number, exercise)
    return 0


@app.command("solution")
def show_solution(
    n: Number,
    show: Annotated[bool, typer.Option("--show", help="Show it although the exercise is not done.")] = False,
    log: LogPath = DEFAULT_LOG,
) -> int:
    """Print the solution with its reasons, once the exercise is done or when told --show."""
    exercise = load().get(n)
    if not show and states(_rows(open_log(log)), load())[n] == "open":
        raise AnswerIsNo(
            f"exercise {n} is not done yet, and its solution comes after it",
            todo=f"`ctxgate exercise hint {n}` helps on; `ctxgate exercise solution {n} --show` shows it now.",
        )
    sys.stdout.write(solution(exercise))
    return 0


@app.command("reset")
def reset(n: Number) -> int:
    """Put the file of an exercise back as it was at the start. The old one is kept beside it."""
    exercise = load().get(n)
    find_class()
    kept, done = put_back(exercise.path, Path())
    if kept is not None:
        print(f"kept your file as {visible(kept.as_posix())}")
    print(f"{'wrote' if done else 'unchanged since the start:'} {exercise.path.as_posix()}")
    print(f"next: ctxgate exercise check {n}")
    return 0


@app.command("watch")
def watch(
    n: MaybeNumber = None,
    seconds: Seconds = SECONDS,
    log: LogPath = DEFAULT_LOG,
    no_color: NoColor = False,
) -> int:
    """Check again whenever the file or the log changes, until the exercise is done. Ctrl-C ends it.

    Without a number it goes on to the next exercise, until all are done.
    """
    manifest, store = load(), open_log(log)
    if n is not None:
        manifest.get(n)
    find_class()
    while True:
        number = n if n is not None else current(states(_rows(store), manifest))
        if number is None:
            print("all exercises are done; next: ctxgate debrief")
            return 0
        file = manifest.get(number).path
        # Taken before the check: what is saved while it runs is seen afterwards.
        before = _stamp(file)
        passed = _check(number, manifest, store, seconds, json=False).passed
        if passed and n is not None:
            return 0
        if passed:
            continue
        logged = _stamp(store.path)
        print(f"\nwatching {file.as_posix()} and the log; Ctrl-C ends it", flush=True)
        while (_stamp(file), _stamp(store.path)) == (before, logged):
            time.sleep(POLL)
        time.sleep(POLL / 4)  # an editor may still be writing


def _check(n: int, manifest: Manifest, store: Log, seconds: float, *, json: bool) -> Checked:
    """Check one exercise, keep what was found in the log, and show it."""
    exercise, rows = manifest.get(n), _rows(store)
    checked = check(n, rows, Path(), seconds=seconds)
    run, at = last_run(rows) or new_run(), now()
    kept: list[AnyRow] = [
        ExerciseRow(
            v=FIRST_VERSION, run=run, at=at, n=n, criterion=o.code, passed=o.passed, found=visible(o.found)
        )
        for o in checked.outcomes
    ]
    if checked.passed and begun(rows, box_name(n)):
        kept.append(_timer(rows, n, "end"))
    store.append(encode_all(kept))
    rows = [*rows, *kept]
    if json:
        JsonSink().write((), encode_all(row for row in kept if isinstance(row, ExerciseRow)))
        return checked
    from ctxgate.render.exercise import print_check

    found: dict[int, State] = states(rows, manifest)
    following = _mended(next_command(n, checked.outcomes, rows, exercise.path, found, _python()))
    if following == f"ctxgate exercise check {n}" and not exercise.path.exists():
        following = f"ctxgate exercise reset {n}"
    print_check(n, exercise, checked.outcomes, checked.printed, following)
    sys.stdout.flush()
    return checked


def _timer(rows: Sequence[AnyRow], n: int, phase: Literal["begin", "end"]) -> TimerRow:
    return TimerRow(v=FIRST_VERSION, run=last_run(rows) or new_run(), at=now(), box=box_name(n), phase=phase)


def _rows(store: Log) -> list[AnyRow]:
    """Return the rows of the log that tell of exercises; none where there is no log yet.

    What cannot be read of the log is told on standard error.
    """
    if not store.exists():
        return []
    told, store.warnings = store.warnings, Warnings()
    rows = [numbered.row for numbered in store.rows() if tells(numbered.row)]
    if store.warnings != told:  # a log that is watched is read again and again
        warn(store.warnings)
    return rows


def _mended(command: str) -> str:
    """Return the next command; where the fixture was edited or deleted, with what brings it back before."""
    return command if fixture_is_intact(Path()) else command.replace(CAPTURE, RESTORE)


def _python() -> str:
    """Return what Python is called on this machine's command line."""
    return "python" if shutil.which("python") or not shutil.which("python3") else "python3"


def _stamp(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size

"""`ctxgate timer`: the plan of the class, and a countdown through it."""

from __future__ import annotations

import contextlib
import signal
import time
from collections.abc import Iterator
from types import FrameType
from typing import Annotated, Literal

import typer

from ctxgate.cli.logfile import open_log
from ctxgate.cli.options import DEFAULT_LOG, LogPath, NoColor
from ctxgate.errors import UsageError
from ctxgate.log import Log
from ctxgate.rows import FIRST_VERSION, TimerRow, encode
from ctxgate.steps import new_run, now
from ctxgate.workshop.manifest import load
from ctxgate.workshop.progress import last_run
from ctxgate.workshop.timer import moment, plan

app = typer.Typer(rich_markup_mode=None)

MINUTE = 60.0
"""Seconds. Tests and rehearsals have shorter ones."""


@app.callback(invoke_without_command=True)
def show(context: typer.Context, no_color: NoColor = False) -> int:
    """Print the plan of the class; `timer start` counts it down."""
    if context.invoked_subcommand is None:
        from ctxgate.render.timer import print_plan

        print_plan(plan(load()))
    return 0


@app.command("start")
def start(
    box: Annotated[int, typer.Option("--box", metavar="N", help="Begin with this box of the plan.")] = 1,
    minute: Annotated[
        float,
        typer.Option(
            "--minute",
            envvar="CTXGATE_TIMER_MINUTE",
            min=0.001,
            metavar="SECONDS",
            help="How long a minute is, for a rehearsal.",
        ),
    ] = MINUTE,
    log: LogPath = DEFAULT_LOG,
    no_color: NoColor = False,
) -> int:
    """Count the class down, box after box: what is on, what is left of it, what is next.

    Each box leaves a row in the log when it begins and when it ends. Ctrl-C ends the box and the timer.
    """
    boxes = plan(load())
    if not 1 <= box <= len(boxes):
        raise UsageError(
            f"there is no box {box}; they are 1 to {len(boxes)}", todo="`ctxgate timer` lists them."
        )
    store = open_log(log)
    run = _run(store)

    def mark(name: str, phase: Literal["begin", "end"]) -> None:
        store.append(encode(TimerRow(v=FIRST_VERSION, run=run, at=now(), box=name, phase=phase)))

    from ctxgate.render.timer import Countdown

    # The clock on the wall, since a laptop that slept must not stretch the class.
    zero = time.time() - boxes[box - 1].begin * minute
    running: str | None = None
    with _ended_by_signals(), Countdown() as countdown:
        try:
            while (at := moment(boxes, (time.time() - zero) / minute)) is not None:
                if at.box.name != running:
                    if running is not None:
                        mark(running, "end")
                    running = at.box.name
                    mark(running, "begin")
                countdown.show(at, len(boxes))
                time.sleep(max(0.001, min(1.0, at.left * minute, minute)))
        finally:
            if running is not None:
                mark(running, "end")
    print("the class is over; next: ctxgate debrief")
    return 0


def _run(store: Log) -> str:
    """Return the run that the rows of the timer belong to: the newest, or one of their own."""
    if not store.exists():
        return new_run()
    return last_run([numbered.row for numbered in store.rows()]) or new_run()


@contextlib.contextmanager
def _ended_by_signals() -> Iterator[None]:
    """Let a closed connection or a polite kill end the box as Ctrl-C does."""

    def interrupt(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    names = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = {name: signal.signal(name, interrupt) for name in names}
    try:
        yield
    finally:
        for name, handler in before.items():
            signal.signal(name, handler)

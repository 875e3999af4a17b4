"""Options that several commands share, so that they read and behave the same everywhere."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from ctxgate.errors import UsageError

DEFAULT_LOG = Path("logs/context-gate.jsonl")


def _no_color(value: bool) -> None:
    if value:
        os.environ["NO_COLOR"] = "1"


LogPath = Annotated[
    Path,
    typer.Option("--log", envvar="CTXGATE_LOG", metavar="PATH", help="The log.", show_default=True),
]
NoLog = Annotated[bool, typer.Option("--no-log", help="Write nothing to the log: a pure filter.")]
RunName = Annotated[
    str | None,
    typer.Option(
        "--run",
        envvar="CTXGATE_RUN",
        metavar="RUN",
        help="The run to work on: last, last~1, a number, or the start of its id.  [default: last]",
    ),
]
PolicyName = Annotated[
    str,
    typer.Option(
        "--policy", envvar="CTXGATE_POLICY", metavar="POLICY", help="A built-in policy's name, or a TOML file."
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print rows as JSON lines, even on a terminal.")]
Table = Annotated[bool, typer.Option("--table", help="Print a table for people, even into a pipe.")]
NoColor = Annotated[
    bool, typer.Option("--no-color", callback=_no_color, help="No colour. NO_COLOR does the same.")
]
Strict = Annotated[
    bool,
    typer.Option(
        "--strict", envvar="CTXGATE_STRICT", help="Write nothing at all unless every batch can be read."
    ),
]
Files = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[FILE…|-]", help="Files of batches, JSON or JSON lines; - is standard input.", show_default=False
    ),
]
Stdin = Annotated[
    str | None,
    typer.Argument(metavar="[-]", help="- reads rows from standard input.", show_default=False),
]


def reads_stdin(dash: str | None, run: str | None, command: str) -> bool:
    """Tell whether a step reads rows from standard input. Raises UsageError when that is not clear."""
    if dash is None:
        return False
    if dash != "-":
        raise UsageError(
            f"{command} takes no files, only - for standard input; this is {dash!r}",
            todo=f"`ctxgate {command} - < {dash}` reads rows from it.",
        )
    if run is not None:
        raise UsageError("- reads rows from standard input and --run reads a run of the log: give one of them")
    return True

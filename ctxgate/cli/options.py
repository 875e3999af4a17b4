"""Options that several commands share, so that they read and behave the same everywhere."""

from __future__ import annotations

import contextlib
import os
import stat
import sys
from pathlib import Path
from typing import Annotated

import typer

from ctxgate.cli.messages import say
from ctxgate.cli.settings import Preset
from ctxgate.errors import UsageError

DEFAULT_LOG = Path("logs/context-gate.jsonl")
"""Where the log is unless someone names it. Commands tell by this very object that nobody did."""


def _no_color(value: bool) -> None:
    if value:
        os.environ["NO_COLOR"] = "1"


def _named_log(context: typer.Context, value: Path) -> Path:
    # A folder can hold a link at the default path; only who types a path, or sets the variable, may mean one.
    source = context.get_parameter_source("log")
    return value if source is not None and source.name in ("COMMANDLINE", "ENVIRONMENT") else DEFAULT_LOG


def _hint_at_pipe(context: typer.Context, dash: str | None) -> str | None:
    # Rows are never taken from a pipe unasked; whoever pipes some in and forgets the - should know.
    # A --run that was given has been looked at before an argument that was not.
    if dash is None and context.params.get("run") is None and not context.resilient_parsing:
        with contextlib.suppress(OSError, ValueError):
            if stat.S_ISFIFO(os.fstat(sys.stdin.fileno()).st_mode):
                say(f"hint: standard input is not read; `… | {context.command_path} -` reads rows from it")
    return dash


def _told_where_from(context: typer.Context, value: str) -> str:
    source = context.get_parameter_source("policy")
    return Preset(value) if source is not None and source.name == "DEFAULT_MAP" else value


LogPath = Annotated[
    Path,
    typer.Option(
        "--log",
        envvar="CTXGATE_LOG",
        metavar="PATH",
        help="The log.",
        show_default=True,
        callback=_named_log,
        readable=False,  # whether it can be read is found when it is: bad input, not wrong usage
    ),
]
NoLog = Annotated[
    bool, typer.Option("--no-log", envvar="CTXGATE_NO_LOG", help="Write nothing to the log: a pure filter.")
]
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
        "--policy",
        envvar="CTXGATE_POLICY",
        callback=_told_where_from,
        metavar="POLICY",
        help="A built-in policy's name, or a TOML file.",
    ),
]
Json = Annotated[
    bool,
    typer.Option("--json", help="Print rows as JSON lines, even on a terminal.  [env var: CTXGATE_JSON]"),
]
Table = Annotated[
    bool,
    typer.Option("--table", help="Print a table for people, even into a pipe.  [env var: CTXGATE_TABLE]"),
]
NoColor = Annotated[
    bool,
    typer.Option(
        "--no-color", envvar="CTXGATE_NO_COLOR", callback=_no_color, help="No colour. NO_COLOR does the same."
    ),
]
Strict = Annotated[
    bool,
    typer.Option(
        "--strict", envvar="CTXGATE_STRICT", help="Write nothing at all unless every batch can be read."
    ),
]
UseJudge = Annotated[
    bool | None,
    typer.Option(
        "--judge/--no-judge", help="Ask the judge, or do not.  [default: asked when SCORE_API_URL is set]"
    ),
]
AskJudge = Annotated[
    bool | None,
    typer.Option("--judge/--no-judge", help="Ask the judge at SCORE_API_URL.  [default: not asked]"),
]
JudgeUrl = Annotated[
    str | None,
    typer.Option(
        "--judge-url",
        envvar="SCORE_API_URL",
        metavar="URL",
        show_default=False,
        help="The judge: a base such as http://localhost:8080/v1, or a chat-completions address.",
    ),
]
JudgeModel = Annotated[
    str, typer.Option("--judge-model", envvar="SCORE_API_MODEL", metavar="NAME", help="The judge's model.")
]
JudgeLimit = Annotated[
    int | None,
    typer.Option(
        "--judge-limit",
        envvar="CTXGATE_JUDGE_LIMIT",
        min=0,
        metavar="N",
        show_default=False,
        help="Freeze after N chunks were asked for.",
    ),
]
JudgeJobs = Annotated[
    int,
    typer.Option(
        "--judge-jobs", envvar="CTXGATE_JUDGE_JOBS", min=1, max=64, metavar="N", help="Calls at a time."
    ),
]
RequireJudge = Annotated[
    bool,
    typer.Option(
        "--require-judge",
        envvar="CTXGATE_REQUIRE_JUDGE",
        help="Exit 4 when a chunk could not be judged, and isolate it at most.",
    ),
]
Files = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[FILE…|-]",
        help="Files of batches, JSON or JSON lines; - is standard input.",
        show_default=False,
    ),
]
Stdin = Annotated[
    str | None,
    typer.Argument(
        metavar="[-]", help="- reads rows from standard input.", show_default=False, callback=_hint_at_pipe
    ),
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
    if run is not None and run != os.environ.get("CTXGATE_RUN"):
        raise UsageError(
            "- reads rows from standard input and --run reads a run of the log: give one of them"
        )
    return True

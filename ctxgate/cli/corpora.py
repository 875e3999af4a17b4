"""Corpora as the commands use them: the names of products from flags, and a folder that is refused."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from ctxgate.cli.messages import say
from ctxgate.cli.writing import MAX_SHOWN
from ctxgate.errors import CorpusError, InputError, UsageError
from ctxgate.retrieve.scope import scope_name

Folder = Annotated[
    str, typer.Argument(metavar="KB", help="A folder of Markdown articles.", show_default=False)
]
Enable = Annotated[
    list[str] | None,
    typer.Option(
        "--enable",
        metavar="FAMILY",
        show_default=False,
        help="A product family that queries may name as their scope; may be given often.  [env var: CTXGATE_ENABLE, with commas]",
    ),
]
KeepGoing = Annotated[
    bool,
    typer.Option(
        "--keep-going", help="Go on with what does load of a folder that is refused. The exit code stays 3."
    ),
]


def folder_given(folder: str) -> str:
    """Return the folder that a command is given. Raises UsageError for an empty one, which would be this folder."""
    if not folder.strip():
        raise UsageError(
            "KB is empty: give the path of a folder", todo="An unset variable? For this folder write `.`."
        )
    return folder


def products(given: list[str] | None, option: str, variable: str) -> list[str]:
    """Return the products that a flag names, else a variable, each once. Raises UsageError for an empty name."""
    names = given or [name.strip() for name in os.environ.get(variable, "").split(",") if name.strip()]
    for name in names:
        if not scope_name(name):
            raise UsageError(f"{option} needs a product's name; {name!r} is none")
    return list(dict.fromkeys(names))


def say_refused(error: InputError, *, outcome: str) -> int:
    """Say why a folder is refused, fault by fault, and what comes of it. Returns the exit code."""
    faults = error.faults if isinstance(error, CorpusError) and error.faults else (error,)
    for fault in faults[:MAX_SHOWN]:
        say(str(fault))
    if len(faults) > MAX_SHOWN:
        say(f"… and {len(faults) - MAX_SHOWN} more faults")
    if isinstance(error, CorpusError):
        say(outcome)
    return error.exit_code

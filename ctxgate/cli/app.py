"""The table of commands. A command's module is imported only when the command is called."""

from __future__ import annotations

import gc
from collections.abc import Iterator, MutableMapping
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from ctxgate import __version__

COMMANDS = {
    "init": "ctxgate.cli.init",
    "demo": "ctxgate.cli.demo",
    "capture": "ctxgate.cli.capture",
    "score": "ctxgate.cli.score",
    "gate": "ctxgate.cli.gate",
    "replay": "ctxgate.cli.replay",
    "seal": "ctxgate.cli.seal",
    "debrief": "ctxgate.cli.debrief",
    "run": "ctxgate.cli.run",
    "runs": "ctxgate.cli.runs",
    "rejects": "ctxgate.cli.rejects",
    "diff": "ctxgate.cli.diff",
    "retrieve": "ctxgate.cli.retrieve",
    "corpus": "ctxgate.cli.corpus",
    "policy": "ctxgate.cli.policy",
    "eval": "ctxgate.cli.evaluation",
    "exercise": "ctxgate.cli.exercise",
    "timer": "ctxgate.cli.timer",
    "class": "ctxgate.cli.classes",
    "doctor": "ctxgate.cli.doctor",
}
"""Command name → module. The module's `app` is a Typer with the command or its subcommands."""


class _LazyCommands(MutableMapping[str, Any]):
    """Looks like the dict of commands that Typer keeps, but imports a command when it is asked for."""

    def __init__(self) -> None:
        self._loaded: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        if name not in self._loaded:
            command = typer.main.get_command(import_module(COMMANDS[name]).app)
            # All is loaded now: the collector, which the entry has switched off, may work again.
            gc.freeze()
            gc.enable()
            command.name = name
            self._loaded[name] = command
        return self._loaded[name]

    def __setitem__(self, name: str, command: Any) -> None:
        self._loaded[name] = command

    def __delitem__(self, name: str) -> None:
        del self._loaded[name]

    def __iter__(self) -> Iterator[str]:
        return iter(COMMANDS)

    def __len__(self) -> int:
        return len(COMMANDS)


class ReaderGone(Exception):
    """Whoever read standard output has gone. Typer would turn the plain BrokenPipeError into exit code 1."""


class LazyGroup(TyperGroup):
    """A command group whose commands are imported on demand."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.commands = _LazyCommands()

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names of all commands without importing any."""
        return list(COMMANDS)

    def invoke(self, ctx: Any) -> Any:
        """Run the command. Raises ReaderGone when the pipe that it writes to was closed."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError as e:
            raise ReaderGone from e


app = typer.Typer(
    cls=LazyGroup,
    name="ctxgate",
    help=(
        "A gate between retrieval and the prompt: capture what was retrieved, score it, let only what "
        "passes into the prompt, and keep a log that can be replayed."
    ),
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(value: bool) -> None:
    if value:
        print(f"ctxgate {__version__}")
        raise typer.Exit


@app.callback()
def _main(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and exit.")
    ] = False,
    debug: Annotated[
        bool, typer.Option("--debug", envvar="CTXGATE_DEBUG", help="Show a traceback when something fails.")
    ] = False,
) -> None:
    pass


def group() -> Any:
    """Return the command group, ready to be called with a list of arguments."""
    return typer.main.get_command(app)

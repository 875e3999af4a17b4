"""The log as the commands open it: at its default place nothing leads elsewhere, a named one is taken as named."""

from __future__ import annotations

from pathlib import Path

from ctxgate.cli.messages import say
from ctxgate.cli.options import DEFAULT_LOG
from ctxgate.log import Log


def open_log(path: Path) -> Log:
    """Return the log that the option gave. A link below the current folder counts only where it was named.

    What is not named is `DEFAULT_LOG`, the very object: `--log logs/context-gate.jsonl` is a name.
    """
    return Log(path, below=Path() if path is DEFAULT_LOG else None, tell=_tell)


def _tell(text: str) -> None:
    say(f"warning: {text}")

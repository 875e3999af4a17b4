"""Messages for people, on standard error: each begins with the name of the tool and holds no raw control character."""

from __future__ import annotations

import contextlib
import os
import sys
from typing import TextIO

from ctxgate.text.visible import visible

MAX_CHARS = 600
"""A longer line of a message is cut in its middle: an id of a megabyte is nobody's reading."""


def say(message: str) -> None:
    """Print one message; its first line says what and where, the others what to do."""
    for i, line in enumerate(message.split("\n")):
        put(("ctxgate: " if i == 0 else "") + _bounded(visible(line)) + "\n")


def put(text: str) -> None:
    """Write text to standard error as it is. Where that is full or closed it is lost: the exit code still tells."""
    try:
        sys.stderr.write(text)
        sys.stderr.flush()
    except (OSError, ValueError):
        give_up(sys.stderr)


def give_up(stream: TextIO) -> None:
    """Send whatever is still written to a stream nowhere.

    Python would try once more at exit to write what is left, complain, and end with a code of its own.
    """
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


def _bounded(line: str) -> str:
    if len(line) <= MAX_CHARS:
        return line
    return f"{line[: MAX_CHARS // 2]} … {line[-MAX_CHARS // 2 :]}"

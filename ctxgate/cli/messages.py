"""Messages for people, on standard error: each begins with the name of the tool and holds no raw control character."""

from __future__ import annotations

import sys

from ctxgate.text.visible import visible

MAX_CHARS = 600
"""A longer line of a message is cut in its middle: an id of a megabyte is nobody's reading."""


def say(message: str) -> None:
    """Print one message; its first line says what and where, the others what to do."""
    for i, line in enumerate(message.split("\n")):
        print(("ctxgate: " if i == 0 else "") + _bounded(visible(line)), file=sys.stderr)


def _bounded(line: str) -> str:
    if len(line) <= MAX_CHARS:
        return line
    return f"{line[: MAX_CHARS // 2]} … {line[-MAX_CHARS // 2 :]}"

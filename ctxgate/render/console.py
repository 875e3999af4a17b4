"""The console that everything for people is printed on.

Markup, emoji codes and highlighting are off: whatever a chunk contains is shown as it stands, and
control characters have been turned into escapes before it gets here.
"""

from __future__ import annotations

import os
import sys

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from ctxgate.rows import Action
from ctxgate.text.visible import visible

PIPED_WIDTH = 120
"""Columns of a table that does not go to a terminal."""

STYLES: dict[Action, str] = {
    "drop": "red",
    "isolate": "yellow",
    "allow_with_citation": "green",
    "allow": "bold green",
}


class _Console(Console):
    def on_broken_pipe(self) -> None:
        raise BrokenPipeError  # Rich by itself ends the process with exit code 1


def console() -> Console:
    """Return a console on standard output."""
    return _Console(
        file=sys.stdout,
        width=None if sys.stdout.isatty() else PIPED_WIDTH,
        color_system=None if os.environ.get("NO_COLOR") else "auto",  # Rich alone would still send bold
        markup=False,
        emoji=False,
        highlight=False,
    )


def print_titled(title: str, content: Table) -> None:
    """Print a table below its title. The title may be longer than the table is wide."""
    out = console()
    out.print()
    out.print(cell(title, "bold"), soft_wrap=True)
    out.print(content)


def table(*columns: str) -> Table:
    """Return an empty table with these column heads; a head that begins with ``>`` is a number column.

    What stands in a number column, or in one whose head begins with ``|``, is never folded.
    """
    result = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for column in columns:
        right = column.startswith(">")
        result.add_column(
            column.lstrip(">|"),
            justify="right" if right else "left",
            no_wrap=column[0] in ">|",
            overflow="fold",
        )
    return result


def cell(text: object, style: str = "") -> Text:
    """Return a table cell that shows any text safely."""
    return Text(visible(str(text)), style=style)


def action_cell(action: Action) -> Text:
    """Return an action in its colour."""
    return Text(action, style=STYLES[action])


def short_label(label: str) -> str:
    """Return a policy's name with the first digits of its fingerprint."""
    name, mark, digest = label.rpartition("@sha256:")
    return f"{name}@sha256:{digest[:12]}" if mark else label

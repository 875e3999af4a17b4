"""The plan of the class, and a countdown that is alive on a terminal and a line a minute elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from rich.live import Live
from rich.text import Text

from ctxgate.render.console import cell, console, print_titled, table
from ctxgate.workshop.timer import Moment, Stretch, clock, line, whole_minutes


def print_plan(boxes: Sequence[Stretch]) -> None:
    """Print the boxes with their minutes."""
    result = table("|minutes", ">box", "name", "what")
    for number, box in enumerate(boxes, 1):
        result.add_row(cell(f"{box.begin} – {box.end}"), cell(number), cell(box.name), cell(box.what))
    print_titled(f"the class: {boxes[-1].end} minutes", result)
    out = console()
    out.print(cell("A box does not stretch: when its time is up, the class goes on with what is logged."))
    out.print(cell("next  ctxgate timer start"))


class Countdown:
    """Shows where the class is. On a terminal one text is drawn anew; elsewhere a line is printed a minute."""

    def __init__(self) -> None:
        self._console = console()
        self._live: Live | None = None
        if self._console.is_terminal and not self._console.is_dumb_terminal:
            self._live = Live(console=self._console, auto_refresh=False, transient=False)
        self._said: tuple[int, int] | None = None

    def __enter__(self) -> Self:
        if self._live is not None:
            self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._live is not None:
            self._live.stop()

    def show(self, now: Moment, total: int) -> None:
        """Show a moment; `total` is how many boxes there are."""
        if self._live is not None:
            self._live.update(_drawn(now, total), refresh=True)
            return
        minute = (now.number, whole_minutes(now))
        if minute != self._said:
            self._said = minute
            print(line(now), flush=True)


def _drawn(now: Moment, total: int) -> Text:
    text = Text()
    text.append(f"box {now.number} of {total}: {now.box.name}", "bold")
    text.append(f"   {now.box.what}\n")
    minutes = now.box.end - now.box.begin
    filled = round(40 * (1 - now.left / minutes)) if minutes else 40
    text.append(f"{'█' * filled}{'░' * (40 - filled)}  ", "green" if now.left > 2 else "yellow")
    text.append(f"{clock(now.left)} left\n", "bold")
    text.append(f"next: {now.next.name}, {now.next.what}" if now.next is not None else "the last box")
    return text

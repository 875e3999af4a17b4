"""A progress bar on standard error, for calls that take their time."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn


@contextlib.contextmanager
def judge_bar(total: int | None) -> Iterator[Callable[[int], None]]:
    """Show a bar while chunks are judged; the function that is handed out takes how many are done.

    `total` is how many calls there will be, or None when that is not known. The bar goes away at the end.
    """
    console = Console(file=sys.stderr)
    columns = (TextColumn("judging"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("judging", total=total)
        yield lambda done: progress.update(task, completed=done if total is None else min(done, total))

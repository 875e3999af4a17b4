"""Output: rows as JSON lines, a table for people, or one prompt; and the list of what was refused."""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from ctxgate.cli.messages import put, say
from ctxgate.errors import CtxgateError, UsageError
from ctxgate.log import Warnings
from ctxgate.policy import Policy
from ctxgate.rows import AnyRow, PromptRow, decode
from ctxgate.text.visible import quoted, visible

MAX_SHOWN = 20
"""So many refusals are printed one by one; the rest are counted."""


class Sink(Protocol):
    """Where a step's rows go besides the log, batch after batch."""

    def write(self, given: Sequence[bytes], added: bytes) -> None:
        """Take the lines a step was given and the lines it adds for one batch."""

    def close(self) -> None:
        """Print what is left to print."""


class JsonSink:
    """Rows as JSON lines: what was given, then what was added, batch after batch."""

    def write(self, given: Sequence[bytes], added: bytes) -> None:
        """Write and flush, so that a reader at the other end of a pipe need not wait for the next batch."""
        out = sys.stdout.buffer
        if sys.stdout.isatty():
            given, added = [_shown(line) for line in given], _shown(added)
        out.writelines(given)
        out.write(added)
        out.flush()

    def close(self) -> None:
        """Do nothing: every batch has been written."""


def _shown(lines: bytes) -> bytes:
    """Return JSON lines with what a terminal might obey as JSON escapes: other bytes, the same values."""
    text = lines.decode()
    if visible(text.replace("\n", "")) == text.replace("\n", ""):
        return lines
    return "".join(
        char if char == "\n" or visible(char) == char else quoted(char)[1:-1] for char in text
    ).encode()


class TableSink:
    """A table for people, printed at the end. Only as many rows as a person reads are kept."""

    def __init__(self, step: str, policy: Policy | None) -> None:
        from ctxgate.render.decisions import Overview

        self.overview = Overview(step, policy)

    def write(self, given: Sequence[bytes], added: bytes) -> None:
        """Keep what the table shows."""
        self.overview.add(_rows(added))

    def close(self) -> None:
        """Print the table."""
        self.overview.print()


class PromptSink:
    """The prompt's bytes and nothing else."""

    def write(self, given: Sequence[bytes], added: bytes) -> None:
        """Print the prompt of the batch. The rows are in the log by now."""
        for row in _rows(added):
            if isinstance(row, PromptRow):
                sys.stdout.buffer.write(row.prompt.encode())
        sys.stdout.buffer.flush()

    def close(self) -> None:
        """Do nothing: the prompt has been written."""


def choose_sink(
    step: str, *, json: bool, table: bool, prompt: bool = False, policy: Policy | None = None
) -> Sink:
    """Return the sink that the flags ask for; by itself a table on a terminal and JSON in a pipe.

    With `policy` a table of scores tells what the heuristic alone would do beside what a judge said.
    """
    if json + table + prompt > 1:
        raise UsageError("--json, --table and --prompt exclude each other")
    if prompt:
        return PromptSink()
    return TableSink(step, policy) if wants_table(json=json, table=table) else JsonSink()


def wants_table(*, json: bool, table: bool) -> bool:
    """Tell whether to print for people: what a flag says, else a variable, else whether a terminal is looking."""
    if json and table:
        raise UsageError("--json and --table exclude each other")
    if json or table:
        return table
    # Below a flag of either kind, so that a variable is overruled by whichever flag is given.
    for variable, answer in (("CTXGATE_JSON", False), ("CTXGATE_TABLE", True)):
        if os.environ.get(variable, "").lower() not in ("", "0", "false", "no", "off"):
            return answer
    return sys.stdout.isatty()


def _rows(lines: bytes) -> list[AnyRow]:
    return [decode(line) for line in lines.split(b"\n") if line]


class Refusals:
    """What could not be used, said on standard error as it happens, and the exit code in the end."""

    def __init__(self) -> None:
        self.count = 0

    def add(self, error: CtxgateError | None) -> None:
        """Report one refusal."""
        if error is None:
            return
        self.count += 1
        if self.count <= MAX_SHOWN:
            say(str(error))
        elif self.count == MAX_SHOWN + 1:
            say("… more of the kind; they are counted at the end")

    def exit_code(self, done: int) -> int:
        """Say how many were refused, if any, and return 0 or 3. `done` is how many batches went through."""
        if not self.count:
            return 0
        say(f"{self.count} refused, {batches(done)} done")
        return CtxgateError.exit_code


def batches(count: int) -> str:
    """Return a number of batches in words."""
    return f"{count} batch" + ("" if count == 1 else "es")


def warn(messages: Sequence[str]) -> None:
    """Print warnings on standard error."""
    for message in messages[:MAX_SHOWN]:
        say(f"warning: {message}")
    total = messages.total if isinstance(messages, Warnings) else len(messages)
    if total > MAX_SHOWN:
        say(f"warning: … and {total - MAX_SHOWN:,} more")


@contextlib.contextmanager
def progress(noun: str, *, quiet: bool = False) -> Iterator[Callable[[int], None]]:
    """Count what is done on standard error, on a terminal only and not more than five times a second."""
    if quiet or not sys.stderr.isatty():
        yield lambda done: None
        return
    shown_at = time.monotonic() + 0.5  # what ends at once needs no counter
    shown = False

    def tick(done: int) -> None:
        nonlocal shown_at, shown
        if time.monotonic() >= shown_at:
            put(f"\r{done:,} {noun}")
            shown_at, shown = time.monotonic() + 0.2, True

    try:
        yield tick
    finally:
        if shown:  # blanks and no escape sequence, which a dumb terminal would show
            put("\r" + 30 * " " + "\r")

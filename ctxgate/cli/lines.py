"""Input as lines of bounded length, in memory that does not grow with their number."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, Protocol, cast

MAX_BYTES = 64 * 1024 * 1024
"""The largest line, and the largest document of several lines, that is read."""

TOO_LONG = b"\x00 a line that was too long \x00"
"""Stands for a line of more than MAX_BYTES: this very object, whatever a line may hold."""

TOO_LONG_MESSAGE = "a line longer than 64 MB, which is skipped"

Line = tuple[int, bytes]


class HasLines(Protocol):
    """What lines are read from."""

    def readline(self, limit: int, /) -> bytes:
        """Return the next line with its end, or as much of it as `limit` allows; nothing at the end."""


def numbered_lines(file: HasLines) -> Iterator[Line]:
    """Yield the lines that are not blank, numbered from 1, without a byte order mark, each bounded."""
    for number in itertools.count(1):
        raw = file.readline(MAX_BYTES + 1)
        if not raw:
            return
        if len(raw) > MAX_BYTES:
            while raw and not raw.endswith(b"\n"):
                raw = file.readline(MAX_BYTES)
            yield number, TOO_LONG
            continue
        if number == 1:
            raw = raw.removeprefix(b"\xef\xbb\xbf")
        if raw.strip():
            yield number, raw


class Rejoined:
    """The beginning of an input that was read already, and what is left of it, as one."""

    def __init__(self, held: bytes, rest: BinaryIO) -> None:
        self._held, self._at, self._rest = held, 0, rest

    def readline(self, limit: int, /) -> bytes:
        """Return the next line with its end, or as much of it as `limit` allows; nothing at the end."""
        end = self._held.find(b"\n", self._at, self._at + limit) + 1 or min(self._at + limit, len(self._held))
        line = self._held[self._at : end]
        self._at = end
        if line.endswith(b"\n") or len(line) >= limit:
            return line
        return line + self._rest.readline(limit - len(line))


def keep(name: str) -> BinaryIO:
    """Return a copy of what a pipe gives, or standard input (`-`): it can be read only once.

    More than MAX_BYTES are kept in a temporary file. Raises OSError.
    """
    import shutil
    import tempfile

    kept = cast(BinaryIO, tempfile.SpooledTemporaryFile(max_size=MAX_BYTES))  # noqa: SIM115
    if name == "-":
        shutil.copyfileobj(sys.stdin.buffer, kept)
    else:
        with Path(name).open("rb") as pipe:
            shutil.copyfileobj(pipe, kept)
    return kept

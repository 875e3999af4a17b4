"""Read a log file as it stood at one moment: forwards, backwards, or at an offset."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from io import FileIO
from pathlib import Path
from types import TracebackType

from ctxgate.errors import LogError
from ctxgate.log.lock import lock, unlock
from ctxgate.log.place import open_log, remedy, words
from ctxgate.nofollow import NotPlain

Block = tuple[int, bytes]
"""Whole lines, and the offset of the first of them in the file."""

_BLOCK = 1 << 20
_TAIL_BLOCK = 1 << 18
_LARGEST_BLOCK = 1 << 26
_STEP = 1 << 14
_BOM = b"\xef\xbb\xbf"


class Snapshot:
    """The log as it stood when this was made; what is appended later is not seen.

    `below` as in `Log`. Raises LogError when there is no log, when it cannot be read, or when it is no
    regular file.
    """

    def __init__(self, path: Path, below: Path | None = None) -> None:
        self.path = path
        try:
            fd = open_log(path, below, os.O_RDONLY)
        except OSError as e:
            raise _cannot_read(path, e, below) from e
        self._file = FileIO(fd)
        if not stat.S_ISREG(os.fstat(fd).st_mode):
            self._file.close()
            raise _no_file(path, "a device")
        self.size, self.identity = self._measure()
        self._newlines = [0]  # how many line ends stand before each multiple of _STEP, as far as was asked
        self._counted = (0, 1)

    def __enter__(self) -> Snapshot:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    def at(self, offset: int, length: int) -> bytes:
        """Return `length` bytes from `offset`. Raises LogError when the file no longer has them."""
        try:
            self._file.seek(offset)
            data = self._file.read(length) or b""
            while len(data) < length:  # the kernel gives at most 2 GB at once
                more = self._file.read(length - len(data))
                if not more:
                    raise LogError(f"the log {self.path} became shorter while it was read")
                data += more
        except OSError as e:
            raise _cannot_read(self.path, e) from e
        return data

    def blocks(self, start: int = 0, end: int | None = None) -> Iterator[Block]:
        """Yield the lines from `start`, the beginning of a line, to `end`, that of another, many at a time."""
        size = self.size if end is None else end
        parts: list[bytes] = []  # a line longer than a block, gathered until its end is seen
        first = position = start
        step = _BLOCK
        while position < size:
            data = self.at(position, min(step, size - position))
            position += len(data)
            cut = len(data) if position == size else data.rfind(b"\n") + 1
            if cut == 0:
                parts.append(data)
                step = min(step * 2, _LARGEST_BLOCK)
                continue
            yield first, (b"".join((*parts, data[:cut])) if parts else data[:cut])
            parts = [data[cut:]] if cut < len(data) else []
            first = position - len(data) + cut
            step = _BLOCK

    def blocks_backwards(self) -> Iterator[Block]:
        """Yield all lines, many at a time, the last block of lines first."""
        parts: list[bytes] = []  # the end of a line whose beginning is not yet seen, last part first
        position = self.size
        step = _TAIL_BLOCK
        while position > 0:
            length = min(step, position)
            position -= length
            data = self.at(position, length)
            cut = data.find(b"\n") + 1 if position else 0
            if position and not cut:
                parts.append(data)
                step = min(step * 2, _LARGEST_BLOCK)
                continue
            step = min(length * 2, _BLOCK)
            yield position + cut, b"".join((data[cut:], *reversed(parts)))
            parts = [data[:cut]] if cut else []

    def lines_holding(self, needle: bytes, start: int = 0, end: int | None = None) -> Iterator[Block]:
        r"""Yield each line that holds `needle` somewhere, without its ``\n``, with its offset."""
        for base, block in self.blocks(start, end):
            found = block.find(needle)
            while found >= 0:
                begin = block.rfind(b"\n", 0, found) + 1
                stop = block.find(b"\n", found)
                if stop < 0:
                    stop = len(block)
                yield base + begin, block[begin:stop]
                found = block.find(needle, stop)

    def lines(self) -> Iterator[Block]:
        r"""Yield every line without its ``\n``, with its offset."""
        for base, block in self.blocks():
            offset = base
            for line in block.removesuffix(b"\n").split(b"\n"):
                yield offset, line
                offset += len(line) + 1

    def last_line(self) -> Block:
        """Return the last line of a log that is not empty, as `lines` would."""
        base, block = next(self.blocks_backwards())
        begin = block.rfind(b"\n", 0, len(block) - 1) + 1
        return base + begin, block[begin:].removesuffix(b"\n")

    def line_at(self, offset: int) -> bytes:
        r"""Return the line that begins at an offset, without its ``\n``."""
        parts: list[bytes] = []
        step = 1 << 12
        while offset < self.size:
            data = self.at(offset, min(step, self.size - offset))
            offset += len(data)
            head, end, _ = data.partition(b"\n")
            parts.append(head)
            if end:
                break
            step = min(step * 2, _LARGEST_BLOCK)
        return b"".join(parts)

    def ends_file(self, offset: int, line: bytes) -> bool:
        r"""Tell whether the line at this offset stands at the end of the file without a ``\n``."""
        return offset + len(line) == self.size

    @property
    def torn(self) -> bool:
        """Whether the last line has no end, as after a crash or in some editors."""
        return self.size > 0 and self.at(self.size - 1, 1) != b"\n"

    def place(self, offset: int) -> str:
        """Return `path:line` of the line at this offset. Counts lines only now, when someone asks.

        Whatever the order of asking, the file is counted through once, and a step of it each time.
        """
        step = offset // _STEP
        while len(self._newlines) <= step:
            data = self.at((len(self._newlines) - 1) * _STEP, _STEP)
            self._newlines.append(self._newlines[-1] + data.count(b"\n"))
        begin, number = step * _STEP, 1 + self._newlines[step]
        if begin <= self._counted[0] <= offset:
            begin, number = self._counted
        if begin < offset:
            number += self.at(begin, offset - begin).count(b"\n")
        self._counted = (offset, number)
        return f"{self.path}:{number}"

    def _measure(self) -> tuple[int, tuple[int, int]]:
        # The size is taken while nobody appends, so that a line without an end is a torn line and
        # not one that is just being written.
        fd = self._file.fileno()
        try:
            lock(fd, shared=True)
            try:
                found = os.fstat(fd)
            finally:
                unlock(fd, shared=True)
        except OSError as e:
            self._file.close()
            raise _cannot_read(self.path, e) from e
        return found.st_size, (found.st_dev, found.st_ino)


def bare(line: bytes) -> bytes:
    """Return the line without a byte order mark, which some editors put at the start of a file."""
    return line[3:] if line.startswith(_BOM) else line


def _cannot_read(path: Path, error: OSError, below: Path | None = None) -> LogError:
    if isinstance(error, FileNotFoundError):
        return LogError(f"no log at {path}", todo="Run `ctxgate capture` first, or name one with --log.")
    if isinstance(error, NotPlain) and below is None:
        return _no_file(path, error.kind)
    todo = remedy(error, below) or "Name another one with --log PATH."
    return LogError(f"cannot read the log {path}: {words(error, path)}", todo=todo)


def _no_file(path: Path, kind: str) -> LogError:
    return LogError(f"{path} is not a file but {kind}, so it is no log", todo="Name one with --log PATH.")

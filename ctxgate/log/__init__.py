"""The log: append batches, find runs, read them back. The only disk access for the log.

Many processes may append to one log at once, a reader may read while others append, and a crash or
an edit by hand spoils no more than the lines that it touched.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Self, cast

from ctxgate.errors import RowError, UsageError
from ctxgate.log import damage
from ctxgate.log.append import Appender
from ctxgate.log.names import resolve, starts_forwards
from ctxgate.log.run import BatchRows, Place, RunReader
from ctxgate.log.snapshot import Snapshot, bare
from ctxgate.log.warned import Warnings
from ctxgate.nofollow import stands_below
from ctxgate.rows import AnyRow, decode

__all__ = ["BatchRows", "Log", "NumberedRow", "Place", "RunReader", "Warnings"]


class NumberedRow(NamedTuple):
    """A row of the log and the number of its line, from 1."""

    line: int
    row: AnyRow


class Log:
    """One log file. It need not exist before the first append.

    With `below`, a folder that the path goes through, nothing in that folder is trusted to lead there: a
    link below it, a pipe, a device, a file with a second name are refused with a LogError. Without it the
    path is taken as named by whoever calls, links and all.

    `warnings` gathers messages about lines that cannot be read and belong to no run that was asked
    for, each once; whoever reads decides whether to show them. `tell` is called once, while the log is in
    use, when rows that were read or written turn out not to be at the path any more; by default that is a
    warning as well.
    """

    def __init__(
        self, path: Path, *, below: Path | None = None, tell: Callable[[str], None] | None = None
    ) -> None:
        self.path = path
        self.warnings = Warnings()
        self.below = below
        self._appender = Appender(path, below, tell or self._warn)
        # Where runs begin, as `resolve` found it, with the file it was found in.
        self._starts: dict[str, tuple[tuple[int, int], int]] = {}

    def append(self, data: bytes, *, sync: bool = False) -> None:
        r"""Append the encoded lines of one batch as one step; with `sync` return once they are on disk.

        Any number of threads and processes may append at once. Missing folders and the file are
        made. Raises LogError when it cannot be written (then nothing of `data` was appended), and
        ValueError when `data` does not end in ``\n``.
        """
        self._appender.append(data, sync=sync)

    def close(self) -> None:
        """Close the file, after a look whether it is still in place; a later append opens it again."""
        self._appender.look()
        self._appender.close()

    def exists(self) -> bool:
        """Tell whether there is a log at the path, or with `below` anything else in the place of one."""
        if self.below is None:
            return self.path.exists()
        try:
            return stands_below(self.below, self.path.relative_to(self.below))
        except OSError:  # whoever opens it is told what it is
            return True

    def check_writable(self) -> None:
        """Make sure that rows can be appended, making the file if need be. Raises LogError."""
        self._appender.open()

    def require_record(self) -> None:
        """Refuse from now on to append to what keeps nothing, such as /dev/null.

        Raises UsageError when something at the path is no file already. (What stands at a path that nobody
        named is refused as such when it is opened.)
        """
        self._appender.keeps = True
        if self.below is None and self.path.exists() and not self.path.is_file():
            raise UsageError(
                f"{self.path} is no file, so it keeps no record, and no prompt leaves without one",
                todo="Name a file with --log PATH.",
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def resolve(self, name: str) -> str:
        """Return the whole id of the run that `name` means.

        A name is `last`, `last~1`, an ordinal in order of first capture, a prefix of nine or more
        characters, or the whole id. Raises LogError when there is no log or no run in it, UsageError
        when the name is ill formed, unknown or ambiguous.
        """
        with Snapshot(self.path, self.below) as snapshot:
            found = resolve(snapshot, name)
            self._starts[found.run] = (snapshot.identity, found.offset)
            self._appender.expect(snapshot.identity, snapshot.size)
        return found.run

    def runs(self) -> list[str]:
        """Return the ids of all runs in order of first capture: ordinal 1 first. Raises LogError."""
        with Snapshot(self.path, self.below) as snapshot:
            return [start.run for start in starts_forwards(snapshot)]

    def run(self, run: str) -> RunReader:
        """Return a reader of the run with this whole id, as it stands now.

        Raises LogError when there is no log, UsageError when it does not hold the run, and RowError
        as `RunReader` does.
        """
        return RunReader(self.path, run, self._known_start(run), self._warn, self.below)

    def batches(self, run: str) -> Iterator[BatchRows]:
        """Yield the batches of the run with this whole id: `self.run(run).batches()`."""
        return self.run(run).batches()

    def rows(self) -> Iterator[NumberedRow]:
        """Yield every row of the log in file order.

        A line that cannot be read as a row is passed over with a warning. Raises LogError.
        """
        import jsonlines  # noqa: PLC0415  (20 ms of start-up that most commands can spare)

        with Snapshot(self.path, self.below) as snapshot:
            lines = _Lines(snapshot)
            reader = jsonlines.Reader(lines, loads=_load)  # its own choice of parser depends on the machine
            while True:
                try:
                    got = cast(AnyRow | RowError, reader.read(skip_empty=True))
                except EOFError:
                    return
                except jsonlines.InvalidLineError:
                    got = RowError("damaged: not UTF-8")
                if isinstance(got, RowError):
                    word = partial(damage.message, snapshot, lines.offset, lines.line, got.what)
                    self.warnings.add_line(lines.offset, word)
                    continue
                if snapshot.ends_file(lines.offset, lines.line):
                    self._warn(damage.unended(snapshot, lines.offset))
                yield NumberedRow(lines.number, got)

    def _known_start(self, run: str) -> int | None:
        if run not in self._starts:
            return None
        identity, offset = self._starts[run]
        with Snapshot(self.path, self.below) as snapshot:
            return offset if snapshot.identity == identity and offset < snapshot.size else None

    def _warn(self, text: str) -> None:
        self.warnings.append(text)


class _Lines:
    """The lines of a log, one after the other, and which one came last."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._lines = snapshot.lines()
        self.number = 0
        self.offset = 0
        self.line = b""

    def __iter__(self) -> Iterator[bytes]:
        for offset, line in self._lines:
            self.number += 1
            self.offset, self.line = offset, line
            yield line


def _load(line: str | bytes) -> AnyRow | RowError:
    # An error comes back as a value, so that the reader goes on with the next line.
    try:
        return decode(bare(line) if isinstance(line, bytes) else line)
    except RowError as e:
        return e

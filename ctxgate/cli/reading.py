"""Input from outside: files and standard input, as batches or as rows, one at a time.

Reading never stops at the first fault: what cannot be read is handed on as an error with its place,
and the next line is read.
"""

from __future__ import annotations

import itertools
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO, NamedTuple

from ctxgate.batch import Batch, parse_batch, parse_json
from ctxgate.cli.lines import MAX_BYTES, TOO_LONG, TOO_LONG_MESSAGE, Line, Rejoined, keep, numbered_lines
from ctxgate.errors import BatchError, CtxgateError, InputError, RowError, UsageError
from ctxgate.pattern import lazy
from ctxgate.rows import AnyRow, BatchRow, decode

_BATCH_LINE = lazy(rb'^[ \t\r]*\{[^\n]*"retrieved"[^\n]*', re.MULTILINE)


class Given(NamedTuple):
    """One batch as it was given, or the error that stands in its place."""

    batch: Batch | None
    error: CtxgateError | None = None


def open_inputs(files: list[str] | None, command: str) -> list[str]:
    """Check the FILE arguments of a command and return them. Raises UsageError when there are none."""
    if files:
        if files.count("-") > 1:
            raise UsageError("- (standard input) is given twice")
        return files
    piped = not sys.stdin.isatty()
    hint = f"Standard input is never guessed: `… | ctxgate {command} -` reads it." if piped else None
    raise UsageError(
        f"{command} needs a file of batches, or - for standard input",
        todo=hint or f"For example: `ctxgate {command} fixtures/refunds.json`.",
    )


def read_batches(names: Iterable[str]) -> Iterator[Given]:
    """Read the batches of each file in turn; `-` is standard input."""
    for name in names:
        if name == "-":
            yield from batches_of(sys.stdin.buffer, "stdin")
            continue
        path = Path(name)
        try:
            if path.is_dir():
                raise InputError("a folder, not a file of batches", where=name)
            with path.open("rb") as file:
                yield from batches_of(file, name)
        except OSError as e:
            yield Given(None, InputError(f"cannot be read: {(e.strerror or str(e)).lower()}", where=name))
        except InputError as e:
            yield Given(None, e)


def batches_of(file: BinaryIO, name: str) -> Iterator[Given]:
    """Read batches from one open file.

    When the first line is a complete JSON value the file is JSON lines; otherwise it is one JSON
    document of at most MAX_BYTES. Either may hold a list of batches in place of a batch.
    """
    lines = numbered_lines(file)
    first = next(lines, None)
    if first is None:
        yield Given(None, InputError("empty: there is no batch in it", where=name))
        return
    if first[1] is TOO_LONG or _is_json(first[1]):
        yield from _json_lines(itertools.chain([first], lines), name)
        return
    # Not JSON lines, or JSON lines that begin with a bad one: the rest tells.
    second = next(lines, None)
    if second is None or second[1] is TOO_LONG or (_is_batch(second[1]) and not _goes_on(first[1])):
        yield from _json_lines(itertools.chain([first], [second] if second else [], lines), name)
        return
    # Held as it came: millions of short lines, each of them an object, would take a hundred times their size.
    # Line numbers survive in error messages because blank lines are put back.
    held = b"".join(
        (
            b"\n" * (first[0] - 1),
            first[1],
            b"\n" * (second[0] - first[0] - 1),
            second[1],
            file.read(MAX_BYTES),
        )
    )
    if len(held) <= MAX_BYTES:
        document = _parsed(held, name)
        if document.error is None:
            yield from _batches(document.value, name)
            return
        error = document.error
    else:
        error = InputError(
            "not JSON lines, and as one document larger than 64 MB",
            where=name,
            todo="Write one batch a line: `jq -c .` does that.",
        )
    if any(_is_batch(found[0]) for found in _BATCH_LINE.finditer(held)):
        yield from _json_lines(numbered_lines(Rejoined(held, file)), name)
    else:
        yield Given(None, error)


class _Document(NamedTuple):
    value: object
    error: CtxgateError | None = None


def _json_lines(lines: Iterable[Line], name: str) -> Iterator[Given]:
    import jsonlines  # here and not above: a step that reads the log has no use for it

    number = 0

    def texts() -> Iterator[bytes]:
        nonlocal number
        for number, raw in lines:  # noqa: B007  (the reader's place, for messages)
            yield raw

    reader = jsonlines.Reader(texts(), loads=_loads)
    while True:
        try:
            value = reader.read(allow_none=True)
        except EOFError:
            return
        except CtxgateError as e:
            yield Given(None, _placed(e, f"{name}:{number}"))
        except jsonlines.InvalidLineError:
            yield Given(None, BatchError("not UTF-8 text", where=f"{name}:{number}"))
        else:
            yield from _batches(value, f"{name}:{number}")


def _loads(line: str | bytes) -> object:
    text = line if isinstance(line, str) else line.decode()
    if text == TOO_LONG.decode():
        raise BatchError(TOO_LONG_MESSAGE)
    return parse_json(text)


def _batches(value: object, where: str) -> Iterator[Given]:
    several = isinstance(value, list)
    for i, item in enumerate(value if isinstance(value, list) else [value]):
        try:
            yield Given(parse_batch(item))
        except BatchError as e:
            yield Given(None, _placed(e, f"{where}[{i}]" if several else where))
    if value == []:
        yield Given(None, BatchError("an empty list: there is no batch in it", where=where))


def _placed(error: CtxgateError, where: str) -> CtxgateError:
    error.where = where
    return error


def _parsed(raw: bytes, name: str) -> _Document:
    try:
        return _Document(parse_json(raw.decode()))
    except UnicodeDecodeError:
        return _Document(None, BatchError("not UTF-8 text", where=name))
    except BatchError as e:
        return _Document(None, _placed(e, name))


def _is_json(raw: bytes) -> bool:
    return _parsed(raw, "").error is None


def _goes_on(raw: bytes) -> bool:
    """Tell whether a line that is not JSON by itself ends where a document goes on in the next line."""
    return raw.rstrip().endswith((b"[", b"{", b",", b":"))


def _is_batch(raw: bytes) -> bool:
    if not raw.lstrip().startswith(b"{"):
        return False
    value = _parsed(raw, "").value
    return isinstance(value, dict) and "query" in value and "retrieved" in value


# ---------------------------------------------------------------- rows


class RowGroup(NamedTuple):
    """The rows of one batch as they came in, with their bytes; or rows without a batch."""

    rows: list[AnyRow]
    lines: list[bytes]
    where: str


def read_rows(file: BinaryIO, name: str) -> Iterator[RowGroup | CtxgateError]:
    """Read rows batch by batch: rows of one run and seq that follow each other are one group.

    A line that is not a row is handed on as an error. So is a row that belongs to a batch which was
    closed before: a stream comes batch after batch.
    """
    group = RowGroup([], [], "")
    closed: dict[str, int] = {}
    for number, raw in numbered_lines(file):
        where = f"{name}:{number}"
        if raw is TOO_LONG:
            yield RowError(TOO_LONG_MESSAGE, where=where)
            continue
        try:
            row = decode(raw)
        except RowError as e:
            yield _placed(e, where)
            continue
        line = raw if raw.endswith(b"\n") else raw + b"\n"
        if _key(row) != (_key(group.rows[0]) if group.rows else None):
            if group.rows:
                yield group
                _close(closed, group.rows[0])
            group = RowGroup([], [], where)
        if isinstance(row, BatchRow) and row.seq <= closed.get(row.run, 0):
            yield RowError(
                f"a {_event(row)} row of batch {row.seq} comes after that batch was closed",
                where=where,
                todo="A stream comes batch after batch; a whole log is worked on with --run instead.",
            )
            continue
        group.rows.append(row)
        group.lines.append(line)
    if group.rows:
        yield group


def _key(row: AnyRow) -> tuple[str, int]:
    return row.run, row.seq if isinstance(row, BatchRow) else 0


def _close(closed: dict[str, int], row: AnyRow) -> None:
    if isinstance(row, BatchRow):
        closed[row.run] = max(closed.get(row.run, 0), row.seq)


def _event(row: AnyRow) -> str:
    return str(row.__struct_config__.tag)


def read_strictly(names: Iterable[str]) -> Iterator[Given]:
    """Read as `read_batches` does, but all of it before the first batch is handed on.

    Standard input and other pipes are kept in temporary files meanwhile. Raises InputError for the
    first fault.
    """
    names = list(names)
    kept = {name: keep(name) for name in names if name == "-" or Path(name).is_fifo()}
    for last in (False, True):
        for name in names:
            if name in kept:
                kept[name].seek(0)
                source = batches_of(kept[name], "stdin" if name == "-" else name)
            else:
                source = read_batches([name])
            for given in source:
                if given.error is not None:
                    given.error.todo = given.error.todo or "Nothing was written, since --strict was given."
                    raise given.error
                if last:
                    yield given

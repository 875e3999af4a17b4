"""Labelled rows and labelled batches from files and standard input, one at a time."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO, NamedTuple

from ctxgate.batch import parse_json
from ctxgate.cli.lines import MAX_BYTES, TOO_LONG, TOO_LONG_MESSAGE, numbered_lines
from ctxgate.errors import BatchError, InputError
from ctxgate.evaluate.labelled import LabelledBatch, parse_labelled


class LabelledInput(NamedTuple):
    """One row or batch as it was given, or the error that stands in its place; `where` is file:line."""

    batch: LabelledBatch | None
    where: str
    error: InputError | None = None


def read_labelled(names: Iterable[str], *, needs_text: bool = True) -> Iterator[LabelledInput]:
    """Read the files in turn; `-` is standard input. What cannot be read is handed on as an error."""
    for name in names:
        if name == "-":
            yield from _of_file(sys.stdin.buffer, "stdin", needs_text)
            continue
        path = Path(name)
        try:
            if path.is_dir():
                raise InputError("a folder, not a file of labelled rows", where=name)
            with path.open("rb") as file:
                yield from _of_file(file, name, needs_text)
        except OSError as e:
            what = f"cannot be read: {(e.strerror or str(e)).lower()}"
            yield LabelledInput(None, name, InputError(what, where=name))
        except InputError as e:
            yield LabelledInput(None, name, e)


def _of_file(file: BinaryIO, name: str, needs_text: bool) -> Iterator[LabelledInput]:
    """Read JSON lines; or, where the first line is not JSON by itself, one document.

    Either may hold a list in place of a row.
    """
    lines = numbered_lines(file)
    first = next(lines, None)
    if first is None:
        yield LabelledInput(None, name, InputError("empty: there is no labelled row in it", where=name))
        return
    if first[1].rstrip().endswith((b"[", b"{", b",", b":")):
        document = first[1] + file.read(MAX_BYTES)
        if file.read(1):
            raise InputError("as one document larger than 64 MB", where=name, todo="Write one row a line.")
        # Blank lines put back keep the line numbers of messages right.
        yield from _values(b"\n" * (first[0] - 1) + document, name, needs_text)
        return
    for number, raw in itertools.chain([first], lines):
        yield from _values(raw, f"{name}:{number}", needs_text)


def _values(raw: bytes, where: str, needs_text: bool) -> Iterator[LabelledInput]:
    try:
        if raw is TOO_LONG:
            raise BatchError(TOO_LONG_MESSAGE)
        value = parse_json(raw.decode())
    except UnicodeDecodeError:
        yield LabelledInput(None, where, BatchError("not UTF-8 text", where=where))
        return
    except BatchError as e:
        e.where = where
        yield LabelledInput(None, where, e)
        return
    several = isinstance(value, list)
    for i, item in enumerate(value if isinstance(value, list) else [value]):
        place = f"{where}[{i}]" if several else where
        try:
            yield LabelledInput(parse_labelled(item, place, needs_text=needs_text), place)
        except BatchError as e:
            e.where = place
            yield LabelledInput(None, place, e)

"""Queries from a file or standard input: one a line, as text or as a JSON object."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, cast

import msgspec

from ctxgate.batch import parse_json
from ctxgate.cli.lines import keep
from ctxgate.errors import BatchError, InputError
from ctxgate.retrieve.corpus import check_query
from ctxgate.retrieve.folder import shown
from ctxgate.retrieve.nearly import means_scope
from ctxgate.retrieve.scope import scope_name
from ctxgate.text.visible import shortened

MAX_LINE = 1 << 20
"""Bytes of a line."""


class Query(NamedTuple):
    """One query. `scope` is None where the line says nothing of it; `meta` holds the line's other keys."""

    text: str
    scope: tuple[str, ...] | None = None
    meta: dict[str, Any] = {}  # noqa: RUF012  (never changed)


def query_of(text: str) -> Query:
    """Return a query that is given as text. Raises InputError when it is none."""
    check_query(text)
    return Query(text)


class QueriesFile:
    """The queries of a file; `-` is standard input. A line that is none is handed on as an error.

    With `again` they can be gone through more than once, whatever they come from.
    """

    def __init__(self, name: str, *, again: bool = False) -> None:
        self._name, self._again = name, again
        self._kept: BinaryIO | None = None

    def __iter__(self) -> Iterator[Query | InputError]:
        path, name = Path(self._name), "stdin" if self._name == "-" else shown(self._name)
        try:
            if self._again and self._kept is None and (self._name == "-" or path.is_fifo()):
                self._kept = keep(self._name)
            if self._kept is not None:
                self._kept.seek(0)
                yield from _of_file(self._kept, name)
            elif self._name == "-":
                yield from _of_file(sys.stdin.buffer, name)
            elif path.is_dir():
                yield InputError("a folder, not a file of queries", where=name)
            else:
                with path.open("rb") as file:
                    yield from _of_file(file, name)
        except OSError as e:
            yield InputError(f"cannot be read: {(e.strerror or str(e)).lower()}", where=name)


def _of_file(file: BinaryIO, name: str) -> Iterator[Query | InputError]:
    number, some = 0, False
    while raw := file.readline(MAX_LINE + 1):
        number += 1
        where = f"{name}:{number}"
        if len(raw) > MAX_LINE:
            while raw and not raw.endswith(b"\n"):
                raw = file.readline(MAX_LINE)
            some = True
            yield InputError("a line longer than 1 MB, which is skipped", where=where)
            continue
        try:
            text = raw.decode("utf-8-sig" if number == 1 else "utf-8").strip()
            if not text:
                continue
            some = True
            yield _parsed(text)
        except UnicodeDecodeError:
            some = True
            yield InputError("not UTF-8 text", where=where)
        except InputError as e:
            e.where = where
            yield e
    if not some:
        yield InputError("empty: there is no query in it", where=name)


def _parsed(line: str) -> Query:
    if not line.startswith("{"):
        return query_of(line)
    try:
        value = cast("dict[str, Any]", parse_json(line))  # as it begins with a brace
    except BatchError as e:
        e.todo = 'A query that begins with { is written as {"query": "…"}.'
        raise
    if "retrieved" in value:
        raise InputError(
            'this is a batch: it has "retrieved" already', todo="Batches go to `ctxgate run`, as they are."
        )
    query = value.get("query")
    if not isinstance(query, str):
        raise InputError('"query" must be a string' if "query" in value else 'missing "query"')
    for key in value:
        if key != "scope" and means_scope(key):
            raise InputError(f"the key {key!r} is not known; nearest is 'scope'")
    if "retrieval" in value:
        raise InputError(
            '"retrieval" is what a batch says of the corpus', todo="Give that key of the line another name."
        )
    meta = {key: value[key] for key in value if key not in ("query", "scope")}
    check_query(query)
    _check_encodable(value)
    return Query(query, _scope(value["scope"]) if "scope" in value else None, meta)


def _check_encodable(value: dict[str, Any]) -> None:
    """Raise InputError where what is handed on with the query could not be written."""
    for key, part in value.items():
        try:
            msgspec.json.encode({key: part})
        except UnicodeEncodeError:
            raise InputError(
                f"{shortened(key, 40)!r} holds half a surrogate pair, which is not text"
            ) from None
        except (TypeError, ValueError, ArithmeticError, RecursionError) as e:
            raise InputError(f"{shortened(key, 40)!r} holds what JSON cannot: {e}") from None


def _scope(value: object) -> tuple[str, ...]:
    names = [value] if isinstance(value, str) else value
    if names is None:
        return ()
    if not isinstance(names, list) or not all(isinstance(name, str) and scope_name(name) for name in names):
        raise InputError('"scope" must be a product\'s name, or a list of such')
    return tuple(names)

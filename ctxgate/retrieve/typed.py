"""Front matter in TOML and JSON, whose values have types: each becomes the text that it is written as."""

from __future__ import annotations

import datetime
import json
import tomllib
from collections.abc import Iterator
from typing import Any

from ctxgate.errors import CorpusError
from ctxgate.pattern import lazy
from ctxgate.retrieve.frontmatter import MAX_BRACKETS, Field, Head

MAX_DOTS = 500
"""Dots on one line of TOML: a key of many parts would cost the parser the square of their number."""


class _Pairs(list[tuple[str, Any]]):
    """A JSON object as its pairs, so that a key given twice is seen."""


_DECODER = json.JSONDecoder(object_pairs_hook=_Pairs, parse_int=str, parse_float=str, parse_constant=str)


def end_of_object(text: str) -> int | None:
    """Return where the JSON object ends that a text begins with; None where it does not begin with one."""
    try:
        value, end = _DECODER.raw_decode(text)
    except (ValueError, RecursionError):
        return None
    return end if isinstance(value, _Pairs) else None


def read_typed(text: str, where: str, first_line: int, kind: str) -> Head:
    """Read front matter whose first line is `first_line` of the file `where`. `kind` is "toml" or "json".

    TOML that cannot be read is a problem; of a JSON key that stands twice the last counts, and it is one too.
    """
    if kind == "json":
        return _head(_DECODER.decode(text), text, where, first_line)
    what, line = "", first_line
    if text.count("[") + text.count("{") > MAX_BRACKETS or any(
        part.count(".") > MAX_DOTS for part in text.split("\n")
    ):
        what = "brackets or dots without end"
    else:
        try:
            return _head(tomllib.loads(text, parse_float=str), text, where, first_line)
        except ValueError as e:  # TOMLDecodeError is one, and so is a number of too many digits
            said = str(e)
            place = _PLACE.search(said)
            what = said[: place.start()] if place is not None else said
            if place is not None:
                line += int(place[1]) - 1 if place[1] else text.rstrip("\n").count("\n")
        except RecursionError:
            what = "it nests too deep"
    error = CorpusError(f"the front matter is not TOML: {what}", where=f"{where}:{line}", todo=_QUOTE)
    return Head({}, error, "unreadable")


def _head(value: Any, text: str, where: str, first_line: int) -> Head:
    problem = None
    fields: dict[str, Field] = {}
    lines = _Lines(text, first_line)
    for key, held in _pairs(value):
        name = _text(key) or ""
        line = lines.of(name)
        if name in fields:
            problem = problem or CorpusError(
                f"the key {name!r} stands twice in the front matter",
                where=f"{where}:{line}",
                todo="Take one of them out.",
            )
        inner = tuple((name, lines.of(name)) for name in _keys(held))
        fields[name] = Field(_value(held), line, fields[name].inner + inner if name in fields else inner)
    return Head(fields, problem)


class _Lines:
    """The lines that keys stand on, as far as they are found: neither parser tells."""

    def __init__(self, text: str, first_line: int) -> None:
        self._first_line = first_line
        self._found: dict[str, int] = {}
        for number, line in enumerate(text.split("\n")):
            for match in _KEY.finditer(line):
                self._found.setdefault(match[1] or match[2] or match[3], first_line + number)

    def of(self, key: str) -> int:
        return self._found.get(key, self._first_line)


def _pairs(value: Any) -> list[tuple[str, Any]]:
    if isinstance(value, dict):
        return list(value.items())
    return value if isinstance(value, _Pairs) else []


def _keys(value: Any) -> Iterator[str]:
    waiting = [value]
    while waiting:
        held = waiting.pop()
        for key, inner in _pairs(held):
            yield _text(key) or ""
            waiting.append(inner)
        if isinstance(held, list) and not isinstance(held, _Pairs):
            waiting.extend(held)


def _value(value: Any) -> str | tuple[str, ...] | None:
    if isinstance(value, list) and not isinstance(value, _Pairs):
        items = [_text(item) for item in value]
        return None if None in items else tuple(item for item in items if item is not None)
    return _text(value)


def _text(value: Any) -> str | None:
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode()  # half a surrogate pair is no text
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, (datetime.datetime, datetime.date, datetime.time)):
        return value.isoformat()
    return "" if value is None else None


_QUOTE = 'Text goes into quotes, as in title = "No charge".'
_PLACE = lazy(r" \(at (?:line (\d+), column \d+|end of document)\)")
_KEY = lazy(r"""(?:^|[{,\[.])\s*(?:"([^"]{1,60})"|'([^']{1,60})'|([\w-]{1,60}))\s*(?=[:=.\]])""")

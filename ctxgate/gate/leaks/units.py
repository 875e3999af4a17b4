"""What stands by itself in a prompt: lines, lines in a row, quoted strings, fields, cells, what is in a tag.

A text of a few words is found here and not within sentences, where its words may stand for any reason.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ctxgate.gate.leaks.index import RUN
from ctxgate.gate.leaks.readings import Reading
from ctxgate.gate.leaks.spelling import spellings, words
from ctxgate.pattern import lazy

_FIELDS = lazy(r"""["“”«»„|\t<>{}\[\]`=&]|(?<=[\s:\[({,])'|'(?=[\s,:\]})]|$)|:(?=\s)|;(?=\s)""")
_BEFORE = lazy(r"[\s|>*+•#-]*(?:\(?\w{0,3}[0-9]{1,6}[.:)\]|]?\s|\[\w{1,20}\])?")
_LINES = 16
"""Lines, at most, over which a text of a few words is wrapped."""
_LONGEST = 400
"""Characters of the longest line or field that can be a text of a few words."""
_BODY = lazy(r'(?m)^\[C?[0-9]+\] "[^\n]*"[^\n]*\n((?:\|[^\n]*(?:\n|\Z))+)')


def units(readings: Iterable[Reading]) -> dict[str, Reading]:
    """Return what stands by itself, as words with one space between them, each with its reading."""
    found: dict[str, Reading] = {}
    seen: set[str] = set()
    for reading in readings:
        lines = reading.text.splitlines()
        held: list[list[str]] = []
        for line in lines:
            held.append(_of_line(line))
            if line in seen:
                continue
            seen.add(line)
            for piece in _pieces(line):
                for sequence in _few(piece):
                    found.setdefault(" ".join(sequence), reading)
        for row in _wrapped(held):
            found.setdefault(row, reading)
    return found


def bodies(pieces: Iterable[str]) -> frozenset[str]:
    """Return the texts of the blocks that have the form of evidence in ctxgate's own prompt, white space folded."""
    return frozenset(
        " ".join(re.sub(r"(?m)^\| ?", "", match[1]).split())
        for piece in pieces
        for match in _BODY.finditer(piece)
    )


def _pieces(line: str) -> Iterator[str]:
    yield line
    margin = _BEFORE.match(line)
    if margin and margin.end():
        yield line[margin.end() :]
    begin = 0
    marks = list(_FIELDS.finditer(line))
    for mark in marks:
        yield line[begin : mark.start()]
        begin = mark.end()
    if marks:
        yield line[begin:]
        yield line[marks[0].end() :]


def _of_line(line: str) -> list[str]:
    return words(line) if len(line) <= _LONGEST else [""] * RUN


def _few(text: str) -> Iterator[list[str]]:
    if not text or len(text) > _LONGEST or text.isspace():
        return
    for sequence in spellings(text):
        # Signs of scripts without spaces are many to a word; three to one at most.
        if 0 < len(sequence) < 3 * RUN:
            yield sequence


def _wrapped(held: list[list[str]]) -> Iterator[str]:
    for i, first in enumerate(held):
        if not 0 < len(first) < RUN:
            continue
        row = list(first)
        for other in held[i + 1 : i + _LINES]:
            row += other
            if len(row) >= RUN:
                break
            if other:
                yield " ".join(row)

"""Which lines of a Markdown text are code: what is shown there is not meant."""

from __future__ import annotations

from typing import NamedTuple

from ctxgate.pattern import lazy

_COMMENT = "-->"


class _Open(NamedTuple):
    """What runs until it is closed: its first line, the marks or the tag that close it, and where it stands."""

    start: int
    close: str
    quotes: int = 0
    floor: int = 0


def code_lines(lines: list[str]) -> set[int]:
    """Return the numbers (from 0) of the lines in fenced code, indented code or a `pre` block. For membership only.

    Lists and quotes may hold each of these. A block that is never closed is not taken for code, nor is
    anything in a comment: in doubt a line is text.
    """
    code: set[int] = set()
    block: _Open | None = None
    paragraph = False
    width = 0  # what is indented so far belongs to a list's item
    for number, line in enumerate(lines):
        quotes, rest = _unquoted(line.expandtabs(4))
        words = rest.strip()
        indent = len(rest) - len(rest.lstrip())
        if block is not None and (quotes < block.quotes or (words and indent < block.floor)):
            block = None  # the quote or the item that held it has ended
        if block is not None:
            if block.close != _COMMENT:
                code.add(number)
            block = None if _closes(words, block.close) else block
            continue
        if not words:
            paragraph = False
            continue
        if indent < width and not paragraph:
            width = 0
        inside = width if indent >= width else 0
        if indent - inside >= 4 and not paragraph:
            code.add(number)
            continue
        if at := _behind_markers(words):
            words, width = words[at:], indent + at
            inside = width
        opened = _OPENS.match(words)
        paragraph = opened is None and bool(words) and not words.startswith("#")
        if opened is None:
            continue
        close = opened[1] or (f"</{opened[2].lower()}" if opened[2] else _COMMENT)
        if close != _COMMENT:
            code.add(number)
        if opened[1] or close not in words.lower():
            block = _Open(number, close, quotes, inside)
    if block is not None:
        code -= set(range(block.start, len(lines)))
    return code


def _unquoted(line: str) -> tuple[int, str]:
    at = quotes = 0
    while (mark := _QUOTE.match(line, at)) is not None:
        at, quotes = mark.end(), quotes + 1
    return quotes, line[at:]


def _behind_markers(words: str) -> int:
    at = 0
    while (marker := _MARKER.match(words, at)) is not None:
        at = marker.end()
    return at


def _closes(words: str, close: str) -> bool:
    if close[0] not in "`~":
        return close in words.lower()
    return len(words) >= len(close) and words == close[0] * len(words)


_QUOTE = lazy(r" {0,3}> ?")
_MARKER = lazy(r"(?:[-+*]|\d{1,9}[.)]) {1,4}(?=\S)")
_OPENS = lazy(r"(?:(`{3,}(?=[^`]*$)|~{3,})|<!--|<((?i:pre|script|style|textarea))(?=[\s>]|$))")

"""Values that can be an answer, in a form in which they compare; the dates and numbers of a text."""

from __future__ import annotations

import re
from typing import NamedTuple

from ctxgate.pattern import lazy
from ctxgate.text.dates import MONTH, MONTHS
from ctxgate.text.passage import MAX_READ, Passage
from ctxgate.text.quantities import NUMBER_WORDS, SCALES, unit_at

MAX_VALUES = 400
"""Values that are read from one text, the first ones."""


class Value(NamedTuple):
    """A value that can be compared.

    `kind` is `date`, `number` or `words`; `parts` are year, month and day (0 for one that is not given),
    or a dimension (empty where no unit stands there), or stems; `low` and `high` bound a number.
    """

    kind: str
    parts: tuple[int | str, ...]
    low: float = 0.0
    high: float = 0.0


Found = tuple[Value, int, int]
"""A value with its place, [start, end) in the text."""


def agree(a: Value, b: Value) -> bool:
    """Tell whether two values can both be the answer: as far as both are exact they are the same."""
    if a == b:
        return True
    if a.kind != b.kind:
        return False
    if a.kind == "date":
        return all(x == y or not x or not y for x, y in zip(a.parts, b.parts, strict=True))
    if a.kind == "number":
        if a.parts != b.parts and a.parts[0] and b.parts[0]:
            return True  # another dimension is another matter, not a contradiction
        tolerance = _tolerance(a, b)
        return a.low <= b.high + tolerance and b.low <= a.high + tolerance
    if len(a.parts) == 1 and len(b.parts) == 1:
        return False
    x, y = set(a.parts), set(b.parts)
    both = len(x & y)
    return both >= min(len(x), len(y)) or 2 * both >= len(x | y)


def _tolerance(a: Value, b: Value) -> float:
    most = max(a.high, b.high)
    if LABEL in (a.parts[0], b.parts[0]) or most <= _ROUNDED:
        return 0.0
    # What is left of a hundred is what such a share is about: 99.9 % is ten times 99.99 %.
    return 0.02 * (max(0.0, min(most, 100 - most)) if a.parts[0] == "percent" else most)


LABEL = "label"
"""The dimension of a number that counts nothing: a port, a code. It is never rounded."""

_ROUNDED = 50
"""Larger numbers are often rounded: those within 2 % are taken for one."""


def dates(text: Passage) -> list[Found]:
    """Return the dates and years of a text, in order."""
    found = []
    for match in _DATE.finditer(text.folded):
        value = _date(match)
        if value is not None:
            found.append((value, match.start(), match.end()))
            if len(found) >= MAX_VALUES:
                break
    return found


def _date(match: re.Match[str]) -> Value | None:
    (d1, m1, y1), (m2, d2, y2), (m3, y3), (y4, m4, d4), y5 = (
        match.group(1, 2, 3), match.group(4, 5, 6), match.group(7, 8), match.group(9, 10, 11), match[12],
    )  # fmt: skip
    year, month, day = y1 or y2 or y3 or y4 or y5, m1 or m2 or m3, d1 or d2 or d4 or "0"
    number = MONTHS[month[:3]] if month else int(m4 or 0)
    if number > 12 or int(day) > 31:
        return None
    return Value("date", (int(year or 0), number, int(day)))


def numbers(text: Passage, low: int = 0, high: int = MAX_READ) -> list[Found]:
    """Return the numbers in [low, high) of a text that are no part of a date, in order, with their units."""
    folded = text.folded
    taken = [match.span() for match in _DATE.finditer(folded, low, high)]
    found: list[Found] = []
    next_date = 0
    for match in _NUMBER.finditer(folded, low, high):
        start, end = match.span()
        while next_date < len(taken) and taken[next_date][1] <= start:
            next_date += 1
        if next_date < len(taken) and taken[next_date][0] <= start:
            continue
        digits, scale, word = match.groups()
        if word == "one":
            continue
        size = NUMBER_WORDS[word] if word else float(digits.replace(",", ""))
        size *= SCALES.get(scale, 1.0) if scale else 1.0
        dimension, factor, end = unit_at(folded, end)
        if not dimension and _LABELS.search(folded, max(0, start - 12), start):
            dimension = LABEL
        found.append((Value("number", (dimension,), size * factor, size * factor), start, end))
        if len(found) >= MAX_VALUES:
            break
    return found


def numbers_in(text: Passage, start: int, end: int) -> list[Value]:
    """Return the numbers that begin within the words [start, end) of a text."""
    if start >= end:
        return []
    return [value for value, _, _ in numbers(text, text.starts[start], text.ends[end - 1])]


_MONTH = rf"({MONTH})\.?"
_YEAR = r"(1[0-9]{3}|20[0-9]{2})"
_DAY = r"([0-9]{1,2})(?:st|nd|rd|th)?"
_DATE = lazy(
    r"(?<![^\W_])(?:"
    rf"{_DAY}(?: of)? {_MONTH}(?:,? ?{_YEAR})?"
    rf"|{_MONTH} {_DAY}(?: ?, ?{_YEAR})?"
    rf"|{_MONTH},? ?{_YEAR}"
    r"|([0-9]{4})-([0-9]{2})-([0-9]{2})"
    rf"|{_YEAR}(?![,.]?[0-9]| ?(?:km|ft|people|million|m(?![^\W_])))"
    r")(?![^\W_])"
)
_LABELS = lazy(r"(?<![^\W_])(?:port|code|status|room|line|extension)s? (?:number )?$")
_NUMBER = lazy(
    r"(?<![\w.])(?:[$€£] ?)?([0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]{1,9})?|[0-9]{1,15}(?:\.[0-9]{1,9})?)"
    r"(?:[ -]?(million|billion|thousand|bn)(?![^\W_]))?(?![\w])"
    rf"|(?<![^\W_])({'|'.join(sorted(NUMBER_WORDS, key=lambda word: (-len(word), word)))})(?![^\W_])"
)

"""What an edited copy says otherwise: a number, a name, another word, or whether it is so at all.

Most near copies differ in how they are written: a unit, a spelling, a turn of phrase. A change counts only
where one value stands in the place of another one of its kind, and everything beside it is the same.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Sequence
from typing import Literal, NamedTuple

from ctxgate.pattern import lazy
from ctxgate.text.budget import Budget
from ctxgate.text.copies import CONTEXT, MAX_CHANGE, Edit, begins_otherwise, differences, is_cut
from ctxgate.text.dates import MONTHS
from ctxgate.text.passage import STOP_STEMS, Passage
from ctxgate.text.quantities import NUMBER_WORDS, UNIT_WORDS
from ctxgate.text.questions import Kind
from ctxgate.text.values import Value, numbers_in
from ctxgate.text.words import word_set

Sort = Literal["number", "name", "words", "denial"]

MOST = 3
"""Different changes that a copy may have. With more it is another passage of the same pattern."""

CLOSE = 0.6
"""Containment from which on there may be any number of changes."""

ALIKE = 0.8
"""Containment from which on a word in the place of another one counts, too."""


_COST_OF_AN_EDIT = 12
"""Units that looking at one place costs where two copies differ."""


class Change(NamedTuple):
    """What stands in one text in the place of something else in the other: spans [start, end) in characters."""

    sort: Sort
    a: tuple[int, int]
    b: tuple[int, int]


def change(
    a: Passage,
    b: Passage,
    containment: float,
    asked: Kind,
    named: Collection[str] = (),
    budget: Budget | None = None,
) -> Change | None:
    """Return the first change in an edited copy that touches what is asked for, or None.

    A question for a number or a date is touched by numbers and dates, one for a name by names and words, any
    other by all of them; where a sentence names something else as well its numbers are those of another subject.
    So are all changes where a number is another one that is `named`: the stems of a question that is none for yes or no.
    What the comparison cost is charged to the budget.
    """
    differing = differences(a.stems, b.stems, budget)
    if budget is not None:
        budget.charge(_COST_OF_AN_EDIT * len(differing))
    if begins_otherwise(a.stems, b.stems, differing):
        return None
    found = [c for edit in differing if (c := _change(a, b, edit)) is not None]
    if containment < ALIKE:
        found = [c for c in found if c.sort != "words"]
    different = {(a.folded[slice(*c.a)], b.folded[slice(*c.b)]) for c in found}
    if not found or (containment < CLOSE and len(different) > MOST):
        return None
    if asked != "polar" and any(_is_renumbered(a, b, c, named) for c in found):
        return None
    wanted: tuple[Sort, ...] = ("number", "name", "words", "denial")
    if asked in ("number", "date"):
        wanted = ("number", "denial")
    elif asked == "name":
        wanted = ("name", "words", "denial")
    return next((c for c in found if c.sort in wanted and not _of_another_subject(a, c, found)), None)


def _is_renumbered(a: Passage, b: Passage, one: Change, named: Collection[str]) -> bool:
    """Tell whether a number of the question stands on one side of a change and not on the other: 2.1, 3.0."""
    if one.sort != "number" or not named:
        return False
    sides = [
        {
            stem
            for stem in p.stems[bisect_left(p.starts, span[0]) : bisect_left(p.starts, span[1])]
            if stem[0].isdigit()
        }
        for p, span in ((a, one.a), (b, one.b))
    ]
    return any(number in sides[0] ^ sides[1] for number in named)


def _of_another_subject(a: Passage, one: Change, found: Sequence[Change]) -> bool:
    """Tell whether the sentence of a changed number names something else as well: `Express: 2 days`, `Standard: 5 days`."""
    return one.sort == "number" and any(
        other.sort in ("name", "words")
        and _SENTENCE_END.search(a.text, min(one.a[1], other.a[1]), max(one.a[0], other.a[0])) is None
        for other in found
    )


def _change(a: Passage, b: Passage, edit: Edit) -> Change | None:
    (start, end), (begin, finish) = edit
    if end - start > MAX_CHANGE or finish - begin > MAX_CHANGE:
        return None
    before, after = min(start, begin), min(len(a.stems) - end, len(b.stems) - finish)
    at_an_end = before < CONTEXT or after < CONTEXT
    if (before < CONTEXT and after < CONTEXT) or is_cut(a.stems, b.stems, edit):
        return None
    one, other = a.stems[start:end], b.stems[begin:finish]
    if not at_an_end and _denies(one) != _denies(other) and not _content(one) and not _content(other):
        return Change("denial", _span(a, start, end), _span(b, begin, finish))
    if not one or not other or "".join(one) == "".join(other):
        return None
    sort = _sort(a, b, edit)
    if at_an_end and sort != "number":
        return None  # where a text was cut, other words follow
    return Change(sort, _span(a, start, end), _span(b, begin, finish)) if sort else None


def _sort(a: Passage, b: Passage, edit: Edit) -> Sort | None:
    one, other = a.stems[slice(*edit.a)], b.stems[slice(*edit.b)]
    counted = [[stem for stem in side if _is_number(stem)] for side in (one, other)]
    if counted[0] and counted[1]:
        if _without_numbers(one) != _without_numbers(other):
            return None
        values = [numbers_in(p, *place) for p, place in ((a, edit.a), (b, edit.b))]
        same = counted[0] == counted[1] or _same_sizes(*values)
        return None if same else "number"
    if counted[0] or counted[1]:
        return None
    words = [_content(side) for side in (one, other)]
    if not words[0] or not words[1] or set(words[0]) & set(words[1]):
        return None
    if _capital(a, edit.a) and _capital(b, edit.b):
        return "name"
    return "words"


def _same_sizes(a: Sequence[Value], b: Sequence[Value]) -> bool:
    """Tell whether two texts give the same sizes in order, be it in other units: 5 miles are 8.05 km."""
    return bool(a) and len(a) == len(b) and all(_same_size(x, y) for x, y in zip(a, b, strict=True))


def _same_size(a: Value, b: Value) -> bool:
    one, other = (_METRIC.get(str(value.parts[0]), (value.parts[0], 1.0)) for value in (a, b))
    if a.parts == b.parts or one[0] != other[0]:
        return (a.low, a.high) == (b.low, b.high)
    low, high = sorted((a.low * one[1], b.low * other[1]))
    return high - low <= CONVERTED * high


CONVERTED = 0.02
"""What two sizes in different units may differ by to be one size, rounded."""

_METRIC: dict[str, tuple[str, float]] = {
    "miles": ("metres", 1609.344),
    "feet": ("metres", 0.3048),
    "inches": ("metres", 0.0254),
}


def _is_number(stem: str) -> bool:
    return stem[0].isdigit() or stem in NUMBER_WORDS or (stem[:3] in MONTHS and stem in _MONTH_NAMES)


def _without_numbers(side: Sequence[str]) -> list[str]:
    return [stem for stem in _content(side) if not _is_number(stem) and stem not in UNIT_WORDS]


def _content(side: Sequence[str]) -> list[str]:
    return [stem for stem in side if stem not in STOP_STEMS and stem not in _DENIALS]


def _denies(side: Sequence[str]) -> bool:
    return any(stem in _DENIALS for stem in side)


def _capital(text: Passage, place: tuple[int, int]) -> bool:
    """Tell whether a word in this place is capitalised, and not because it begins a sentence."""
    return any(
        text.text[text.starts[n]].isupper()
        and text.stems[n] not in STOP_STEMS
        and text.text[max(0, text.starts[n] - 2) : text.starts[n]].strip() not in (".", "!", "?", ":")
        for n in range(*place)
    )


def _span(text: Passage, start: int, end: int) -> tuple[int, int]:
    if start < end:
        return text.starts[start], text.ends[end - 1]
    place = text.starts[start] if start < len(text.starts) else len(text.text)
    return place, place


_SENTENCE_END = lazy(r"[.!?]\s|\n")
_DENIALS = word_set("not no never neither nor without cannot nt t isn aren wasn weren don doesn didn won")
_MONTH_NAMES = word_set(
    """
    january february march april may june july august september october november december
    jan feb mar apr jun jul aug sep sept oct nov dec
    """
)

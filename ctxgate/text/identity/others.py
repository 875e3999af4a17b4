"""Whether a text names another thing of the kind instead of the one that is asked for."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

from ctxgate.pattern import lazy
from ctxgate.text.identity.finding import other
from ctxgate.text.identity.named import names
from ctxgate.text.identity.passage import Passage
from ctxgate.text.identity.things import Asked, Thing

_PART = lazy(r"[ \t]*(?:[>|/\u00b7\u2022\u203a\u00bb\u2192]|[ \t][-\u2013\u2014][ \t])[ \t]*")
"""What parts a path of headings."""

KINDS = ("code", "numbered", "unit", "member", "signs", "name", "modified")
"""The kinds of things, in the order in which they are looked at."""


class Other(NamedTuple):
    """Another thing than the one asked for: both names, and where in the text the other one stands, [start, end).

    `span` is None where it stands in what else belongs to the text.
    """

    asked: str
    found: str
    span: tuple[int, int] | None


def other_thing(asked: Asked, text: str, extra: str = "") -> Other | None:
    """Return another thing of a kind that is asked for, where a text names none of those that are asked for.

    `extra` is what else belongs to the text, such as its title: the text names what it names.
    """
    if not asked.things:
        return None
    passage = Passage(text)
    heading = Passage(_PART.sub("\n", extra), under=passage)
    for kind in KINDS:
        for group in _of_a_kind([thing for thing in asked.things if thing.kind == kind]):
            if any(names(thing, asked, passage) or names(thing, asked, heading) for thing in group):
                if kind == "signs":
                    break  # what else is written in signs says what is asked of it
                continue
            for thing, one in product(group, (passage, heading)):
                place = other(thing, asked, one)
                if place is not None:
                    start, end = one.words[place[0]].start, one.words[place[1] - 1].end
                    return Other(thing.text, one.text[start:end], (start, end) if one is passage else None)
    return None


def _of_a_kind(asked: Sequence[Thing]) -> list[list[Thing]]:
    """Group things that one text can name instead of each other: a text about either of two orders is about what is asked."""
    groups: dict[object, list[Thing]] = {}
    for n, thing in enumerate(asked):
        groups.setdefault(
            n if thing.kind in ("name", "signs", "member") else (thing.head, thing.unit and thing.unit.table),
            [],
        ).append(thing)
    return list(groups.values())

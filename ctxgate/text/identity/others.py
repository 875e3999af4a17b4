"""Whether a text names another thing of the kind instead of the one that is asked for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ctxgate.text.identity.finding import other
from ctxgate.text.identity.named import names
from ctxgate.text.identity.passage import Passage
from ctxgate.text.identity.things import Asked, Thing

KINDS = ("code", "numbered", "unit", "member", "signs", "name")
"""The kinds of things, in the order in which they are looked at."""


class Other(NamedTuple):
    """Another thing than the one asked for: both names, and where the other one stands, [start, end)."""

    asked: str
    found: str
    span: tuple[int, int]


def other_thing(asked: Asked, text: str, extra: str = "") -> Other | None:
    """Return another thing of a kind that is asked for, where a text names none of those that are asked for.

    `extra` is what else belongs to the text, such as its title: what it names is named by the text as well.
    """
    return told_apart(asked, Passage(text), Passage(extra)) if asked.things else None


def told_apart(asked: Asked, passage: Passage, extra: Passage) -> Other | None:
    """Return what `other_thing` does, for texts that are read already."""
    for kind in KINDS:
        for group in _of_a_kind([thing for thing in asked.things if thing.kind == kind]):
            if any(names(thing, asked, passage) or names(thing, asked, extra) for thing in group):
                continue
            for thing in group:
                place = other(thing, asked, passage)
                if place is not None:
                    first, last = place
                    span = passage.words[first].start, passage.words[last - 1].end
                    return Other(thing.text, passage.text[slice(*span)], span)
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

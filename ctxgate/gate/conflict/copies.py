"""Edited copies: the same passage in two chunks, with one value in the place of another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ctxgate.gate.conflict.docket import MAX_LISTED, Claim, Dispute, Docket
from ctxgate.text.bits import all_below, members, set_of
from ctxgate.text.budget import Budget
from ctxgate.text.changes import change
from ctxgate.text.copies import Overlaps
from ctxgate.text.passage import Passage
from ctxgate.text.questions import Question
from ctxgate.text.revisions import heading

COPIED = 0.25
"""Containment from which on one passage is taken for a copy of another, or of a part of it."""

UNDER_ANOTHER_HEADING = 0.6
"""The same for passages whose first lines are different headings."""


def find_copies(
    docket: Docket, passages: Sequence[Passage], overlaps: Overlaps, asked: Question, budget: Budget
) -> None:
    """Put chunks on the docket that are edited copies of each other, `passages` being their texts.

    Equal texts are compared once. Only those that share enough are looked at; where the budget is spent, those of
    them that are left are put on the docket as not compared with each other.
    """
    twins = _twins(passages)
    group_of = {group[0]: group for group in twins}
    headings = [heading(passage) for passage in passages]
    ahead = set_of(group_of)
    for n, group in group_of.items():
        ahead ^= 1 << n
        alike = overlaps.alike(n, COPIED) & ahead
        if docket.is_full(n):
            alike &= ~docket.full
        for m in members(alike):
            if docket.is_full(n) and docket.is_full(m):
                continue
            if not budget.allows():
                _leave(docket, group_of, overlaps, n, alike & ~all_below(m))
                return
            budget.charge(1)
            shared = overlaps.containment(n, m)
            if shared < UNDER_ANOTHER_HEADING and headings[n] and headings[m] and headings[n] != headings[m]:
                continue
            found = change(passages[n], passages[m], shared, asked.kind, asked.stems, budget)
            if found is not None:
                _add(docket, passages, (group, group_of[m]), (found.a, found.b))
                budget.charge(len(group) + len(group_of[m]))


def _leave(
    docket: Docket, group_of: Mapping[int, Sequence[int]], overlaps: Overlaps, first: int, left: int
) -> None:
    """Note what was not compared: `first` with those `left`, and all behind it that are copies of each other."""
    uncompared = {first: left}
    ahead = set_of(n for n in group_of if n > first)
    for n in members(ahead):
        alike = overlaps.alike(n, COPIED) & ahead
        uncompared[n] = (alike & ~docket.full if docket.is_full(n) else alike) | (left >> n & 1) << first
    for n, others in uncompared.items():
        for twin in group_of[n]:
            docket.leave(twin, others)


def _twins(passages: Sequence[Passage]) -> list[list[int]]:
    groups: dict[tuple[str, ...], list[int]] = {}
    for n, passage in enumerate(passages):
        groups.setdefault(passage.stems, []).append(n)
    return list(groups.values())


def _add(
    docket: Docket,
    passages: Sequence[Passage],
    groups: tuple[Sequence[int], Sequence[int]],
    spans: tuple[tuple[int, int], tuple[int, int]],
) -> None:
    # Equal words stand in other places where white space or punctuation differs, so each has its own span.
    for group, opposite, own, their in ((*groups, *spans), (*groups[::-1], *spans[::-1])):
        first, other = group[0], opposite[0]
        theirs = Claim(their, passages[other].text[slice(*their)])
        for n in group:
            docket.oppose(n, opposite[:_ENOUGH])
            span = (
                own if passages[n].text == passages[first].text else _moved(passages[first], passages[n], own)
            )
            claim = Claim(span, passages[n].text[slice(*span)])
            docket.tell(n, Dispute(n, other, "copy", claim, theirs))


_ENOUGH = 2 * MAX_LISTED
"""Opponents of one kind that fill a list, even where some of them stand in it."""


def _moved(one: Passage, other: Passage, span: tuple[int, int]) -> tuple[int, int]:
    """Return the place in `other` of the words that stand in [start, end) of `one`, which has the same words."""
    inside = [n for n, start in enumerate(one.starts) if span[0] <= start < span[1]]
    if not inside:
        return 0, 0
    return other.starts[inside[0]], other.ends[inside[-1]]

"""Edited copies: the same passage in two chunks, with one value in the place of another."""

from __future__ import annotations

from collections.abc import Sequence

from ctxgate.gate.conflict.docket import Claim, Dispute, Docket
from ctxgate.text.changes import change
from ctxgate.text.copies import Overlaps
from ctxgate.text.passage import Passage
from ctxgate.text.questions import Question
from ctxgate.text.revisions import heading

COPIED = 0.25
"""Containment from which on one passage is taken for a copy of another, or of a part of it."""

UNDER_ANOTHER_HEADING = 0.6
"""The same for passages whose first lines are different headings."""

MAX_COMPARED = 20_000
"""At most this many pairs of copies are compared word by word in one batch; see `find_copies`."""

MAX_PASSAGES = 1_500
"""At most this many different passages are held against each other."""


def find_copies(
    docket: Docket, positions: Sequence[int], passages: Sequence[Passage], overlaps: Overlaps, asked: Question
) -> None:
    """Put chunks on the docket that are edited copies of each other.

    `passages` are the texts of the chunks at `positions`. Equal texts are compared once. With more than
    MAX_PASSAGES different ones or MAX_COMPARED pairs of copies, which no honest batch has, those that were not
    compared count as contradicted: closed by default.
    """
    twins = _twins(passages)
    headings = [heading(passage) for passage in passages]
    firsts = [group[0] for group in twins]
    compared = 0
    left: list[int] = []
    for i, n in enumerate(firsts[:MAX_PASSAGES]):
        for j in range(i + 1, min(len(firsts), MAX_PASSAGES)):
            m = firsts[j]
            shared = overlaps.containment(n, m)
            if shared < COPIED or (docket.is_full(positions[n]) and docket.is_full(positions[m])):
                continue
            if shared < UNDER_ANOTHER_HEADING and headings[n] and headings[m] and headings[n] != headings[m]:
                continue
            if compared >= MAX_COMPARED:
                left += [n, m]
                continue
            compared += 1
            found = change(passages[n], passages[m], shared, asked.kind, asked.stems)
            if found is not None:
                _add(docket, positions, passages, (twins[i], twins[j]), (found.a, found.b))
    left += [n for group in twins[MAX_PASSAGES:] for n in group]
    for n in dict.fromkeys(left):
        docket.oppose(positions[n], positions)


def _twins(passages: Sequence[Passage]) -> list[list[int]]:
    groups: dict[tuple[str, ...], list[int]] = {}
    for n, passage in enumerate(passages):
        groups.setdefault(passage.stems, []).append(n)
    return list(groups.values())


def _add(
    docket: Docket,
    positions: Sequence[int],
    passages: Sequence[Passage],
    groups: tuple[Sequence[int], Sequence[int]],
    spans: tuple[tuple[int, int], tuple[int, int]],
) -> None:
    # Equal words stand in other places where white space or punctuation differs, so each has its own span.
    for group, opposite, own, their in ((*groups, *spans), (*groups[::-1], *spans[::-1])):
        first, other = group[0], opposite[0]
        theirs = Claim(their, passages[other].text[slice(*their)])
        for n in group:
            docket.oppose(positions[n], [positions[m] for m in opposite])
            span = (
                own if passages[n].text == passages[first].text else _moved(passages[first], passages[n], own)
            )
            claim = Claim(span, passages[n].text[slice(*span)])
            docket.tell(positions[n], Dispute(positions[n], positions[other], "copy", claim, theirs))


def _moved(one: Passage, other: Passage, span: tuple[int, int]) -> tuple[int, int]:
    """Return the place in `other` of the words that stand in [start, end) of `one`, which has the same words."""
    inside = [n for n, start in enumerate(one.starts) if span[0] <= start < span[1]]
    if not inside:
        return 0, 0
    return other.starts[inside[0]], other.ends[inside[-1]]

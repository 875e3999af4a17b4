"""The conflict rule: chunks that contradict each other do not stand side by side in the prompt.

Two chunks in the allow bands are both kept only when their claims agree. Which of two claims is true
is not decided here: both are isolated and the user is asked. (Where trustworthy dates decide, the
temporal check of the rubric has taken the older chunk down before.)
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import NamedTuple

from ctxgate.text.claims import Claim, Key, by_key, claims, disagree

MAX_LISTED = 20
"""At most this many opponents of one chunk are listed, so that rows stay small in large batches."""

MAX_PAIRS = 1_000_000
"""At most this many pairs of different claims are compared in one batch; see `find_conflicts`."""


class Dispute(NamedTuple):
    """Two chunks that disagree, by position in the batch, with the claim that each one makes."""

    first: int
    second: int
    first_claim: Claim
    second_claim: Claim


class Conflicts(NamedTuple):
    """All that the rule found. `opponents` maps a position to the positions that contradict it."""

    opponents: Mapping[int, tuple[int, ...]]
    example: Dispute | None


NO_CONFLICTS = Conflicts({}, None)

Stated = dict[int, tuple[Claim, ...]]
"""Position of a chunk → what it claims of one thing."""


def find_conflicts(query: str, texts: Mapping[int, str]) -> Conflicts:
    """Find the chunks that contradict another one.

    `texts` maps positions in the batch to the texts of the allowed chunks. For each thing that chunks
    make claims about, those that state the same values are one camp, and camps are compared instead of
    chunks. With more than MAX_PAIRS pairs of camps, which no honest batch has, every chunk that makes a
    claim counts as contradicted: closed by default.
    """
    if len(texts) < 2:
        return NO_CONFLICTS
    topics = _by_topic(query, texts)
    camps = {key: _camps(stated) for key, stated in sorted(topics.items())}
    if sum(len(sides) * (len(sides) - 1) // 2 for sides in camps.values()) > MAX_PAIRS:
        return _everyone(topics)
    against: dict[int, set[int]] = {}
    example: Dispute | None = None
    for key, sides in camps.items():
        stated = topics[key]
        for one, other in combinations(sides, 2):
            if not disagree(stated[one[0]], stated[other[0]]):
                continue
            if example is None:
                example = Dispute(one[0], other[0], stated[one[0]][0], stated[other[0]][0])
            for side, opposite in ((one, other), (other, one)):
                for pos in side:
                    listed = against.setdefault(pos, set())
                    if len(listed) < MAX_LISTED:
                        listed.update(opposite[: MAX_LISTED - len(listed)])
    return Conflicts({pos: tuple(sorted(against[pos])) for pos in sorted(against)}, example)


def _by_topic(query: str, texts: Mapping[int, str]) -> dict[Key, Stated]:
    topics: dict[Key, Stated] = {}
    for pos, text in texts.items():
        for key, stated in by_key(claims(text, query)).items():
            topics.setdefault(key, {})[pos] = stated
    return topics


def _camps(stated: Stated) -> list[list[int]]:
    """Group the positions by the values that they state, in order of first appearance."""
    camps: dict[tuple[tuple[float, float], ...], list[int]] = {}
    for pos, made in stated.items():
        camps.setdefault(tuple(sorted({(c.low, c.high) for c in made})), []).append(pos)
    return list(camps.values())


def _everyone(topics: Mapping[Key, Stated]) -> Conflicts:
    claimants = sorted({pos for stated in topics.values() for pos in stated})
    some = claimants[: MAX_LISTED + 1]
    return Conflicts({pos: tuple(p for p in some if p != pos)[:MAX_LISTED] for pos in claimants}, None)

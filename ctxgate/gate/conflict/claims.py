"""Values that disagree: quantities that two chunks bind to one thing, and that have no value in common."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

from ctxgate.gate.conflict.docket import MAX_LISTED, Claim, Dispute, Docket
from ctxgate.text import claims as stated_claims
from ctxgate.text.claims import Key, by_key, claims, disagree, other_subject

MAX_PAIRS = 1_000_000
"""At most this many pairs of different claims are compared in one batch; see `find_claims`."""

Stated = dict[int, tuple[stated_claims.Claim, ...]]
"""Position of a chunk → what it claims of one thing."""


def find_claims(docket: Docket, query: str, texts: Mapping[int, str], *, qualifiers: bool) -> None:
    """Put chunks on the docket whose claims contradict each other.

    `texts` maps positions in the batch to the texts of the allowed chunks. For each thing that chunks
    make claims about, those that state the same values are one camp, and camps are compared instead of
    chunks. With more than MAX_PAIRS pairs of camps, which no honest batch has, every chunk that makes a
    claim counts as contradicted: closed by default.
    """
    topics = _by_topic(query, texts)
    camps = {key: _camps(stated, qualifiers=qualifiers) for key, stated in sorted(topics.items())}
    if sum(len(sides) * (len(sides) - 1) // 2 for sides in camps.values()) > MAX_PAIRS:
        claimants = sorted({pos for stated in topics.values() for pos in stated})
        for pos in claimants:
            docket.oppose(pos, claimants[: MAX_LISTED + 1])
        return
    for key, sides in camps.items():
        stated = topics[key]
        for one, other in combinations(sides, 2):
            if not disagree(stated[one[0]], stated[other[0]]):
                continue
            if qualifiers and other_subject(stated[one[0]], stated[other[0]]):
                continue
            for side, opposite in ((one, other), (other, one)):
                for pos in side:
                    docket.oppose(pos, opposite)
                    docket.tell(pos, _dispute(stated, pos, opposite[0]))


def _by_topic(query: str, texts: Mapping[int, str]) -> dict[Key, Stated]:
    topics: dict[Key, Stated] = {}
    for pos, text in texts.items():
        for key, stated in by_key(claims(text, query)).items():
            topics.setdefault(key, {})[pos] = stated
    return topics


def _camps(stated: Stated, *, qualifiers: bool) -> list[list[int]]:
    """Group the positions by the values that they state, in order of first appearance."""
    camps: dict[object, list[int]] = {}
    for pos, made in stated.items():
        camps.setdefault(
            tuple(sorted({(c.low, c.high, c.qualifiers if qualifiers else ()) for c in made})), []
        ).append(pos)
    return list(camps.values())


def _dispute(stated: Stated, pos: int, opponent: int) -> Dispute:
    one, other = stated[pos][0], stated[opponent][0]
    return Dispute(pos, opponent, "value", Claim(one.span, one.quote), Claim(other.span, other.quote))

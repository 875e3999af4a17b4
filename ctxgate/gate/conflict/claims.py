"""Values that disagree: quantities that two chunks bind to one thing, and that have no value in common."""

from __future__ import annotations

from collections.abc import Sequence

from ctxgate.gate.conflict.docket import MAX_LISTED, Claim, Dispute, Docket
from ctxgate.text import claims as stated_claims
from ctxgate.text.bits import all_below, set_of
from ctxgate.text.budget import Budget
from ctxgate.text.claims import Key, by_key, claims, disagree, other_subject

Stated = dict[int, tuple[stated_claims.Claim, ...]]
"""Number of a chunk → what it claims of one thing."""


def find_claims(
    docket: Docket, query: str, texts: Sequence[str], budget: Budget, *, qualifiers: bool
) -> None:
    """Put chunks on the docket whose claims contradict each other, `texts` being those of the allowed chunks.

    For each thing that chunks make claims about, those that state the same values are one camp, and camps are
    compared instead of chunks; where a camp's chunks have as many opponents as are kept, it is held against those
    alone that have not. Where the budget is spent, the camps that are left are put on the docket as not compared.
    """
    topics, unread = _by_topic(query, texts, budget)
    if unread:
        claimants = set_of(n for stated in topics.values() for n in stated)
        docket.leave_among(claimants | unread)
    for _, stated in sorted(topics.items()):
        camps = _camps(stated, qualifiers=qualifiers)
        done = _hear(docket, stated, camps, budget, qualifiers=qualifiers)
        _leave(docket, camps[done:])


def _hear(
    docket: Docket, stated: Stated, camps: Sequence[Sequence[int]], budget: Budget, *, qualifiers: bool
) -> int:
    """Compare the camps on one topic. Return how many of them were held against all behind them."""
    unsettled = list(range(len(camps)))
    for i, one in enumerate(camps):
        settled = all(map(docket.is_settled, one))
        for j in unsettled if settled else range(i + 1, len(camps)):
            if j <= i:
                continue
            if not budget.allows():
                return i
            other = camps[j]
            budget.charge(1)
            if not disagree(stated[one[0]], stated[other[0]]):
                continue
            budget.charge(_COST_OF_A_DISPUTE)
            if qualifiers and other_subject(stated[one[0]], stated[other[0]]):
                continue
            for side, opposite in ((one, other), (other, one)):
                if settled and side is one:
                    continue
                budget.charge(len(side))
                for n in side:
                    docket.oppose(n, opposite[:_ENOUGH])
                    docket.tell(n, _dispute(stated, n, opposite[0]))
        unsettled = [j for j in unsettled if j > i and not all(map(docket.is_settled, camps[j]))]
    return len(camps)


def _leave(docket: Docket, camps: Sequence[Sequence[int]]) -> None:
    if len(camps) > 1:
        docket.leave_among(set_of(n for camp in camps for n in camp))


_COST_OF_A_DISPUTE = 2
_ENOUGH = 2 * MAX_LISTED
"""Opponents of one camp that fill a list, even where some of them stand in it."""


def _by_topic(query: str, texts: Sequence[str], budget: Budget) -> tuple[dict[Key, Stated], int]:
    """Return what the chunks claim of each thing, and as bits those that were not read since the budget was spent."""
    topics: dict[Key, Stated] = {}
    for n, text in enumerate(texts):
        if not budget.allows():
            return topics, all_below(len(texts)) >> n << n
        for key, stated in by_key(claims(text, query, budget)).items():
            topics.setdefault(key, {})[n] = stated
    return topics, 0


def _camps(stated: Stated, *, qualifiers: bool) -> list[list[int]]:
    """Group the chunks by the values that they state, in order of first appearance."""
    camps: dict[object, list[int]] = {}
    for n, made in stated.items():
        camps.setdefault(
            tuple(sorted({(c.low, c.high, c.qualifiers if qualifiers else ()) for c in made})), []
        ).append(n)
    return list(camps.values())


def _dispute(stated: Stated, n: int, opponent: int) -> Dispute:
    one, other = stated[n][0], stated[opponent][0]
    return Dispute(n, opponent, "value", Claim(one.span, one.quote), Claim(other.span, other.quote))

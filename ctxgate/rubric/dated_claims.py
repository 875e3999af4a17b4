"""Claims that newer chunks contradict: other quantities of the same entity, or of the same thing in one source."""

from __future__ import annotations

from collections.abc import Sequence

from ctxgate.policy.model import Policy
from ctxgate.rows import Finding
from ctxgate.rubric.ages import Age, Candidate, in_time, note
from ctxgate.text.claims import Claim, Key, by_key, claims, disagree, other_subject
from ctxgate.text.dates import Date, is_older
from ctxgate.text.stated import Past

MAX_KINDS = 64
"""So many different claims of newer chunks are held against an older one, the newest first."""

_Values = tuple[object, ...]
_Dated = tuple[Date, tuple[Claim, ...]]
_Newest = dict[tuple[str, Key], dict[_Values, _Dated]]


def contradicted(
    candidates: Sequence[Candidate],
    ages: Sequence[Age],
    dated: Sequence[int],
    query: str,
    past: Past | None,
    policy: Policy,
) -> list[Finding | None]:
    """Return for each chunk the finding that a newer standing chunk claims something else, or None."""
    found: list[Finding | None] = [None] * len(candidates)
    qualifiers = policy.conflict.qualifiers
    stated = {i: by_key(claims(candidates[i].text, query)) for i in dated}
    newest = _newest_claims(
        [(candidates[i], date, stated[i]) for i in dated if (date := ages[i].new) and in_time(date, past)],
        qualifiers=qualifiers,
    )
    points = round(policy.points.get("superseded", 0.0), 3)
    for i in dated:
        date = ages[i].old
        if date is None:
            continue
        pair = _pair(candidates[i], date, stated[i], newest, qualifiers=qualifiers)
        if pair is not None:
            found[i] = Finding("superseded", points, pair[0].span, note(pair[0].quote, pair[1].quote, ""))
    return found


def _newest_claims(
    chunks: Sequence[tuple[Candidate, Date, dict[Key, tuple[Claim, ...]]]], *, qualifiers: bool
) -> _Newest:
    """For each thing claimed and each set of values, the newest standing chunk that claims it.

    Whichever chunk is newer for certain, the newest is so too: one of each kind is enough. Of kinds the
    newest MAX_KINDS are kept, so that a batch of thousands of chunks is not compared pair by pair; a
    contradiction that is missed for that is left to the gate, which isolates both sides.
    """
    newest: _Newest = {}
    for candidate, date, stated in chunks:
        if not candidate.standing:
            continue
        for key, group in stated.items():
            values: _Values = tuple(
                sorted({(c.low, c.high, c.qualifiers if qualifiers else ()) for c in group})
            )
            kinds = newest.setdefault((_scope(candidate, key), key), {})
            if values not in kinds or kinds[values][0] < date:
                kinds[values] = (date, group)
    return {scoped: _newest_kinds(kinds) for scoped, kinds in newest.items()}


def _newest_kinds(kinds: dict[_Values, _Dated]) -> dict[_Values, _Dated]:
    if len(kinds) <= MAX_KINDS:
        return kinds
    return dict(sorted(kinds.items(), key=lambda item: item[1][0], reverse=True)[:MAX_KINDS])


def _pair(
    candidate: Candidate,
    date: Date,
    stated: dict[Key, tuple[Claim, ...]],
    newest: _Newest,
    *,
    qualifiers: bool,
) -> tuple[Claim, Claim] | None:
    for key, group in stated.items():
        for newer_date, newer in newest.get((_scope(candidate, key), key), {}).values():
            if (
                is_older(date, newer_date)
                and disagree(group, newer)
                and not (qualifiers and other_subject(group, newer))
            ):
                return group[0], newer[0]
    return None


def _scope(candidate: Candidate, key: Key) -> str:
    """Claims about a named entity are compared across sources, others only inside one source."""
    return "" if key[0] else "from " + candidate.source.partition("#")[0]

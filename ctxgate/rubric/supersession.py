"""Supersession: which chunks does a newer one of the same subject contradict?

A newer chunk takes an older one down when it would be allowed itself, when trustworthy dates tell for certain
which is the newer, and when the two disagree: they bind other quantities to one entity, or one is a revised
version of the other's passage. What a text says of its own date makes it older, never newer. A query about the
past is not answered by the newest: what came later takes nothing down, and is taken down itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ctxgate.pattern import lazy
from ctxgate.policy.model import Policy
from ctxgate.rows import Finding
from ctxgate.text.claims import Claim, Key, by_key, claims, disagree, other_subject
from ctxgate.text.dates import Date, is_older, parse_date, path_date, path_version
from ctxgate.text.passage import MAX_READ, passage
from ctxgate.text.revisions import Versions
from ctxgate.text.stated import Past, asked_past, stated_date

MAX_KINDS = 64
"""So many different claims of newer chunks are held against an older one, the newest first."""

MAX_NEWER = 400
"""So many standing chunks, the newest, are looked through for a newer version of an older chunk."""


class Candidate(NamedTuple):
    """A chunk as the search for superseded ones sees it. `standing`: it would be allowed by itself."""

    text: str
    source: str
    date: str | None
    standing: bool


class _Age(NamedTuple):
    """What is known of a chunk's age: as one that others may replace, and as one that replaces others."""

    old: Date | None
    new: Date | None


def superseded(candidates: Sequence[Candidate], query: str, policy: Policy) -> list[Finding | None]:
    """Return for each chunk the finding that another one of another time contradicts it, or None.

    Claims are compared across sources where they are about an entity of the query, else inside one source.
    """
    nothing: list[Finding | None] = [None] * len(candidates)
    points = policy.points.get("superseded", 0.0)
    if not points or len(candidates) < 2:
        return nothing
    settings = policy.temporal_fit
    past = asked_past(query) if settings.past_queries else None
    if past is not None and past.year is None:
        return nothing  # it asks about the past and not about which: each version may be meant
    ages = _ages(candidates, policy)
    dated = [i for i, age in enumerate(ages) if age.old]
    found: list[Finding | None] = nothing
    if len(dated) > 1 and any(candidates[i].standing and ages[i].new for i in dated):
        found = _by_claims(candidates, ages, dated, query, past, policy)
    if settings.revisions:
        _by_versions(found, candidates, ages, past, query, policy)
    return found


def _ages(candidates: Sequence[Candidate], policy: Policy) -> list[_Age]:
    """Return what is known of each chunk's age.

    A date in a path is believed as far as the dates that came with chunks reach, where any came: otherwise a
    path that names a distant year would be newer than everything. Past the policy's `as_of` no date is believed.
    """
    given = [parse_date(c.date) if c.date is not None else None for c in candidates]
    as_of = parse_date(policy.temporal_fit.as_of) if policy.temporal_fit.as_of else None
    latest = max((date for date in given if date is not None), default=None)
    if not policy.temporal_fit.revisions:
        latest = None
    ages = []
    for candidate, own in zip(candidates, given, strict=True):
        trusted = own if own is not None else path_date(candidate.source)
        if trusted is not None and own is None and latest is not None and is_older(latest, trusted):
            trusted = None
        if (
            trusted is not None
            and as_of is not None
            and policy.temporal_fit.revisions
            and is_older(as_of, trusted)
        ):
            trusted = None
        old = new = trusted
        stated = stated_date(candidate.text) if policy.temporal_fit.stated_dates else None
        if stated is not None and (trusted is None or is_older(stated.date, trusted)):
            old, new = stated.date, stated.date if trusted is not None else None
        ages.append(_Age(old, new))
    return ages


def _in_time(date: Date | None, past: Past | None) -> bool:
    """Tell whether a date is known, and is not later than the past that is asked about."""
    return date is not None and (past is None or past.year is None or date[0] <= past.year)


# ---------------------------------------------------------------- versions of one passage


def _by_versions(
    found: list[Finding | None],
    candidates: Sequence[Candidate],
    ages: Sequence[_Age],
    past: Past | None,
    query: str,
    policy: Policy,
) -> None:
    versions = [path_version(c.source) for c in candidates]
    members = [i for i in range(len(candidates)) if ages[i].old or versions[i]]
    if len(members) < 2:
        return
    compared = Versions(
        [passage(candidates[i].text) for i in members], [candidates[i].source for i in members]
    )
    place = {i: n for n, i in enumerate(members)}
    newer = [i for i in members if candidates[i].standing and (ages[i].new or versions[i])]
    newer.sort(key=lambda i: (ages[i].new or _NEVER, -i), reverse=True)
    dates_alone = past is None and not any(versions)
    asked = _ASKED_VERSION.search(query[:MAX_READ]) is not None
    points = round(policy.points.get("superseded", 0.0), 3)
    for i in members:
        if found[i] is not None:
            continue
        for j in newer[:MAX_NEWER]:
            if i == j:
                continue
            if dates_alone and (ages[j].new or _NEVER) <= (ages[i].old or _NEVER):
                break  # nor is any of those behind it newer
            code = _order(ages[i], ages[j], past)
            if code is None and not asked and _is_later_version(versions[j], versions[i]):
                code = "superseded"
            if code is None:
                continue
            revision = compared.revision(place[i], place[j])
            if revision is None:
                continue
            here = candidates[i].text[slice(*revision.old)]
            there = candidates[j].text[slice(*revision.new)]
            span = revision.old if revision.old[0] < revision.old[1] else None
            own = round(policy.points.get(code, points), 3)
            found[i] = Finding(code, own, span, _note(here, there, code))
            break


def _order(one: _Age, other: _Age, past: Past | None) -> str | None:
    """Return the code that `one` gets where `other` revises it, or None where their dates do not say so."""
    if one.old is not None and _in_time(other.new, past) and other.new and is_older(one.old, other.new):
        return "superseded"
    late = past is not None and past.year is not None and one.new is not None and one.new[0] > past.year
    return "postdates" if late and _in_time(other.new, past) else None


def _is_later_version(
    one: tuple[str, tuple[int, ...]] | None, other: tuple[str, tuple[int, ...]] | None
) -> bool:
    return one is not None and other is not None and one[0] == other[0] and one[1] > other[1]


# ---------------------------------------------------------------- claims

_Values = tuple[object, ...]
_Dated = tuple[Date, tuple[Claim, ...]]
_Newest = dict[tuple[str, Key], dict[_Values, _Dated]]


def _by_claims(
    candidates: Sequence[Candidate],
    ages: Sequence[_Age],
    dated: Sequence[int],
    query: str,
    past: Past | None,
    policy: Policy,
) -> list[Finding | None]:
    found: list[Finding | None] = [None] * len(candidates)
    qualifiers = policy.conflict.qualifiers
    stated = {i: by_key(claims(candidates[i].text, query)) for i in dated}
    newest = _newest_claims(
        [(candidates[i], date, stated[i]) for i in dated if (date := ages[i].new) and _in_time(date, past)],
        qualifiers=qualifiers,
    )
    points = round(policy.points.get("superseded", 0.0), 3)
    for i in dated:
        date = ages[i].old
        if date is None:
            continue
        pair = _contradicted(candidates[i], date, stated[i], newest, qualifiers=qualifiers)
        if pair is not None:
            found[i] = Finding("superseded", points, pair[0].span, _note(pair[0].quote, pair[1].quote, ""))
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


def _contradicted(
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


def _note(here: str, there: str, code: str) -> str:
    which = "an older" if code == "postdates" else "a newer"
    one, other = (_SPACE.sub(" ", said)[:30] or "nothing" for said in (here, there))
    return f"{one} here, {other} in {which} chunk"


_NEVER: Date = (0, 0, 0)
_SPACE = lazy(r"\s+")
_ASKED_VERSION = lazy(r"(?<![A-Za-z0-9])(?:v|version )[0-9]")

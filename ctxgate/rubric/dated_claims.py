"""Claims that newer chunks contradict: other quantities of the same entity, or of the same thing in one source."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from ctxgate.policy.model import Policy
from ctxgate.rows import Finding
from ctxgate.rubric.ages import Age, Candidate, in_time, note
from ctxgate.rubric.asked import Asked
from ctxgate.rubric.budget import Left, leave
from ctxgate.text.budget import Budget
from ctxgate.text.claims import Claim, Key, by_key, claims, disagree, other_subject
from ctxgate.text.dates import Date, is_older, path_date, undated

if TYPE_CHECKING:
    from ctxgate.text.particulars import Mark

FEW = 64
"""Different claims of newer chunks on one thing up to which they are looked at in the order of their chunks. More are
looked at from the newest on, down to the age of the chunk that they are held against."""


class _Rules(NamedTuple):
    """How claims are compared: by their qualifiers, inside sections of a source, and for which query."""

    qualifiers: bool
    sections: bool
    asked: Asked


_Kind = tuple[object, "Mark | None", str]
_Dated = tuple[Date, tuple[Claim, ...], list[int]]
_Newest = dict[tuple[str, Key], dict[_Kind, _Dated]]


def contradicted(
    candidates: Sequence[Candidate],
    ages: Sequence[Age],
    dated: Sequence[int],
    query: str,
    asked: Asked,
    marks: Sequence[Mark | None],
    policy: Policy,
    budget: Budget,
    left: Left,
) -> list[Finding | None]:
    """Return for each chunk the finding that a newer standing chunk claims something else, or None.

    What was not compared since the budget was spent is put into `left`.
    """
    found: list[Finding | None] = [None] * len(candidates)
    rules = _Rules(policy.conflict.qualifiers, policy.temporal_fit.revisions, asked)
    stated: dict[int, dict[Key, tuple[Claim, ...]]] = {}
    for i in dated:
        if not budget.allows():
            for j in dated:
                leave(left, j, f"the claims of {len(dated)} dated chunks")
            return found
        stated[i] = by_key(claims(candidates[i].text, query, budget))
    newest = _newest_claims(
        [
            (i, candidates[i], date, ages[i].given, marks[i], stated[i])
            for i in dated
            if (date := ages[i].new) and in_time(date, asked.past)
        ],
        rules,
    )
    points = round(policy.points.get("superseded", 0.0), 3)
    for k, i in enumerate(dated):
        date = ages[i].old
        if date is None:
            continue
        later: list[tuple[int, Claim, Claim]] = []
        pair = _pair(candidates[i], date, marks[i], stated[i], newest, rules, later, budget)
        if budget.refused:
            # Where another year or version is asked about, newer chunks may be the ones to go down.
            those = dated if asked.parts or asked.particulars is not None else dated[k:]
            for j in those:
                if found[j] is None:
                    leave(left, j, f"the claims of {len(those)} dated chunks")
        for j, new, old in later:
            if found[j] is None:
                own = round(policy.points.get("postdates", points), 3)
                found[j] = Finding("postdates", own, new.span, note(new.quote, old.quote, "postdates"))
        if pair is not None:
            found[i] = Finding("superseded", points, pair[0].span, note(pair[0].quote, pair[1].quote, ""))
        if budget.refused:
            break
    return found


def _newest_claims(
    chunks: Sequence[tuple[int, Candidate, Date, bool, Mark | None, dict[Key, tuple[Claim, ...]]]],
    rules: _Rules,
) -> _Newest:
    """For each thing claimed and each set of values, the newest standing chunk that claims it.

    Whichever chunk is newer for certain, the newest is so too: one of each kind is enough.
    """
    newest: _Newest = {}
    for i, candidate, date, given, mark, stated in chunks:
        if not candidate.standing:
            continue
        for key, group in stated.items():
            values = tuple(sorted({(c.low, c.high, c.qualifiers if rules.qualifiers else ()) for c in group}))
            for scope, document in _scopes(candidate, key, rules):
                if scope == _ANYWHERE and rules.sections and not given:
                    continue  # a date in a path is only believed beside the same path
                kinds = newest.setdefault((scope, key), {})
                kind = (values, mark, document)
                _, _, members = kinds.get(kind, (date, group, []))
                members.append(i)
                if kind not in kinds or kinds[kind][0] < date:
                    kinds[kind] = (date, group, members)
    return {scoped: _newest_kinds(kinds) for scoped, kinds in newest.items()}


def _newest_kinds(kinds: dict[_Kind, _Dated]) -> dict[_Kind, _Dated]:
    if len(kinds) <= FEW:
        return kinds
    return dict(sorted(kinds.items(), key=lambda item: item[1][0], reverse=True))


def _pair(
    candidate: Candidate,
    date: Date,
    mark: Mark | None,
    stated: dict[Key, tuple[Claim, ...]],
    newest: _Newest,
    rules: _Rules,
    later: list[tuple[int, Claim, Claim]],
    budget: Budget,
) -> tuple[Claim, Claim] | None:
    """Return the claim that a newer one contradicts, and that one, or None.

    Put into `later` the newer chunks that contradict it and are of another year, version or model than asked for.
    """
    for key, group in stated.items():
        for scope, document in _scopes(candidate, key, rules):
            kinds = newest.get((scope, key), {})
            for (_, other, elsewhere), (newer_date, newer, members) in kinds.items():
                if len(kinds) > FEW and newer_date <= date:
                    break  # what follows is not newer, either
                if not budget.allows():
                    return None
                budget.charge(1)
                if (
                    is_older(date, newer_date)
                    and disagree(group, newer)
                    and not (rules.qualifiers and other_subject(group, newer))
                ):
                    if not rules.asked.apart(mark, other, date, newer_date):
                        if not document or document != elsewhere:
                            return group[0], newer[0]
                    elif candidate.standing and rules.asked.of_another(mark, other):
                        later += [(j, newer[0], group[0]) for j in members]
                        members.clear()
    return None


_ANYWHERE = ""


def _scopes(candidate: Candidate, key: Key, rules: _Rules) -> tuple[tuple[str, str], ...]:
    """Return what a claim is compared inside of, each with the document that it is not compared with there.

    Claims about a named entity are compared across sources, all others inside one. Where `sections` are told
    apart, two sections of one source are two things, and so are two files that are named by their dates.
    """
    path = candidate.source.partition("#")[0]
    if not rules.sections:
        return ((_ANYWHERE if key[0] else "from " + path, ""),)
    inside = ("from " + candidate.source, "")
    if not key[0]:
        return (inside,)
    return inside, (_ANYWHERE, undated(path) if path_date(path.rpartition("/")[2]) else path)

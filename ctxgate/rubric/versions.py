"""Versions of one passage: which chunks does a newer one revise?"""

from __future__ import annotations

from collections.abc import Sequence

from ctxgate.pattern import lazy
from ctxgate.policy.model import Policy
from ctxgate.rows import Finding
from ctxgate.rubric.ages import Age, Candidate, in_time, note
from ctxgate.text.dates import Date, is_older, path_version
from ctxgate.text.passage import MAX_READ, passage
from ctxgate.text.revisions import Versions
from ctxgate.text.stated import Past

MAX_NEWER = 400
"""So many standing chunks, the newest, are looked through for a newer version of an older chunk."""


def revised(
    found: list[Finding | None],
    candidates: Sequence[Candidate],
    ages: Sequence[Age],
    past: Past | None,
    query: str,
    policy: Policy,
) -> None:
    """Put into `found`, where it has nothing yet, the finding that another version of the chunk's passage stands."""
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
            found[i] = Finding(code, own, span, note(here, there, code))
            break


def _order(one: Age, other: Age, past: Past | None) -> str | None:
    """Return the code that `one` gets where `other` revises it, or None where their dates do not say so."""
    if one.old is not None and in_time(other.new, past) and other.new and is_older(one.old, other.new):
        return "superseded"
    late = past is not None and past.year is not None and one.new is not None and one.new[0] > past.year
    return "postdates" if late and in_time(other.new, past) else None


def _is_later_version(
    one: tuple[str, tuple[int, ...]] | None, other: tuple[str, tuple[int, ...]] | None
) -> bool:
    return one is not None and other is not None and one[0] == other[0] and one[1] > other[1]


_NEVER: Date = (0, 0, 0)
_ASKED_VERSION = lazy(r"(?<![A-Za-z0-9])(?:v|version )[0-9]")

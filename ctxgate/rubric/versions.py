"""Versions of one passage: which chunks does a newer one revise?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ctxgate.pattern import lazy
from ctxgate.policy.model import Policy
from ctxgate.rows import Finding
from ctxgate.rubric.ages import Age, Candidate, in_time, note
from ctxgate.rubric.asked import Asked
from ctxgate.text.dates import Date, is_older, path_date, path_version, undated
from ctxgate.text.passage import MAX_READ, passage
from ctxgate.text.revisions import Revision, Versions
from ctxgate.text.stated import Past

if TYPE_CHECKING:
    from ctxgate.text.particulars import Mark

MAX_PAIRS, FEWEST = 200_000, 16
"""Pairs of a batch that are compared, about: where a batch has more, fewer of the newest are looked through for each
older chunk, FEWEST at least, and first those of its own document."""

MAX_NEWER = 400
"""So many standing chunks, the newest, are looked through for a newer version of an older chunk."""


def revised(
    found: list[Finding | None],
    candidates: Sequence[Candidate],
    ages: Sequence[Age],
    query: str,
    asked: Asked,
    marks: Sequence[Mark | None],
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
    places = _Places([c.source for c in candidates])
    place = {i: n for n, i in enumerate(members)}
    newer = [i for i in members if candidates[i].standing and (ages[i].new or versions[i])]
    newer.sort(key=lambda i: (ages[i].new or _NEVER, -i), reverse=True)
    looked_at = _Bounded(newer, [c.source for c in candidates], len(members))
    past = asked.past
    dates_alone = past is None and not any(versions)
    version_asked = _ASKED_VERSION.search(query[:MAX_READ]) is not None
    for i in members:
        if found[i] is not None:
            continue
        for j in looked_at(i):
            if i == j:
                continue
            if dates_alone and (ages[j].new or _NEVER) <= (ages[i].old or _NEVER):
                continue
            code = _order(ages[i], ages[j], past)
            series = places.are_series(i, j)
            if code and not series and not places.comparable(i, j, given=ages[j].given):
                code = None
            if code is None and not version_asked and _is_later_version(versions[j], versions[i]):
                code = "superseded"
            apart = code is not None and asked.apart(marks[i], marks[j], ages[i].old, ages[j].new)
            # Where the two are apart, it is the newer one that may go down.
            other = (
                apart and found[j] is None and candidates[i].standing and asked.of_another(marks[i], marks[j])
            )
            if code is None or (not other if apart else series):
                continue
            revision = compared.revision(place[i], place[j])
            if revision is None:
                continue
            if apart:
                found[j] = _postdates(candidates[j], candidates[i], revision, policy)
                continue
            here = candidates[i].text[slice(*revision.old)]
            there = candidates[j].text[slice(*revision.new)]
            span = revision.old if revision.old[0] < revision.old[1] else None
            found[i] = Finding(code, _points(code, policy), span, note(here, there, code))
            break


def _postdates(later: Candidate, asked_for: Candidate, revision: Revision, policy: Policy) -> Finding:
    """Return the finding of a newer chunk that is of another year or model than the older one that is asked for."""
    here, there = later.text[slice(*revision.new)], asked_for.text[slice(*revision.old)]
    span = revision.new if revision.new[0] < revision.new[1] else None
    return Finding("postdates", _points("postdates", policy), span, note(here, there, "postdates"))


def _points(code: str, policy: Policy) -> float:
    return round(policy.points.get(code, policy.points.get("superseded", 0.0)), 3)


class _Bounded:
    """Which newer chunks are looked through for each older one, MAX_PAIRS about in all."""

    def __init__(self, newer: Sequence[int], sources: Sequence[str], members: int) -> None:
        most = max(FEWEST, MAX_PAIRS // max(1, members))
        self._all = newer[: min(MAX_NEWER, most)]
        self._paths = [source.partition("#")[0] for source in sources]
        self._own: dict[str, list[int]] = {}
        if len(self._all) < min(MAX_NEWER, len(newer)):
            for j in newer:
                own = self._own.setdefault(self._paths[j], [])
                if len(own) < most:
                    own.append(j)

    def __call__(self, old: int) -> Sequence[int]:
        """Return the places of the newer chunks, the newest first."""
        own = self._own.get(self._paths[old])
        if not own:
            return self._all
        return own if own == self._all else [*own, *self._all]


def _order(one: Age, other: Age, past: Past | None) -> str | None:
    """Return the code that `one` gets where `other` revises it, or None where their dates do not say so."""
    if one.old is not None and in_time(other.new, past) and other.new and is_older(one.old, other.new):
        return "superseded"
    late = past is not None and past.year is not None and one.new is not None and one.new[0] > past.year
    return "postdates" if late and in_time(other.new, past) else None


class _Places:
    """The sources of a batch, as far as they tell which dates can be compared."""

    def __init__(self, sources: Sequence[str]) -> None:
        self._paths = [source.partition("#")[0] for source in sources]
        self._undated = [undated(path) for path in self._paths]
        self._days = [path_date(path.rpartition("/")[2]) for path in self._paths]

    def comparable(self, old: int, new: int, *, given: bool) -> bool:
        """Tell whether dates order two chunks. `given`: the newer one's came with it.

        A path's date is only believed beside the same path of another date.
        """
        return given or self._undated[old] == self._undated[new]

    def are_series(self, old: int, new: int) -> bool:
        """Tell whether two files are named by two days: entries of a series, such as reports, and no versions."""
        one, other = self._days[old], self._days[new]
        named = one is not None and other is not None and one[2] > 0 and other[2] > 0
        return named and one != other and self._undated[old] == self._undated[new]


def _is_later_version(
    one: tuple[str, tuple[int, ...]] | None, other: tuple[str, tuple[int, ...]] | None
) -> bool:
    return one is not None and other is not None and one[0] == other[0] and one[1] > other[1]


_NEVER: Date = (0, 0, 0)
_ASKED_VERSION = lazy(r"(?<![A-Za-z0-9])(?:v|version )[0-9]")

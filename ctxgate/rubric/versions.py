"""Versions of one passage: which chunks does a newer one revise?"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from itertools import accumulate
from operator import or_
from typing import TYPE_CHECKING

from ctxgate.pattern import lazy
from ctxgate.policy.model import Policy
from ctxgate.rows import Finding
from ctxgate.rubric.ages import Age, Candidate, in_time, note
from ctxgate.rubric.asked import Asked
from ctxgate.rubric.budget import Left, leave
from ctxgate.text import bits
from ctxgate.text.budget import Budget
from ctxgate.text.dates import Date, is_older, path_date, path_version, undated
from ctxgate.text.passage import MAX_READ, passage
from ctxgate.text.revisions import Revision, Versions
from ctxgate.text.stated import Past

if TYPE_CHECKING:
    from ctxgate.text.particulars import Mark


def revised(
    found: list[Finding | None],
    candidates: Sequence[Candidate],
    ages: Sequence[Age],
    query: str,
    asked: Asked,
    marks: Sequence[Mark | None],
    policy: Policy,
    budget: Budget,
    left: Left,
) -> None:
    """Put into `found`, where it has nothing yet, the finding that another version of the chunk's passage stands.

    Only standing chunks that are newer and share enough with it are looked at, the newest first. What was not
    compared since the budget was spent is put into `left`.
    """
    versions = [path_version(c.source) for c in candidates]
    members = [i for i in range(len(candidates)) if ages[i].old or versions[i]]
    if len(members) < 2:
        return
    newer = [i for i in members if candidates[i].standing and (ages[i].new or versions[i])]
    newer.sort(key=lambda i: (ages[i].new or _NEVER, -i), reverse=True)
    standing = set(newer)
    order = [*newer, *(i for i in members if i not in standing)]
    compared = Versions([passage(candidates[i].text) for i in order], [candidates[i].source for i in order])
    places = _Places([c.source for c in candidates])
    place = {i: n for n, i in enumerate(order)}
    past = asked.past
    later = _Later(newer, ages, versions, past)
    version_asked = _ASKED_VERSION.search(query[:MAX_READ]) is not None
    for at, i in enumerate(members):
        if found[i] is not None:
            continue
        for n in bits.members(later.than(i) & compared.candidates(place[i])):
            if not budget.allows():
                _leave(members[at:], later, compared, place, order, found, left)
                return
            budget.charge(_COST_OF_A_PAIR)
            j = order[n]
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
            revision = compared.revision(place[i], place[j], budget)
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


_COST_OF_A_PAIR = 3


def _leave(
    olders: Sequence[int],
    later: _Later,
    compared: Versions,
    place: Mapping[int, int],
    order: Sequence[int],
    found: Sequence[Finding | None],
    left: Left,
) -> None:
    """Note of each chunk that is left, and of those newer ones that it may take down, what it was not compared with."""
    beside: dict[int, int] = {}
    newer = 0
    for i in olders:
        if found[i] is None and (those := later.than(i) & compared.candidates(place[i])):
            beside[i] = those.bit_count()
            newer |= those
    for n in bits.members(newer):
        beside.setdefault(order[n], len(olders))
    for i, count in beside.items():
        if found[i] is None:
            leave(left, i, f"its passage, beside {count} others of another time")


def _postdates(later: Candidate, asked_for: Candidate, revision: Revision, policy: Policy) -> Finding:
    """Return the finding of a newer chunk that is of another year or model than the older one that is asked for."""
    here, there = later.text[slice(*revision.new)], asked_for.text[slice(*revision.old)]
    span = revision.new if revision.new[0] < revision.new[1] else None
    return Finding("postdates", _points("postdates", policy), span, note(here, there, "postdates"))


def _points(code: str, policy: Policy) -> float:
    return round(policy.points.get(code, policy.points.get("superseded", 0.0)), 3)


class _Later:
    """Which of the newer chunks, by place and as bits, may be later than one: by date, or by the version in their paths."""

    def __init__(
        self,
        newer: Sequence[int],
        ages: Sequence[Age],
        versions: Sequence[_Version | None],
        past: Past | None,
    ) -> None:
        self._ages, self._versions, self._past = ages, versions, past
        self._place = {i: n for n, i in enumerate(newer)}
        # The newest come first, so those that are newer than a date are the first ones.
        self._dates = [ages[i].new or _NEVER for i in newer]
        self._dated = bits.all_below(sum(1 for date in self._dates if date != _NEVER))
        self._of_path: dict[str, list[tuple[tuple[int, ...], int]]] = {}
        for n, i in enumerate(newer):
            if (version := versions[i]) is not None:
                self._of_path.setdefault(version[0], []).append((version[1], n))
        self._from: dict[str, list[int]] = {}
        for path, those in self._of_path.items():
            those.sort()
            self._from[path] = list(accumulate((1 << n for _, n in reversed(those)), or_))[::-1]

    def than(self, i: int) -> int:
        """Return those that may be later than a chunk, itself not among them."""
        age, version = self._ages[i], self._versions[i]
        newer = bisect_left(self._dates, _Reversed(age.old or _NEVER), key=_Reversed)
        found = bits.all_below(newer) if age.old is not None else 0
        if _is_late(age, self._past):
            found |= self._dated
        if version is not None:
            those = self._of_path.get(version[0], [])
            at = bisect_right(those, (version[1], len(self._dates)))
            found |= self._from[version[0]][at] if at < len(those) else 0
        return found & ~(1 << self._place[i]) if i in self._place else found


class _Reversed:
    """A date that compares the other way round."""

    __slots__ = ("date",)

    def __init__(self, date: Date) -> None:
        self.date = date

    def __lt__(self, other: _Reversed) -> bool:
        return self.date > other.date


_Version = tuple[str, tuple[int, ...]]


def _is_late(one: Age, past: Past | None) -> bool:
    return past is not None and past.year is not None and one.new is not None and one.new[0] > past.year


def _order(one: Age, other: Age, past: Past | None) -> str | None:
    """Return the code that `one` gets where `other` revises it, or None where their dates do not say so."""
    if one.old is not None and in_time(other.new, past) and other.new and is_older(one.old, other.new):
        return "superseded"
    return "postdates" if _is_late(one, past) and in_time(other.new, past) else None


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

"""What is known of each chunk's age, and which of two is older for certain."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from ctxgate.pattern import lazy
from ctxgate.policy.model import Policy
from ctxgate.text.dates import Date, is_older, parse_date, path_date

if TYPE_CHECKING:
    from ctxgate.text.stated import Past, Stated


class Candidate(NamedTuple):
    """A chunk as the search for superseded ones sees it. `standing`: it would be allowed by itself."""

    text: str
    source: str
    date: str | None
    standing: bool


class Age(NamedTuple):
    """What is known of a chunk's age: as one that others may replace, and as one that replaces others.

    `given`: the date came with the chunk and does not only stand in its path.
    """

    old: Date | None
    new: Date | None
    given: bool = True


def ages_of(candidates: Sequence[Candidate], policy: Policy) -> list[Age]:
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
        stated = _stated(candidate.text) if policy.temporal_fit.stated_dates else None
        if stated is not None and (trusted is None or is_older(stated.date, trusted)):
            old, new = stated.date, stated.date if trusted is not None else None
        ages.append(Age(old, new, own is not None))
    return ages


def _stated(text: str) -> Stated | None:
    from ctxgate.text.stated import stated_date  # noqa: PLC0415  (the policy may not ask for it)

    return stated_date(text)


def in_time(date: Date | None, past: Past | None) -> bool:
    """Tell whether a date is known, and is not later than the past that is asked about."""
    return date is not None and (past is None or past.year is None or date[0] <= past.year)


def note(here: str, there: str, code: str) -> str:
    """Return in words what an older chunk says and what the one says that takes it down."""
    which = "an older" if code == "postdates" else "a newer"
    one, other = (_SPACE.sub(" ", said)[:30] or "nothing" for said in (here, there))
    return f"{one} here, {other} in {which} chunk"


_SPACE = lazy(r"\s+")

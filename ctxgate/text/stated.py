"""What a text says of its own age, and what a query says of the time that it asks about.

A text's own word on its age can only count against it: whoever writes a text chooses it. So only what plainly
speaks of the text is read ("as of", "last updated", the heading of a change log), and no year of its subject.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from ctxgate.pattern import lazy
from ctxgate.text.dates import MONTH, Date, calendar_date, month_number
from ctxgate.text.words import fold

MAX_READ = 8000
"""Characters of a text in which it may state its age, the first ones."""


class Stated(NamedTuple):
    """A date that a text states of itself, and where: [start, end) in characters."""

    date: Date
    span: tuple[int, int]


class Past(NamedTuple):
    """The past that a query asks about. `year` is None where it does not say which."""

    year: int | None


def stated_date(text: str) -> Stated | None:
    """Return the newest date that a text states of itself, or None. Linear in what is read."""
    folded = fold(text[:MAX_READ])
    newest: Stated | None = None
    for pattern in _worth_a_search(folded):
        for match in pattern.finditer(folded):
            date = _read(match)
            if date is not None and (newest is None or date > newest.date):
                newest = Stated(date, match.span())
    return newest


def _worth_a_search(folded: str) -> list[re.Pattern[str]]:
    """Return the patterns that can match: most texts hold no such words, and the patterns are dear to compile."""
    if "19" not in folded and "20" not in folded:
        return []
    found = [_OF_ITSELF] if any(sign in folded for sign in _SIGNS) else []
    return [*found, _ENTRY] if _NUMBERED.search(folded) else found


def dates_in(folded: str) -> list[Date]:
    """Return the dates of a folded text that name a year and a month at least or a year alone, in order of place."""
    return [date for match in _ANY_DATE.finditer(folded) if (date := _read(match))]


def comparable_parts(query: str) -> int:
    """Return how many parts of two dates must be equal where a query asks about the last of a kind of time.

    1, the year, for "last year"; 2, year and month, for "last month"; 0 where it asks no such thing. What is said
    of one year is not out of date because the next one has other figures.
    """
    match = _LAST.search(fold(query[:MAX_READ]))
    return 0 if match is None else 2 if match["short"] else 1


def asked_past(query: str) -> Past | None:
    """Return the past that a query asks about, or None where it asks what is so now.

    A year that belongs to the name of a thing (a cup, a census, a model) is no time that is asked about.
    """
    folded = fold(query[:MAX_READ])
    in_year = [int(match[1]) for match in _IN_YEAR.finditer(folded)]
    in_year += [int(match[1]) + 9 for match in _IN_DECADE.finditer(folded)]
    if in_year:
        return Past(max(in_year))
    back_then = any(sign in folded for sign in _SIGNS_OF_OLD) and (
        _BACK_THEN.search(folded) or (_BEFORE_EVENT.search(folded) and _WAS.search(folded))
    )
    return Past(None) if back_then else None


def _read(match: re.Match[str]) -> Date | None:
    group = match.groupdict()
    year = group["y1"] or group["y2"] or group["y3"]
    month = group["m1"] or month_number(group["n2"] or group["n3"] or "")
    return calendar_date(year, month, group["d1"] or group["d2"] or group["d3"])


_DATED = (
    r"(?:(?P<y1>(?:19|20)[0-9]{2})(?:[-/.](?P<m1>[01]?[0-9])(?:[-/.](?P<d1>[0-3]?[0-9]))?)?"
    rf"|(?:(?P<d2>[0-3]?[0-9])(?:st|nd|rd|th)? )?(?P<n2>{MONTH})\.?,? (?P<y2>(?:19|20)[0-9]{{2}})"
    rf"|(?P<n3>{MONTH})\.? (?P<d3>[0-3]?[0-9])(?:st|nd|rd|th)?,? (?P<y3>(?:19|20)[0-9]{{2}}))(?![^\W_])"
)
_OF_ITSELF = lazy(
    r"(?:(?<![^\W_])(?:(?:current )?as (?:of|at)"
    r"|(?:last|page|article|document) (?:updated|modified|changed|edited|reviewed|revised|verified))"
    r"|^[ \t]*\W{0,4}(?:updated|revised|reviewed|published|posted|written|date))"
    rf"(?: on| in| at)?:? ?(?:the )?{_DATED}",
    re.MULTILINE,
)
_ENTRY = lazy(
    rf"^[ \t]*(?:#{{1,6}} |={{1,6}} |\* |- )?(?:version |release |v)?\[?[0-9]{{1,4}}\.[0-9][0-9a-z.+-]{{0,20}}\]?"
    rf"[ \t]*[-–—(:,]{{1,3}}[ \t]*(?:released )?{_DATED}",
    re.MULTILINE,
)
_SIGNS = (
    "as of", "as at", "updated", "modified", "changed", "edited", "reviewed", "revised", "verified", "published", "posted",
    "written", "date",
)  # fmt: skip
_NUMBERED = lazy(r"[0-9]\.[0-9]")
_IN_YEAR = lazy(
    r"(?<![^\W_])(?:as of|in|during|back in|until|till|before|by|around|at the end of|early|late)(?: the)?(?: year)? "
    r"((?:1[5-9]|20)[0-9]{2})(?![^\W_])"
)
_SIGNS_OF_OLD = (
    "previous", "former", "original", "initial", "histor", "used to", "past", "back then", "time", "old", "earlier", "first",
    "legacy", "archived", "before ", "prior ", "in v",
)  # fmt: skip
_BACK_THEN = lazy(
    r"(?<![^\W_])(?:previously|formerly|originally|initially|historical(?:ly)?|history of|used to|in the past|back then"
    r"|at (?:the|that) time|(?:old|older|earlier|previous|former|first|original|legacy|archived) (?:version|release|policy"
    r"|rule|edition|price|name|behaviou?r|default|limit|value)s?|before (?:version |v)[0-9]|in (?:version |v)[0-9])"
    r"(?![^\W_])"
)
_ANY_DATE = lazy(rf"(?<![^\W_]|[.-]){_DATED}")
_IN_DECADE = lazy(
    r"(?<![^\W_])(?:in|during|throughout) the (?:early |late |mid-?)?((?:1[5-9]|20)[0-9]0)s(?![^\W_])"
)
_LAST = lazy(
    r"(?<!since )(?<!than )(?<![^\W_])(?:last (?:year|season|spring|summer|autumn|fall|winter)|(?:a|one|two|three|[0-9]{1,2}) years? ago"
    r"|(?P<short>last (?:day|week|month|quarter)|(?:a|one|two|three|[0-9]{1,2}) (?:day|week|month)s? ago))(?![^\W_])"
)
_BEFORE_EVENT = lazy(
    r"(?<![^\W_])(?:before|prior to) (?:the|this|that|these|its|their|our) (?:[^\W_]{1,30} )?(?:acquisition|amendment|change"
    r"|crisis|cut|increase|merger|migration|move|overhaul|pandemic|redesign|reform|renam(?:e|ing)|rewrite|revision|switch"
    r"|takeover|update|upgrade|war)s?(?![^\W_])"
)
_WAS = lazy(r"(?<![^\W_])(?:was|were|did|had|got|used)(?![^\W_])")

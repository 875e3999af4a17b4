"""Dates and years: where they stand in a text, and which one of a chunk can be trusted.

A date is (year, month, day), with 0 for a part that is not known. No calendar library is needed:
dates are only compared, and counted in days for ageing.
"""

from __future__ import annotations

import re

from ctxgate.pattern import lazy

Date = tuple[int, int, int]
"""Year, month, day; month and day are 0 when unknown."""

MONTHS = {
    name: n
    for n, name in enumerate(
        ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"], 1
    )
}
"""The numbers of the months, by the first three letters of their English names."""

MONTH = (
    "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    "|nov(?:ember)?|dec(?:ember)?"
)
"""Pattern for the English name of a month in folded text, whole or short."""


def find_year(text: str, year: int) -> tuple[int, int] | None:
    """Return the span of the first place where the year stands as a number of its own, or None."""
    digits = str(year)
    place = text.find(digits)
    while place >= 0:
        end = place + len(digits)
        if not text[place - 1 : place].isdigit() and not text[end : end + 1].isdigit():
            return place, end
        place = text.find(digits, end)
    return None


def years(text: str) -> tuple[int, ...]:
    """Return the years 1500 to 2099 that stand in a text as numbers of their own, each once, in order."""
    return tuple(dict.fromkeys(int(found) for found in _YEAR.findall(text)))


def parse_date(date: str) -> Date | None:
    """Read an ISO 8601 date: YYYY, YYYY-MM, YYYY-MM-DD or YYYYMMDD, a time behind it ignored.

    Returns None for anything else, also for a month or day that no calendar has.
    """
    match = _ISO.fullmatch(date.strip()) if len(date) < 64 else None
    if match is None:
        return None
    return _checked(match[1] or match[4], match[2] or match[5], match[3] or match[6])


def calendar_date(year: str | None, month: str | int | None, day: str | int | None) -> Date | None:
    """Return a date of its parts, each of which but the year may be missing; None where no calendar has it."""
    return _checked(year, str(month) if month else None, str(day) if day else None)


def month_number(name: str) -> int:
    """Return the number of a month, 1 to 12, by the beginning of its English name; 0 for anything else."""
    return MONTHS.get(name[:3], 0)


def path_version(source: str) -> tuple[str, tuple[int, ...]] | None:
    """Return the version in a source's path (`docs/v2/api.md`, `lib-1.4.2/readme`), or None.

    It comes with the path without it: only paths that are equal otherwise are versions of one source.
    """
    if len(source) > _MAX_SOURCE:
        return None
    path = source.partition("#")[0]
    found = list(_PATH_VERSION.finditer(path))
    if len(found) != 1:
        return None
    return path[: found[0].start(1)] + path[found[0].end(1) :], version_of(found[0][1])


def version_of(written: str) -> tuple[int, ...]:
    """Return the numbers of a version (`1.4.0`), without zeros at its end: `2.0` is `2`."""
    version = tuple(int(part) for part in written.split("."))
    while len(version) > 1 and version[-1] == 0:
        version = version[:-1]
    return version


def path_date(source: str) -> Date | None:
    """Return the date that stands in a source's path (`blog/2024/05/01/x.md`, `archive/2019.txt`).

    The most exact one counts. Where two equally exact ones differ, or where the number belongs to an
    issue, a standard or another numbered thing, the path does not say.
    """
    if len(source) > _MAX_SOURCE:
        return None
    best: Date | None = None
    unclear = False
    for match in _PATH_DATE.finditer(source.partition("#")[0]):
        if _NUMBERED.search(source[max(0, match.start() - 14) : match.start()]):
            continue
        date = _checked(match[1], match[2], match[3])
        if date is None:
            continue
        if best is None or _known(date) > _known(best):
            best, unclear = date, False
        elif _known(date) == _known(best) and date != best:
            unclear = True
    return None if unclear else best


def undated(source: str) -> str:
    """Return a source's path with every date in it replaced by one sign: equal for one path at two times."""
    return _PATH_DATE.sub("\0", source[:_MAX_SOURCE])


def trustworthy_date(date: str | None, source: str) -> Date | None:
    """Return the date that came with a chunk, else the one in its source path, else None.

    What the text says of its own date is never asked: whoever writes the text would choose it.
    """
    given = parse_date(date) if date is not None else None
    return given if given is not None else path_date(source)


def is_older(a: Date, b: Date) -> bool:
    """Tell whether `a` lies before `b` for certain: only parts that both know decide."""
    for part_a, part_b in zip(a, b, strict=True):
        if not part_a or not part_b:
            return False
        if part_a != part_b:
            return part_a < part_b
    return False


def days_between(start: Date, end: Date) -> int:
    """Return the least number of days from `start` to `end` that their known parts allow, 0 at least."""
    latest_start = _ordinal(start[0], start[1] or 12, start[2] or _month_length(start[0], start[1] or 12))
    return max(0, _ordinal(end[0], end[1] or 1, end[2] or 1) - latest_start)


def _checked(year: str | None, month: str | None, day: str | None) -> Date | None:
    y, m, d = int(year or 0), int(month or 0), int(day or 0)
    if not y or (month and not 1 <= m <= 12) or (day and not 1 <= d <= _month_length(y, m)):
        return None
    return y, m, d


def _known(date: Date) -> int:
    return sum(1 for part in date if part)


def _month_length(year: int, month: int) -> int:
    if month == 2:
        return 29 if year % 4 == 0 and (year % 100 != 0 or year % 400 == 0) else 28
    return 30 if month in (4, 6, 9, 11) else 31


def _ordinal(year: int, month: int, day: int) -> int:
    before = year - 1
    days = before * 365 + before // 4 - before // 100 + before // 400
    return days + sum(_month_length(year, m) for m in range(1, month)) + day


_MAX_SOURCE = 2048
_YEAR = lazy(r"(?<![^\W_])(1[5-9][0-9]{2}|20[0-9]{2})(?![^\W_])")
_ISO = lazy(
    r"([0-9]{4})(?:-([0-9]{2})(?:-([0-9]{2})(?:[T ][0-9:.,]+ ?(?:Z|[+-][0-9:]+)?)?)?)?"
    r"|([0-9]{4})([0-9]{2})([0-9]{2})",
    re.IGNORECASE,
)
_PATH_DATE = lazy(
    r"(?<![A-Za-z0-9])((?:19|20)[0-9]{2})(?:[-/_.]?([01][0-9])(?![0-9]{3})(?:[-/_.]?([0-3][0-9]))?)?(?![A-Za-z0-9])"
)
_PATH_VERSION = lazy(
    r"(?<![A-Za-z0-9.])(?:v|version[-_/]?|release[-_/]?)([0-9]{1,4}(?:\.[0-9]{1,4}){0,3})(?![A-Za-z0-9])",
    re.IGNORECASE,
)
_NUMBERED = lazy(
    r"(?<![A-Za-z])(?:issues?|pulls?|pr|prs|rfc|cve|iso|din|ieee"
    r"|tickets?|bugs?|discussions?|commits?|port|page|id|gh)[-/_:=. ]?\Z",
    re.IGNORECASE,
)

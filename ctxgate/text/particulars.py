"""What a query asks about in particular: a year, a quarter, a day, a version, a model. Is a text about that one?

Two texts of two years or two models may look like versions of one passage. They are not, where the query asks
for what only one of them is about.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from ctxgate.pattern import lazy
from ctxgate.text.dates import Date, find_year, parse_date, years
from ctxgate.text.entities import Entity, entities
from ctxgate.text.quantities import quantities
from ctxgate.text.stated import MAX_READ, dates_in
from ctxgate.text.words import STOP_WORDS, fold, word_set

MAX_PARTICULARS = 16
"""Particulars of one query that are looked for, the first ones of each kind."""


class Mark(NamedTuple):
    """Which particulars of a query a chunk has, as bits: stated in its text or source, or by its date.

    `other`: instead of which it has another one of the kind, such as another year.
    """

    stated: int
    dated: int
    other: int


class _Model(NamedTuple):
    """A word with its number. `kind` finds it with any number. `named` is false where only capitals in a text tell that it is a name."""

    pattern: re.Pattern[str]
    kind: re.Pattern[str]
    named: bool


class Particulars(NamedTuple):
    """What a query asks about in particular. Dates have 0 for a part that they do not name."""

    dates: tuple[Date, ...]
    quarters: tuple[int, ...]
    entities: tuple[Entity, ...]
    models: tuple[_Model, ...]

    def mark(self, text: str, source: str, date: Date | None) -> Mark:
        """Return which of them a chunk has. Linear in what is read of its text."""
        text = text[:MAX_READ]
        folded, path = fold(text), fold(source[:MAX_READ])
        exact = any(day[1] for day in self.dates)
        standing = (*dates_in(folded), *([d] if (d := parse_date(_last_date(path))) else [])) if exact else ()
        stated: list[bool] = []
        other: list[bool] = []
        said = frozenset((*years(folded), *years(path)))
        for day in self.dates:
            if day[1]:
                stated.append(any(_within(one, day) for one in standing))
                other.append(bool(standing) or (date is not None and bool(date[1])))
            else:
                other.append(bool(said) or date is not None)
                stated.append(bool(find_year(folded, day[0]) or find_year(path, day[0])))
        if self.quarters:
            named = {*_quarters(folded), *_quarters(path)}
            stated += [quarter in named for quarter in self.quarters]
            other += [bool(named)] * len(self.quarters)
        stated += [bool(one.find(folded) or one.find(path)) for one in self.entities]
        other += [bool(sign and sign.search(folded)) for sign in map(_alike, self.entities)]
        stated += [_has_model(one, text) or _has_model(one, source[:MAX_READ]) for one in self.models]
        other += [one.kind.search(folded) is not None for one in self.models]
        dated = [date is not None and _within(date, day) for day in self.dates]
        has, by_date = _bits(stated), _bits(dated)
        return Mark(has, by_date, _bits(other) & ~(has | by_date))


def apart(old: Mark, new: Mark) -> bool:
    """Tell whether the older chunk is about something asked for that the newer one is not about.

    A chunk dated in the year that is asked for is about it, unless both texts name the year themselves.
    """
    lacking = (old.stated | old.dated) & ~(new.stated | new.dated)
    return bool(lacking or old.dated & ~new.dated & ~(old.stated & new.stated))


def of_another(old: Mark, new: Mark) -> bool:
    """Tell whether the newer of two chunks that are `apart` is about another year, version or model than asked."""
    return bool((old.stated | old.dated) & new.other)


@lru_cache(maxsize=64)
def particulars(query: str) -> Particulars | None:
    """Return what a query asks about in particular, or None where it asks in general."""
    query = query[:MAX_READ]
    folded = fold(query)
    exact = tuple(dict.fromkeys(date for date in dates_in(folded) if date[1]))
    found = Particulars(
        (*((year, 0, 0) for year in years(folded)[:MAX_PARTICULARS]), *exact[:MAX_PARTICULARS]),
        tuple(dict.fromkeys(_quarters(folded)))[:MAX_PARTICULARS],
        tuple(one for one in entities(query) if one.kind in _KINDS)[:MAX_PARTICULARS],
        tuple(_models(query, folded))[:MAX_PARTICULARS],
    )
    return found if any(found) else None


def _within(date: Date, asked: Date) -> bool:
    return all(one == other for one, other in zip(date, asked, strict=True) if other)


def _bits(found: Sequence[bool]) -> int:
    return sum(1 << place for place, there in enumerate(found) if there)


def _last_date(path: str) -> str:
    found = _PATH_DAY.findall(path)
    return "-".join(found[-1]) if found else ""


def _quarters(folded: str) -> list[int]:
    return [
        int(digit) if digit else _ORDINALS[word]
        for match in _QUARTER.finditer(folded)
        for digit, word in [(match[1] or match[2], match[3])]
    ]


def _models(query: str, folded: str) -> list[_Model]:
    counted = [quantity.span for quantity in quantities(folded)]
    found = []
    for match in _NUMBERED.finditer(query):
        word, number = match[1], match[2]
        start = match.start(2)
        plain = fold(word)
        if plain in STOP_WORDS or plain in _COUNTING or any(begin <= start < end for begin, end in counted):
            continue
        if len(number) == 4 and years(number):
            continue
        pattern = rf"(?<![^\W_]){re.escape(plain)}[ _/-]?{re.escape(fold(number))}(?![^\W_]|[.,][0-9])"
        named = plain in _NUMBERING or any(c.isupper() for c in word)
        kind = rf"(?<![^\W_]){re.escape(plain)}[ _/-]?[0-9]"
        found.append(_Model(re.compile(pattern, re.IGNORECASE), re.compile(kind), named))
    return found


def _alike(entity: Entity) -> re.Pattern[str] | None:
    """Return what finds another entity of the kind: another version, or other digits behind the same letters."""
    if entity.kind == "version":
        return _ANY_VERSION
    letters = _LETTERS.match(fold(entity.text))
    return re.compile(rf"(?<![^\W_]){letters[0]}[ _-]?[0-9]") if letters else None


def _has_model(model: _Model, text: str) -> bool:
    match = model.pattern.search(text)
    return match is not None and (model.named or any(c.isupper() for c in match[0]))


_ANY_VERSION = lazy(r"(?<![\w.])(?:v|version )[0-9]|(?<![\w.,$€£])[0-9]{1,3}\.[0-9]{1,3}(?![\w%])")
_LETTERS = lazy(r"[^\W\d_]{1,40}(?=[ _-]?[0-9])")
_KINDS = frozenset(("identifier", "version"))
_ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4}
_QUARTER = lazy(
    r"(?<![^\W_])(?:q([1-4])|([1-4])(?:st|nd|rd|th) quarter|(first|second|third|fourth) quarter)(?![^\W_])"
)
_NUMBERED = lazy(r"(?<![\w.,$€£-])([^\W\d_]\w{0,40})[ -]([0-9]{1,5}[A-Za-z]{0,2})(?![\w%]|[.,-][0-9])")
_PATH_DAY = lazy(r"(?<![0-9])((?:19|20)[0-9]{2})[-/_.]?([01][0-9])[-/_.]?([0-3][0-9])(?![0-9])")
_NUMBERING = word_set(
    "appendix article build chapter class clause code district edition episode error exercise figure flight gate"
    " gen generation grade issue item lane lesson level line mark model no number paragraph part phase platform question"
    " release room round route rule schedule season section series sprint stage status step table tier track type version"
    " volume ward week zone"
)
_COUNTING = word_set("about almost first last nearly next only over past top under within")

"""Quantities in a text: a number with its unit, brought to one dimension and one value.

`two weeks`, `14 days` and `14-day` are the same quantity. Months are never turned into days, nor
currencies into each other: what cannot be converted exactly is another dimension.
"""

from __future__ import annotations

import re
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from ctxgate.pattern import lazy
from ctxgate.text.words import stem

MAX_QUANTITIES = 64
"""Quantities that are read from one text, the first ones. A table of numbers states no claim anyhow."""


class Quantity(NamedTuple):
    """A number with its unit.

    `dimension` names what is measured and in what (`seconds`, `percent`, `usd/month`); `low` and `high`
    are the value in it, equal but for a range (`3-5 days`); `span` is [start, end) in the text.
    """

    dimension: str
    low: float
    high: float
    span: tuple[int, int]


def quantities(folded: str, nouns: AbstractSet[str] = frozenset()) -> list[Quantity]:
    """Return the first quantities of a folded text, in order of their place.

    A number counts when it has a unit or a currency, or when the word behind it has a stem in `nouns`
    (`5 seats`) or a rate follows it (`5 calls per minute`). A number that belongs to an identifier, a date or a version is none.
    """
    found: list[Quantity] = []
    done = 0
    for match in _DIGITS.finditer(folded):
        if match.start() >= done and (quantity := _from_digits(folded, match, nouns)):
            found.append(quantity)
            done = quantity.span[1]
            if len(found) >= MAX_QUANTITIES:
                break
    in_words = 0
    for match in _NUMBER_WORD.finditer(folded):
        value = _SMALL[match[1]] if match[1] else _TENS[match[2]] + (_SMALL[match[3]] if match[3] else 0)
        if quantity := _with_unit(folded, match.span(), float(value), "", nouns):
            found.append(quantity)
            in_words += 1
            if in_words >= MAX_QUANTITIES:
                break
    found.sort(key=lambda quantity: quantity.span)
    return found[:MAX_QUANTITIES]


def unit_at(folded: str, end: int) -> tuple[str, float, int]:
    """Return the unit behind a number that ends here: its dimension, its factor and where it ends.

    Without one the dimension is empty, the factor 1 and the end the same.
    """
    unit = _UNIT.match(folded, end)
    if unit is None:
        return "", 1.0, end
    dimension, factor = _UNITS[unit[1]]
    return dimension, factor, unit.end()


def _from_digits(folded: str, match: re.Match[str], nouns: AbstractSet[str]) -> Quantity | None:
    start, digits = match.start(), match[0]
    before = folded[max(0, start - 5) : start]
    currency = _CURRENCY_BEFORE.search(before)
    if currency is None and _PART_OF_A_NAME.search(before):
        return None
    stripped = digits.rstrip(".,")
    value = _number(stripped)
    if value is None:
        return None
    begin = start - len(currency[0]) if currency else start
    return _with_unit(
        folded,
        (begin, start + len(stripped)),
        value,
        _CURRENCIES[currency[0].strip()] if currency else "",
        nouns,
    )


def _with_unit(
    folded: str, span: tuple[int, int], value: float, currency: str, nouns: AbstractSet[str]
) -> Quantity | None:
    start, end = span
    low = high = value
    if (to := _RANGE.match(folded, end)) and (upper := _number(to[1].rstrip(".,"))) is not None:
        end, high = to.start(1) + len(to[1].rstrip(".,")), upper
        if high < low:
            return None
    # A lone letter scales money only: `5m` may as well be metres or minutes.
    if (scale := _SCALE.match(folded, end)) and (currency or len(scale[1]) > 2):
        factor = SCALES[scale[1]]
        low, high, end = low * factor, high * factor, scale.end()
    unit = _UNIT.match(folded, end)
    if currency:
        dimension = currency
    elif unit:
        dimension, factor = _UNITS[unit[1]]
        low, high, end = low * factor, high * factor * _BINARY.get((dimension, factor), 1), unit.end()
    else:
        noun = _NOUN.match(folded, end)
        if noun is None or (stem(noun[1]) not in nouns and not _RATE.match(folded, noun.end())):
            return None
        dimension, end = f"count {stem(noun[1])}", noun.end()
    if rate := _RATE.match(folded, end):
        per = stem(rate[1] or rate[2])
        dimension, end = f"{dimension}/{per}", rate.end()
    return Quantity(dimension, low, high, (start, end))


def _number(digits: str) -> float | None:
    """Return the value of digits with thousands' commas, or None where they are no plain number."""
    if len(digits) > 20 or not _WELL_FORMED.fullmatch(digits):
        return None
    return float(digits.replace(",", ""))


_SMALL = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
    "zwei": 2, "drei": 3, "vier": 4, "fünf": 5, "sechs": 6, "sieben": 7, "acht": 8, "neun": 9, "zehn": 10, "zwölf": 12,
    "vierzehn": 14, "deux": 2, "trois": 3, "quatre": 4, "cinq": 5, "huit": 8, "neuf": 9, "dix": 10, "quatorze": 14,
    "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16,
    "seventeen": 17, "eighteen": 18, "nineteen": 19,
}  # fmt: skip
_TENS = {
    "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70,
    "eighty": 80, "ninety": 90,
}  # fmt: skip
NUMBER_WORDS: dict[str, float] = {**_SMALL, **_TENS, "hundred": 100, "dozen": 12}
"""Numbers that are written as one word."""

SCALES = {"thousand": 1e3, "million": 1e6, "billion": 1e9, "k": 1e3, "m": 1e6, "bn": 1e9}
"""What a word behind a number multiplies it by."""

_CURRENCIES = {"$": "usd", "€": "eur", "£": "gbp", "¥": "jpy", "usd": "usd", "eur": "eur", "gbp": "gbp"}


def _unit_table() -> dict[str, tuple[str, float]]:
    """Every spelling of every unit, with its dimension and its factor to the dimension's unit."""
    table: dict[str, tuple[str, float]] = {}
    for dimension, factor, spellings in (
        ("seconds", 0.001, "ms msec millisecond milliseconds"),
        ("seconds", 1, "sec secs second seconds"),
        ("seconds", 60, "min mins minute minutes"),
        ("seconds", 3600, "hr hrs hour hours"),
        ("seconds", 86400, "day days night nights"),
        ("seconds", 604800, "week weeks wk wks"),
        ("seconds", 1209600, "fortnight fortnights"),
        ("months", 1, "month months mo mos"),
        ("months", 3, "quarter quarters"),
        ("months", 12, "year years yr yrs"),
        ("months", 120, "decade decades"),
        ("seconds", 60, "minuten minuto minutos"),
        ("seconds", 3600, "stunde stunden heure heures hora horas"),
        ("seconds", 86400, "tage tagen jour jours día días giorno giorni dagen dagar dias"),
        ("seconds", 604800, "woche wochen semaine semaines semana semanas settimana settimane weken"),
        ("months", 1, "monat monate monaten mois meses mesi maanden"),
        ("months", 12, "jahr jahre jahren ans années año años anni jaar"),
        ("percent", 1, "% percent pct prozent"),
        ("usd", 1, "dollar dollars usd"),
        ("usd", 0.01, "cent cents"),
        ("eur", 1, "euro euros eur €"),
        ("gbp", 1, "gbp"),
        ("bytes", 1, "byte bytes"),
        ("bytes", 1e3, "kb kilobyte kilobytes"),
        ("bytes", 1e6, "mb megabyte megabytes"),
        ("bytes", 1e9, "gb gigabyte gigabytes"),
        ("bytes", 1e12, "tb terabyte terabytes"),
        ("bytes", 1024, "kib"),
        ("bytes", 1024**2, "mib"),
        ("bytes", 1024**3, "gib"),
        ("metres", 0.001, "mm millimetre millimetres millimeter millimeters"),
        ("metres", 0.01, "cm centimetre centimetres centimeter centimeters"),
        ("metres", 1, "m metre metres meter meters"),
        ("metres", 1000, "km kilometre kilometres kilometer kilometers"),
        ("feet", 1, "ft foot feet"),
        ("miles", 1, "mile miles"),
        ("inches", 1, "inch inches"),
        ("grams", 0.001, "mg milligram milligrams"),
        ("grams", 1, "g gram grams"),
        ("grams", 1000, "kg kilogram kilograms"),
        ("volts", 1, "v volt volts"),
        ("watts", 1, "w watt watts"),
        ("watts", 1000, "kw kilowatt kilowatts"),
        ("hertz", 1, "hz"),
        ("hertz", 1e6, "mhz"),
        ("hertz", 1e9, "ghz"),
        ("celsius", 1, "°c"),
        ("fahrenheit", 1, "°f"),
    ):
        for spelling in spellings.split():
            table[spelling] = (dimension, factor)
    for spelling in ("per cent",):
        table[spelling] = ("percent", 1)
    for kind in ("business", "working"):
        for noun in ("day", "days"):
            table[f"{kind} {noun}"] = ("business days", 1)
    return table


_UNITS = _unit_table()
_BINARY = {("bytes", 1000.0**n): 1.024**n for n in (1, 2, 3, 4)}
"""Some write a kilobyte of 1,000 bytes and some of 1,024: either is meant, so 10 GB and 10,240 MB agree."""

UNIT_WORDS = frozenset(stem(word) for word in _UNITS)
"""Stems that name a unit. For membership only."""


def _alternatives(words: dict[str, tuple[str, float]] | dict[str, int] | dict[str, float]) -> str:
    return "|".join(re.escape(word) for word in sorted(words, key=lambda word: (-len(word), word)))


_DIGITS = lazy(r"[0-9][0-9.,]*")
_WELL_FORMED = lazy(r"[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?|[0-9]+(?:\.[0-9]+)?")
_CURRENCY_BEFORE = lazy(r"(?:[$€£¥]|(?<![^\W_])(?:usd|eur|gbp)) ?$")
_PART_OF_A_NAME = lazy(r"[^\W][-–./:#+]?$|[-/.:#_]$")
_RANGE = lazy(r"(?:\s?[-–—]\s?|\sto\s)[$€£¥]?([0-9][0-9.,]{0,20})")
_SCALE = lazy(r"[\s-]?(thousand|million|billion|bn|k|m)(?![^\W_])")
_UNIT = lazy(rf"[\s-]?({_alternatives(_UNITS)})(?![^\W_])")
_NOUN = lazy(r"[\s-]([^\W\d_]{2,40})(?![^\W_])")
_RATE = lazy(
    r"(?:\s?/\s?|\s(?:per|each|every)\s)([^\W\d_]{2,20})(?![^\W_])"
    r"|\sa[n]?\s(second|minute|hour|day|week|month|quarter|year)(?![^\W_])"
)
_NUMBER_WORD = lazy(
    rf"(?<![^\W])(?:({_alternatives(_SMALL)})|({_alternatives(_TENS)})(?:[-\s]({'|'.join(list(_SMALL)[:9])}))?)"
    r"(?![^\W_])"
)

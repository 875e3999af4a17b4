"""Codes, numbers and versions: which of them name a thing, and when two of them are of one make."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ctxgate.pattern import lazy
from ctxgate.text.identity.written import Word, is_content
from ctxgate.text.words import MAX_WORD, STOP_WORDS, word_set


def is_code(word: str) -> bool:
    """Tell whether a folded word is a code: letters and digits mixed, or several groups of digits."""
    if len(word) > MAX_WORD:
        return False  # no code that people ask for; a run of joined words is dear to look through
    runs = runs_of(word)
    if not any(run.isdigit() for run in runs) or _NO_CODE.fullmatch(word):
        return False
    letters = any(run.isalpha() for run in runs)
    if not letters:
        return len(runs) > 2 or (
            len(runs) == 2 and "-" in word and len(word) >= _LONG and not _DATE.fullmatch(word)
        )
    return not (word.startswith("v") and _VERSION.fullmatch(word[1:]))


def runs_of(word: str) -> list[str]:
    """Return the runs of letters and of digits in a folded word."""
    return _RUN.findall(word)


def same_code(one: str, other: str) -> bool:
    """Tell whether a code begins another one: `E-441` and `e0441b`, with zeros at the front of a number or without."""
    a, b = (["".join(run).lstrip("0") or "0" for run in runs_of(word)] for word in (one, other))
    return b[: len(a)] == a or "".join(b) == "".join(a)


def same_digits(one: str, other: str) -> bool:
    """Tell whether two codes differ in their letters alone: `MATH-204` and `PHYS-204`."""
    a, b = runs_of(one), runs_of(other)
    return (
        [run for run in a if run.isdigit()] == [run for run in b if run.isdigit()]
        and [run.isdigit() for run in a] == [run.isdigit() for run in b]
        and all(len(run) > 1 for run in (a[0], b[0]))
        and a[0].isalpha()
    )


def alike(one: str, other: str) -> bool:
    """Tell whether two different codes are of one make: the same letters first, or digits in the same groups."""
    a, b = runs_of(one), runs_of(other)
    if a[0].isalpha() or b[0].isalpha():
        if a[0] != b[0]:
            return False
        return len(a[0]) > 1 or [len(run) for run in a] == [len(run) for run in b]
    return [(run.isdigit(), len(run)) for run in a] == [(run.isdigit(), len(run)) for run in b]


def spaced(runs: Sequence[str], words: Sequence[Word]) -> bool:
    """Tell whether a code stands in a text as several words: `SKU 441`, `RFC no. 9110`."""
    wanted, folded = list(runs), [word.folded for word in words]
    n = len(wanted)
    return any(folded[i] == wanted[0] and folded[i : i + n] == wanted for i in range(len(folded) - n + 1))


def is_number(word: Word, text: str) -> bool:
    """Tell whether a word is a number, a version, or one capital letter that may number a thing."""
    if _VERSION.fullmatch(word.folded.removeprefix("v")) or _SUFFIXED.fullmatch(word.folded):
        return True
    return (
        len(word.written) == 1
        and word.written.isupper()
        and word.written.isascii()
        and word.written != "I"
        and not word.opens
    )


def head_of(words: Sequence[Word], i: int, text: str) -> int | None:
    """Return the word that a number belongs to, -1 where it is a version by itself, None where it counts or dates."""
    number = words[i]
    if is_signed(number, text):
        return -1
    dotted = "." in number.folded or number.folded.startswith("v")
    behind = i + 1
    while behind < len(words) and words[behind].folded in (_BETWEEN | _BETWEEN_AFTER):
        behind += 1
    if behind < len(words) and words[behind - 1].folded in _BETWEEN_AFTER and is_content(words[behind]):
        return behind  # `60917 numaralı sipariş`
    k = i - 1
    while k >= 0 and words[k].folded in _BETWEEN and not words[k + 1].opens:
        k -= 1
    if k >= 0 and not words[k + 1].opens and not words[i].opens:
        head = words[k]
        if head.folded in VERSION_WORDS or (
            head.folded not in STOP_WORDS
            and is_content(head)
            and head.folded not in _NO_HEAD
            and head.folded[-1:].isalpha()
        ):
            if _YEAR.fullmatch(number.folded) and not dotted and head.folded not in _NUMBERING:
                return None
            return k
    if dotted:
        return -1
    return -1 if text[number.start - 1 : number.start] in ("#", "§") and number.start else None


def is_signed(number: Word, text: str) -> bool:
    """Tell whether the sign of a section stands right before a number: `§ 14`, `art. 7`."""
    return SECTION_SIGN.search(text, max(0, number.start - _SIGN), number.start) is not None


def class_of(word: Word) -> str:
    """Return the stem of a word that things are numbered with, one for all words that mean a section."""
    return SECTION if word.folded in SECTION_WORDS else word.stem or word.folded


def belongs(words: Sequence[Word], i: int, head: str, text: str = "") -> bool:
    """Tell whether the number at `i` belongs to this word, whose stem is given: `order 4712`, `order no. 4712`, `11th section`."""
    k = i - 1
    while k >= 0 and (words[k].folded in _BETWEEN or is_number(words[k], "") or words[k].folded in _LISTING):
        k -= 1
        if i - k > _NEAR:
            return False
    if head == SECTION and is_signed(words[i], text):
        return True
    if k >= 0 and not words[k + 1].opens and class_of(words[k]) == head:
        return True
    # `60917 numaralı sipariş`, `der 14. Paragraf`
    behind = next(
        (w for w in words[i + 1 : i + 3] if w.folded not in _BETWEEN and w.folded not in _BETWEEN_AFTER), None
    )
    return behind is not None and not behind.opens and class_of(behind) == head


def part_of(words: Sequence[Word], i: int, text: str) -> str:
    """Return the part of a section that stands in brackets behind its number: `3` for `section 12(3)`; "" for none."""
    found = _PART.match(text, words[i].end)
    return (found[1] or found[2]).lower() if found else ""


def version_like(words: Sequence[Word], i: int, text: str) -> bool:
    """Tell whether the number at `i` reads like a version by itself."""
    word = words[i]
    if "." in word.folded or word.folded.startswith("v"):
        return not text[word.end : word.end + 2].strip().startswith("%")
    return i > 0 and words[i - 1].folded in VERSION_WORDS


def same_number(one: str, other: str) -> bool:
    """Tell whether two numbers are one: `58.213` and 58213, `2.0` and `v2`."""
    return _plain(one) == _plain(other)


def _plain(number: str) -> str:
    number = number.removeprefix("v")
    if _THOUSANDS.fullmatch(number):
        number = number.replace(".", "").replace(",", "")
    while number.endswith(".0"):
        number = number[:-2]
    return number.lstrip("0") or "0"


def alike_numbers(one: str, other: str) -> bool:
    """Tell whether two different numbers number alike: a letter is none of figures."""
    if one.isalpha() or other.isalpha():
        return one.isalpha() and other.isalpha()
    a, b = _plain(one), _plain(other)
    # 4 is every 4.2, and 4.2.1 is one of 4.2.
    return not (a.startswith(b + ".") or b.startswith(a + "."))


def in_range(head: str, number: str, words: Sequence[Word], text: str) -> bool:
    """Tell whether a text speaks of a range that the number of a word lies in: `sections 10 to 14`, `4.0 and later`."""
    try:
        own = _key(number)
    except ValueError:
        return False
    for i, word in enumerate(words):
        if not word.folded[:1].isdigit() and not word.folded.startswith("v"):
            continue
        if head and not belongs(words, i, head, text):
            continue
        try:
            here = _key(word.folded)
        except ValueError:
            continue
        tail = text[word.end : word.end + 24]
        if i + 1 < len(words) and _TO.match(text, word.end, words[i + 1].start + 4):
            far = next((w for w in words[i + 1 : i + 3] if w.folded[:1].isdigit()), None)
            if far is not None:
                try:
                    if here <= own <= _key(far.folded):
                        return True
                except ValueError:
                    pass
        lead = text[max(0, word.start - 16) : word.start].lower()
        if here <= own and (_AND_UP.match(tail.lower()) or _FROM.search(lead)):
            return True
        if here >= own and (_AND_DOWN.match(tail.lower()) or _UP_TO.search(lead)):
            return True
    return False


def in_span(number: str, word: str) -> bool:
    """Tell whether a number lies in a span that is written as one word: 12 in `10-15`."""
    span = _SPAN.fullmatch(word)
    if span is None or not number.isdigit() or len(number) > _DIGITS:
        return False
    return int(span[1]) <= int(number) <= int(span[2])


def in_range_of_codes(code: str, text: str) -> bool:
    """Tell whether a text speaks of a range of codes in which one lies: `A1 to A5`, `A1–A5`."""
    runs = runs_of(code)
    if len(runs) != 2 or not runs[0].isalpha() or not runs[1].isdigit() or len(runs[1]) > _DIGITS:
        return False
    letters = re.escape(runs[0])
    found = re.finditer(
        rf"\b{letters}[- ]?([0-9]{{1,9}})\s*(?:to|through|thru|bis|until|à|al?|do|до|tot|至|から|～|[-–—])\s*(?:{letters}[- ]?)?([0-9]{{1,9}})\b",
        text,
        re.IGNORECASE,
    )
    return any(int(match[1]) <= int(runs[1]) <= int(match[2]) for match in found)


def _key(number: str) -> tuple[int, ...]:
    return tuple(int(part) for part in _plain(number).split("."))


_LONG, _NEAR, _SIGN, _DIGITS = 5, 6, 6, 9
_SPAN = lazy(r"([0-9]{1,9})[-–]([0-9]{1,9})")
VERSION_WORDS = word_set(
    "version versions v release releases firmware versión versão versione wersja wersji wersję wersją sürüm sürümü sürümünde версия версии версию versie versioni"
)
_NUMBERING = word_set(
    "room order invoice ticket case flight train bus line route gate port error code fault section article paragraph page"
    " chapter clause number no law bill form model part item lot batch claim contract policy docket file"
)
SECTION = "§"
SECTION_WORDS = word_set(
    "section sections sec paragraph paragraf article articles art artikel artículo articolo artigo artykuł madde maddesi статья статьи clause par abschnitt"
)
SECTION_SIGN = lazy(r"§ ?$|(?<![a-z])art\. ?$", re.IGNORECASE)
_BETWEEN_AFTER = word_set("numaralı nolu lu lü lı sayılı")
_BETWEEN = word_set("no nr number num numero número numéro nummer № code id")
_LISTING = word_set("and or und oder et ou y o e i ve en")
_NO_HEAD = word_set(
    "about around over under than least most almost nearly within after before until till since by only up"
)
_PART = lazy(
    r" ?\(([0-9A-Za-z]{1,3})\)|,? (?:Abs\.?|Absatz|para\.?|alinéa|al\.|comma|ust\.|lid) ?([0-9]{1,3})\b"
)
_RUN = lazy(r"[^\W\d_]+|[0-9]+")
_VERSION = lazy(r"[0-9]{1,12}(?:\.[0-9]{1,6}){0,4}")
_SUFFIXED = lazy(r"[0-9]{1,6}[a-z]")
_THOUSANDS = lazy(r"[0-9]{1,3}(?:[.,][0-9]{3})+")
_YEAR = lazy(r"(?:1[5-9]|20)[0-9]{2}")
_DATE = lazy(r"(?:19|20)[0-9]{2}[-./][0-9]{2,4}(?:[-./][0-9]{2})?|[0-9]{1,2}[-./][0-9]{1,2}[-./][0-9]{2,4}")
_NO_CODE = lazy(
    r"[0-9]+(?:st|nd|rd|th|s|er|e|º|ª|x|h|am|pm)|[0-9:.,]+|[0-9]+(?:[.,][0-9]+)?(?:kg|g|mg|km|m|cm|mm|ml|l|kb|mb|gb|tb|kw|kwh|w|v|hz|khz|mhz|ghz|px|pt|k|s|ms|min|c|f)"
    r"|(?:19|20)[0-9]{2}[-./].*|[0-9]{1,2}[-./][0-9]{1,2}[-./][0-9]{2,4}|[0-9]+-[a-z]+|.*[a-z]{4,}.*-.*[a-z]{4,}.*"
)
_TO = lazy(r"\s*(?:-|–|—|to|bis|until|through|à|a|до)\s*(?=v?[0-9])", re.IGNORECASE)
_AND_UP = lazy(
    r"\s*(?:\+|(?:and|or|und|oder|et|ou|y|o) (?:later|newer|above|higher|up|höher|neuer|später|plus|posterior)|onwards?|ff)"
)
_AND_DOWN = lazy(r"\s*(?:(?:and|or|und|oder) (?:earlier|older|below|lower|älter|niedriger))")
_FROM = lazy(r"(?:since|from|starting with|≥|>=|seit|ab|depuis|desde)\s*(?:version |v)?$")
_UP_TO = lazy(r"(?:up to|until|before|≤|<=|bis)\s*(?:version |v)?$")

"""Words that are spelled out of shape: letters set apart, digits for letters, breaks within words."""

from __future__ import annotations

import re
import unicodedata

from ctxgate.pattern import lazy
from ctxgate.text.views.language import WORDS, begins_a_word, parted
from ctxgate.text.views.trace import Reading, edited

_LETTERS = "A-Za-z\u00c0-\u024f\u0370-\u052f\u0590-\u06ff\u0900-\u0dff\u3041-\u30ff\u3400-\u9fff\uac00-\ud7a3"
_GAP = r"[ \t\r\n.\-_*|/+~\u00b7\u2022]"
_APART = lazy(rf"(?<![{_LETTERS}0-9])[{_LETTERS}](?:{_GAP}{{1,6}}[{_LETTERS}]){{4,400}}(?![{_LETTERS}0-9])")
_GAPS = lazy(rf"{_GAP}+")
_LEET = lazy(r"(?<![A-Za-z0-9@$])[A-Za-z]*+[0-9@$][A-Za-z0-9@$]{1,16}(?![A-Za-z0-9@$])")
_LEETED = lazy(r"[A-Za-z@$][0-9]{1,3}[A-Za-z@$]|[A-Za-z][@$][A-Za-z]|[0-9@$][A-Za-z]{2}")
_LEET_LETTERS = str.maketrans("01345789@$", "oieastbgas")
_ANY_ACCENT = lazy("[\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u017f]")
# From the beginning of a word, so that each is looked at once.
_ACCENTED = lazy(
    "(?<![A-Za-z])[A-Za-z]*+[\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u017f][A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u017f]*"
)
_PUNCTUATION = "\"'`.,;:!?()[]{}<>*_#-/"
_BROKEN = lazy(r"[A-Za-z]{1,12}-[ \t]*\r?\n[ \t]*[a-z]{1,12}(?![A-Za-z])")


def closed_up(reading: Reading) -> Reading:
    """Return the text with letters that were set apart put together again as words."""
    return edited(reading, _APART, _close)


def unleeted(reading: Reading) -> Reading:
    """Return the text with `1gn0r3` as `ignore`, where a known word comes out."""
    words = set(reading.text.lower().split())
    new = {word.translate(_LEET_LETTERS) for word in words if not word.isalpha()} - words
    # Without the search for words proper, which is dear: a good guess whether one will come out.
    if not any(len(word) > 3 and word.strip(_PUNCTUATION) in WORDS for word in new):
        return reading
    return edited(reading, _LEET, _unleet)


def unaccented(reading: Reading) -> Reading:
    """Return the text with `prevíous` as `previous`, where a known English word comes out."""
    return edited(reading, _ACCENTED, _unaccent) if _ANY_ACCENT.search(reading.text) else reading


def unbroken(reading: Reading) -> Reading:
    """Return the text with words put together that a hyphen parts at the end of a line, if they are known."""
    return edited(reading, _BROKEN, _join)


def _close(match: re.Match[str]) -> str:
    run = match[0]
    gaps = _GAPS.findall(run)
    letters = "".join(_GAPS.split(run))
    few = len(gaps) < (12 if letters.isascii() else 6)
    if few and not begins_a_word(letters.lower()):
        return run
    # The gap within words is the most frequent one; a longer one, or a space among dashes, parts words.
    counts: dict[str, int] = {}
    for gap in gaps:
        counts[gap] = counts.get(gap, 0) + 1
    within = max(counts, key=lambda gap: (counts[gap], -len(gap)))
    words: list[list[str]] = [[run[0]]]
    for gap, letter in zip(gaps, _GAPS.split(run)[1:], strict=True):
        if gap != within and (len(gap) > len(within) or (gap.isspace() and not within.isspace())):
            words.append([])
        words[-1].append(letter)
    text = " ".join(parted("".join(word)) for word in words)
    known = any(len(word) > 3 and word in WORDS for word in text.lower().split())
    return run if few and not known else text


def _unleet(match: re.Match[str]) -> str:
    word = match[0]
    if len(word) > 16 or not _LEETED.search(word):
        return word
    plain = word.lower().translate(_LEET_LETTERS)
    return plain if plain in WORDS else word


def _unaccent(match: re.Match[str]) -> str:
    word = match[0]
    plain = "".join(unicodedata.normalize("NFD", c)[0] for c in word) if 6 <= len(word) <= 16 else ""
    return plain if plain.lower() in WORDS else word


def _join(match: re.Match[str]) -> str:
    parts = match[0].split("-")
    word = parts[0] + parts[1].strip()
    return word if len(word) > 3 and word.lower() in WORDS else match[0]

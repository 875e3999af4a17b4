"""Words that are spelled out of shape: letters set apart, digits for letters, breaks within words."""

from __future__ import annotations

import re
from functools import lru_cache

from ctxgate.pattern import lazy
from ctxgate.text.views.characters import normalize
from ctxgate.text.views.language import WORDS, begins_a_word, parted
from ctxgate.text.views.trace import Reading, edited, without
from ctxgate.text.words import word_set

_LETTERS = (
    "A-Za-z\u00c0-\u024f\u0370-\u052f\u0590-\u06ff\u0900-\u0dff\u1e00-\u1eff\u3041-\u30ff\u3400-\u9fff"
    "\uac00-\ud7a3"
)
_GAP = r"[ \t\r\n.\-_*|/+~,;:'^!?\u00b7\u2022\u2027\u2013\u2014\u2026\u2219\u22c5\u30fb]"
_OF_LISTS = lazy("[,;:'^!?]")
_APART = lazy(rf"(?<![{_LETTERS}0-9])[{_LETTERS}](?:{_GAP}{{1,6}}[{_LETTERS}]){{4,400}}(?![{_LETTERS}0-9])")
_END_OF_WORD = lazy(r"(?<![A-Za-z])[A-Za-z]{1,12}\Z")
_GAPS = lazy(rf"{_GAP}+")
_LEET = lazy(r"(?<![A-Za-z0-9@$])[A-Za-z]*+[0-9@$][A-Za-z0-9@$]{1,16}(?![A-Za-z0-9@$])")
_LEETED = lazy(r"[A-Za-z@$][0-9]{1,3}[A-Za-z@$]|[A-Za-z][@$][A-Za-z]|[0-9@$][A-Za-z]{2}")
_LEET_LETTERS = str.maketrans("01345789@$", "oieastbgas")
_LATIN = "\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u1e00-\u1eff"
# Letters with strokes and hooks have no decomposition.
_STROKED = dict(
    zip(
        "ØøĐđĦħıŁłŦŧƀƁƇƈƊƒƙƚƗɨƟƥƭƮƴƵƶǤǥȡȥȴȵȶȷȺȼȿɀɃɄɆɇɉɋɍɏɓɖɗɠɦɫɭɱɲɳɵɽʂʈʉʋʐʑ",
        "OoddhhillttbBccDfkliiopttyzzggdzlntjacszBUeejqrybddghllmnnorstuvzz",
        strict=True,
    )
)
_STROKES = "".join(_STROKED)
_ACCENTS = "\u0300-\u036f"
_ANY_ACCENT = lazy(f"[{_LATIN}{_STROKES}{_ACCENTS}]")
# From the beginning of a word, so that each is looked at once.
_ACCENTED = lazy(
    rf"(?<![A-Za-z])[A-Za-z]*+[{_LATIN}{_STROKES}{_ACCENTS}][A-Za-z{_LATIN}{_STROKES}{_ACCENTS}]*"
)
_PUNCTUATION = "\"'`.,;:!?()[]{}<>*_#-/"
_BROKEN = lazy(r"-[ \t]*\r?\n[ \t]*([a-z]{1,12})(?![A-Za-z])")
_TORN = lazy(r"\n([a-z]{2,12})(?![A-Za-z])")
_JOINED = lazy(r"(?<![A-Za-z_])[A-Za-z_]{20,}")
_HUMPS = lazy(r"[A-Z]?[a-z]+|[A-Z]+")
_MAX_JOINED = 4000
_TOLD_APART = 3
_COMMANDS = word_set(
    "ignore ignored disregard forget override bypass previous previously prior preceding foregoing instruction"
    " instructions guideline guidelines prompt prompts reveal password passwords secret secrets credentials"
)


def closed_up(reading: Reading) -> Reading:
    """Return the text with letters that were set apart put together again as words."""
    return edited(reading, _APART, _close)


def unleeted(reading: Reading) -> Reading:
    """Return the text with `1gn0r3` as `ignore`, where a known word comes out."""
    words = set(reading.text.lower().split())
    new = {word.translate(_LEET_LETTERS) for word in words if not word.isalpha()} - words
    # Without the search for words proper, which is dear: a good guess whether one will come out.
    if not any(
        len(word) > 3 and ((bare := word.strip(_PUNCTUATION)) in WORDS or bare[::-1] in WORDS) for word in new
    ):
        return reading
    return edited(reading, _LEET, _unleet)


def unaccented(reading: Reading) -> Reading:
    """Return the text with `prevíous` as `previous`, where a known English word comes out.

    Where different ones do, the short and the unknown words of the text were dressed up too.
    """
    if not _ANY_ACCENT.search(reading.text):
        return reading
    known = {
        plain
        for match in _ACCENTED.finditer(reading.text)
        if (plain := _bare(match[0]).lower()) in _long_words()
    }
    if not known:
        return reading
    return edited(
        reading, _ACCENTED, _unaccent if len(known) < _DRESSED_UP else lambda match: _bare(match[0])
    )


def spaced(reading: Reading) -> Reading:
    """Return the text with the spaces put back into `ignoreAllPreviousInstructions`, and other such orders."""
    return edited(reading, _JOINED, _space_out)


def unbroken(reading: Reading) -> Reading:
    """Return the text with known words put together that the end of a line parts, with a hyphen or without."""
    text = reading.text
    spans = []
    for match in _TORN.finditer(text):
        end = match.start() - (text[match.start() - 1 : match.start()] == "\r")
        if text[end - 1 : end].isalpha() and _is_torn(_word_before(text, end), match[1]):
            spans.append((end, match.start(1)))
    if "-\n" in text or "-\r\n" in text:
        for match in _BROKEN.finditer(text):
            begun = _word_before(text, match.start())
            word = begun + match[1]
            if begun and len(word) > 3 and word.lower() in WORDS:
                spans.append((match.start(), match.start(1)))
        spans.sort()
    return without(reading, spans) if spans else reading


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
    # Where gaps tell the words, they need not be guessed.
    text = " ".join("".join(word) if len(words) > _TOLD_APART else parted("".join(word)) for word in words)
    known = any(len(word) > 3 and word in WORDS for word in text.lower().split())
    # Commas and the like part the letters of lists, too.
    return run if (few or _OF_LISTS.search(run)) and not known else text


def _unleet(match: re.Match[str]) -> str:
    word = match[0]
    if len(word) > 16 or not _LEETED.search(word):
        return word
    plain = word.lower().translate(_LEET_LETTERS)
    # A text that stands backwards is turned around once its words are plain.
    return plain if plain in WORDS or (len(plain) > 4 and plain[::-1] in WORDS) else word


def _unaccent(match: re.Match[str]) -> str:
    plain = _bare(match[0])
    return plain if plain.lower() in _long_words() else match[0]


_DRESSED_UP = 2
_SENTENCE = 5


@lru_cache(maxsize=1)
def _long_words() -> frozenset[str]:
    long = [word for word in WORDS if len(word) > 5]
    return frozenset([*long, *(word[::-1] for word in long)])


@lru_cache(maxsize=4096)
def _bare(word: str) -> str:
    """Return a word without its accents; what is too long for a word as it is."""
    if len(word) > 64:
        return word
    return "".join(
        _STROKED.get(c) or ("" if "\u0300" <= c <= "\u036f" else normalize("NFD", c)[0]) for c in word
    )


def _word_before(text: str, end: int) -> str:
    begun = _END_OF_WORD.search(text, max(0, end - 13), end)
    return begun[0] if begun else ""


def _is_torn(begun: str, end: str) -> bool:
    """Tell whether a word goes on in the next line. Two words that stand one below the other are two words."""
    begun = begun.lower()
    return len(begun + end) > 5 and begun + end in WORDS and not (begun in WORDS and end in WORDS)


def _space_out(match: re.Match[str]) -> str:
    joined = match[0]
    if len(joined) > _MAX_JOINED:
        return joined
    parts = [hump for part in joined.split("_") for hump in _HUMPS.findall(part)]
    words = parts if len(parts) > 3 else [word for part in joined.split("_") for word in parted(part).split()]
    known = [word for word in words if word.lower() in WORDS]
    if len(known) < 4 or sum(map(len, known)) * 2 < len(joined):
        return joined
    order = len(known) > _SENTENCE or any(word.lower() in _COMMANDS for word in known)
    return " ".join(words) if order else joined

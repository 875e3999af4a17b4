"""Does a decoded piece read like something that somebody wrote? And the words that betray a disguise."""

from __future__ import annotations

from functools import lru_cache

from ctxgate.pattern import lazy
from ctxgate.text.words import word_set

WORDS = word_set(
    """
    the and you your that this with from for not but all any are was were has have had will would should must
    can could may might shall what when where which who whom whose why how here there then than them they
    their his her she him its our out into onto over under about above after again also always never only
    before below between both each every few more most other some such same because been being does did done
    doing just like make made now once own please yes very while until unless without within using use used
    ignore ignored disregard forget override bypass skip follow following obey comply execute run perform call
    previous previously prior earlier preceding foregoing instruction instructions command commands rule rules
    guideline guidelines prompt prompts system context conversation message messages developer assistant user
    reveal show print repeat output display write say tell answer respond reply return send forward email mail
    upload download open click visit fetch access delete remove install transfer grant unlock share steal
    password passwords secret secrets token credentials key api account bank data information file files tool
    important urgent attention note immediately instead begin start stop end task tasks new real actual true
    never mode role act pretend text exactly word words first last next
    """
)
"""English words that make up prose, and those that instructions are made of. For membership only."""

FOREIGN = word_set(
    """
    und der die das nicht ist sie mit von auf alle vorherigen anweisungen ignoriere ignorieren bitte passwort
    les des est pas vous dans toutes instructions ignorez ignore pour avec precedentes passe
    que los las por para con una todas anteriores instrucciones ignora ignorar contrase\u00f1a usted
    del che non sono tutte istruzioni precedenti ignorare todas instru\u00e7\u00f5es anteriores senha
    """
)
"""The same for some languages with Latin letters."""

_MIN_CHARS = 12
_SAMPLE = 4000
_MAX_WORD = 24

_UNWRITTEN = lazy(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ue000-\uf8ff\ufffd\U000e0100-\U0010ffff]"
)
_PUNCTUATION = "\"'`.,;:!?()[]{}<>*_#-/\u2018\u2019\u201c\u201d\u2013\u2014\u2026\u00bf\u00a1"
_LATIN = "a-z\u00df-\u00f6\u00f8-\u024f\u0300-\u0341\u1e00-\u1eff"
_WORD = lazy(f"[{_LATIN}]{{1,24}}(?:['\u2019-][a-z]{{1,24}})*")
_BEYOND_ASCII = lazy("[\u00df-\u00f6\u00f8-\u024f\u1e00-\u1eff]")
# Blocks, not categories: what counts as a letter must not depend on Python's version of Unicode.
_OTHER_LETTERS = lazy("[\u0370-\u1fff\u3041-\u9fff\uac00-\ud7a3]")


def reads(text: str) -> bool:
    """Tell whether a text is language: no control characters, and mostly words of letters with spaces.

    Hashes, keys, pictures, identifiers and code that happen to decode are none. A long text is asked piece by
    piece, for what comes first may be junk. A few stray control characters do not make it another thing.
    """
    return any(_reads(text[start : start + _SAMPLE]) for start in range(0, len(text), _SAMPLE))


def _reads(sample: str) -> bool:
    if len(sample) < _MIN_CHARS // 2:
        return False
    if _UNWRITTEN.search(sample):
        before = len(sample)
        sample = _UNWRITTEN.sub("", sample)
        if (before - len(sample)) * 20 > before:
            return False
    other = 0 if sample.isascii() else len(_OTHER_LETTERS.findall(sample))
    if other * 2 >= len(sample):
        return True
    words = [word.strip(_PUNCTUATION) for word in sample.lower().split()]
    if len(sample) < _MIN_CHARS or len(words) < 3:
        return False
    known = sum(1 for word in words if word in WORDS or word in FOREIGN)
    if known >= 4 and known * 5 >= len(words):
        return True
    # Letters beyond ASCII come out of UTF-8 alone, and never by chance.
    if len(sample) > 13 * len(words) or (not known and not _BEYOND_ASCII.search(sample.lower())):
        return False
    return sum(1 for word in words if _WORD.fullmatch(word)) * 10 >= len(words) * 6


def begins_a_word(folded: str) -> bool:
    """Tell whether the first four letters of a known word stand in the letters. Cheap, and mostly not so."""
    beginnings = _beginnings()
    return any(folded[i : i + 4] in beginnings for i in range(len(folded) - 3))


@lru_cache(maxsize=1)
def _beginnings() -> frozenset[str]:
    return frozenset(word[:4] for word in WORDS if len(word) > 3)


def parted(letters: str) -> str:
    """Put the spaces back between known words that were written without any, the longest word first.

    What lies between known words stays as it is. A text that holds no known word of four letters comes
    back unchanged, since short words stand in everything.
    """
    folded = letters.lower()
    out: list[str] = []
    place = rest = 0
    known = False
    lengths = _lengths_by_beginning()
    while place < len(folded):
        for length in lengths.get(folded[place : place + 3], ()):
            if folded[place : place + length] in WORDS and (length > 3 or rest == place):
                if rest < place:
                    out.append(letters[rest:place])
                out.append(letters[place : place + length])
                known = known or length > 3
                place += length
                rest = place
                break
        else:
            place += 1
    if rest < len(letters):
        out.append(letters[rest:])
    return " ".join(out) if known else letters


@lru_cache(maxsize=1)
def _lengths_by_beginning() -> dict[str, tuple[int, ...]]:
    """Give the lengths of the known words that begin with three given letters, the longest first."""
    lengths: dict[str, set[int]] = {}
    for word in WORDS:
        lengths.setdefault(word[:3], set()).add(len(word))
    return {beginning: tuple(sorted(known, reverse=True)) for beginning, known in lengths.items()}

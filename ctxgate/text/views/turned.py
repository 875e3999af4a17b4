"""Text that is written backwards or shifted by thirteen letters.

Both keep their length, so a text is turned as a whole and the units of it are kept that turn into
English. What betrays them are common words in their disguise (`gur`, `eht`) that are no words themselves.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from ctxgate.pattern import lazy
from ctxgate.text.views.language import WORDS
from ctxgate.text.views.trace import Reading, edited, gathered, mirrored
from ctxgate.text.words import fold, word_set

_ROT13 = str.maketrans(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
    "NOPQRSTUVWXYZABCDEFGHIJKLMnopqrstuvwxyzabcdefghijklm",
)
_WORDS_THEMSELVES = word_set(
    "ner fur han jul nun dna era sad led red sed did sol tim won nur pots loot nov saw ton tub sti yam liam now on"
    " spit net lob pins pals star part keels draw drawer deliver deer liar lived evil emit peek guns pans ah"
)
TORN = word_set(
    "ignore disregard forget override bypass reveal previous previously preceding foregoing instruction instructions"
    " guideline guidelines prompts password passwords secrets credentials"
)
"""Words of orders that may be torn apart by the end of a line, or written with each letter twice."""
_BESIDE = ("all", "the", "and", "you", "your", "this", "not", "system", "prompt", "send", "rules")
_PIECES_THEMSELVES = word_set(
    "ore nor pre prom for get over ride pass sword swords guide lines line sec red its rev pro ass going ins ion"
    " ions ide forge fore als cred guid ord pas inst instr"
)
_WORD = lazy(r"[a-z]{3,20}")
_PAIRED = lazy(r"(?i)(?<![a-z])(?:([a-z])\1){2,20}(?![a-z])")
_UNIT = lazy(r"[^\n.!?]+[\n.!?]*|[\n.!?]+")
_TAIL = 40
MIN_BETRAYED = 2
"""Different disguised words that a text must hold before it is turned."""


@lru_cache(maxsize=1)
def _disguised() -> tuple[frozenset[str], frozenset[str]]:
    """The words as they look in ROT13 and backwards, without those that are words then as well."""
    plain = WORDS | _WORDS_THEMSELVES
    shifted = frozenset(word.translate(_ROT13) for word in WORDS) - plain
    backward = frozenset(word[::-1] for word in WORDS) - plain
    return shifted, backward


@lru_cache(maxsize=1)
def _suspects() -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
    """Words in a disguise that changes all letters, pieces of torn words, and both together."""
    shifted, backward = _disguised()
    turned = shifted | backward | frozenset(map(doubled, (*TORN, *_BESIDE)))
    torn = frozenset(
        piece
        for word in TORN
        for i in range(1, len(word))
        for piece in (word[:i], word[i:])
        if len(piece) > 2
    )
    torn -= WORDS | _PIECES_THEMSELVES
    return turned, torn, turned | torn


def suspected(words: Iterable[str]) -> tuple[bool, bool]:
    """Tell whether a text's lower-case words hold disguised ones, and pieces of words that were torn apart."""
    turned, torn, either = _suspects()
    found = either.intersection(words)
    if not found:
        return False, False
    return len(turned & found) >= MIN_BETRAYED, not torn.isdisjoint(found)


def doubled(word: str) -> str:
    """Return a word with each letter twice."""
    return "".join(letter * 2 for letter in word)


def undoubled(reading: Reading) -> Reading:
    """Return the text with `aallll` as `all` where every letter of a word stands twice, in two words or more."""
    return edited(reading, _PAIRED, lambda match: match[0][::2]) if _PAIRED.search(reading.text) else reading


def shifted(reading: Reading) -> Reading | None:
    """Return the parts of a text that are in ROT13, as they read then, or None."""
    if _distinct(reading.text, _disguised()[0]) < MIN_BETRAYED:
        return None
    return _parts(Reading(reading.text.translate(_ROT13), reading.back), reading.text, 0)


def backwards(reading: Reading) -> tuple[Reading | None, Reading | None]:
    """Return the parts of a text that stand backwards: read from the end, and read word by word."""
    if _distinct(reading.text, _disguised()[1]) < MIN_BETRAYED:
        return None, None
    text = reading.text
    from_end = _parts(Reading(text[::-1], mirrored(reading.back, len(text))), text[::-1], 1)
    by_word = _parts(edited(reading, _LETTERS, lambda match: match[0][::-1]), text, 1, turned=False)
    return from_end, by_word


_LETTERS = lazy(r"[A-Za-z]+")


def _distinct(text: str, words: frozenset[str]) -> int:
    return len(words.intersection(_WORD.findall(text.lower())))


def _parts(new: Reading, old: str, which: int, *, turned: bool = True) -> Reading | None:
    """Keep the units of a turned text that hold more disguised words than ordinary ones.

    `old` is the text before, in the order of the new one. A short unit with neither goes with the one before it.
    """
    disguised = _disguised()[which]
    step = -1 if which and turned else 1
    told = [
        (match.start(), word in disguised, word in WORDS)
        for match in _WORD.finditer(fold(old))
        if (word := match[0][::step]) in disguised or word in WORDS
    ]
    told.append((len(old), False, False))
    spans: list[list[int]] = []
    going = False
    i = 0
    for match in _UNIT.finditer(old):
        start, end = match.span()
        if told[i][0] < end:
            betrayed = ordinary = 0
            while told[i][0] < end:
                betrayed += told[i][1]
                ordinary += told[i][2]
                i += 1
            going = (
                betrayed > ordinary
                or betrayed > MIN_BETRAYED
                or (going and not ordinary and end - start <= _TAIL)
            )
        if going:
            if spans and spans[-1][1] == start:
                spans[-1][1] = end
            else:
                spans.append([start, end])
    return gathered(new, [(start, end) for start, end in spans]) if spans else None


def rot13(text: str) -> str:
    """Return a text shifted by thirteen letters."""
    return text.translate(_ROT13)

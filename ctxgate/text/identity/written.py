"""The words of a text as it is written: with their stems, their places, and where sentences begin."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ctxgate.pattern import lazy
from ctxgate.text.common import GRAMMAR, information
from ctxgate.text.terms import term
from ctxgate.text.words import fold

MAX_SENTENCE = 40
"""Words of a sentence that are looked at on either side of one of them."""


class Word(NamedTuple):
    """One word of a text: as it is written, folded, its stem, and its place. `opens` says that a sentence begins with it."""

    written: str
    folded: str
    stem: str
    start: int
    end: int
    opens: bool


def read_words(text: str) -> tuple[Word, ...]:
    """Return the words of a text, in order. Linear in it."""
    folded = fold(text)
    found = []
    for match in _WORD.finditer(folded):
        start, end = match.span()
        tail = _WORDED.search(folded, start, end)
        if tail is not None:
            end = tail.start()  # `LSD1-positive` is about LSD1
        part = folded[start:end]
        found.append(Word(text[start:end], part, term(part), start, end, _opens(text, start)))
    return tuple(found)


def sentence(words: Sequence[Word], first: int, last: int) -> tuple[int, int]:
    """Return the sentence around words [first, last) as [begin, end): at most MAX_SENTENCE words to either side."""
    begin, end = first, last
    while begin > 0 and not words[begin].opens and first - begin < MAX_SENTENCE:
        begin -= 1
    while end < len(words) and not words[end].opens and end - last < MAX_SENTENCE:
        end += 1
    return begin, end


def side(words: Sequence[Word], n: int) -> Word | None:
    """Return the word at a place, None beyond either end."""
    return words[n] if 0 <= n < len(words) else None


def same(one: Word, other: Word) -> bool:
    """Tell whether two words are forms of one, or, of words that carry no subject, the same one."""
    if not one.stem or not other.stem:
        return one.folded == other.folded
    return one.stem == other.stem


def is_content(word: Word) -> bool:
    """Tell whether a word carries a meaning of its own."""
    return bool(word.stem) and len(word.folded) > 1 and information(word.stem) > GRAMMAR


def is_rare(word: Word) -> bool:
    """Tell whether a word may be a name for all that is known of it: no common word of English."""
    return bool(word.stem) and len(word.folded) >= _RARE_LETTERS and information(word.stem) == 1


def _opens(text: str, start: int) -> bool:
    if start > 1 and text[start - 1] == " " and text[start - 2].isalnum():
        return False  # what most words are
    before = text[max(0, start - 6) : start]
    bare = before.rstrip(" \t\"'“”‘’(*_`>#-•")
    return not bare or bare[-1] in ".!?:;\n。！？"


def beside(words: Sequence[Word], first: int, last: int) -> set[tuple[str, str]]:
    """Return the words right beside words [first, last), with their side: those that carry a meaning, or the next one before."""
    found = set()
    if first and not words[first].opens:
        if is_content(words[first - 1]):
            found.add(("before", words[first - 1].stem))
        elif first > 1 and not words[first - 1].opens and is_content(words[first - 2]):
            found.add(("before " + words[first - 1].folded, words[first - 2].stem))
    if last < len(words) and not words[last].opens and is_content(words[last]):
        found.add(("behind", words[last].stem))
    return found


def neighbours(words: Sequence[Word], first: int, last: int, most: int) -> set[str]:
    """Return the stems of the nearest words that carry a meaning, on either side of words [first, last), within the sentence."""
    found = set()
    k, left = first - 1, most
    while k >= 0 and left and not words[k + 1].opens and first - k <= _REACH + most:
        if is_content(words[k]):
            found.add(words[k].stem)
            left -= 1
        k -= 1
    k, left = last, most
    while k < len(words) and left and not words[k].opens and k - last < _REACH + most:
        if is_content(words[k]):
            found.add(words[k].stem)
            left -= 1
        k += 1
    return found


_MARK = lazy("[\u0300-\u036f]")
_RARE_LETTERS = 5
_REACH = 2
_CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u3005"
_WORDED = lazy(r"(?<=[0-9])-[a-zà-ÿ]{4,}$")
_WORD = lazy(rf"[{_CJK}]+|[^\W_{_CJK}]+(?:[-‐‑./:_,][^\W_{_CJK}]+)*")
SIGNS = lazy(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")

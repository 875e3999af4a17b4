"""A text as its sequence of terms: stems in order, by which a query is found again in a chunk."""

from __future__ import annotations

from itertools import pairwise

from ctxgate.pattern import lazy
from ctxgate.text import common, unspaced
from ctxgate.text.stemming import english_stem
from ctxgate.text.unspaced import UNSPACED
from ctxgate.text.words import MAX_WORD, STOP_WORDS, tokens

STOP = ""
"""What stands in the sequence for a word that carries no subject."""

MAX_KNOWN = 1 << 16
"""Words whose stems are kept."""


class _Stems(dict[str, str]):
    """The stems of the words seen so far; begun anew when there are too many."""

    def __missing__(self, word: str) -> str:
        if len(self) >= MAX_KNOWN:
            self.clear()
        stem = self[word] = STOP if word in STOP_WORDS else english_stem(word)
        return stem


_STEMS = _Stems()
_stem_of = _STEMS.__getitem__


def words(folded: str) -> list[str]:
    """Return the words of a folded text as they are written, in order; scripts without spaces as pairs."""
    if folded.isascii() or not UNSPACED.search(folded):
        return tokens(folded)
    found: list[str] = []
    for match in _PIECE.finditer(folded):
        found += unspaced.pairs(match[0]) if UNSPACED.match(match[0]) else tokens(match[0])
    return found


_PIECE = lazy(rf"[{unspaced.RANGES}]+|[^{unspaced.RANGES}]+")


def terms(written: list[str]) -> list[str]:
    """Return the terms of `words`, one for each; STOP for a stop word."""
    return list(map(_stem_of, written))


def term(word: str) -> str:
    """Return the term of one folded word."""
    return _stem_of(word)


def information(term: str) -> float:
    """Return how much a term says by itself, above 0 and at most 1."""
    if not term.isascii() and UNSPACED.match(term):
        return unspaced.information(term)
    return common.information(term)


def compounds(folded: str) -> list[str]:
    """Return the hyphenated words of a folded text written as one: `time-out` as `timeout`."""
    plain = folded
    if not folded.isascii():
        for hyphen in _HYPHENS:
            plain = plain.replace(hyphen, "-")
    if "-" not in plain:
        return []
    found = []
    for left, right in pairwise(plain.split("-")):
        if left[-1:].isalpha() and right[:1].isalpha():
            one, other = _LAST.search(left[-MAX_WORD:]), _FIRST.match(right)
            if one and other:
                found.append(one[0] + other[0])
    return found


_HYPHENS = "\u2010\u2011\u00ad"
_LAST = lazy(r"[^\W_]+\Z")
_FIRST = lazy(rf"[^\W_]{{1,{MAX_WORD}}}")


def place(folded: str, word: str) -> tuple[int, int] | None:
    """Return the span of the first place where a word of `words` stands in the folded text by itself."""
    alone = word.isascii() or not UNSPACED.match(word)
    start = folded.find(word)
    while start >= 0:
        end = start + len(word)
        if not alone or not (folded[start - 1 : start].isalnum() or folded[end : end + 1].isalnum()):
            return start, end
        start = folded.find(word, start + 1)
    return None

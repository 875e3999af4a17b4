"""Text to index terms: lower case, cut at what is no letter or digit, no stop words, English stems.

A letter and the mark on it are one character or two, as a keyboard has it; both are the same word (Unicode's
normalization form C). What is retrieved keeps its characters.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from ctxgate.retrieve.composed import composed
from ctxgate.text.stemming import english_stem
from ctxgate.text.words import STOP_WORDS, fold, tokens

MAX_KEPT = 1 << 18
"""Words whose stems are kept."""

Analysis = Callable[[str], list[str]]
"""Turns a text into its terms, in order, each as often as it occurs."""


def terms(text: str) -> list[str]:
    """Return the index terms of a text, in order, each as often as it occurs."""
    stems = _STEMS
    if len(stems) > MAX_KEPT:
        stems.clear()
    return [stem for word in tokens(fold(composed(text))) if (stem := stems[word])]


def counts(text: str, analysis: Analysis = terms) -> Counter[str]:
    """Return how often each term occurs in a text, in order of first appearance."""
    return Counter(analysis(text))


class _Stems(dict[str, str]):
    """Word to stem, filled as it is asked; an empty stem for a stop word."""

    def __missing__(self, word: str) -> str:
        stem = "" if word in STOP_WORDS else english_stem(word)
        self[word] = stem
        return stem


_STEMS = _Stems()

"""Text to index terms: lower case, cut at what is no letter or digit, no stop words, English stems.

The stems are those of the Snowball project's English stemmer (M. F. Porter, "Snowball: a language for
stemming algorithms", 2001; https://snowballstem.org/algorithms/english/stemmer.html), from PyStemmer,
held to one minor version: another one may stem some words otherwise.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache, lru_cache

from ctxgate.text.words import STOP_WORDS, fold, tokens

Analysis = Callable[[str], list[str]]
"""Turns a text into its terms, in order, each as often as it occurs."""


def terms(text: str) -> list[str]:
    """Return the index terms of a text, in order, each as often as it occurs."""
    stem = _stem
    return [stem(word) for word in tokens(fold(text)) if word not in STOP_WORDS]


def counts(text: str, analysis: Analysis = terms) -> Counter[str]:
    """Return how often each term occurs in a text, in order of first appearance."""
    return Counter(analysis(text))


@lru_cache(maxsize=1 << 17)
def _stem(word: str) -> str:
    return _stemmer()(word)


@cache
def _stemmer() -> Callable[[str], str]:
    # Imported here, since only retrieval has a use for it.
    import Stemmer  # noqa: PLC0415

    stemmer = Stemmer.Stemmer("english", 0)  # 0: the cache is ours
    stem: Callable[[str], str] = stemmer.stemWord
    return stem

"""Text to index terms: lower case, cut at what is no letter or digit, no stop words, English stems.

A letter and the mark on it are one character or two, as a keyboard has it, and many people type neither: `cafe` is
the same word as `café`. A name such as `maxRetries` is found by itself and by its words. Scripts without spaces are
cut into pairs of signs. What is retrieved keeps its characters.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from ctxgate.pattern import lazy
from ctxgate.retrieve.composed import composed, without_accents
from ctxgate.text.terms import STOP
from ctxgate.text.terms import terms as terms_of
from ctxgate.text.terms import words as words_of
from ctxgate.text.words import STOP_WORDS, fold

Analysis = Callable[[str], list[str]]
"""Turns a text into its terms, each as often as it occurs."""


def terms(text: str) -> list[str]:
    """Return the index terms of a text, each as often as it occurs: in order, then the words of `camelCase` names."""
    folded = fold(composed(text))
    found = words_of(folded)
    if not folded.isascii():
        found = [word if word.isascii() else _as_typed(word) for word in found]
    found += _words_of_names(text)
    return [term for term in terms_of(found) if term != STOP]


def counts(text: str, analysis: Analysis = terms) -> Counter[str]:
    """Return how often each term occurs in a text, in order of first appearance."""
    return Counter(analysis(text))


def _as_typed(word: str) -> str:
    plain = without_accents(word)
    return word if plain in STOP_WORDS else plain  # `thé` is no article


def _words_of_names(text: str) -> list[str]:
    found: list[str] = []
    end = 0
    for hump in _HUMP.finditer(text):
        start = hump.start()
        if start < end:
            continue
        while start and text[start - 1].isalnum():
            start -= 1
        end = hump.end()
        while end < len(text) and text[end].isalnum():
            end += 1
        parts = _PART.findall(text[start:end])
        # An abbreviation such as `mRNA` or `HDACs` is one word.
        if sum(len(part) > 2 for part in parts) > 1 or any(_SPELT.match(part) for part in parts[1:]):
            found += [part.lower() for part in parts]
    return found


# Looked for from its capital letter on, which few words have: that is several times as fast.
_HUMP = lazy(r"[A-Z](?<=[a-z0-9][A-Z])")
_PART = lazy(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
_SPELT = lazy(r"[A-Z][a-z]{2}")

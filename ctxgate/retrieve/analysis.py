"""Text to index terms: lower case, cut at what is no letter or digit, no stop words, English stems.

A letter and the mark on it are one character or two, as a keyboard has it; both are the same word (Unicode's
normalization form C). What is retrieved keeps its characters.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from ctxgate.retrieve.composed import composed
from ctxgate.text.terms import STOP
from ctxgate.text.terms import terms as terms_of
from ctxgate.text.words import fold, tokens

Analysis = Callable[[str], list[str]]
"""Turns a text into its terms, in order, each as often as it occurs."""


def terms(text: str) -> list[str]:
    """Return the index terms of a text, in order, each as often as it occurs."""
    return [term for term in terms_of(tokens(fold(composed(text)))) if term != STOP]


def counts(text: str, analysis: Analysis = terms) -> Counter[str]:
    """Return how often each term occurs in a text, in order of first appearance."""
    return Counter(analysis(text))

"""Words of a text: folded to one case, cut into tokens, freed of plural endings and of stop words."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from ctxgate.pattern import lazy

MAX_WORD = 64
"""Characters of the longest token. A longer run is cut into several, so that no cache holds a huge key."""


def word_set(words: str) -> frozenset[str]:
    """Return the words of a white-space separated list as a set, for membership only."""
    return frozenset(words.split())


STOP_WORDS = word_set(
    """
    a about above after again all also am an and any are as at be because been before being below between
    both but by can could d did do does doing don down during each either else ever few for from further get
    gets give given had has have having he her here hers him his how i if in into is it its itself just ll
    m may me might more most must my no nor not now of off on once one only or other our out over own please
    re s same shall she should show since so some such t tell than that the their them then there these they
    this those through to too under until up upon us very was we were what when where whether which while
    who whom whose why will with within would you your
    """
)
"""English words that carry no subject. Only ever asked for membership, never walked through."""

_PLAIN_WORD = lazy(rf"\w{{1,{MAX_WORD}}}")


def fold(text: str) -> str:
    """Return the text in lower case, character for character: offsets in it are offsets in `text`.

    `İ` is the one character whose lower case is longer than itself, so it becomes a plain `i`.
    """
    return text.replace("İ", "i").lower()


@lru_cache(maxsize=1 << 15)
def stem(word: str) -> str:
    """Return a folded word without its plural ending.

    Harman's S-stemmer (D. Harman, "How effective is suffixing?", JASIS 42(1), 1991), with one rule
    more: -es goes as a whole after a hissing sound, so that `boxes` meets `box` and `matches` `match`.
    """
    if len(word) < 4 or word[-1] != "s":
        return word
    if word.endswith("ies"):
        return word if word.endswith(("eies", "aies")) else word[:-3] + "y"
    if word.endswith(("sses", "xes", "ches", "shes", "zzes")):
        return word[:-2]
    if word.endswith("es"):
        return word if word.endswith(("aes", "ees", "oes")) else word[:-1]
    return word if word.endswith(("us", "ss")) else word[:-1]


def tokens(folded: str) -> list[str]:
    """Return the tokens of a folded text, in order: letters and digits. An underscore separates, as in snake_case."""
    # Blanking the underscores first lets the pattern be the plain word class, which is much faster.
    return _PLAIN_WORD.findall(folded.replace("_", " "))


def stems(folded: str) -> set[str]:
    """Return the stems that stand in a folded text. For membership only: a set has no order."""
    return {stem(word) for word in set(tokens(folded))}


def content_stems(folded: str) -> tuple[str, ...]:
    """Return the stems that carry a subject: no stop words, each once, in order of first appearance."""
    return tuple(dict.fromkeys(stem(word) for word in tokens(folded) if word not in STOP_WORDS))


@lru_cache(maxsize=1 << 12)
def bare(word: str) -> str:
    """Return a word without the marks on its letters: `cafe` for `café`."""
    return word if word.isascii() else _MARK.sub("", unicodedata.normalize("NFD", word))


_MARK = lazy("[\u0300-\u036f]")

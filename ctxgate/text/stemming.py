"""The English stemmer: `inhibits`, `inhibited` and `inhibiting` become one stem.

Porter2, as M. F. Porter describes it at https://snowballstem.org/algorithms/english/stemmer.html, from
PyStemmer, held to one minor version: another one may stem some words otherwise. A stem is for comparing, not
for reading: `happy` gives `happi`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from ctxgate.pattern import lazy

MAX_STEMMED = 32
"""Characters of the longest word that is stemmed; what is longer is a name, a hash or a run of code."""

_PLAIN = lazy(r"[a-z]+")


def english_stem(word: str) -> str:
    """Return the stem of a folded word; of a word that is not plain English letters, the word."""
    if len(word) < 3 or len(word) > MAX_STEMMED or not _PLAIN.fullmatch(word):
        return word
    return _stemmer()(word)


@cache
def _stemmer() -> Callable[[str], str]:
    import Stemmer  # noqa: PLC0415  a policy that looks for entities only needs none

    stem: Callable[[str], str] = Stemmer.Stemmer("english", 0).stemWord  # 0: callers keep what they asked
    return stem

"""Scripts without spaces between words: Chinese, Japanese, Thai, Lao, Khmer and Burmese, as pairs of signs.

Two neighbouring signs stand in for a word (J.-Y. Nie, J. Gao, J. Zhang, M. Zhou, "On the use of words and
n-grams for Chinese information retrieval", IRAL 2000). A sign is a character with the marks that sit on it.
Korean puts spaces between words and is left to the ordinary tokens.
"""

from __future__ import annotations

from itertools import pairwise

from ctxgate.pattern import lazy

RANGES = "\u0e01-\u0e3a\u0e40-\u0e4e\u0e80-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3041-\u3096\u30a1-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_MARKS = (
    "\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ecd\u102b-\u103e\u17b4-\u17d3\u3099\u309a"
)

UNSPACED = lazy(rf"[{RANGES}]+")
"""A run of characters of these scripts."""

_SIGN = lazy(rf".[{_MARKS}]*", 0)

_FUNCTION_SIGNS = frozenset(
    "的了是在有和与及或就都而也这那什么吗呢吧啊怎何哪谁几多少请被把让给从到对为于之其"
    "のをはがにでとてたしますかもらりれるいなさだこそあどくう"
)
"""Signs that carry grammar rather than a subject, in Chinese and Japanese."""

SAYS_LITTLE = 0.3
"""What a pair of such signs says, relative to any other."""


def pairs(run: str) -> list[str]:
    """Return the neighbouring pairs of signs in a run of such characters; a sign alone stands for itself."""
    signs = _SIGN.findall(run)
    if len(signs) < 2:
        return signs
    return [one + other for one, other in pairwise(signs)]


def information(pair: str) -> float:
    """Return how much a pair says by itself, above 0 and at most 1."""
    return SAYS_LITTLE if all(sign in _FUNCTION_SIGNS for sign in pair) else 1.0

"""How passages are ranked: the settings that a score depends on."""

from __future__ import annotations

import math

import msgspec

from ctxgate.errors import InputError

MAX_COVERAGE = 10.0
"""The largest coverage bonus."""


class Ranking(msgspec.Struct, frozen=True):
    """How passages are ranked.

    `k1` and `b` are BM25's. `coverage` is the bonus for a passage that has all of the query (0.25 adds a
    fourth to its score), in proportion for one that has a part; 0 is plain BM25. A term in a title or among
    the keywords counts `title` or `keywords` times. Raises InputError for values that make no formula.
    """

    k1: float = 1.2
    b: float = 0.75
    coverage: float = 0.0
    title: int = 2
    keywords: int = 2

    def __post_init__(self) -> None:
        if not (0 < self.k1 < math.inf and 0 <= self.b <= 1):
            raise InputError(f"k1 is {self.k1} and b is {self.b}: k1 is above 0, b from 0 to 1")
        if not 0 <= self.coverage <= MAX_COVERAGE:
            raise InputError(f"coverage is {self.coverage}: the bonus is 0 to {MAX_COVERAGE:g}")
        if min(self.title, self.keywords) < 0:
            raise InputError("a term counts 0 times or more in a title or among the keywords")


STANDARD = Ranking()
"""The ranking that is used where none is given."""

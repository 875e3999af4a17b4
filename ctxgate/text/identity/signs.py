"""Things that are named in signs of a script without spaces: Chinese and Japanese compounds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from ctxgate.pattern import lazy
from ctxgate.text.identity.passage import Passage
from ctxgate.text.identity.things import PARTICLES, Asked, Thing
from ctxgate.text.identity.written import SIGNS, Word, sentence

MOST_SIGNS = 12
"""Signs of the longest beginning of a compound."""

SHARE = 0.34
"""Share of the pairs of signs of a query that a sentence must have to be one of the same form."""


def other_signs(thing: Thing, asked: Asked, passage: Passage) -> tuple[int, int] | None:
    """Find the end of a compound of signs with another beginning: `山桜プラン` for `青空プラン`."""
    words, own = passage.words, thing.text
    for i, word in enumerate(words):
        tails = [own[cut:] for cut in range(1, min(len(own), MOST_SIGNS)) if own[cut:] in word.folded]
        if (
            tails
            and parallel_signs(asked, thing, words, i)
            and any(_is_other(word.folded, tail) for tail in tails)
        ):
            return i, i + 1
    return None


def _is_other(run: str, tail: str) -> bool:
    """Tell whether a run of signs has a compound that ends so, with a beginning of its own that is no word for all."""
    at = run.find(tail)
    while at >= 0:
        begin = at
        while begin > 0 and at - begin < MOST_SIGNS and run[begin - 1] not in PARTICLES:
            begin -= 1
        if begin < at and not _SIGNS_OF_ALL.search(run[max(0, begin - 6) : at]):
            return True
        at = run.find(tail, at + 1)
    return False


def parallel_signs(asked: Asked, thing: Thing, words: Sequence[Word], i: int) -> bool:
    """Tell whether the sentence around the word at `i` has enough of the other signs of the query."""
    begin, end = sentence(words, i, i + 1)
    pairs = _pairs_beside(asked.words, thing.text)
    said = frozenset(pair for word in words[begin:end] for pair in _pairs(word.folded))
    return not pairs or len(pairs & said) >= SHARE * len(pairs)


@lru_cache(maxsize=64)
def _pairs_beside(words: tuple[Word, ...], text: str) -> frozenset[str]:
    """Return the pairs of signs of a query without those of a thing, and without those of particles alone."""
    rest = "".join(word.folded for word in words if SIGNS.match(word.folded)).replace(text, " ")
    pairs = frozenset(_pairs(rest))
    return frozenset(
        pair for pair in pairs if " " not in pair and not (pair[0] in PARTICLES and pair[1] in PARTICLES)
    )


def _pairs(run: str) -> Iterator[str]:
    return map("".join, pairwise(run))


_SIGNS_OF_ALL = lazy("所有|全部|全ての?|すべて|あらゆる|每|各|どの|全[^国部]")

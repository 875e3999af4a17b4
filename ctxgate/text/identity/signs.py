"""Things that are named in signs of a script without spaces: Chinese and Japanese compounds."""

from __future__ import annotations

from collections.abc import Sequence

from ctxgate.pattern import lazy
from ctxgate.text.identity.passage import Passage
from ctxgate.text.identity.things import PARTICLES, Asked, Thing
from ctxgate.text.identity.written import SIGNS, Word, sentence

SHARE = 0.4
"""Share of the pairs of signs of a query that a sentence must have to be one of the same form."""


def other_signs(thing: Thing, asked: Asked, passage: Passage) -> tuple[int, int] | None:
    """Find the end of a compound of signs with another beginning: `山桜プラン` for `青空プラン`."""
    words = passage.words
    own = thing.text
    for cut in range(1, len(own)):
        tail = own[cut:]
        for i, word in enumerate(words):
            at = word.folded.find(tail)
            while at >= 0:
                begin = at
                while begin > 0 and word.folded[begin - 1] not in PARTICLES:
                    begin -= 1
                if (
                    begin < at
                    and not _SIGNS_OF_ALL.search(word.folded[max(0, begin - 2) : at])
                    and parallel_signs(asked, thing, words, i)
                ):
                    return i, i + 1
                at = word.folded.find(tail, at + 1)
    return None


def parallel_signs(asked: Asked, thing: Thing, words: Sequence[Word], i: int) -> bool:
    """Tell whether the sentence around the word at `i` has enough of the other signs of the query."""
    begin, end = sentence(words, i, i + 1)
    said = " ".join(word.folded for word in words[begin:end])
    rest = "".join(word.folded for word in asked.words if SIGNS.match(word.folded)).replace(thing.text, " ")
    pairs = {
        rest[k : k + 2]
        for k in range(len(rest) - 1)
        if " " not in rest[k : k + 2] and not set(rest[k : k + 2]) <= set(PARTICLES)
    }
    return not pairs or sum(pair in said for pair in pairs) >= SHARE * len(pairs)


_SIGNS_OF_ALL = lazy("所有|全部|すべて|全て|每|各|どの")

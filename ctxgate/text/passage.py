"""A text read once for everything that compares texts: its words with their places and their stems."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from ctxgate.pattern import lazy
from ctxgate.text.words import MAX_WORD, STOP_WORDS, fold, stem

MAX_READ = 8000
"""Characters of a text that are compared with other texts, the first ones: more than a prompt shows of it."""


STOP_STEMS = STOP_WORDS | frozenset(stem(word) for word in sorted(STOP_WORDS))
"""Stems that carry no subject: those of the stop words, some of which lose their last letter. For membership only."""


class Passage(NamedTuple):
    """A text with its words. `stems`, `starts` and `ends` are parallel: the n-th word is `text[starts[n]:ends[n]]`.

    Where a script puts no spaces between words, each character counts as one.
    """

    text: str
    folded: str
    stems: tuple[str, ...]
    starts: tuple[int, ...]
    ends: tuple[int, ...]


def passage(text: str) -> Passage:
    """Read the first MAX_READ characters of a text. Linear in them."""
    return _passage(text[:MAX_READ])


@lru_cache(maxsize=256)
def _passage(text: str) -> Passage:
    folded = fold(text)
    spans = [match.span() for match in _WORD.finditer(folded)]
    starts, ends = zip(*spans, strict=True) if spans else ((), ())
    return Passage(text, folded, tuple([stem(folded[start:end]) for start, end in spans]), starts, ends)


_UNSPACED = "\u0e00-\u0e7f\u0e80-\u0eff\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
"""Thai, Lao, Khmer, kana and Han."""

_WORD = lazy(rf"[{_UNSPACED}]|[^\W_{_UNSPACED}]{{1,{MAX_WORD}}}")

"""Chunks that say themselves that they tell of another world: no evidence for a question about this one."""

from __future__ import annotations

from collections.abc import Mapping

from ctxgate.gate.conflict.docket import Claim
from ctxgate.pattern import lazy
from ctxgate.text.passage import MAX_READ
from ctxgate.text.words import fold


def find_counterfactual(query: str, texts: Mapping[int, str]) -> dict[int, Claim]:
    """Return by position where a text says that what it tells is so in another world.

    Nothing is found where the query asks about such worlds itself.
    """
    if _ASKED_FOR.search(fold(query)):
        return {}
    found = {}
    for pos, text in texts.items():
        match = _ELSEWHERE.search(fold(text[:MAX_READ]))
        if match:
            found[pos] = Claim(match.span(), text[slice(*match.span())])
    return found


_ELSEWHERE = lazy(
    r"(?<![^\W_])(?:alternat(?:e|ive)|parallel|fictional|imaginary|imaginative|made-up)"
    r"(?: \w{1,20}){0,2} (?:universe|world|reality|timeline|dimension|history)(?![^\W_])"
)
_ASKED_FOR = lazy(
    r"(?<![^\W_])(?:alternat(?:e|ive)|parallel|fiction(?:al)?|imaginary|universe|reality|timeline|dimension|novel|film|movie"
    r"|series|game|character|plot)(?![^\W_])"
)

"""Pairs that the rules leave undecided: both chunks answer the query, and nothing says whether they agree."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import NamedTuple

from ctxgate.gate.conflict.docket import Claim, Conflicts
from ctxgate.text.answers import Reading, read
from ctxgate.text.copies import Overlaps
from ctxgate.text.passage import Passage, passage
from ctxgate.text.questions import Question, question
from ctxgate.text.statements import Statement, statement
from ctxgate.text.values import agree

MIN_COVERAGE = 0.4
"""Share of the query's words that a chunk must have to answer it."""

COPY = 0.8
"""Containment from which on two passages are copies: what differs in them was compared word by word."""

MAX_PAIRS = 6
"""At most this many pairs of a batch, those that cover most of the query."""

MAX_CHUNKS = 50
"""Chunks that are looked through, those that cover most of the query."""

MAX_QUOTED = 80


class _Witness(NamedTuple):
    """What a chunk has to say to the query."""

    coverage: float
    reading: Reading
    stated: Statement | None


def undecided(query: str, texts: Mapping[int, str], found: Conflicts) -> list[tuple[int, int]]:
    """Return the pairs of allowed chunks, by position, that nothing was found about, the likeliest first.

    `texts` are the allowed chunks and `found` what the rule found of them. Chunks that are in dispute anyhow are
    left out, and so are pairs that offer the same answer.
    """
    asked = question(query)
    if not asked.stems:
        return []
    witnesses = {
        pos: witness
        for pos, text in texts.items()
        if pos not in found.opponents
        if (witness := _witness(passage(text), asked)).coverage >= MIN_COVERAGE
    }
    kept = sorted(sorted(witnesses, key=lambda pos: (-witnesses[pos].coverage, pos))[:MAX_CHUNKS])
    overlaps = Overlaps([passage(texts[pos]) for pos in kept])
    pairs = [
        (-min(witnesses[kept[i]].coverage, witnesses[kept[j]].coverage), kept[i], kept[j])
        for i, j in combinations(range(len(kept)), 2)
        if overlaps.containment(i, j) < COPY and not _same_answer(witnesses[kept[i]], witnesses[kept[j]])
    ]
    return [(one, other) for _, one, other in sorted(pairs)[:MAX_PAIRS]]


def claim_of(text: str, query: str) -> Claim:
    """Return what a text most likely says to a query: an answer, a sentence, or else its beginning."""
    witness = _witness(passage(text), question(query))
    if witness.reading.offers:
        span = witness.reading.offers[0].span
    elif witness.stated is not None:
        span = witness.stated.span
    else:
        span = (0, min(len(text), MAX_QUOTED))
    return Claim(span, text[slice(*span)])


def _witness(text: Passage, asked: Question) -> _Witness:
    reading = read(text, asked) if asked.stems else Reading((), 0.0)
    if asked.kind not in ("date", "number", "name", "phrase"):
        reading = Reading((), reading.coverage)
    return _Witness(reading.coverage, reading, statement(text, asked))


def _same_answer(one: _Witness, other: _Witness) -> bool:
    a, b = one.reading.offers, other.reading.offers
    return bool(a and b) and agree(a[0].value, b[0].value)

"""The clarifying question: it gives the reason that held, tells equal sources apart, and is not asked for nothing."""

from __future__ import annotations

import pytest

from ctxgate.batch import Batch, Chunk
from ctxgate.gate.decide import decide
from ctxgate.gate.question import about_doubt
from ctxgate.gate.scored import Scored
from ctxgate.policy import load

STANDARD = load("standard").policy
QUERY = "Was the Orrin bridge ever open?"
OPEN = Chunk("a", "orrin.md", "The Orrin bridge was open.", "2010-01-01")


def asked(*entries: tuple[Chunk, Scored]) -> str | None:
    return decide(Batch(QUERY, tuple(c for c, _ in entries)), [s for _, s in entries], STANDARD).question


def scored(score: float, *reasons: str) -> Scored:
    return Scored(score, "allow" if score >= 0.9 else "isolate", reasons)


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        ("draft_source", "is a draft or a chat"),
        ("lookalike_source", "passes for another source"),
        ("uncited_source", "cannot be opened"),
        ("superseded", "is out of date"),
        ("lexical_overlap", "fits the question only in part. Is"),
    ],
)
def test_it_gives_the_reason_that_held(reason: str, words: str) -> None:
    question = asked((OPEN, scored(0.5, reason)))
    assert question is not None
    assert words in question


def test_nothing_is_asked_where_a_chunk_is_allowed_in_full() -> None:
    other = Chunk("b", "mill.md", "The mill is old.")
    assert asked((OPEN, scored(0.95)), (other, scored(0.5))) is None


def test_the_teaching_rules_ask_anyhow() -> None:
    batch = Batch(QUERY, (OPEN, Chunk("b", "mill.md", "The mill is old.")))
    gated = decide(batch, [scored(0.95), scored(0.5, "superseded")], load("workshop").policy)
    assert gated.question == about_doubt(batch, 1, None)


@pytest.mark.parametrize(("date", "names"), [("2020-01-01", "of 2020-01-01"), (None, 'chunk "b"')])
def test_equal_sources_are_told_apart(date: str | None, names: str) -> None:
    other = Chunk("b", "orrin.md", "The Orrin bridge was not open.", date)
    question = asked((OPEN, scored(0.95)), (other, scored(0.95)))
    assert question is not None
    assert names in question


def test_a_name_that_is_denied_is_quoted_with_its_denial() -> None:
    query = "Who wrote the ballad of Orrin?"
    chunks = (
        Chunk("a", "a.md", "The ballad of Orrin was written by Ida Moss in the north."),
        Chunk("b", "b.md", "It was Olaf Brandt, and not Moss, who wrote the ballad of Orrin in the north."),
    )
    question = decide(Batch(query, chunks), [scored(0.95), scored(0.95)], STANDARD).question
    assert question is not None
    assert '"Moss"' not in question

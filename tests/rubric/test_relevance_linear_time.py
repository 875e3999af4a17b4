"""No text, query or source makes topical overlap or citeability slow: what is read is read once."""

from __future__ import annotations

import pytest
from chunks import chunks
from work import assert_linear

from ctxgate.policy.load import load
from ctxgate.rubric import citeability, topical_overlap

POLICY = load("standard").policy
QUERY = (
    "Who led the time-out of SKU-441 in Broken Bow from 1871 to 1874, 退款期限, ระยะเวลา, v2.1, foo.bar()?"
)
UNITS = [
    "a",
    "-",
    "a-",
    "a-b ",
    "1871",
    "1871-",
    "1871 to ",
    "退",
    "退a",
    "ระ",
    "SKU-441 ",
    "time-",
    "pharm ",
    "İ",
    "\u00ad",
]
LENGTH = 30_000


@pytest.mark.parametrize("unit", UNITS)
def test_a_long_text_is_read_in_linear_time(unit: str) -> None:
    assert_linear(
        lambda size: topical_overlap.check(QUERY, chunks((unit * size)[:size], "a lamp"), POLICY), LENGTH
    )


@pytest.mark.parametrize("unit", UNITS)
def test_a_long_query_is_read_in_linear_time(unit: str) -> None:
    def work(size: int) -> None:
        query = (unit * size)[:size]
        topical_overlap.check(query, chunks(*[query[:2000], "a lamp"] * 5), POLICY)

    assert_linear(work, LENGTH)


@pytest.mark.parametrize(
    "unit", ["a", "/", "a/", "a.", ".", "draft-", "://", "http://", "x@y.", "0a", " ", "#", "é", "unknown "]
)
def test_hostile_sources_are_read_in_linear_time(unit: str) -> None:
    def work(size: int) -> None:
        citeability.check([(unit * size)[: size - i] for i in range(20)], "a", POLICY)

    assert_linear(work, 1024)


def test_a_thousand_chunks_are_a_thousand_times_one() -> None:
    texts = [f"the night ferry number {i} leaves the island at {i % 24} o'clock" for i in range(1000)]
    query = "when does the night ferry leave?"
    assert_linear(lambda size: topical_overlap.check(query, chunks(*texts[:size]), POLICY), 500)
    assert len(topical_overlap.check(query, chunks(*texts), POLICY)) == 1000

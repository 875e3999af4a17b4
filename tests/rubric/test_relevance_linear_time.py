"""No text, query or source makes topical overlap or citeability slow: what is read is read once."""

from __future__ import annotations

import time

import pytest

from ctxgate.policy.load import load
from ctxgate.rubric import citeability, topical_overlap
from ctxgate.text.words import fold

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
LENGTH = 300_000


@pytest.mark.parametrize("unit", UNITS)
def test_a_long_text_is_read_in_linear_time(unit: str) -> None:
    text = (unit * (LENGTH // len(unit) + 1))[:LENGTH]
    began = time.process_time()
    topical_overlap.check(QUERY, [fold(text), "a lamp"], POLICY)
    assert time.process_time() - began < 2


@pytest.mark.parametrize("unit", UNITS)
def test_a_long_query_is_read_in_linear_time(unit: str) -> None:
    query = (unit * (LENGTH // len(unit) + 1))[:LENGTH]
    began = time.process_time()
    topical_overlap.check(query, [fold(query[:2000]), "a lamp"] * 5, POLICY)
    assert time.process_time() - began < 2


@pytest.mark.parametrize(
    "unit", ["a", "/", "a/", "a.", ".", "draft-", "://", "http://", "x@y.", "0a", " ", "#", "é", "unknown "]
)
def test_hostile_sources_are_read_in_linear_time(unit: str) -> None:
    sources = [(unit * 2048)[: 2048 - i] for i in range(40)]
    sources += [(unit * 500)[: 500 - i] for i in range(40)]
    began = time.process_time()
    citeability.check(sources, "a", POLICY)
    assert time.process_time() - began < 2


def test_a_thousand_chunks_are_a_thousand_times_one() -> None:
    texts = [f"the night ferry number {i} leaves the island at {i % 24} o'clock" for i in range(1000)]
    began = time.process_time()
    found = topical_overlap.check("when does the night ferry leave?", texts, POLICY)
    assert time.process_time() - began < 1
    assert len(found) == 1000

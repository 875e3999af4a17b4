from __future__ import annotations

import pytest

from ctxgate.errors import PolicyError
from ctxgate.policy.model import Policy, TemporalFit
from ctxgate.rows import Finding
from ctxgate.rubric.ages import Candidate
from ctxgate.rubric.supersession import superseded
from ctxgate.rubric.temporal_fit import check, prepare

QUERY = "What is the refund window for plan SKU-441?"
POINTS = {"stale_year": -0.25, "superseded": -0.5, "aged": -0.2}
RECORDS = Policy(
    points=POINTS,
    temporal_fit=TemporalFit(
        record_words=("changelog", "archive"), revisions=False, stated_dates=False, past_queries=False
    ),
)


def alone(text: str, source: str, policy: Policy, date: str | None = None) -> tuple[float, list[Finding]]:
    return check(text, source, date, prepare(policy), policy)


def old(text: str, source: str, date: str | None, standing: bool = True) -> Candidate:
    return Candidate(text, source, date, standing)


def taken_down(*chunks: Candidate, query: str = QUERY) -> list[bool]:
    return [finding is not None for finding in superseded(chunks, query, RECORDS).found]


def test_a_stale_year_counts_wherever_it_stands() -> None:
    policy = Policy(points=POINTS, temporal_fit=TemporalFit(stale_years=(2019,)))
    assert [f.span for f in alone("of 2019.", "a.md", policy)[1]] == [(3, 7)]
    assert [f.span for f in alone("now", "a/2019.md", policy)[1]] == [None]
    assert alone("of 20190", "a.md", policy) == (1.0, [])


CURRENT = old("SKU-441 refunds are accepted within 14 days.", "help/refunds.md", None)
OF_OLD = "SKU-441 had a window of 30 days once."


@pytest.mark.parametrize("source", ["changelog/2019.txt", "archive/2018/x.md", "docs/Changelogs-2017.md"])
def test_a_record_of_a_past_year_is_stale_where_another_chunk_says_otherwise(source: str) -> None:
    record, current = superseded([old(OF_OLD, source, None), CURRENT], QUERY, RECORDS).found
    assert record is not None
    assert (record.code, record.points) == ("stale_year", -0.25)
    assert OF_OLD[slice(*(record.span or (0, 0)))] == "30 days"
    assert record.note.endswith("30 days here, 14 days in another chunk")
    assert current is None


def test_a_record_costs_nothing_by_itself_nor_where_nothing_disagrees() -> None:
    assert alone(OF_OLD, "changelog/2019.txt", RECORDS) == (1.0, [])
    assert taken_down(old(OF_OLD, "changelog/2019.txt", None)) == [False]
    agreeing = old("SKU-441 refunds take 14 days.", "news/2019/x.md", None)
    assert taken_down(agreeing, CURRENT) == [False, False]


def test_a_record_is_not_stale_when_its_year_is_asked_for() -> None:
    chunks = (old(OF_OLD, "changelog/2019.txt", None), CURRENT)
    assert taken_down(*chunks, query="What was the window of SKU-441 of 2019?") == [False, False]


def test_a_year_in_any_other_path_is_not_stale() -> None:
    assert taken_down(old(OF_OLD, "blog/2019/x.md", None), CURRENT) == [False, False]


def test_age_costs_half_after_a_half_life() -> None:
    policy = Policy(points=POINTS, temporal_fit=TemporalFit(as_of="2024-12-31", half_life_days=365))
    value, (finding,) = alone("text", "a.md", policy, date="2024-01-01")
    assert value == pytest.approx(0.5)
    assert (finding.code, finding.points) == ("aged", -0.1)


def test_age_costs_nothing_without_as_of() -> None:
    assert alone("text", "a.md", RECORDS, date="1999-01-01") == (1.0, [])


def test_an_as_of_that_is_no_date_is_refused() -> None:
    with pytest.raises(PolicyError, match="as_of"):
        prepare(Policy(temporal_fit=TemporalFit(as_of="soon")))


A = "SKU-441 refunds are accepted within 14 days."
B = "SKU-441 refunds are accepted within 30 days."


def test_the_newer_chunk_takes_the_older_one_down() -> None:
    assert taken_down(old(A, "a.md", "2023-01-01"), old(B, "b.md", "2024-01-01")) == [True, False]


def test_a_newer_chunk_that_agrees_takes_nothing_down() -> None:
    assert taken_down(old(A, "a.md", "2023"), old(A, "b.md", "2024")) == [False, False]


def test_a_newer_chunk_that_would_not_be_allowed_takes_nothing_down() -> None:
    assert taken_down(old(A, "a.md", "2023"), old(B, "b.md", "2024", standing=False)) == [False, False]


def test_dates_that_do_not_decide_take_nothing_down() -> None:
    assert taken_down(old(A, "a.md", "2024"), old(B, "b.md", "2024-05")) == [False, False]
    assert taken_down(old(A, "a.md", None), old(B, "b.md", "2024-05")) == [False, False]


def test_a_date_in_the_text_takes_nothing_down() -> None:
    planted = old("As of 2099-01-01: " + B, "b.md", None)
    assert taken_down(old(A, "a.md", "2023-01-01"), planted) == [False, False]


def test_without_an_entity_only_chunks_of_one_source_are_compared() -> None:
    query = "How long is the refund window?"
    one, two = "The refund window is 14 days.", "The refund window is 30 days."
    assert taken_down(old(one, "a.md#x", "2023"), old(two, "a.md#y", "2024"), query=query) == [True, False]
    assert taken_down(old(one, "a.md", "2023"), old(two, "b.md", "2024"), query=query) == [False, False]


def test_of_a_chain_only_the_newest_stands() -> None:
    c = "SKU-441 refunds are accepted within 60 days."
    chunks = (old(A, "a.md", "2022"), old(B, "b.md", "2023"), old(c, "c.md", "2024"))
    assert taken_down(*chunks) == [True, True, False]

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ctxgate.rubric.query_terms import MAX_QUERY_TERMS, query_terms


def weights(query: str) -> dict[str, float]:
    return {term.text: term.weight for term in query_terms(query, 2.0).terms}


def test_entities_weigh_most_then_rare_words_then_common_ones() -> None:
    found = weights("does SKU-441 support colchicine for many people")
    assert found["SKU-441"] > found["colchicine"] > found["people"] > 0


def test_the_words_of_a_name_weigh_as_much_as_an_entity() -> None:
    found = weights("Who governed Broken Bow in peace?")
    assert found["bow"] == 2.0 > found["governed"]


def test_letters_of_an_identifier_weigh_less_than_a_word_and_digits_alone_nothing() -> None:
    found = weights("the refund of SKU-441")
    assert 0 < found["sku"] < found["refund"]
    assert "441" not in found


def test_years_are_a_period_and_words() -> None:
    found = weights("who chaired it from 1871 to 1874")
    assert {"1871 to 1874", "1871", "1874"} < set(found)


def test_a_hyphenated_word_is_wanted_as_one_as_well() -> None:
    query = query_terms("the time-out", 2.0)
    assert (
        set(query.wanted["timeout"]) == {*query.wanted["time"], *query.wanted["out"]}
        if ("out" in query.wanted)
        else "timeout" not in query.wanted
    )


def test_stop_words_and_single_letters_are_not_looked_for() -> None:
    assert weights("what is the b of a") == {}


@given(st.text(max_size=400))
def test_every_wanted_stem_stands_for_a_term(query: str) -> None:
    found = query_terms(query, 2.0)
    assert len(found.terms) <= MAX_QUERY_TERMS + 33
    assert all(0 <= t < len(found.terms) for places in found.wanted.values() for t in places)
    assert all(term.weight > 0 for term in found.terms)

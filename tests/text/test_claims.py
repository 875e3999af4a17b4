from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxgate.text.claims import Claim, by_key, claims, contradiction, contradiction_by_key
from ctxgate.text.quantities import MAX_QUANTITIES

QUERY = "What is the refund window for plan SKU-441?"


def disagreement(a: str, b: str, query: str = QUERY) -> tuple[str, str] | None:
    pair = contradiction(claims(a, query), claims(b, query))
    return (pair[0].quote, pair[1].quote) if pair else None


def test_a_claim_quotes_the_original_text() -> None:
    text = "İ SKU-441 refunds take Two Weeks."
    (claim,) = claims(text, QUERY)
    assert claim.quote == text[slice(*claim.span)] == "Two Weeks"


def test_different_values_for_one_thing_contradict() -> None:
    a = "SKU-441 refunds are accepted within 14 days."
    assert disagreement(a, "The refund window of SKU-441 is 30 days.") == ("14 days", "30 days")


@pytest.mark.parametrize(
    "other",
    [
        "SKU-441 refunds are accepted for two weeks.",
        "SKU-441 refunds: 14-day window.",
        "SKU-441 refunds: 10 to 20 days.",
        "SKU-100 refunds are accepted within 30 days.",
        "SKU-441 refunds: 30 days for SKU-100.",
        "SKU-441 costs $30 a month after a refund.",
        "SKU-441 refunds are no longer 30 days.",
        "SKU-441 refunds were introduced 30 days ago.",
        "SKU-441 refunds were previously accepted within 30 days.",
        "SKU-441 refunds take at least 2 days.",
        "SKU-441 seats are renewed every 30 days.",
        "SKU-441 refunds. The warranty is 30 days.",
        "SKU-441 refunds: 1 day, 2 days, 3 days, 4 days, 5 days.",
    ],
)
def test_what_is_not_the_same_claim_does_not_contradict(other: str) -> None:
    assert disagreement("SKU-441 refunds are accepted within 14 days.", other) is None


def test_without_an_entity_most_of_the_words_must_be_shared() -> None:
    query = "How long is the refund window?"
    assert disagreement("The refund window is 14 days.", "Our refund window is 30 days.", query)
    assert disagreement("The refund window is 14 days.", "A refund takes 30 days.", query) is None


def test_a_bare_count_is_a_claim_where_the_query_asks_for_one() -> None:
    a, b = "SKU-441 has 5 seats.", "SKU-441 has 10 seats."
    assert disagreement(a, b, "How many seats does SKU-441 have?") == ("5 seats", "10 seats")
    assert disagreement(a, b, "Which seats does SKU-441 have?") is None


def test_claims_are_bounded() -> None:
    assert len(claims("SKU-441 refund: 14 days. " * 1000, QUERY)) == MAX_QUANTITIES


texts = st.lists(
    st.sampled_from(
        [
            "SKU-441 refunds: 14 days.",
            "SKU-441 window: 30 days.",
            "SKU-441 refund of $5.",
            "refund 20%.",
            "SKU-9 ",
        ]
    ),
    max_size=4,
).map(" ".join)


def swapped(pair: tuple[Claim, Claim] | None) -> tuple[Claim, Claim] | None:
    return (pair[1], pair[0]) if pair else None


@given(texts, texts)
def test_contradiction_is_symmetric(a: str, b: str) -> None:
    of_a, of_b = claims(a, QUERY), claims(b, QUERY)
    assert contradiction(of_a, of_b) == swapped(contradiction(of_b, of_a))
    assert contradiction(of_a, of_b) == contradiction_by_key(by_key(of_a), by_key(of_b))


@given(texts)
def test_no_text_contradicts_itself(text: str) -> None:
    assert contradiction(claims(text, QUERY), claims(text, QUERY)) is None

"""What the conflict rule does when a batch asks for more work than there is: it stops, names what is left, opens nothing."""

from __future__ import annotations

import pytest
from hostile import SHAPES
from hostile.making import BRIDGE, QUERY
from hypothesis import example, given
from hypothesis import strategies as st

from ctxgate.gate.conflict import Conflicts, find_conflicts
from ctxgate.gate.conflict.budget import MAX_CHUNKS, Budgets
from ctxgate.gate.conflict.docket import MAX_LISTED
from ctxgate.policy import load

RULES = load("standard").policy.conflict
UNLIMITED = 1e12
AT_ONCE = 30_000
"""Units that one comparison, or the reading of one short text, may go over a limit at most."""


def found(query: str, texts: dict[int, str], budgets: Budgets) -> Conflicts:
    return find_conflicts(query, texts, RULES, budgets=budgets)


def held(conflicts: Conflicts) -> set[int]:
    return set(conflicts.opponents) | set(conflicts.unexamined)


def of_shape(name: str, chars: int, chunks: int) -> tuple[str, dict[int, str]]:
    batch = SHAPES[name](chars, chunks)
    return batch["query"], {pos: chunk["text"] for pos, chunk in enumerate(batch["retrieved"])}


@pytest.mark.parametrize("name", SHAPES)
def test_no_part_spends_more_than_it_has(name: str) -> None:
    query, texts = of_shape(name, 60_000, 300)
    budgets = Budgets.of(2_000)
    found(query, texts, budgets)
    for part, budget in budgets.parts.items():
        assert budget.spent <= budget.limit + AT_ONCE, part


@pytest.mark.parametrize("name", SHAPES)
@pytest.mark.parametrize("units", [0, 500, 5_000])
def test_fewer_units_open_no_chunk_of_any_shape(name: str, units: int) -> None:
    query, texts = of_shape(name, 20_000, 60)
    whole = found(query, texts, Budgets.of(UNLIMITED))
    assert not whole.unexamined
    assert held(whole) <= held(found(query, texts, Budgets.of(units)))


PLACES = ("Anton Keil", "Maria Lund", "Otto Brandt", "Anton Berg")
SENTENCES = st.one_of(
    st.builds("The Orrin bridge was built by {}.".format, st.sampled_from(PLACES)),
    st.builds("The Orrin bridge was not built by {}.".format, st.sampled_from(PLACES)),
    st.builds(
        "They say that {} once saw the Orrin bridge, which was built well.".format, st.sampled_from(PLACES)
    ),
    st.builds(
        "The Orrin bridge carries the mountain road over the gorge, and some {} carts cross it each day; it was built by"
        " {} for the toll that is paid at the southern gate.".format,
        st.integers(1, 4),
        st.sampled_from(PLACES),
    ),
    st.builds("The refund window for plan SKU-441 is {} days.".format, st.integers(1, 5)),
    st.builds(
        "The refund window of plan SKU-441 is open for {} weeks, or it is not.".format, st.integers(1, 3)
    ),
    st.builds(
        "The toll gate of the Orrin bridge is {} in winter.".format,
        st.sampled_from(("open", "closed", "not open")),
    ),
    st.just("Nothing of it."),
)
QUERIES = st.sampled_from(
    (BRIDGE, QUERY, "Is the toll gate of the Orrin bridge open in winter?", "Orrin bridge toll gate winter")
)


@given(QUERIES, st.lists(SENTENCES, min_size=2, max_size=14), st.integers(0, 400))
@example(
    BRIDGE,
    ["The Orrin bridge was built by Anton Keil."] * 2 + ["The Orrin bridge was built by Maria Lund."],
    0,
)
def test_fewer_units_never_open_a_chunk(query: str, chunks: list[str], units: int) -> None:
    texts = dict(enumerate(chunks))
    whole, less = found(query, texts, Budgets.of(UNLIMITED)), found(query, texts, Budgets.of(units))
    assert held(whole) <= held(less)


@given(QUERIES, st.lists(SENTENCES, min_size=2, max_size=14), st.integers(0, 400))
def test_what_was_not_compared_is_said_of_both_chunks(query: str, chunks: list[str], units: int) -> None:
    left = found(query, dict(enumerate(chunks)), Budgets.of(units)).unexamined
    for pos, others in left.items():
        assert pos not in others
        assert list(others) == sorted(set(others))
        assert set(others) <= set(left)


def test_chunks_that_are_left_name_a_few_of_those_they_were_not_compared_with() -> None:
    query, texts = of_shape("near_copies", 20_000, 150)
    left = found(query, texts, Budgets.of(0)).unexamined
    assert set(left) == set(texts)
    assert all(len(others) == MAX_LISTED for others in left.values())


def test_the_first_chunks_are_compared_with_everything_before_the_others_are() -> None:
    first = "The Orrin bridge was finished by the builder Anton Keil, and a road leads over it to the gate in the north."
    query, texts = of_shape("near_copies", 20_000, 150)
    texts = {0: first} | {pos + 1: text for pos, text in texts.items()}
    conflicts = found(query, texts, Budgets.of(2_000))
    assert conflicts.unexamined
    assert 0 not in held(conflicts)


def test_a_flood_of_copies_leaves_nothing_contradicted_that_nobody_saw() -> None:
    query, texts = of_shape("near_copies", 20_000, 150)
    conflicts = found(query, texts, Budgets.of(1_000))
    for pos, opponents in conflicts.opponents.items():
        assert opponents
        assert conflicts.told[pos]


def test_too_many_chunks_are_not_compared_at_all() -> None:
    texts = dict.fromkeys(range(MAX_CHUNKS + 1), "The Orrin bridge was built by Anton Keil.")
    budgets = Budgets.of(UNLIMITED)
    conflicts = found(BRIDGE, texts, budgets)
    assert set(conflicts.unexamined) == set(texts)
    assert not conflicts.opponents
    assert all(budget.spent == 0 for budget in budgets.parts.values())


@pytest.mark.parametrize("name", ["near_copies", "one_name_each", "few_quantities_each", "denials", "states"])
def test_twice_the_chunks_cost_no_more_than_the_units_of_a_batch(name: str) -> None:
    query, texts = of_shape(name, 200_000, 1_500)
    budgets = Budgets.of_a_batch(len(texts))
    conflicts = found(query, texts, budgets)
    pool = budgets.copies.pool
    assert pool is not None
    assert pool.spent <= pool.limit + AT_ONCE
    assert held(conflicts) == set(texts)


def test_an_ordinary_batch_needs_a_small_part_of_its_units() -> None:
    query, texts = of_shape("long_prose", 240_000, 100)
    budgets = Budgets.of_a_batch(len(texts))
    assert not found(query, texts, budgets).unexamined
    pool = budgets.copies.pool
    assert pool is not None
    assert pool.spent < pool.limit / 3

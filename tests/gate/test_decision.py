"""The decision table."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxgate.gate.decision import band, is_allowed, most_conservative
from ctxgate.policy.model import Bands
from ctxgate.rows import ACTIONS, Action

actions = st.sampled_from(ACTIONS)


@pytest.mark.parametrize(
    ("score", "action"),
    [
        (0.0, "drop"),
        (0.399, "drop"),
        (0.4, "isolate"),
        (0.699, "isolate"),
        (0.7, "allow_with_citation"),
        (0.899, "allow_with_citation"),
        (0.9, "allow"),
        (1.0, "allow"),
    ],
)
def test_bands_are_half_open(score: float, action: Action) -> None:
    assert band(score, Bands()) == action


@given(st.floats(0, 1), st.floats(0, 1))
def test_a_higher_score_is_never_less_open(a: float, b: float) -> None:
    low, high = sorted((a, b))
    assert ACTIONS.index(band(low, Bands())) <= ACTIONS.index(band(high, Bands()))


@given(st.lists(actions, min_size=1))
def test_the_most_conservative_action_is_the_first_of_the_table(some: list[Action]) -> None:
    assert ACTIONS.index(most_conservative(*some)) == min(ACTIONS.index(action) for action in some)


def test_only_the_two_allow_actions_let_a_chunk_through() -> None:
    assert [action for action in ACTIONS if is_allowed(action)] == ["allow_with_citation", "allow"]

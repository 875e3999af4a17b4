from __future__ import annotations

from ctxgate.text.budget import Budget


def test_nothing_begins_once_the_limit_is_reached() -> None:
    budget = Budget(10)
    assert budget.allows()
    budget.charge(9)
    assert budget.allows()
    budget.charge(9)
    assert not budget.refused
    assert not budget.allows()
    assert budget.refused
    assert budget.spent == 18


def test_budgets_of_one_pool_are_bounded_by_what_the_others_left() -> None:
    pool = Budget(10)
    one, other = Budget(8, pool), Budget(8, pool)
    one.charge(8)
    assert not one.allows()
    assert other.allows()
    other.charge(2)
    assert not other.allows()
    assert other.spent < other.limit


def test_a_budget_of_nothing_allows_nothing() -> None:
    assert not Budget(0).allows()

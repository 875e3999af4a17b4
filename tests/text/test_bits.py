from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ctxgate.text.bits import all_below, at_least, counted, first_members, members, set_of, union

numbers = st.sets(st.integers(0, 2_000), max_size=40)


@given(numbers)
def test_a_set_holds_what_was_put_into_it_in_order(some: set[int]) -> None:
    assert list(members(set_of(some))) == sorted(some)


@given(st.sets(st.integers(0, 90), min_size=30))
def test_so_does_a_crowded_one(some: set[int]) -> None:
    assert list(members(set_of(some))) == sorted(some)


@given(numbers, st.integers(0, 50))
def test_the_first_members_are_the_lowest(some: set[int], most: int) -> None:
    assert first_members(set_of(some), most) == sorted(some)[:most]


@given(st.lists(numbers, max_size=12))
def test_a_union_holds_what_any_set_holds(sets: list[set[int]]) -> None:
    assert set(members(union(map(set_of, sets)))) == set().union(*sets)


@given(st.lists(st.sets(st.integers(0, 20), max_size=15), max_size=20), st.integers(1, 20), numbers)
def test_counting_in_planes_is_counting(sets: list[set[int]], count: int, among: set[int]) -> None:
    planes = counted(map(set_of, sets))
    often = {n for n in range(21) if sum(n in one for one in sets) >= count}
    assert set(members(at_least(planes, count, set_of(among)))) == often & among
    assert set(members(at_least(planes, count, all_below(21)))) == often

"""Scope: names belong together word by word, and an article is seen only when enabled and asked for."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxgate.retrieve.scope import Name, admits, belongs, known, scope_name

names = st.lists(st.sampled_from(["nimbus", "beacon", "vertex"]), min_size=1, max_size=3).map(tuple)


@pytest.mark.parametrize(
    ("a", "b", "same"),
    [
        ("nimbus", "Nimbus Beacon", True),
        ("Nimbus Beacon", "nimbus", True),
        ("nimbus-beacon", "Nimbus  Beacon", True),
        ("NIMBUS_BEACON", "nimbus beacon", True),
        ("nimbus", "Nimbuster", False),
        ("beacon", "Nimbus Beacon", False),
        ("Nimbus Orbit", "Nimbus Beacon", False),
        ("C", "C++", False),
        ("", "Nimbus", False),
    ],
)
def test_two_names_belong_together_when_one_begins_with_the_other(a: str, b: str, same: bool) -> None:
    assert belongs(scope_name(a), scope_name(b)) is same


@given(names, st.lists(names), st.lists(names))
def test_a_universal_article_is_seen_by_all_and_a_scoped_one_by_nobody_unless_enabled(
    article: Name, asked: list[Name], enabled: list[Name]
) -> None:
    assert admits((), asked, enabled)
    assert not admits([article], asked, [])
    assert not admits([article], [], enabled)


@given(st.lists(names, min_size=1), st.lists(names), st.lists(names))
def test_what_is_seen_is_both_enabled_and_asked_for(
    article: list[Name], asked: list[Name], enabled: list[Name]
) -> None:
    if admits(article, known(asked, enabled), enabled):
        assert any(belongs(name, other) for name in article for other in asked)
        assert any(belongs(name, other) for name in article for other in enabled)


def test_what_is_not_enabled_is_not_known() -> None:
    assert known([("nimbus", "orbit"), ("vertex",)], [("nimbus", "beacon"), ("vertex", "widget")]) == [
        ("vertex",)
    ]


def test_a_name_is_the_same_however_its_accents_are_typed() -> None:
    assert scope_name("Caf\u00e9 One") == scope_name("cafe\u0301-one")

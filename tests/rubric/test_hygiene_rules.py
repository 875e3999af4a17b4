from __future__ import annotations

import functools
from typing import Any

import pytest

from ctxgate.policy.reasons import REASONS
from ctxgate.rubric.hygiene.check import examine
from ctxgate.rubric.hygiene.rules import HINTS, RULES, Rule

LANGUAGES = {"de", "fr", "es", "pt", "it", "ru", "zh", "ja", "ko", "ar", "hi", "tr"}


@functools.cache
def compiled(pattern: str) -> Any:
    import re2

    options = re2.Options()
    options.case_sensitive = False
    options.never_capture = True
    return re2.compile(pattern, options)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_a_rule_matches_its_example_and_not_its_near_miss(rule: Rule) -> None:
    pattern = compiled(rule.pattern)
    assert pattern.search(rule.example)
    assert not pattern.search(rule.near_miss)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_no_near_miss_matches_a_rule_that_would_veto_it(rule: Rule) -> None:
    others = [other.id for other in RULES if compiled(other.pattern).search(rule.near_miss)]
    assert sum(other.points for other in RULES if other.id in others) <= 100, others


def test_ids_are_unique_and_families_are_reason_codes() -> None:
    assert len({rule.id for rule in RULES}) == len(RULES)
    for rule in RULES:
        assert REASONS[rule.family].given_by == "instruction_hygiene"
        assert 0 < rule.points <= 120


def test_override_is_known_in_many_languages() -> None:
    assert {rule.language for rule in RULES if rule.family == "instruction_override"} >= LANGUAGES


def test_every_kind_of_order_has_rules() -> None:
    families = {rule.family for rule in RULES}
    assert families >= {
        "instruction_override", "role_spoof", "false_completion", "authority", "exfiltration", "concealment",
        "answer_forcing", "tool_request",
    }  # fmt: skip


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_the_check_finds_every_example(rule: Rule) -> None:
    found = examine(rule.example, threshold=20).evidence
    assert rule.family in {piece.code for piece in found}


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_an_example_in_plain_ascii_has_a_hint_to_its_language(rule: Rule) -> None:
    if rule.language not in ("en", "*") and rule.example.isascii():
        assert any(hint in rule.example.lower() for hint in HINTS)

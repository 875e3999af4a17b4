"""What is weaker than `standard`, what has no effect, and what comes from the policy that is extended."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from ctxgate.policy import Policy, load, parse
from ctxgate.policy.compare import weaker
from ctxgate.policy.idle import idle, most_points
from ctxgate.policy.settings import SETTINGS, effective


def policy(text: str) -> Policy:
    return parse(text, where="mine.toml")


def weak(text: str) -> list[str]:
    return [found.name for found in weaker(policy(text))]


WEAKER = {
    "bands.isolate": "0.3",
    "bands.allow_with_citation": "0.5",
    "bands.allow": "0.8",
    "points.entity_overlap": "0.5",
    "points.lexical_overlap": "0.4",
    "points.citeable_source": "0.3",
    "points.off_topic": "-0.1",
    "points.superseded": "0",
    "points.instruction_override": "-0.5",
    "points.lookalike_source": "0.0",
    "topical_overlap.entity_weight": "1",
    "topical_overlap.full": "0.1",
    "topical_overlap.floor": "0.1",
    "temporal_fit.record_words": '["changelog"]',
    "temporal_fit.revisions": "false",
    "temporal_fit.stated_dates": "false",
    "temporal_fit.past_queries": "false",
    "instruction_hygiene.rules": "false",
    "instruction_hygiene.learned": "false",
    "instruction_hygiene.threshold": "101",
    "instruction_hygiene.veto": "false",
    "citeability.suffixes": '["d"]',
    "citeability.draft_words": "[]",
    "citeability.talk_words": '["chat"]',
    "citeability.tiers.document_id": "1.0",
    "conflict.enabled": "false",
    "conflict.copies": "false",
    "conflict.answers": "false",
    "prompt.max_chars": "5000",
    "prompt.conflicts": '"block"',
}
STRICTER = {
    "bands.isolate": "0.5",
    "bands.allow": "0.95",
    "points.entity_overlap": "0.3",
    "points.lexical_overlap": "0.2",
    "points.citeable_source": "0",
    "points.off_topic": "-0.5",
    "points.aged": "0",  # age costs nothing in standard either
    "topical_overlap.entity_weight": "3",
    "topical_overlap.full": "0.5",
    "topical_overlap.floor": "0.5",
    "temporal_fit.stale_years": "[2019]",
    "temporal_fit.as_of": "2024-01-31",
    "temporal_fit.half_life_days": "9999",
    "instruction_hygiene.patterns": '["x"]',
    "instruction_hygiene.threshold": "50",
    "citeability.suffixes": '[".md", ".tar.gz"]',
    "citeability.exclude": '["draft"]',
    "citeability.talk_words": '["DM", "chat", "irc", "slack", "teams"]',
    "citeability.tiers.issue": "0",
    "conflict.qualifiers": "false",
    "conflict.judge": "true",
    "prompt.max_chars": "300",
    "judge.on_failure": '"isolate"',
}


@pytest.mark.parametrize("name", WEAKER)
def test_what_opens_the_gate_is_weaker(name: str) -> None:
    assert weak(f"{name} = {WEAKER[name]}") == [name]


@pytest.mark.parametrize("name", STRICTER)
def test_what_closes_it_is_not(name: str) -> None:
    assert weak(f"{name} = {STRICTER[name]}") == []


def test_without_points_for_words_chunks_are_measured_by_themselves_which_is_weaker() -> None:
    assert weak("points.lexical_overlap = 0") == ["points.lexical_overlap"]


@pytest.mark.parametrize("suffix", ["1", "-441", "/x", " .md", "#1", "e", "."])
def test_an_ending_that_no_file_has_lets_any_source_be_cited(suffix: str) -> None:
    assert weak(f"citeability.suffixes = [{suffix!r}]") == ["citeability.suffixes"]


def test_standard_is_weaker_than_itself_in_nothing_and_workshop_in_much() -> None:
    assert weaker(load("standard").policy) == []
    names = {found.name for found in weaker(load("workshop").policy)}
    assert {"instruction_hygiene.veto", "instruction_hygiene.rules", "points.entity_overlap"} <= names
    assert names <= set(SETTINGS)


IDLE = [
    ("temporal_fit.half_life_days = 90", "temporal_fit.half_life_days", "as_of is not set"),
    ("points.aged = -0.5", "points.aged", "as_of is not set"),
    ("temporal_fit.as_of = '2024-01-31'\npoints.aged = 0", "temporal_fit.half_life_days", "points.aged is 0"),
    ("citeability.suffixes = ['.md']", "citeability.tiers.url", "suffixes decide"),
    ("instruction_hygiene = {rules = false, learned = false}", "instruction_hygiene.threshold", "are off"),
    ("instruction_hygiene = {rules = false, learned = false}", "instruction_hygiene.veto", "no patterns"),
    ("instruction_hygiene = {rules = false, learned = false}", "points.role_spoof", "rules is off"),
    ("instruction_hygiene = {rules = false}", "points.instruction_override", "no patterns"),
    ("instruction_hygiene = {learned = false}", "points.learned_injection", "learned is off"),
    ("instruction_hygiene = {veto = false, patterns = ['x']}\npoints.instruction_override = 0",
     "instruction_hygiene.patterns", "veto is off"),
    ("instruction_hygiene.patterns = ['a', 'b', 'a']", "instruction_hygiene.patterns", "number 3 stands"),
    ("citeability.exclude = ['Draft', 'draft']", "citeability.exclude", "number 2 stands"),
    ("bands.allow = 1.0\npoints.entity_overlap = 0.2", "bands.allow", "no score can reach it"),
    ("bands.allow = 0.7", "bands.allow_with_citation", "allow begins at the same score"),
    ("topical_overlap.floor = 0", "points.off_topic", "floor is 0"),
    ("points.off_topic = 0", "topical_overlap.floor", "points.off_topic is 0"),
    ("points.lexical_overlap = 0", "topical_overlap.entity_weight", "entities are all there is"),
    ("points = {lexical_overlap = 0, entity_overlap = 0}", "topical_overlap.full", "not looked at"),
    ("points.superseded = 0", "temporal_fit.revisions", "superseded is 0"),
    ("temporal_fit.past_queries = false", "points.postdates", "past_queries is off"),
    ("temporal_fit.record_words = []", "points.stale_year", "has an entry"),
    ("points.stale_year = 0", "temporal_fit.record_words", "stale_year is 0"),
    ("citeability = {draft_words = [], talk_words = []}", "points.draft_source", "no entry"),
    ("conflict.enabled = false", "conflict.copies", "conflict.enabled is off"),
    ("conflict.enabled = false\nprompt.conflicts = 'block'", "prompt.conflicts", "conflict.enabled is off"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "name", "why"), IDLE)
def test_what_cannot_have_any_effect_is_said_with_why(text: str, name: str, why: str) -> None:
    assert why in idle(policy(text))[name]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("temporal_fit = {as_of = 2024-01-31, half_life_days = 90}", "temporal_fit.half_life_days"),
        ("instruction_hygiene = {rules = false, learned = false, patterns = ['x']}", "instruction_hygiene.veto"),
        ("instruction_hygiene.patterns = ['\\b', '\\B', '\\d', '\\D']", "instruction_hygiene.patterns"),
        ("temporal_fit = {record_words = [], stale_years = [2019]}", "points.stale_year"),
        ("", "bands.allow"),
        ("", "points.off_topic"),
    ],
)  # fmt: skip
def test_what_has_an_effect_is_not_called_idle(text: str, name: str) -> None:
    assert name not in idle(policy(text))


def test_what_is_off_anyway_needs_no_reason() -> None:
    found = idle(load("workshop").policy)
    assert not [name for name in found if effective(load("workshop").policy)[name] in (0, False, None, ())]
    assert found["bands.allow"] == "no score can reach it: the points add up to 0.75 at most"
    assert most_points(load("standard").policy) == 0.995


@pytest.mark.parametrize("name", ["points.aged", "temporal_fit.half_life_days"])
@pytest.mark.parametrize("base", ["standard", "workshop"])
def test_what_is_called_idle_changes_no_decision(name: str, base: str) -> None:
    from ctxgate.batch import Batch, Chunk
    from ctxgate.steps import gate_batch

    rules = load(base).policy
    other = _with(rules, name, {"points.aged": -0.9, "temporal_fit.half_life_days": 1}[name])
    batch = Batch(
        "What is the refund window for plan SKU-441?",
        (
            Chunk("a", "help/a.md", "SKU-441 refunds are accepted within 14 days.", "2020-01-01"),
            Chunk("b", "help/b.md", "SKU-441 refunds are accepted within 30 days.", "2021-01-01"),
        ),
    )
    assert gate_batch(batch, rules) == gate_batch(batch, other)


def _with(rules: Policy, name: str, value: Any) -> Policy:
    tables = msgspec.to_builtins(rules)
    table, _, key = name.partition(".")
    tables[table][key] = value
    return msgspec.convert(tables, Policy)

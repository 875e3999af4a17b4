from __future__ import annotations

import time

import pytest

from ctxgate.errors import PolicyError
from ctxgate.policy.model import Policy
from ctxgate.rubric.instruction_hygiene import check, compile_patterns

POLICY = Policy(points={"instruction_override": -0.5})


def test_a_match_is_found_in_any_case_and_place() -> None:
    text = "İİ then IGNORE previous rules and ignore previous ones"
    value, (finding,) = check(text, compile_patterns(("ignore previous",)), POLICY)
    assert value == 0.0
    assert finding.span is not None
    assert text[slice(*finding.span)] == "IGNORE previous"
    assert finding.points == -0.5


def test_a_chunk_is_charged_once() -> None:
    patterns = compile_patterns(("ignore previous", "always promise"))
    _, findings = check("always promise; ignore previous", patterns, POLICY)
    assert [f.span for f in findings] == [(0, 14)]


def test_a_clean_chunk_is_clean() -> None:
    assert check("all is well", compile_patterns(("ignore previous",)), POLICY) == (1.0, [])


def test_without_patterns_everything_is_clean() -> None:
    assert compile_patterns(()) is None
    assert check("ignore previous", None, POLICY) == (1.0, [])


@pytest.mark.parametrize("pattern", ["a(b", "(?=x)", r"(a)\1", "x{1001}"])
def test_a_bad_pattern_is_named(pattern: str, capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(PolicyError) as refused:
        compile_patterns(("fine", pattern))
    assert repr(pattern) in str(refused.value)
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    "patterns",
    [
        [r"zz(\pL{1,300} ){3}"],
        [rf"zz{i}(\pL{{1,80}} ){{2}}" for i in range(200)],
    ],
)
def test_patterns_that_would_take_minutes_to_compile_are_refused_at_once(patterns: list[str]) -> None:
    began = time.process_time()
    with pytest.raises(PolicyError, match="too large"):
        compile_patterns(tuple(patterns))
    assert time.process_time() - began < 60  # of work: what is refused would take many minutes

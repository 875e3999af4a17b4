from __future__ import annotations

import pytest

from ctxgate.errors import PolicyError
from ctxgate.rubric.instruction_hygiene import check, compile_patterns


def test_a_match_is_found_in_any_case_and_place() -> None:
    text = "İİ then IGNORE previous rules and ignore previous ones"
    value, (finding,) = check(text, compile_patterns(("ignore previous",)), -0.5)
    assert value == 0.0
    assert finding.span is not None
    assert text[slice(*finding.span)] == "IGNORE previous"
    assert finding.points == -0.5


def test_a_chunk_is_charged_once() -> None:
    patterns = compile_patterns(("ignore previous", "always promise"))
    _, findings = check("always promise; ignore previous", patterns, -0.5)
    assert [f.span for f in findings] == [(0, 14)]


def test_a_clean_chunk_is_clean() -> None:
    assert check("all is well", compile_patterns(("ignore previous",)), -0.5) == (1.0, [])


def test_without_patterns_everything_is_clean() -> None:
    assert compile_patterns(()) is None
    assert check("ignore previous", None, -0.5) == (1.0, [])


@pytest.mark.parametrize("pattern", ["a(b", "(?=x)", r"(a)\1", "x{1001}"])
def test_a_bad_pattern_is_named(pattern: str, capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(PolicyError) as refused:
        compile_patterns(("fine", pattern))
    assert repr(pattern) in str(refused.value)
    assert capfd.readouterr() == ("", "")

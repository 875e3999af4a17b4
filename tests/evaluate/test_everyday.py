"""The command that says how many everyday cases hold."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ctxgate.evaluate.everyday import CASES, main

CHECKOUT = Path(__file__).parents[2]

CASE = {
    "id": "one",
    "kind": "A",
    "subkind": "sku",
    "batch": {
        "query": "What is the refund window for SKU-441?",
        "retrieved": [{"id": "a", "source": "a.md", "text": "SKU-442 refunds are accepted within 30 days."}],
    },
    "expect": {"a": "out"},
}


def test_figures_are_printed_by_kind_and_what_fails_is_shown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "cases.jsonl"
    path.write_text(
        "\n".join(json.dumps(case) for case in (CASE, {**CASE, "id": "two", "expect": {"a": "in"}}))
    )
    assert main([str(path), "--fails", "5"]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[0].startswith("two: wanted {'a': 'in'}, got {'a': '")
    assert [line.split() for line in out[1:]] == [
        ["all", "1", "of", "2", "50.0%"],
        ["A", "1", "of", "2", "50.0%"],
        ["A", "sku", "1", "of", "2", "50.0%"],
    ]
    assert main([str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out.splitlines()[0]) == {"figure": "all", "right": 1, "n": 2}


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path / "none.jsonl")]) == 3
    assert "none.jsonl" in capsys.readouterr().err


def test_without_a_file_the_open_cases_of_the_checkout_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    cases = [json.loads(line) for line in (CHECKOUT / CASES).read_text(encoding="utf-8").splitlines()]
    assert len(cases) == len({case["id"] for case in cases}) > 800
    (tmp_path / CASES).parent.mkdir(parents=True)
    (tmp_path / CASES).write_text("".join(json.dumps(case) + "\n" for case in cases[:3]))
    monkeypatch.chdir(tmp_path)
    assert main([]) in (0, 1)
    assert capsys.readouterr().out.splitlines()[0].split()[2:4] == ["of", "3"]
    (tmp_path / CASES).unlink()
    assert main([]) == 3
    assert "cases.jsonl" in capsys.readouterr().err

"""`ctxgate rejects`: the same bytes for the same bytes, and exit codes for scripts."""

from __future__ import annotations

from pathlib import Path

import pytest
from commandline import Tool, queries

GOLDEN = Path(__file__).parents[1] / "golden"


@pytest.mark.parametrize("policy", ["workshop", "standard"])
def test_the_reject_log_of_the_fixture_is_the_golden_one(
    policy: str, ctxgate: Tool, fixture_file: str
) -> None:
    ctxgate("run", fixture_file, "--policy", policy)
    done = ctxgate("rejects")
    assert (done.code, done.err) == (0, "")
    assert done.out == (GOLDEN / f"rejects-{policy}.jsonl").read_bytes()


def test_two_runs_of_the_same_bytes_give_the_same_bytes(ctxgate: Tool) -> None:
    ctxgate.write("b.jsonl", queries(30))
    ctxgate("run", "b.jsonl")
    ctxgate("run", "b.jsonl", "--jobs", "2")
    ctxgate.shell("cat b.jsonl | ctxgate capture - | ctxgate score - | ctxgate gate - > rows.jsonl")
    outs = [ctxgate("rejects", run).out for run in ("1", "last~1", "last")]
    assert outs[0] == outs[1] == outs[2]
    assert outs[0].count(b"\n") == 30
    assert ctxgate.shell("diff <(ctxgate rejects 1) <(ctxgate rejects 2)").code == 0


@pytest.mark.parametrize(
    ("policy", "fail_on", "code"),
    [("workshop", "drop", 1), ("workshop", "isolate", 1), ("standard", "isolate", 1), ("standard", None, 0)],
)
def test_a_script_can_ask_whether_there_are_any(
    policy: str, fail_on: str | None, code: int, ctxgate: Tool, fixture_file: str
) -> None:
    ctxgate("run", fixture_file, "--policy", policy)
    assert ctxgate("rejects", *(("--fail-on", fail_on) if fail_on else ())).code == code


def test_an_isolated_chunk_is_no_drop(ctxgate: Tool) -> None:
    ctxgate.shell("ctxgate init . > /dev/null; ctxgate run fixtures/conflict.json > rows.jsonl")
    assert [row["action"] for row in ctxgate("rejects").rows] == ["isolate", "isolate"]
    assert ctxgate("rejects", "--fail-on", "drop").code == 0
    assert ctxgate("rejects", "--fail-on", "isolate").code == 1
    assert ctxgate("rejects", "--fail-on", "allow").code == 2
    assert "(with " in ctxgate("rejects", "--table").out.decode()


def test_a_run_that_was_never_gated_is_described(ctxgate: Tool, fixture_file: str) -> None:
    ctxgate("capture", fixture_file)
    done = ctxgate("rejects", "--fail-on", "drop")
    assert (done.code, done.out) == (3, b"")
    assert "captured, but not gated" in done.err


def test_it_is_json_on_a_terminal_too(ctxgate: Tool, fixture_file: str) -> None:
    ctxgate("run", fixture_file, "--policy", "workshop")
    _, sent = ctxgate.terminal("rejects")
    assert sent.startswith('{"seq":1,')


def test_no_rejects_are_no_lines(ctxgate: Tool) -> None:
    ctxgate.write("b.jsonl", [{"query": "Nothing?", "retrieved": []}])
    ctxgate("run", "b.jsonl")
    assert ctxgate("rejects", "--fail-on", "isolate") == (0, b"", "")
    assert "no rejects" in ctxgate("rejects", "--table").out.decode()

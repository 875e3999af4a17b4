"""`ctxgate diff`: two runs, or two files of rows, and what a script learns from it."""

from __future__ import annotations

from pathlib import Path

import pytest
from commandline import Tool, of, queries

GOLDEN = Path(__file__).parents[1] / "golden"


@pytest.fixture
def two_runs(ctxgate: Tool, fixture_file: str) -> Tool:
    """A log with the fixture under workshop and under standard, and their rows as files."""
    ctxgate.write("workshop.jsonl", ctxgate("run", fixture_file, "--policy", "workshop").out)
    ctxgate.write("standard.jsonl", ctxgate("run", fixture_file, "--policy", "standard").out)
    return ctxgate


def test_the_diff_of_the_fixture_under_both_policies_is_the_golden_one(two_runs: Tool) -> None:
    done = two_runs("diff", "1", "2")
    assert (done.code, done.err) == (1, "")
    assert done.out == (GOLDEN / "diff-workshop-standard.jsonl").read_bytes()


def test_runs_and_files_are_named_in_every_way(two_runs: Tool) -> None:
    golden = two_runs("diff", "last~1", "last").out
    runs = list(dict.fromkeys(row["run"] for row in two_runs.logged))
    for a, b in (runs, ("workshop.jsonl", "standard.jsonl"), ("./workshop.jsonl", "2")):
        assert two_runs("diff", a, b).out == golden
    piped = two_runs("diff", "1", "-", stdin=(two_runs.folder / "standard.jsonl").read_bytes())
    assert (piped.code, piped.out) == (1, golden)
    assert two_runs("diff", "-", "-").code == 2


def test_the_same_bytes_under_the_same_policy_do_not_differ(two_runs: Tool, fixture_file: str) -> None:
    two_runs("run", fixture_file, "--policy", "workshop")
    assert two_runs("diff", "1", "3") == (0, b"", "")
    assert "nothing differs" in two_runs("diff", "1", "3", "--table").out.decode()


def test_the_table_has_the_policies_and_the_counts(two_runs: Tool) -> None:
    out = two_runs("diff", "1", "2", "--table").out.decode()
    assert "policy workshop@sha256:" in out
    assert "policy standard@sha256:" in out
    assert "3 chunks differ: 2 other action" in out


def test_what_was_dropped_yesterday_and_is_allowed_today(ctxgate: Tool) -> None:
    batches = queries(3)
    ctxgate.write("a.jsonl", batches)
    ctxgate("run", "a.jsonl")
    batches[1]["retrieved"][1]["text"] = "SKU-2 refunds are accepted within 2 days."
    batches[2]["retrieved"].pop()
    ctxgate.write("b.jsonl", reversed(batches))
    ctxgate("run", "b.jsonl")
    done = ctxgate("diff", "1", "2")
    found = {(row["query"][-2], row["id"]): row["changes"] for row in done.rows}
    assert set(found) == {("2", "bad"), ("3", "bad")}
    assert found["3", "bad"] == ["only_in_a"]
    assert "text" in found["2", "bad"]
    assert "instruction_override" in next(row["went"] for row in done.rows if row["b"])


def test_a_log_whose_steps_came_one_after_the_other_can_be_given_as_a_file(ctxgate: Tool) -> None:
    ctxgate.write("b.jsonl", queries(5))
    for step in (("capture", "b.jsonl"), ("score",), ("gate",)):
        ctxgate(*step)
    ctxgate.log.rename(ctxgate.folder / "old.jsonl")
    ctxgate("run", "b.jsonl")
    assert ctxgate("diff", "old.jsonl", "last") == (0, b"", "")


def test_rows_that_were_picked_out_can_be_compared_as_far_as_they_name_their_query(two_runs: Tool) -> None:
    two_runs.shell(
        "grep -E '\"(gate|prompt)\"' workshop.jsonl > gates.jsonl; grep '\"gate\"' workshop.jsonl > only.jsonl"
    )
    rows = two_runs("diff", "gates.jsonl", "2").rows
    assert [row["id"] for row in rows] == ["doc-a", "doc-b", "doc-c"]
    done = two_runs("diff", "only.jsonl", "2")
    assert "the prompt row missing" in done.err


def test_captures_are_compared_by_their_texts_and_it_says_so(ctxgate: Tool, fixture_file: str) -> None:
    ctxgate("capture", fixture_file)
    ctxgate("capture", fixture_file)
    done = ctxgate("diff", "1", "2")
    assert (done.code, done.out) == (0, b"")
    assert "3 of 3 chunks are not gated" in done.err
    ctxgate("score", "--run", "2")
    ctxgate("gate", "--run", "2")
    assert {tuple(row["changes"]) for row in ctxgate("diff", "1", "2").rows} == {("undecided",)}


BAD: dict[str, tuple[bytes, int, str]] = {
    "empty": (b"", 3, "holds no rows of a run"),
    "foreign": (b'{"a": 1}\n', 3, "it has no event"),
    "bytes": (b"\xff\x00\n", 3, "damaged"),
}


@pytest.mark.parametrize("what", BAD)
def test_a_file_that_holds_no_run(what: str, two_runs: Tool) -> None:
    content, code, words = BAD[what]
    two_runs.write("bad.jsonl", content)
    done = two_runs("diff", "bad.jsonl", "1")
    assert done.code == code
    assert words in done.err
    assert "bad.jsonl" in done.err


def test_a_file_of_several_runs_says_how_to_pick_one(two_runs: Tool) -> None:
    done = two_runs("diff", "logs/context-gate.jsonl", "1")
    assert done.code == 2
    assert "holds 2 runs" in done.err
    assert two_runs("diff", "1", "2", "--log", "logs/context-gate.jsonl").code == 1


def test_what_is_neither_run_nor_file(two_runs: Tool) -> None:
    assert two_runs("diff", "1", "9").code == 2
    assert two_runs("diff", "1", "no/such.jsonl").code == 3
    assert two_runs("diff", "1", "nothing").code == 2
    assert two_runs("diff", "1", "logs").code == 3
    assert two_runs("diff", "1").code == 2


def test_a_lost_row_is_told_and_the_rest_is_compared(two_runs: Tool, fixture_file: str) -> None:
    two_runs("run", fixture_file, "--policy", "workshop")
    gates = [row for row in of("gate", two_runs.logged) if row["id"] == "doc-b"]
    text = two_runs.log.read_text().split("\n")
    two_runs.log.write_text(
        "\n".join(
            line for line in text if not ('"gate"' in line and gates[2]["run"] in line and "doc-b" in line)
        )
    )
    done = two_runs("diff", "1", "3")
    assert "1 of 3 gate rows missing" in done.err
    assert done.code == 1

"""Scoring and gating a run of the log: which run, which score, and what an edited log comes to."""

from __future__ import annotations

import json

import pytest
from commandline import Row, Tool, lines, of, queries

POLICY = """\
[points]
entity_overlap = 0.5
citeable_source = 0.3
"""


def prompts(rows: list[Row]) -> list[str]:
    return [row["prompt"] for row in of("prompt", rows)]


def reasons(rows: list[Row]) -> dict[str, list[str]]:
    return {row["id"]: row["reasons"] for row in of("gate", rows)}


@pytest.fixture
def three_runs(ctxgate: Tool) -> list[str]:
    """Three captured runs, of one, two and three batches."""
    runs = []
    for count in (1, 2, 3):
        done = ctxgate("capture", "-", stdin=lines(*queries(count)))
        runs.append(done.rows[0]["run"])
    return runs


def test_a_run_is_named_by_last_by_its_number_and_by_its_id(ctxgate: Tool, three_runs: list[str]) -> None:
    names = {"last": 3, "last~1": 2, "last~2": 1, "1": 1, "2": 2, three_runs[1]: 2, three_runs[0][:-1]: 1}
    for name, number in names.items():
        done = ctxgate("score", "--run", name, "--no-log")
        assert {row["run"] for row in done.rows} == {three_runs[number - 1]}, name
        assert max(row["seq"] for row in done.rows) == number
    assert {row["run"] for row in ctxgate("gate", "--no-log").rows} == {three_runs[2]}


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("4", "no run '4' in logs/context-gate.jsonl, which holds 3 runs\n  `ctxgate runs` lists them."),
        ("last~3", "no run 'last~3'"),
        ("20990101T", "no run '20990101T'"),
        ("newest", "'newest' is no name of a run\n  A run is named `last`, `last~1`"),
        ("2026", "no run '2026'"),
    ],
)
def test_a_run_that_is_not_there_is_wrong_usage(
    ctxgate: Tool, three_runs: list[str], name: str, says: str
) -> None:
    done = ctxgate("gate", "--run", name)
    assert (done.code, done.out) == (2, b"")
    assert says in done.err
    assert len(ctxgate.logged) == 12


def test_without_a_log_there_is_nothing_to_score(ctxgate: Tool) -> None:
    for command in ("score", "gate", "runs"):
        done = ctxgate(command)
        assert (done.code, done.out) == (3, b"")
        assert done.err == (
            "ctxgate: no log at logs/context-gate.jsonl\n"
            "  Run `ctxgate capture` first, or name one with --log.\n"
        )


def test_the_newest_score_counts(ctxgate: Tool, fixture_file: str) -> None:
    ctxgate("capture", fixture_file)
    ctxgate("score", "--policy", "standard")
    ctxgate("score", "--policy", "workshop")
    done = ctxgate("gate")
    assert done.code == 0
    assert {row["id"]: row["score"] for row in of("gate", done.rows)} == {
        "doc-a": 0.75,
        "doc-b": 0.0,
        "doc-c": 0.25,
    }
    assert {row["policy"].partition("@")[0] for row in of("score", done.rows)} == {"workshop"}
    assert len(of("score", ctxgate.logged)) == 6


def test_in_a_stream_too_the_newest_score_counts(ctxgate: Tool, fixture_file: str) -> None:
    done = ctxgate.shell(
        f"ctxgate capture {fixture_file} | ctxgate score - | ctxgate score - --policy workshop | ctxgate gate -"
    )
    assert done.code == 0
    assert [row["score"] for row in of("gate", done.rows)] == [0.75, 0.0, 0.25]


def test_without_scores_everything_is_dropped_and_said_to_be(ctxgate: Tool) -> None:
    ctxgate("capture", "-", stdin=lines(*queries(2)))
    done = ctxgate("gate")
    assert done.code == 0
    assert done.err == (
        "ctxgate: warning: 2 batches without scores, all chunks dropped: `ctxgate score` comes first\n"
    )
    assert {(row["action"], *row["reasons"]) for row in of("gate", done.rows)} == {("drop", "unscored")}
    assert all("(no trusted evidence)" in prompt for prompt in prompts(done.rows))


def test_a_chunk_without_its_score_is_dropped_alone(ctxgate: Tool) -> None:
    ctxgate("run", "-", stdin=lines(*queries(1)))
    rows = [row for row in ctxgate.logged if not (row["event"] == "score" and row["id"] == "good")]
    ctxgate.log.write_bytes(lines(*rows))
    done = ctxgate("gate")
    assert done.code == 0
    assert reasons(done.rows)["good"] == ["unscored"]
    assert "instruction_override" in reasons(done.rows)["bad"]


TEXT = "SKU-1 refunds are accepted within 1 days."


@pytest.mark.parametrize(
    "tampered",
    [
        TEXT.replace("within 1 ", "within 9 "),
        TEXT.replace("within 1", "within  1"),
        TEXT + " ",
        TEXT.upper(),
        "",
    ],
)
@pytest.mark.parametrize("when", ["before the score", "after the score"])
def test_a_text_edited_in_the_log_never_reaches_the_prompt(ctxgate: Tool, tampered: str, when: str) -> None:
    ctxgate("capture", "-", stdin=lines(*queries(1)))
    if when == "after the score":
        ctxgate("score")
    ctxgate.edit_log(f'"text":{json.dumps(TEXT)}', f'"text":{json.dumps(tampered)}')
    if when == "before the score":
        assert ctxgate("score").code == 0
    done = ctxgate("gate")
    assert done.code == 0
    assert reasons(done.rows)["good"] == ["fingerprint_mismatch"]
    assert of("gate", done.rows)[0]["action"] == "drop"
    assert "(no trusted evidence)" in prompts(done.rows)[0]


@pytest.mark.parametrize("field", ["query", "id", "source", "sha256_16", "n"])
def test_a_capture_row_edited_in_the_log_refuses_its_batch_alone(ctxgate: Tool, field: str) -> None:
    ctxgate("run", "-", stdin=lines(*queries(2)))
    rows = ctxgate.logged
    row = of("capture", rows)[2]
    row[field] = (
        row[field] + 1 if field == "n" else row[field].replace("o", "0", 1).replace("8", "9", 1) + "x"
    )
    ctxgate.log.write_bytes(lines(*rows))
    done = ctxgate("gate")
    assert done.code == 3
    assert done.err.startswith("ctxgate: logs/context-gate.jsonl: batch 2 of run ")
    assert [row["seq"] for row in of("prompt", done.rows)] == [1]


def test_a_capture_row_taken_out_of_the_log_refuses_its_batch_alone(ctxgate: Tool) -> None:
    ctxgate("run", "-", stdin=lines(*queries(3)))
    rows = [row for row in ctxgate.logged if (row["event"], row["seq"], row.get("pos")) != ("capture", 2, 2)]
    ctxgate.log.write_bytes(lines(*rows))
    for command in ("score", "gate"):
        done = ctxgate(command)
        assert done.code == 3
        assert "batch 2 of run " in done.err
        assert "incomplete, 1 of 2 chunks are missing (pos 2)\n  Capture the batch again." in done.err
        assert {row["seq"] for row in done.rows} == {1, 3}


def test_a_damaged_line_of_the_log_is_told_with_its_number(ctxgate: Tool) -> None:
    ctxgate("run", "-", stdin=lines(*queries(2)))
    kept = ctxgate.log.read_bytes().splitlines(keepends=True)
    kept[8] = kept[8][:100] + b"\n"
    ctxgate.log.write_bytes(b"".join(kept))
    done = ctxgate("gate")
    assert done.code == 3
    assert "logs/context-gate.jsonl:9: damaged: not a line of JSON" in done.err
    assert "batch 2 of run" in done.err
    assert [row["seq"] for row in of("prompt", done.rows)] == [1]


@pytest.mark.parametrize("edit", ['"gate"', '"v":1', '"pos":2'])
def test_a_row_of_a_later_ctxgate_stops_the_step_in_words(ctxgate: Tool, edit: str) -> None:
    ctxgate("run", "-", stdin=lines(*queries(1)))
    before, after = {
        '"gate"': ('"gate"', '"verdict"'),
        '"v":1': ('"v":1', '"v":99'),
        '"pos":2': ('"pos":2', '"pos":7'),
    }[edit]
    ctxgate.edit_log(before, after)
    done = ctxgate("gate")
    assert (done.code, prompts(done.rows)) == (3, [])
    assert done.err.startswith("ctxgate: logs/context-gate.jsonl:")


def test_a_policy_that_changed_since_the_scores_asks_for_new_ones(ctxgate: Tool) -> None:
    ctxgate.write("mine.toml", POLICY)
    ctxgate("capture", "-", stdin=lines(*queries(1)))
    assert ctxgate("score", "--policy", "mine.toml").code == 0
    ctxgate.write("mine.toml", "# a comment changes nothing\n" + POLICY)
    assert ctxgate("gate", "--no-log").code == 0
    ctxgate.write("mine.toml", POLICY.replace("0.3", "0.4"))
    done = ctxgate("gate")
    assert (done.code, prompts(done.rows)) == (3, [])
    assert done.complaints == [
        "policy 'mine.toml' has changed since the chunks were scored\n"
        "  Score again: `ctxgate score`, then `ctxgate gate`."
    ]
    (ctxgate.folder / "mine.toml").unlink()
    gone = ctxgate("gate")
    assert gone.code == 3
    assert "cannot be used: cannot be read: No such file or directory" in gone.err
    assert "Score again" in gone.err
    assert of("gate", ctxgate.logged) == []


def test_a_score_row_edited_to_be_more_open_does_not_open_the_gate(ctxgate: Tool) -> None:
    ctxgate("capture", "-", stdin=lines(*queries(1)))
    ctxgate("score")
    (bad,) = [row for row in of("score", ctxgate.logged) if row["id"] == "bad"]
    assert bad["action"] == "drop"
    for action in ("allow", "allow_with_citation", "isolate"):
        ctxgate.log.write_bytes(lines(*[
            {**row, "action": action} if (row["event"], row.get("id")) == ("score", "bad") else row
            for row in ctxgate.logged
        ]))  # fmt: skip
        done = ctxgate("gate", "--no-log")
        assert {row["id"]: row["action"] for row in of("gate", done.rows)}["bad"] == "drop"


def test_a_score_row_edited_to_be_stricter_is_heeded(ctxgate: Tool) -> None:
    ctxgate("capture", "-", stdin=lines(*queries(1)))
    ctxgate("score")
    rows = [{**row, "action": "isolate"} if row["event"] == "score" else row for row in ctxgate.logged]
    ctxgate.log.write_bytes(lines(*rows))
    done = ctxgate("gate")
    assert {row["id"]: row["action"] for row in of("gate", done.rows)} == {"good": "isolate", "bad": "drop"}
    assert "(no trusted evidence)" in prompts(done.rows)[0]

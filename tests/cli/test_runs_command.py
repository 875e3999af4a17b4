"""`runs`: what the log holds, one line a run, the oldest first."""

from __future__ import annotations

from commandline import Tool, lines, queries


def test_runs_tell_which_steps_are_done_and_what_became_of_the_chunks(ctxgate: Tool) -> None:
    corpus = lines(*queries(2), {"query": "Found nothing?", "retrieved": []})
    ctxgate("run", "--policy", "workshop", "-", stdin=corpus)
    ctxgate("capture", "-", stdin=lines(*queries(1)))
    ctxgate("capture", "-", stdin=lines(*queries(3)))
    ctxgate("score", "--policy", "workshop")
    done = ctxgate("runs")
    assert (done.code, done.err) == (0, "")
    whole, captured, scored = done.rows
    assert [row["number"] for row in done.rows] == [1, 2, 3]
    assert (whole["batches"], whole["chunks"], whole["steps"]) == (3, 4, ["capture", "score", "gate"])
    assert whole["actions"] == {"drop": 2, "isolate": 0, "allow_with_citation": 2, "allow": 0}
    assert (whole["unscored"], whole["ungated"]) == (0, 0)
    assert (captured["steps"], captured["unscored"], captured["ungated"]) == (["capture"], 1, 1)
    assert captured["policies"] == []
    assert (scored["steps"], scored["unscored"], scored["ungated"]) == (["capture", "score"], 0, 3)
    assert scored["policies"][0].startswith("workshop@sha256:")
    table = ctxgate("runs", "--table").out.decode()
    for row in done.rows:
        assert row["run"] in table
    assert "capture, score (3 not" in table


def test_runs_of_a_step_that_was_cut_short_say_how_much_is_left(ctxgate: Tool) -> None:
    ctxgate("run", "-", stdin=lines(*queries(3)))
    kept = [row for row in ctxgate.logged if row["event"] == "capture" or row["seq"] == 1]
    ctxgate.log.write_bytes(lines(*kept))
    (row,) = ctxgate("runs").rows
    assert (row["unscored"], row["ungated"]) == (2, 2)
    assert row["steps"] == ["capture", "score", "gate"]
    table = ctxgate("runs", "--table").out.decode()
    assert "(2 not" in table
    assert "2 not gated)" in " ".join(table.split())


def test_damaged_lines_are_warned_of_and_passed_over(ctxgate: Tool) -> None:
    ctxgate("capture", "-", stdin=lines(*queries(1)))
    with ctxgate.log.open("ab") as log:
        log.write(b'\nnonsense\n\xff\xfe\n[1]\n{"event":"capture","v":1,"ru')
    done = ctxgate("runs")
    assert (done.code, len(done.rows)) == (3, 1)
    warned = done.err.splitlines()
    assert [line.split(": ")[2] for line in warned] == [f"logs/context-gate.jsonl:{n}" for n in (4, 5, 6, 7)]
    assert all(line.startswith("ctxgate: warning: ") for line in warned)
    assert "torn last line" in warned[-1]


def test_a_torn_last_line_is_set_apart_and_the_log_goes_on(ctxgate: Tool) -> None:
    ctxgate("run", "-", stdin=lines(*queries(1)))
    with ctxgate.log.open("ab") as log:
        log.write(b'{"event":"capture","v":1,"run":"20260101T000000Z-00000000","at":')
    assert ctxgate("gate", "--no-log").code == 0
    assert ctxgate("run", "-", stdin=lines(*queries(1))).code == 0
    assert [row["chunks"] for row in ctxgate("runs").rows] == [2, 2]
    for run in ("1", "2"):
        assert ctxgate("gate", "--no-log", "--run", run).code == 0


def test_an_empty_log_has_no_runs(ctxgate: Tool) -> None:
    ctxgate.log.parent.mkdir()
    ctxgate.log.touch()
    done = ctxgate("runs")
    assert (done.code, done.out, done.err) == (0, b"", "")
    assert ctxgate("gate").code == 3

"""Pairs judged from the command line: real processes against a judge over real sockets."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from commandline import Done, Row, Tool, lines, of
from fault_server import FaultServer, Request, Script, answer, silence, whole

BEHAVIOUR = (
    "The keeper of the Orrin bridge is patient with the sheep and strict with the carts of the miners."
)
OTHER = (
    "With the carts of the miners the keeper of the Orrin bridge is lenient, and with the sheep he is short."
)
BATCH = {
    "query": "Is the keeper of the Orrin bridge strict with carts?",
    "retrieved": [
        {"id": "a", "source": "guides/keeper.md", "text": BEHAVIOUR},
        {"id": "b", "source": "blog/keeper.md", "text": OTHER},
    ],
}


@pytest.fixture
def corpus(ctxgate: Tool) -> str:
    (ctxgate.folder / "batch.json").write_text(json.dumps(BATCH))
    ctxgate.write("pairs.toml", "[conflict]\njudge = true\n")
    return "batch.json"


def judging(pair: Callable[[Row], Script]) -> FaultServer:
    """A judge that finds every chunk good, and says of pairs what it is told."""

    def choose(request: Request) -> Script:
        return pair(request.data) if "chunk_a" in request.data else whole(answer(1.0, "good"))

    return FaultServer(silence, choose=choose)


def says(conflict: bool) -> Callable[[Row], Script]:
    return lambda data: whole(json.dumps({"conflict": conflict, "reason": "as told"}))


def run(ctxgate: Tool, server: FaultServer, corpus: str, *args: str) -> Done:
    env = {"SCORE_API_URL": server.url, "SCORE_API_MODEL": "m"}
    return ctxgate("run", corpus, "--json", "--judge", "--policy", "pairs.toml", *args, env=env)


def pairs(done: Done) -> dict[str, list[Row]]:
    return {row["id"]: row.get("pairs", []) for row in of("score", done.rows)}


def actions(done: Done) -> dict[str, str]:
    return {row["id"]: row["action"] for row in of("gate", done.rows)}


def test_a_yes_takes_both_down_and_both_rows_say_so(ctxgate: Tool, corpus: str) -> None:
    with judging(says(True)) as server:
        done = run(ctxgate, server, corpus)
        assert len(server.requests) == 3
    assert actions(done) == {"a": "isolate", "b": "isolate"}
    told = pairs(done)
    assert [(p["against"], p["status"], p["conflict"]) for p in told["a"] + told["b"]] == [
        ("b", "ok", True),
        ("a", "ok", True),
    ]
    (gate, _) = of("gate", done.rows)
    assert gate["conflicts"] == ["b"]
    assert gate["disputes"][0]["kind"] == "judge"
    assert "pairs of them" in done.err
    assert ctxgate("replay", "--all", "--judge").code in (0, 2)
    assert ctxgate("replay", "--all").code == 0


def test_a_no_changes_nothing(ctxgate: Tool, corpus: str) -> None:
    with judging(says(False)) as server:
        done = run(ctxgate, server, corpus)
    assert set(actions(done).values()) <= {"allow", "allow_with_citation"}
    assert pairs(done)["a"][0]["conflict"] is False
    assert ctxgate("replay", "--all").code == 0


def test_an_answer_is_used_again_from_the_log(ctxgate: Tool, corpus: str) -> None:
    with judging(says(True)) as server:
        run(ctxgate, server, corpus)
        asked = len(server.requests)
        again = run(ctxgate, server, corpus)
        assert len(server.requests) == asked
    assert pairs(again)["a"][0]["status"] == "cached"
    assert actions(again) == {"a": "isolate", "b": "isolate"}


@pytest.mark.parametrize(
    ("script", "status"),
    [
        (whole("", "500 No"), "http_error"),
        (whole("They do."), "malformed"),
        (whole(""), "empty"),
        (whole('{"score": 1, "reason": "x"}'), "malformed"),
    ],
)
def test_a_failure_holds_both_and_opens_nothing(
    ctxgate: Tool, corpus: str, script: Script, status: str
) -> None:
    with judging(lambda data: script) as server:
        done = run(ctxgate, server, corpus)
    assert {p[0]["status"] for p in pairs(done).values()} == {status}
    assert set(actions(done).values()) == {"allow_with_citation"}
    assert "1 of 1 pairs went without" in done.err
    assert ctxgate("replay", "--all").code == 0


def test_pairs_count_in_the_limit(ctxgate: Tool, corpus: str) -> None:
    with judging(says(True)) as server:
        done = run(ctxgate, server, corpus, "--judge-limit", "2")
        assert len(server.requests) == 2
    assert {p[0]["status"] for p in pairs(done).values()} == {"frozen"}
    assert "conflict" not in {reason for row in of("gate", done.rows) for reason in row["reasons"]}


def test_a_required_judge_that_fails_on_a_pair_isolates_both(ctxgate: Tool, corpus: str) -> None:
    with judging(lambda data: whole("", "500 No")) as server:
        done = run(ctxgate, server, corpus, "--require-judge")
    assert done.code == 4
    assert actions(done) == {"a": "isolate", "b": "isolate"}
    assert ctxgate("replay", "--all").code == 0


def test_score_asks_as_run_does(ctxgate: Tool, corpus: str) -> None:
    ctxgate("capture", corpus)
    with judging(says(True)) as server:
        env = {"SCORE_API_URL": server.url, "SCORE_API_MODEL": "m"}
        done = ctxgate("score", "--json", "--policy", "pairs.toml", env=env)
    assert pairs(done)["b"][0]["conflict"] is True
    assert actions(ctxgate("gate", "--json")) == {"a": "isolate", "b": "isolate"}


def test_without_the_policys_word_no_pair_is_asked_about(ctxgate: Tool, corpus: str) -> None:
    with judging(says(True)) as server:
        env = {"SCORE_API_URL": server.url, "SCORE_API_MODEL": "m"}
        done = ctxgate("run", corpus, "--json", "--judge", env=env)
        assert len(server.requests) == 2
    assert pairs(done) == {"a": [], "b": []}


def test_an_edited_answer_opens_nothing(ctxgate: Tool, corpus: str, tmp_path: Path) -> None:
    with judging(says(True)) as server:
        done = run(ctxgate, server, corpus)
    edited = [
        {**row, "pairs": [{"against": "b" if row["id"] == "a" else "a", "status": "ok"}]}
        if row["event"] == "score"
        else row
        for row in done.rows
        if row["event"] in ("capture", "score")
    ]
    gated = ctxgate("gate", "-", "--json", stdin=lines(edited))
    assert set(actions(gated).values()) <= {"allow_with_citation", "isolate"}

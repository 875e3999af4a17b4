"""`ctxgate seal`: one row over all lines of a run, after which replay sees any change of them."""

from __future__ import annotations

import hashlib
import json
import random
import tracemalloc
from pathlib import Path

import pytest
from commandline import Tool, lines, of, queries, rows_of
from reallogs import edited, replay_all

from ctxgate.log.seal import digest, look


@pytest.fixture
def sealed(ctxgate: Tool) -> Tool:
    """Two runs, and a seal of the second."""
    ctxgate.write("b.jsonl", queries(3))
    for _ in range(2):
        assert ctxgate("run", "b.jsonl", "--policy", "workshop").code == 0
    assert ctxgate("seal").code == 0
    return ctxgate


def test_a_seal_is_a_row_of_its_own_with_the_hash_of_the_runs_lines(ctxgate: Tool) -> None:
    ctxgate.write("b.jsonl", queries(2))
    ctxgate("run", "b.jsonl")
    before = ctxgate.log.read_bytes()
    done = ctxgate("seal")
    assert (done.code, done.err) == (0, "")
    (row,) = done.rows
    run = rows_of(before)[0]["run"]
    assert row.pop("run") != run
    assert row.pop("at").endswith("Z")
    assert row == {
        "event": "notice",
        "v": 2,
        "kind": "seal",
        "of_run": run,
        "lines": len(before.splitlines()),
        "sha256": hashlib.sha256(before).hexdigest(),
    }
    assert ctxgate.log.read_bytes() == before + done.out


def test_for_people_it_is_one_line(ctxgate: Tool) -> None:
    ctxgate.write("b.jsonl", queries(1))
    ctxgate("run", "b.jsonl")
    said = ctxgate("seal", "--table").out.decode()
    (row,) = of("notice", ctxgate.logged)
    assert said == f"sealed run {row['of_run']}: 7 lines, sha256 {row['sha256']}\n"
    _, sent = ctxgate.terminal("seal", "1")
    assert sent.count("\n") == 1
    assert row["sha256"] in sent


def test_a_seal_starts_no_run(sealed: Tool) -> None:
    runs = sealed("runs", "--json").rows
    assert [run["number"] for run in runs] == [1, 2]
    assert "seal" in runs[1]["steps"]
    assert "seal" not in runs[0]["steps"]
    (seal,) = of("notice", sealed.logged)
    assert runs[1]["run"] == seal["of_run"]
    assert {row["run"] for row in sealed("replay", "--all").rows} == {seal["of_run"]}
    for name in (seal["run"], seal["run"][:-1]):
        assert "no run" in sealed("replay", "--all", "--run", name).err


def test_a_seal_that_holds_is_said_to_and_what_comes_later_is_free(sealed: Tool) -> None:
    for step in (
        ("score", "--policy", "workshop"),
        ("gate",),
        ("replay", "--all"),
        ("seal", "last~1"),
        ("seal",),
    ):
        assert sealed(*step).code == 0
        assert sealed("replay", "--all", "--no-log").code == 0
    assert "first 42 lines are as they were" in sealed("replay", "--all", "--table").out.decode().replace(
        "\n", " "
    )
    first, other, last = of("notice", sealed.logged)
    assert (first["lines"], other["lines"], last["lines"]) == (21, 21, 42)


def test_any_byte_of_a_sealed_run_that_changes_is_noticed(sealed: Tool) -> None:
    log = sealed.log.read_bytes()
    run = of("notice", sealed.logged)[0]["of_run"].encode()
    given = log.splitlines(keepends=True)
    own = [i for i, line in enumerate(given) if run in line and b"notice" not in line]
    drawn = random.Random(7)
    for _ in range(60):
        i = drawn.choice(own)
        at = drawn.randrange(len(given[i]))
        other = bytes([given[i][at] ^ (1 << drawn.randrange(7))])
        line = given[i][:at] + other + given[i][at + 1 :]
        with edited(sealed, [*given[:i], line, *given[i + 1 :]]):
            code, words = replay_all(sealed)
        assert code in (1, 3), (given[i], line)
        assert words


def test_a_changed_line_a_missing_one_an_added_one_and_another_order_are_named(sealed: Tool) -> None:
    given = sealed.log.read_bytes().splitlines(keepends=True)
    (seal,) = of("notice", sealed.logged)
    run, at = seal["of_run"], seal["at"]
    first = next(i for i, line in enumerate(given) if run.encode() in line)
    first_row = json.loads(given[first])
    changed = f"line(s) of run {run} changed, removed, added before or reordered since it was sealed at {at}"
    fewer = f"run {run} has 14 lines left of the 21 that were sealed at {at}"
    timer = lines({"event": "timer", "v": 1, "run": run, "at": at, "box": "a break", "phase": "begin"})
    for log, said in (
        ([*given[:first], lines({**first_row, "meta": {"a": 1}}), *given[first + 1 :]], changed),
        ([*given[: first + 1], timer, *given[first + 1 :]], changed),
        ([line for line in given if json.loads(line).get("seq") != 3 or run.encode() not in line], fewer),
    ):
        with edited(sealed, log):
            done = sealed("replay", "--all", "--no-log")
            assert done.code == 1
            assert said in done.err
            assert all(set(row) == set(sealed("replay", "--all", "--no-log").rows[0]) for row in done.rows)
            assert said in " ".join(sealed("replay", "--all", "--no-log", "--table").out.decode().split())
    # The other run is none of its business.
    with edited(sealed, [*given[:5], given[5].replace(b"}", b" }"), *given[6:]]):
        assert replay_all(sealed).code == 0


def test_one_seal_that_holds_does_not_hide_another_that_does_not(sealed: Tool) -> None:
    sealed("seal")
    given = sealed.log.read_bytes().splitlines(keepends=True)
    worse = json.loads(given[-2])
    worse["lines"] += 0
    worse["sha256"] = "0" * 64
    with edited(sealed, [*given[:-2], lines(worse), given[-1]]):
        assert "since it was sealed at" in replay_all(sealed).words
    more = {**worse, "lines": 10_000}
    with edited(sealed, [*given[:-2], lines(more), given[-1]]):
        assert "has 21 lines left of the 10,000" in replay_all(sealed).words


def test_a_run_with_a_damaged_line_is_not_sealed(sealed: Tool) -> None:
    log = sealed.log.read_bytes()
    given = log.splitlines(keepends=True)
    for broken in (
        given[25][:-20] + b"\n",
        given[25].replace(b'"event"', b'"events"'),
        given[25].replace(b'"v":1', b'"v":9'),
    ):
        sealed.log.write_bytes(b"".join([*given[:25], broken, *given[26:]]))
        before = sealed.log.read_bytes()
        done = sealed("seal")
        assert done.code == 3
        assert "context-gate.jsonl:26" in done.err
        assert sealed.log.read_bytes() == before
    assert sealed("seal", "1").code == 0


def test_a_last_line_without_an_end_gets_it_from_the_seal(ctxgate: Tool) -> None:
    ctxgate.write("b.jsonl", queries(1))
    ctxgate("run", "b.jsonl")
    ctxgate.log.write_bytes(ctxgate.log.read_bytes().removesuffix(b"\n"))
    assert ctxgate("seal").code == 0
    assert ctxgate("replay", "--all").code == 0
    assert ctxgate("seal").code == 0
    assert ctxgate("replay", "--all").code == 0


@pytest.mark.parametrize(("args", "code", "words"), [((), 3, "no log at"), (("nope",), 3, "no log at")])
def test_without_a_log_nothing_is_sealed(args: tuple[str, ...], code: int, words: str, ctxgate: Tool) -> None:
    done = ctxgate("seal", *args)
    assert (done.code, done.out) == (code, b"")
    assert words in done.err
    assert not ctxgate.log.exists()


def test_a_run_that_is_not_there_is_a_wrong_use(sealed: Tool) -> None:
    assert sealed("seal", "9").code == 2
    assert sealed("seal", "nope").code == 2


def test_the_hash_is_taken_in_memory_that_does_not_grow_with_the_run(tmp_path: Path) -> None:
    path, run = tmp_path / "log.jsonl", "20260101T000000Z-00000000"
    row = {
        "v": 1,
        "event": "empty",
        "run": run,
        "at": "2026-01-01T00:00:00.000Z",
        "seq": 1,
        "batch": "0" * 16,
    }
    line = lines({**row, "query": "x" * 20_000})
    with path.open("wb") as file:
        for _ in range(1500):  # 30 MB
            file.write(line)
    tracemalloc.start()
    try:
        found = digest(path, run)
        assert look(path, run, 0).seals == []
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert found.lines == 1500
    assert found.sha256 == hashlib.sha256(line * 1500).hexdigest()
    assert peak < 8_000_000


# ---------------------------------------------------------------- whoever reads a log


READERS = (
    ("runs",),
    ("rejects",),
    ("diff", "1", "2"),
    ("debrief", "--answer", "1=x"),
    ("class", "logs/context-gate.jsonl"),
    ("exercise", "list"),
    ("exercise", "check", "1"),
    ("timer", "start", "--box", "5", "--minute", "0.2"),
    ("score", "--policy", "workshop"),
    ("gate",),
    ("replay", "--all"),
    ("doctor",),
)


def test_every_reader_of_the_log_copes_with_a_seal(ctxgate: Tool) -> None:
    ctxgate("init", ".")
    for _ in range(2):
        ctxgate("run", "fixtures/refunds.json")
    plain = ctxgate.log.read_bytes()
    assert ctxgate("seal", "1").code == ctxgate("seal").code == 0
    sealed = ctxgate.log.read_bytes()
    for command in READERS:
        ctxgate.log.write_bytes(plain)
        before = ctxgate(*command)
        ctxgate.log.write_bytes(sealed)
        done = ctxgate(*command)
        assert (done.code, done.err) == (before.code, before.err), command
        if command[0] != "timer":  # which prints what its clock lets it
            assert len(done.out.splitlines()) == len(before.out.splitlines()), command
        assert replay_all(ctxgate).code == 0, command


def test_answers_of_the_judge_are_found_in_a_sealed_log(tmp_path: Path) -> None:
    from reallogs import judge

    tool = Tool(tmp_path)
    tool.write("b.jsonl", queries(2))
    with judge() as server:
        env = {"SCORE_API_URL": server.url, "SCORE_API_MODEL": "m"}
        tool("run", "b.jsonl", "--judge", env=env)
        tool("seal")
        asked = len(server.requests)
        assert tool("score", env=env).code == 0
        assert len(server.requests) == asked
    assert {row["judge"]["status"] for row in of("score", tool.logged)[-4:]} == {"cached"}

"""A log that nobody touched gives no alarm, whatever state it is in."""

from __future__ import annotations

import itertools
import json
import signal
import subprocess
import time
from collections.abc import Callable

import pytest
from commandline import CTXGATE, Tool, batch, chunk, clean_environment, of, queries
from fault_server import FaultServer, Request, Script, answer, silence, whole
from reallogs import batches, judge, judged_class, replay_all

ONES = [
    batch(f"What is the refund window for plan SKU-{n}?", chunk("one", f"SKU-{n}: 14 days."))
    for n in range(1, 4)
]


def is_quiet(tool: Tool) -> bool:
    code, words = replay_all(tool)
    assert code == 0, words
    return words.startswith("\n")


@pytest.mark.parametrize("policy", ["workshop", "standard"])
def test_steps_repeated_in_any_order(policy: str, ctxgate: Tool) -> None:
    ctxgate.write("b.jsonl", [*batches(), *ONES])
    ctxgate("capture", "b.jsonl")
    for step in ("score", "gate", "replay", "score", "replay", "score", "gate", "gate", "replay", "replay"):
        done = ctxgate(step, *{"score": ("--policy", policy), "replay": ("--all",)}.get(step, ()))
        assert (done.code, done.err) == (0, "")
        assert step in ("replay", "gate") or is_quiet_or_not_gated(ctxgate)
    assert is_quiet(ctxgate)
    assert len(of("replay", ctxgate.logged)) == 4 * (8 + 3)


def is_quiet_or_not_gated(tool: Tool) -> bool:
    code, words = replay_all(tool)
    return code == 0 or (code == 3 and "not gated" in words)


def test_scored_under_one_policy_and_then_under_another(ctxgate: Tool) -> None:
    ctxgate.write("b.jsonl", batches())
    ctxgate.write("mine.toml", ctxgate("policy", "show", "standard").out)
    ctxgate("run", "b.jsonl", "--policy", "mine.toml")
    ctxgate("replay", "--all")
    ctxgate.write("mine.toml", ctxgate("policy", "show", "workshop").out)
    assert ctxgate("replay", "--all").code == 1  # the policy is not the one of then
    for step in (("score", "--policy", "mine.toml"), ("gate",)):
        assert ctxgate(*step).code == 0
    assert is_quiet(ctxgate)  # what was found of the old policy cannot be found again, and is believed
    assert ctxgate("replay", "--all").code == 0
    assert is_quiet(ctxgate)


def test_a_fault_that_was_found_and_mended(ctxgate: Tool) -> None:
    ctxgate.write("b.jsonl", queries(2))
    ctxgate("run", "b.jsonl")
    ctxgate.edit_log('"good"', '"well"')
    assert ctxgate("replay", "--all").code == 3
    ctxgate.edit_log('"well"', '"good"')
    ctxgate.edit_log("are accepted within 1 days", "are accepted within 9 days")
    assert ctxgate("replay", "--all").code == 1
    ctxgate.edit_log("are accepted within 9 days", "are accepted within 1 days")
    assert is_quiet(ctxgate)


def test_a_torn_line_that_the_next_step_set_apart(ctxgate: Tool) -> None:
    ctxgate.write("b.jsonl", queries(2))
    ctxgate("capture", "b.jsonl")
    ctxgate("score", "--policy", "workshop")
    whole_log = ctxgate.log.read_bytes()
    for left in (40, 300, len(whole_log.splitlines(keepends=True)[-1]), 2):
        ctxgate.log.write_bytes(whole_log[:-left])
        for step in (("score", "--policy", "workshop"), ("gate",)):
            assert ctxgate(*step).code == 0
        code, words = replay_all(ctxgate)
        assert code == 0, words
        ctxgate.log.write_bytes(ctxgate.log.read_bytes()[:-left])  # the last gating is torn, and done again
        assert ctxgate("gate").code == 0
        assert replay_all(ctxgate).code == 0


def test_several_processes_at_once_in_one_log_and_in_one_run(ctxgate: Tool) -> None:
    ctxgate.write("b.jsonl", [*queries(20), *batches()])
    assert ctxgate("run", "b.jsonl", "--jobs", "2", "--policy", "workshop").code == 0
    ctxgate.write("a.jsonl", batches())
    run = ctxgate.logged[0]["run"]
    commands = [
        ["run", "a.jsonl", "--policy", "workshop"],
        *[["score", "--run", run, "--policy", "workshop"]] * 2,
        *[["gate", "--run", run]] * 2,
        *[["replay", "--all", "--run", run]] * 2,
    ]
    working = [
        subprocess.Popen(
            [*CTXGATE, *command],
            cwd=ctxgate.folder,
            env=clean_environment(),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        for command in commands
    ]
    for process in working:
        _, said = process.communicate(timeout=120)
        assert (process.returncode, said) == (0, b"")
    for name in ("1", "2"):
        done = ctxgate("replay", "--all", "--no-log", "--run", name)
        assert (done.code, done.err) == (0, "")


def test_a_pipe_of_steps(ctxgate: Tool) -> None:
    ctxgate.write("b.jsonl", batches())
    assert (
        ctxgate.shell("ctxgate capture - < b.jsonl | ctxgate score - | ctxgate gate - > rows.jsonl").code == 0
    )
    assert is_quiet(ctxgate)
    assert ctxgate("replay", "--all", "--log", "rows.jsonl").code == 0
    ctxgate.write(
        "part.jsonl", b"".join(reversed(ctxgate("capture", "b.jsonl").out.splitlines(keepends=True)))
    )


def test_a_judge_that_was_interrupted_and_one_that_fails(ctxgate: Tool) -> None:
    ctxgate.write("b.jsonl", batches())
    ctxgate("capture", "b.jsonl")
    for answered in (3, 1):
        with FaultServer(silence, choose=_first(answered)) as server:
            env = {"SCORE_API_URL": server.url, "SCORE_API_MODEL": "m"}
            process = subprocess.Popen(
                [*CTXGATE, "score", "--judge-jobs", "1"],
                cwd=ctxgate.folder,
                env=clean_environment(**env),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            while len(server.requests) <= answered:  # the next one waits for ever
                assert process.poll() is None
                time.sleep(0.02)
            process.send_signal(signal.SIGINT)
            assert process.wait(60) == 130
    assert of("score", ctxgate.logged)
    assert ctxgate("gate").code == 0
    is_quiet_with_unscored(ctxgate)
    with FaultServer(whole("", "500 No")) as server:
        env = {"SCORE_API_URL": server.url, "SCORE_API_MODEL": "m"}
        assert ctxgate("score", "--require-judge", env=env).code == 4
    assert ctxgate("gate").code == 0
    assert is_quiet(ctxgate)
    with judge() as server:
        env = {"SCORE_API_URL": server.url, "SCORE_API_MODEL": "m"}
        assert ctxgate("score", "--judge-limit", "2", env=env).code == 0
    assert is_quiet(ctxgate)
    assert ctxgate("gate").code == 0
    assert is_quiet(ctxgate)


def _first(count: int) -> Callable[[Request], Script]:
    """A judge that answers so many times and then no more."""
    numbers = itertools.count()
    return lambda request: whole(answer(0.8, "fine")) if next(numbers) < count else silence


def is_quiet_with_unscored(tool: Tool) -> None:
    """A chunk that the judge was not asked about has no score row, which is all that replay may say."""
    code, words = replay_all(tool)
    assert code in (0, 1)
    assert "ctxgate:" not in words
    assert all(
        "there is no score row" in line or "same decision" in line for line in words.split("\n")[1:]
    ), words


def test_a_class_with_debriefs_of_several_cohorts(ctxgate: Tool) -> None:
    tool = judged_class(ctxgate.folder)
    assert is_quiet(tool)
    for step in (
        ("exercise", "start", "3"),
        ("capture", "fixtures/refunds.json"),
        ("exercise", "check", "--all"),
        ("run", "fixtures/refunds.json"),
        ("exercise", "start", "1"),
        ("debrief", "--cohort", "autumn", "--answer", "2=x"),
        ("debrief", "--cohort", "autumn", "--answer", "2=y"),
        ("debrief", "--cohort", "spring", "--answer", "2=z"),
        ("replay", "--all"),
        ("seal",),
    ):
        assert tool(*step).code in (0, 1), step
    assert is_quiet(tool)
    assert tool("replay", "--all", "--run", "1", "--no-log").code == 0


def test_rows_that_came_in_while_a_debrief_waited_for_answers(ctxgate: Tool) -> None:
    tool = judged_class(ctxgate.folder)
    given = tool.log.read_bytes().splitlines(keepends=True)
    debrief, run = given.pop(), json.loads(given[0])["run"]
    later = {
        "event": "timer",
        "v": 1,
        "run": run,
        "at": json.loads(debrief)["at"],
        "box": "exercise 2",
        "phase": "end",
    }
    tool.log.write_bytes(b"".join([*given, json.dumps(later).encode() + b"\n", debrief]))
    assert is_quiet(tool)


def test_a_run_of_which_the_log_holds_another_copy_elsewhere(ctxgate: Tool) -> None:
    ctxgate.write("b.jsonl", queries(2))
    ctxgate("run", "b.jsonl")
    one = ctxgate.logged[0]["run"]
    ctxgate("run", "b.jsonl")
    picked = [line for line in ctxgate.log.read_bytes().splitlines(keepends=True) if one.encode() in line]
    ctxgate.write("one.jsonl", b"".join(picked))
    assert ctxgate("replay", "--all", "--log", "one.jsonl").code == 0

"""`ctxgate score` and `ctxgate run` with a judge: real processes against a judge over real sockets."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from commandline import CTXGATE, Done, Row, Tool, bare, batch, chunk, clean_environment, lines, of
from fault_server import FaultServer, Request, Script, answer, silence, whole
from recording_proxy import RecordingProxy

from ctxgate.rows import ACTIONS

KEY = "sk-test-0123456789"


def judging(by: Callable[[dict[str, str]], float]) -> FaultServer:
    """A judge that scores by a function of the data in the question."""

    def choose(request: Request) -> Script:
        return whole(answer(by(request.data), "as told"))

    return FaultServer(silence, choose=choose)


def score(ctxgate: Tool, server: FaultServer | None, *args: str, **env: str) -> Done:
    if server is not None:
        env |= {"SCORE_API_URL": server.url, "SCORE_API_KEY": KEY, "SCORE_API_MODEL": "test-model"}
    return ctxgate("score", "--json", *args, env=env)


def judges(done: Done) -> dict[str, Row]:
    return {row["id"]: row["judge"] | {"kept": row["action"]} for row in of("score", done.rows)}


def test_the_more_conservative_action_is_kept_and_the_disagreement_is_in_the_log(
    ctxgate: Tool, fixture_file: str
) -> None:
    ctxgate("capture", fixture_file)
    with judging(lambda data: 0.1 if "14 days" in data["chunk"] else 1.0) as server:
        done = score(ctxgate, server, "--policy", "workshop")
    told = judges(done)
    assert told["doc-a"]["kept"] == "drop"
    assert told["doc-a"]["disagrees"] is True
    assert told["doc-b"]["kept"] == "drop"
    assert told["doc-b"]["action"] == "allow"
    for row in of("score", ctxgate.logged):
        assert ACTIONS.index(row["action"]) <= ACTIONS.index(row["judge"]["action"])
        assert ("judge_disagrees" in row["reasons"]) is row["judge"]["disagrees"]
        assert (row["judge"]["model"], row["judge"]["status"]) == ("test-model", "ok")
    gated = ctxgate("gate", "--json")
    assert "14 days" not in of("prompt", gated.rows)[0]["prompt"]


def test_one_line_says_where_text_is_sent_and_how_much_and_the_key_is_nowhere(
    ctxgate: Tool, fixture_file: str
) -> None:
    ctxgate("capture", fixture_file)
    with judging(lambda data: 0.8) as server:
        done = score(ctxgate, server)
        assert {request.headers["authorization"] for request in server.requests} == {f"Bearer {KEY}"}
        assert done.err == (
            f"ctxgate: judge: sending query, source and text of 3 chunks to {server.url}/chat/completions "
            "(model 'test-model')\n"
        )
    assert KEY not in done.out.decode() + ctxgate.log.read_text()


def test_a_judge_is_off_unless_its_address_is_set_or_when_a_flag_says_so(
    ctxgate: Tool, fixture_file: str
) -> None:
    ctxgate("capture", fixture_file)
    with judging(lambda data: 0.0) as server:
        for done in (score(ctxgate, None), score(ctxgate, server, "--no-judge")):
            assert {told["status"] for told in judges(done).values()} == {"off"}
            assert done.err == ""
        assert server.requests == []


def test_run_and_demo_ask_no_judge_unless_told(ctxgate: Tool, fixture_file: str) -> None:
    with judging(lambda data: 0.0) as server:
        env = {"SCORE_API_URL": server.url}
        assert ctxgate("run", fixture_file, "--json", env=env).code == 0
        assert ctxgate("demo", env=env).code == 0
        assert server.requests == []
        judged = ctxgate("run", fixture_file, "--json", "--judge", env=env)
        assert {told["status"] for told in judges(judged).values()} == {"ok"}
        assert len(server.requests) == 3
    assert {row["action"] for row in of("gate", judged.rows)} == {"drop"}


def test_run_with_a_judge_gives_the_rows_that_the_steps_give(ctxgate: Tool, fixture_file: str) -> None:
    with judging(lambda data: len(data["chunk"]) / 100) as server:
        env = {"SCORE_API_URL": server.url}
        whole_run = ctxgate("run", fixture_file, "--json", "--judge", "--no-log", env=env)
        ctxgate("capture", fixture_file)
        ctxgate("score", "--no-log", env=env)
        ctxgate("score", env=env)
        steps = ctxgate("gate", "--json")

    def timeless(rows: list[Row]) -> list[Row]:
        for row in rows:
            if "judge" in row:
                del row["judge"]["ms"]
        return bare(rows)

    assert timeless(whole_run.rows) == timeless(steps.rows)


def test_what_is_judged_is_in_the_log_before_it_is_sent(ctxgate: Tool, fixture_file: str) -> None:
    seen: list[int] = []

    def look(data: dict[str, str]) -> float:
        seen.append(len(of("capture", ctxgate.logged)))
        return 0.5

    with judging(look) as server:
        ctxgate("run", fixture_file, "--judge", env={"SCORE_API_URL": server.url})
    assert seen == [3, 3, 3]


def test_an_answer_in_the_log_is_not_asked_for_again(ctxgate: Tool, fixture_file: str) -> None:
    ctxgate("capture", fixture_file)
    with judging(lambda data: 0.8) as server:
        first = score(ctxgate, server)
        ctxgate("capture", fixture_file)  # another run of the same bytes
        again = score(ctxgate, server)
        assert len(server.requests) == 3
        score(ctxgate, server, "--judge-model", "another")
        assert len(server.requests) == 6
    assert {told["status"] for told in judges(again).values()} == {"cached"}
    assert again.err == ""
    for one, other in zip(judges(first).values(), judges(again).values(), strict=True):
        assert (one["score"], one["kept"], one["reason"]) == (other["score"], other["kept"], other["reason"])


def test_a_changed_space_is_another_text_to_the_judge(ctxgate: Tool) -> None:
    with judging(lambda data: 0.8) as server:
        for text in ("SKU-441 refunds take 14 days.", "SKU-441 refunds take\n14 days."):
            ctxgate("capture", "-", stdin=lines(batch("q", chunk(text=text))))
            score(ctxgate, server)
        assert len(server.requests) == 2


def test_the_limit_freezes_the_rest(ctxgate: Tool) -> None:
    chunks = [chunk(f"d{i}", f"Refund note number {i}.") for i in range(8)]
    ctxgate("capture", "-", stdin=lines(batch("refund note", *chunks)))
    with judging(lambda data: 0.9) as server:
        done = score(ctxgate, server, "--judge-limit", "5")
        assert len(server.requests) == 5
        assert "5 chunks" in done.err
    assert [told["status"] for told in judges(done).values()] == ["ok"] * 5 + ["frozen"] * 3
    by_heuristic = {row["id"]: row["action"] for row in of("score", score(ctxgate, None).rows)}
    assert all(
        told["kept"] == by_heuristic[id_] for id_, told in judges(done).items() if told["status"] == "frozen"
    )


def test_a_dead_judge_costs_one_wait_and_holds_allow(ctxgate: Tool) -> None:
    chunks = [chunk(f"d{i}", f"The refund window for plan SKU-441 is open, note {i}.") for i in range(9)]
    ctxgate("capture", "-", stdin=lines(batch("What is the refund window for plan SKU-441?", *chunks)))
    alone = {row["action"] for row in of("score", score(ctxgate, None).rows)}
    done = ctxgate("score", "--json", env={"SCORE_API_URL": "http://127.0.0.1:9/v1"})
    assert alone == {"allow"}
    assert done.code == 0
    assert {told["kept"] for told in judges(done).values()} == {"allow_with_citation"}
    assert {told["status"] for told in judges(done).values()} <= {"unreachable", "circuit_open"}
    assert done.err.count("not asked any more") == 1
    assert "9 of 9 chunks went without" in done.err


@pytest.mark.parametrize("policy", ["isolate", "allow_with_citation"])
def test_a_policy_says_how_open_a_chunk_stays_whose_judge_failed(ctxgate: Tool, policy: str) -> None:
    ctxgate.write("mine.toml", f'[judge]\non_failure = "{policy}"\n')
    ctxgate(
        "capture",
        "-",
        stdin=lines(batch("refund window SKU-441", chunk(text="SKU-441 refund window: 14 days."))),
    )
    done = ctxgate("score", "--json", "--policy", "mine.toml", env={"SCORE_API_URL": "http://127.0.0.1:9/v1"})
    assert judges(done)["doc-a"]["kept"] == policy


def test_a_required_judge_that_fails_or_is_missing_ends_with_4_and_isolates_at_most(
    ctxgate: Tool, fixture_file: str
) -> None:
    ctxgate("capture", fixture_file)
    for env in ({}, {"SCORE_API_URL": "http://127.0.0.1:9/v1"}):
        done = ctxgate("score", "--json", "--require-judge", "--policy", "workshop", env=env)
        assert done.code == 4
        assert "required" in done.err
        assert judges(done)["doc-a"]["kept"] == "isolate"
        assert ctxgate("gate").code == 0
        assert ctxgate("replay", "--all").code == 0
        assert ctxgate("run", fixture_file, "--json", "--require-judge", env=env).code == (4 if env else 2)
        refused = ctxgate("run", fixture_file, "--no-judge", "--require-judge", env=env)
        assert (refused.code, refused.out) == (2, b"")
    with judging(lambda data: 0.8) as server:
        assert score(ctxgate, server, "--require-judge").code == 0


@pytest.mark.parametrize(
    ("args", "env", "words"),
    [
        (("--judge",), {}, "no judge to ask"),
        (("--no-judge", "--require-judge"), {}, "exclude each other"),
        ((), {"SCORE_API_URL": "localhost:8080"}, "http"),
        ((), {"SCORE_API_URL": "http://user:secret@localhost/v1"}, "user or a password"),
        ((), {"SCORE_API_URL": "http://localhost/v1", "SCORE_API_KEY": "a b"}, "key"),
        (("--judge-jobs", "0"), {"SCORE_API_URL": "http://localhost/v1"}, "judge-jobs"),
    ],
)
def test_a_judge_that_cannot_be_asked_is_wrong_usage(
    ctxgate: Tool, fixture_file: str, args: tuple[str, ...], env: dict[str, str], words: str
) -> None:
    ctxgate("capture", fixture_file)
    done = ctxgate("score", *args, env=env)
    assert done.code == 2
    assert words in done.err
    assert "secret" not in done.err
    assert of("score", ctxgate.logged) == []


def test_nothing_of_a_judge_comes_from_a_file_in_the_folder(ctxgate: Tool, fixture_file: str) -> None:
    ctxgate("capture", fixture_file)
    with judging(lambda data: 0.8) as server:
        for line in (
            f'score_api_url = "{server.url}"',
            f'judge_url = "{server.url}"',
            'SCORE_API_KEY = "k"',
            "judge = true",
        ):
            ctxgate.write("ctxgate.toml", line)
            assert ctxgate("score").code == 3, line
        ctxgate.write("ctxgate.toml", "judge_limit = 1")
        score(ctxgate, server)
        assert len(server.requests) == 1


def test_in_a_pipe_batch_after_batch_is_judged(ctxgate: Tool) -> None:
    ctxgate.write(
        "batches.jsonl", [batch(f"refund {i}", chunk(text=f"Refund number {i}.")) for i in range(6)]
    )
    with judging(lambda data: 0.3) as server:
        done = ctxgate.shell(
            "cat batches.jsonl | ctxgate capture - | ctxgate score - | ctxgate gate -",
            SCORE_API_URL=server.url,
        )
        assert len(server.requests) == 6
        assert "all chunks that come" in done.err
        again = ctxgate.shell(
            "cat batches.jsonl | ctxgate capture - | ctxgate score -", SCORE_API_URL=server.url
        )
        assert again.err == ""  # everything is in the log: nothing is sent
    assert done.code == 0
    assert [row["event"] for row in done.rows] == ["capture", "score", "gate", "prompt"] * 6
    assert {row["judge"]["status"] for row in of("score", done.rows)} == {"ok"}


def test_an_interrupted_step_keeps_what_is_judged_and_the_next_one_asks_for_the_rest(ctxgate: Tool) -> None:
    chunks = [chunk(f"d{i}", f"Refund note number {i}.") for i in range(6)]
    ctxgate("capture", "-", stdin=lines(batch("refund note", *chunks)))

    def choose(request: Request) -> Script:
        number = int(request.data["chunk"].rstrip(".").split()[-1])
        return whole(answer(0.9, "fine")) if number < 3 else silence

    with FaultServer(silence, choose=choose) as server:
        env = clean_environment(SCORE_API_URL=server.url)
        process = subprocess.Popen(
            [*CTXGATE, "score", "--json"],
            cwd=ctxgate.folder,
            env=env,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        deadline = time.monotonic() + 120
        while len(server.requests) < 6 and time.monotonic() < deadline:
            time.sleep(0.05)
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=300)
    assert process.returncode == 130
    assert b"Traceback" not in err
    assert [row["id"] for row in of("score", ctxgate.logged)] == ["d0", "d1", "d2"]
    with judging(lambda data: 0.9) as server:
        done = score(ctxgate, server, "--judge-model", "default")
        assert len(server.requests) == 3
    assert [told["status"] for told in judges(done).values()] == ["cached"] * 3 + ["ok"] * 3


def test_the_table_shows_heuristic_judge_and_kept_action_side_by_side(
    ctxgate: Tool, fixture_file: str
) -> None:
    ctxgate("capture", fixture_file)
    with judging(lambda data: 0.5) as server:
        done = ctxgate("score", "--table", "--policy", "workshop", env={"SCORE_API_URL": server.url})
        code, sent = ctxgate.terminal("score", "--policy", "workshop", env={"SCORE_API_URL": server.url})
    text = done.out.decode()
    assert "heuristic" in text
    [line] = [line for line in text.splitlines() if line.lstrip().startswith("doc-a")]
    assert line.split()[2:7] == ["0.750", "allow_with_citation", "≠", "isolate", "(0.50)"]
    assert code == 0
    assert "≠ isolate (0.50, cached)" in sent


def test_a_hostile_reason_reaches_no_terminal_raw(ctxgate: Tool, fixture_file: str) -> None:
    ctxgate("capture", fixture_file)
    reply = json.dumps({"score": 0.5, "reason": "\x1b[2J\u202eevil\n" + "x" * 5000})
    with FaultServer(whole(reply)) as server:
        _, sent = ctxgate.terminal("score", "--json", env={"SCORE_API_URL": server.url})
    assert "\x1b[2J" not in sent
    assert "\u202e" not in sent
    assert max(len(row["judge"]["reason"]) for row in of("score", ctxgate.logged)) <= 220


def test_scoring_without_a_judge_imports_no_httpx(tmp_path: Path) -> None:
    code = (
        "import sys; from ctxgate.cli.main import run; run(['score', '--help']); "
        "print([name for name in sys.modules if name.startswith(('httpx', 'asyncio'))], file=sys.stderr)"
    )
    done = subprocess.run(
        [CTXGATE[0], "-c", code],
        cwd=tmp_path,
        env=clean_environment(),
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr.strip() == "[]"


def test_through_a_proxy_the_line_before_the_first_call_names_it_and_no_key(
    ctxgate: Tool, fixture_file: str
) -> None:
    ctxgate("capture", fixture_file)
    with RecordingProxy() as proxy:
        env = proxy.environment("user:secret-4711@") | {"SCORE_API_KEY": KEY, "NO_PROXY": "", "no_proxy": ""}
        env["SCORE_API_URL"] = "http://judge.invalid/v1/abcdef0123456789/chat?key=fedcba9876543210"
        done = ctxgate("score", "--json", "--require-judge", env=env)
        assert KEY.encode() in proxy.got
    assert done.code == 0
    [line] = done.err.splitlines()
    assert f"to http://judge.invalid/v1/***/chat?key=*** through the proxy {proxy.address} (model" in line
    assert line.endswith("unencrypted: text and key can be read on the way")
    for secret in (KEY, "secret-4711", "abcdef0123456789", "fedcba9876543210"):
        assert secret not in done.err + done.out.decode() + ctxgate.log.read_text()


@pytest.mark.parametrize(
    "host", ["localhost.", "127.1", "0.0.0.0", "[::ffff:127.0.0.1]", socket.gethostname()]
)
def test_for_a_judge_on_this_machine_no_proxy_gets_a_byte(
    host: str, ctxgate: Tool, fixture_file: str
) -> None:
    ctxgate("capture", fixture_file)
    with RecordingProxy() as proxy, judging(lambda data: 0.8) as server:
        env = proxy.environment() | {"SCORE_API_KEY": KEY, "NO_PROXY": "", "no_proxy": ""}
        done = ctxgate("score", "--json", env=env | {"SCORE_API_URL": f"http://{host}:{server.port}/v1"})
        assert proxy.got == b""
    assert done.code == 0
    assert "proxy" not in done.err

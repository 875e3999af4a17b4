"""`doctor`: what it looks at, and a remedy for each thing that is wrong."""

from __future__ import annotations

import socket
import threading
from typing import Any

import pytest
from commandline import Tool
from recording_proxy import RecordingProxy

from ctxgate.workshop import doctor


def findings(tool: Tool, *args: str, **env: str) -> tuple[int, dict[str, dict[str, Any]]]:
    done = tool("doctor", "--json", *args, env=env)
    assert done.err == ""
    return done.code, {row["what"]: row for row in done.rows}


def test_a_folder_that_was_laid_out_is_ready(ctxgate: Tool) -> None:
    ctxgate("init")
    code, found = findings(ctxgate)
    assert code == 0
    assert {name for name, row in found.items() if row["verdict"] == "good"} == set(found) - {"terminal"}
    assert "off" in found["judge"]["found"]
    assert [path.name for path in ctxgate.folder.glob(".ctxgate*")] == []
    said = ctxgate("doctor").out.decode()
    assert said.endswith("ready for the class\n")


def test_an_empty_folder_is_a_note(ctxgate: Tool) -> None:
    code, found = findings(ctxgate)
    assert code == 0
    assert found["exercises"]["verdict"] == "note"
    assert "`ctxgate init`" in found["exercises"]["remedy"]
    assert list(ctxgate.folder.iterdir()) == []


def test_on_a_terminal(ctxgate: Tool) -> None:
    code, sent = ctxgate.terminal("doctor", env={"COLUMNS": "100"})
    assert code == 0
    assert "xterm-256color, utf-8, 100 columns" in sent


def test_a_log_that_cannot_be_used_and_one_with_damage(ctxgate: Tool) -> None:
    ctxgate.write("damaged.jsonl", b"\xff\n\x1b[31m\n")
    code, found = findings(ctxgate, "--log", "damaged.jsonl")
    assert code == 0
    assert found["log"]["verdict"] == "note"
    assert "0 rows, 2 lines that cannot be read" in found["log"]["found"]
    (ctxgate.folder / "folder.jsonl").mkdir()
    code, found = findings(ctxgate, "--log", "folder.jsonl")
    assert code == 1
    assert found["log"]["verdict"] == "bad"
    ctxgate.write("file", b"")
    code, found = findings(ctxgate, "--log", "file/log.jsonl")
    assert code == 1
    assert found["log folder"]["verdict"] == "bad"
    assert "--log PATH" in found["log folder"]["remedy"]


def test_a_policy_that_cannot_be_used(ctxgate: Tool) -> None:
    ctxgate.write("ctxgate.toml", 'policy = "mine.toml"')
    ctxgate.write("mine.toml", "[instruction_hygiene]\npatterns = ['(?=x)']")
    done = ctxgate("doctor")
    assert done.code == 1
    assert "mine.toml: " in done.out.decode()
    assert "1 to be mended" in done.out.decode()


def test_a_judge_that_takes_connections_is_sent_nothing(ctxgate: Tool) -> None:
    got: list[bytes] = []
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]

        def accept() -> None:
            connection, _ = server.accept()
            with connection:
                got.append(connection.recv(100))

        thread = threading.Thread(target=accept)
        thread.start()
        env = {"SCORE_API_URL": f"http://127.0.0.1:{port}/v1?token=secret", "SCORE_API_KEY": "secret"}
        done = ctxgate("doctor", env=env)
        thread.join(10)
    assert done.code == 0
    assert got == [b""]
    assert f"127.0.0.1:{port} takes connections; nothing was sent" in done.out.decode()
    assert b"secret" not in done.out


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("http://127.0.0.1:1/v1", "127.0.0.1:1: connection refused"),
        ("http://no-such-host.invalid", "no-such-host.invalid:80: "),
        ("ftp://x", "must begin with http:// or https://"),
        ("http://user:secret@host/", "holds a user or a password"),
        ("http://" + "a" * 70 + ".invalid", ".invalid:80: "),
    ],
)
def test_a_judge_that_cannot_be_reached_has_a_remedy(ctxgate: Tool, url: str, says: str) -> None:
    code, found = findings(ctxgate, SCORE_API_URL=url)
    assert code == 1
    assert found["judge"]["verdict"] == "bad"
    assert says in found["judge"]["found"]
    assert "unset SCORE_API_URL" in found["judge"]["remedy"]
    assert "secret" not in str(found)


def test_every_finding_that_is_not_good_has_a_remedy() -> None:
    bad = [
        doctor.python((3, 10, 4), "/usr/bin/python3"),
        doctor.python((3, 12, 0), ""),
        doctor.terminal(is_terminal=False, term="", encoding="", width=80),
        doctor.terminal(is_terminal=True, term="xterm", encoding="latin-1", width=80),
        doctor.terminal(is_terminal=True, term="xterm", encoding="UTF-8", width=60),
        doctor.terminal(is_terminal=True, term="dumb", encoding="utf-8", width=80),
        doctor.write_access("this folder", ".", "read-only file system"),
        doctor.log("x", rows=3, unreadable=1),
        doctor.log("x", rows=None, error="x is not a file"),
        doctor.material(["a", "b", "c"]),
        doctor.settings("ctxgate.toml: not TOML"),
        doctor.policy("mine.toml", "not TOML"),
        doctor.judge(None, "no address"),
    ]
    assert all(finding.verdict != "good" and len(finding.remedy) > 20 for finding in bad)
    good = [doctor.python((3, 11, 0), "/p"), doctor.judge(None, None), doctor.log("x", rows=1, unreadable=0)]
    assert all(finding.verdict == "good" and not finding.remedy for finding in good)


def test_a_judge_behind_a_proxy_is_looked_for_where_the_key_would_go(ctxgate: Tool) -> None:
    with RecordingProxy() as proxy:
        env = proxy.environment("user:secret-4711@") | {"NO_PROXY": "", "no_proxy": ""}
        url = "http://judge.invalid:81/v1/abcdef0123456789/chat?key=fedcba9876543210"
        _, found = findings(ctxgate, SCORE_API_URL=url, **env)
        assert proxy.got == b""
        said = found["judge"]["found"]
        assert said.startswith(
            f"judge.invalid:81 through the proxy {proxy.address} takes connections; nothing"
        )
        assert "can be read on the way" in said
        _, local = findings(ctxgate, SCORE_API_URL="http://127.1:9/v1", **env)
        assert "proxy" not in local["judge"]["found"]
    for secret in ("secret-4711", "abcdef0123456789", "fedcba9876543210"):
        assert secret not in str(found)

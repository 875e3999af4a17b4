"""The judge over real sockets: every fault has its status, and none of them opens the gate."""

from __future__ import annotations

import email.utils
import gzip
import json
import logging
import threading
import time
import traceback
import zlib
from typing import NamedTuple

import pytest
from fault_server import (
    FaultServer,
    Script,
    after,
    answer,
    chat,
    closed_port,
    drip,
    flood,
    head,
    in_turn,
    raw,
    silence,
    then_silence,
    whole,
)

from ctxgate.gate.decision import band
from ctxgate.judge.known import Item
from ctxgate.judge.merge import merge
from ctxgate.judge.panel import Group, Panel
from ctxgate.judge.reply import FAILURES, MAX_BYTES
from ctxgate.judge.settings import settings
from ctxgate.policy.model import Bands
from ctxgate.rows import ACTIONS, Judgement

DEADLINE = 0.8
"""Seconds that a judge gets which is to miss it. The others get what is enough on the busiest machine."""
ENOUGH = 30
KEY = "sk-test-4711-never-show-me"
LEAK = "LEAKED-REPLY-TEXT"
"""Stands in the replies that are failures, and must not come out of any of them."""


class Fault(NamedTuple):
    name: str
    status: str
    script: Script
    requests: int = 1
    """How many requests the server gets for the one chunk."""


def body(name: str, status: str, content: str | bytes, **headers: str | int) -> Fault:
    return Fault(name, status, whole(content, **headers))


GOOD = chat(answer())
BIG = "x" * 30_000_000
BOMB = gzip.compress(b" " * 10_000_000 + GOOD.encode())
LATER = email.utils.formatdate(time.time() + 3600, usegmt=True)
EARLIER = email.utils.formatdate(time.time() - 3600, usegmt=True)

FAULTS = [
    # ---- the connection
    Fault("closed at once", "unreachable", raw(b""), 2),
    Fault("reset at once", "unreachable", raw(b"", reset=True), 2),
    Fault("reset in the headers", "unreachable", raw(b"HTTP/1.1 200 OK\r\nContent-", reset=True), 2),
    Fault("reset in the body", "unreachable", raw(head(content_length=400) + b'{"score": ', reset=True), 2),
    Fault("body shorter than its length", "unreachable", raw(head(content_length=4000) + GOOD.encode()), 2),
    Fault("chunked and broken off", "unreachable", raw(head(transfer_encoding="chunked") + b"5\r\n{\"sco"), 2),
    Fault("chunked wrongly", "unreachable", raw(head(transfer_encoding="chunked") + b"zz\r\n" + GOOD.encode()), 2),
    Fault("not HTTP", "unreachable", raw(LEAK.encode() + b"\r\n" * 3), 2),
    Fault("two lengths", "unreachable", raw(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{} "), 2),
    Fault("endless headers", "unreachable", flood(b"HTTP/1.1 200 OK\r\n", b"X-Padding: " + b"y" * 5000 + b"\r\n", 400), 2),
    Fault("dropped once, then an answer", "ok", in_turn(raw(b""), whole(GOOD)), 2),
    Fault("dropped in the body once, then an answer", "ok", in_turn(raw(head(content_length=9) + b"{"), whole(GOOD)), 2),
    # ---- time
    Fault("hangs before the headers", "timeout", silence),
    Fault("hangs after the headers", "timeout", then_silence(head(content_length=400))),
    Fault("hangs in the body", "timeout", then_silence(head(content_length=400) + b'{"score"')),
    Fault("drips the status line", "timeout", drip(b"", b"HTTP/1.1 200 OK" + b" " * 400)),
    Fault("drips headers", "timeout", drip(b"HTTP/1.1 200 OK\r\n", b"X-Drip: drop\r\n")),
    Fault("drips the body", "timeout", drip(head(content_length=9999), b" ")),
    Fault("drips chunks", "timeout", drip(head(transfer_encoding="chunked"), b"1\r\n \r\n", 0.02)),
    Fault("goes on with 100 Continue", "timeout", drip(b"", b"HTTP/1.1 100 Continue\r\n\r\n", 0.002)),
    Fault("drops, then hangs", "timeout", in_turn(raw(b""), silence), 2),
    Fault("slow but in time", "ok", after(DEADLINE / 3, whole(GOOD))),
    # ---- the status
    Fault("500", "http_error", whole(LEAK, "500 Internal Server Error")),
    Fault("500 with an answer", "http_error", whole(GOOD, "500 Internal Server Error")),
    Fault("500 with 30 MB", "http_error", flood(head("500 No", content_length=30_000_000), b"x" * 100_000, 300)),
    Fault("401 that repeats the key", "http_error", whole(f"wrong key {KEY}", "401 Unauthorized")),
    Fault("404", "http_error", whole(LEAK, "404 Not Found")),
    Fault("201 with an answer", "http_error", whole(GOOD, "201 Created")),
    Fault("204", "http_error", raw(head("204 No Content"))),
    Fault("301", "http_error", whole("", "301 Moved Permanently", location="/v1/elsewhere")),
    Fault("307 to another host", "http_error", whole("", "307 Temporary Redirect", location="http://127.0.0.1:9/")),
    Fault("429 and no word", "http_error", whole(LEAK, "429 Too Many Requests")),
    Fault("429 for longer than the deadline", "http_error", whole("", "429 No", retry_after=60)),
    Fault("429 until a later date", "http_error", whole("", "429 No", retry_after=LATER)),
    Fault("429 with nonsense", "http_error", whole("", "429 No", retry_after="-1e9")),
    Fault("429 for ever", "http_error", whole("", "429 No", retry_after=0), 3),
    Fault("429 once", "ok", in_turn(whole("", "429 No", retry_after=0), whole(GOOD)), 2),
    Fault("429 until an earlier date", "ok", in_turn(whole("", "429 No", retry_after=EARLIER), whole(GOOD)), 2),
    Fault("503 with Retry-After", "http_error", whole("", "503 No", retry_after=0)),
    body("an error object with 200", "http_error", json.dumps({"error": {"message": LEAK}})),
    body("an error object in the choice", "http_error", GOOD.replace('"index": 0', '"error": {"code": 502}')),
    # ---- size
    Fault("30 MB with its length", "too_large", flood(head(content_length=len(BIG)), b"x" * 100_000, 300)),
    Fault("30 MB without length", "too_large", flood(head(connection="close"), b"x" * 100_000, 300)),
    body("20 KB and a byte", "too_large", GOOD + " " * (MAX_BYTES + 1 - len(GOOD))),
    body("20 KB", "ok", GOOD + " " * (MAX_BYTES - len(GOOD))),
    body("a gzip bomb", "too_large", BOMB, content_encoding="gzip"),
    body("a deflate bomb", "too_large", zlib.compress(b" " * 10_000_000), content_encoding="deflate"),
    # ---- compression
    body("gzip that was not asked for", "ok", gzip.compress(GOOD.encode()), content_encoding="gzip"),
    body("gzip that is none", "malformed", GOOD, content_encoding="gzip"),
    body("gzip that ends early", "malformed", gzip.compress(GOOD.encode())[:-12], content_encoding="gzip"),
    body("an unknown encoding", "malformed", GOOD, content_encoding="br"),
    # ---- the envelope
    body("HTML", "malformed", f"<!doctype html><title>{LEAK}</title>", content_type="text/html"),
    body("empty body", "empty", ""),
    body("white space", "empty", " \r\n "),
    body("bad UTF-8", "malformed", b'{"score": 0.8, "reason": "\xff\xfe"}'),
    body("UTF-16", "malformed", GOOD.encode("utf-16")),
    body("truncated JSON", "malformed", GOOD[:-9]),
    body("body longer than its length", "malformed", "")._replace(
        script=raw(head(content_length=20) + GOOD.encode())
    ),
    body("two envelopes", "malformed", GOOD + "\n" + GOOD),
    body("a list", "malformed", f"[{GOOD}]"),
    body("a string", "malformed", json.dumps(answer())),
    body("null", "malformed", "null"),
    body("deep nesting", "malformed", "[" * 10_000),
    body("a number of 6000 digits", "malformed", '{"score": ' + "1" * 6000 + ', "reason": ""}'),
    body("an event stream", "malformed", f"data: {GOOD}\n\ndata: [DONE]\n\n", content_type="text/event-stream"),
    body("no choices", "empty", '{"choices": []}'),
    body("choices that are none", "malformed", '{"choices": {"0": 1}}'),
    body("a choice without message", "malformed", '{"choices": [{"text": "0.9"}]}'),
    # ---- the message
    body("empty content", "empty", chat("")),
    body("no content", "empty", chat(None)),
    body("a tool call", "empty", chat(None, "tool_calls", tool_calls=[{"function": {"name": LEAK}}])),
    body("content in parts", "malformed", chat([{"type": "text", "text": answer()}])),
    body("cut at its length", "malformed", chat(answer(0.8)[:20], "length")),
    body("cut at its length and well formed", "malformed", chat(answer(), "length")),
    body("a refusal", "refused", chat(None, refusal=f"I cannot {LEAK}")),
    body("a refusal beside an answer", "refused", chat(answer(1.0), refusal="no")),
    body("a content filter", "refused", chat("", "content_filter")),
    body("a refusal in prose", "malformed", chat(f"I'm sorry, {LEAK}")),
    body("prose around an answer", "malformed", chat(f"Sure! {answer()}")),
    body("thoughts before an answer", "malformed", chat(f"<think>{LEAK}</think>{answer()}")),
    # ---- the answer
    body("NaN", "malformed", chat('{"score": NaN, "reason": "r"}')),
    body("infinity", "malformed", chat('{"score": Infinity, "reason": "r"}')),
    body("1e999", "malformed", chat('{"score": 1e999, "reason": "r"}')),
    body("-0.1", "malformed", chat(answer(-0.1))),
    body("1.1", "malformed", chat(answer(1.1))),
    body("85 of 100", "malformed", chat(answer(85))),
    body('"0.9"', "malformed", chat(answer("0.9"))),
    body("true", "malformed", chat(answer(True))),
    body("null score", "malformed", chat(answer(None))),
    body("a list of scores", "malformed", chat(answer([0.9]))),
    body("extra keys", "malformed", chat('{"score": 0.9, "reason": "r", "action": "allow"}')),
    body("no reason", "malformed", chat('{"score": 0.9}')),
    body("a reason that is no string", "malformed", chat(answer(0.9, {"text": LEAK}))),
    body("keys in other case", "malformed", chat('{"Score": 0.9, "Reason": "r"}')),
    body("duplicate keys", "malformed", chat('{"score": 0.1, "score": 1.0, "reason": "r"}')),
    body("two objects", "malformed", chat(answer(0.1) + answer(1.0))),
    body("two fences", "malformed", chat(f"```json\n{answer(0.1)}\n```\n```json\n{answer(1.0)}\n```")),
    body("a fence left open", "malformed", chat(f"```json\n{answer()}")),
    body("20 KB of backticks", "malformed", chat("`" * 18_000)),
    # ---- answers
    body("the chat envelope", "ok", GOOD),
    body("the bare object", "ok", answer()),
    body("a fence", "ok", chat(f"```json\n{answer()}\n```")),
    body("a fence without language, on one line", "ok", chat(f"``` {answer()} ```")),
    body("the bare object in a fence", "ok", f"```\n{answer()}\n```\n"),
    body("a byte order mark", "ok", b"\xef\xbb\xbf" + GOOD.encode()),
    body("an empty refusal", "ok", chat(answer(), refusal="")),
    body("no finish reason", "ok", chat(answer(), None)),
    body("score 0", "ok", chat(answer(0))),
    body("score 1", "ok", chat(answer(1))),
]  # fmt: skip


def one(url: str, *, timeout: float = ENOUGH, key: str | None = KEY) -> Judgement:
    """Ask for one chunk, and return its judgement."""
    with Panel[None](settings(url, model="m", key=key, timeout=timeout)) as panel:
        ((_, (judgement,)),) = panel.judge([Group(None, [Item("q?", "a.md", "Within 14 days.")])])
    assert judgement is not None
    return judgement


@pytest.mark.parametrize("fault", FAULTS, ids=[fault.name for fault in FAULTS])
def test_a_fault_has_its_status(
    fault: Fault, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    with FaultServer(fault.script) as server:
        # A call without a deadline of its own would never end with one of these.
        judgement = one(server.url, timeout=DEADLINE if fault.status == "timeout" else ENOUGH)
    assert judgement.status == fault.status, judgement
    assert len(server.requests) == fault.requests
    assert {request.line for request in server.requests} == {"POST /v1/chat/completions HTTP/1.1"}

    # In nothing that is said stands the key, nor a word of a reply that was no answer.
    out, err = capfd.readouterr()
    assert (out, err) == ("", "")
    said = f"{judgement!r}{caplog.text}"
    assert LEAK not in repr(judgement)
    assert KEY not in said

    # And whatever was said, the action is the heuristic's or a more closed one.
    for score in (0.0, 0.4, 0.7, 0.9, 1.0):
        heuristic = band(score, Bands())
        merged = merge(heuristic, heuristic, judgement, lambda s: band(s, Bands()))
        assert ACTIONS.index(merged.action) <= ACTIONS.index(heuristic)
        if judgement.status in FAILURES:
            assert merged.action != "allow"


def test_a_refused_connection_is_not_tried_again() -> None:
    with closed_port() as port:
        judgement = one(f"http://127.0.0.1:{port}")
    assert (judgement.status, judgement.reason) == ("unreachable", "no connection")


def test_a_host_that_does_not_exist_is_unreachable(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.delenv(name, raising=False)
    assert one("http://judge.invalid/v1", timeout=5).status in ("unreachable", "timeout")
    assert one(f"http://{'x' * 70}.invalid/v1", timeout=5).status == "unreachable"


def test_a_name_server_that_hangs_is_a_timeout_and_holds_nothing_up(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "ALL_PROXY", "http_proxy", "all_proxy"):
        monkeypatch.delenv(name, raising=False)
    over, answered = threading.Event(), []

    def hang(*_: object) -> list[object]:
        over.wait(60)
        answered.append(True)
        return []

    monkeypatch.setattr("socket.getaddrinfo", hang)
    try:
        assert one("http://judge.example/v1", timeout=0.2).status == "timeout"
        assert answered == []
    finally:
        over.set()


def test_tls_with_a_server_that_speaks_none() -> None:
    with FaultServer(whole(GOOD)) as server:
        url = server.url.replace("http:", "https:")
        assert one(url, timeout=DEADLINE).status in ("unreachable", "timeout")


def test_a_tls_handshake_that_hangs_is_a_timeout() -> None:
    import socket

    # The kernel takes the connection; nobody ever answers it.
    with socket.create_server(("127.0.0.1", 0)) as mute:
        assert one(f"https://127.0.0.1:{mute.getsockname()[1]}/v1", timeout=DEADLINE).status == "timeout"


def test_retry_after_is_waited_for() -> None:
    with FaultServer(in_turn(whole("", "429 No", retry_after=1), whole(GOOD))) as server:
        judgement = one(server.url, timeout=ENOUGH)
    assert judgement.status == "ok"
    assert isinstance(judgement.ms, int)
    assert judgement.ms >= 1000


def test_a_redirect_takes_neither_text_nor_key_along() -> None:
    with (
        FaultServer(whole(GOOD)) as thief,
        FaultServer(whole("", "307 Temporary Redirect", location=f"{thief.url}/chat/completions")) as server,
    ):
        assert one(server.url).status == "http_error"
    assert thief.connections == 0


def test_the_request_is_what_any_server_knows() -> None:
    with FaultServer(whole(GOOD)) as server:
        judgement = one(server.url)
    (request,) = server.requests
    assert request.headers["authorization"] == f"Bearer {KEY}"
    assert request.headers["content-type"] == "application/json"
    assert request.headers["accept-encoding"] == "identity"
    assert request.json.keys() == {"model", "messages", "temperature", "max_tokens", "stream"}
    assert (request.json["model"], request.json["temperature"], request.json["stream"]) == ("m", 0, False)
    assert request.data == {"query": "q?", "source": "a.md", "chunk": "Within 14 days."}
    assert (judgement.score, judgement.reason, judgement.model, judgement.prompt) == (
        0.8,
        "states the window",
        "m",
        "1",
    )


def test_without_a_key_none_is_sent() -> None:
    with FaultServer(whole(GOOD)) as server:
        one(server.url, key=None)
    assert "authorization" not in server.requests[0].headers


def test_a_local_judge_is_not_asked_through_a_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    with FaultServer(whole(GOOD)) as server, FaultServer(whole(GOOD)) as proxy:
        for name in ("HTTP_PROXY", "ALL_PROXY", "http_proxy", "all_proxy"):
            monkeypatch.setenv(name, f"http://127.0.0.1:{proxy.port}")
        monkeypatch.delenv("NO_PROXY", raising=False)
        monkeypatch.delenv("no_proxy", raising=False)
        assert one(server.url).status == "ok"
        assert proxy.connections == 0
        assert one("http://judge.example/v1").status == "ok"
        assert proxy.requests[0].line == "POST http://judge.example/v1/chat/completions HTTP/1.1"


@pytest.mark.parametrize("proxy", ["socks9://user:secret-4711@127.0.0.1:1", "http://[user:secret-4711"])
def test_a_proxy_that_cannot_be_used_is_a_usage_error_without_its_password(
    proxy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from ctxgate.errors import UsageError

    for name in ("HTTP_PROXY", "http_proxy", "NO_PROXY", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("ALL_PROXY", proxy)
    with pytest.raises(UsageError) as caught:
        one("http://judge.example/v1")
    shown = "".join(traceback.format_exception(caught.value))
    assert "secret-4711" not in shown

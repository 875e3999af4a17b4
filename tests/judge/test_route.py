"""The way to the judge: nothing of a judge on this machine goes through a proxy, and a proxy is named."""

from __future__ import annotations

import logging
import socket
import threading
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from fault_server import FaultServer, answer, chat, whole
from hypothesis import given
from hypothesis import strategies as st
from recording_proxy import RecordingProxy

from ctxgate.errors import UsageError
from ctxgate.judge import whereabouts as places
from ctxgate.judge.known import Item
from ctxgate.judge.panel import Group, Panel
from ctxgate.judge.settings import endpoint, settings
from ctxgate.judge.whereabouts import whereabouts
from ctxgate.rows import Judgement

KEY = "sk-test-4711-never-show-me"
TEXT = "Within 14 days, says the chunk."

NAMES: dict[str, Sequence[str]] = {
    "localhost": ("127.0.0.1",),
    "in-hosts.example": ("127.0.0.1",),
    "both.example": ("127.0.0.1", "192.0.2.77"),
    "judge.example": ("192.0.2.77",),
    "six.example": ("2001:db8::77",),
}
"""What the tests' resolver knows besides numbers. The addresses beyond loopback are kept for examples."""

SPELLINGS = [
    "localhost",
    "LocalHost",
    "localhost.",
    "judge.localhost",
    "127.0.0.1",
    "127.0.0.1.",
    "127.1",
    "127.255.255.254",
    "0.0.0.0",
    "0",
    "2130706433",
    "0x7f.1",
    "0x7F000001",
    "0177.0.0.1",
    "017700000001",
    "１２７.0.0.1",
    "ⓛocalhost",
    "localhost。",
    "[::1]",
    "[0:0:0:0:0:0:0:1]",
    "[::]",
    "[::ffff:127.0.0.1]",
    "[::FFFF:7f00:1]",
    "ip6-localhost",
    "ip6-loopback",
    "localhost.localdomain",
    "in-hosts.example",
    "IN-HOSTS.example.",
    "both.example",
]


@pytest.fixture(autouse=True)
def resolver(monkeypatch: pytest.MonkeyPatch) -> dict[str, Sequence[str]]:
    """Resolve a few names and all numbers, and ask no name server."""
    real, names = socket.getaddrinfo, dict(NAMES)

    def getaddrinfo(
        host: Any, port: Any, family: int = 0, kind: int = 0, proto: int = 0, flags: int = 0
    ) -> list[Any]:
        host = host.decode() if isinstance(host, bytes) else host
        found: list[Any] = []
        for address in names.get(host.lower().rstrip("."), (host,)):
            found += real(address, port, family, kind, proto, flags | socket.AI_NUMERICHOST)
        return found

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    return names


@pytest.fixture
def proxy(monkeypatch: pytest.MonkeyPatch) -> Iterator[RecordingProxy]:
    """A proxy that every variable names."""
    for name in ("NO_PROXY", "no_proxy", "REQUEST_METHOD"):
        monkeypatch.delenv(name, raising=False)
    with RecordingProxy() as proxy:
        for name, value in proxy.environment("user:secret-4711@").items():
            monkeypatch.setenv(name, value)
        yield proxy


def ask(url: str) -> tuple[Judgement, str]:
    """Ask for one chunk; return the judgement and the line that was shown before."""
    made = settings(url, model="m", key=KEY, timeout=3)
    said: list[str] = []
    with Panel[None](made, before=lambda: said.append(made.announcement(1))) as panel:
        ((_, (judgement,)),) = panel.judge([Group(None, [Item("q?", "a.md", TEXT)])])
    assert judgement is not None
    return judgement, said[0]


# ---------------------------------------------------------------- a judge on this machine


@pytest.mark.parametrize("host", SPELLINGS)
def test_nothing_for_this_machine_reaches_a_proxy_in_whichever_spelling(
    host: str, proxy: RecordingProxy
) -> None:
    with FaultServer(whole(chat(answer()))) as server:
        judgement, said = ask(f"http://{host}:{server.port}/v1")
        asked = len(server.requests)
    assert proxy.got == b""
    assert "proxy" not in said
    # Spellings that the tests' resolver does not know, and IPv6, lead nowhere: that is no leak.
    assert judgement.status in ("ok", "unreachable")
    assert asked == (judgement.status == "ok")


@pytest.mark.parametrize(
    "host", ["localhost.", "127.1", "2130706433", "0x7f.1", "0177.0.0.1", "0.0.0.0", "in-hosts.example"]
)
def test_a_judge_on_this_machine_answers_in_whichever_spelling(host: str, proxy: RecordingProxy) -> None:
    with FaultServer(whole(chat(answer()))) as server:
        assert ask(f"http://{host}:{server.port}/v1")[0].status == "ok"
        assert server.requests[0].headers["authorization"] == f"Bearer {KEY}"


@pytest.mark.parametrize("ending", ["", ".", ".local"])
def test_the_name_of_this_machine_reaches_no_proxy(
    ending: str, proxy: RecordingProxy, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: "Lectern.school.example")
    for name in ("lectern", "LECTERN", "lectern.school.example"):
        host = name + ending
        if host == "lectern.school.example.local":
            continue
        assert whereabouts(host, 80) == "here"
        ask(f"http://{host}:9/v1")
    assert proxy.got == b""


def test_the_full_name_of_this_machine_reaches_no_proxy(
    resolver: dict[str, Sequence[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    resolver["lectern.school.example"] = ("192.0.2.77",)
    monkeypatch.setattr(socket, "gethostname", lambda: "lectern")
    assert whereabouts("lectern.school.example", 80) == "elsewhere"
    monkeypatch.setattr(socket, "getfqdn", lambda: "lectern.school.example")
    assert whereabouts("lectern.school.example", 80) == "partly"


def own_address() -> str:
    """The address of an interface that is no loopback. Connecting a datagram socket sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as trial:
        try:
            trial.connect(("198.51.100.1", 9))
        except OSError:
            pytest.skip("this machine has no address beyond loopback")
        return str(trial.getsockname()[0])


def test_an_address_of_an_interface_of_this_machine_reaches_no_proxy(
    proxy: RecordingProxy, resolver: dict[str, Sequence[str]]
) -> None:
    resolver["me.example"] = (own_address(),)
    for host in (own_address(), "me.example", f"[::ffff:{own_address()}]"):
        ask(f"http://{host}:9/v1")
        assert whereabouts(host.strip("[]"), 80) == "here"
    assert proxy.got == b""


def test_where_a_system_binds_to_any_address_binding_proves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    assert whereabouts("judge.example", 80) == "elsewhere"
    monkeypatch.setattr(places, "_can_bind", lambda version, address: True)
    assert whereabouts("judge.example", 80) == "elsewhere"
    assert whereabouts("in-hosts.example", 80) == "here"


def test_a_name_that_is_partly_on_this_machine_uses_no_proxy_and_is_not_called_local(
    proxy: RecordingProxy,
) -> None:
    made = settings("http://both.example/v1", model="m", key=KEY)
    assert made.route.where == "partly"
    assert made.route.proxy is None
    assert not made.is_local
    assert "can be read on the way" in made.announcement(1)


@pytest.mark.parametrize("address", ["::127.0.0.1", "::ffff:0:127.0.0.1", "64:ff9b::7f00:1", "::", "0.0.0.0"])
def test_a_loopback_address_within_another_is_this_machine(address: str) -> None:
    assert whereabouts(address, 80) == "here"
    assert whereabouts(address.replace("127.0.0.1", "192.0.2.77").replace("7f00:1", "c000:24d"), 80) == (
        "here" if address in ("::", "0.0.0.0") else "elsewhere"
    )


def number(value: int, base: str) -> str:
    return {"decimal": str(value), "hex": hex(value), "HEX": f"0X{value:X}", "octal": f"0{value:o}"}[base]


@given(
    st.integers(0, 2**24 - 1),
    st.integers(1, 4),
    st.lists(st.sampled_from(["decimal", "hex", "HEX", "octal"]), min_size=4, max_size=4),
    st.sampled_from(["", ".", ".."]),
    st.booleans(),
)
def test_every_number_that_means_127_is_this_machine(
    low: int, count: int, bases: list[str], ending: str, wide: bool
) -> None:
    value = 127 * 2**24 + low
    numbers = [(value >> shift) & 255 for shift in (24, 16, 8, 0)][: count - 1]
    numbers.append(value & (2 ** (8 * (5 - count)) - 1))
    host = ".".join(number(one, base) for one, base in zip(numbers, bases, strict=False)) + ending
    if wide:
        host = "".join(chr(ord(letter) + 0xFEE0) for letter in host)
    dotted = socket.inet_ntoa(value.to_bytes(4, "big"))
    assert endpoint(f"http://{host}:80/v1") == f"http://{dotted}:80/v1/chat/completions"
    assert whereabouts(dotted, 80) == "here"
    assert whereabouts(f"::ffff:{dotted}", 80) == "here"


@pytest.mark.parametrize(
    "host", ["127.0.0.256", "6425673729", "1.2.3.4.5", "127.0.0.0x", "judge.08", "1e3.0xg1.5"]
)
def test_a_host_that_ends_in_a_number_and_is_no_address_is_refused(host: str) -> None:
    with pytest.raises(UsageError):
        endpoint(f"http://{host}/v1")


@pytest.mark.parametrize("host", ["%6cocalhost", "127%2e0%2e0%2e1", "judge.example%00.evil.example"])
def test_an_escape_in_a_host_is_refused(host: str) -> None:
    with pytest.raises(UsageError):
        endpoint(f"http://{host}/v1")


def test_a_host_that_two_standards_spell_differently_is_not_asked() -> None:
    with pytest.raises(UsageError, match="cannot be used"):
        ask("http://straße.example/v1")


# ---------------------------------------------------------------- a judge elsewhere


@pytest.mark.parametrize("host", ["judge.example", "six.example", "192.0.2.77", "not-to-be-resolved.example"])
def test_what_goes_through_a_proxy_is_said_before_and_without_its_password(
    host: str, proxy: RecordingProxy
) -> None:
    judgement, said = ask(f"http://{host}/v1")
    assert judgement.status == "ok"
    assert proxy.got.startswith(f"POST http://{host}/v1/chat/completions HTTP/1.1\r\n".encode())
    assert f"Bearer {KEY}".encode() in proxy.got
    assert TEXT.encode() in proxy.got
    assert f" through the proxy {proxy.address} " in said
    assert said.endswith(", unencrypted: text and key can be read on the way")
    assert "user" not in said
    assert "secret-4711" not in said


def test_an_https_judge_is_asked_through_a_tunnel_that_shows_neither_text_nor_key(
    proxy: RecordingProxy,
) -> None:
    judgement, said = ask("https://judge.example/v1/abcdef0123456789/chat")
    assert judgement.status == "unreachable"
    assert proxy.got.startswith(b"CONNECT judge.example:443 ")
    for secret in (KEY.encode(), TEXT.encode(), b"abcdef0123456789"):
        assert secret not in proxy.got
    assert f"https://judge.example/v1/***/chat through the proxy {proxy.address} " in said
    assert "unencrypted" not in said


def test_without_a_key_the_line_speaks_of_none(proxy: RecordingProxy) -> None:
    said = settings("http://judge.example/v1", model="m").announcement(2)
    assert said.endswith(", unencrypted: text can be read on the way")


def test_no_proxy_names_hosts_that_are_asked_straight(
    proxy: RecordingProxy, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_PROXY", "other.example, judge.example")
    made = settings("http://judge.example/v1", model="m", key=KEY)
    assert made.route.proxy is None
    assert "through" not in made.announcement(1)


@pytest.mark.parametrize(
    "broken",
    [
        "socks9://user:secret-4711@127.0.0.1:1",
        "http://[user:secret-4711",
        "http://user:pass#secret-4711@127.0.0.1:1",
        "http://user:1/secret-4711@127.0.0.1:1",
        "http://user:pass?secret-4711@127.0.0.1:1",
        "http://user:secret-4711@",
    ],
)
def test_a_proxy_that_cannot_be_used_is_a_usage_error_before_anything_is_looked_up(
    broken: str, proxy: RecordingProxy, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in proxy.environment():
        monkeypatch.setenv(name, broken)
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_: pytest.fail("looked up"))
    with pytest.raises(UsageError) as caught:
        Panel[None](settings("http://judge.example/v1", model="m"))
    assert "secret-4711" not in f"{caught.value!r} {caught.value} {caught.value.todo}"


# ---------------------------------------------------------------- the look-up


def test_nothing_is_looked_up_where_no_proxy_and_no_line_needs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ctxgate.judge.route.environment", dict)
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_: pytest.fail("looked up"))
    made = settings("https://judge.example/v1", model="m")
    Panel[None](made).close()
    assert made.route.proxy is None
    made.announcement(1)


def test_one_look_up_decides_for_the_line_and_for_the_connection(
    proxy: RecordingProxy, resolver: dict[str, Sequence[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    resolver["judge.example"] = ("127.0.0.1",)
    answers = iter(["here", "elsewhere", "elsewhere"])
    monkeypatch.setattr("ctxgate.judge.route.whereabouts", lambda host, port: next(answers))
    _, said = ask("http://judge.example:9/v1")
    assert next(answers) == "elsewhere"  # the first one alone was taken
    assert "proxy" not in said
    assert proxy.got == b""


def test_a_name_server_that_hangs_is_not_waited_for(
    proxy: RecordingProxy, monkeypatch: pytest.MonkeyPatch
) -> None:
    over = threading.Event()
    monkeypatch.setattr(places, "LOOK_UP_SECONDS", 0.05)
    monkeypatch.setattr(places, "addresses", lambda host, port: over.wait(60))
    try:
        assert whereabouts("judge.example", 80) == "unknown"
        assert whereabouts("ip6-localhost", 80) == "here"
        judgement, said = ask("http://judge.example/v1")
    finally:
        over.set()
    assert judgement.status == "ok"  # the proxy can resolve what cannot be resolved here
    assert "through the proxy" in said


@pytest.mark.parametrize("error", [OSError("no"), UnicodeError("label too long"), RuntimeError("broken")])
def test_a_name_that_cannot_be_looked_up_is_not_this_machine(
    error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr(socket, "getaddrinfo", fail)
    assert whereabouts("judge.example", 80) == "unknown"


# ---------------------------------------------------------------- what is written elsewhere


def test_no_log_message_holds_a_key_of_the_address(
    proxy: RecordingProxy, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    ask("http://judge.example/v1/abcdef0123456789/chat?key=Qm9vayBvZiBrZXlz")
    assert b"abcdef0123456789" in proxy.got
    for secret in ("abcdef0123456789", "Qm9vayBvZiBrZXlz", "secret-4711", KEY):
        assert secret not in caplog.text


def test_a_netrc_file_is_not_read(
    proxy: RecordingProxy, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    home = tmp_path_factory.mktemp("home")
    (home / ".netrc").write_text("machine judge.example login me password from-netrc\n")
    (home / ".netrc").chmod(0o600)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("NETRC", str(home / ".netrc"))
    made = settings("http://judge.example/v1", model="m")
    with Panel[None](made) as panel:
        list(panel.judge([Group(None, [Item("q?", "a.md", TEXT)])]))
    assert b"\r\nauthorization:" not in proxy.got.lower()

"""The judge's settings: any server's address, and no secret in anything that is shown."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxgate.errors import UsageError
from ctxgate.judge.settings import endpoint, settings

KEY = "sk-test-4711"


@pytest.mark.parametrize(
    ("given_url", "asked"),
    [
        ("http://localhost:8080", "http://localhost:8080/v1/chat/completions"),
        ("http://localhost:8080/", "http://localhost:8080/v1/chat/completions"),
        ("http://localhost:11434/v1", "http://localhost:11434/v1/chat/completions"),
        ("https://api.example.com/v1/", "https://api.example.com/v1/chat/completions"),
        ("https://example.com/api/v1", "https://example.com/api/v1/chat/completions"),
        ("https://example.com/openai/v1", "https://example.com/openai/v1/chat/completions"),
        ("https://example.com/v1beta/openai/", "https://example.com/v1beta/openai/chat/completions"),
        ("https://example.com/api/paas/v4", "https://example.com/api/paas/v4/chat/completions"),
        ("https://example.com/v1?version=2", "https://example.com/v1/chat/completions?version=2"),
        ("https://example.com/v1/chat/completions", "https://example.com/v1/chat/completions"),
        ("https://example.com/v1/chat/completions/", "https://example.com/v1/chat/completions"),
        (
            "https://example.com/openai/deployments/x/chat/completions?api-version=1",
            "https://example.com/openai/deployments/x/chat/completions?api-version=1",
        ),
        ("http://classroom.example/score", "http://classroom.example/score"),
        ("http://classroom.example/score/", "http://classroom.example/score/"),
        (" http://[::1]:8080/v1#frag ", "http://[::1]:8080/v1/chat/completions"),
    ],
)
def test_a_base_is_completed_and_a_full_address_stays(given_url: str, asked: str) -> None:
    assert endpoint(given_url) == asked
    assert endpoint(asked) == asked


@pytest.mark.parametrize(
    "url",
    [
        "",
        "localhost:8080/v1",
        "/v1",
        "ftp://example.com/v1",
        "file:///etc/passwd",
        "http://",
        "http:///v1",
        "http://host:99999/v1",
        "http://[::1/v1",
        "http://ho st/v1",
        "http://host/v1\nX-Evil: 1",
        "http://host\\@evil.example/v1",
        f"https://user:{KEY}@example.com/v1",
        f"https://{KEY}@example.com/v1",
        f"https://{KEY}@exa mple.com:x/v1",
    ],
)
def test_what_cannot_be_asked_is_a_usage_error_that_does_not_quote_it(url: str) -> None:
    with pytest.raises(UsageError) as caught:
        endpoint(url)
    assert KEY not in str(caught.value)
    assert caught.value.__cause__ is None
    assert caught.value.__suppress_context__ or caught.value.__context__ is None


@given(st.text(max_size=40) | st.text(max_size=20).map(lambda text: "http://" + text))
def test_any_address_is_taken_or_refused_in_words(url: str) -> None:
    try:
        asked = endpoint(url)
    except UsageError:
        return
    assert asked.startswith(("http://", "https://"))
    assert asked.isprintable()


def test_the_key_is_not_shown() -> None:
    made = settings("https://example.com/v1/chat/completions?token=4711", model="m", key=f" {KEY}\n")
    assert made.key == KEY
    shown = f"{made!r} {made} {made.shown_url} {made.announcement(3)}"
    assert KEY not in shown
    assert "4711" not in made.shown_url + made.announcement()
    assert dataclasses.replace(made, model="n").key == KEY


@pytest.mark.parametrize("key", [f"{KEY}\r\nX: 1", f"{KEY} x", f"{KEY}é", f"{KEY}\x00"])
def test_a_key_that_no_header_can_carry_is_refused_without_quoting_it(key: str) -> None:
    with pytest.raises(UsageError) as caught:
        settings("http://localhost", model="m", key=key)
    assert KEY not in str(caught.value)


@pytest.mark.parametrize(
    "wrong",
    [
        {"model": " "},
        {"timeout": 0},
        {"timeout": float("nan")},
        {"timeout": float("inf")},
        {"concurrency": 0},
        {"concurrency": 65},
    ],
)
def test_a_setting_out_of_its_range_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(UsageError):
        settings("http://localhost", **{"model": "m", **wrong})


def test_an_empty_key_is_none() -> None:
    assert settings("http://localhost", model="m", key=" ").key is None


def test_the_announcement_says_where_how_much_and_whether_in_the_open() -> None:
    local = settings("http://localhost:8080/v1", model="m")
    assert local.announcement(1) == (
        "judge: sending query, source and text of 1 chunk to http://localhost:8080/v1/chat/completions (model 'm')"
    )
    assert "unencrypted" in settings("http://example.com", model="m").announcement(2)
    assert "unencrypted" not in settings("https://example.com", model="m").announcement(2)


@pytest.mark.parametrize(
    ("url", "local"),
    [
        ("http://localhost:1", True),
        ("http://judge.localhost", True),
        ("http://127.0.0.2", True),
        ("http://[::1]:80", True),
        ("http://localhost.example.com", False),
        ("http://10.0.0.1", False),
        ("https://example.com", False),
    ],
)
def test_only_this_machine_is_local(url: str, local: bool) -> None:
    assert settings(url, model="m").is_local is local

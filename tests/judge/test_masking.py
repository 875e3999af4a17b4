"""An address as it is shown: ordinary words stand, and what could be a key does not."""

from __future__ import annotations

import base64
import string
import uuid

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxgate.judge.masking import MASK, shown_address


@pytest.mark.parametrize(
    "url",
    [
        "http://localhost:8080/v1/chat/completions",
        "https://api.example.com/openai/v1/chat/completions",
        "https://example.com/v1beta/openai/chat/completions",
        "https://example.com/api/paas/v4/chat/completions",
        "https://example.com/openai/deployments/gpt-4o-mini-2024-07-18/chat/completions",
        "https://example.com/compatible-mode/v1/chat/completions",
        "https://example.com/2023-06-01/responses",
        "https://example.com/v1/projects/class/locations/us-east1/endpoints/openapi/chat/completions",
        "https://example.com/v1beta1/models/generateContent",
        "https://example.com/serving-endpoints/my-judge/invocations",
        "http://classroom.example/score",
        "http://[::1]:8080/v1/chat/completions",
        *(
            f"https://example.com/models/{model}/chat/completions"
            for model in (
                "gpt-4o",
                "o1-preview-2024-09-12",
                "claude-3-5-sonnet-20241022",
                "anthropic.claude-3-5-sonnet-20241022-v2:0",
                "Llama-3.1-8B-Instruct",
                "Meta-Llama-3.1-405B-Instruct-FP8",
                "meta-llama%2FLlama-3.3-70B-Instruct",
                "llama3.1:8b-instruct-q4_K_M",
                "mistral-7b-instruct-v0.3.Q4_K_M.gguf",
                "Mixtral-8x7B-Instruct-v0.1",
                "Qwen2.5-72B-Instruct-AWQ",
                "qwen3-235b-a22b-instruct-2507",
                "gemini-1.5-pro-002",
                "phi-3-mini-128k-instruct",
                "deepseek-r1-distill-qwen-32b",
                "DeepSeek-V3",
                "gpt-oss-120b",
                "command-r-plus-08-2024",
            )
        ),
    ],
)
def test_an_ordinary_address_is_shown_as_it_is(url: str) -> None:
    assert shown_address(url) == url


KEYS = [
    "abcdef0123456789",
    "0123456789",
    "sk-test-4711",
    "sk-proj-abc-def-ghi",
    "hf_abcdefghij",
    "AIzaSyA-1234567890abcdefghijklmnopqrstu",
    "AKIAIOSFODNN7EXAMPLE",
    "s3cr3t",
    "t0k3n-of-the-class",
    "aBcDeFgHiJ",
    "QWERTYUIOPASDF",
    "qwertyuiopasdfghjklzxcvbnm",
    "AB12-CD34-EF56-GH78",
    "A1B2-C3D4-E5F6-G7H8",
    "1234-5678-9012-3456",
    "YWJjZGVmZ2hpamtsbW5vcA==",
    "YWJjZGVmZ2hpamtsbW5vcA%3D%3D",
    "key=class",
    "class;token=abc",
    "%61bcdef0123456789",
    "ｓecret",
    "ключ",
    "v1.eyJhbGciOiJIUzI1NiJ9.e30",
    str(uuid.UUID(int=0x550E8400E29B41D4A716446655440000)),
]


@pytest.mark.parametrize("key", KEYS)
def test_a_key_in_the_path_is_masked_and_the_rest_is_not(key: str) -> None:
    shown = shown_address(f"https://example.com/v1/{key}/chat/completions")
    assert shown == f"https://example.com/v1/{MASK}/chat/completions"
    assert MASK in shown_address(f"https://example.com/v1/models%2F{key}")


def test_every_value_of_a_query_is_masked_and_a_bare_word_too() -> None:
    shown = shown_address("https://example.com/v1?key=abc&api-version=2024-02-01&=x&abc&a=b=c&0f9e8d7c6b5a=1")
    assert (
        shown
        == f"https://example.com/v1?key={MASK}&api-version={MASK}&{MASK}={MASK}&{MASK}&a={MASK}&{MASK}={MASK}"
    )


def test_user_and_password_are_masked_and_the_fragment_is_left_out() -> None:
    assert shown_address("https://user:pass@example.com:8/v1#frag") == f"https://{MASK}@example.com:8/v1"


@pytest.mark.parametrize(
    "name", ["key", "api-key", "api_key", "apikey", "tokens", "secret", "my-token", "auth"]
)
def test_what_follows_the_name_of_a_key_is_masked(name: str) -> None:
    assert (
        shown_address(f"https://example.com/{name}/plain/chat") == f"https://example.com/{name}/{MASK}/chat"
    )


def test_the_key_that_is_set_is_masked_whatever_its_shape() -> None:
    assert (
        shown_address("https://example.com/class/chat", secret="class") == f"https://example.com/{MASK}/chat"
    )


def test_the_name_of_the_model_is_shown() -> None:
    url = "https://example.com/models/Org7x/x9y8z7-large"
    assert shown_address(url) != url
    assert shown_address(url, model="Org7x/x9y8z7-large") == url


@given(st.uuids() | st.binary(min_size=12, max_size=48))
def test_random_bytes_are_masked_in_every_common_spelling(drawn: uuid.UUID | bytes) -> None:
    data = drawn.bytes if isinstance(drawn, uuid.UUID) else drawn
    if len(set(data)) < 8:
        return  # not random: the bytes of "aaaa" are the word of a path
    for key in (
        data.hex(),
        str(uuid.UUID(bytes=data[:12] + data[:4])),
        base64.urlsafe_b64encode(data).decode(),
    ):
        assert key not in shown_address(f"https://example.com/v1/{key}/chat?{key}&k={key}")


@given(st.text(string.ascii_letters + string.digits + "-_.~%/=;?&#@:", max_size=60))
def test_what_is_shown_is_an_address_of_the_same_host(rest: str) -> None:
    shown = shown_address(f"https://example.com/{rest}")
    assert shown.startswith("https://example.com/")
    assert shown.isprintable()

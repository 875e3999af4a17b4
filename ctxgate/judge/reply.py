"""What a judge's reply is worth: a score and a reason, or the kind of failure that it is.

The reply is untrusted, and it is read closed: nothing is guessed, repaired or picked out of prose. A
`Failure` says in words of this module what was wrong, and never holds a character of the reply.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Literal, NamedTuple, TypeVar

from ctxgate.batch import parse_json
from ctxgate.errors import BatchError
from ctxgate.text.visible import shortened

MAX_BYTES = 20 * 1024
"""The longest reply that is read, after any decompression."""

MAX_REASON_CHARS = 200
"""A longer reason is cut with an ellipsis."""

FailureStatus = Literal[
    "unreachable", "timeout", "http_error", "too_large", "malformed", "empty", "refused", "circuit_open"
]
FAILURES: frozenset[FailureStatus] = frozenset(
    ("unreachable", "timeout", "http_error", "too_large", "malformed", "empty", "refused", "circuit_open")
)
"""The statuses of a judge that was asked for and did not answer."""


class Reply(NamedTuple):
    """A well-formed answer: a score from 0 to 1, and a reason on one line of at most MAX_REASON_CHARS."""

    score: float
    reason: str


class Failure(NamedTuple):
    """No answer. `detail` says more in a few words of our own, such as ``HTTP 503``."""

    status: FailureStatus
    detail: str


Answer = TypeVar("Answer")


def read_reply(body: bytes) -> Reply | Failure:
    """Read the body of a reply that came with HTTP status 200.

    The answer is a JSON object with exactly `score`, a finite number from 0 to 1, and `reason`, a string.
    """
    return read_object(body, _answer)


def read_object(body: bytes, answer: Callable[[dict[str, Any]], Answer | Failure]) -> Answer | Failure:
    """Read the body of a reply as an answer of some schema, which `answer` reads out of a JSON object.

    Taken are a chat completion whose `choices[0].message.content` is the answer, and the bare answer;
    either may stand in a Markdown fence.
    """
    if len(body) > MAX_BYTES:
        return Failure("too_large", f"more than {MAX_BYTES} bytes")
    try:
        text = body.decode("utf-8-sig")
    except UnicodeDecodeError:
        return Failure("malformed", "not UTF-8")
    if not text.strip():
        return Failure("empty", "no body")
    value = _json_object(text)
    if isinstance(value, Failure):
        return value
    if value.get("error") is not None:
        return Failure("http_error", "HTTP 200 with an error object")
    return _completion(value, answer) if "choices" in value else answer(value)


def _completion(
    value: dict[str, Any], read: Callable[[dict[str, Any]], Answer | Failure]
) -> Answer | Failure:
    choices = value["choices"]
    if not isinstance(choices, list):
        return Failure("malformed", "choices is not a list")
    if not choices:
        return Failure("empty", "no choice")
    choice = choices[0]
    message = choice.get("message") if isinstance(choice, dict) else None
    if not isinstance(message, dict):
        return Failure("malformed", "no message")
    if choice.get("error") is not None:
        return Failure("http_error", "HTTP 200 with an error object")
    # Some servers always send a refusal, an empty one when there is none.
    if message.get("refusal") or choice.get("finish_reason") == "content_filter":
        return Failure("refused", "the model declined")
    if choice.get("finish_reason") == "length":
        # Even when it happens to parse: an answer that was cut is not the one that was meant.
        return Failure("malformed", "cut at the length limit")
    content = message.get("content")
    if content is None or (isinstance(content, str) and not content.strip()):
        return Failure("empty", "no content")
    if not isinstance(content, str):
        return Failure("malformed", "content is not a string")
    answer = _json_object(content)
    return answer if isinstance(answer, Failure) else read(answer)


def _answer(value: dict[str, Any]) -> Reply | Failure:
    if value.keys() != {"score", "reason"}:
        return Failure("malformed", "not exactly score and reason")
    score, reason = value["score"], value["reason"]
    # `type`, since True is an int to isinstance. NaN and infinities did not get through the parser.
    if type(score) not in (int, float) or not 0 <= score <= 1:
        return Failure("malformed", "score is not a number from 0 to 1")
    if not isinstance(reason, str):
        return Failure("malformed", "reason is not a string")
    return Reply(float(score) + 0.0, clean_reason(reason))  # + 0.0 makes of -0.0 what it means


def clean_reason(reason: str) -> str:
    """Return a reason that can be logged and shown: one line, no control characters, bounded, UTF-8."""
    whole = _HALF_PAIR.sub("\ufffd", reason)
    return shortened(" ".join(whole.split()), MAX_REASON_CHARS)


_HALF_PAIR = re.compile("[\ud800-\udfff]")
_FENCE = re.compile(r"(`{3,}|~{3,})[ \t]*[A-Za-z0-9]*")


def _json_object(text: str) -> dict[str, Any] | Failure:
    try:
        value = parse_json(_unfenced(text))
    except BatchError:  # its message quotes the reply, so it ends here
        return Failure("malformed", "not one JSON value")
    return value if isinstance(value, dict) else Failure("malformed", "not a JSON object")


def _unfenced(text: str) -> str:
    """Return the text without the one Markdown fence around all of it. In linear time, whatever it is."""
    text = text.strip()
    opening = _FENCE.match(text)
    if opening is None or not text.endswith(opening[1]) or len(text) < opening.end() + len(opening[1]):
        return text
    return text[opening.end() : -len(opening[1])].strip()

"""An address as it may be shown: what could be a key in it is masked.

Keys stand in addresses in many forms (a token in the path, `?key=…`, `user:password@`), and no list of
them is complete. So the rule is closed the other way round: shown is what has the shape of an ordinary
path word, a version, a date or a model's name; anything else is masked. A mask too many costs a little
convenience, one too few a key.
"""

from __future__ import annotations

import re
from urllib.parse import SplitResult, unquote, urlsplit

MASK = "***"

# One plain word: chat, OpenAI, generateContent, GGUF. Longer ones are rarely words.
_PLAIN = re.compile(
    r"(?=.{1,20}\Z)(?:[a-z]{1,15}|[A-Z]{1,6}|[A-Z]?[a-z]{2,14}(?:[A-Z][a-z]{2,14}|[A-Z]{2,4}){0,2})"
)
# A word of more than five consonants in a row is none: "strengths" has five.
_UNPRONOUNCEABLE = re.compile(r"[b-df-hj-np-tv-xz]{6}|[aeiou]{6}", re.IGNORECASE)

_VERSION = re.compile(r"v[0-9]{1,8}(?:[a-z]{2,7}[0-9]{0,2})?", re.IGNORECASE)  # v1, v1beta1, v20240501
_DATE = re.compile(r"(?:19|20)[0-9]{2}-[0-9]{2}-[0-9]{2}")
_COMPACT_DATE = re.compile(r"(?:19|20)[0-9]{2}[01][0-9][0-3][0-9]")
_NUMBER = re.compile(r"[0-9]{1,4}")
_SIZE = re.compile(r"[0-9]{1,4}[A-Za-z]{1,2}|[0-9]{1,2}x[0-9]{1,3}[Bb]?")  # 8B, 128k, 4o, 8x7B
_CODE = re.compile(r"[A-Za-z]{1,2}[0-9]{1,3}[A-Za-z]?")  # Q4, k2, a22b, fp16, o1
_NAME = re.compile(r"([A-Za-z]{3,12})[0-9]{1,2}[a-z]?")  # llama3, Qwen2, west4

_SEPARATORS = re.compile(r"[-._:~@]+")
_ORDINARY_CHARACTERS = re.compile(r"[A-Za-z0-9._:~@-]{1,64}")

MAX_CODES = 2
MAX_DIGITS = 12
"""How many short mixed words and how many digits a model's name has at most."""

# What the keys of well-known services begin with, and the names after which a key follows.
_KEY_PREFIX = re.compile(
    r"(?:sk|pk|rk|gsk|hf|xai|ghp|gho|pat|key|token|secret|bearer)[-_.:].|AIza|AKIA", re.IGNORECASE
)
_NAMES_A_KEY = re.compile(
    r"(?:.*[-_.])?(?:api)?-?_?(?:keys?|tokens?|secrets?|auth|password|passwd|credentials?|bearer)",
    re.IGNORECASE,
)


def shown_address(url: str, *, secret: str | None = None, model: str = "") -> str:
    """Return an http address as it may be printed.

    User and password, every value of the query, and path segments that are not of an ordinary shape are
    masked, and so is a segment that holds `secret`, or follows one that names a key. A segment that is
    `model` is shown, since the model's name is. The fragment is left out.
    """
    parts = urlsplit(url)
    segments: list[str] = []
    after_a_name = False
    for segment in parts.path.split("/"):
        plain = unquote(segment)
        is_open = not segment or (not after_a_name and _is_open(plain, secret, model))
        segments.append(segment if is_open else MASK)
        after_a_name = bool(segment) and _NAMES_A_KEY.fullmatch(plain) is not None
    query = "&".join(_shown_parameter(part, secret) for part in parts.query.split("&")) if parts.query else ""
    return SplitResult(parts.scheme, _shown_host(parts), "/".join(segments), query, "").geturl()


def _shown_host(parts: SplitResult) -> str:
    _, at, host = parts.netloc.rpartition("@")
    return f"{MASK}@{host}" if at else host


def _shown_parameter(part: str, secret: str | None) -> str:
    name, equals, _ = part.partition("=")
    shown = name if equals and _is_open(unquote(name), secret, "") else MASK
    return f"{shown}={MASK}" if equals else shown


def _is_open(segment: str, secret: str | None, model: str) -> bool:
    """Tell whether a path segment, decoded, may be shown."""
    if secret and (secret in segment or (len(segment) >= 8 and segment in secret)):
        return False
    if model and segment in (model, *model.split("/")):
        return True
    # "meta-llama%2FLlama-3.1-8B" is one segment of two names.
    return all(_is_ordinary(piece) for piece in segment.split("/"))


def _is_ordinary(name: str) -> bool:
    if not _ORDINARY_CHARACTERS.fullmatch(name) or _KEY_PREFIX.match(name):
        return False
    if _DATE.fullmatch(name):
        return True
    words = [word for word in _SEPARATORS.split(name) if word]
    named = codes = 0
    for word in words:
        if _PLAIN.fullmatch(word):
            if _UNPRONOUNCEABLE.search(word):
                return False
            named += len(word) >= 2
        elif match := _NAME.fullmatch(word):
            if not _PLAIN.fullmatch(match[1]) or _UNPRONOUNCEABLE.search(word):
                return False
            named += 1
        elif _CODE.fullmatch(word) and not _VERSION.fullmatch(word):
            codes += 1
        elif _VERSION.fullmatch(word):
            named += 1
        elif not (_NUMBER.fullmatch(word) or _SIZE.fullmatch(word) or _COMPACT_DATE.fullmatch(word)):
            return False
    digits = sum(character.isdigit() for character in name)
    return codes <= MAX_CODES and digits <= MAX_DIGITS and (named > 0 or len(name) <= 4)

"""Encodings that write a character as several, in place: escapes, character references, %-encoding, MIME.

Each is undone wherever it has a sign, again and again, since templates are put into templates. A text that
holds such signs itself is read in the same way before it is looked for, so both come to the same end.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from ctxgate.pattern import lazy

_ROUNDS = 5
"""So often may one text have been encoded. JSON in JSON in JSON is three."""

_ESCAPE = lazy(
    r"\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|[ux]\{([0-9a-fA-F]{1,8})\})"
    r"|((?:\\x[0-9a-fA-F]{2})+)"
    r"""|\\(["'`\\/nrtbfv])"""
)
_CUT = lazy(r"(&#?\w{0,8}|%[0-9A-Fa-f]?|\\[uUx][0-9a-fA-F]{0,7})[ \t]*\r?\n[ \t>|]*+(?=[\w#;%&\\])")
_BYTE = lazy(r"x([0-9a-fA-F]{2})")
_REFERENCE = lazy(r"&(?:#[0-9xX]|[A-Za-z])")
_PERCENT = lazy(r"(?:%[0-9A-Fa-f]{2})+|%u([0-9A-Fa-f]{4})")
_MIME = lazy(r"(?:=[0-9A-F]{2}){2,}|=3D|=[0-9A-F]{2}(?=\r?\n)|=\r?\n")


def decoded(text: str) -> str:
    """Return the text with whatever encoding of characters it shows undone."""
    return _repeated(text, tuple(step for _, step in STEPS))


def alone(text: str, step: Callable[[str], str]) -> str:
    """Return the text with one of the encodings undone, and no other."""
    return _repeated(text, (step,))


def _repeated(text: str, steps: tuple[Callable[[str], str], ...]) -> str:
    for _ in range(_ROUNDS):
        before = text
        text = _whole(text)
        for step in steps:
            text = step(text)
        if text == before:
            break
    return text


def _whole(text: str) -> str:
    """Return the text with what the end of a line cut in two put together; words are compared without line ends."""
    return _CUT.sub(r"\1", text) if "\n" in text else text


def _escapes(text: str) -> str:
    if "\\" not in text:
        return text
    new = _ESCAPE.sub(_escaped, text)
    # JSON writes what is beyond the first 65,536 characters as two halves.
    return new.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _escaped(match: re.Match[str]) -> str:
    digits = match[1] or match[2] or match[3]
    if digits:
        code = int(digits, 16)
        return chr(code) if code <= 0x10FFFF else " "
    if match[4]:
        raw = bytes.fromhex("".join(_BYTE.findall(match[4])))
        return _utf8(raw) or raw.decode("latin-1")
    return _CONTROLS.get(match[5], match[5])


_CONTROLS = {"n": "\n", "r": "\r", "t": "\t", "b": "\b", "f": "\f", "v": "\v"}


def _references(text: str) -> str:
    if "&" not in text or not _REFERENCE.search(text):
        return text
    from html import unescape  # noqa: PLC0415  most prompts have none, and its table is large

    return unescape(text)


def _percents(text: str) -> str:
    return _PERCENT.sub(_percent, text) if "%" in text else text


def _percent(match: re.Match[str]) -> str:
    if match[1]:
        code = int(match[1], 16)
        return match[0] if 0xD800 <= code < 0xE000 else chr(code)
    return _utf8(bytes.fromhex(match[0].replace("%", ""))) or match[0]


def _mime(text: str) -> str:
    return _MIME.sub(_quoted, text) if "=" in text else text


def _quoted(match: re.Match[str]) -> str:
    if match[0].endswith("\n"):
        return ""
    return _utf8(bytes.fromhex(match[0].replace("=", ""))) or match[0]


def _utf8(raw: bytes) -> str:
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return ""


STEPS: tuple[tuple[str, Callable[[str], str]], ...] = (
    ("in escapes", _escapes),
    ("in character references", _references),
    ("in %-encoding", _percents),
    ("in quoted-printable", _mime),
)
"""The encodings, each with the words that say in which form a text stands."""

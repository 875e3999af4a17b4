"""Text that can be shown: control characters become escapes, so that they are seen and not obeyed.

A chunk may carry escape sequences that move a terminal's cursor, line breaks that start a new line of
a prompt, overrides that turn text around, and tag characters that a model reads and a person does not.
Characters that ordinary writing needs (the joiners of emoji and of Persian, direction marks, the soft
hyphen) are left alone.
"""

from __future__ import annotations

import re

import msgspec

from ctxgate.pattern import lazy

# C0 without tab, DEL and C1; line and paragraph separator; bidi embeddings, overrides and isolates;
# invisible operators and deprecated format characters; BOM; interlinear annotation; tag characters.
_UNSEEN = lazy(
    "[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\U000e0000-\U000e007f]"
)


def visible(text: str) -> str:
    r"""Return the text on one line, with control and invisible characters as escapes.

    ``\u001b`` for one of the first 65,536 characters, ``\U000e0041`` for one beyond. A tab stays.
    """
    return _UNSEEN.sub(_escape, text)


def quoted(text: str) -> str:
    """Return the text as a JSON string on one line, any line break or control character escaped."""
    return _UNSEEN.sub(_json_escape, msgspec.json.encode(text).decode())


def lines(text: str) -> list[str]:
    """Split at every line break that Unicode knows, each line as `visible` shows it; never empty."""
    return [visible(line) for line in text.splitlines()] or [""]


def shortened(text: str, width: int) -> str:
    """Return the text on one line, white space folded, cut with an ellipsis to at most `width` characters."""
    folded = visible(" ".join(text[: 8 * width].split()))
    if len(folded) <= width and len(text) <= 8 * width:
        return folded
    return folded[: width - 1].rstrip() + "…"


def _escape(match: re.Match[str]) -> str:
    code = ord(match[0])
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"


def _json_escape(match: re.Match[str]) -> str:
    code = ord(match[0])
    if code <= 0xFFFF:
        return f"\\u{code:04x}"
    high, low = divmod(code - 0x10000, 0x400)  # JSON writes it as a surrogate pair
    return f"\\u{0xD800 + high:04x}\\u{0xDC00 + low:04x}"

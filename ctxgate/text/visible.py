"""Text that can be shown: what nobody sees becomes an escape, so that it is seen and not obeyed.

A chunk may carry escape sequences that move a terminal's cursor, line breaks that start a new line of
a prompt, overrides that turn text around, and tag characters that a model reads and a person does not.
What is seen in its effect stays, there and nowhere else: the joiners within words of the scripts that join
letters and within pictures, selectors behind what has several looks, a direction mark beside a letter that is
written from the right. Soft hyphens are escapes: most are seen nowhere.
"""

from __future__ import annotations

import re

import msgspec

from ctxgate.pattern import lazy

# C0 without tab, DEL and C1; line and paragraph separator; all of Cf; fillers and blanks; selectors; and what
# Unicode keeps free among them. Written out, since Python's versions know different ones.
_UNSEEN_SET = (
    "\x00-\x08\x0a-\x1f\x7f-\x9f\xad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u17b4\u17b5\u180b-\u180f"
    "\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb"
    "\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
_CONTROL = lazy("[\x00-\x08\x0a-\x1f\x7f]")
# Letters of the scripts that are written with joiners: Arabic and its neighbours, Indic ones, Mongolian.
_JOINING = "\u0620-\u065f\u066e-\u06d3\u06d5-\u06dc\u06de-\u06ff\u0710-\u08e1\u08e3-\u0dff\u1000-\u109f\u1780-\u17b3\u17b6-\u17d3\u1800-\u180a\u1820-\u18aa\u1b00-\u1b7f\ua840-\ua877\ua8e0-\ua8ff"
_FROM_THE_RIGHT = "\u0590-\u0604\u0606-\u061b\u061d-\u06dc\u06de-\u070e\u0710-\u088f\u0892-\u08e1\u08e3-\u08ff\ufb1d-\ufdff\ufe70-\ufefc"
_PICTURE = "\u00a9\u00ae\u203c\u2049\u2122\u2139\u2190-\u2bff\u3030\u303d\u3297\u3299\U0001f000-\U0001faff"
_IDEOGRAPH = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af"
# Numbers of verses and other signs of Arabic, Syriac and Kaithi, which are seen although their category says no.
_PREPENDED = "\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\U000110bd\U000110cd"
_ORDINARY = (
    rf"(?<=[{_JOINING}])[\u200c\u200d](?=[{_JOINING}])"
    rf"|(?<=[{_PICTURE}])[\ufe0e\ufe0f]|(?<=[0-9#*])\ufe0f(?=\u20e3)"
    rf"|(?<=[{_PICTURE}\ufe0f\u20e3])\u200d(?=[{_PICTURE}])"
    r"|(?<=\U0001f3f4)[\U000e0030-\U000e0039\U000e0061-\U000e007a]{1,6}\U000e007f"
    rf"|(?<=[{_IDEOGRAPH}])[\ufe00-\ufe02\U000e0100-\U000e01ef]"
    r"|(?<=[\u1800-\u18aa])[\u180b-\u180f]"
    rf"|(?<=[{_FROM_THE_RIGHT}])[\u061c\u200e\u200f](?![A-Za-z])|(?<![A-Za-z])[\u061c\u200e\u200f](?=[{_FROM_THE_RIGHT}])"
    rf"|[{_PREPENDED}](?=[0-9{_FROM_THE_RIGHT}\U00011080-\U000110cf])|(?<=[{_FROM_THE_RIGHT}] )\u06dd"
)
_SHOWN = lazy(rf"(?P<ordinary>{_ORDINARY})|[{_UNSEEN_SET}]")


def visible(text: str) -> str:
    r"""Return the text on one line, with control and invisible characters as escapes.

    ``\u001b`` for one of the first 65,536 characters, ``\U000e0041`` for one beyond. A tab stays.
    """
    if text.isascii():  # the fast path: nothing in ASCII depends on its neighbours
        return _CONTROL.sub(_escape_any, text)
    return _SHOWN.sub(_escape, text)


def quoted(text: str) -> str:
    """Return the text as a JSON string on one line, any line break or control character escaped."""
    return _SHOWN.sub(_json_escape, msgspec.json.encode(text).decode())


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
    return match[0] if match["ordinary"] else _escape_any(match)


def _escape_any(match: re.Match[str]) -> str:
    code = ord(match[0])
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"


def _json_escape(match: re.Match[str]) -> str:
    if match["ordinary"]:
        return match[0]
    code = ord(match[0])
    if code <= 0xFFFF:
        return f"\\u{code:04x}"
    high, low = divmod(code - 0x10000, 0x400)  # JSON writes it as a surrogate pair
    return f"\\u{0xD800 + high:04x}\\u{0xDC00 + low:04x}"

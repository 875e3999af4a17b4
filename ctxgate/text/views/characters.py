"""Characters that are not what they seem: invisible ones, styled letters, stacked marks, turned text.

The sets are written as ranges of code points, never as categories, and a character that a newer Unicode
may yet assign is left alone: the same text gives the same view on every version of Python.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Literal

from ctxgate.pattern import lazy
from ctxgate.text.views.trace import Reading, edited, gathered

TAGS = "\U000e0020-\U000e007e"
"""Tag characters: an invisible copy of ASCII."""

SELECTORS = "\ufe00-\ufe0f\U000e0100-\U000e01ef"
"""Variation selectors, 256 of them: enough to carry a byte each."""

_DIRECTION = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
_ZERO_WIDTH = "\u00ad\u034f\u180b-\u180f\u200b-\u200d\u2060-\u2065\u206a-\u206f\ufeff\ufff0-\ufffb"
_FILLERS = "\u115f\u1160\u17b4\u17b5\u3164\uffa0"
# Signs before numbers and verses, which stand in the category of what has no look of its own.
_PREPENDED = "\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\U000110bd\U000110cd"
# Joints of hieroglyphs, of shorthand and of beams; tags, selectors, and what is kept free beside them.
_BEYOND = "\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
INVISIBLE = f"{_ZERO_WIDTH}{_DIRECTION}{_FILLERS}{_PREPENDED}{SELECTORS}{_BEYOND}"
"""What no reader sees: all format characters (Cf) and whatever is to be ignored where it is not known."""

_SPACES = "\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u2800\u3000\x0b\x0c\x1c-\x1f"
_CONTROLS = "\x00-\x08\x0e-\x1b\x7f\x80-\x84\x86-\x9f"
_MARKS = "\u0300-\u034e\u0350-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\ufe20-\ufe2f\u0488\u0489\u20d0-\u20f0"
# Styled letters and digits. All of these blocks' decompositions are older than Unicode 14, but for the
# outlined capitals at U+1CCD6, which have their own rule below.
_STYLED = (
    "\u02b0-\u02b8\u02e0-\u02e4\u1d2c-\u1d6a\u1d78\u1d9b-\u1dbf\u2071-\u209c\u2100-\u2115\u2117-\u211f"
    "\u2124-\u2138\u2145-\u2149\u2460-\u24ff\u2c7c\u2c7d\ua770\uab5c-\uab5f\ufb00-\ufb06\uff10-\uff19"
    "\uff21-\uff3a\uff41-\uff5a\uff66-\uffdc\U0001d400-\U0001d7ff\U0001f110-\U0001f12b"
    "\U0001f130-\U0001f189\U0001ccd6-\U0001ccf9"
)
_ARABIC_FORMS = "\ufb50-\ufbb1\ufbd3-\ufd3d\ufd50-\ufd8f\ufd92-\ufdc7\ufdf0-\ufdfb\ufe70-\ufefc"
_FLAGS = "\U0001f1e6-\U0001f1ff"
_LETTERS = "A-Za-z\u00aa\u00b5\u00ba\u00c0-\u024f\u0370-\u052f"
_WIDE = "\u3041-\u30ff\u3400-\u9fff\uac00-\ud7a3"

_PICTURE = "[\u00a9\u00ae\u203c\u2049\u2122\u2139\u2190-\u2bff\u3030\u303d\u3297\u3299\U0001f000-\U0001faff]"
_PRIVATE = "\ue000-\uf8ff\U000f0000-\U0010ffff"
_ALL = f"{INVISIBLE}{_PRIVATE}{_SPACES}{_CONTROLS}{_MARKS}{_STYLED}{_ARABIC_FORMS}{_FLAGS}"
_ASTRAL = lazy("[\U000110bd-\U0010ffff]")
_DISGUISED = lazy(
    # Of what is not seen only the joints of pictures, and the mark that begins a file, are ordinary.
    rf"(?!(?<={_PICTURE})(?:\ufe0f?\u200d(?={_PICTURE})|[\ufe0e\ufe0f])|(?<=[0-9#*])\ufe0f\u20e3|(?<!.)(?<!\n)\ufeff"
    rf"|(?<=[\ufe0f\u20e3])\u200d(?={_PICTURE})|(?<=[\U0001f3f4\U000e0030-\U000e0039\U000e0061-\U000e007a])[\U000e0030-\U000e0039\U000e0061-\U000e007a\U000e007f])"
    rf"[{INVISIBLE}]"
    rf"|[\x80-\x84\x86-\x9f]|(?<=[{_LETTERS}])[{_PRIVATE}]+(?=[{_LETTERS}])"
    # A mark or two in a word are phonetics; marks on letter after letter, or piled up, are not.
    rf"|(?<=[A-Za-z])[{_MARKS}]{{1,20}}[A-Za-z][{_MARKS}]|(?<=[A-Za-z])[{_MARKS}]{{2}}"
    r"|(?<=[AEINOUaeinou])[\u0300-\u0303\u0308]|(?<=[Cc])\u0327"
    rf"|(?<![{_WIDE}])[{_SPACES}]+(?![{_WIDE}])"
    rf"|[{_STYLED}](?:[{_STYLED}{_SPACES}{INVISIBLE} ]{{0,4}}[{_STYLED}]){{2}}"
    rf"|(?<=[A-Za-z])[{_STYLED}]{{1,2}}(?=[A-Za-z])|[\ufb00-\ufb06]"
    rf"|[{_ARABIC_FORMS}]{{3}}"
    rf"|[{_FLAGS}](?:[ {_ZERO_WIDTH}]{{1,3}}[{_FLAGS}]){{2}}|[{_FLAGS}]{{7}}"
    r"|[\u202d\u202e]|(?<![\U0001f3f4\U000e0020-\U000e007e])[\U000e0020-\U000e007e]"
)
_TURNED = lazy("[\u202d\u202e]([^\u202a-\u202e\u2066-\u2069\n\r\u2029]+)[\u202c\u2069]?")
_RUN = lazy(f"(?:[A-Za-z](?=[{_MARKS}]))?[{_ALL}]+")
_MARK = lazy(rf"[{_MARKS}]")
# What a terminal obeys and does not show (ECMA-48): colours and moves; titles, links and other strings.
_SEQUENCE = r"\x1b\[[0-?]{0,64}[ -/]{0,8}[@-~]|\x9b[0-?]{1,64}[ -/]{0,8}[@-~]|\x1b(?:[!-/]{1,8}[0-~]|[0-9=>])"
_STRING = r"(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x90\x98\x9c-\x9f\n]{0,1000}(?:\x07|\x1b\\|\x9c)"
_STRINGS = lazy(_STRING)
_CONTROL_SEQUENCE = lazy(_SEQUENCE)
_TERMINAL = lazy(f"{_STRING}|{_SEQUENCE}")
_C1 = lazy("[\x90\x98\x9b\x9d-\x9f]")
_FLAG_OF_A_REGION = "\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{1,6}\U000e007f"
_UNTAGGED = lazy(f"{_FLAG_OF_A_REGION}|[^{TAGS}\U0001f3f4]+|\U0001f3f4")
_SELECTOR_RUN = lazy(f"[{SELECTORS}]{{4,}}")
_TAG_SHIFT = 0xE0000


def special(text: str) -> bool:
    """Tell whether a text has any character that this module is about. Cheap, and most texts have none."""
    return _special().search(text) is not None or _ASTRAL.search(text) is not None


@cache
def _special() -> re.Pattern[str]:
    # A set of characters of the first plane is a table, one with others is a slow list of ranges.
    beyond = "[\U00010000-\U0010ffff](?:-[\U00010000-\U0010ffff])?"
    return re.compile(f"[{re.sub(beyond, '', _ALL)}]")


def hides(text: str) -> bool:
    """Tell whether a text has characters that `unmasked` should take off, and not only ordinary ones."""
    # Each disguise begins with one of these characters, and looking for those alone is much faster.
    return any(
        _DISGUISED.match(text, found.start())
        for pattern in (_special(), _ASTRAL)
        for found in pattern.finditer(text)
    )


def unmasked(reading: Reading, *, apart: bool = False, shown: bool = True) -> Reading:
    """Return the text in plain characters: nothing invisible, no styles, spaces that are spaces.

    `shown`: as a screen shows it, what stands under a direction override turned around and what a terminal
    swallows left out; otherwise as a model reads it, in the order of its letters. With `apart`, what is not seen
    parts the words that it stands between.
    """
    if shown and ("\u202e" in reading.text or "\u202d" in reading.text):
        reading = edited(reading, _TURNED, _turn)
    if "\x1b" in reading.text or _C1.search(reading.text):
        reading = edited(reading, _TERMINAL if shown else _CONTROL_SEQUENCE, _space if apart else _nothing)
    return edited(reading, _RUN, _plain_apart if apart else _plain)


def shows_otherwise(text: str) -> bool:
    """Tell whether a screen shows a text in another order, or less of it, than there is to read."""
    return "\u202e" in text or "\u202d" in text or _STRINGS.search(text) is not None


def overridden(reading: Reading) -> Reading | None:
    """Return what stands under right-to-left overrides, turned around, or None."""
    if "\u202e" not in reading.text:
        return None
    found = [m.span(1) for m in _TURNED.finditer(reading.text) if m[0][0] == "\u202e" and len(m[1]) >= 8]
    return edited(gathered(reading, found), _LINE, lambda match: match[0][::-1]) if found else None


def tagged(reading: Reading) -> Reading | None:
    """Return what is written in tag characters, in ASCII, or None. The flags of regions are no text."""
    if not _TAG.search(reading.text):
        return None
    picked = edited(reading, _UNTAGGED, lambda match: "" if len(match[0]) < 4 else "\n")
    text = "".join(chr(ord(c) - _TAG_SHIFT) if c > "\U000e0000" else c for c in picked.text)
    start = len(text) - len(text.lstrip())
    end = len(text.rstrip())
    if end - start < 2:
        return None
    back = gathered(picked, [(start, end)]).back
    return Reading(text[start:end], back)


def selected(text: str) -> list[tuple[bytes, int, int]]:
    """Return the bytes that runs of variation selectors carry, with the places of the runs."""
    if not text.isascii() and _SELECTOR_RUN.search(text):
        return [(bytes(map(_byte, m[0])), *m.span()) for m in _SELECTOR_RUN.finditer(text)]
    return []


_TAG = lazy(f"[{TAGS}]{{2}}|[{TAGS}][^{TAGS}]{{1,3}}[{TAGS}]")
_LINE = lazy(r"[^\n]+")


def _byte(selector: str) -> int:
    code = ord(selector)
    return code - 0xFE00 if code < 0xFE10 else code - 0xE0100 + 16


def _turn(match: re.Match[str]) -> str:
    return match[1][::-1] if match[0][0] == "\u202e" else match[1]


def _plain(match: re.Match[str]) -> str:
    return _plain_run(match[0]) if len(match[0]) <= 8 else "".join(map(_plain_run, match[0]))


def _plain_apart(match: re.Match[str]) -> str:
    return _plain(match) or (" " if match[0].strip("\u202d\u202e") else "")


def _nothing(_match: re.Match[str]) -> str:
    return ""


def _space(_match: re.Match[str]) -> str:
    return " "


@lru_cache(maxsize=4096)
def _plain_run(run: str) -> str:
    out: list[str] = []
    marks = ""
    for c in run:
        if c in _SPACE_SET:
            out.append(" " if c not in "\x85\u2028\u2029" else "\n")
        elif _GONE.match(c):
            continue
        elif _MARK.match(c):
            marks += c
        elif c in _RAISED:
            out.append(c)  # the mark of a note, and no part of the word before it
        else:
            out.append(_unstyled(c))
    if marks and out:
        # Marks that make one letter of it are spelling; whatever else is stacked on a letter is not.
        both = normalize("NFC", out[0] + marks)
        out[0] = both if len(both) == 1 else out[0]
    return "".join(out)


def _unstyled(c: str) -> str:
    code = ord(c)
    for first, last, plain in _LOOKS:
        if first <= code <= last:
            return chr(plain + code - first)
    return normalize("NFKC", c)


# Letters in boxes and circles have no decomposition, flags are pairs of letters, and the outlined
# capitals came with Unicode 16: (first, last, what the first one shows).
_LOOKS = (
    (0x1F150, 0x1F169, 65),
    (0x1F170, 0x1F189, 65),
    (0x1F1E6, 0x1F1FF, 65),
    (0x1CCD6, 0x1CCEF, 65),
    (0x1CCF0, 0x1CCF9, 48),
)
_SPACE_SET = frozenset(
    "\x0b\x0c\x1c\x1d\x1e\x1f\x85\xa0\u1680\u2028\u2029\u202f\u205f\u2800\u3000"
    + "".join(map(chr, range(0x2000, 0x200B)))
)
_RAISED = frozenset(
    "\u2070\u2074\u2075\u2076\u2077\u2078\u2079\u2080\u2081\u2082\u2083\u2084\u2085\u2086\u2087\u2088\u2089"
)
_GONE = lazy(f"[{INVISIBLE}{_PRIVATE}{_CONTROLS}]")


def normalize(form: Literal["NFC", "NFD", "NFKC"], text: str) -> str:
    """Return what `unicodedata.normalize` does, which texts in ASCII need not import."""
    import unicodedata  # noqa: PLC0415

    return unicodedata.normalize(form, text)

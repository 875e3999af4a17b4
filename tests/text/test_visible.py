"""What nobody sees is shown as an escape, and what ordinary writing needs is left alone."""

from __future__ import annotations

import json
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxgate.text.views.characters import INVISIBLE
from ctxgate.text.visible import escaped, lines, quoted, visible

UNSEEN = [
    chr(code)
    for code in range(0x110000)
    if unicodedata.category(chr(code)) in ("Cc", "Cf", "Zl", "Zp") and chr(code) != "\t"
]
KEPT_FREE = [chr(code) for code in (0x2065, *range(0xFFF0, 0xFFF9), *range(0xE0000, 0xE1000))]
FILLERS = list("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0") + [
    chr(code) for code in range(0xFE00, 0xFE10)
]


def test_whatever_unicode_calls_a_format_or_control_character_is_an_escape_in_latin_text() -> None:
    # Ranges are written out; this Python's Unicode may know fewer of them, and must know no others.
    raw = [
        ascii(c) for c in [*UNSEEN, *KEPT_FREE, *FILLERS] if c in visible(f"a{c}b") or c in quoted(f"a{c}b")
    ]
    assert raw == []


def test_the_views_leave_out_whatever_is_shown_as_an_escape_and_is_no_space() -> None:
    import re

    gone = re.compile(f"[{INVISIBLE}]")
    formats = [c for c in UNSEEN if unicodedata.category(c) == "Cf"]
    assert [ascii(c) for c in [*formats, *KEPT_FREE, *FILLERS] if c != "\u2800" and not gone.match(c)] == []


ORDINARY = {
    "Persian": "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
    "Hindi": "\u0915\u094d\u200d\u0937",
    "Mongolian": "\u182a\u180b\u1822",
    "Hebrew with a mark": "\u05e9\u05dc\u05d5\u05dd\u200f!",
    "a family": "\U0001f468\u200d\U0001f469\u200d\U0001f467",
    "a heart": "\u2764\ufe0f and \u2764\ufe0f\u200d\U0001f525",
    "a keycap": "1\ufe0f\u20e3",
    "the flag of a region": "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",
    "an ideograph in one of its forms": "\u845b\U000e0100\u57ce",
    "the number of a verse": "\u06dd\u0661\u0662",
    "spaces": "a\u00a0b\u2003c\u3000d\te",
}


@pytest.mark.parametrize("text", ORDINARY.values(), ids=ORDINARY.keys())
def test_what_is_seen_in_its_effect_stays(text: str) -> None:
    assert visible(text) == text
    assert quoted(text) == json.dumps(text, ensure_ascii=False)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\u200cb", "a\\u200cb"),
        ("\u0645\u200c", "\u0645\\u200c"),
        ("\u0645\u200ca", "\u0645\\u200ca"),
        ("a\ufe0f", "a\\ufe0f"),
        ("\u2764\ufe0f\ufe0f\ufe01", "\u2764\ufe0f\\ufe0f\\ufe01"),
        ("\U0001f600\U000e0150", "\U0001f600\\U000e0150"),
        ("\U0001f3f4\U000e0067\U000e0062", "\U0001f3f4\\U000e0067\\U000e0062"),
        ("seat\u200f plan", "seat\\u200f plan"),
        ("co\u00adop", "co\\u00adop"),
        ("\ufeffa", "\\ufeffa"),
        ("\u3164", "\\u3164"),
    ],
)
def test_the_same_characters_are_escapes_elsewhere(text: str, shown: str) -> None:
    assert visible(text) == shown


@given(st.text())
def test_quoted_text_reads_back_and_shows_the_same_escapes_as_a_line(text: str) -> None:
    line = quoted(text)
    assert json.loads(line) == text
    assert escaped(line) == line
    assert visible(line) == line


@given(st.text(st.sampled_from("ab \u0645\u200c\u200d\u2764\ufe0f\u200b\u202e\n\u05d0\u200f\U0001f468\x1b")))
def test_what_was_shown_once_is_shown_the_same_again(text: str) -> None:
    for line in lines(text):
        assert visible(line) == line

"""TOML from strangers: bounded before it is parsed, and refused in words whatever it holds."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from ctxgate.toml import MAX_DEPTH, MAX_WORD, TomlError, loads, read_text

PARTS = ".".join("a" * 32_000)
DEEP = {
    "a dotted key": f"{PARTS} = 1",
    "a quoted one": ".".join(['"a"'] * 20_000) + " = 1",
    "one with spaces": " . ".join("a" * 20_000) + " = 1",
    "a table's name": f"[{PARTS}]",
    "a list of tables": f"[[{PARTS}]]",
    "nested lists": "a = " + "[" * 10_000,
    "nested tables": "a = " + "{a = " * 10_000,
    "behind a string that ends in quotes": f'x = """a"""""\n{PARTS} = 1',
    "behind an empty string": f"x = ''\ny = \"\"\n{PARTS} = 1",
    "behind a comment with a quote": f"# it's\n{PARTS} = 1",
    "behind an escaped quote": f'x = "\\""\n{PARTS} = 1',
    "inside an inline table": "x = { " + PARTS + " = 1 }",
    "behind Windows line ends": f"# x\r\ny = '''\r\n'''\r\n{PARTS} = 1",
    "digits": "a = " + "9" * 100_000,
    "digits of a fraction": "a = 0." + "9" * 100_000,
}


@pytest.mark.parametrize("kind", DEEP)
def test_what_is_too_deep_or_too_long_never_reaches_the_parser(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def parser(text: str, **_: object) -> dict[str, object]:
        pytest.fail("it was parsed")

    monkeypatch.setattr(tomllib, "loads", parser)
    with pytest.raises(TomlError, match=r"not TOML: .* \(at line [1-4]\), which no settings have"):
        loads(DEEP[kind])


def test_what_looks_deep_in_strings_and_comments_is_not() -> None:
    dots = "a." * 100
    text = f"x = \"{dots}\" # {dots}\ny = '{dots}[[[[[[[[['\nz = \"\"\"\n{dots}\"\"\"\nw = '''{dots}'''"
    assert loads(text) == {"x": dots, "y": dots + "[[[[[[[[[", "z": dots, "w": dots}


def test_as_deep_as_the_bound_is_good() -> None:
    key = ".".join("a" * MAX_DEPTH)
    assert loads(f"{key} = 1") == tomllib.loads(f"{key} = 1")
    lists = "a = " + "[" * MAX_DEPTH + "]" * MAX_DEPTH
    assert loads(lists) == tomllib.loads(lists)
    assert loads("a" * MAX_WORD + " = 1")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("a = 1e400", "a number that is too large"),
        ("a = -1e999", "a number that is too large"),
        ("[b]\na = 9223372036854775808", "b.a: a whole number of more than 64 bits"),
        ("a = [[0xffffffffffffffffff]]", "a: a whole number of more than 64 bits"),
        ("a = ", "not TOML: "),
        ("a = '", "not TOML: "),
        ("a = 2024-13-01", "not TOML: "),
        ("a\x00 = 1", "not TOML: "),
        ('a = "\\ud800"', "not TOML: "),
    ],
)
def test_what_is_no_setting_is_named(text: str, says: str) -> None:
    with pytest.raises(TomlError, match=says):
        loads(text)


def test_nothing_below_zero_is_zero() -> None:
    assert str(loads("a = -0.0")["a"]) == "0.0"


PIECES = st.sampled_from(
    [
        *"abe01._-+=[]{},#\"'\\ \t\n\r",
        '"""',
        "'''",
        "[[",
        "]]",
        "\r\n",
        "inf",
        "nan",
        "1e999",
        "0x",
        "2024-01-31",
        "T07:00",
        "\\u0000",
        "\\U00110000",
        "é",
        "\x7f",
        "\u2028",
        "9" * 50,
        "a.a.a.a.a.a.a",
    ]
)
DOCUMENTS = st.lists(PIECES, max_size=40).map("".join) | st.text(max_size=60)


@given(DOCUMENTS)
@settings(max_examples=300)
@example("a = 1\n[[a]]")
@example("a = {}\n[a.b]")
@example("a = []\n[[a]]")
@example("[[a]]\n[a]\n[[a.b]]\n[a.b.c]")
def test_any_text_is_parsed_as_tomllib_does_or_refused_in_words(text: str) -> None:
    try:
        found = loads(text)
    except TomlError as e:
        assert "not TOML: " in str(e) or "64 bits" in str(e)
        return
    assert repr(found).replace("-0.0", "0.0") == repr(tomllib.loads(text)).replace("-0.0", "0.0")


@given(st.lists(PIECES, min_size=1, max_size=6).map("".join), st.sampled_from(["", "\n", ".", ",", "="]))
@settings(max_examples=100)
def test_what_is_let_through_to_the_parser_is_never_deep(piece: str, between: str) -> None:
    """The depth of all that parses is bounded, so the parser's work is linear in the characters."""
    try:
        found = loads(between.join([piece] * 50))
    except TomlError:
        return
    assert _depth(found) <= 2 * MAX_DEPTH + 2


def _depth(value: object) -> int:
    if isinstance(value, dict):
        return 1 + max(map(_depth, value.values()), default=0)
    return 1 + max(map(_depth, value), default=0) if isinstance(value, list) else 0


def test_only_an_ordinary_file_of_a_bounded_size_is_read(tmp_path: Path) -> None:
    fifo, folder, large, binary = (tmp_path / name for name in ("fifo", "folder", "large", "binary"))
    os.mkfifo(fifo)
    folder.mkdir()
    large.write_bytes(b"#" * 11)
    binary.write_bytes(b"\xff\xfe")
    device = tmp_path / "device"
    device.symlink_to("/dev/zero")
    for path, says in (
        (fifo, "ordinary"),
        (folder, "ordinary"),
        (device, "ordinary"),
        (large, "too large"),
        (binary, "UTF-8"),
    ):
        with pytest.raises(TomlError, match=says):
            read_text(path, 10, "too large")
    large.write_bytes(b"\xef\xbb\xbf#")
    assert read_text(large, 10, "too large") == "#"

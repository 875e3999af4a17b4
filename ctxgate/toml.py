"""TOML that may come from strangers, read within bounds: no file that one downloads can hang a command.

`tomllib` takes time that is quadratic in the parts of a dotted key and in the digits of a number. What is longer or
deeper than settings ever are is refused before it sees the text; the look ahead is one pass over the characters.
"""

from __future__ import annotations

import math
import os
import re
import stat
import tomllib
from pathlib import Path
from typing import Any

from ctxgate.pattern import lazy

MAX_DEPTH = 8
"""Parts of a dotted key or a table's name, and lists and tables within each other."""

MAX_WORD = 400
"""Characters of a bare key or a number."""


class TomlError(ValueError):
    """A text or a file cannot be read; the message says why, in words."""


def loads(text: str) -> dict[str, Any]:
    """Parse a TOML document. Raises TomlError for what is no TOML, and for what is beyond the bounds."""
    text = text.replace("\r\n", "\n")
    _look_ahead(text)
    try:
        tables = tomllib.loads(text, parse_float=_finite)
    except tomllib.TOMLDecodeError as e:
        raise TomlError(f"not TOML: {e}") from None
    except RecursionError:
        raise TomlError("not TOML: nested too deeply") from None
    except TomlError:
        raise
    except (ValueError, OverflowError, ArithmeticError):  # Python's own limits on numbers
        raise TomlError("not TOML: a number of too many digits") from None
    _bound_numbers(tables, "")
    return tables


def read_text(path: Path, most: int, larger: str) -> str:
    """Return the text of an ordinary UTF-8 file of at most `most` bytes; `larger` says what a larger one is.

    A pipe, a device or a folder is never opened, and links to one neither. Raises TomlError for those, FileNotFoundError
    for a file that is not there, other OSErrors as they come.
    """
    if not stat.S_ISREG(path.stat().st_mode):
        raise TomlError("cannot be read: not an ordinary file")
    # Without waiting, since it may have become a pipe in between.
    number = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0))
    with open(number, "rb") as file:  # noqa: PTH123  (a descriptor has no path)
        if not stat.S_ISREG(os.fstat(number).st_mode):
            raise TomlError("cannot be read: not an ordinary file")
        content = file.read(most + 1)
    if len(content) > most:
        raise TomlError(larger)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise TomlError("not TOML: not UTF-8 text") from None


_TOKEN = lazy(
    r"(?P<comment>\#[^\n]*+)"
    r'|(?P<string>"""(?:[^"\\]++|\\.|"(?!""))*+"{3,5}'
    r"|'''(?:[^']++|'(?!''))*+'{3,5}"
    r'|"(?!"")(?:[^"\\\n]++|\\[^\n])*+"'
    r"|'(?!'')[^'\n]*+')"
    r"|(?P<quote>[\"'])"
    r"|(?P<word>[^\s.=,\[\]{}\"'#]++)"
    r"|(?P<sign>[.=,\[\]{}\n])",
    re.DOTALL | re.VERBOSE,
)


def _look_ahead(text: str) -> None:
    """Refuse keys of too many parts, nesting that is too deep, and words that are too long.

    Behind a string that does not end nothing is looked at: there `tomllib` ends as well.
    """
    parts = depth = 0
    for token in _TOKEN.finditer(text):
        kind = token.lastgroup
        if kind == "quote":
            return
        if kind == "word":
            if token.end() - token.start() > MAX_WORD:
                raise _beyond(f"a word of more than {MAX_WORD} characters", text, token.start())
        elif kind == "sign":
            sign = token[0]
            if sign == ".":
                parts += 1
            else:
                parts = 0
                depth = depth + 1 if sign in "[{" else max(0, depth - 1) if sign in "]}" else depth
            if parts >= MAX_DEPTH:
                raise _beyond(f"a name of more than {MAX_DEPTH} parts", text, token.start())
            if depth > MAX_DEPTH:
                raise _beyond(f"nested more than {MAX_DEPTH} deep", text, token.start())


def _beyond(what: str, text: str, at: int) -> TomlError:
    line = text.count("\n", 0, at) + 1
    return TomlError(f"not TOML: {what} (at line {line}), which no settings have")


def _finite(digits: str) -> float:
    value = float(digits)
    # A number that was written and is too large is refused here; inf and nan by the ranges of the settings.
    if math.isinf(value) and "inf" not in digits:
        raise TomlError(f"not TOML: a number that is too large: {digits[:40]}")
    return value + 0.0  # -0.0 is 0.0: what counts the same has one fingerprint


def _bound_numbers(value: object, place: str) -> None:
    """Refuse whole numbers of more than 64 bits, and floats that are none: no setting takes them."""
    if isinstance(value, dict):
        for key, inner in value.items():
            _bound_numbers(inner, f"{place}.{key}" if place else key)
    elif isinstance(value, list):
        for inner in value:
            _bound_numbers(inner, place)
    elif isinstance(value, int) and not -(2**63) <= value < 2**63:
        raise TomlError(f"{place}: a whole number of more than 64 bits")

"""A policy written out in TOML: every setting with its value, what it means, its range, and where it comes from."""

from __future__ import annotations

import json
import textwrap
from itertools import groupby
from pathlib import PurePath

from ctxgate.policy.load import Read
from ctxgate.policy.parse import EXTENDS
from ctxgate.policy.settings import SETTINGS, Value, effective
from ctxgate.text.visible import shortened, visible

WIDTH = 80
"""Columns that comments and lists are broken for."""


def as_toml(name: str, read: Read) -> str:
    """Return a policy as TOML. Read again it has the same settings, and so the same fingerprint.

    It holds no control character, whatever the file has.
    """
    source = shortened(PurePath(name).name, 40)
    values = effective(read.policy)
    own = read.statement.own
    base = read.base or name
    lines = textwrap.wrap(
        f"Every setting of the policy {source}, and behind each where it comes from. In a copy of this that you "
        f"edit, what you delete is as {base} has it.",
        WIDTH,
        initial_indent="# ",
        subsequent_indent="# ",
        break_long_words=False,
    )
    lines.append(f"{EXTENDS} = {_written(base)}")
    for table, names in groupby(values, lambda setting: setting.rpartition(".")[0]):
        lines += ["", f"[{table}]"]
        for setting in names:
            lines += _commented(setting)
            origin = source if setting in own else base
            lines += _assigned(setting.rpartition(".")[2], values[setting], f"  # from {origin}")
    return "\n".join(lines) + "\n"


def _commented(setting: str) -> list[str]:
    said = SETTINGS[setting]
    meaning = f"{said.meaning} ({said.range})." if said.range else f"{said.meaning}."
    return textwrap.wrap(meaning, WIDTH, initial_indent="# ", subsequent_indent="# ", break_long_words=False)


def _assigned(key: str, value: Value, comment: str) -> list[str]:
    if not isinstance(value, tuple):
        return [f"{key} = {_written(value)}{comment}"]
    entries = [_written(entry) for entry in value]
    line = f"{key} = [{', '.join(entries)}]{comment}"
    if len(line) <= WIDTH:
        return [line]
    if key == "patterns":
        return [f"{key} = [", *(f"  {entry}," for entry in entries), f"]{comment}"]
    rows: list[str] = []
    for entry in entries:
        if rows and len(rows[-1]) + len(entry) + 2 <= WIDTH:
            rows[-1] += f" {entry},"
        else:
            rows.append(f"  {entry},")
    return [f"{key} = [", *rows, f"]{comment}"]


def _written(value: Value) -> str:
    if value is None:
        return '""'
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return _string(value)
    return repr(value)


def _string(text: str) -> str:
    """Return the text as a TOML string on one line; in single quotes where that spares its backslashes."""
    if ("\\" in text or '"' in text) and "'" not in text and "\t" not in text and visible(text) == text:
        return f"'{text}'"
    escaped = json.dumps(text, ensure_ascii=False)
    # JSON's short escapes are TOML's; what is not seen is escaped as well, and so is DEL.
    return "".join(char if visible(char) == char else _escape(char) for char in escaped)


def _escape(char: str) -> str:
    code = ord(char)
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"

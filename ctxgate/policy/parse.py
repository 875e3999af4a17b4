"""The TOML text of a policy → its settings: those that it states, over those of the policy that it extends."""

from __future__ import annotations

import datetime
import difflib
import re
import typing
from typing import Any, NamedTuple

import msgspec

from ctxgate.errors import PolicyError
from ctxgate.policy.model import Policy
from ctxgate.policy.ranges import faults
from ctxgate.policy.reasons import POINTED
from ctxgate.policy.settings import SETTINGS
from ctxgate.toml import TomlError, loads

EXTENDS = "extends"
"""The key at the top of a policy that names the one it extends."""


class Statement(NamedTuple):
    """What a text states: the name of the policy that it extends (None: it names none), and its own tables."""

    extends: str | None
    tables: dict[str, Any]

    @property
    def own(self) -> frozenset[str]:
        """The dotted names of the settings that the text states itself."""
        return frozenset(name for name in SETTINGS if _is_in(self.tables, name.split(".")))


def read_statement(text: str, *, where: str, known: tuple[str, ...]) -> Statement:
    """Read the text of a policy; `known` are the names of the policies that it may extend.

    Raises PolicyError for bad TOML, and for an unknown key or name, with the nearest known one.
    """
    try:
        tables = loads(text)
    except TomlError as e:
        raise PolicyError(str(e), where=where) from None
    extends = tables.pop(EXTENDS, None)
    if extends is not None and extends not in known:
        raise _unknown_base(extends, known, _place(EXTENDS, text, where))
    _check_keys(tables, Policy, "", text, where)
    temporal = tables.get("temporal_fit")
    if isinstance(temporal, dict) and type(temporal.get("as_of")) is datetime.date:
        temporal["as_of"] = temporal["as_of"].isoformat()  # TOML has dates of its own
    return Statement(extends, tables)


def settle(tables: dict[str, Any], base: Policy, *, where: str) -> Policy:
    """Return the policy of the tables over `base`: tables merge key by key, lists and values replace.

    Raises PolicyError for a value of a wrong type or out of range.
    """
    try:
        policy = msgspec.convert(_merged(msgspec.to_builtins(base), tables), Policy)
    except msgspec.ValidationError as e:
        raise PolicyError(_type_error(str(e)), where=where) from None
    for fault in faults(policy):
        raise PolicyError(fault, where=where)
    return policy


def _merged(base: dict[str, Any], tables: dict[str, Any]) -> dict[str, Any]:
    merged = dict(base)
    for key, value in tables.items():
        below = merged.get(key)
        merged[key] = _merged(below, value) if isinstance(value, dict) and isinstance(below, dict) else value
    return merged


def _is_in(tables: object, path: list[str]) -> bool:
    for key in path:
        if not isinstance(tables, dict) or key not in tables:
            return False
        tables = tables[key]
    return True


def _unknown_base(extends: object, known: tuple[str, ...], place: str) -> PolicyError:
    names = " or ".join(f'"{name}"' for name in known)
    if not isinstance(extends, str):
        return PolicyError(f"{EXTENDS} must be the name of a policy: {names}", where=place)
    if extends.endswith(".toml") or "/" in extends or "\\" in extends:
        what = f"{EXTENDS}: a policy extends a built-in one, not a file, and {extends!r} is a file"
        return PolicyError(what, where=place, todo=f"It may be {names}.")
    near = difflib.get_close_matches(extends, known, 1)
    guess = f'Did you mean "{near[0]}"? ' if near else ""
    return PolicyError(
        f"{EXTENDS}: no policy named {extends!r}", where=place, todo=f"{guess}It may be {names}."
    )


def _check_keys(
    table: dict[str, Any], model: type[msgspec.Struct], prefix: str, text: str, where: str
) -> None:
    fields = {field.name: field for field in msgspec.structs.fields(model)}
    for key, value in table.items():
        if key not in fields:
            raise _unknown_key(key, (*fields, *([] if prefix else [EXTENDS])), prefix, text, where)
        kind = fields[key].type
        if isinstance(value, dict) and isinstance(kind, type) and issubclass(kind, msgspec.Struct):
            _check_keys(value, kind, f"{prefix}{key}.", text, where)
        elif key == "points" and not prefix and isinstance(value, dict):
            for code in value:
                if code not in POINTED:
                    raise _unknown_key(code, POINTED, "points.", text, where)


def _unknown_key(key: str, known: tuple[str, ...], prefix: str, text: str, where: str) -> PolicyError:
    near = difflib.get_close_matches(key, known, 1)
    advice = f"Nearest known: {near[0]}." if near else f"Known here: {', '.join(known)}."
    return PolicyError(f"unknown key {prefix + key!r}", where=_place(key, text, where), todo=advice)


def _place(key: str, text: str, where: str) -> str:
    line = re.search(rf"^[ \t]*\[?(?:[\w.]*\.)?[\"']?{re.escape(key)}\b", text, re.MULTILINE)
    return f"{where}:{text.count(chr(10), 0, line.start()) + 1}" if line else where


def _type_error(message: str) -> str:
    what, _, path = message.partition(" - at ")
    place = path.strip("`").removeprefix("$.")
    if what.startswith("Invalid enum value") and (choices := _choices(place)):
        return f"{place}: {what[19:].replace(chr(96), '')} is none of {', '.join(map(repr, choices))}"
    what = what.replace("`", "").replace("array", "list").replace("object", "table").replace("str", "string")
    return f"{place}: {what[:1].lower()}{what[1:]}" if place else what


def _choices(place: str) -> tuple[str, ...]:
    """Return the values that a setting can have, by its place in a policy; none where any will do."""
    model: Any = Policy
    for key in place.split("."):
        fields = {field.name: field.type for field in msgspec.structs.fields(model)}
        model = fields.get(key)
        if not (isinstance(model, type) and issubclass(model, msgspec.Struct)):
            break
    return typing.get_args(model) if typing.get_origin(model) is typing.Literal else ()

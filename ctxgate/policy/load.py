"""Reading policies: the built-in ones by name, a user's own by path."""

from __future__ import annotations

import datetime
import difflib
import functools
import math
import re
import tomllib
import typing
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from ctxgate.errors import PolicyError, UsageError
from ctxgate.policy.model import Policy
from ctxgate.policy.reasons import GAINS, POINTED

BUILT_IN = ("standard", "workshop")
"""The policies that ship with the package; the first is the default."""

MAX_PATTERNS = 200
MAX_PATTERN_CHARS = 2000
"""How many patterns a policy may have, and how long each may be: RE2 is linear in the text, not in them."""

MIN_FULL = 0.02
"""The least part of a query that a chunk may have to meet: with less, one common word would be all of it."""

_FOLDER = Path(__file__).parent
_MAX_BYTES = 1_000_000


class NamedPolicy(NamedTuple):
    """A policy with the name or path it was loaded by. `label` is what score rows say: name@fingerprint."""

    name: str
    policy: Policy
    label: str

    @classmethod
    def of(cls, name: str, policy: Policy) -> NamedPolicy:
        """Name a policy and compute its label."""
        return cls(name, policy, f"{name}@{policy.fingerprint()}")


def load(name: str) -> NamedPolicy:
    """Load a built-in policy by its name, or a TOML file by its path.

    Raises UsageError for a name that is neither, PolicyError for a file that is not a policy.
    """
    return _built_in(name) if name in BUILT_IN else NamedPolicy.of(name, parse(source_of(name), where=name))


@functools.cache
def _built_in(name: str) -> NamedPolicy:
    return NamedPolicy.of(name, parse(source_of(name), where=name))


@functools.lru_cache(maxsize=16)
def load_label(label: str) -> NamedPolicy:
    """Load the policy that a score row names, and make sure that it is still the same.

    Raises PolicyError when it is gone or its content has another fingerprint.
    """
    name, mark, _ = label.rpartition("@sha256:")
    if not mark:
        raise PolicyError(f"not the name of a policy: {label!r}", todo=_AGAIN)
    try:
        found = load(name)
    except (PolicyError, UsageError) as e:
        raise PolicyError(
            f"the policy of the scores cannot be used: {e.what}", where=e.where, todo=_AGAIN
        ) from None
    if found.label != label:
        raise PolicyError(f"policy {name!r} has changed since the chunks were scored", todo=_AGAIN)
    return found


_AGAIN = "Score again: `ctxgate score`, then `ctxgate gate`."


def source_of(name: str) -> str:
    """Return the TOML text of a policy, built-in or file, as it stands. Raises as `load` does."""
    if name in BUILT_IN:
        return (_FOLDER / f"{name}.toml").read_text(encoding="utf-8")
    if not name.endswith(".toml"):
        if len(Path(name).parts) > 1:
            raise PolicyError("a policy's file has a name that ends in .toml", where=name, todo=_known(name))
        raise UsageError(f"no policy named {name!r}", todo=_known(name))
    try:
        name.encode()  # it becomes part of every score row
        path = Path(name)
        # A path may come from a folder or a log that one downloads: a pipe would hang, a device never end.
        if not path.is_file():
            why = "not an ordinary file" if path.exists() else "No such file or directory"
            raise PolicyError(f"cannot be read: {why}", where=name, todo=_known(name))
        with path.open("rb") as file:
            content = file.read(_MAX_BYTES + 1)
        if len(content) > _MAX_BYTES:
            raise PolicyError("larger than 1 MB, which no policy is", where=name)
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise PolicyError("not UTF-8 text", where=name) from None
    except OSError as e:
        raise PolicyError(f"cannot be read: {e.strerror or e}", where=name, todo=_known(name)) from None
    except ValueError:  # a NUL in it, or bytes that no text is
        raise PolicyError(f"not a file's name: {name!r}", todo=_known("")) from None


def _known(name: str) -> str:
    near = difflib.get_close_matches(name, BUILT_IN, 1)
    guess = f"Did you mean {near[0]!r}? " if near else ""
    return f"{guess}Built in: {', '.join(BUILT_IN)}; your own by the path of its .toml file."


def parse(text: str, *, where: str) -> Policy:
    """Read the TOML text of a policy.

    Raises PolicyError for bad TOML, an unknown key (with the nearest known one) and values out of range.
    """
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as e:
        raise PolicyError(f"not TOML: {e}", where=where) from None
    except RecursionError:
        raise PolicyError("not TOML: nested too deeply", where=where) from None
    _check_keys(tables, Policy, "", text, where)
    temporal = tables.get("temporal_fit")
    if isinstance(temporal, dict) and type(temporal.get("as_of")) is datetime.date:
        temporal["as_of"] = temporal["as_of"].isoformat()  # TOML has dates of its own
    try:
        policy = msgspec.convert(tables, Policy)
    except msgspec.ValidationError as e:
        raise PolicyError(_type_error(str(e)), where=where) from None
    for fault in _faults(policy):
        raise PolicyError(fault, where=where)
    return policy


def _check_keys(
    table: dict[str, Any], model: type[msgspec.Struct], prefix: str, text: str, where: str
) -> None:
    fields = {field.name: field for field in msgspec.structs.fields(model)}
    for key, value in table.items():
        if key not in fields:
            raise _unknown_key(key, tuple(fields), prefix, text, where)
        kind = fields[key].type
        if isinstance(value, dict) and isinstance(kind, type) and issubclass(kind, msgspec.Struct):
            _check_keys(value, kind, f"{prefix}{key}.", text, where)
        elif key == "points" and not prefix and isinstance(value, dict):
            for code in value:
                if code not in POINTED:
                    raise _unknown_key(code, POINTED, "points.", text, where)


def _unknown_key(key: str, known: tuple[str, ...], prefix: str, text: str, where: str) -> PolicyError:
    line = re.search(rf"^[ \t]*\[?(?:[\w.]*\.)?[\"']?{re.escape(key)}\b", text, re.MULTILINE)
    place = f"{where}:{text.count(chr(10), 0, line.start()) + 1}" if line else where
    near = difflib.get_close_matches(key, known, 1)
    advice = f"Nearest known: {near[0]}." if near else f"Known here: {', '.join(known)}."
    return PolicyError(f"unknown key {prefix + key!r}", where=place, todo=advice)


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


def _faults(policy: Policy) -> list[str]:
    """List what is wrong with values that have the right type."""
    faults = []
    bands = policy.bands
    rising = (0.0, bands.isolate, bands.allow_with_citation, bands.allow, 1.0)
    if not all(math.isfinite(bound) for bound in rising) or list(rising) != sorted(rising):
        faults.append(
            "bands: the bounds must rise from isolate over allow_with_citation to allow, within 0 and 1"
        )
    faults += [
        f"points.{code}: {points} is not within -1 and 1"
        for code, points in policy.points.items()
        if not -1 <= points <= 1
    ]
    faults += [
        f"points.{code}: {points} is of the wrong sign: the code speaks {'for' if code in GAINS else 'against'} a chunk"
        for code, points in policy.points.items()
        if (points < 0 if code in GAINS else points > 0)
    ]
    topical = policy.topical_overlap
    if not 0 <= topical.entity_weight <= 100:
        faults.append("topical_overlap.entity_weight must be within 0 and 100")
    if not MIN_FULL <= topical.full <= 1:
        faults.append(f"topical_overlap.full must be within {MIN_FULL} and 1")
    if not 0 <= topical.floor <= 1:
        faults.append("topical_overlap.floor must be within 0 and 1")
    tiers = policy.citeability.tiers
    faults += [
        f"citeability.tiers.{kind} must be within 0 and 1"
        for kind in tiers.__struct_fields__
        if not 0 <= getattr(tiers, kind) <= 1
    ]
    faults += [
        f"{where}: an empty word stands in every source"
        for where, words in (
            ("citeability.draft_words", policy.citeability.draft_words),
            ("citeability.talk_words", policy.citeability.talk_words),
            ("citeability.exclude", policy.citeability.exclude),
            ("citeability.suffixes", policy.citeability.suffixes),
            ("temporal_fit.record_words", policy.temporal_fit.record_words),
        )
        if not all(word.strip() for word in words)
    ]
    if policy.conflict.judge and not policy.conflict.enabled:
        faults.append("conflict.judge: the judge is asked about no pair while conflict.enabled is false")
    temporal = policy.temporal_fit
    if temporal.half_life_days < 1:
        faults.append("temporal_fit.half_life_days must be 1 or more")
    if temporal.as_of is not None and not _is_date(temporal.as_of):
        faults.append('temporal_fit.as_of must be a date such as "2026-01-31"')
    patterns = policy.instruction_hygiene.patterns
    if len(patterns) > MAX_PATTERNS or any(len(pattern) > MAX_PATTERN_CHARS for pattern in patterns):
        faults.append(
            f"instruction_hygiene.patterns: at most {MAX_PATTERNS} of at most {MAX_PATTERN_CHARS} characters each"
        )
    if not 20 <= policy.instruction_hygiene.threshold <= 1000:
        faults.append(
            "instruction_hygiene.threshold must be within 20 and 1000 (100 is what it was fitted for)"
        )
    if not 200 <= policy.prompt.max_chars <= 100_000:
        faults.append("prompt.max_chars must be within 200 and 100000")
    return faults


def _is_date(text: str) -> bool:
    try:
        return len(text) == len("2026-01-31") and bool(datetime.date.fromisoformat(text))
    except ValueError:
        return False

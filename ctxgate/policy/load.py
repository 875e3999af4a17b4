"""Reading policies: the built-in ones by name, a user's own by path."""

from __future__ import annotations

import difflib
import functools
from pathlib import Path
from typing import NamedTuple

from ctxgate.errors import PolicyError, UsageError
from ctxgate.policy.model import Policy
from ctxgate.policy.parse import Statement, read_statement, settle
from ctxgate.toml import TomlError, read_text

BUILT_IN = ("standard", "workshop")
"""The policies that ship with the package; the first is the default."""

DEFAULT_BASE = "standard"
"""What a policy extends that names none: what it leaves out is closed."""

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


class Read(NamedTuple):
    """A policy as it was read: its settings, what its own text states, its text, and the name of its base.

    `base` is None for a built-in policy, which states every setting itself.
    """

    policy: Policy
    statement: Statement
    text: str
    base: str | None


def load(name: str) -> NamedPolicy:
    """Load a built-in policy by its name, or a TOML file by its path.

    Raises UsageError for a name that is neither, PolicyError for a file that is not a policy.
    """
    return _built_in(name) if name in BUILT_IN else NamedPolicy.of(name, read(name).policy)


@functools.cache
def _built_in(name: str) -> NamedPolicy:
    return NamedPolicy.of(name, read(name).policy)


def read(name: str) -> Read:
    """Read a policy, with what it states itself and what it extends. Raises as `load` does."""
    text = source_of(name)
    if name not in BUILT_IN:
        return _read(text, where=name)
    statement = read_statement(text, where=name, known=())
    return Read(settle(statement.tables, Policy(), where=name), statement, text, None)


def parse(text: str, *, where: str) -> Policy:
    """Read the TOML text of a policy; what it leaves out is what the policy has that it extends.

    Raises PolicyError for bad TOML, an unknown key (with the nearest known one) and values out of range.
    """
    return _read(text, where=where).policy


def _read(text: str, *, where: str) -> Read:
    statement = read_statement(text, where=where, known=BUILT_IN)
    base = statement.extends or DEFAULT_BASE
    return Read(settle(statement.tables, _built_in(base).policy, where=where), statement, text, base)


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
        # A path may come from a folder or a log that one downloads: a pipe would hang, a device never end.
        return read_text(Path(name), _MAX_BYTES, "larger than 1 MB, which no policy is")
    except TomlError as e:
        raise PolicyError(str(e), where=name, todo=_known(name)) from None
    except OSError as e:
        raise PolicyError(f"cannot be read: {e.strerror or e}", where=name, todo=_known(name)) from None
    except ValueError:  # a NUL in it, or bytes that no text is
        raise PolicyError(f"not a file's name: {name!r}", todo=_known("")) from None


def _known(name: str) -> str:
    near = difflib.get_close_matches(name, BUILT_IN, 1)
    guess = f"Did you mean {near[0]!r}? " if near else ""
    return f"{guess}Built in: {', '.join(BUILT_IN)}; your own by the path of its .toml file."

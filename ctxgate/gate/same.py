"""What makes two rows the same: one definition for replay, which compares a row with the row that the
same bytes give again, and for diff, which compares the rows of two runs.

Rows are the same when they differ in nothing but their run and the time they were written at.
"""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from ctxgate.rows import Row

WRITTEN = frozenset(("run", "at"))
"""Fields that say when and for which run a row was written, not what was found."""

DECISION = ("sha256_16", "source", "action", "score", "reasons", "conflicts")
"""The fields of a decision on a chunk: of which text, from where, and what was decided for which reasons."""


def differing(one: msgspec.Struct, other: msgspec.Struct, fields: Collection[str]) -> tuple[str, ...]:
    """Return those of these fields, in their order, in which two rows differ."""
    return tuple(name for name in fields if getattr(one, name) != getattr(other, name))


def differing_rows(one: Row, other: Row, *, apart_from: Collection[str] = ()) -> tuple[str, ...]:
    """Return the fields in which two rows of one kind differ, apart from when and for which run they were
    written and from the fields that the caller compares in another way.
    """
    names = [name for name in one.__struct_fields__ if name not in WRITTEN and name not in apart_from]
    return differing(one, other, names)

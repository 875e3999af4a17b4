"""The manifest of the exercises, `exercises/info.toml`: read closed, so that a misspelt key is an error."""

from __future__ import annotations

import functools
import tomllib
from pathlib import Path

import msgspec

from ctxgate.errors import InputError, UsageError
from ctxgate.workshop.layout import MANIFEST, material

FORMAT_VERSION = 1
"""The version of the manifest that this package reads."""


class Box(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A stretch of the class that is no exercise: its name, its minutes, what is done in it."""

    name: str
    minutes: int
    what: str


class Exercise(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One exercise. `file` is what the student works on, `criteria` are codes, `hints` go from mild to plain."""

    name: str
    folder: str
    file: str
    solution: str
    minutes: int
    goal: str
    criteria: tuple[str, ...]
    hints: tuple[str, ...]

    @property
    def path(self) -> Path:
        """The student's file, from the folder of the class."""
        return Path("exercises") / self.folder / self.file


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole class: a box before the exercises, the exercises (numbered from 1), a box after them."""

    format_version: int
    opening: Box
    exercise: tuple[Exercise, ...]
    closing: Box

    def numbered(self) -> list[tuple[int, Exercise]]:
        """Return the exercises with their numbers."""
        return list(enumerate(self.exercise, 1))

    def get(self, n: int) -> Exercise:
        """Return exercise `n`. Raises UsageError when there is none of that number."""
        if not 1 <= n <= len(self.exercise):
            numbers = ", ".join(str(number) for number, _ in self.numbered())
            raise UsageError(f"there is no exercise {n}; they are {numbers}", todo="`ctxgate exercise list`")
        return self.exercise[n - 1]


def parse(text: str, *, where: str) -> Manifest:
    """Read the TOML text of a manifest. Raises InputError for what is not one of this version."""
    try:
        tables = tomllib.loads(text)
        if tables.get("format_version") != FORMAT_VERSION:
            raise InputError(
                f"format_version is {tables.get('format_version')!r}, this ctxgate reads {FORMAT_VERSION}",
                where=where,
            )
        return msgspec.convert(tables, Manifest)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as e:
        raise InputError(f"not a manifest of exercises: {e}", where=where) from None


@functools.cache
def load() -> Manifest:
    """Read the manifest that ships with this package. The student's folder has none, so none can be out of step."""
    path = material() / MANIFEST
    try:
        return parse(path.read_text(encoding="utf-8"), where=str(path))
    except OSError as e:
        raise InputError(f"cannot be read: {(e.strerror or str(e)).lower()}", where=str(path)) from None

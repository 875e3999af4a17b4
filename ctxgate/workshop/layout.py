"""Laying out a folder for the class: fixtures, exercises, an empty log folder, and the settings."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from ctxgate.errors import InputError
from ctxgate.nofollow import NotPlain, read_below, rename_below, stands_below, write_below

SETTINGS = """\
# Defaults for ctxgate in this folder. Flags and CTXGATE_… variables come first.
# The workshop policy holds the teaching constants and is weaker than "standard", which is for real use:
# `ctxgate score` and `ctxgate run` say so each time. `ctxgate policy check workshop` lists in what.
policy = "workshop"
"""

MANIFEST = Path("exercises/info.toml")
NOTES = Path("exercises/INSTRUCTOR.md")
"""What the instructor says; it holds answers, so students do not get it unasked."""


class LaidOut(NamedTuple):
    """The files that were written, and those that were there before and were left alone."""

    written: list[Path]
    kept: list[Path]


def material() -> Path:
    """Return the folder that holds fixtures/, exercises/ and logs/: in the wheel, or the checkout."""
    packed = Path(__file__).parent / "material"
    return packed if packed.is_dir() else Path(__file__).parents[2]


def files(*, instructor: bool = False) -> dict[Path, bytes]:
    """Return what is laid out, by its place in the folder of the class.

    The manifest and the solutions are not part of it: `ctxgate exercise` shows them when it is time.
    """
    root = material()
    found = {
        path.relative_to(root): path.read_bytes()
        for name in ("fixtures", "exercises")
        for path in sorted((root / name).rglob("*"))
        if path.is_file() and _is_for_students(path.relative_to(root), instructor=instructor)
    }
    found[Path("logs/README.md")] = (root / "logs/README.md").read_bytes()
    found[Path("ctxgate.toml")] = SETTINGS.encode()
    return found


def lay_out(target: Path, *, force: bool = False, instructor: bool = False) -> LaidOut:
    """Write the material into `target`, which is made if need be; with `instructor` the notes as well.

    A file that is there already is kept, unless `force` says otherwise; files that are the same count
    as kept. Nothing below `target` is trusted to lead elsewhere: a link, a pipe or the like in the place of
    a file or a folder is refused before anything is written. Raises InputError for that, and when something
    cannot be written.
    """
    result = LaidOut([], [])
    material = files(instructor=instructor)
    todo = "Name another folder: `ctxgate init DIR`."
    with _told(target, todo):
        target.mkdir(parents=True, exist_ok=True)
    for relative, content in material.items():
        with _told(target / relative, todo):
            is_kept = stands_below(target, relative) and (not force or _holds(target, relative, content))
        (result.kept if is_kept else result.written).append(relative)
    for relative in result.written:
        with _told(target / relative, todo):
            write_below(target, relative, material[relative])
    return result


def fixture_is_intact(folder: Path) -> bool:
    """Tell whether the teaching fixture below `folder` is the one that ships: captures of another never count."""
    name = Path("fixtures/refunds.json")
    try:
        return _holds(folder, name, (material() / name).read_bytes())
    except OSError:
        return False


def put_back(relative: Path, target: Path) -> tuple[Path | None, bool]:
    """Write one file of the material again as it was at the start.

    Returns where the old one is kept, None when there was none, and whether anything had to be done.
    Raises InputError when something cannot be written, or is a link or the like, as in `lay_out`.
    """
    path, content = target / relative, (material() / relative).read_bytes()
    kept: Path | None = None
    with _told(path):
        if stands_below(target, relative):
            if _holds(target, relative, content):
                return None, False
            kept = _free_name(path)
            rename_below(target, relative, kept.name)
        write_below(target, relative, content)
    return kept, True


def _free_name(path: Path) -> Path:
    number = 1
    while os.path.lexists(kept := path.with_name(f"{path.name}.{number}")):
        number += 1
    return kept


def _holds(folder: Path, relative: Path, content: bytes) -> bool:
    """Tell whether a file holds just this; of a larger one no more is read than that takes."""
    return read_below(folder, relative, len(content) + 1) == content


@contextlib.contextmanager
def _told(path: Path, todo: str | None = None) -> Iterator[None]:
    """Turn what the system has against a path into an error that names it, and what to do."""
    try:
        yield
    except NotPlain as e:
        raise InputError(
            f"this is {e.kind}, and what is written here must stay in this folder",
            where=str(e.filename),
            todo=f"{e.remedy}; then type the command again.",
        ) from None
    except OSError as e:
        what = f"cannot be written: {(e.strerror or str(e)).lower()}"
        raise InputError(what, where=str(path), todo=todo) from None


def _is_for_students(relative: Path, *, instructor: bool) -> bool:
    if "__pycache__" in relative.parts or relative.name.startswith("."):
        return False
    if relative == NOTES:
        return instructor
    return relative != MANIFEST and relative.stem != "solution"

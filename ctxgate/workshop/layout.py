"""Laying out a folder for the class: fixtures, exercises, an empty log folder, and the settings."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from ctxgate.errors import InputError

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
    as kept. Raises InputError when something cannot be written.
    """
    result = LaidOut([], [])
    for relative, content in files(instructor=instructor).items():
        path = target / relative
        try:
            if path.exists() and (not force or path.read_bytes() == content):
                result.kept.append(relative)
                continue
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        except OSError as e:
            raise InputError(
                f"cannot be written: {(e.strerror or str(e)).lower()}",
                where=str(path),
                todo="Name another folder: `ctxgate init DIR`.",
            ) from None
        result.written.append(relative)
    return result


def fixture_is_intact(folder: Path) -> bool:
    """Tell whether the teaching fixture below `folder` is the one that ships: captures of another never count."""
    name = Path("fixtures/refunds.json")
    try:
        return (folder / name).read_bytes() == (material() / name).read_bytes()
    except OSError:
        return False


def put_back(relative: Path, target: Path) -> tuple[Path | None, bool]:
    """Write one file of the material again as it was at the start.

    Returns where the old one is kept, None when there was none, and whether anything had to be done.
    Raises InputError when something cannot be written.
    """
    path, content = target / relative, (material() / relative).read_bytes()
    kept: Path | None = None
    try:
        if path.is_file():
            if path.read_bytes() == content:
                return None, False
            kept = _free_name(path)
            path.rename(kept)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    except OSError as e:
        raise InputError(f"cannot be written: {(e.strerror or str(e)).lower()}", where=str(path)) from None
    return kept, True


def _free_name(path: Path) -> Path:
    number = 1
    while (kept := path.with_name(f"{path.name}.{number}")).exists():
        number += 1
    return kept


def _is_for_students(relative: Path, *, instructor: bool) -> bool:
    if "__pycache__" in relative.parts or relative.name.startswith("."):
        return False
    if relative == NOTES:
        return instructor
    return relative != MANIFEST and relative.stem != "solution"

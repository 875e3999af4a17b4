"""Laying out a folder for the class: fixtures, exercises, an empty log folder, and the settings."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from ctxgate.errors import InputError

SETTINGS = """\
# Defaults for ctxgate in this folder. Flags and CTXGATE_… variables come first.
# The workshop policy holds the teaching constants; outside the class use "standard".
policy = "workshop"
"""


class LaidOut(NamedTuple):
    """The files that were written, and those that were there before and were left alone."""

    written: list[Path]
    kept: list[Path]


def material() -> Path:
    """Return the folder that holds fixtures/, exercises/ and logs/: in the wheel, or the checkout."""
    packed = Path(__file__).parent / "material"
    return packed if packed.is_dir() else Path(__file__).parents[2]


def lay_out(target: Path, *, force: bool = False) -> LaidOut:
    """Write the material into `target`, which is made if need be.

    A file that is there already is kept, unless `force` says otherwise; files that are the same count
    as kept. Raises InputError when something cannot be written.
    """
    result = LaidOut([], [])
    root = material()
    files = {
        path.relative_to(root): path.read_bytes()
        for name in ("fixtures", "exercises")
        for path in sorted((root / name).rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts
    }
    files[Path("logs/README.md")] = (root / "logs/README.md").read_bytes()
    files[Path("ctxgate.toml")] = SETTINGS.encode()
    for relative, content in files.items():
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

"""The folder of the class, which the exercises are done in."""

from __future__ import annotations

from pathlib import Path

from ctxgate.errors import InputError
from ctxgate.text.visible import visible


def find_class() -> None:
    """Make sure that one stands in the folder of the class. Raises InputError that says where to go."""
    if Path("exercises").is_dir():
        return
    here = Path.cwd()
    above = next((folder for folder in here.parents if all((folder / f).is_file() for f in _KNOWN_BY)), None)
    raise InputError(
        "the exercises are not in this folder",
        where=str(here),
        todo=f"`cd {visible(str(above))}`, which is the folder of the class."
        if above is not None
        else "`ctxgate init class && cd class` lays them out.",
    )


_KNOWN_BY = ("ctxgate.toml", "exercises/README.md")

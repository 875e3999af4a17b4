"""Where a log is, and how far its path is trusted."""

from __future__ import annotations

from pathlib import Path

from ctxgate.nofollow import NotPlain, open_below, open_named


def open_log(path: Path, below: Path | None, flags: int, *, make_folders: bool = False) -> int:
    """Open the log and return its descriptor; `flags` as for `os.open`.

    Where whoever runs the tool named the path (`below` is None) links are followed. Otherwise no
    part of the path below that folder may be a link, and the log is a plain file. Raises OSError, NotPlain
    among them, as `ctxgate.nofollow` does.
    """
    if below is not None:
        return open_below(below, path.relative_to(below), flags, make_folders=make_folders)
    if make_folders:
        path.parent.mkdir(parents=True, exist_ok=True)
    return open_named(path, flags)


def words(error: OSError, path: Path) -> str:
    """Say what the system, or `ctxgate.nofollow`, has against opening this path."""
    if isinstance(error, NotPlain) and error.filename == str(path):
        return f"it is {error.kind}"
    return error.strerror or str(error)


def remedy(error: OSError, below: Path | None) -> str | None:
    """Say what to do about something that is no plain file; None for every other error."""
    if not isinstance(error, NotPlain):
        return None
    if below is None:
        return "Name a file with --log PATH."
    return f"{error.remedy}; if it is meant, name the log with --log PATH."

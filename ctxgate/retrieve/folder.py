"""The files of a folder of Markdown, found and read. The one place of this package that touches a disk.

Links are not followed into folders, and never out of the folder; a link to a file inside it is read only
where that file would not be found by itself (so works a folder that is mounted as links to one hidden
version). What begins with a dot is hidden.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

from ctxgate.errors import CorpusError, InputError

SUFFIXES = (".md", ".markdown")
"""Endings of the files that are read, in any case."""

MAX_BYTES = 4 << 20
"""The largest file that is read."""


class Found(NamedTuple):
    """The Markdown files of a folder by their paths in it, sorted, and what was passed over and why."""

    files: list[tuple[str, Path]]
    skipped: list[tuple[str, str]]
    faults: list[CorpusError]


def find(folder: Path) -> Found:
    """Find the Markdown files below a folder. Raises InputError when it is no folder or cannot be read."""
    if not folder.is_dir():
        what = "not a folder" if folder.exists() else "there is no such folder"
        raise InputError(f"{what}; a corpus is a folder of Markdown files", where=shown(str(folder)))
    root = folder.resolve()
    files: dict[str, Path] = {}
    links: dict[str, Path] = {}
    skipped: dict[str, str] = {}
    faults: list[CorpusError] = []
    waiting = [root]
    while waiting:  # a list and no recursion, so that no depth is too deep
        here = waiting.pop()
        try:
            with os.scandir(here) as entries:
                held = [entry for entry in entries if not entry.name.startswith(".")]
        except OSError as e:
            where = shown(str(folder / here.relative_to(root)))
            faults.append(CorpusError(f"cannot be read: {_reason(e)}", where=where))
            continue
        for entry in held:
            path = here / entry.name
            relative = path.relative_to(root).as_posix()
            if entry.is_dir(follow_symlinks=False):
                waiting.append(path)
            elif entry.is_symlink():
                links[relative] = path
            elif not entry.name.lower().endswith(SUFFIXES):
                continue
            elif entry.is_file(follow_symlinks=False):
                files[relative] = path
            else:
                skipped[relative] = "not a regular file"
    _add_links(files, links, skipped, root)
    faults.sort(key=lambda fault: fault.where or "")
    return Found(sorted(files.items()), sorted((shown(name), why) for name, why in skipped.items()), faults)


def _add_links(files: dict[str, Path], links: dict[str, Path], skipped: dict[str, str], root: Path) -> None:
    known = {str(path) for path in files.values()}
    for relative, path in sorted(links.items()):
        if path.is_dir():
            skipped[relative] = "a link to a folder, which is not followed"
            continue
        if not relative.lower().endswith(SUFFIXES):
            continue
        try:
            real = path.resolve(strict=True)
        except (OSError, RuntimeError):  # how a loop is told differs between versions of Python
            skipped[relative] = "a link that leads nowhere, or in a circle"
            continue
        if not real.is_relative_to(root):
            skipped[relative] = "a link out of the folder, which is not followed"
        elif not real.is_file():
            skipped[relative] = "a link to what is no regular file"
        elif str(real) in known:
            skipped[relative] = (
                f"a link to {shown(real.relative_to(root).as_posix())}, which is read where it lies"
            )
        else:
            known.add(str(real))
            files[relative] = real


def read(path: Path, where: str) -> str:
    r"""Return the text of a file, without a byte order mark and with lines that end in ``\n``.

    Raises CorpusError that names file and line: too large, not UTF-8, not text, not readable.
    """
    try:
        with path.open("rb") as file:
            raw = file.read(MAX_BYTES + 1)
            size = os.fstat(file.fileno()).st_size
    except OSError as e:
        raise CorpusError(f"cannot be read: {_reason(e)}", where=where) from None
    if len(raw) > MAX_BYTES:
        raise CorpusError(
            f"{size / (1 << 20):,.0f} MB; a file of at most {MAX_BYTES >> 20} MB is read",
            where=where,
            todo="Split it into articles, or move it out of the folder.",
        )
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as e:
        # A byte order mark is not counted in the position.
        at = e.start + (3 if raw.startswith(b"\xef\xbb\xbf") else 0)
        raise CorpusError(
            f"not UTF-8 text: byte {raw[at]:#04x}",
            where=f"{where}:{_line(raw, at)}",
            todo=f"Save it as UTF-8; if it is Latin-1, `iconv -f latin1 -t utf-8 {Path(where).name}` does that.",
        ) from None
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if (nul := text.find("\0")) >= 0:
        raise CorpusError(
            "not text: it holds a NUL character", where=f"{where}:{text.count(chr(10), 0, nul) + 1}"
        )
    return text


def _line(raw: bytes, at: int) -> int:
    head = raw[:at].replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    return head.count(b"\n") + 1


def place(folder: str, path: str, line: int | None = None) -> str:
    """Return where a file of a folder stands, as messages say it: `kb/power/a.md:7`."""
    where = path if folder in ("", ".") else f"{folder.rstrip('/')}/{path}"
    return shown(where if line is None else f"{where}:{line}")


def shown(name: str) -> str:
    """Return a path that JSON can carry: a byte of it that is not UTF-8 becomes an escape."""
    return name.encode("utf-8", "backslashreplace").decode()


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()

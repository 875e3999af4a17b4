"""The files of a folder of Markdown, found and read. The one place of this package that touches a disk.

Links are not followed into folders, and never out of the folder; a link to a file inside it is read only
where that file would not be found by itself (so works a folder that is mounted as links to one hidden
version). What begins with a dot is hidden.
"""

from __future__ import annotations

import errno
import os
import shlex
import stat
from pathlib import Path
from typing import NamedTuple

from ctxgate.errors import CorpusError, InputError
from ctxgate.text.visible import visible

SUFFIXES = (".md", ".markdown", ".mdx")
"""Endings of the files that are read, in any case."""

MAX_BYTES = 4 << 20
"""The largest file that is read."""

READ_ANYWAY = "which is read where it lies"
"""Ends the reason of what was passed over and is not missing."""

_OPEN = sum(
    getattr(os, name, 0) for name in ("O_RDONLY", "O_NOFOLLOW", "O_NONBLOCK", "O_CLOEXEC", "O_BINARY")
)
"""A link that has come since is not followed, and a pipe is not waited for."""


class Found(NamedTuple):
    """The Markdown files of a folder by their paths in it, sorted, and what was passed over and why."""

    files: list[tuple[str, Path]]
    skipped: list[tuple[str, str]]
    faults: list[CorpusError]


def find(folder: Path, called: str) -> Found:
    """Find the Markdown files below a folder, which messages call so.

    Raises InputError when it is no folder or cannot be read.
    """
    root = _root(folder, called)
    files: dict[str, Path] = {}
    links: dict[str, Path] = {}
    skipped: dict[str, str] = {}
    faults: list[CorpusError] = []
    waiting = [root]
    while waiting:  # a list and no recursion, so that no depth is too deep
        here = waiting.pop()
        try:
            with os.scandir(here) as entries:
                held = [(entry.name, _kind(entry)) for entry in entries if not entry.name.startswith(".")]
        except OSError as e:
            where = place(called, here.relative_to(root).as_posix()) if here != root else called
            faults.append(CorpusError(f"cannot be read: {_reason(e)}", where=where, todo=_READABLE))
            continue
        for name, kind in held:
            path = here / name
            relative = path.relative_to(root).as_posix()
            if kind == "folder":
                waiting.append(path)
            elif kind == "link":
                links[relative] = path
            elif not name.lower().endswith(SUFFIXES):
                continue
            elif kind == "file":
                files[relative] = path
            else:
                skipped[relative] = "not a regular file"
    known = {str(path) for path in files.values()}
    for relative, path in sorted(links.items()):
        try:
            what = _link(relative, path, root, known)
        except OSError as e:
            where = place(called, relative)
            faults.append(
                CorpusError(f"a link that cannot be followed: {_reason(e)}", where=where, todo=_READABLE)
            )
            continue
        if isinstance(what, str):
            skipped[relative] = what
        elif what is not None:
            known.add(str(what))
            files[relative] = what
    faults.sort(key=lambda fault: fault.where or "")
    return Found(sorted(files.items()), sorted((shown(name), why) for name, why in skipped.items()), faults)


def _kind(entry: os.DirEntry[str]) -> str:
    if entry.is_dir(follow_symlinks=False):
        return "folder"
    if entry.is_symlink():
        return "link"
    return "file" if entry.is_file(follow_symlinks=False) else ""


def _root(folder: Path, where: str) -> Path:
    try:
        if folder.is_dir():
            return folder.resolve()
        what = "not a folder" if folder.exists() else "there is no such folder"
    except (OSError, RuntimeError) as e:
        reason = _reason(e) if isinstance(e, OSError) else "a link that leads in a circle"
        raise InputError(f"cannot be read: {reason}", where=where, todo=_FOLDER) from None
    raise InputError(f"{what}; a corpus is a folder of Markdown files", where=where)


def _link(relative: str, path: Path, root: Path, known: set[str]) -> Path | str | None:
    """Return the file that a link leads to, or why it is passed over; None for what is no Markdown anyway."""
    markdown = relative.lower().endswith(SUFFIXES)
    try:
        if path.is_dir():
            return "a link to a folder, which is not followed"
        if not markdown:
            return None
        real = path.resolve(strict=True)
    except (OSError, RuntimeError) as e:  # how a loop is told differs between versions of Python
        if not markdown:
            return None
        if isinstance(e, OSError) and e.errno not in (errno.ENOENT, errno.ELOOP, errno.ENOTDIR):
            raise
        return "a link that leads nowhere, or in a circle"
    if not real.is_relative_to(root):
        return "a link out of the folder, which is not followed"
    if not real.is_file():
        return "a link to what is no regular file"
    if str(real) in known:
        return f"a link to {shown(real.relative_to(root).as_posix())}, {READ_ANYWAY}"
    return real


def read(path: Path, where: str) -> str:
    r"""Return the text of a file, without a byte order mark and with lines that end in ``\n``.

    Raises CorpusError that names file and line: too large, not UTF-8, not text, not readable.
    """
    try:
        with os.fdopen(os.open(path, _OPEN), "rb") as file:
            status = os.fstat(file.fileno())
            if not stat.S_ISREG(status.st_mode):
                raise CorpusError("not a regular file", where=where, todo=_READABLE)
            raw, size = file.read(MAX_BYTES + 1), status.st_size
    except OSError as e:
        raise CorpusError(f"cannot be read: {_reason(e)}", where=where, todo=_READABLE) from None
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
            todo=_as_utf_8(raw, where),
        ) from None
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if (nul := text.find("\0")) >= 0:
        raise CorpusError(
            "not text: it holds a NUL character", where=f"{where}:{text.count(chr(10), 0, nul) + 1}"
        )
    return text


def _as_utf_8(raw: bytes, where: str) -> str:
    code = ""
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        code = "UTF-16"
    elif not _BINARY.intersection(raw):
        code = "Windows-1252" if _ONLY_WINDOWS.intersection(raw) else "Latin-1"
    if not code:
        return "Save it as UTF-8, or move it out of the folder."
    called = {"UTF-16": "utf-16", "Windows-1252": "cp1252", "Latin-1": "latin1"}[code]
    return (
        f"Save it as UTF-8; if it is {code}, `iconv -f {called} -t utf-8 {shlex.quote(where)}` prints it so."
    )


def _line(raw: bytes, at: int) -> int:
    head = raw[:at].replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    return head.count(b"\n") + 1


def place(folder: str, path: str, line: int | None = None) -> str:
    """Return where a file of a folder stands, as messages say it: `kb/power/a.md:7`."""
    where = path if folder in ("", ".") else f"{folder.rstrip('/')}/{path}"
    return shown(where if line is None else f"{where}:{line}")


def shown(name: str) -> str:
    """Return a path on one line that JSON can carry: what is not UTF-8, or a control character, becomes an escape."""
    return visible(name.encode("utf-8", "backslashreplace").decode())


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()


_READABLE = "Make it readable, or take it out of the folder."
_FOLDER = "Give the path of a folder that can be read."
# No text of one byte a character has these, except for tab, line ends and form feed.
_BINARY = frozenset({*range(32), 127} - {9, 10, 12, 13})
_ONLY_WINDOWS = frozenset(range(0x80, 0xA0))

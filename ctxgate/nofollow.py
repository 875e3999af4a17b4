"""Open files without being led elsewhere: below a folder that somebody else may have filled, and by name.

A folder that one downloads can hold links in place of files and of folders, pipes that nobody writes to,
and second names of files that lie elsewhere. What is opened *below* a folder is reached part by part, each
from the descriptor of the one before (POSIX `openat`, `O_NOFOLLOW`), so that swapping a part for a link
between the look and the use gains nothing; it must be a plain file with no second name. What is *named*, by
whoever runs the tool, may be reached through links; it is opened so that a pipe does not make one wait.

Where the system has no descriptors of folders (Windows), each part is looked at before the file is opened:
that is as much as can be had there, and does leave a gap between the look and the use.
"""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

_HAS_FOLDERS = hasattr(os, "O_NOFOLLOW") and {os.open, os.mkdir, os.stat, os.rename} <= os.supports_dir_fd
_BINARY = getattr(os, "O_BINARY", 0)
_NO_WAIT = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0)
_FOLDER = getattr(os, "O_PATH", os.O_RDONLY) | getattr(os, "O_DIRECTORY", 0)
# O_PATH, where there is one, asks for no permission to list the folder, as a plain path would not.


class NotPlain(OSError):
    """What stands at a path is no plain file: `kind` says what it is, `filename` where.

    `strerror` is both in words, so that whoever reports an OSError reports this one well.
    """

    def __init__(self, kind: str, path: Path) -> None:
        super().__init__(errno.ELOOP, f"{path} is {kind}", str(path))
        self.kind = kind

    @property
    def remedy(self) -> str:
        """What takes it out of the way, as the beginning of a sentence."""
        import shlex  # noqa: PLC0415 - where all files are plain there is no use for it

        command = "mv -i" if self.kind == _A_FOLDER else "rm"
        where = shlex.quote(str(self.filename)) + (" elsewhere" if self.kind == _A_FOLDER else "")
        return f"`{command} {where}` takes it out of the way"


def open_below(folder: Path, relative: Path, flags: int, *, make_folders: bool = False) -> int:
    """Open the plain file `relative` below `folder` and return its descriptor; `flags` as for `os.open`.

    `folder` itself may be reached through links. No flag may empty the file: it is looked at after it is
    open. With `make_folders` folders between the two are made. Raises NotPlain for a link in any place, for
    a pipe, socket, device or folder, and for a file that has a second name; OSError as `os.open` does.
    """
    with _Parent(folder, relative, make_folders=make_folders) as parent:
        parent.look()  # first, since to open a device is to use it
        try:
            fd = parent.open(flags)
        except OSError:
            parent.look()  # a link or a pipe may have come since the first look
            raise
        try:
            _refuse_special(os.fstat(fd), folder / relative)
        except BaseException:
            os.close(fd)
            raise
        return fd


def open_named(path: Path, flags: int) -> int:
    """Open what somebody named and return its descriptor, following links; `flags` as for `os.open`.

    Does not wait for the other end of a pipe. Raises NotPlain for all but plain files and character devices
    such as /dev/null; OSError as `os.open` does.
    """
    try:
        fd = os.open(path, flags | _BINARY | _NO_WAIT, 0o666)
    except OSError as e:
        if e.errno == errno.ENXIO:  # how the system says that nobody is at the other end
            _refuse_named(path.stat(), path)
        raise
    try:
        _refuse_named(os.fstat(fd), path)
        if _NO_WAIT:
            os.set_blocking(fd, True)
    except BaseException:
        os.close(fd)
        raise
    return fd


def read_below(folder: Path, relative: Path, most: int) -> bytes:
    """Return the first `most` bytes of a plain file below a folder. Raises as `open_below` does."""
    with os.fdopen(open_below(folder, relative, os.O_RDONLY), "rb") as file:
        return file.read(most)


def write_below(folder: Path, relative: Path, content: bytes) -> None:
    """Make a plain file below a folder hold `content` and nothing else. Raises as `open_below` does."""
    fd = open_below(folder, relative, os.O_WRONLY | os.O_CREAT, make_folders=True)
    with os.fdopen(fd, "wb") as file:
        file.truncate(0)  # only now that it is known to be plain
        file.write(content)


def rename_below(folder: Path, relative: Path, name: str) -> None:
    """Give the plain file `relative` below `folder` another name in the folder that it is in.

    Raises as `open_below` does.
    """
    with _Parent(folder, relative) as parent:
        parent.look()
        parent.rename(name)


def stands_below(folder: Path, relative: Path) -> bool:
    """Tell whether there is a plain file at `relative` below `folder`. Raises NotPlain for anything else."""
    try:
        with _Parent(folder, relative) as parent:
            return parent.look()
    except FileNotFoundError:
        return False


class _Parent:
    """The folder that a file below another folder is in, reached without following a link."""

    def __init__(self, folder: Path, relative: Path, *, make_folders: bool = False) -> None:
        if relative.is_absolute() or ".." in relative.parts or not relative.name:
            raise ValueError(f"{relative} is no path below a folder")
        self.path = folder / relative
        self._name = relative.name
        self._fd: int | None = None
        at = folder
        if _HAS_FOLDERS:
            self._fd = os.open(folder, _FOLDER)
        try:
            for part in relative.parts[:-1]:
                at = at / part
                self._enter(at, part, make=make_folders)
        except BaseException:
            self.__exit__()
            raise

    def __enter__(self) -> _Parent:
        return self

    def __exit__(self, *_: object) -> None:
        if self._fd is not None:
            os.close(self._fd)
            self._fd = None

    def look(self) -> bool:
        """Tell whether the file is there. Raises NotPlain when something else is."""
        try:
            found = self._stat(self._name, self.path)
        except FileNotFoundError:
            return False
        _refuse_special(found, self.path)
        return True

    def open(self, flags: int) -> int:
        """Open the file, a link never, without waiting for anyone."""
        if self._fd is None:
            return os.open(self.path, flags | _BINARY | _NO_WAIT, 0o666)
        return os.open(self._name, flags | os.O_NOFOLLOW | _NO_WAIT, 0o666, dir_fd=self._fd)

    def rename(self, name: str) -> None:
        """Give the file another name in this folder."""
        if self._fd is None:
            self.path.rename(self.path.with_name(name))
        else:
            os.rename(self._name, name, src_dir_fd=self._fd, dst_dir_fd=self._fd)

    def _stat(self, name: str, path: Path) -> os.stat_result:
        if self._fd is None:
            return path.lstat()
        return os.stat(name, dir_fd=self._fd, follow_symlinks=False)

    def _enter(self, at: Path, part: str, *, make: bool) -> None:
        try:
            found = self._stat(part, at)
        except FileNotFoundError:
            if not make:
                raise
            self._make(at, part)
            found = self._stat(part, at)
        kind = _kind(found, at)
        if kind not in (None, _A_FOLDER):
            raise NotPlain(kind, at)
        if self._fd is None:
            return
        try:
            inner = os.open(part, _FOLDER | os.O_NOFOLLOW, dir_fd=self._fd)
        except OSError:
            if stat.S_ISLNK(self._stat(part, at).st_mode):  # swapped since the look
                raise NotPlain(_A_LINK, at) from None
            raise
        os.close(self._fd)
        self._fd = inner

    def _make(self, at: Path, part: str) -> None:
        try:
            if self._fd is None:
                at.mkdir()
            else:
                os.mkdir(part, dir_fd=self._fd)
        except FileExistsError:  # made by somebody else meanwhile; what it is will be seen
            pass


_A_LINK = "a symbolic link"
_A_FOLDER = "a folder"
_KINDS = {
    stat.S_IFLNK: _A_LINK,
    stat.S_IFDIR: _A_FOLDER,
    stat.S_IFIFO: "a named pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
}


def _kind(found: os.stat_result, path: Path) -> str | None:
    """Return what something is if it is no plain file, None for a plain file."""
    if getattr(os.path, "isjunction", lambda _: False)(path):  # a link between folders on Windows
        return "a junction"
    return None if stat.S_ISREG(found.st_mode) else _KINDS.get(stat.S_IFMT(found.st_mode), "no plain file")


def _refuse_special(found: os.stat_result, path: Path) -> None:
    kind = _kind(found, path)
    if kind is None and found.st_nlink > 1:
        kind = "a hard link: the file has another name elsewhere"
    if kind is not None:
        raise NotPlain(kind, path)


def _refuse_named(found: os.stat_result, path: Path) -> None:
    if not stat.S_ISREG(found.st_mode) and not stat.S_ISCHR(found.st_mode):
        raise NotPlain(_KINDS.get(stat.S_IFMT(found.st_mode), "no plain file"), path)

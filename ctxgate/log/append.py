"""Append to a log: whole batches, whole lines, or nothing."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

from ctxgate.errors import LogError
from ctxgate.log.lock import lock, unlock
from ctxgate.log.place import open_log, remedy, words
from ctxgate.nofollow import NotPlain

_FLAGS = os.O_RDWR | os.O_CREAT | os.O_APPEND
# To write alone would do for appending, but the last byte has to be looked at.

_flush_to_disk = getattr(os, "fdatasync", os.fsync)


class Appender:
    """Appends to one file, from any number of threads and processes at once.

    The descriptor is opened by the first append and kept. A forked child opens its own, because a
    lock on an inherited descriptor would not keep parent and child apart.

    `below` as in `Log`. `tell` is called, once, when rows that were read or written here turn out not to be
    in the file at the path any more.
    """

    def __init__(
        self, path: Path, below: Path | None = None, tell: Callable[[str], None] = lambda text: None
    ) -> None:
        self.path = path
        self.keeps = False
        """Whether to refuse what keeps nothing, such as /dev/null."""
        self._below, self._tell, self._told = below, tell, False
        # The file that was read or written last, and how much of it: what is now at the path must be no less.
        self._known: tuple[tuple[int, int], int] | None = None
        self._fd: int | None = None
        self._pid = os.getpid()
        self._folder_flushed = False
        self._mutex = threading.Lock()

    def append(self, data: bytes, *, sync: bool = False) -> None:
        r"""Append `data`, whole lines of one batch, as one step; with `sync` return once it is on disk.

        Missing folders and the file are made. A torn last line of a crashed writer is ended first.
        Raises LogError (nothing was appended), and ValueError when `data` does not end in ``\n``.
        """
        if not data:
            return
        if not data.endswith(b"\n"):
            raise ValueError(r"only whole lines are appended, and this does not end in \n")
        self._notice_fork()
        with self._mutex:
            try:
                with self._locked() as fd:
                    self._known = _write_at_end(fd, data)
                if sync:  # after the lock is given back: a disk is slow, and others may write meanwhile
                    self._flush(fd)
            except OSError as e:
                raise _cannot_write(self.path, e, self._below) from e

    def open(self) -> None:
        """Make sure that the file can be written, without writing. Raises LogError."""
        try:
            self._open()
        except OSError as e:
            raise _cannot_write(self.path, e, self._below) from e

    def expect(self, identity: tuple[int, int], size: int) -> None:
        """Take note of a file that was read at the path, and of how much."""
        if self._known is None:
            self._known = identity, size

    def look(self) -> None:
        """Tell if what was written is not at the path any more."""
        if self._fd is None:
            return
        found = os.fstat(self._fd)
        if self._is_in_place(found):
            self._compare(found)
        else:
            self._tell_once(_MOVED)

    def close(self) -> None:
        """Close the descriptor; a later append opens it again."""
        fd, self._fd = self._fd, None
        if fd is not None:
            os.close(fd)

    def __del__(self) -> None:
        with contextlib.suppress(OSError, AttributeError):
            self.close()

    def _notice_fork(self) -> None:
        if self._pid != os.getpid():
            self._mutex = threading.Lock()  # the parent's may have been held when it forked
            self._pid = os.getpid()
            self.close()

    @contextlib.contextmanager
    def _locked(self) -> Iterator[int]:
        for _ in range(10):
            fd = self._open()
            try:
                lock(fd)
                found = os.fstat(fd)
                if self._is_in_place(found):
                    self._compare(found)
                    yield fd
                    return
            finally:
                unlock(fd)
            # The log was moved away or removed since it was opened.
            if self._known is not None:
                self._tell_once(_MOVED)
            self._known = None
            self.close()
        raise OSError(errno.EBUSY, "the file is replaced again and again", str(self.path))

    def _open(self) -> int:
        if self._fd is None:
            fd = open_log(self.path, self._below, _FLAGS, make_folders=True)
            if self.keeps and not stat.S_ISREG(os.fstat(fd).st_mode):
                os.close(fd)
                raise NotPlain("a device, which keeps no record", self.path)
            self._fd = fd
            self._folder_flushed = False
        return self._fd

    def _is_in_place(self, found: os.stat_result) -> bool:
        try:
            there = self.path.lstat() if self._below is not None else self.path.stat()
        except OSError:  # opening it again will say what is the matter
            return False
        return os.path.samestat(there, found)

    def _compare(self, found: os.stat_result) -> None:
        """Tell if the file is another one than the one known, or less than it."""
        if self._known is None or not stat.S_ISREG(found.st_mode):
            return
        identity, size = self._known
        if identity != (found.st_dev, found.st_ino):
            self._tell_once(_MOVED)
        elif found.st_size < size:
            self._tell_once(_SHORTER)

    def _tell_once(self, what: str) -> None:
        if not self._told:
            self._told = True
            self._tell(what.format(self.path))

    def _flush(self, fd: int) -> None:
        if not stat.S_ISREG(os.fstat(fd).st_mode):
            return
        _flush_to_disk(fd)
        if not self._folder_flushed:
            _flush_folder(self.path.parent)  # else a new file's name may be lost with its content safe
            self._folder_flushed = True


_MOVED = (
    "the log {0} was moved, removed or replaced while it was in use; "
    "rows from before that are not in the file at that path"
)
_SHORTER = "the log {0} became shorter while it was in use; rows that were in it are lost"


def _write_at_end(fd: int, data: bytes) -> tuple[tuple[int, int], int]:
    """Write all of `data` at the end, or take back what was written. The lock is held.

    Returns which file it is and how large it is now.
    """
    before = os.fstat(fd)
    regular = stat.S_ISREG(before.st_mode)
    if regular and _ends_torn(fd, before.st_size):
        data = b"\n" + data
    written = 0
    try:
        while written < len(data):  # the kernel takes less at once on a full disk, or above 2 GB
            written += os.write(fd, memoryview(data)[written:] if written else data)
    except BaseException:
        if regular:
            _take_back(fd, before.st_size, written)
        raise
    return (before.st_dev, before.st_ino), before.st_size + written


def _ends_torn(fd: int, size: int) -> bool:
    if size == 0:
        return False
    os.lseek(fd, -1, os.SEEK_END)
    return os.read(fd, 1) != b"\n"


def _take_back(fd: int, size: int, written: int) -> None:
    # Only our own unfinished bytes go. Whoever takes the lock cannot have written since; should
    # someone without it have, the end is not ours, and a torn line is better than a lost one.
    with contextlib.suppress(OSError):
        if written and os.fstat(fd).st_size == size + written:
            os.ftruncate(fd, size)


def _flush_folder(folder: Path) -> None:
    with contextlib.suppress(OSError):  # not possible on Windows, nor on every file system
        fd = os.open(folder, os.O_RDONLY | getattr(os, "O_DIRECTORY", 0))
        try:
            os.fsync(fd)
        finally:
            os.close(fd)


_TODO = {
    errno.ENOSPC: "Nothing of this batch was logged. Free some space, then run the step again.",
    errno.EDQUOT: "Nothing of this batch was logged. Free some of your quota, then run the step again.",
    errno.EFBIG: "Nothing of this batch was logged. Begin a new log with --log PATH.",
    errno.EACCES: "Make it writable, or choose another log with --log PATH.",
    errno.EPERM: "Make it writable, or choose another log with --log PATH.",
    errno.EROFS: "Choose a log on a disk that can be written, with --log PATH.",
    errno.EISDIR: "This is a folder: name a file in it with --log PATH.",
    errno.ENOTDIR: "A part of the path is a file, not a folder: choose another log with --log PATH.",
    errno.EEXIST: "A part of the path is a file, not a folder: choose another log with --log PATH.",
}


def _cannot_write(path: Path, error: OSError, below: Path | None) -> LogError:
    todo = remedy(error, below) or _TODO.get(error.errno or 0, "Choose another log with --log PATH.")
    return LogError(f"cannot write the log {path}: {words(error, path)}", todo=todo)

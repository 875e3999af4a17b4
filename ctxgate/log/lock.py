"""Advisory locks on an open file, so that appending is one step for all processes that append."""

from __future__ import annotations

import errno
import os
import sys

_NO_LOCKS_HERE = frozenset((errno.ENOLCK, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EINVAL))
# Some network and FUSE folders know no locks. One write on an append descriptor is what keeps lines
# whole there; the lock adds that a torn line is set apart and that a failed write is taken back.

if sys.platform == "win32":
    import msvcrt

    _BYTE = 0x7FFF_FFFF  # locks are mandatory there: take a byte that no log reaches and nobody reads

    def lock(fd: int, *, shared: bool = False) -> None:
        """Wait for the lock on an open file. Readers (`shared`) do without on Windows."""
        while not shared:
            os.lseek(fd, _BYTE, os.SEEK_SET)
            try:
                msvcrt.locking(fd, msvcrt.LK_LOCK, 1)
            except OSError as e:
                if e.errno != errno.EDEADLOCK:  # what it raises after ten seconds of waiting
                    raise
            else:
                return

    def unlock(fd: int, *, shared: bool = False) -> None:
        """Give the lock back."""
        if not shared:
            os.lseek(fd, _BYTE, os.SEEK_SET)
            msvcrt.locking(fd, msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def lock(fd: int, *, shared: bool = False) -> None:
        """Wait for the lock on an open file: alone, or `shared` with other readers. Raises OSError."""
        _flock(fd, fcntl.LOCK_SH if shared else fcntl.LOCK_EX)

    def unlock(fd: int, *, shared: bool = False) -> None:
        """Give the lock back."""
        del shared  # one call for both kinds here
        _flock(fd, fcntl.LOCK_UN)

    def _flock(fd: int, operation: int) -> None:
        try:
            fcntl.flock(fd, operation)
        except OSError as e:
            if e.errno not in _NO_LOCKS_HERE:
                raise

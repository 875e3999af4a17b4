"""Runs a student's file in a process of its own. Started as a script by `student.py`; imports nothing of ctxgate.

Standard input brings one JSON object (`file`, `function`, `calls`, `max_chars`), standard output takes one
back. The student's file gets neither of them: what it reads is empty, and what it prints goes to standard error.

Where processes can be forked the file runs in a child, and this process is its keeper: on Linux whatever
the file starts, in whatever session, stays a descendant of the keeper, and is ended with the file or when
the keeper is told to end (SIGTERM). The keeper then ends as the file's process did. Elsewhere what has left
the child's process group is not found.
"""

from __future__ import annotations

import contextlib
import importlib.util
import json
import os
import signal
import sys
import time
import traceback
from pathlib import Path
from typing import Any, NoReturn

MEMORY = 2 << 30
"""Bytes of address space that the file may use, where the system can bound them."""

CLEARING = 5.0
"""Seconds that the keeper takes at most to end what is left."""

_PR_SET_PDEATHSIG, _PR_SET_CHILD_SUBREAPER = 1, 36


def main() -> None:
    """Answer the one request and end, and with it all that the file has started."""
    request = json.loads(sys.stdin.buffer.read())
    if not hasattr(os, "fork"):
        _answer(request)
    told_to_end = False

    def end(*_: object) -> None:
        nonlocal told_to_end
        told_to_end = True
        raise KeyboardInterrupt

    signal.signal(signal.SIGTERM, end)
    status = 0
    child = -1
    try:
        _adopt_descendants()
        child = os.fork()
        if child == 0:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            os.setsid()  # a signal to its own group is none to the keeper
            _answer(request)
        _, status = os.waitpid(child, 0)
    except KeyboardInterrupt:
        pass
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    _end_descendants(child)
    _end_like(signal.SIGKILL if told_to_end else status)


def _answer(request: dict[str, Any]) -> NoReturn:
    """Answer the request and end at once, whatever threads or exit handlers the file has left behind."""
    channel = os.dup(1)
    os.dup2(2, 1)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    _bound_memory()
    try:
        answer = json.dumps(_play(request)).encode()
    except MemoryError:
        answer = b'{"fault": {"kind": "MemoryError", "text": "", "line": null, "call": null}}'
    with contextlib.suppress(BaseException):
        sys.stdout.flush()
    view = memoryview(answer)
    while view:
        view = view[os.write(channel, view) :]
    os._exit(0)


def _adopt_descendants() -> None:
    """Become the parent of every descendant whose own parent ends; and hear of it when one's own parent does."""
    if sys.platform != "linux":
        return
    with contextlib.suppress(ImportError, OSError, AttributeError):
        import ctypes  # noqa: PLC0415 - of use on Linux only

        prctl = ctypes.CDLL(None).prctl
        prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
        prctl(_PR_SET_PDEATHSIG, int(signal.SIGTERM), 0, 0, 0)


def _end_descendants(child: int) -> None:
    """End the child, its process group and, where they can be found, all processes that descend from it."""
    deadline = time.monotonic() + CLEARING
    stopped: set[int] = set()
    while time.monotonic() < deadline:
        with contextlib.suppress(OSError):
            os.killpg(child, signal.SIGKILL)
        found = _descendants()
        # All are stopped before any is ended, so that none can start another in place of one that is gone.
        new = found - stopped
        for pid in new or found:
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGSTOP if new else signal.SIGKILL)
        stopped |= new
        if not new and not _reap():
            return


def _reap() -> bool:
    """Take note of the children that have ended; tell whether others are left."""
    try:
        while True:
            pid, _ = os.waitpid(-1, os.WNOHANG)
            if pid == 0:
                time.sleep(0.002)
                return True
    except ChildProcessError:
        return False


def _descendants() -> set[int]:
    """Return the processes that descend from this one, as /proc has them; none where there is no /proc."""
    children: dict[int, list[int]] = {}
    try:
        names = [name for name in os.listdir("/proc") if name.isdigit()]  # noqa: PTH208 - of names alone
    except OSError:
        return set()
    for name in names:
        with contextlib.suppress(OSError, ValueError, IndexError):
            stat = Path(f"/proc/{name}/stat").read_bytes()
            # The name of the program, in brackets, may hold anything; the parent comes second after it.
            children.setdefault(int(stat.rpartition(b")")[2].split()[1]), []).append(int(name))
    found: set[int] = set()
    left = [os.getpid()]
    while left:
        for pid in children.get(left.pop(), ()):
            if pid not in found:
                found.add(pid)
                left.append(pid)
    return found


def _end_like(status: int) -> NoReturn:
    """End as a process with this wait status did."""
    if os.WIFSIGNALED(status):
        _without_core()
        with contextlib.suppress(OSError, ValueError):
            signal.signal(os.WTERMSIG(status), signal.SIG_DFL)
        os.kill(os.getpid(), os.WTERMSIG(status))
    os._exit(os.WEXITSTATUS(status))


def _play(request: dict[str, Any]) -> dict[str, Any]:
    file = request["file"]
    call: int | None = None
    try:
        function = getattr(_loaded(file), request["function"], None)
        if "ctxgate" in sys.modules:
            return {"fault": {"kind": "Ctxgate", "text": "", "line": None, "call": None}}
        if not callable(function):
            return {"fault": {"kind": "NoFunction", "text": "", "line": None, "call": None}}
        values: list[dict[str, Any]] = []
        for arguments in request["calls"]:
            call = len(values)  # for the message, should this one fail
            values.append(_told(function(*arguments), request["max_chars"]))
        return {"values": values}
    except BaseException as e:
        return {"fault": _fault(e, file, call)}


def _loaded(file: str) -> Any:
    sys.path.append(str(Path(file).parent))
    spec = importlib.util.spec_from_file_location("student", file)
    if spec is None or spec.loader is None:
        raise ImportError(f"{file} is no Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules["student"] = module
    spec.loader.exec_module(module)
    return module


def _told(value: object, max_chars: int) -> dict[str, Any]:
    """Return a value as JSON can carry it, or the name of its type."""
    if isinstance(value, str | bytes | list | tuple | dict) and len(value) > max_chars:
        return {"type": f"{type(value).__name__} of {len(value):,} parts"}
    try:
        text = json.dumps(value, allow_nan=False)
    except (TypeError, ValueError, RecursionError):
        return {"type": type(value).__name__}
    if len(text) > max_chars:
        return {"type": f"{type(value).__name__} of more than {max_chars:,} characters"}
    return {"json": json.loads(text)}


def _fault(error: BaseException, file: str, call: int | None) -> dict[str, Any]:
    line: int | None = None
    if isinstance(error, SyntaxError) and error.filename == file:
        line, text = error.lineno, error.msg
    else:
        for frame in traceback.extract_tb(error.__traceback__):
            if frame.filename == file:
                line = frame.lineno
        try:
            text = str(error)
        except BaseException:
            text = ""
    missing = getattr(error, "name", None) if isinstance(error, ImportError) else None
    kind = "Ctxgate" if str(missing or "").split(".")[0] == "ctxgate" else type(error).__name__
    return {"kind": kind[:80], "text": str(text)[:300], "line": line, "call": call}


def _bound_memory() -> None:
    _without_core()
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource  # noqa: PLC0415 - not on Windows

        if sys.platform == "linux":
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def _without_core() -> None:
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource  # noqa: PLC0415 - not on Windows

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


if __name__ == "__main__":
    main()

"""Running what a student wrote: in a process of its own, for a bounded time, with bounded output.

Whatever the file does (end the program, never end, print, return nonsense), the answer is values or one
sentence that helps. It is no sandbox: the file is the student's own, on the student's own laptop. It gets
none of the environment but what programs need to run, and what it has started ends with it: on Linux all of
it, unless the file ends the keeper in `runner.py` first; elsewhere what stayed in its process group.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Any, NamedTuple

from ctxgate.text.visible import shortened
from ctxgate.workshop.runner import CLEARING

SECONDS = 5.0
"""How long a student's file may run."""

MAX_BYTES = 256_000
"""A larger file is no exercise."""

MAX_PRINTED = 4_000
"""So many bytes of what the file prints are kept."""

_MAX_CHARS = 100_000
_MAX_ANSWER = 8_000_000
_RUNNER = Path(__file__).with_name("runner.py")


class Unfit(NamedTuple):
    """Stands for a value that JSON cannot carry: the name of its type."""

    type: str


class Ran(NamedTuple):
    """What the function returned for each call, and the beginning of what the file printed."""

    values: list[Any]
    printed: str = ""


class Fault(NamedTuple):
    """Why there are no values, as a sentence for whoever wrote the file."""

    sentence: str
    printed: str = ""


def run_file(
    path: Path, function: str, calls: Sequence[Sequence[object]], *, seconds: float = SECONDS
) -> Ran | Fault:
    """Call a function of a Python file with each of these lists of arguments, in a process of its own.

    The arguments and the values are what JSON can carry. `seconds` bounds all of it together.
    """
    fault = unreadable(path)
    if fault is not None:
        return fault
    request = {"file": str(path.resolve()), "function": function, "calls": calls, "max_chars": _MAX_CHARS}
    try:
        # -I: neither PYTHON… variables nor the folder that one stands in change what is run.
        process = subprocess.Popen(
            [sys.executable, "-I", "-B", "-X", "utf8", str(_RUNNER)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=_environment(),
            start_new_session=True,  # so that what it starts can be ended with it
        )
    except OSError as e:
        return Fault(f"Python cannot be started to run it: {(e.strerror or str(e)).lower()}")
    answer, printed = _Kept(process.stdout, _MAX_ANSWER), _Kept(process.stderr, MAX_PRINTED)
    try:
        with contextlib.suppress(OSError), process.stdin:  # type: ignore[union-attr]
            process.stdin.write(json.dumps(request).encode())  # type: ignore[union-attr]
        late = _waited(process, seconds)
    finally:
        _end(process)
    told, said = answer.text(), printed.text()
    if late:
        return Fault(
            f"it was stopped after {seconds:g} seconds: is there a loop that never ends, or a long wait?",
            said,
        )
    return _read(told, len(calls), function, process.returncode, said)


def unreadable(path: Path) -> Fault | None:
    """Say why a student's file cannot be looked at, None when it can."""
    try:
        if not path.exists():
            return Fault("it is not there any more")
        if not path.is_file():
            return Fault("this is no file")
        if path.stat().st_size > MAX_BYTES:
            return Fault(f"it is larger than {MAX_BYTES:,} bytes, which no exercise is")
        with path.open("rb"):
            return None
    except OSError as e:
        return Fault(f"it cannot be read: {(e.strerror or str(e)).lower()}")


class _Kept:
    """Reads a pipe to its end and keeps the first bytes of it, so that whoever writes is never held up."""

    def __init__(self, pipe: IO[bytes] | None, limit: int) -> None:
        assert pipe is not None
        self._pipe, self._limit, self._data = pipe, limit, bytearray()
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        with contextlib.suppress(OSError, ValueError):
            while block := self._pipe.read1(65536):  # type: ignore[attr-defined]
                self._data += block[: max(0, self._limit - len(self._data))]

    def text(self) -> str:
        """Return what was kept, once all writers are gone; those that live on are not waited for."""
        self._thread.join(timeout=1)
        text = bytes(self._data).decode("utf-8", "replace")
        if not self._thread.is_alive():
            self._pipe.close()
        return text


_HANDED_ON = frozenset(
    (
        *("PATH", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "TMPDIR", "TEMP", "TMP"),
        *("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "__PYVENV_LAUNCHER__"),  # some Pythons do not start without
        *("SYSTEMROOT", "SYSTEMDRIVE", "WINDIR", "COMSPEC", "PATHEXT"),  # nor any on Windows
    )
)


def _environment() -> dict[str, str]:
    # No exercise needs a key, and keys go by many names: what is not known to be needed is not handed on.
    return {name: value for name, value in os.environ.items() if name.upper() in _HANDED_ON}


def _waited(process: subprocess.Popen[bytes], seconds: float) -> bool:
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        return True
    return False


def _end(process: subprocess.Popen[bytes]) -> None:
    """End the process and what it has started and left running."""
    if os.name == "posix" and process.poll() is None:
        process.terminate()  # the keeper ends all that descends from it
        _waited(process, CLEARING + 1)
    if hasattr(os, "killpg"):
        with contextlib.suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
    if process.poll() is None:
        process.kill()
    process.wait()


def _read(answer: str, calls: int, function: str, code: int, printed: str) -> Ran | Fault:
    try:
        value = json.loads(answer)
        if "fault" in value:
            return Fault(_sentence(function, **value["fault"]), printed)
        values = [item["json"] if "json" in item else Unfit(item["type"]) for item in value["values"]]
        if len(values) != calls:  # not written by our runner
            raise ValueError
    except (ValueError, TypeError, KeyError, RecursionError):
        how = f"was ended by signal {-code}" if code < 0 else f"ended by itself with exit code {code}"
        return Fault(f"its process {how} before it answered", printed)
    return Ran(values, printed)


def _sentence(function: str, kind: str, text: str, line: int | None, call: int | None) -> str:
    where = f"line {line}: " if line is not None else ""
    what = shortened(text, 160)
    if kind == "Ctxgate":
        return "it imports ctxgate: do it without, or the tool is only compared with itself"
    if kind == "NoFunction":
        return f"there is no function `{function}` in it"
    if kind in ("SystemExit", "KeyboardInterrupt"):
        return f'{where}it ends the program ({kind}); leave that to `if __name__ == "__main__":`'
    if kind in ("SyntaxError", "IndentationError", "TabError"):
        return f"{where}not Python yet: {what}"
    if kind == "EOFError":
        return f"{where}it asks for input, and nobody is there to answer"
    if kind == "MemoryError":
        return f"{where}it needs more memory than it is given"
    if kind == "RecursionError":
        return f"{where}it calls itself without end"
    when = "" if call is None else f" when `{function}` is called"
    return f"{where}{kind}{when}" + (f": {what}" if what else "")

"""Runs a student's file in a process of its own. Started as a script by `student.py`; imports nothing of ctxgate.

Standard input brings one JSON object (`file`, `function`, `calls`, `max_chars`), standard output takes one
back. The student's file gets neither of them: what it reads is empty, and what it prints goes to standard error.
"""

from __future__ import annotations

import contextlib
import importlib.util
import json
import os
import sys
import traceback
from pathlib import Path
from typing import Any

MEMORY = 2 << 30
"""Bytes of address space that the file may use, where the system can bound them."""


def main() -> None:
    """Answer the one request and end, whatever threads or exit handlers the file has left behind."""
    request = json.loads(sys.stdin.buffer.read())
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
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource  # noqa: PLC0415 - not on Windows

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if sys.platform == "linux":
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


if __name__ == "__main__":
    main()

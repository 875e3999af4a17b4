"""The entry point: runs a command and turns whatever happens into one message and an exit code."""

from __future__ import annotations

import contextlib
import io
import os
import signal
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NoReturn

from ctxgate.cli.messages import give_up, put, say
from ctxgate.cli.settings import default_map
from ctxgate.errors import CtxgateError

if TYPE_CHECKING:
    import typer

EXIT_USAGE = 2
EXIT_INPUT = 3
EXIT_INTERRUPTED = 130


def main(args: Sequence[str] | None = None) -> NoReturn:
    """Run the command line and exit with its code."""
    try:
        _prepare_streams()
        code = run(sys.argv[1:] if args is None else list(args))
    except KeyboardInterrupt:  # before the command was even loaded
        code = _interrupted()
    sys.exit(code)


def run(args: list[str]) -> int:
    """Run one command line and return its exit code."""
    import typer

    from ctxgate.cli.app import ReaderGone, group

    debug = "--debug" in args or os.environ.get("CTXGATE_DEBUG", "") not in ("", "0")
    try:
        code: Any = group().main(
            args, prog_name="ctxgate", standalone_mode=False, default_map=_settings(args)
        )
        sys.stdout.flush()
    except (BrokenPipeError, ReaderGone):
        give_up(sys.stdout)  # the reader has gone, which is its right
        return 0
    except (KeyboardInterrupt, typer.Abort):
        return _interrupted()
    except typer.TyperException as e:
        return _usage(e)
    except Exception as e:
        if debug:
            import traceback

            put(traceback.format_exc())
        return _failed(e)
    if code == EXIT_INTERRUPTED:
        return _interrupted()
    return code if isinstance(code, int) else 0


def _settings(args: list[str]) -> dict[str, dict[str, Any]]:
    try:
        return default_map()
    except CtxgateError:
        # Whoever asks for help, or lays the folder out again, must be able to.
        command = next((arg for arg in args if not arg.startswith("-")), None)
        if command in (None, "init", "demo", "doctor") or "--help" in args or "-h" in args:
            return {}
        raise


def _usage(error: typer.TyperException) -> int:
    context = getattr(error, "ctx", None)
    if type(error).__name__ == "NoArgsIsHelpError":
        put(error.format_message() + "\n")
        return EXIT_USAGE
    command = context.command_path if context is not None else "ctxgate"
    message = error.format_message().rstrip(".")
    return _fail(
        f"{message[:1].lower()}{message[1:]}\n  `{command} --help` shows what it takes.", error.exit_code
    )


def _failed(error: Exception) -> int:
    if isinstance(error, CtxgateError):
        return _fail(str(error), error.exit_code)
    if isinstance(error, OSError):  # a full disk behind standard output, no temporary folder
        give_up(sys.stdout)
        what = (error.strerror or str(error)).lower()
        return _fail(f"{error.filename or 'standard input or output'}: {what}", EXIT_INPUT)
    text = f"unforeseen {type(error).__name__}: {error}"
    return _fail(f"{text}\n  This is a fault of ctxgate. `ctxgate --debug …` shows where.", EXIT_INPUT)


def _interrupted() -> int:
    with contextlib.suppress(ValueError):  # not in the main thread
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # a second Ctrl-C adds nothing
    return _fail("interrupted; what is in the log stays there", EXIT_INTERRUPTED)


def _fail(message: str, code: int) -> int:
    say(message)
    return code


def _prepare_streams() -> None:
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:  # closed by the caller, as in `>&-`
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115
    if isinstance(sys.stdout, io.TextIOWrapper):
        # What the terminal's encoding lacks is shown as an escape. JSON does not pass through here.
        sys.stdout.reconfigure(errors="backslashreplace")

"""The entry point: runs a command and turns whatever happens into one message and an exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

import typer

from ctxgate.cli.app import group
from ctxgate.cli.settings import default_map
from ctxgate.errors import CtxgateError
from ctxgate.text.visible import visible

EXIT_USAGE = 2
EXIT_INPUT = 3
EXIT_INTERRUPTED = 130


def main(args: Sequence[str] | None = None) -> NoReturn:
    """Run the command line and exit with its code."""
    sys.exit(run(sys.argv[1:] if args is None else list(args)))


def run(args: list[str]) -> int:
    """Run one command line and return its exit code. Only unforeseen errors under --debug are raised."""
    debug = "--debug" in args or os.environ.get("CTXGATE_DEBUG", "") not in ("", "0")
    try:
        code: Any = group().main(
            args, prog_name="ctxgate", standalone_mode=False, default_map=default_map()
        )
        sys.stdout.flush()
    except CtxgateError as e:
        if debug:
            raise
        return _fail(str(e), e.exit_code)
    except BrokenPipeError:
        # The reader has gone, which is its right. Python would complain once more at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (KeyboardInterrupt, typer.Abort):
        return _fail("interrupted; what was written so far stays in the log", EXIT_INTERRUPTED)
    except typer.TyperException as e:
        return _usage(e)
    except Exception as e:
        if debug:
            raise
        text = f"unforeseen {type(e).__name__}: {e}"
        return _fail(f"{text}\n  This is a fault of ctxgate. `ctxgate --debug …` shows where.", EXIT_INPUT)
    if code == EXIT_INTERRUPTED:
        return _fail("interrupted; what was written so far stays in the log", EXIT_INTERRUPTED)
    return code if isinstance(code, int) else 0


def _usage(error: typer.TyperException) -> int:
    context = getattr(error, "ctx", None)
    if type(error).__name__ == "NoArgsIsHelpError":
        print(error.format_message(), file=sys.stderr)
        return EXIT_USAGE
    command = context.command_path if context is not None else "ctxgate"
    message = error.format_message().rstrip(".")
    return _fail(f"{message[:1].lower()}{message[1:]}\n  `{command} --help` shows what it takes.", error.exit_code)


def _fail(message: str, code: int) -> int:
    for i, line in enumerate(message.split("\n")):
        print(("ctxgate: " if i == 0 else "") + visible(line), file=sys.stderr)
    return code

"""Help, versions, suggestions and tracebacks: what the command says about itself."""

from __future__ import annotations

import pytest
from commandline import ROOT, Tool

from ctxgate import __version__
from ctxgate.cli.app import COMMANDS

OPTIONS = {
    "init": ["[DIR]", "--force"],
    "demo": ["--no-color"],
    "capture": ["[FILE…|-]", "--log", "--no-log", "--strict", "--json", "--table", "--no-color"],
    "score": ["[-]", "--run", "--policy", "--log", "--no-log", "--json", "--table", "--no-color"],
    "gate": ["[-]", "--run", "--prompt", "--log", "--no-log", "--json", "--table", "--no-color"],
    "run": ["[FILE…|-]", "--policy", "--jobs", "-j", "--log", "--no-log", "--strict", "--json", "--table"],
    "runs": ["--log", "--json", "--table", "--no-color"],
    "policy": ["list", "show", "check"],
    "policy list": ["--json", "--table", "--no-color"],
    "policy show": ["[POLICY]", "--reasons", "--json", "--table", "--no-color"],
    "policy check": ["POLICY"],
}
ENVIRONMENT = {
    "capture": ["CTXGATE_LOG", "CTXGATE_STRICT"],
    "score": ["CTXGATE_RUN", "CTXGATE_POLICY"],
    "run": ["CTXGATE_JOBS"],
}


@pytest.mark.parametrize("command", sorted({*COMMANDS, *OPTIONS}))
def test_help_names_every_option(ctxgate: Tool, command: str) -> None:
    done = ctxgate(*command.split(), "--help", env={"COLUMNS": "200"})
    assert (done.code, done.err) == (0, "")
    said = done.out.decode()
    assert said.startswith(f"Usage: ctxgate {command} ")
    for word in [*OPTIONS.get(command, []), *ENVIRONMENT.get(command, [])]:
        assert word in said
    assert "Show this message and exit." in said
    assert len(said.split("\n\n")[1].strip()) > 30  # it says in a sentence what the command does


def test_help_is_there_for_the_short_option_and_lists_the_commands_in_order(ctxgate: Tool) -> None:
    short, long = ctxgate("-h"), ctxgate("--help")
    assert (short.code, long.code, short.out) == (0, 0, long.out)
    listed = [
        line.split()[0] for line in long.out.decode().split("Commands:\n")[1].splitlines() if line.strip()
    ]
    assert listed == list(COMMANDS)


def test_alone_it_shows_its_help_and_that_nothing_was_done(ctxgate: Tool) -> None:
    for command in ([], ["policy"]):
        done = ctxgate(*command)
        assert (done.code, done.out) == (2, b"")
        assert done.err.startswith("Usage: ctxgate")
        assert "Commands:" in done.err


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (
            ["caputre"],
            "no such command 'caputre'. Did you mean 'capture'?\n  `ctxgate --help` shows what it takes.\n",
        ),
        (["policy", "shwo"], "no such command 'shwo'. Did you mean 'show'?\n  `ctxgate policy --help` shows"),
        (["score", "--polcy", "x"], "no such option: --polcy"),
        (
            ["policy", "check"],
            "missing argument 'POLICY'\n  `ctxgate policy check --help` shows what it takes.\n",
        ),
        (["run", "--jobs", "many", "-"], "'many' is not a valid int"),
        (["gate", "-", "-"], "unexpected extra argument(s) (-)"),
        (["score", "--run"], "option '--run' requires an argument\n"),
    ],
)
def test_what_is_misspelt_is_answered_in_two_lines(ctxgate: Tool, args: list[str], says: str) -> None:
    done = ctxgate(*args)
    assert (done.code, done.out) == (2, b"")
    assert says in done.err
    assert done.err.startswith("ctxgate: ")
    assert len(done.err.splitlines()) == 2


def test_version(ctxgate: Tool) -> None:
    done = ctxgate("--version")
    assert (done.code, done.out.decode(), done.err) == (0, f"ctxgate {__version__}\n", "")


def test_a_traceback_is_shown_on_request_only_and_the_exit_code_stays(ctxgate: Tool) -> None:
    plain = ctxgate("score")
    debug = ctxgate("--debug", "score")
    asked = ctxgate("score", env={"CTXGATE_DEBUG": "1"})
    assert plain.code == debug.code == asked.code == 3
    assert "Traceback" not in plain.err
    for done in (debug, asked):
        assert done.err.startswith("Traceback (most recent call last):\n")
        assert done.err.endswith(plain.err)
    assert ctxgate("--debug", "gate", "-", "--prompt", "--no-log").code == 2


def test_nothing_is_imported_that_a_command_does_not_need(ctxgate: Tool) -> None:
    (ctxgate.folder / "imports.py").write_text(
        "import runpy, sys\n"
        "sys.argv = ['ctxgate', *sys.argv[1:]]\n"
        "try:\n    runpy.run_module('ctxgate', run_name='__main__')\n"
        "except SystemExit as e:\n    assert not e.code, e.code\n"
        "print(*sorted(sys.modules), file=sys.stderr)\n"
    )
    (ctxgate.folder / "refunds.json").write_bytes((ROOT / "fixtures/refunds.json").read_bytes())
    heavy = {"rich", "httpx", "multiprocessing", "tempfile", "pydantic", "concurrent.futures", "asyncio"}
    for command in ("capture refunds.json", "score", "gate", "run refunds.json", "runs", "policy list"):
        done = ctxgate.shell(f'"$PYTHON" imports.py {command}', PYTHON=__import__("sys").executable)
        assert done.code == 0, done.err
        assert not heavy & set(done.err.split()), command
        if command == "score":
            assert not {"ctxgate.gate.decide", "ctxgate.gate.conflict"} & set(done.err.split())

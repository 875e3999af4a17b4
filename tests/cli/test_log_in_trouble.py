"""A log that is named but no file, that cannot be read, or that is taken away; and standard error that takes nothing."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from commandline import CTXGATE, ROOT, Tool, batch, clean_environment, lines

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs links and pipes")


@pytest.fixture
def ctxgate(ctxgate: Tool, fixture_file: str) -> Tool:
    """The command, in a folder with the fixture."""
    return ctxgate


# A log that was named


@pytest.mark.parametrize("call", [["capture", "refunds.json"], ["runs"], ["score"], ["run", "refunds.json"]])
def test_a_named_log_that_is_a_pipe_does_not_hang(ctxgate: Tool, call: list[str]) -> None:
    os.mkfifo(ctxgate.folder / "log")
    done = ctxgate(*call, "--log", "log", timeout=60)
    assert done.code == 3
    assert "a named pipe" in done.err


def test_dev_null_takes_rows_and_is_no_log_to_read(ctxgate: Tool) -> None:
    assert len(ctxgate("run", "refunds.json", "--log", "/dev/null").rows) > 3
    done = ctxgate("runs", "--log", "/dev/null")
    assert done.code == 3
    assert "/dev/null is not a file but a device" in done.err


@pytest.mark.parametrize("log", ["/dev/null", "pipe", "link", "."])
@pytest.mark.parametrize("dash", [["-"], []])
def test_no_prompt_is_printed_without_a_record(ctxgate: Tool, log: str, dash: list[str]) -> None:
    os.mkfifo(ctxgate.folder / "pipe")
    (ctxgate.folder / "link").symlink_to("/dev/null")
    scored = ctxgate.shell("ctxgate run refunds.json --no-log").out
    done = ctxgate("gate", *dash, "--prompt", "--log", log, stdin=scored if dash else b"", timeout=60)
    assert (done.code, done.out) == (2, b"")
    assert "keeps no record, and no prompt leaves without one" in done.err


def test_a_log_that_turns_into_a_device_takes_no_record_of_a_prompt(
    ctxgate: Tool, monkeypatch: pytest.MonkeyPatch
) -> None:
    from ctxgate.errors import LogError
    from ctxgate.log import Log

    path = ctxgate.folder / "log"
    log = Log(path)
    log.require_record()
    path.symlink_to("/dev/null")
    with pytest.raises(LogError, match="keeps no record"):
        log.append(b"{}\n", sync=True)


NOBODY = """
import os, sys
from ctxgate.cli.main import run
assert run(["runs", "--log", "readable"]) == 0  # all is loaded now
if os.geteuid() == 0:
    os.setgroups([])
    os.setgid(65534)
    os.setuid(65534)
sys.exit(run(["runs", "--log", "log"]))
"""


def test_a_log_that_may_not_be_read_is_bad_input(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    for name, mode in (("log", 0), ("readable", 0o644)):
        (tmp_path / name).write_text("")
        (tmp_path / name).chmod(mode)
    done = subprocess.run(
        [sys.executable, "-c", NOBODY],
        cwd=tmp_path,
        env=clean_environment(),
        capture_output=True,
        check=False,
    )
    assert done.returncode == 3, done.stderr
    assert b"cannot read the log log: Permission denied" in done.stderr


# A log that is taken away


MEANWHILE = {
    "moved": "moved, removed or replaced",
    "removed": "moved, removed or replaced",
    "replaced": "moved, removed or replaced",
    "emptied": "became shorter",
}


@pytest.mark.parametrize("rest", [True, False], ids=["more comes", "nothing more comes"])
@pytest.mark.parametrize("what", MEANWHILE)
@pytest.mark.parametrize("command", ["run", "capture"])
def test_a_log_that_is_taken_away_meanwhile_is_noticed_once(
    ctxgate: Tool, command: str, what: str, rest: bool
) -> None:
    process = subprocess.Popen(
        [*CTXGATE, command, "-"],
        cwd=ctxgate.folder, env=clean_environment(),
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(lines(batch("first")))
    process.stdin.flush()
    first = process.stdout.readline()
    if what == "emptied":
        os.truncate(ctxgate.log, 0)
    elif what == "removed":
        ctxgate.log.unlink()
    else:
        ctxgate.log.rename(ctxgate.log.with_name("old"))
    if what == "replaced":
        ctxgate.log.write_bytes(b"")
    out, err = process.communicate(lines(batch("second"), batch("third")) if rest else None, timeout=60)
    assert process.returncode == 0
    assert err.decode().count("warning: ") == 1
    assert f"warning: the log logs/context-gate.jsonl {MEANWHILE[what]}" in " ".join(
        err.decode().replace(" was ", " ").split()
    )
    if rest:
        assert [row["query"] for row in ctxgate.logged if row["event"] == "capture"] == ["second", "third"]
    assert (first + out).count(b'"event":"capture"') == (3 if rest else 1)


def test_a_log_that_was_read_and_is_gone_when_it_is_written_is_noticed(tmp_path: Path) -> None:
    from ctxgate.log import Log

    path = tmp_path / "log"
    shutil.copy(ROOT / "tests/golden/rows.jsonl", path)
    for change in (lambda: path.rename(tmp_path / "old"), lambda: path.write_bytes(b"")):
        log = Log(path)
        log.resolve("last")
        change()
        log.append(b"{}\n")
        assert len(log.warnings) == 1
        shutil.copy(ROOT / "tests/golden/rows.jsonl", path)


def test_other_processes_that_append_are_not_taken_for_a_change(tmp_path: Path) -> None:
    from ctxgate.log import Log

    one, other = Log(tmp_path / "log"), Log(tmp_path / "log")
    for log in (one, other, one, other):
        log.append(b"{}\n")
        log.close()
    assert not one.warnings
    assert not other.warnings


# Standard error that takes nothing


@pytest.mark.parametrize("stderr", ["2>/dev/full", "2>&-", "2> >(true)"])
@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("capture nowhere.json", 3),
        ("runs", 3),
        ("bogus", 2),
        ("", 2),
        ("--debug runs", 3),
        ("gate --prompt --no-log", 2),
        ("capture refunds.json", 0),
        ("exercise solution 1", 1),
        ("score - < refunds.json", 3),
    ],
)
def test_the_exit_code_is_right_where_standard_error_is_full_or_closed(
    ctxgate: Tool, words: str, code: int, stderr: str
) -> None:
    assert ctxgate.shell(f"ctxgate {words} {stderr}").code == code


def test_a_damaged_log_is_told_by_exercise_list_too(ctxgate: Tool) -> None:
    assert ctxgate("init").code == 0
    assert ctxgate("capture", "refunds.json").code == 0
    with ctxgate.log.open("ab") as file:
        file.write(b"nonsense\n")
    done = ctxgate("exercise", "list")
    assert done.code == 0
    assert done.err == "ctxgate: warning: logs/context-gate.jsonl:4: damaged: not a line of JSON\n"

"""`timer`: the plan, and a countdown that leaves its times in the log."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import time

import pytest
from commandline import CTXGATE, Tool, clean_environment, of

ALL = ["install", "exercise 1", "exercise 2", "exercise 3", "debrief"]


def boxes(tool: Tool) -> list[tuple[str, str]]:
    return [(row["box"], row["phase"]) for row in of("timer", tool.logged)]


def test_the_plan_is_printed(ctxgate: Tool) -> None:
    done = ctxgate("timer")
    assert (done.code, done.err) == (0, "")
    said = done.out.decode()
    for line in ("0 – 10 ", "10 – 30 ", "30 – 50 ", "50 – 65 ", "65 – 70 ", *ALL):
        assert line in said
    assert not ctxgate.log.exists()


def test_without_a_terminal_a_line_a_minute_is_printed_and_the_times_are_logged(ctxgate: Tool) -> None:
    done = ctxgate("timer", "start", "--minute", "0.03")
    assert (done.code, done.err) == (0, "")
    said = done.out.decode().splitlines()
    assert said[0] == "install: 10 min left (install, copy the harness, load the corpus); next: exercise 1"
    assert said[-1] == "the class is over; next: ctxgate debrief"
    assert 40 < len(said) <= 71
    assert len(set(said)) == len(said)
    assert boxes(ctxgate) == [(name, phase) for name in ALL for phase in ("begin", "end")]
    assert len({row["run"] for row in ctxgate.logged}) == 1


def test_it_can_begin_in_the_middle_and_belongs_to_the_newest_run(ctxgate: Tool, fixture_file: str) -> None:
    run = ctxgate("capture", fixture_file).rows[0]["run"]
    done = ctxgate("timer", "start", "--box", "4", env={"CTXGATE_TIMER_MINUTE": "0.01"})
    assert done.code == 0
    assert done.out.decode().startswith("exercise 3: 15 min left")
    assert boxes(ctxgate) == [(name, phase) for name in ALL[3:] for phase in ("begin", "end")]
    assert {row["run"] for row in of("timer", ctxgate.logged)} == {run}
    none = ctxgate("timer", "start", "--box", "6")
    assert (none.code, none.out) == (2, b"")
    assert "there is no box 6; they are 1 to 5" in none.err


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_an_interrupted_box_is_ended(ctxgate: Tool, number: signal.Signals) -> None:
    process = subprocess.Popen(
        [*CTXGATE, "timer", "start", "--box", "2"],
        cwd=ctxgate.folder,
        env=clean_environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    assert process.stdout.readline().startswith(b"exercise 1: 20 min left")
    process.send_signal(number)
    _, err = process.communicate(timeout=300)
    assert process.returncode == 130
    assert b"Traceback" not in err
    assert boxes(ctxgate) == [("exercise 1", "begin"), ("exercise 1", "end")]


def on_a_terminal(tool: Tool, until: bytes, **env: str) -> tuple[int, str]:
    """Run the timer on a terminal, type Ctrl-C once `until` is shown, return the exit code and what was sent."""
    pid, fd = pty.fork()
    if pid == 0:
        os.chdir(tool.folder)
        command = [*CTXGATE, "timer", "start", "--minute", "0.2"]
        os.execvpe(command[0], command, clean_environment(**env))
    sent, typed = b"", False
    ends = time.monotonic() + 120
    while time.monotonic() < ends:
        if select.select([fd], [], [], 0.05)[0]:
            try:
                data = os.read(fd, 65536)
            except OSError:
                break
            if not data:
                break
            sent += data
        if until in sent and not typed:
            os.write(fd, b"\x03")
            typed = True
    os.close(fd)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), sent.decode()


def test_on_a_terminal_the_countdown_is_alive_and_the_cursor_comes_back(ctxgate: Tool) -> None:
    code, sent = on_a_terminal(ctxgate, b"box 2 of 5: ")
    assert code == 130
    assert "box 1 of 5: " in sent
    assert "box 2 of 5: " in sent
    assert "next: " in sent
    assert sent.count("\x1b[?25l") == sent.count("\x1b[?25h") == 1
    assert sent.index("\x1b[?25l") < sent.index("\x1b[?25h")
    assert "Traceback" not in sent
    assert boxes(ctxgate) == [
        ("install", "begin"),
        ("install", "end"),
        ("exercise 1", "begin"),
        ("exercise 1", "end"),
    ]


def test_a_dumb_terminal_gets_lines(ctxgate: Tool) -> None:
    code, sent = on_a_terminal(ctxgate, b"10 min left", TERM="dumb")
    assert code == 130
    assert "\x1b" not in sent
    assert sent.startswith("install: 10 min left")

"""`run --jobs N`: the same rows in the same order, and nothing left behind when it is interrupted."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from commandline import CTXGATE, Tool, bare, clean_environment, lines, queries, rows_of

linux = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")


def test_two_jobs_give_the_rows_of_one_in_the_same_order(ctxgate: Tool) -> None:
    corpus = lines(*queries(150), {"query": "Found nothing?", "retrieved": []}, *queries(150))
    one = ctxgate("run", "-", "--no-log", stdin=corpus)
    two = ctxgate("run", "-", "--jobs", "2", stdin=corpus)
    assert (one.code, two.code, two.err) == (0, 0, "")
    assert bare(two.rows) == bare(one.rows)
    assert ctxgate.logged == two.rows


def test_bad_batches_between_good_ones_change_nothing(ctxgate: Tool) -> None:
    corpus = b"nonsense\n".join(lines(*queries(60)) for _ in range(5)) + lines({"query": ""})
    one = ctxgate("run", "-", "--no-log", stdin=corpus)
    two = ctxgate("run", "-", "--no-log", "-j", "2", stdin=corpus)
    assert (one.code, two.code) == (3, 3)
    assert bare(two.rows) == bare(one.rows)
    assert two.err == one.err
    assert two.err.endswith("ctxgate: 5 refused, 300 batches done\n")


def test_more_jobs_than_work_do_no_harm(ctxgate: Tool) -> None:
    done = ctxgate("run", "-", "--jobs", "4", stdin=lines(*queries(1)))
    assert (done.code, len(done.rows)) == (0, 7)


# ---------------------------------------------------------------- ended from outside


@contextmanager
def running(ctxgate: Tool, *options: str) -> Iterator[subprocess.Popen[bytes]]:
    """A run in a process group of its own that was given some batches and waits for more."""
    with subprocess.Popen(
        [*CTXGATE, "run", *options, "-"],
        cwd=ctxgate.folder,
        env=clean_environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as process:
        assert process.stdin
        process.stdin.write(lines(*queries(40 if options == () else 400)))
        process.stdin.flush()
        try:
            yield process
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)


@contextmanager
def started(ctxgate: Tool, *options: str) -> Iterator[subprocess.Popen[bytes]]:
    """A run as above that has printed its first row."""
    with running(ctxgate, *options) as process:
        assert process.stdout and select.select([process.stdout], [], [], 30)[0]
        yield process


def members(group: int) -> list[int]:
    """Return the living processes of a group."""
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, pgrp = status.read_text().rpartition(")")[2].split()[:3]
        except OSError:
            continue
        if int(pgrp) == group and state != "Z":
            found.append(int(status.parent.name))
    return found


def jobs_of(group: int) -> list[int]:
    """Return those of a group that --jobs has started."""
    found = []
    for pid in members(group):
        with suppress(OSError):
            if "spawn_main" in Path(f"/proc/{pid}/cmdline").read_text():
                found.append(pid)
    return found


def are_gone(group: int, within: float = 120) -> bool:
    ends = time.monotonic() + within
    while members(group):
        if time.monotonic() > ends:
            return False
        time.sleep(0.02)
    return True


@linux
@pytest.mark.parametrize("options", [(), ("--jobs", "2")], ids=["one job", "two jobs"])
def test_an_interrupt_ends_with_130_one_message_and_a_sound_log(
    ctxgate: Tool, options: tuple[str, ...]
) -> None:
    with started(ctxgate, *options) as process:
        os.killpg(process.pid, signal.SIGINT)  # as Ctrl-C does: to the whole group
        out, err = process.communicate(timeout=300)
    assert process.returncode == 130
    assert err.decode() == "ctxgate: interrupted; what is in the log stays there\n"
    assert are_gone(process.pid)
    logged = ctxgate.logged
    assert logged
    assert logged[-1]["event"] == "prompt"
    printed = rows_of(out[: out.rfind(b"\n") + 1])
    assert printed == logged[: len(printed)]
    assert ctxgate("gate").code == 0
    assert json.loads(ctxgate("runs").out)["ungated"] == 0


@pytest.mark.slow
@linux
@pytest.mark.parametrize("wait", [0.0, 0.1, 0.2])
def test_an_interrupt_while_the_jobs_start_is_quiet_too(ctxgate: Tool, wait: float) -> None:
    ctxgate.write("corpus.jsonl", queries(2000))
    with subprocess.Popen(
        [*CTXGATE, "run", "--jobs", "2", "corpus.jsonl"],
        cwd=ctxgate.folder,
        env=clean_environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as process:
        while process.poll() is None and len(members(process.pid)) < 2:
            time.sleep(0.005)
        time.sleep(wait)
        os.killpg(process.pid, signal.SIGINT)
        _, err = process.communicate(timeout=300)
    assert process.returncode in (130, 0)
    assert "Traceback" not in err.decode()
    assert are_gone(process.pid)


@pytest.mark.slow
@linux
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_jobs_do_not_outlive_a_run_that_is_killed(ctxgate: Tool, how: signal.Signals) -> None:
    with started(ctxgate, "--jobs", "2") as process:
        assert len(members(process.pid)) >= 3
        process.send_signal(how)
        process.wait(timeout=300)
        assert are_gone(process.pid)


@linux
def test_a_job_that_is_killed_ends_the_run_with_a_message(ctxgate: Tool) -> None:
    with running(ctxgate, "--jobs", "2") as process:
        while len(workers := jobs_of(process.pid)) < 2:
            time.sleep(0.005)
        for pid in workers:
            os.kill(pid, signal.SIGKILL)
        _, err = process.communicate(timeout=300)
    assert process.returncode == 3
    assert err.decode().splitlines()[0] == "ctxgate: a process of --jobs was ended from outside"
    assert "Traceback" not in err.decode()
    assert are_gone(process.pid)

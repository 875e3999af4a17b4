"""`exercise`: what a student types, and what comes back."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from pathlib import Path

import pytest
from commandline import CTXGATE, ROOT, Tool, clean_environment, of

FILE = "exercises/1-capture/fingerprint.py"
SOLUTION = ROOT / "exercises/1-capture/solution.py"


@pytest.fixture
def play(ctxgate: Tool) -> Tool:
    """The command in a folder that was laid out."""
    assert ctxgate("init").code == 0
    return ctxgate


def test_a_check_says_expected_and_found_file_hint_and_next(play: Tool) -> None:
    done = play("exercise", "check", "1")
    assert (done.code, done.err) == (1, "")
    said = done.out.decode()
    assert "  NO  one capture line a chunk in each of two runs\n" in said
    assert "        expected  3 and 3 lines in two captures of the fixture\n" in said
    assert "        found     0 captures of the fixture\n" in said
    assert said.endswith(
        "0 of 4 met\n\n"
        f"file  {FILE}\n"
        "hint  ctxgate exercise hint 1\n"
        "next  ctxgate capture fixtures/refunds.json\n"
    )
    rows = of("exercise", play.logged)
    assert [row["criterion"] for row in rows] == [
        "captured_twice", "same_fingerprints", "captured_first", "fingerprint_agrees",
    ]  # fmt: skip
    assert {row["passed"] for row in rows} == {False}
    assert {row["n"] for row in rows} == {1}
    assert len({row["at"] for row in rows}) == 1


def test_a_check_as_json_prints_the_rows(play: Tool) -> None:
    done = play("exercise", "check", "1", "--json")
    assert done.code == 1
    assert done.rows == play.logged


def test_without_a_number_the_first_that_is_not_done_is_checked(play: Tool) -> None:
    assert b"exercise 1: " in play("exercise", "check").out
    play.shell("ctxgate capture fixtures/refunds.json; ctxgate capture fixtures/refunds.json")
    shutil.copy(SOLUTION, play.folder / FILE)
    assert play("exercise", "check").code == 0
    done = play("exercise", "check")
    assert done.code == 1
    assert b"exercise 2: " in done.out
    assert b"exercise 1: " not in done.out


def test_a_done_exercise_regresses_and_its_solution_stays(play: Tool) -> None:
    play.shell("ctxgate capture fixtures/refunds.json; ctxgate capture fixtures/refunds.json")
    shutil.copy(SOLUTION, play.folder / FILE)
    assert play("exercise", "check", "1").code == 0
    assert [row["state"] for row in play("exercise", "list", "--json").rows] == ["done", "open", "open"]
    reset = play("exercise", "reset", "1")
    assert reset.out.decode() == (
        f"kept your file as {FILE}.1\nwrote {FILE}\nnext: ctxgate exercise check 1\n"
    )
    assert (play.folder / f"{FILE}.1").read_bytes() == SOLUTION.read_bytes()
    assert play("exercise", "check", "1").code == 1
    listed = play("exercise", "list")
    assert b"regressed" in listed.out
    assert listed.out.endswith(b"next  ctxgate exercise check 1\n")
    assert play("exercise", "solution", "1").out == SOLUTION.read_bytes()


def test_hints_go_from_mild_to_plain(play: Tool) -> None:
    first = play("exercise", "hint", "1")
    assert first.code == 0
    assert first.out.decode().startswith("hint 1 of 3 for exercise 1\n")
    assert first.out.decode().endswith("more  ctxgate exercise hint 1 2\n")
    last = play("exercise", "hint", "1", "3").out.decode()
    assert "text.split()" in last
    assert last.endswith("more  ctxgate exercise solution 1 --show\n")
    none = play("exercise", "hint", "1", "4")
    assert (none.code, none.out) == (2, b"")
    assert "exercise 1 has 3 hints, and no number 4" in none.err


def test_a_solution_comes_after_the_exercise_or_on_request(play: Tool) -> None:
    early = play("exercise", "solution", "2")
    assert (early.code, early.out) == (1, b"")
    assert "exercise 2 is not done yet" in early.err
    assert "--show" in early.err
    shown = play("exercise", "solution", "2", "--show")
    assert (shown.code, shown.err) == (0, "")
    assert shown.out == (ROOT / "exercises/2-score/solution.toml").read_bytes()


def test_who_comes_late_starts_where_the_class_is(play: Tool) -> None:
    shutil.rmtree(play.folder / "exercises/3-gate")
    done = play("exercise", "start", "3")
    assert done.code == 0
    assert "wrote exercises/3-gate/gate.py, which was missing" in done.err
    said = done.out.decode()
    assert "exercise 3: Gate and replay (15 minutes)" in said
    assert "read   exercises/3-gate/README.md\n" in said
    assert said.endswith("next   ctxgate capture fixtures/refunds.json\n")
    again = play("exercise", "start", "3")
    assert again.code == 0
    play("exercise", "start", "1")
    boxes = [(row["box"], row["phase"]) for row in of("timer", play.logged)]
    assert boxes == [("exercise 3", "begin"), ("exercise 3", "end"), ("exercise 1", "begin")]


def test_an_unknown_number_is_wrong_usage(play: Tool) -> None:
    for verb in ("start", "check", "hint", "solution", "reset", "watch"):
        done = play("exercise", verb, "4")
        assert (done.code, done.out) == (2, b"")
        assert "there is no exercise 4; they are 1, 2, 3" in done.err
    assert play("exercise", "check", "1", "--all").code == 2


def test_elsewhere_it_says_where_to_go(ctxgate: Tool, tmp_path: Path) -> None:
    done = ctxgate("exercise", "check", "1")
    assert (done.code, done.out) == (3, b"")
    assert "`ctxgate init class && cd class` lays them out." in done.err
    ctxgate("init", "class")
    inside = ctxgate("exercise", "check", "1", cwd=tmp_path / "class/exercises/1-capture")
    assert inside.code == 3
    assert f"`cd {tmp_path / 'class'}`, which is the folder of the class." in inside.err
    assert not ctxgate.log.exists()


def test_a_log_that_is_damaged_is_told_and_checked_all_the_same(play: Tool) -> None:
    play("capture", "fixtures/refunds.json")
    with play.log.open("ab") as log:
        log.write(b'\xff\x1b[31m{"event"\n')
    play("capture", "fixtures/refunds.json")
    done = play("exercise", "check", "1")
    assert done.code == 1
    assert b"3 of 4 met" in done.out
    assert "warning: " in done.err
    assert "\x1b" not in done.err


def test_a_broken_file_gives_a_sentence_and_no_traceback(play: Tool) -> None:
    for content, says in (
        ("def fingerprint(", "line 1: not Python yet"),
        ("while True: pass", "it was stopped after 0.5 seconds"),
        ("raise SystemExit", "it ends the program (SystemExit)"),
        (
            "print('\\x1b[31m' * 99)\ndef fingerprint(t): return '\\x1b]0;x\\x07'",
            "gives '\\\\u001b]0;x\\\\u0007'",
        ),
    ):
        (play.folder / FILE).write_text(content)
        done = play("exercise", "check", "1", "--seconds", "0.5" if "while" in content else "9")
        assert (done.code, done.err) == (1, "")
        said = done.out.decode()
        assert says in said
        assert "Traceback" not in said
        assert "\x1b" not in said
    (play.folder / FILE).unlink()
    done = play("exercise", "check", "1")
    assert b"it is not there any more; `ctxgate exercise reset 1` brings it back" in done.out


def test_what_a_missing_file_needs_is_a_reset(play: Tool) -> None:
    play.shell("ctxgate capture fixtures/refunds.json; ctxgate capture fixtures/refunds.json")
    (play.folder / FILE).unlink()
    assert play("exercise", "check", "1").out.decode().endswith("next  ctxgate exercise reset 1\n")
    assert play("exercise", "reset", "1").code == 0
    assert (play.folder / FILE).is_file()


def test_on_a_terminal_and_on_a_narrow_one_commands_stay_on_one_line(play: Tool) -> None:
    code, sent = play.terminal("exercise", "check", "3", env={"COLUMNS": "40", "NO_COLOR": "1"})
    assert code == 1
    assert "\x1b" not in sent
    assert "file  exercises/3-gate/gate.py\r\n" in sent
    code, sent = play.terminal("exercise", "list")
    assert code == 0
    assert "next  ctxgate exercise start 1" in sent


class Watching:
    """`exercise watch` in a process of its own, its output in a file."""

    def __init__(self, tool: Tool, *args: str) -> None:
        self.out = tool.folder / "watched.txt"
        with self.out.open("wb") as out:
            self.process = subprocess.Popen(
                [*CTXGATE, "exercise", "watch", *args],
                cwd=tool.folder,
                env=clean_environment(),
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.STDOUT,
            )

    def wait_for(self, text: str, times: int = 1) -> None:
        ends = time.monotonic() + 120
        while self.out.read_text().count(text) < times:
            assert time.monotonic() < ends, self.out.read_text()
            time.sleep(0.05)

    def ended(self) -> int:
        return self.process.wait(20)


def test_watch_checks_again_on_save_and_ends_when_it_is_done(play: Tool) -> None:
    watching = Watching(play, "1")
    watching.wait_for("watching")
    (play.folder / FILE).write_text("def fingerprint(")
    watching.wait_for("not Python yet")
    play("capture", "fixtures/refunds.json")
    watching.wait_for("1 capture of the fixture")
    play("capture", "fixtures/refunds.json")
    watching.wait_for("3 of 4 met")
    shutil.copy(SOLUTION, play.folder / FILE)
    watching.wait_for("4 of 4 met")
    assert watching.ended() == 0


def test_watch_ends_on_control_c_without_a_traceback(play: Tool) -> None:
    watching = Watching(play)
    watching.wait_for("watching")
    time.sleep(0.6)  # it does not wake itself by what it writes into the log
    assert watching.out.read_text().count("0 of 4 met") == 1
    os.kill(watching.process.pid, signal.SIGINT)
    assert watching.ended() == 130
    said = watching.out.read_text()
    assert "Traceback" not in said
    assert said.rstrip().endswith("ctxgate: interrupted; what is in the log stays there")

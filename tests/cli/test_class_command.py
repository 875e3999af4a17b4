"""`class`: many students' logs, which nobody vouches for."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from commandline import ROOT, Tool


@pytest.fixture
def students(ctxgate: Tool) -> list[str]:
    """The logs of two students: one has done the steps and no exercise, one has captured twice."""
    fixture = ROOT / "fixtures/refunds.json"
    for name, commands in (
        ("ann", (["capture", fixture], ["run", fixture, "--policy", "workshop"], ["replay", "doc-b"])),
        ("bob", (["capture", fixture], ["capture", fixture])),
    ):
        folder = ctxgate.folder / name
        folder.mkdir()
        for command in commands:
            assert ctxgate(*command, cwd=folder).code == 0
    return [f"{name}/logs/context-gate.jsonl" for name in ("ann", "bob")]


def test_who_met_what_as_a_table(ctxgate: Tool, students: list[str]) -> None:
    done = ctxgate("class", *students)
    assert (done.code, done.err) == (0, "")
    said = done.out.decode()
    assert "2 students" in said
    for name, counts in (("ann", ["3 of 4", "4 of 6", "3 of 5"]), ("bob", ["3 of 4", "0 of 6", "0 of 5"])):
        line = next(line for line in said.splitlines() if line.startswith(f" {name} "))
        for count in counts:
            assert count in line
    assert "commonest miss: fingerprint.py agrees with the tool on every line of traps.jsonl (2 of 2)" in said


def test_csv_and_json(ctxgate: Tool, students: list[str]) -> None:
    lines = list(csv.DictReader(io.StringIO(ctxgate("class", *students, "--csv").out.decode())))
    assert [line["student"] for line in lines] == ["ann", "bob"]
    assert [line["planted_dropped"] for line in lines] == ["yes", "no"]
    assert [line["script_enforces"] for line in lines] == ["", ""]
    found = json.loads(ctxgate("class", *students, "--json").out)
    assert found["met_by"]["captured_twice"] == 2
    assert found["met_by"]["replay_is_clean"] == 1
    both = ctxgate("class", *students, "--csv", "--json")
    assert (both.code, both.out) == (2, b"")


def test_a_folder_stands_for_its_log(ctxgate: Tool, students: list[str]) -> None:
    assert json.loads(ctxgate("class", "ann", "bob", "--json").out)["students"][1]["student"] == "bob"


def test_damaged_lines_are_counted_and_the_rest_is_read(ctxgate: Tool, students: list[str]) -> None:
    path = ctxgate.folder / students[1]
    with path.open("ab") as log:
        log.write(b'\x1b[31m\xff\n{"event":"exercise","v":2}\n{"event":"exer')
    done = ctxgate("class", *students, "--json")
    assert done.code == 0
    assert json.loads(done.out)["students"][1]["unreadable_lines"] == 3
    assert "unreadable lines: 3, the first: " in done.err
    assert "\x1b" not in done.err


def test_what_is_no_log_is_refused_and_the_others_are_read(ctxgate: Tool, students: list[str]) -> None:
    (ctxgate.folder / "words.txt").write_text("these are\nno rows\n")
    (ctxgate.folder / "many.txt").write_text("x\n" * 1_000_000)
    with (ctxgate.folder / "huge.jsonl").open("wb") as file:
        file.truncate(65_000_000)
    done = ctxgate("class", "words.txt", *students, "many.txt", "huge.jsonl", "gone.jsonl", "/dev/zero")
    assert done.code == 3
    assert b"2 students" in done.out
    for said in (
        "words.txt: not a log: words.txt:1: damaged",
        "many.txt: more than 200 lines cannot be read, so this is no log",
        "huge.jsonl: larger than 64 MB, which no student's log is",
        "gone.jsonl: cannot be read: no such file or directory",
        "/dev/zero is not a file",
        "5 refused, 2 read",
    ):
        assert said in done.err
    alone = ctxgate("class", "words.txt")
    assert (alone.code, alone.out) == (3, b"")
    assert "none of these logs can be read" in alone.err


def test_hostile_names_and_rows_are_shown_and_not_obeyed(ctxgate: Tool, students: list[str]) -> None:
    text = (ctxgate.folder / students[0]).read_text()
    evil = "=cmd \x1b[31m[bold]x[bold]\n.jsonl"
    (ctxgate.folder / evil).write_text(text)
    row = {"event": "exercise", "v": 1, "run": "r", "at": "\x1b", "n": 10**9, "criterion": "\x1b[31m"}
    (ctxgate.folder / "b.jsonl").write_text(
        text + json.dumps({**row, "passed": True, "found": "\x07"}) + "\n"
    )
    done = ctxgate("class", evil, "b.jsonl")
    assert (done.code, done.err) == (0, "")
    assert b"\x1b" not in done.out
    assert b"[bold]x[bold]" in done.out
    lines = list(csv.reader(io.StringIO(ctxgate("class", evil, "b.jsonl", "--csv").out.decode())))
    assert lines[1][0] == "'=cmd \\u001b[31m[bold]x[bold]\\u000a"
    code, sent = ctxgate.terminal("class", evil, "b.jsonl", env={"NO_COLOR": "1"})
    assert code == 0
    assert "\x1b" not in sent


def test_a_log_from_a_pipe_is_refused(ctxgate: Tool) -> None:
    import os

    os.mkfifo(ctxgate.folder / "pipe")
    done = ctxgate("class", "pipe", timeout=120)
    assert done.code == 3
    assert "is not a file" in done.err


def test_nobody_is_asked_for_nothing(ctxgate: Tool) -> None:
    assert ctxgate("class").code == 2
    Path(ctxgate.folder / "empty.jsonl").write_bytes(b"")
    done = ctxgate("class", "empty.jsonl", "--json")
    assert done.code == 0
    assert set(json.loads(done.out)["students"][0]["met"].values()) == {None}

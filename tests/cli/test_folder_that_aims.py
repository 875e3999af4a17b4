"""A folder that one downloads cannot aim the tool: nothing in it leads to a file elsewhere."""

from __future__ import annotations

import os
import shutil
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from commandline import ROOT, Done, Tool

from ctxgate.cli.app import COMMANDS, group

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs links and pipes")

VICTIM = "a file of the user's\n"
RUBRIC = "exercises/2-score/rubric.toml"


@pytest.fixture
def victim(tmp_path: Path) -> Path:
    """A file outside the folder that is worked in."""
    path = tmp_path / "home" / ".bashrc"
    path.parent.mkdir()
    path.write_text(VICTIM)
    return path


@pytest.fixture
def ctxgate(tmp_path: Path) -> Tool:
    """The command, in a folder that somebody else has made."""
    folder = tmp_path / "downloaded"
    folder.mkdir()
    shutil.copy(ROOT / "fixtures/refunds.json", folder)
    return Tool(folder)


def point(at: Path, to: Path) -> None:
    at.parent.mkdir(parents=True, exist_ok=True)
    if at.is_dir() and not at.is_symlink():
        shutil.rmtree(at)
    at.unlink(missing_ok=True)
    at.symlink_to(to)


def refused(done: Done, what: str) -> None:
    assert done.code == 3, done
    assert what in done.err
    assert "Traceback" not in done.err
    assert len(done.err.splitlines()) <= 3


def leaf_commands() -> Iterator[list[str]]:
    for name in COMMANDS:
        command: Any = group().commands[name]
        inner: Any = getattr(command, "commands", None)
        if inner is None or getattr(command, "invoke_without_command", False):
            yield from [[name]] if _takes_log(command) else []
        for sub in inner or {}:
            yield from [[name, sub]] if _takes_log(inner[sub]) else []


def _takes_log(command: Any) -> bool:
    return any("--log" in parameter.opts for parameter in command.params)


ARGUMENTS = {
    "capture": ["refunds.json"],
    "run": ["refunds.json"],
    "replay": ["doc-b"],
    "diff": ["last", "last~1"],
    "debrief": ["--answer", "1=x"],
    "exercise start": ["1"],
    "exercise check": ["1"],
    "exercise solution": ["1"],
    "exercise watch": ["1"],
    "timer start": ["--minute", "0.01"],
}


@pytest.mark.parametrize("words", list(leaf_commands()), ids=" ".join)
def test_no_command_follows_a_link_at_the_default_log(ctxgate: Tool, victim: Path, words: list[str]) -> None:
    assert ctxgate("init").code == 0
    point(ctxgate.log, victim)
    done = ctxgate(*words, *ARGUMENTS.get(" ".join(words), []))
    said = done.err + done.out.decode()
    assert "is a symbolic link" in " ".join(said.split()), said
    assert done.code == (1 if words == ["doctor"] else 3)
    assert "Traceback" not in said
    assert victim.read_text() == VICTIM
    assert list(victim.parent.iterdir()) == [victim]


def _link(at: Path, victim: Path) -> None:
    point(at, victim)


def _dangling(at: Path, victim: Path) -> None:
    point(at, victim.with_name("not-there"))


def _link_by_a_link(at: Path, victim: Path) -> None:
    point(at.with_name("between"), victim)
    point(at, Path("between"))


def _link_of_the_folder(at: Path, victim: Path) -> None:
    point(at.parent, victim.parent)


def _hard_link(at: Path, victim: Path) -> None:
    at.parent.mkdir(exist_ok=True)
    at.hardlink_to(victim)


def _pipe(at: Path, victim: Path) -> None:
    at.parent.mkdir(exist_ok=True)
    os.mkfifo(at)


def _socket(at: Path, victim: Path) -> None:
    at.parent.mkdir(exist_ok=True)
    here = Path.cwd()
    os.chdir(at.parent)  # the path of a socket may have no more than a hundred bytes
    try:
        with socket.socket(socket.AF_UNIX) as made:
            made.bind(at.name)
    finally:
        os.chdir(here)


WAYS: dict[str, Callable[[Path, Path], None]] = {
    "a symbolic link": _link,
    "a symbolic link that leads nowhere": _dangling,
    "a symbolic link by another": _link_by_a_link,
    "a symbolic link of the folder": _link_of_the_folder,
    "a hard link": _hard_link,
    "a named pipe": _pipe,
    "a socket": _socket,
}


@pytest.mark.parametrize("way", WAYS)
def test_whatever_stands_at_the_default_log_is_neither_written_nor_read(
    ctxgate: Tool, victim: Path, way: str
) -> None:
    WAYS[way](ctxgate.log, victim)
    kind = way.split(" that", maxsplit=1)[0].split(" by", maxsplit=1)[0].split(" of", maxsplit=1)[0]
    for call in (["capture", "refunds.json"], ["runs"], ["run", "refunds.json"], ["exercise", "list"]):
        done = ctxgate(*call, timeout=60)
        refused(
            done, f"it is {kind}" if way != "a symbolic link of the folder" else "logs is a symbolic link"
        )
        assert "takes it out of the way; if it is meant, name the log with --log PATH." in done.err
        assert VICTIM.strip() not in done.err
    assert [path.name for path in victim.parent.iterdir()] == [".bashrc"]
    assert victim.read_text() == VICTIM


@pytest.mark.parametrize("how", ["flag", "variable"])
def test_a_link_that_was_named_is_followed(ctxgate: Tool, tmp_path: Path, how: str) -> None:
    kept = tmp_path / "elsewhere.jsonl"
    point(ctxgate.log, kept)
    name = "logs/context-gate.jsonl"
    flag, env = (["--log", name], {}) if how == "flag" else ([], {"CTXGATE_LOG": name})
    assert ctxgate("capture", "refunds.json", *flag, env=env).code == 0
    assert len(kept.read_bytes().splitlines()) == 3
    assert ctxgate("runs", *flag, env=env).code == 0


LAID_OUT = {
    "fixtures": ["init", "--force"],
    "fixtures/refunds.json": ["init", "--force"],
    "exercises": ["init", "--force"],
    "exercises/1-capture": ["init"],
    "exercises/README.md": ["init", "--force"],
    "logs": ["init", "--force"],
    "logs/README.md": ["init"],
    "ctxgate.toml": ["init", "--force"],
    RUBRIC: ["exercise", "reset", "2"],
    "exercises/2-score": ["exercise", "reset", "2"],
    "exercises/3-gate": ["exercise", "start", "3"],
}


@pytest.mark.parametrize("there", [True, False], ids=["there", "dangling"])
@pytest.mark.parametrize("name", LAID_OUT)
def test_what_is_laid_out_goes_through_no_link(ctxgate: Tool, victim: Path, name: str, there: bool) -> None:
    assert ctxgate("init").code == 0
    path = ctxgate.folder / name
    target = (victim.parent if path.is_dir() else victim) if there else victim.with_name("not-there")
    point(path, target)
    before = sorted(p for p in victim.parent.rglob("*"))
    refused(ctxgate(*LAID_OUT[name]), f"{name}: this is a symbolic link")
    assert victim.read_text() == VICTIM
    assert sorted(p for p in victim.parent.rglob("*")) == before


@pytest.mark.parametrize("name", ["fixtures/refunds.json", RUBRIC, "logs/README.md"])
@pytest.mark.parametrize("way", ["a named pipe", "a hard link", "a socket"])
def test_what_is_laid_out_waits_for_no_pipe_and_writes_no_other_file(
    ctxgate: Tool, victim: Path, name: str, way: str
) -> None:
    assert ctxgate("init").code == 0
    (ctxgate.folder / name).unlink()
    WAYS[way](ctxgate.folder / name, victim)
    refused(ctxgate("init", "--force", timeout=60), f"{name}: this is {way}")
    assert victim.read_text() == VICTIM
    for call in (["exercise", "check", "2"], ["exercise", "list"]):
        assert "Traceback" not in ctxgate(*call, timeout=60).err


def test_nothing_is_written_when_one_of_the_files_is_a_link(ctxgate: Tool, victim: Path) -> None:
    point(ctxgate.folder / "logs/README.md", victim)
    refused(ctxgate("init"), "logs/README.md: this is a symbolic link")
    assert sorted(p.name for p in ctxgate.folder.iterdir()) == ["logs", "refunds.json"]


def test_the_folder_that_init_is_given_may_be_a_link(ctxgate: Tool, tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    point(ctxgate.folder / "class", tmp_path / "real")
    assert ctxgate("init", "class").code == 0
    assert (tmp_path / "real" / RUBRIC).is_file()


def test_a_link_in_place_of_a_students_file_is_not_run(ctxgate: Tool, victim: Path) -> None:
    assert ctxgate("init").code == 0
    script = victim.with_name("script.py")
    script.write_text(f"open({str(victim)!r}, 'w')\ndef fingerprint(text): return ''\n")
    point(ctxgate.folder / "exercises/1-capture/fingerprint.py", script)
    done = ctxgate("exercise", "check", "1")
    assert done.code == 1
    assert "fingerprint.py is a symbolic link, and not the file itself" in " ".join(done.out.decode().split())
    assert victim.read_text() == VICTIM


@pytest.mark.parametrize("named", [False, True])
@pytest.mark.parametrize("way", ["a symbolic link", "a hard link", "a named pipe"])
def test_the_notes_of_the_debrief_go_nowhere_else(ctxgate: Tool, victim: Path, way: str, named: bool) -> None:
    log = ["--log", "logs/context-gate.jsonl"] if named else []
    assert ctxgate("run", "refunds.json", *log).code == 0
    WAYS[way](ctxgate.folder / "logs/debrief.md", victim)
    done = ctxgate("debrief", "--answer", "1=x", *log, timeout=60)
    assert done.code == 3
    assert f"cannot write logs/debrief.md: logs/debrief.md is {way}" in done.err
    assert victim.read_text() == VICTIM


def test_a_students_folder_does_not_show_a_file_of_whoever_looks_over_the_class(
    ctxgate: Tool, victim: Path
) -> None:
    point(ctxgate.folder / "student/logs/context-gate.jsonl", victim)
    done = ctxgate("class", "student")
    assert done.code == 3
    assert "it is a symbolic link" in done.err


def test_the_trial_file_of_doctor_is_not_made_elsewhere(ctxgate: Tool, victim: Path) -> None:
    point(ctxgate.folder / "logs", victim.parent)
    victim.parent.chmod(0o755)
    before = victim.parent.stat().st_mtime_ns
    done = ctxgate("doctor")
    assert done.code == 1
    assert victim.parent.stat().st_mtime_ns == before

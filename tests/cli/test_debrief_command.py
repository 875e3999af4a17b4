"""`ctxgate debrief`: prints, asks, and keeps the answers in the log and beside it."""

from __future__ import annotations

import os
import pty
import select
import time

import pytest
from commandline import CTXGATE, Tool, clean_environment, of


@pytest.fixture
def done_class(ctxgate: Tool, fixture_file: str) -> Tool:
    """A folder in which the fixture was run under the workshop policy."""
    ctxgate("run", fixture_file, "--policy", "workshop")
    return ctxgate


def notes(ctxgate: Tool) -> str:
    path = ctxgate.folder / "logs/debrief.md"
    return path.read_text() if path.exists() else ""


def test_without_a_terminal_and_without_answers_it_prints_and_records_nothing(done_class: Tool) -> None:
    done = done_class("debrief")
    out = done.out.decode()
    assert done.code == 0
    assert "nothing is recorded" in done.err
    for part in (
        "the decision table",
        "1. Which check caught doc-b",
        "temporal_fit: doc-c",
        "keep after class",
        "against it",
    ):
        assert part in out
    assert of("debrief", done_class.logged) == []
    assert notes(done_class) == ""


def test_answers_of_a_script_are_kept_in_the_log_and_beside_it(done_class: Tool) -> None:
    done = done_class("debrief", "--cohort", "spring", "--answer", "1=hygiene", "--answer", "3=isolate = ask")
    assert done.code == 0
    (row,) = of("debrief", done_class.logged)
    assert (row["cohort"], row["answers"], row["minutes"]) == (
        "spring",
        {"1": "hygiene", "3": "isolate = ask"},
        {},
    )
    text = notes(done_class)
    assert f"## {row['at'][:10]}, spring\n" in text
    assert "> isolate = ask\n" in text
    done_class("debrief", "--answer", "2=overlap holds")
    assert notes(done_class).startswith(text)
    assert notes(done_class).count("\n## ") == 2
    assert of("debrief", done_class.logged)[-1]["cohort"] == row["at"][:10]
    assert "debrief" in done_class("runs", "--json").rows[0]["steps"]


def test_the_notes_stand_beside_the_log(done_class: Tool) -> None:
    log = done_class.folder / "elsewhere/x.jsonl"
    log.parent.mkdir()
    done_class.log.rename(log)
    done_class("debrief", "--log", "elsewhere/x.jsonl", "--answer", "1=x")
    assert (log.parent / "debrief.md").exists()


@pytest.mark.parametrize("given", ["4=x", "x", "1=", "=x", "1= "])
def test_an_answer_that_belongs_to_no_question_is_refused(given: str, done_class: Tool) -> None:
    before = done_class.logged
    done = done_class("debrief", "--answer", given)
    assert done.code == 2
    assert done_class("debrief", "--answer", "1=a", "--answer", "1=b").code == 2
    assert done_class("debrief", "--cohort", " ", "--answer", "1=a").code == 2
    assert done_class.logged == before


def test_json_for_scripts(done_class: Tool) -> None:
    (facts,) = done_class("debrief", "--json", "--answer", "1=x").rows
    assert facts["actions"] == {"drop": 2, "isolate": 0, "allow_with_citation": 1, "allow": 0}
    assert [question["n"] for question in facts["questions"]] == ["1", "2", "3"]
    assert facts["answers"] == {"1": "x"}


def test_a_run_that_was_not_gated_is_described(ctxgate: Tool, fixture_file: str) -> None:
    ctxgate("capture", fixture_file)
    done = ctxgate("debrief")
    assert done.code == 0
    assert "captured, but not gated" in done.err


def typed(ctxgate: Tool, keys: bytes, *args: str) -> tuple[int, str]:
    pid, fd = pty.fork()
    if pid == 0:
        os.chdir(ctxgate.folder)
        os.execvpe(CTXGATE[0], [*CTXGATE, "debrief", *args], clean_environment(NO_COLOR="1"))
    sent, ends = b"", time.monotonic() + 300
    typed_in = False
    while time.monotonic() < ends and select.select([fd], [], [], 300)[0]:
        try:
            data = os.read(fd, 65536)
        except OSError:
            break
        if not data:
            break
        sent += data
        if not typed_in and b"> " in sent:
            os.write(fd, keys)
            typed_in = True
    os.close(fd)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), sent.decode()


def test_a_terminal_is_asked(done_class: Tool) -> None:
    code, _ = typed(done_class, "hygiène\n\nask\n".encode())
    assert code == 0
    (row,) = of("debrief", done_class.logged)
    assert row["answers"] == {"1": "hygiène", "3": "ask"}
    assert "> hygiène\n" in notes(done_class)


@pytest.mark.parametrize(("keys", "code"), [(b"\n\n\n", 0), (b"\x04", 0), (b"\x03", 130)])
def test_who_answers_nothing_records_nothing(keys: bytes, code: int, done_class: Tool) -> None:
    assert typed(done_class, keys)[0] == code
    assert of("debrief", done_class.logged) == []
    assert notes(done_class) == ""

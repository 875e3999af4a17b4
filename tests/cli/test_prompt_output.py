"""`gate --prompt`: the prompt's bytes and nothing else, and never before the log is on disk."""

from __future__ import annotations

import hashlib
import os
import resource
from pathlib import Path

import pytest
from commandline import Tool, chunk, lines, of, queries
from commandline import batch as batch_of

needs_dev_full = pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")


@pytest.fixture
def scored(ctxgate: Tool, fixture_file: str) -> bytes:
    """The teaching fixture, captured and scored into the log; its rows."""
    ctxgate("capture", fixture_file)
    rows: bytes = ctxgate("score", "--policy", "workshop").out
    return rows


def test_prompt_prints_the_bytes_that_the_log_holds(ctxgate: Tool, scored: bytes) -> None:
    done = ctxgate("gate", "--prompt")
    assert (done.code, done.err) == (0, "")
    (row,) = of("prompt", ctxgate.logged)
    assert done.out == row["prompt"].encode()
    assert hashlib.sha256(done.out).hexdigest() == row["sha256"]
    assert b"14 days" in done.out
    assert b"90-day" not in done.out


def test_prompt_of_a_stream_prints_the_same(ctxgate: Tool, scored: bytes) -> None:
    assert ctxgate("gate", "-", "--prompt", stdin=scored).out == ctxgate("gate", "--prompt").out


def test_a_prompt_beyond_ascii_is_utf_8_in_any_locale(ctxgate: Tool) -> None:
    text = "SKU-441: Rückgabe 14 Tage – 返金 ✓"
    ctxgate("run", "-", stdin=lines(batch_of("Rückgabe für SKU-441?", chunk(text=text))))
    done = ctxgate("gate", "--prompt", env={"LC_ALL": "C", "PYTHONIOENCODING": "ascii"})
    assert done.code == 0
    assert done.out.decode() == of("prompt", ctxgate.logged)[-1]["prompt"]
    assert f"| {text}\n".encode() in done.out


def test_an_empty_batch_has_a_prompt_too(ctxgate: Tool) -> None:
    done = ctxgate.shell(
        """echo '{"query": "q", "retrieved": []}' | ctxgate capture - | ctxgate score - | ctxgate gate - --prompt"""
    )
    assert (done.code, done.err) == (0, "")
    assert done.out.endswith(b"Evidence:\n(no trusted evidence)\n")


def test_prompt_of_several_batches_is_wrong_usage_and_writes_nothing(ctxgate: Tool) -> None:
    rows = ctxgate("capture", "-", stdin=lines(*queries(2))).out
    before = ctxgate.log.read_bytes()
    for args in (["gate", "--prompt"], ["gate", "-", "--prompt"]):
        done = ctxgate(*args, stdin=rows)
        assert (done.code, done.out) == (2, b"")
        assert "--prompt prints the prompt of one batch, and there are more\n" in done.err
        assert ctxgate.log.read_bytes() == before


def test_prompt_needs_the_log(ctxgate: Tool, scored: bytes) -> None:
    before = ctxgate.log.read_bytes()
    for args in (["gate", "--prompt", "--no-log"], ["gate", "-", "--prompt", "--no-log"]):
        done = ctxgate(*args, stdin=scored)
        assert (done.code, done.out) == (2, b"")
        assert "--prompt needs the log" in done.err
    assert ctxgate.log.read_bytes() == before


def test_prompt_excludes_the_other_outputs(ctxgate: Tool, scored: bytes) -> None:
    for other in ("--json", "--table"):
        done = ctxgate("gate", "--prompt", other)
        assert (done.code, done.out) == (2, b"")
        assert "exclude each other" in done.err


@pytest.mark.parametrize("given", [b"", b"nonsense\n"])
def test_without_a_batch_there_is_no_prompt(ctxgate: Tool, given: bytes) -> None:
    done = ctxgate("gate", "-", "--prompt", stdin=given)
    assert (done.code, done.out) == (3, b"")
    assert done.err


def test_a_refusal_beside_the_batch_leaves_no_prompt(ctxgate: Tool, scored: bytes) -> None:
    for given in (b"nonsense\n" + scored, scored + b"nonsense\n"):
        done = ctxgate("gate", "-", "--prompt", stdin=given)
        assert (done.code, done.out) == (3, b"")
        assert "damaged: not a line of JSON" in done.err
    assert of("prompt", ctxgate.logged) == []


@needs_dev_full
@pytest.mark.parametrize("output", ["--prompt", "--json", "--table"])
def test_a_full_disk_prints_no_prompt(ctxgate: Tool, scored: bytes, output: str) -> None:
    (ctxgate.folder / "full.jsonl").symlink_to("/dev/full")
    done = ctxgate("gate", "-", output, "--log", "full.jsonl", stdin=scored)
    assert (done.code, done.out) == (3, b"")
    assert done.err == (
        "ctxgate: cannot write the log full.jsonl: No space left on device\n"
        "  Nothing of this batch was logged. Free some space, then run the step again.\n"
    )


@pytest.mark.parametrize("args", [["gate", "--prompt"], ["gate", "--json"], ["run", "refunds.json"]])
def test_a_log_that_cannot_grow_prints_no_prompt_and_stays_as_it_was(
    ctxgate: Tool, scored: bytes, args: list[str]
) -> None:
    before = ctxgate.log.read_bytes()
    limit = len(before) + 700  # room for less than the rows of the batch

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    done = ctxgate(*args, preexec_fn=limited)
    assert (done.code, done.out) == (3, b"")
    assert "cannot write the log logs/context-gate.jsonl: File too large\n" in done.err
    assert ctxgate.log.read_bytes() == before


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write to anything")
def test_a_read_only_log_prints_no_prompt(ctxgate: Tool, scored: bytes) -> None:
    ctxgate.log.chmod(0o444)
    done = ctxgate("gate", "--prompt")
    assert (done.code, done.out) == (3, b"")
    assert "cannot write the log" in done.err


@pytest.mark.parametrize("log", ["folder", "refunds.json/log.jsonl", "/proc/nowhere/log.jsonl"])
def test_a_log_that_cannot_be_a_file_prints_no_prompt(ctxgate: Tool, scored: bytes, log: str) -> None:
    (ctxgate.folder / "folder").mkdir()
    done = ctxgate("gate", "-", "--prompt", "--log", log, stdin=scored)
    assert (done.code, done.out) == (3, b"")
    assert done.err.startswith(f"ctxgate: cannot write the log {log}: ")
    assert len(done.err.splitlines()) == 2

"""What is no input costs little memory and says little, however much of it there is."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from commandline import CTXGATE, ROOT, Tool, batch, clean_environment, lines

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="memory is counted in kilobytes on Linux")

MB = 1_000_000
MOST = 600
"""Megabytes. Held as objects, 60 MB of two-byte lines took 7,000."""

ASK = """
import resource, subprocess, sys
code = subprocess.run(sys.argv[2:], stdin=open(sys.argv[1], "rb"), stdout=subprocess.DEVNULL).returncode
print(code, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024)
"""


def measured(ctxgate: Tool, data: bytes, *words: str) -> tuple[int, int, list[str]]:
    """Return the exit code, the most memory that it took in MB, and what it said."""
    path = ctxgate.write("input", data)
    done = subprocess.run(
        [sys.executable, "-c", ASK, str(path), *CTXGATE, *words],
        cwd=ctxgate.folder, env=clean_environment(), capture_output=True, text=True, check=True,
    )  # fmt: skip
    path.unlink()
    code, memory = done.stdout.split()
    return int(code), int(memory), done.stderr.splitlines()


@pytest.mark.parametrize(
    "words",
    [["capture", "-"], ["capture", "-", "--strict"], ["run", "-"]],
    ids=" ".join,
)
def test_sixty_megabytes_of_short_lines_are_one_refusal(ctxgate: Tool, words: list[str]) -> None:
    code, memory, said = measured(ctxgate, b"x\n" * (30 * MB), *words, "--no-log")
    assert code == 3
    assert memory < MOST
    assert len(said) <= 3


SHORT = {
    "capture -": b"x\n" * 200_000,
    "run -": b"x\n" * 200_000 + lines(batch()),
    "score -": b"x\n" * 200_000,
    "gate -": b"x\n" * 200_000,
    "eval -": b"x\n" * 200_000,
    "retrieve KB --strict --queries -": b"ok\n" * 300_000 + b'{"query": 1}\n',
    "retrieve KB --queries -": b"\n" * 1_000_000 + b"hello\n",
}


@pytest.mark.parametrize("call", SHORT)
def test_many_lines_that_are_none_take_no_memory_and_few_words(ctxgate: Tool, call: str) -> None:
    words = call.replace("KB", str(ROOT / "fixtures/kb")).split()
    code, memory, said = measured(ctxgate, SHORT[call], *words)
    assert code == (0 if SHORT[call].endswith(b"hello\n") else 3)
    assert memory < 60
    assert len(said) <= 25


ONE = {
    "a line without an end": b"x" * (60 * MB),
    "a line that is too long": b"x" * (70 * MB) + b"\n",
    "brackets": b"[" * (60 * MB),
    "objects": b'{"a":' * (12 * MB),
    "a number": b'{"query":"q","retrieved":[],"n":' + b"9" * (60 * MB) + b"}\n",
    "a long string": b'"' + b"x" * (60 * MB) + b'"\n',
}


@pytest.mark.parametrize("kind", ONE)
@pytest.mark.parametrize("step", ["capture", "score", "eval"])
def test_one_enormous_line_is_one_refusal(ctxgate: Tool, kind: str, step: str) -> None:
    code, memory, said = measured(ctxgate, ONE[kind], step, "-")
    assert code == 3
    assert memory < MOST
    assert 1 <= len(said) <= 3
    assert sum(map(len, said)) < 2000
    assert "fault of ctxgate" not in "".join(said)


def test_what_is_a_batch_behind_lines_that_are_none_is_still_captured(ctxgate: Tool) -> None:
    given = b"\nx\n\n" * 100 + lines(batch("first"), batch("second")) + b"y\n"
    done = ctxgate("capture", "-", "--no-log", stdin=given)
    assert [row["query"] for row in done.rows] == ["first", "second"]
    assert "stdin:2: not JSON" in done.err
    assert done.err.endswith("101 refused, 2 batches done\n")


def test_a_document_of_several_lines_keeps_the_numbers_of_its_lines(ctxgate: Tool) -> None:
    text = "\n\n" + json.dumps(batch(), indent=2).replace('"id"', "id")
    done = ctxgate("capture", "-", "--no-log", stdin=text.encode())
    at = 1 + text[: text.index("id:")].count("\n")
    assert f"at line {at} column" in done.err


# A log


def test_a_log_of_forty_thousand_unreadable_lines_is_told_in_twenty_and_a_count(ctxgate: Tool) -> None:
    ctxgate.log.parent.mkdir()
    ctxgate.log.write_bytes(b"x\n" * 40_000)
    for words in (["runs"], ["exercise", "list"]):
        done = ctxgate(*words)
        said = done.err.splitlines()
        assert len(said) == 21
        assert said[-1] == "ctxgate: warning: … and 39,980 more"


def test_unreadable_lines_are_read_once_each(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from ctxgate.log import Log
    from ctxgate.log.snapshot import Snapshot

    whole = (ROOT / "tests/golden/rows.jsonl").read_bytes().split(b"\n")[0]
    run = "20260101T000000Z-00000001"
    whole = whole.replace(json.dumps(json.loads(whole)["run"]).encode(), json.dumps(run).encode(), 1)
    read = 0
    real = Snapshot.at

    def counted(self: Snapshot, offset: int, length: int) -> bytes:
        nonlocal read
        read += length
        return real(self, offset, length)

    monkeypatch.setattr(Snapshot, "at", counted)
    count = 20_000
    # The batches stand in the log in the opposite order: nothing may begin at its top for each of them.
    damaged = [b'{"run":"%s","seq":%d,"x' % (run.encode(), count - i) for i in range(count)]
    path = tmp_path / "log"
    path.write_bytes(b"\n".join([whole, *damaged, b""]))
    log = Log(path)
    assert len(list(log.rows())) == 1
    assert log.warnings.total == count
    assert len(log.warnings) == 1000
    assert len(set(log.warnings)) == 1000
    assert list(log.rows())
    assert log.warnings.total == count  # they are the same lines
    reader = log.run(log.resolve(run))
    batches = list(reader.batches())
    assert [batch.seq for batch in batches] == list(range(1, count + 1))
    assert batches[0].damage[0].startswith(f"{path}:{count + 1}: damaged")
    assert batches[-1].damage[0].startswith(f"{path}:2: damaged")
    # Each of them is read a few times, with at most some twenty kilobytes around it.
    assert read < 10 * path.stat().st_size + count * 25_000


@pytest.mark.parametrize("name", ["last", "1", "20260101T"])
def test_lines_that_seem_to_begin_a_run_are_looked_through_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    from ctxgate.errors import CtxgateError
    from ctxgate.log import Log
    from ctxgate.log.snapshot import Snapshot

    read = 0
    real = Snapshot.at

    def counted(self: Snapshot, offset: int, length: int) -> bytes:
        nonlocal read
        read += length
        return real(self, offset, length)

    monkeypatch.setattr(Snapshot, "at", counted)
    path = tmp_path / "log"
    path.write_bytes(
        b"".join(
            b'{"run":"20260101T000000Z-%08x","event":"capture","seq":1,"pos":1,"x\n' % i
            for i in range(20_000)
        )
    )
    with pytest.raises(CtxgateError, match="holds no run"):
        Log(path).resolve(name)
    assert read < 10 * path.stat().st_size


# Half a surrogate pair


@pytest.mark.parametrize(
    "bad",
    [
        r'{"query": "two", "note": "\ud800"}',
        r'{"query": "two", "\udc00": 1}',
        r'{"query": "two", "deep": [{"a": ["\ud83d"]}]}',
        r'{"query": "two", "id": "\udfff"}',
        r'{"query": "\ud800"}',
        r'{"query": "two", "scope": "\ud800"}',
        r'{"query": "two", "scope": ["a", "\ud800"]}',
    ],
)
def test_half_a_surrogate_pair_in_a_query_refuses_its_line_alone(ctxgate: Tool, bad: str) -> None:
    given = f'{{"query": "refund one"}}\n{bad}\nrefund three\n'.encode()
    done = ctxgate("retrieve", ROOT / "fixtures/kb", "--queries", "-", stdin=given)
    assert done.code == 3
    assert [row["query"] for row in done.rows] == ["refund one", "refund three"]
    assert done.err.splitlines()[0].startswith("ctxgate: stdin:2: ")
    assert "half a surrogate pair, which is not text" in done.err
    assert done.err.splitlines()[-1] == "ctxgate: 1 refused, 2 batches done"


@pytest.mark.parametrize("step", ["capture", "score", "gate", "eval"])
def test_half_a_surrogate_pair_in_a_batch_refuses_its_line_alone(ctxgate: Tool, step: str) -> None:
    given = b'{"query": "q", "retrieved": [], "x": "\\ud800"}\nnonsense\n'
    done = ctxgate(step, "-", stdin=given)
    assert done.code == 3
    assert "stdin:1" in done.err
    assert "fault of ctxgate" not in done.err


def test_strict_queries_from_a_pipe_are_read_before_the_first_batch_is_written(ctxgate: Tool) -> None:
    kb = ROOT / "fixtures/kb"
    done = ctxgate("retrieve", kb, "--strict", "--queries", "-", stdin=b'refund\n{"query": 1}\n')
    assert (done.code, done.out) == (3, b"")
    done = ctxgate("retrieve", kb, "--strict", "--queries", "-", stdin=b"refund\ninvoice\n")
    assert [row["query"] for row in done.rows] == ["refund", "invoice"]

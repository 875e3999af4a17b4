"""The log: appending from many processes, crashes, names of runs, reading back, damage."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
import tracemalloc
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ctxgate import errors, rows
from ctxgate.log import BatchRows, Log
from ctxgate.log.snapshot import Snapshot

ROOT = Path(__file__).parents[1]
AT = "2026-01-01T00:00:00.000Z"
posix = pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX system")


def run_id(number: int) -> str:
    return f"20260101T{number:06d}Z-{number:08x}"


A, B, C = run_id(1), run_id(2), run_id(3)


def capture(run: str, seq: int, pos: int = 1, n: int = 1, text: str = "some text") -> rows.CaptureRow:
    return rows.CaptureRow(
        v=1, run=run, at=AT, seq=seq, batch="b" * 16, pos=pos, n=n, query="a query", id=f"doc-{pos}",
        source="wiki/a.md", sha256_16="0" * 16, chars=len(text), text=text,
    )  # fmt: skip


def gate(run: str, seq: int, pos: int = 1, n: int = 1, reasons: tuple[str, ...] = ()) -> rows.GateRow:
    return rows.GateRow(
        v=1, run=run, at=AT, seq=seq, batch="b" * 16, pos=pos, n=n, id=f"doc-{pos}", source="wiki/a.md",
        sha256_16="0" * 16, score=0.5, action="isolate", reasons=reasons, conflicts=(),
    )  # fmt: skip


def empty(run: str, seq: int) -> rows.EmptyRow:
    return rows.EmptyRow(v=1, run=run, at=AT, seq=seq, batch="b" * 16, query="a query")


def timer(run: str, box: str = "exercise 1") -> rows.TimerRow:
    return rows.TimerRow(v=1, run=run, at=AT, box=box, phase="begin")


def batch(run: str, seq: int, n: int = 2, text: str = "some text") -> list[rows.AnyRow]:
    return [capture(run, seq, pos, n, text) for pos in range(1, n + 1)]


def read(log: Log, run: str) -> list[BatchRows]:
    return list(log.batches(run))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "logs" / "context-gate.jsonl"


@pytest.fixture
def log(path: Path) -> Iterator[Log]:
    with Log(path) as log:
        yield log


def write(log: Log, *batches: list[rows.AnyRow]) -> None:
    for some in batches:
        log.append(rows.encode_all(some))


def start_python(script: str, *args: object) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", script, *map(str, args)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT), str(ROOT / "tests")))},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


# Appending


def test_append_makes_missing_folders_and_writes_the_bytes_as_they_are(log: Log, path: Path) -> None:
    log.append(rows.encode_all(batch(A, 1)))
    log.append(rows.encode_all(batch(A, 2)), sync=True)
    assert path.read_bytes() == rows.encode_all(batch(A, 1) + batch(A, 2))


def test_append_takes_only_whole_lines(log: Log, path: Path) -> None:
    log.append(b"")
    with pytest.raises(ValueError, match="whole lines"):
        log.append(b'{"event":')
    assert not path.exists()


def test_append_is_one_write(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    log.append(b"{}\n")
    written: list[int] = []
    real = os.write
    monkeypatch.setattr(os, "write", lambda fd, data: written.append(len(data)) or real(fd, data))  # type: ignore[func-returns-value]
    log.append(b"x" * 3_000_000 + b"\n")
    assert written == [3_000_001]


def test_append_sets_a_torn_line_apart(log: Log, path: Path) -> None:
    write(log, batch(A, 1))
    path.write_bytes(path.read_bytes() + b'{"event":"cap')
    write(log, batch(B, 1))
    assert path.read_bytes().split(b"\n")[2] == b'{"event":"cap'
    assert read(log, B) == [BatchRows(1, batch(B, 1), [])]


def test_append_after_the_log_was_moved_away_begins_a_new_one(log: Log, path: Path) -> None:
    write(log, batch(A, 1))
    path.rename(path.with_suffix(".old"))
    write(log, batch(B, 1))
    assert path.read_bytes() == rows.encode_all(batch(B, 1))


def test_a_short_write_is_continued(log: Log, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.write
    monkeypatch.setattr(os, "write", lambda fd, data: real(fd, bytes(data)[:100]))
    write(log, batch(A, 1))
    assert path.read_bytes() == rows.encode_all(batch(A, 1))


def test_an_interrupted_append_takes_its_bytes_back(
    log: Log, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(log, batch(A, 1))
    path.write_bytes(path.read_bytes() + b"torn")
    before = path.read_bytes()
    real = os.write

    def interrupted(fd: int, data: bytes) -> int:
        if len(data) < 300:
            raise KeyboardInterrupt
        return real(fd, bytes(data)[:-200])

    monkeypatch.setattr(os, "write", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write(log, batch(A, 2))
    assert path.read_bytes() == before
    monkeypatch.undo()
    write(log, batch(A, 2))
    assert [found.seq for found in read(log, A)] == [1, 2]


def test_bytes_that_someone_without_the_lock_appended_are_never_taken_back(
    log: Log, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(log, batch(A, 1))
    real = os.write

    def rude(fd: int, data: bytes) -> int:
        if len(data) < 100:
            raise OSError(28, "No space left on device")
        written = real(fd, bytes(data)[:-50])
        with path.open("ab") as other:
            other.write(b"\nfrom elsewhere\n")
        return written

    monkeypatch.setattr(os, "write", rude)
    with pytest.raises(errors.LogError):
        write(log, batch(A, 2))
    assert path.read_bytes().endswith(b"\nfrom elsewhere\n")


WRITER = """
import sys
from pathlib import Path
from ctxgate import rows
from ctxgate.log import Log
from test_log import batch, run_id
number, count = int(sys.argv[2]), int(sys.argv[3])
log = Log(Path(sys.argv[1]))
print("ready", flush=True)
for seq in range(1, count + 1):
    word = f"<{number}.{seq}>"
    log.append(rows.encode_all(batch(run_id(number), seq, 2, word * (12_000 // len(word)))))
"""


@pytest.mark.slow
@posix
def test_eight_processes_lose_nothing_and_mix_nothing(path: Path) -> None:
    writers = [start_python(WRITER, path, number, 1000) for number in range(1, 9)]
    outputs = [writer.communicate()[0] for writer in writers]
    assert [(writer.returncode, out) for writer, out in zip(writers, outputs, strict=True)] == [
        (0, "ready\n")
    ] * 8
    log = Log(path)
    assert path.read_bytes().count(b"\n") == 16_000
    assert sorted(log.runs()) == [run_id(number) for number in range(1, 9)]
    for number in range(1, 9):
        seqs = 0
        for seqs, (seq, found, damage) in enumerate(log.batches(run_id(number)), 1):
            word = f"<{number}.{seq}>"
            assert found == batch(run_id(number), seqs, 2, word * (12_000 // len(word)))
            assert not damage
        assert seqs == 1000


FORKING = """
import os, sys, threading
from pathlib import Path
from ctxgate import rows
from ctxgate.log import Log
from test_log import batch, run_id
log = Log(Path(sys.argv[1]))
log.append(rows.encode_all(batch(run_id(9), 1)))
def work(number):
    for seq in range(1, 101):
        log.append(rows.encode_all(batch(run_id(number), seq, 2, "x" * 20_000)))
children = []
for child in range(3):
    pid = os.fork()
    if pid == 0:
        threads = [threading.Thread(target=work, args=(10 * child + thread,)) for thread in range(3)]
        [thread.start() for thread in threads]
        [thread.join() for thread in threads]
        os._exit(0)
    children.append(pid)
sys.exit(max(os.waitpid(pid, 0)[1] for pid in children))
"""


@posix
def test_threads_of_forked_children_share_one_log_object(path: Path) -> None:
    writer = start_python(FORKING, path)
    assert writer.communicate()[0] == ""
    assert writer.returncode == 0
    log = Log(path)
    assert Counter(row.run for _, row in log.rows()) == {
        run_id(9): 2,
        **{run_id(10 * child + thread): 200 for child in range(3) for thread in range(3)},
    }
    assert not log.warnings


PARENT_HOLDS_THE_LOCK = """
import os, sys, time
from pathlib import Path
from ctxgate.log import Log
log = Log(Path(sys.argv[1]))
log.append(b"{}\\n")
with log._appender._locked():
    child = os.fork()
    if child == 0:
        log.append(b"[]\\n")
        os._exit(0)
    time.sleep(0.2)
    print(Path(sys.argv[1]).read_bytes())
os.waitpid(child, 0)
print(Path(sys.argv[1]).read_bytes())
"""


@posix
def test_a_forked_child_waits_for_its_parent(path: Path) -> None:
    out = start_python(PARENT_HOLDS_THE_LOCK, path).communicate()[0]
    assert out.splitlines() == [repr(b"{}\n"), repr(b"{}\n[]\n")]


@pytest.mark.slow
@posix
def test_a_killed_writer_costs_at_most_its_last_batch(path: Path) -> None:
    killed_writer = WRITER.replace("seq, 2,", "seq, 200,")  # 2.4 MB a write: some are caught within
    for number in range(1, 9):
        writer = start_python(killed_writer, path, number, 10_000)
        assert writer.stdout is not None
        writer.stdout.readline()
        time.sleep(random.uniform(0.005, 0.04))
        writer.send_signal(signal.SIGKILL)
        writer.communicate()
        data = path.read_bytes() if path.exists() else b""
        complete, torn = data.rpartition(b"\n")[0], data.rpartition(b"\n")[2]
        with Log(path) as log:
            if torn:
                assert any("torn last line" in text for text in _all_messages(log, run_id(number)))
            write(log, batch(run_id(100 + number), 1))
            assert read(log, run_id(100 + number)) == [BatchRows(1, batch(run_id(100 + number), 1), [])]
        assert path.read_bytes().startswith(complete)
    log = Log(path)
    for run in log.runs():
        found = read(log, run)
        assert [b.seq for b in found] == list(range(1, len(found) + 1))
        assert not any(rows.missing_positions(_captures(b)) for b in found[:-1])
    assert len(log.runs()) >= 8
    assert sum(1 for _ in log.rows()) + len(log.warnings) == path.read_bytes().count(b"\n")


@posix
def test_a_reader_never_sees_a_batch_half_written(path: Path) -> None:
    writer = start_python(WRITER.replace("seq, 2,", "seq, 200,"), path, 1, 10_000)
    try:
        assert writer.stdout is not None
        writer.stdout.readline()
        wait_until(path.exists)
        until = time.monotonic() + 0.5
        while time.monotonic() < until:
            with Snapshot(path) as snapshot:
                assert not snapshot.torn
    finally:
        writer.kill()
        writer.communicate()


def wait_until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 120
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.001)


def _captures(found: BatchRows) -> list[rows.ChunkRow]:
    return [row for row in found.rows if isinstance(row, rows.CaptureRow)]


def _all_messages(log: Log, run: str) -> list[str]:
    messages = []
    if run in log.runs():
        reader = log.run(run)
        messages += reader.damage + [text for found in reader.batches() for text in found.damage]
    list(log.rows())
    return messages + log.warnings


LIMITED = """
import resource, sys
from pathlib import Path
from ctxgate import rows
from ctxgate.errors import LogError
from ctxgate.log import Log
from test_log import A, batch
resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, 50_000))
log = Log(Path(sys.argv[1]))
log.append(rows.encode_all(batch(A, 1, 2, "x" * 10_000)))
try:
    log.append(rows.encode_all(batch(A, 2, 2, "x" * 100_000)))
except LogError as error:
    print(error.exit_code, error)
log.append(rows.encode_all(batch(A, 3, 2, "x" * 5_000)))
"""


@posix
def test_a_batch_that_does_not_fit_is_taken_back_whole(path: Path) -> None:
    out = start_python(LIMITED, path).communicate()[0]
    assert out.startswith(f"3 cannot write the log {path}: File too large")
    assert "Nothing of this batch was logged" in out
    assert path.read_bytes() == rows.encode_all(batch(A, 1, 2, "x" * 10_000) + batch(A, 3, 2, "x" * 5_000))


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_an_error_that_says_so(tmp_path: Path) -> None:
    full = tmp_path / "log.jsonl"
    full.symlink_to("/dev/full")
    with pytest.raises(errors.LogError, match=r"(?s)log\.jsonl: No space left.*Free some space") as caught:
        Log(full).append(b"{}\n", sync=True)
    assert caught.value.exit_code == 3


def test_a_folder_at_the_path_is_an_error_that_says_so(tmp_path: Path) -> None:
    with pytest.raises(errors.LogError, match=r"(?s)Is a directory.*This is a folder"):
        Log(tmp_path).append(b"{}\n")
    with pytest.raises(errors.LogError, match="is not a file"):
        Log(tmp_path).resolve("last")


@pytest.mark.parametrize("below", ["log.jsonl", "deeper/log.jsonl"])
def test_a_file_where_a_folder_should_be_is_an_error_that_says_so(tmp_path: Path, below: str) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(errors.LogError, match=r"(?s)file/.*is a file, not a folder"):
        Log(tmp_path / "file" / below).append(b"{}\n")
    with pytest.raises(errors.LogError, match="cannot read the log"):
        Log(tmp_path / "file" / below).resolve("last")


@posix
@pytest.mark.skipif(hasattr(os, "geteuid") and os.geteuid() == 0, reason="nothing is read-only for root")
def test_a_log_that_may_not_be_written_is_an_error_that_says_so(log: Log, path: Path) -> None:
    write(log, batch(A, 1))
    log.close()
    path.chmod(0o444)
    with pytest.raises(errors.LogError, match="Make it writable"):
        write(log, batch(A, 2))


# Names of runs


@pytest.fixture
def three(log: Log) -> Log:
    """A log of three runs: B begins within A, and A's last rows come after all of C."""
    write(log, batch(A, 1), batch(B, 1), batch(A, 2), batch(B, 2), [empty(C, 1)], batch(C, 2))
    write(log, [gate(A, 1, 1, 2)], [gate(A, 1, 2, 2)])
    return log


@pytest.mark.parametrize(
    ("name", "run"),
    [
        ("last", C), ("last~0", C), ("last~1", B), ("last~2", A), ("1", A), ("2", B), ("3", C), ("003", C),
        (A, A), (B, B), (C, C), (A[:-1], A), (B[:15], B), ("20260101T000003", C),
    ],
)  # fmt: skip
def test_a_run_is_found_by_each_kind_of_name(three: Log, name: str, run: str) -> None:
    assert three.resolve(name) == run


@pytest.mark.parametrize("name", ["0", "4", "last~3", "999999", "20270101T", A[:-1] + "f"])
def test_an_unknown_name_is_a_usage_error_that_counts_the_runs(three: Log, name: str) -> None:
    with pytest.raises(errors.UsageError, match=r"(?s)no run .*holds 3 runs.*`ctxgate runs`"):
        three.resolve(name)


@pytest.mark.parametrize("name", ["", "lst", "last~", "last~-1", "-1", "1234567", "20260101", "LAST", "²"])
def test_an_ill_formed_name_is_a_usage_error_that_says_how_runs_are_named(three: Log, name: str) -> None:
    with pytest.raises(errors.UsageError, match=r"(?s)no name of a run.*nine or more.*`ctxgate runs`"):
        three.resolve(name)


def test_an_ambiguous_prefix_names_up_to_three_candidates(log: Log) -> None:
    write(log, *(batch(run_id(number), 1) for number in range(1, 6)))
    with pytest.raises(errors.UsageError) as caught:
        log.resolve("20260101T")
    assert f"fits 5 of 5 runs in {log.path}: {A}, {B}, {C}, …" in str(caught.value)


def test_no_log_and_an_empty_log_send_to_capture(log: Log, path: Path) -> None:
    for ask in (lambda: log.resolve("last"), log.runs, lambda: log.run(A), lambda: list(log.rows())):
        with pytest.raises(errors.LogError, match=rf"no log at {path}\n.*`ctxgate capture` first, or name"):
            ask()
    path.parent.mkdir()
    path.write_bytes(b"")
    with pytest.raises(errors.LogError, match=r"is empty\n.*`ctxgate capture` first"):
        log.resolve("last")
    path.write_bytes(rows.encode(timer(A)))
    with pytest.raises(errors.LogError, match=r"holds no run\n.*`ctxgate capture` first"):
        log.resolve("last")


def test_runs_come_in_order_of_first_capture(three: Log) -> None:
    assert three.runs() == [A, B, C]


def test_a_run_that_was_asked_for_and_is_not_there_is_a_usage_error(three: Log) -> None:
    with pytest.raises(errors.UsageError, match="holds 3 runs"):
        three.run(run_id(4))


def test_rows_in_another_spacing_and_key_order_count_as_well(log: Log, path: Path) -> None:
    write(log, batch(A, 1))
    for row in batch(B, 1):
        value = json.loads(rows.encode(row))
        with path.open("a") as file:
            file.write(json.dumps(dict(reversed(value.items())), indent=None) + "\n")
    assert log.resolve("last") == B
    assert read(log, B) == [BatchRows(1, batch(B, 1), [])]


def test_a_seq_that_only_begins_with_one_does_not_begin_a_run(log: Log) -> None:
    write(log, batch(A, 1), batch(B, 10), [gate(B, 1)])
    assert log.runs() == [A]
    assert log.resolve("last") == A
    assert log.resolve(B) == B, "the rest of a run whose beginning was cut off has still its whole id"
    assert [found.seq for found in read(log, B)] == [1, 10]


@pytest.mark.parametrize("length", [300, 262_144, 1_048_576, 52_000_000])
def test_lines_of_any_length_are_read_from_both_ends(log: Log, length: int) -> None:
    text = "y" * length
    write(log, batch(A, 1, 1), batch(B, 1, 1, text), batch(A, 2, 1), batch(C, 1, 1, text), [gate(C, 1)])
    assert [log.resolve(name) for name in ("last", "last~1", "last~2", "1")] == [C, B, A, A]
    assert read(log, B) == [BatchRows(1, batch(B, 1, 1, text), [])]
    assert [found.seq for found in read(log, A)] == [1, 2]


def test_last_reads_only_the_tail_of_a_large_log(
    log: Log, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log.append(rows.encode(capture(A, 1)))
    some = b"".join(rows.encode(capture(A, seq, text="z" * 1000)) for seq in range(1000, 4000))
    for _ in range(50):
        log.append(some)
    write(log, batch(B, 1), [gate(A, 7)], [gate(B, 1)])
    assert path.stat().st_size > 180_000_000
    sizes: list[int] = []
    real = Snapshot.at

    def counted(snapshot: Snapshot, offset: int, length: int) -> bytes:
        sizes.append(length)
        return real(snapshot, offset, length)

    monkeypatch.setattr(Snapshot, "at", counted)
    fresh = Log(path)
    run = fresh.resolve("last")
    assert sizes == [256 * 1024]
    assert (run, [len(found.rows) for found in read(fresh, run)]) == (B, [3])
    assert sum(sizes) < 300_000


# Reading a run


def test_a_run_is_read_batch_by_batch_however_its_rows_lie(three: Log) -> None:
    assert read(three, A) == [
        BatchRows(1, [*batch(A, 1), gate(A, 1, 1, 2), gate(A, 1, 2, 2)], []),
        BatchRows(2, batch(A, 2), []),
    ]
    assert read(three, C) == [BatchRows(1, [empty(C, 1)], []), BatchRows(2, batch(C, 2), [])]
    assert not three.warnings


def test_rows_without_a_batch_come_apart(log: Log) -> None:
    write(log, batch(A, 1), [timer(A)], batch(A, 2), [timer(B)], [timer(A, "debrief")])
    reader = log.run(A)
    assert list(reader.other_rows()) == [timer(A), timer(A, "debrief")]
    assert [found.seq for found in reader.batches()] == [1, 2]


def test_a_reader_sees_the_log_as_it_stood(log: Log, path: Path) -> None:
    write(log, batch(A, 1))
    reader = log.run(A)
    write(log, batch(A, 2))
    assert [found.seq for found in reader.batches()] == [1]
    path.write_bytes(b"")
    with pytest.raises(errors.LogError, match="replaced while it was read"):
        list(reader.batches())


@pytest.mark.slow
def test_a_run_of_any_size_is_read_in_little_memory(log: Log, path: Path) -> None:
    text = "w" * 4000
    for seq in range(1, 5001):
        write(log, batch(A, seq, 4, text))
    for seq in range(1, 5001):
        write(log, [gate(A, seq, pos, 4) for pos in range(1, 5)])
    assert path.stat().st_size > 80_000_000
    tracemalloc.start()
    try:
        count = sum(len(found.rows) for found in log.batches(log.resolve("last")))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert count == 40_000
    assert peak < 6_000_000


def test_every_row_of_the_log_comes_with_its_line_number(three: Log) -> None:
    numbered = list(three.rows())
    assert [line for line, _ in numbered] == list(range(1, 14))
    assert [row.run for _, row in numbered] == [A, A, B, B, A, A, B, B, C, C, C, A, A]
    assert numbered[-1].row == gate(A, 1, 2, 2)


def test_a_byte_order_mark_and_crlf_of_an_editor_are_put_up_with(three: Log, path: Path) -> None:
    before = {run: read(three, run) for run in (A, B, C)}
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    assert three.runs() == [A, B, C]
    assert {run: read(three, run) for run in (A, B, C)} == before
    assert len(list(three.rows())) == 13
    assert not three.warnings


# Damage


def edit(path: Path, line: int, change: Callable[[bytes], bytes]) -> None:
    lines = path.read_bytes().split(b"\n")
    lines[line - 1] = change(lines[line - 1])
    path.write_bytes(b"\n".join(lines))


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (lambda line: line.replace(b'"v":1', b'"v":3'), "row version 3 is newer"),
        (lambda line: line.replace(b'"capture"', b'"captured"'), "unknown event 'captured'"),
        (lambda line: line.replace(b'"n":2', b'"n":2,"extra":0'), "unknown field 'extra'"),
        (lambda line: line.replace(b'"chars":9', b'"chars":"9"'), "chars"),
        (lambda line: line.replace(b'"pos":2', b'"pos":3'), "pos 3 is not within"),
        (lambda line: line.replace(b'"seq":2', b'"seq":"2"'), "seq"),
        (lambda line: line.replace(b'"seq":2', b'"seq":0'), "seq 0 is not"),
        (lambda line: line.replace(b'"seq":2,', b""), "seq"),
    ],
)
def test_a_foreign_row_is_an_error_of_its_own_run_alone(
    three: Log, path: Path, change: Callable[[bytes], bytes], what: str
) -> None:
    before = {run: read(three, run) for run in (B, C)}
    edit(path, 6, change)  # the second chunk of A's second batch
    with pytest.raises(errors.RowError) as caught:
        read(three, A)
    assert caught.value.where == f"{path}:6"
    assert what in caught.value.what
    assert {run: read(three, run) for run in (B, C)} == before
    assert [three.resolve(str(number)) for number in (1, 2, 3)] == [A, B, C]
    assert len(list(three.rows())) in (12, 13)  # a seq of 0 is a wrong row only in its run


@pytest.mark.parametrize(
    "change",
    [
        lambda line: line[:-7],
        lambda line: line.replace(b"some text", b"some \xff\xfe text"),
        lambda line: line.replace(b'"query"', b'query"'),
    ],
)
def test_a_damaged_line_is_told_with_its_batch(
    three: Log, path: Path, change: Callable[[bytes], bytes]
) -> None:
    before = {run: read(three, run) for run in (B, C)}
    edit(path, 6, change)
    first, second = read(three, A)
    assert first.damage == []
    assert second == BatchRows(2, batch(A, 2)[:1], [f"{path}:6: damaged: not a line of JSON"])
    assert {run: read(three, run) for run in (B, C)} == before
    assert not three.warnings
    assert len(list(three.rows())) == 12
    assert len(three.warnings) == 1
    assert three.warnings[0].startswith(f"{path}:6: damaged: not")


def test_damage_that_shows_no_batch_is_told_with_the_run(three: Log, path: Path) -> None:
    edit(path, 6, lambda line: line[: line.index(b'"seq":') + 7])
    reader = three.run(A)
    assert reader.damage == [f"{path}:6: damaged: not a line of JSON"]
    assert [found.damage for found in reader.batches()] == [[], []]


def test_a_batch_of_which_only_damage_is_left_is_still_seen(log: Log, path: Path) -> None:
    write(log, batch(A, 1), batch(A, 2, 1), batch(A, 3))
    edit(path, 3, lambda line: line[:-5])
    assert [(found.seq, len(found.rows), len(found.damage)) for found in read(log, A)] == [
        (1, 2, 0), (2, 0, 1), (3, 2, 0),
    ]  # fmt: skip


def test_a_damaged_first_row_does_not_make_last_another_run(three: Log, path: Path) -> None:
    write(three, batch(run_id(4), 1))
    edit(path, 14, lambda line: line[:-5])
    assert three.resolve("last") == three.resolve("4") == run_id(4)
    assert len(read(three, run_id(4))[0].damage) == 1


def test_a_damaged_line_of_another_run_that_quotes_this_one_is_not_counted_here(log: Log, path: Path) -> None:
    write(log, batch(A, 1, 1), batch(B, 1, 1, f'see {{"run":"{A}"}} there'))
    edit(path, 2, lambda line: line[:-1])
    assert read(log, A) == [BatchRows(1, batch(A, 1, 1), [])]
    assert log.run(A).damage == []


def test_a_torn_last_line_is_told_with_its_batch(three: Log, path: Path) -> None:
    torn = rows.encode(capture(C, 2))[:-30]
    path.write_bytes(path.read_bytes() + torn)
    told = (
        f"{path}:14: torn last line ({len(torn)} bytes), its batch was not written whole; "
        "it is set apart by the next append"
    )
    assert read(three, C)[1] == BatchRows(2, batch(C, 2), [told])
    assert not three.warnings
    assert [found.damage for found in read(three, A)] == [[], []]
    assert three.warnings == [told]
    list(three.rows())
    assert three.warnings == [told]


def test_a_whole_last_row_that_lacks_only_its_line_end_is_read(three: Log, path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-1])
    assert len(read(three, A)[0].rows) == 4
    assert three.warnings == [f"{path}:13: the last line has no line end; the next append adds it"]
    write(three, batch(A, 3))
    assert [len(found.rows) for found in read(three, A)] == [4, 2, 2]


def test_lines_that_are_no_rows_are_passed_over_with_a_warning(three: Log, path: Path) -> None:
    path.write_bytes(b'null\n[1]\n\n  \n{"query":"q","retrieved":[]}\n' + path.read_bytes() + b"\xff\n")
    assert three.runs() == [A, B, C]
    assert [line for line, _ in three.rows()] == list(range(6, 19))
    assert [text.split(":")[1] for text in three.warnings] == ["1", "2", "5", "19"]
    assert [len(found.rows) for found in read(three, A)] == [4, 2]


# Any log

RUNS = (A, B, C)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=30) | st.sampled_from(
    [
        "\n",
        "\u2028\x85\r",
        '"seq":1,',
        f'"run":"{B}"',
        C,
        f'{{"event":"empty","run":"{A}","seq":1}}\n',
        "\ufeff",
    ]
)


@st.composite
def whole_runs(draw: st.DrawFn, run: str) -> list[list[rows.AnyRow]]:
    """The writes of one run: a first batch, and then other batches and rows in any order."""
    first: list[rows.AnyRow] = []
    later: list[list[rows.AnyRow]] = []
    for seq in range(1, draw(st.integers(1, 4)) + 1):
        n = draw(st.integers(0, 3))
        captured: list[rows.AnyRow] = [capture(run, seq, pos, n, draw(TEXTS)) for pos in range(1, n + 1)]
        captured = captured or [empty(run, seq)]
        gated: list[rows.AnyRow] = [gate(run, seq, pos, n, (draw(TEXTS),)) for pos in range(1, n + 1)]
        if seq == 1:
            first = captured
        else:
            later.append(captured)
        later.append(gated)
    later += [[timer(run, draw(TEXTS))] for _ in range(draw(st.integers(0, 2)))]
    return [first, *draw(st.permutations(later))]


@st.composite
def interleaved(draw: st.DrawFn) -> list[list[rows.AnyRow]]:
    queues = [draw(whole_runs(run)) for run in RUNS[: draw(st.integers(1, 3))]]
    result: list[list[rows.AnyRow]] = []
    while queues:
        queue = draw(st.sampled_from(queues))
        result.append(queue.pop(0))
        if not queue:
            queues.remove(queue)
    return result


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(writes=interleaved(), small=st.sampled_from([1, 7, 100, 1 << 20]))
def test_any_interleaving_of_runs_is_read_back_exactly(
    writes: list[list[rows.AnyRow]], small: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ctxgate.log.snapshot._BLOCK", small)
    monkeypatch.setattr("ctxgate.log.snapshot._TAIL_BLOCK", small)
    path = tmp_path / "log.jsonl"
    path.unlink(missing_ok=True)
    everything = [row for some in writes for row in some]
    with Log(path) as log:
        write(log, *writes)
        assert [row for _, row in log.rows()] == everything
        begun = list(dict.fromkeys(row.run for row in everything))
        assert log.runs() == begun
        for back, run in enumerate(reversed(begun)):
            assert log.resolve(f"last~{back}") == run
            expected: dict[int, list[rows.AnyRow]] = {}
            others = [row for row in everything if row.run == run and isinstance(row, rows.TimerRow)]
            for row in everything:
                if row.run == run and isinstance(row, rows.BatchRow):
                    expected.setdefault(row.seq, []).append(row)
            reader = log.run(run)
            assert list(reader.batches()) == [BatchRows(seq, expected[seq], []) for seq in sorted(expected)]
            assert list(reader.other_rows()) == others
            assert not reader.damage
        assert not log.warnings


@pytest.mark.parametrize("cut", [1, 2])
def test_a_run_whose_first_rows_were_removed_is_still_the_last_one(tmp_path: Path, cut: int) -> None:
    """Otherwise the run before it would be gated in its place, and nobody would notice."""
    from ctxgate.batch import Batch, Chunk
    from ctxgate.rows import encode_all
    from ctxgate.steps import capture

    batch = Batch("q", tuple(Chunk(str(i), "a.md", "text") for i in range(3)))
    runs = [f"20260101T00000{i}Z-0000000{i}" for i in range(3)]
    rows = [capture(batch, run=run, seq=1, at="t") for run in runs]
    path = tmp_path / "log.jsonl"
    path.write_bytes(
        encode_all([*rows[0], *rows[1][cut:], *rows[2][cut:], *capture(batch, run=runs[0], seq=2, at="t")])
    )
    log = Log(path)
    assert log.runs() == runs
    assert [log.resolve(name) for name in ("last", "last~1", "last~2", "1", "2", "3")] == [
        *reversed(runs),
        *runs,
    ]
    for run in runs:
        assert log.resolve(run) == run
        assert [type(row).__name__ for b in log.batches(run) for row in b.rows][:1] == ["CaptureRow"]

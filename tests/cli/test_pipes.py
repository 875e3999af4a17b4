"""Steps in a pipe: the stream is the log, batch after batch."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from commandline import CTXGATE, Tool, bare, batch, chunk, clean_environment, lines, of, queries

PIPE = "ctxgate capture - | ctxgate score - | ctxgate gate -"


def events(row_list: list[dict[str, object]]) -> list[tuple[object, object]]:
    return [(row["seq"], row["event"]) for row in row_list]


def test_a_pipe_of_three_steps_gives_the_rows_of_every_step_batch_after_batch(ctxgate: Tool) -> None:
    ctxgate.write("corpus.jsonl", [*queries(2), {"query": "Found nothing?", "retrieved": []}])
    done = ctxgate.shell(f"cat corpus.jsonl | {PIPE}")
    assert (done.code, done.err) == (0, "")
    of_two = ["capture", "capture", "score", "score", "gate", "gate", "prompt"]
    assert events(done.rows) == [
        *((1, event) for event in of_two),
        *((2, event) for event in of_two),
        (3, "empty"),
        (3, "prompt"),
    ]
    assert len({row["run"] for row in done.rows}) == 1


def test_a_pipe_gives_the_same_rows_as_run_and_as_three_steps_on_the_log(ctxgate: Tool) -> None:
    ctxgate.write("corpus.jsonl", [*queries(3), {"query": "Found nothing?", "retrieved": []}])
    piped = ctxgate.shell(f"cat corpus.jsonl | {PIPE} --no-log")
    at_once = ctxgate("run", "corpus.jsonl", "--no-log")
    assert at_once.code == 0
    assert bare(piped.rows) == bare(at_once.rows)
    ctxgate("capture", "corpus.jsonl")
    ctxgate("score")
    assert bare(ctxgate("gate").rows) == bare(at_once.rows)


def test_each_step_logs_exactly_the_rows_it_adds(ctxgate: Tool) -> None:
    ctxgate.write("corpus.jsonl", queries(2))
    done = ctxgate.shell(
        "cat corpus.jsonl | ctxgate capture - --log c.jsonl | ctxgate score - --log s.jsonl"
        " | ctxgate gate - --log g.jsonl"
    )
    assert done.code == 0
    for log, step in (("c", ["capture"]), ("s", ["score"]), ("g", ["gate", "prompt"])):
        logged = [json.loads(line) for line in (ctxgate.folder / f"{log}.jsonl").read_text().splitlines()]
        assert logged == [row for row in done.rows if row["event"] in step]


def test_one_log_for_the_whole_pipe_holds_every_row_once(ctxgate: Tool) -> None:
    ctxgate.write("corpus.jsonl", queries(20))
    done = ctxgate.shell(f"cat corpus.jsonl | {PIPE}")
    assert done.code == 0

    def in_order(row: dict[str, object]) -> str:
        return json.dumps(row, sort_keys=True)

    assert sorted(ctxgate.logged, key=in_order) == sorted(done.rows, key=in_order)


def test_without_a_log_nothing_is_written(ctxgate: Tool) -> None:
    ctxgate.write("corpus.jsonl", queries(2))
    done = ctxgate.shell(
        "ctxgate capture --no-log - < corpus.jsonl | ctxgate score --no-log - | ctxgate gate --no-log -"
    )
    assert (done.code, done.err) == (0, "")
    assert len(done.rows) == 14
    assert [path.name for path in ctxgate.folder.iterdir()] == ["corpus.jsonl"]


@pytest.mark.parametrize("step", ["score", "gate"])
def test_a_batch_that_misses_a_row_is_refused_and_others_go_on(ctxgate: Tool, step: str) -> None:
    rows = ctxgate("run", "-", "--no-log", stdin=lines(*queries(3))).out.splitlines(keepends=True)
    given = [row for row in rows if json.loads(row)["event"] in ("capture", "score")]
    cut = given.pop(4)  # the first capture row of the second batch
    assert (json.loads(cut)["seq"], json.loads(cut)["pos"]) == (2, 1)
    done = ctxgate(step, "-", stdin=b"".join(given))
    assert done.code == 3
    (complaint,) = done.complaints
    assert complaint.startswith("stdin:5: batch 2 of run ")
    assert "1 of 2 chunks are missing (pos 1)\n  Capture the batch again." in complaint
    assert {row["seq"] for row in ctxgate.logged} == {1, 3}
    assert [row["seq"] for row in of("prompt", done.rows)] == ([1, 3] if step == "gate" else [])


def test_a_stream_that_ends_in_a_batch_is_refused_there(ctxgate: Tool) -> None:
    rows = ctxgate("capture", "-", "--no-log", stdin=lines(*queries(2))).out.splitlines(keepends=True)
    done = ctxgate("score", "-", stdin=b"".join(rows[:3]))
    assert done.code == 3
    assert "stdin:3: batch 2 of run" in done.err
    assert {row["seq"] for row in ctxgate.logged} == {1}


def test_a_whole_log_in_a_pipe_is_refused_in_words(ctxgate: Tool) -> None:
    ctxgate("capture", "-", stdin=lines(*queries(2)))
    ctxgate("score")
    done = ctxgate("gate", "-", "--no-log", stdin=ctxgate.log.read_bytes())
    assert done.code == 3
    assert "stdin:5: a score row of batch 1 comes after that batch was closed\n" in done.err
    assert "A stream comes batch after batch; a whole log is worked on with --run instead." in done.err
    assert all(row["dropped"] == ["good", "bad"] for row in of("prompt", done.rows))


def test_rows_of_other_kinds_pass_through_byte_for_byte(ctxgate: Tool) -> None:
    timer = (
        b'{ "event":"timer", "v":1,"run":"20260101T000000Z-00000000","at":"x","box":"1","phase":"begin" }\n'
    )
    captured = ctxgate("capture", "-", "--no-log", stdin=lines(queries(1)[0])).out
    spaced = captured.replace(b',"', b' , "')
    done = ctxgate("score", "-", stdin=timer + spaced + timer[:-1])
    assert done.code == 0
    assert done.out.startswith(timer + spaced)
    assert done.out.endswith(timer)
    gated = ctxgate("gate", "-", stdin=done.out)
    assert gated.code == 0
    assert gated.out.startswith(done.out[: -len(timer)])
    assert gated.out.endswith(timer)
    assert {row["event"] for row in ctxgate.logged} == {"score", "gate", "prompt"}


def test_a_damaged_line_in_a_stream_costs_its_own_batch_only(ctxgate: Tool) -> None:
    rows = ctxgate("capture", "-", "--no-log", stdin=lines(*queries(3))).out.splitlines(keepends=True)
    rows[2] = rows[2][:50] + b"\n"
    done = ctxgate("score", "-", stdin=b"".join(rows))
    assert done.code == 3
    assert done.complaints[0] == "stdin:3: damaged: not a line of JSON"
    assert "batch 2 of run" in done.complaints[1]
    assert {row["seq"] for row in ctxgate.logged} == {1, 3}


@pytest.mark.parametrize(
    "reader", ["ctxgate capture -", "ctxgate run -", "ctxgate run --jobs 2 -", PIPE, "ctxgate run --table -"]
)
def test_a_reader_that_goes_away_ends_the_pipe_quietly(ctxgate: Tool, reader: str) -> None:
    ctxgate.write("corpus.jsonl", queries(300))
    done = ctxgate.shell(f"cat corpus.jsonl | {reader} | head -n 1; echo ${{PIPESTATUS[@]}} >&2")
    assert len(done.out.splitlines()) == 1
    assert set(done.err.split()) <= {"0", "141"}  # 141 is cat's


def test_a_demo_whose_reader_goes_away_ends_quietly(ctxgate: Tool) -> None:
    done = ctxgate.shell("ctxgate demo | head -n 1; echo ${PIPESTATUS[0]}")
    assert done.out.split() == [b"0"]
    assert done.err == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize(
    "command", ["ctxgate capture -", "ctxgate policy list", "ctxgate policy list --table"]
)
def test_a_full_disk_behind_standard_output_is_said_in_words(ctxgate: Tool, command: str) -> None:
    ctxgate.write("corpus.jsonl", queries(1))
    done = ctxgate.shell(f"{command} < corpus.jsonl > /dev/full")
    assert done.code == 3
    assert done.err == "ctxgate: standard input or output: no space left on device\n"


def test_rows_come_out_before_the_next_batch_goes_in(ctxgate: Tool) -> None:
    first, second = queries(2)
    with subprocess.Popen(
        [*CTXGATE, "run", "-"],
        cwd=ctxgate.folder,
        env=clean_environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as process:
        assert process.stdin and process.stdout
        process.stdin.write(lines(first))
        process.stdin.flush()
        time.sleep(0.01)
        process.stdin.write(lines(second))
        process.stdin.flush()
        got = [process.stdout.readline() for _ in range(7)]
        assert json.loads(got[-1])["event"] == "prompt"
        process.stdin.close()
        assert process.stdout.read().count(b"\n") == 7


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_memory_does_not_grow_with_the_stream(ctxgate: Tool) -> None:
    def feed(count: int) -> int:
        data = lines(*[batch("What of SKU-441?", chunk(text="SKU-441 " + "refund " * 80))] * 50)
        with subprocess.Popen(
            [*CTXGATE, "run", "-", "--no-log"],
            cwd=ctxgate.folder,
            env=clean_environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
        ) as process:
            assert process.stdin
            for _ in range(count // 50):
                process.stdin.write(data)
            process.stdin.flush()
            # All but what a pipe holds has been read by now.
            status = Path(f"/proc/{process.pid}/status").read_text()
            process.stdin.close()
        assert process.returncode == 0
        return int(status.split("VmHWM:")[1].split()[0])

    assert feed(6000) < feed(1000) + 3000  # kilobytes


def test_a_pipe_can_be_named_as_a_file(ctxgate: Tool) -> None:
    fifo = ctxgate.folder / "fifo"
    os.mkfifo(fifo)
    ctxgate.write("corpus.jsonl", queries(1))
    done = ctxgate.shell("cat corpus.jsonl > fifo & ctxgate capture fifo; wait")
    assert (done.code, len(done.rows)) == (0, 2)

"""The benchmark: prints figures next to their targets. Run it alone on the machine.

    python tests/bench/bench.py            everything, a few minutes
    python tests/bench/bench.py --short    a quick look, for CI
    python tests/bench/bench.py --million  only the million chunks

It measures the installed command in real processes. Times depend on the machine; a figure past its
target is marked, and only `--strict` turns that into an exit code.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).resolve().parents[2]
FIXTURE = HERE / "fixtures/refunds.json"
CTXGATE = [sys.executable, "-m", "ctxgate"]
CHUNKS_A_BATCH = 10
CHUNK_CHARS = 600

missed: list[str] = []


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure ctxgate.")
    parser.add_argument("--short", action="store_true", help="fewer rounds and chunks")
    parser.add_argument("--million", action="store_true", help="only the million chunks")
    parser.add_argument("--strict", action="store_true", help="exit 1 when a target is missed")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="ctxgate-bench-") as name:
        os.chdir(name)
        if not options.million:
            startup(rounds=7 if options.short else 21)
            throughput(2_000 if options.short else 20_000, rounds=1 if options.short else 5)
            jobs(4_000 if options.short else 40_000)
            large_logs(20_000 if options.short else 1_000_000)
        if options.million or not options.short:
            memory(1_000_000)
        else:
            memory(10_000)
    return 1 if missed and options.strict else 0


def report(
    what: str, value: float, unit: str, *, most: float | None = None, least: float | None = None
) -> None:
    """Print one figure and its target."""
    target = f"at most {most:,g}" if most is not None else f"at least {least:,g}" if least is not None else ""
    bad = (most is not None and value > most) or (least is not None and value < least)
    if bad:
        missed.append(what)
    shown = f"{value:,.2f}" if value < 100 else f"{value:,.0f}"
    print(f"{what:<58}{shown:>12} {unit:<10} {target}{'  MISSED' if bad else ''}", flush=True)


def startup(rounds: int) -> None:
    """Start-up of `ctxgate score` on the fixture against importing typer, in the same environment."""
    subprocess.run([*CTXGATE, "capture", str(FIXTURE)], check=True, stdout=subprocess.DEVNULL)
    commands = {
        "typer": [sys.executable, "-c", "import typer"],
        "workshop": [*CTXGATE, "score", "--policy", "workshop"],
        "standard": [*CTXGATE, "score", "--policy", "standard"],
    }
    times: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(rounds):  # in turn, so that a slow moment of the machine hits all alike
        for name, command in commands.items():
            start = time.perf_counter()
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
            times[name].append(time.perf_counter() - start)
    median = {name: statistics.median(values) for name, values in times.items()}
    report("python -c 'import typer', median", 1000 * median["typer"], "ms")
    for name, most in (("workshop", 1.6), ("standard", 2.0)):
        report(f"ctxgate score --policy {name}, median", 1000 * median[name], "ms")
        report("  against import typer", median[name] / median["typer"], "times", most=most)


def throughput(chunks: int, rounds: int) -> None:
    """Chunks a second of `run - --no-log --json`, one process, start-up included."""
    corpus = Path("corpus.jsonl")
    write_corpus(corpus, chunks)
    rates = [chunks / timed_run(corpus)[0] for _ in range(rounds)]
    report(
        f"run - --no-log --json, {chunks:,} chunks, median", statistics.median(rates), "chunks/s", least=1000
    )
    rates = [chunks / timed_run(corpus, log="log.jsonl")[0] for _ in range(rounds)]
    report("  the same with a log, each batch synced to disk", statistics.median(rates), "chunks/s")


def jobs(chunks: int) -> None:
    """The same rows from two processes, and how much faster they come."""
    corpus = Path("corpus.jsonl")
    write_corpus(corpus, chunks)
    one, _ = timed_run(corpus, out="one.jsonl")
    two, _ = timed_run(corpus, "--jobs", "2", out="two.jsonl")
    report(f"run --jobs 1, {chunks:,} chunks", chunks / one, "chunks/s")
    report("run --jobs 2", chunks / two, "chunks/s")
    with Path("one.jsonl").open() as a, Path("two.jsonl").open() as b:
        different = sum(_undated(x) != _undated(y) for x, y in zip(a, b, strict=True))
    report("  rows that differ but for run and at", different, "rows", most=0)


def memory(chunks: int) -> None:
    """Peak memory and time of a stream, for a tenth of the chunks and for all of them."""
    seconds: list[float] = []
    for count in (chunks // 10, chunks):
        start = time.perf_counter()
        process = subprocess.Popen(
            [*CTXGATE, "run", "-", "--no-log", "--json"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL
        )
        assert process.stdin is not None
        for line in corpus_lines(count):
            process.stdin.write(line)
        process.stdin.close()
        _, status, usage = os.wait4(process.pid, 0)
        assert status == 0, status
        seconds.append(time.perf_counter() - start)
        report(f"{count:,} chunks streamed: peak memory", usage.ru_maxrss / 1024, "MB", most=150)
        report("  time", seconds[-1], "s")
    report("  time of ten times as many chunks", seconds[1] / seconds[0], "times", most=12)


def large_logs(rows: int) -> None:
    """Reading the last run of a large log, and the diff of two logs of so many rows each."""
    Path("one.log").unlink(missing_ok=True)
    write_corpus(Path("small.jsonl"), CHUNKS_A_BATCH)
    subprocess.run(
        [*CTXGATE, "run", "small.jsonl", "--log", "one.log"], check=True, stdout=subprocess.DEVNULL
    )
    template = Path("one.log").read_text()
    a_batch = template.count("\n")
    for name, word in (("a.log", "wait"), ("b.log", "take")):
        with Path(name).open("w") as log:
            for seq in range(1, rows // a_batch + 1):
                log.write(
                    template.replace('"seq":1,', f'"seq":{seq},').replace(
                        "How many days does", f"{seq}: What does {word}"
                    )
                    if seq % 10 == 0
                    else template.replace('"seq":1,', f'"seq":{seq},').replace(
                        "How many days does", f"{seq}: What does"
                    )
                )
    size = Path("a.log").stat().st_size / 1e6
    start = time.perf_counter()
    process = subprocess.Popen([*CTXGATE, "diff", "a.log", "b.log", "--json"], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    assert os.waitstatus_to_exitcode(status) == 1
    report(
        f"diff of two logs of {rows:,} rows ({size:,.0f} MB each)", time.perf_counter() - start, "s", most=20
    )
    report("  peak memory", usage.ru_maxrss / 1024, "MB")
    subprocess.run([*CTXGATE, "run", "small.jsonl", "--log", "a.log"], check=True, stdout=subprocess.DEVNULL)
    times = []
    for _ in range(5):
        start = time.perf_counter()
        subprocess.run([*CTXGATE, "rejects", "last", "--log", "a.log"], check=True, stdout=subprocess.DEVNULL)
        times.append(time.perf_counter() - start)
    report(
        f"rejects of the last run of a log of {size:,.0f} MB, median", statistics.median(times), "s", most=0.3
    )
    for name in ("a.log", "b.log"):
        Path(name).unlink()


def timed_run(corpus: Path, *flags: str, out: str = os.devnull, log: str | None = None) -> tuple[float, Path]:
    where = ["--log", log] if log else ["--no-log"]
    with corpus.open("rb") as source, Path(out).open("wb") as target:
        start = time.perf_counter()
        subprocess.run(
            [*CTXGATE, "run", "-", "--json", *where, *flags], check=True, stdin=source, stdout=target
        )
    return time.perf_counter() - start, Path(out)


def _undated(line: str) -> dict[str, object]:
    row: dict[str, object] = json.loads(line)
    del row["run"], row["at"]
    return row


def write_corpus(path: Path, chunks: int) -> None:
    with path.open("wb") as file:
        file.writelines(corpus_lines(chunks))


def corpus_lines(chunks: int) -> Iterator[bytes]:
    """Made-up prose of 600 characters a chunk: the same bytes every time."""
    rng = random.Random(441)
    words = ["".join(rng.choices("etaoinshrdlucmfwypvbgk", k=rng.randint(2, 11))) for _ in range(4000)]
    topics = ["refund", "invoice", "seat", "plan", "export", "webhook", "quota", "region", "backup", "token"]
    for number in range(chunks // CHUNKS_A_BATCH):
        topic, other = rng.sample(topics, 2)
        query = f"How many days does the {topic} of plan SKU-{number % 900 + 100} take after a {other}?"
        retrieved = [
            {
                "id": f"d{i}",
                "source": f"docs/{topic}/{number}-{i}.md",
                "text": _prose(rng, words, topic, number),
            }
            for i in range(CHUNKS_A_BATCH)
        ]
        yield json.dumps({"query": query, "retrieved": retrieved}).encode() + b"\n"


def _prose(rng: random.Random, words: list[str], topic: str, number: int) -> str:
    parts = [f"The {topic} of SKU-{number % 900 + 100} takes {rng.randint(1, 40)} days."]
    size = len(parts[0])
    while size < CHUNK_CHARS:
        sentence = " ".join(rng.choices(words, k=rng.randint(6, 16))).capitalize() + "."
        parts.append(sentence)
        size += len(sentence) + 1
    return " ".join(parts)[:CHUNK_CHARS]


if __name__ == "__main__":
    sys.exit(main())

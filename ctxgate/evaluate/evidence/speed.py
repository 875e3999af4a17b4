"""Figures of speed: `ctxgate run` as a process on batches of ten, and one batch of a thousand chunks."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace

from ctxgate.evaluate.evidence.batches import Labels
from ctxgate.evaluate.evidence.figure import Figure
from ctxgate.evaluate.evidence.outcomes import Gate

CHUNKS = 3000
A_BATCH = 10


def throughput(batches: Sequence[Labels], policy: str, gate: Gate) -> list[Figure]:
    """Chunks a second of processor time, start-up included; and the seconds that a large batch takes."""
    drawn = tens(batches, CHUNKS)
    chars = sum(len(chunk.text) for labels in drawn for chunk in labels.batch.chunks)
    chunks = sum(len(labels.labels) for labels in drawn)
    with tempfile.TemporaryDirectory(prefix="ctxgate-evidence-") as folder:
        corpus = Path(folder, "corpus.jsonl")
        corpus.write_text("".join(_line(labels) + "\n" for labels in drawn), encoding="utf-8")
        command = [sys.executable, "-m", "ctxgate", "run", str(corpus), "--policy", policy, "--json"]
        command += ["--jobs", "1", "--log", str(Path(folder, "log.jsonl"))]
        before = os.times()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        after = os.times()
    used = after.children_user + after.children_system - before.children_user - before.children_system
    [large] = tens(batches, 1000, each=1000)
    start = time.process_time()
    gate(large)
    whole = time.process_time() - start
    return [
        Figure(
            "ctxgate run, batches of 10, one core",
            chunks / used,
            chunks,
            least=1000,
            unit="/s",
            note=f"mean {chars / chunks:.0f} characters a chunk",
        ),
        Figure("one batch of 1,000 chunks", whole, len(large.labels), most=10, unit="s"),
    ]


def tens(batches: Sequence[Labels], chunks: int, *, each: int = A_BATCH) -> list[Labels]:
    """Regroup the batches' chunks into batches of `each`, a query's own first, `chunks` in all at most."""
    found = []
    everything = [
        (chunk, label)
        for labels in batches
        for chunk, label in zip(labels.batch.chunks, labels.labels, strict=True)
    ]
    owner = [i for i, labels in enumerate(batches) for _ in labels.labels]
    for start in range(0, min(chunks, len(everything)) - each + 1, each):
        part = everything[start : start + each]
        renamed = tuple(replace(chunk, id=f"c{i}") for i, (chunk, _) in enumerate(part))
        own = batches[owner[start]]
        found.append(Labels(own.key, replace(own.batch, chunks=renamed), tuple(label for _, label in part)))
    return found


def _line(labels: Labels) -> str:
    chunks = [{"id": c.id, "source": c.source, "text": c.text} for c in labels.batch.chunks]
    return json.dumps({"query": labels.batch.query, "retrieved": chunks}, ensure_ascii=False)

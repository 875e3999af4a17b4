"""`run --jobs N`: batches worked on in N processes, their rows handed back in order."""

from __future__ import annotations

import multiprocessing
import signal
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor

from ctxgate.batch import Batch
from ctxgate.policy import NamedPolicy
from ctxgate.rows import encode_all
from ctxgate.steps import run_batch

CHUNKS_A_TASK = 200
"""Batches are sent to a process in groups of about so many chunks, so that sending costs little."""


def run_parallel(
    batches: Iterator[tuple[int, Batch]], rules: NamedPolicy, run: str, jobs: int
) -> Iterator[bytes]:
    """Yield the encoded rows of each (seq, batch), in order; at most a few groups are held in memory."""
    # Spawned, not forked: the same on every platform, and no lock of the parent is copied halfway.
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=_ignore_interrupt)
    waiting: deque[Future[list[bytes]]] = deque()
    try:
        for group in _grouped(batches):
            waiting.append(pool.submit(_work, group, rules, run))
            if len(waiting) > 2 * jobs:
                yield from waiting.popleft().result()
        while waiting:
            yield from waiting.popleft().result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _grouped(batches: Iterator[tuple[int, Batch]]) -> Iterator[list[tuple[int, Batch]]]:
    group: list[tuple[int, Batch]] = []
    size = 0
    for seq, batch in batches:
        group.append((seq, batch))
        size += 1 + len(batch.chunks)
        if size >= CHUNKS_A_TASK:
            yield group
            group, size = [], 0
    if group:
        yield group


def _work(group: list[tuple[int, Batch]], rules: NamedPolicy, run: str) -> list[bytes]:
    return [encode_all(run_batch(batch, rules, run=run, seq=seq)) for seq, batch in group]


def _ignore_interrupt() -> None:
    # Ctrl-C goes to the whole process group; the parent alone decides what it means.
    signal.signal(signal.SIGINT, signal.SIG_IGN)

"""`run --jobs N`: batches worked on in N processes, their rows handed back in order."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool

from ctxgate.batch import Batch
from ctxgate.errors import CtxgateError
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
    pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=_end_with_parent)
    waiting: deque[Future[list[bytes]]] = deque()
    try:
        for group in _grouped(batches):
            with _interrupts_held():  # the first call starts the processes
                waiting.append(pool.submit(_work, group, rules, run))
            if len(waiting) > 2 * jobs:
                yield from waiting.popleft().result()
        while waiting:
            yield from waiting.popleft().result()
    except BrokenProcessPool:
        raise CtxgateError(
            "a process of --jobs was ended from outside",
            todo="What was written so far stays in the log. Fewer --jobs need less memory.",
        ) from None
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


@contextlib.contextmanager
def _interrupts_held() -> Iterator[None]:
    # Ctrl-C goes to the whole process group, and the parent alone decides what it means. A process
    # that is started with the signal blocked keeps it blocked, from its very first moment.
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT,))
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _end_with_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_wait_for_parent, daemon=True).start()


def _wait_for_parent() -> None:
    # A parent that is killed cannot end its pool, and its processes would wait for work for ever.
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)

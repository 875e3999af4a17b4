"""The batches that a step works on: from a run of the log, or from a stream of rows."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ctxgate.cli.reading import read_rows
from ctxgate.errors import CtxgateError, RowError
from ctxgate.log import Log
from ctxgate.rows import CaptureRow, EmptyRow, ScoreRow, encode
from ctxgate.steps import Captured, recall_batch


class Work(NamedTuple):
    """One batch to work on, with the lines that were given for it; or an error in its place.

    Rows of a stream that belong to no batch come with neither: their lines are passed on.
    """

    given: list[bytes]
    captured: Captured | None = None
    error: CtxgateError | None = None


def from_stream() -> Iterator[Work]:
    """Read rows from standard input, batch after batch."""
    for group in read_rows(sys.stdin.buffer, "stdin"):
        if isinstance(group, CtxgateError):
            yield Work([], error=group)
        elif not any(isinstance(row, CaptureRow | EmptyRow | ScoreRow) for row in group.rows):
            yield Work(group.lines)
        else:
            try:
                yield Work(group.lines, recall_batch(group.rows))
            except RowError as e:
                e.where = group.where
                yield Work(group.lines, error=e)


def from_log(log: Log, run: str) -> Iterator[Work]:
    """Read the batches of a run from the log, with the capture rows and the newest scores of each."""
    reader = log.run(run)
    log.warnings += reader.damage
    for batch in reader.batches():
        # A damaged line may have been set apart and written again since: what counts is what is missing.
        log.warnings += batch.damage
        try:
            if not batch.rows:
                raise RowError(f"batch {batch.seq} of run {run}: its rows are missing or damaged")
            captured = recall_batch(batch.rows)
        except RowError as e:
            e.where = str(log.path)
            yield Work([], error=e)
            continue
        newest = [captured.scores[pos] for pos in sorted(captured.scores)]
        first: Sequence[CaptureRow | EmptyRow] = (
            captured.captures or [row for row in batch.rows if isinstance(row, EmptyRow)][-1:]
        )
        yield Work([encode(row) for row in (*first, *newest)], captured)

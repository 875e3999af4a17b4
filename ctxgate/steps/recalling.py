"""Recall: rows become the batch that was captured again, or are refused."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec import UNSET

from ctxgate.batch import Batch, Chunk, batch_fingerprint
from ctxgate.errors import RowError
from ctxgate.policy.load import NamedPolicy, load_label
from ctxgate.rows import AnyRow, BatchRow, CaptureRow, EmptyRow, ScoreRow, missing_positions


class Captured(NamedTuple):
    """A batch as its rows tell it. `scores` holds the newest score row by position, where there is one."""

    run: str
    seq: int
    whole: str
    batch: Batch
    captures: tuple[CaptureRow, ...]
    scores: dict[int, ScoreRow]


def recall_batch(rows: Sequence[AnyRow]) -> Captured:
    """Put a batch together again from the rows of one run and seq, in the order they were written.

    Raises RowError when the batch is not whole or not the one that was captured: a row is missing, two
    rows claim one place, or query, id, source, date or fingerprint no longer give the batch's
    fingerprint. (A text that no longer gives its own fingerprint is left to the gate.)
    """
    captures: dict[int, CaptureRow] = {}
    scores: dict[int, ScoreRow] = {}
    empty: EmptyRow | None = None
    for row in rows:
        if isinstance(row, CaptureRow):
            if captures.get(row.pos, row) != row:
                raise RowError(f"{_place(row)}: two different captures of chunk {row.pos}")
            captures[row.pos] = row
        elif isinstance(row, ScoreRow):
            scores[row.pos] = row
        elif isinstance(row, EmptyRow):
            empty = row
    if empty is not None and not captures:
        if batch_fingerprint(empty.query, []) != empty.batch:
            raise RowError(f"{_place(empty)}: the batch is not the one that was captured")
        batch = Batch(empty.query, (), {} if empty.batch_meta is UNSET else empty.batch_meta)
        return Captured(empty.run, empty.seq, empty.batch, batch, (), {})
    if not captures:
        raise RowError(f"{_unknown(rows)}: its capture rows are missing", todo="Capture the batch again.")
    ordered = tuple(captures[pos] for pos in sorted(captures))
    first = ordered[0]
    missing = missing_positions(ordered)
    if missing:
        listed = ", ".join(map(str, missing[:5])) + (", …" if len(missing) > 5 else "")
        raise RowError(
            f"{_place(first)}: incomplete, {len(missing)} of {first.n} chunks are missing (pos {listed})",
            todo="Capture the batch again.",
        )
    whole = batch_fingerprint(
        first.query,
        [
            (c.id, c.source, _date(c), c.sha256_16, None if c.title_sha256_16 is UNSET else c.title_sha256_16)
            for c in ordered
        ],
    )
    if any(c.batch != whole or c.n != first.n or c.query != first.query for c in ordered):
        raise RowError(
            f"{_place(first)}: the rows are not the batch that was captured (its fingerprint differs)",
            todo="Capture the batch again.",
        )
    ids = {c.id for c in ordered}
    if len(ids) != len(ordered):
        raise RowError(f"{_place(first)}: two chunks have the same id")
    chunks = tuple([_chunk(row) for row in ordered])
    meta = {} if first.batch_meta is UNSET else first.batch_meta
    return Captured(first.run, first.seq, whole, Batch(first.query, chunks, meta), ordered, scores)


def _chunk(row: CaptureRow) -> Chunk:
    return Chunk(
        row.id,
        row.source,
        row.text,
        _date(row),
        {} if row.meta is UNSET else row.meta,
        None if row.title is UNSET else row.title,
        () if row.keywords is UNSET else row.keywords,
    )


def _date(row: CaptureRow) -> str | None:
    return None if row.date is UNSET else row.date


def _unknown(rows: Sequence[AnyRow]) -> str:
    row = next((row for row in rows if isinstance(row, BatchRow)), None)
    return "a batch" if row is None else f"batch {row.seq} of run {row.run}"


def _place(row: CaptureRow | EmptyRow) -> str:
    return f"batch {row.seq} of run {row.run}"


def policy_of(captured: Captured) -> NamedPolicy | None:
    """Return the policy that the batch was scored with, or None when nothing of it was scored.

    Raises PolicyError when that policy has changed since, or the scores name more than one.
    """
    labels = sorted({row.policy for row in captured.scores.values()})
    if len(labels) > 1:
        raise RowError(
            f"batch {captured.seq} of run {captured.run} was scored under {len(labels)} policies",
            todo="Score it again: `ctxgate score`.",
        )
    return load_label(labels[0]) if labels else None

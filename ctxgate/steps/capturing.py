"""Capture: a batch from outside becomes rows, each chunk with its fingerprint."""

from __future__ import annotations

import hashlib

from msgspec import UNSET

from ctxgate.batch import Batch, batch_fingerprint, fingerprint, title_fingerprint
from ctxgate.rows import FIRST_VERSION, CaptureRow, EmptyRow


def capture(batch: Batch, *, run: str, seq: int, at: str) -> list[CaptureRow | EmptyRow]:
    """Return a capture row for each chunk, or the one empty row of a batch without chunks."""
    shas = [fingerprint(chunk.text) for chunk in batch.chunks]
    titles = [title_fingerprint(chunk.title, chunk.keywords) for chunk in batch.chunks]
    whole = batch_fingerprint(
        batch.query,
        [
            (chunk.id, chunk.source, chunk.date, sha, title)
            for chunk, sha, title in zip(batch.chunks, shas, titles, strict=True)
        ],
    )
    if not batch.chunks:
        return [
            EmptyRow(
                v=FIRST_VERSION,
                run=run,
                at=at,
                seq=seq,
                batch=whole,
                query=batch.query,
                batch_meta=batch.meta or UNSET,
            )
        ]
    n = len(batch.chunks)
    return [
        CaptureRow(
            v=FIRST_VERSION if title is None else 2,
            run=run,
            at=at,
            seq=seq,
            batch=whole,
            pos=pos,
            n=n,
            query=batch.query,
            id=chunk.id,
            source=chunk.source,
            sha256_16=sha,
            chars=len(chunk.text),
            sha256=hashlib.sha256(chunk.text.encode()).hexdigest(),
            text=chunk.text,
            date=UNSET if chunk.date is None else chunk.date,
            title=chunk.title or UNSET,
            keywords=chunk.keywords or UNSET,
            title_sha256_16=title or UNSET,
            meta=chunk.meta or UNSET,
            batch_meta=batch.meta if pos == 1 and batch.meta else UNSET,
        )
        for pos, (chunk, sha, title) in enumerate(zip(batch.chunks, shas, titles, strict=True), 1)
    ]

"""The steps of the job as a library: a batch or rows in, rows out.

Each function here is pure but for the clock in `Clock`; appending the rows to a log is the caller's
next line. What a step refuses it refuses by raising, before it has made a single row.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from msgspec import UNSET

from ctxgate import __version__
from ctxgate.batch import Batch, Chunk, batch_fingerprint, fingerprint, parse_batch
from ctxgate.errors import RowError
from ctxgate.gate.decide import Gated, Scored, decide
from ctxgate.gate.decision import band, most_conservative
from ctxgate.policy.load import NamedPolicy, load, load_label
from ctxgate.policy.model import Policy
from ctxgate.rows import (
    VERSION,
    Action,
    AnyRow,
    BatchRow,
    CaptureRow,
    EmptyRow,
    GateRow,
    Judgement,
    PromptRow,
    ScoreRow,
    missing_positions,
)
from ctxgate.rubric.scoring import assess

Clock = Callable[[], str]
"""Returns the time as rows write it: UTC, RFC 3339, milliseconds."""


def now() -> str:
    """Return the present time as rows write it."""
    seconds, ns = divmod(time.time_ns(), 1_000_000_000)
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(seconds)) + f".{ns // 1_000_000:03d}Z"


def new_run() -> str:
    """Return a fresh run id: the time to the second and eight random hex digits."""
    return time.strftime("%Y%m%dT%H%M%SZ-", time.gmtime()) + os.urandom(4).hex()


def gate_batch(batch: Batch | dict[str, Any], policy: NamedPolicy | Policy | str = "standard") -> Gated:
    """Score and gate one batch, without a log.

    `batch` is a Batch or a dict as DESIGN of a retrieval batch has it: `{"query": …, "retrieved": [{"id",
    "source", "text", …}]}`. `policy` is a Policy, a built-in policy's name, or the path of one. Raises
    BatchError and PolicyError.
    """
    checked = parse_batch(batch) if isinstance(batch, dict) else batch
    rules = load(policy).policy if isinstance(policy, str) else policy
    if isinstance(rules, NamedPolicy):
        rules = rules.policy
    scored = [
        Scored(a.score, _action(a.score, vetoed=a.vetoed, policy=rules), a.reasons)
        for a in assess(checked, rules)
    ]
    return decide(checked, scored, rules)


# ---------------------------------------------------------------- capture


def capture(batch: Batch, *, run: str, seq: int, at: str) -> list[CaptureRow | EmptyRow]:
    """Return a capture row for each chunk, or the one empty row of a batch without chunks."""
    shas = [fingerprint(chunk.text) for chunk in batch.chunks]
    whole = batch_fingerprint(
        batch.query, [(c.id, c.source, c.date, sha) for c, sha in zip(batch.chunks, shas, strict=True)]
    )
    if not batch.chunks:
        return [
            EmptyRow(
                v=VERSION,
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
            v=VERSION,
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
            text=chunk.text,
            date=UNSET if chunk.date is None else chunk.date,
            meta=chunk.meta or UNSET,
            batch_meta=batch.meta if pos == 1 and batch.meta else UNSET,
        )
        for pos, (chunk, sha) in enumerate(zip(batch.chunks, shas, strict=True), 1)
    ]


# ---------------------------------------------------------------- what was captured


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
        raise RowError(f"{_unknown(rows)}: no capture rows", todo="Capture the batch again.")
    ordered = tuple(captures[pos] for pos in sorted(captures))
    first = ordered[0]
    missing = missing_positions(ordered)
    if missing:
        listed = ", ".join(map(str, missing[:5])) + (", …" if len(missing) > 5 else "")
        raise RowError(
            f"{_place(first)}: incomplete, {len(missing)} of {first.n} chunks are missing (pos {listed})",
            todo="Capture the batch again.",
        )
    whole = batch_fingerprint(first.query, [(c.id, c.source, _date(c), c.sha256_16) for c in ordered])
    if any(c.batch != whole or c.n != first.n or c.query != first.query for c in ordered):
        raise RowError(
            f"{_place(first)}: the rows are not the batch that was captured (its fingerprint differs)",
            todo="Capture the batch again.",
        )
    ids = {c.id for c in ordered}
    if len(ids) != len(ordered):
        raise RowError(f"{_place(first)}: two chunks have the same id")
    chunks = tuple(
        Chunk(c.id, c.source, c.text, _date(c), {} if c.meta is UNSET else c.meta) for c in ordered
    )
    meta = {} if first.batch_meta is UNSET else first.batch_meta
    return Captured(first.run, first.seq, whole, Batch(first.query, chunks, meta), ordered, scores)


def _date(row: CaptureRow) -> str | None:
    return None if row.date is UNSET else row.date


def _unknown(rows: Sequence[AnyRow]) -> str:
    row = next((row for row in rows if isinstance(row, BatchRow)), None)
    return "a batch" if row is None else f"batch {row.seq} of run {row.run}"


def _place(row: CaptureRow | EmptyRow) -> str:
    return f"batch {row.seq} of run {row.run}"


# ---------------------------------------------------------------- score


def score(captured: Captured, policy: NamedPolicy, *, at: str) -> list[ScoreRow]:
    """Return a score row for each chunk. A batch without chunks has none."""
    rules = policy.policy
    return [
        ScoreRow(
            v=VERSION,
            run=captured.run,
            at=at,
            seq=captured.seq,
            batch=captured.whole,
            pos=row.pos,
            n=row.n,
            id=row.id,
            source=row.source,
            sha256_16=row.sha256_16,
            score=a.score,
            action=_action(a.score, vetoed=a.vetoed, policy=rules),
            reasons=a.reasons,
            findings=a.findings,
            checks=a.checks,
            judge=_OFF,
            policy=policy.label,
            tool=__version__,
        )
        for row, a in zip(captured.captures, assess(captured.batch, rules), strict=True)
    ]


_OFF = Judgement(status="off")


def _action(score: float, *, vetoed: bool, policy: Policy) -> Action:
    by_band = band(score, policy.bands)
    return most_conservative(by_band, "drop") if vetoed else by_band


# ---------------------------------------------------------------- gate


def gate(captured: Captured, policy: Policy, *, at: str) -> list[GateRow | PromptRow]:
    """Return a gate row for each chunk and the prompt row of the batch.

    A chunk without a score is dropped as `unscored`; one whose text, source or fingerprint is not what
    was captured and scored is dropped as `fingerprint_mismatch`.
    """
    scored = [_entry(row, captured.scores.get(row.pos)) for row in captured.captures]
    gated = decide(captured.batch, scored, policy)
    common = {"v": VERSION, "run": captured.run, "at": at, "seq": captured.seq, "batch": captured.whole}
    rows: list[GateRow | PromptRow] = [
        GateRow(
            **common,  # type: ignore[arg-type]
            pos=row.pos,
            n=row.n,
            id=row.id,
            source=row.source,
            sha256_16=row.sha256_16,
            score=decision.score,
            action=decision.action,
            reasons=decision.reasons,
            conflicts=decision.conflicts,
        )
        for row, decision in zip(captured.captures, gated.decisions, strict=True)
    ]
    rows.append(
        PromptRow(
            **common,  # type: ignore[arg-type]
            query=captured.batch.query,
            prompt=gated.prompt,
            sha256=gated.sha256,
            evidence=gated.evidence,
            conflicting=gated.conflicting,
            isolated=gated.ids("isolate"),
            dropped=gated.ids("drop"),
            question=gated.question,
        )
    )
    return rows


def _entry(row: CaptureRow, scored: ScoreRow | None) -> Scored | str:
    if fingerprint(row.text) != row.sha256_16 or len(row.text) != row.chars:
        return "fingerprint_mismatch"
    if scored is None:
        return "unscored"
    if (scored.id, scored.source, scored.sha256_16, scored.batch) != (
        row.id,
        row.source,
        row.sha256_16,
        row.batch,
    ):
        return "fingerprint_mismatch"
    return Scored(scored.score, scored.action, scored.reasons)


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


# ---------------------------------------------------------------- all at once


def run_batch(batch: Batch, policy: NamedPolicy, *, run: str, seq: int, clock: Clock = now) -> list[AnyRow]:
    """Capture, score and gate one batch; return all its rows in the order of the steps."""
    captured_rows = capture(batch, run=run, seq=seq, at=clock())
    captured = recall_batch(captured_rows)
    score_rows = score(captured, policy, at=clock())
    scored = captured._replace(scores={row.pos: row for row in score_rows})
    return [*captured_rows, *score_rows, *gate(scored, policy.policy, at=clock())]

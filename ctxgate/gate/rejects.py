"""The reject log of a run: every chunk that was kept out of the prompt, and why."""

from __future__ import annotations

import msgspec

from ctxgate.gate.decision import is_allowed, most_conservative
from ctxgate.gate.told import Told
from ctxgate.rows import Action


class Reject(msgspec.Struct, frozen=True):
    """One line of the reject log. It holds nothing that differs between two runs of the same bytes."""

    seq: int
    query: str
    id: str
    source: str
    sha256_16: str
    action: Action
    score: float
    reasons: tuple[str, ...]
    conflicts: tuple[str, ...]


def rejects(batch: Told) -> list[Reject]:
    """Return the rejects of the newest gating of a batch, in the order of its chunks."""
    return [
        Reject(
            seq=batch.seq,
            query=batch.query or "",
            id=row.id,
            source=row.source,
            sha256_16=row.sha256_16,
            action=row.action,
            score=row.score,
            reasons=row.reasons,
            conflicts=row.conflicts,
        )
        for _, row in sorted(batch.gates.items())
        if not is_allowed(row.action)
    ]


def is_as_closed(action: Action, limit: Action) -> bool:
    """Tell whether an action is `limit` or more closed than it."""
    return most_conservative(action, limit) == action

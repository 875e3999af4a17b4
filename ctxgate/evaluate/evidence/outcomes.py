"""Labelled batches through capture, score and gate, as `ctxgate run` does it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from ctxgate.evaluate.evidence.batches import Labels
from ctxgate.gate.decision import is_allowed
from ctxgate.policy.load import NamedPolicy
from ctxgate.rows import GateRow, ScoreRow
from ctxgate.steps import run_batch


class Outcome(NamedTuple):
    """What became of one chunk.

    `overlap` is the value of topical overlap; `score` the whole score, -1 for a chunk that was vetoed, which
    no threshold lets in; `passed` says that the score alone would let it in; `allowed` that the gate did.
    """

    id: str
    label: str
    overlap: float
    score: float
    passed: bool
    allowed: bool
    reasons: tuple[str, ...]


Gate = Callable[[Labels], list[Outcome]]


def gate_with(policy: NamedPolicy) -> Gate:
    """Return the function that gates a labelled batch under a policy: an outcome for each chunk, in order."""

    def gated(labels: Labels) -> list[Outcome]:
        rows = run_batch(labels.batch, policy, run="evidence", seq=1, clock=lambda: "")
        scores = [row for row in rows if isinstance(row, ScoreRow)]
        finals = [row for row in rows if isinstance(row, GateRow)]
        return [
            Outcome(
                score.id,
                label,
                score.checks.topical_overlap,
                -1.0
                if score.action == "drop" and score.score >= policy.policy.bands.isolate
                else score.score,
                is_allowed(score.action),
                is_allowed(final.action),
                final.reasons,
            )
            for label, score, final in zip(labels.labels, scores, finals, strict=True)
        ]

    return gated


def allowed(outcomes: Sequence[Outcome], *labels: str) -> int:
    """Return how many of the chunks with one of these labels are allowed."""
    return sum(outcome.allowed for outcome in outcomes if outcome.label in labels)

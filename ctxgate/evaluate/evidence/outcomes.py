"""Labelled batches through capture, score and gate, as `ctxgate run` does it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from ctxgate.evaluate.evidence.batches import Labels
from ctxgate.gate.decision import is_allowed
from ctxgate.policy.load import NamedPolicy
from ctxgate.rows import AnyRow, GateRow, ScoreRow
from ctxgate.steps import capture, gate_scored, pairs_to_ask, recall_batch, run_batch, score, with_pairs

if TYPE_CHECKING:  # a judge takes httpx along
    from ctxgate.judge.panel import Panel


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
        return _outcomes(labels, rows, policy)

    return gated


def _outcomes(labels: Labels, rows: Sequence[AnyRow], policy: NamedPolicy) -> list[Outcome]:
    scores = [row for row in rows if isinstance(row, ScoreRow)]
    finals = [row for row in rows if isinstance(row, GateRow)]
    return [
        Outcome(
            told.id,
            label,
            told.checks.topical_overlap,
            -1.0 if told.action == "drop" and told.score >= policy.policy.bands.isolate else told.score,
            is_allowed(told.action),
            is_allowed(final.action),
            final.reasons,
        )
        for label, told, final in zip(labels.labels, scores, finals, strict=True)
    ]


def gate_with_judge(policy: NamedPolicy, panel: Panel[None], asked: list[int]) -> Gate:
    """Return what `gate_with` does, with the pairs that the rules leave undecided put to a judge.

    How many pairs of a batch were answered is appended to `asked`.
    """
    rules = replace(policy.policy, conflict=replace(policy.policy.conflict, judge=True))
    judging = NamedPolicy.of(policy.label, rules)

    def gated(labels: Labels) -> list[Outcome]:
        captured = recall_batch(capture(labels.batch, run="evidence", seq=1, at=""))
        scores = score(captured, judging, at="")
        pairs = pairs_to_ask(captured, scores, rules)
        ids = [chunk.id for chunk in labels.batch.chunks]
        told = panel.judge_pairs([(ids[other], pair) for (_, other), pair in pairs])
        asked.append(sum(judgement.status in ("ok", "cached") for judgement in told))
        scores = with_pairs(scores, [places for places, _ in pairs], told, rules)
        rows = gate_scored(captured, scores, judging, clock=lambda: "")
        return _outcomes(labels, rows, judging)

    return gated


def allowed(outcomes: Sequence[Outcome], *labels: str) -> int:
    """Return how many of the chunks with one of these labels are allowed."""
    return sum(outcome.allowed for outcome in outcomes if outcome.label in labels)

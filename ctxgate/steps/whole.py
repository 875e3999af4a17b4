"""Several steps at once: for corpora, and for whoever has a batch and wants a prompt."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ctxgate.batch import Batch, as_dict, parse_batch
from ctxgate.gate.decide import Gated, decide
from ctxgate.policy.load import NamedPolicy, load
from ctxgate.policy.model import Policy
from ctxgate.rows import AnyRow, Judgement, ScoreRow
from ctxgate.rubric.scoring import assess
from ctxgate.steps.capturing import capture
from ctxgate.steps.clock import Clock, now
from ctxgate.steps.gating import gate
from ctxgate.steps.recalling import Captured, recall_batch
from ctxgate.steps.scoring import as_scored, score


def gate_batch(batch: Batch | dict[str, Any], policy: NamedPolicy | Policy | str = "standard") -> Gated:
    """Score and gate one batch, without a log.

    `batch` is a Batch or a dict of its form, `{"query": …, "retrieved": [{"id",
    "source", "text", …}]}`. `policy` is a Policy, a built-in policy's name, or the path of one. Raises
    BatchError and PolicyError.
    """
    # A Batch that was made by hand goes through the same checks as one from outside.
    checked = parse_batch(as_dict(batch) if isinstance(batch, Batch) else batch)
    rules = load(policy).policy if isinstance(policy, str) else policy
    if isinstance(rules, NamedPolicy):
        rules = rules.policy
    return decide(checked, [as_scored(a, rules) for a in assess(checked, rules)], rules)


def run_batch(batch: Batch, policy: NamedPolicy, *, run: str, seq: int, clock: Clock = now) -> list[AnyRow]:
    """Capture, score and gate one batch; return all its rows in the order of the steps."""
    captured_rows = capture(batch, run=run, seq=seq, at=clock())
    return [*captured_rows, *score_and_gate(recall_batch(captured_rows), policy, clock=clock)]


def score_and_gate(
    captured: Captured,
    policy: NamedPolicy,
    *,
    judgements: Sequence[Judgement] | None = None,
    required: bool = False,
    clock: Clock = now,
) -> list[AnyRow]:
    """Score and gate one captured batch; return the rows of both steps. Judgements as `score` takes them."""
    scores = score(captured, policy, at=clock(), judgements=judgements, required=required)
    return gate_scored(captured, scores, policy, clock=clock)


def gate_scored(
    captured: Captured, scores: Sequence[ScoreRow], policy: NamedPolicy, *, clock: Clock = now
) -> list[AnyRow]:
    """Gate one captured batch by its score rows; return those and the gate's."""
    scored = captured._replace(scores={row.pos: row for row in scores})
    return [*scores, *gate(scored, policy.policy, at=clock())]

"""Score: the rubric and the judge, if one is asked, give each captured chunk a score and an action."""

from __future__ import annotations

from collections.abc import Sequence

from ctxgate import __version__
from ctxgate.gate.decision import band, held, most_conservative
from ctxgate.gate.scored import Scored
from ctxgate.judge.merge import merge
from ctxgate.policy.load import NamedPolicy
from ctxgate.policy.model import Policy
from ctxgate.rows import FIRST_VERSION, Action, CaptureRow, Judgement, ScoreRow
from ctxgate.rubric.scoring import CLEAN, Assessment, assess
from ctxgate.steps.recalling import Captured


def score(
    captured: Captured,
    policy: NamedPolicy,
    *,
    at: str,
    judgements: Sequence[Judgement | None] | None = None,
    required: bool = False,
) -> list[ScoreRow]:
    """Return a score row for each chunk. A batch without chunks has none.

    `judgements` is what the judge said of each chunk, in order; None in place of one means that the
    chunk was not reached before an interruption: it gets no row. Without any the judge is off. With
    `required` a chunk that no judge has judged is isolated at most.
    """
    assessed = assess(captured.batch, policy.policy)
    told = [_NONE_SET if required else _OFF] * len(assessed) if judgements is None else judgements
    return [
        _score_row(row, a, judgement, policy, at=at, required=required)
        for row, a, judgement in zip(captured.captures, assessed, told, strict=True)
        if judgement is not None
    ]


_OFF = Judgement(status="off")
_NONE_SET = Judgement(status="unreachable", reason="a judge was required and none is set")


def _score_row(
    row: CaptureRow, a: Assessment, judgement: Judgement, policy: NamedPolicy, *, at: str, required: bool
) -> ScoreRow:
    rules = policy.policy
    merged = merge(
        held(rubric_action(a.score, vetoed=a.vetoed, policy=rules), a.reasons),
        band(a.score, rules.bands),
        judgement,
        lambda score: band(score, rules.bands),
        on_failure=rules.judge.on_failure,
        required=required,
    )
    return ScoreRow(
        v=FIRST_VERSION,
        run=row.run,
        at=at,
        seq=row.seq,
        batch=row.batch,
        pos=row.pos,
        n=row.n,
        id=row.id,
        source=row.source,
        sha256_16=row.sha256_16,
        score=a.score,
        action=merged.action,
        reasons=(*a.reasons, "judge_disagrees") if merged.judgement.disagrees is True else a.reasons,
        findings=a.findings,
        checks=a.checks,
        judge=merged.judgement,
        policy=policy.label,
        tool=__version__,
    )


def heuristic_action(row: ScoreRow, policy: Policy) -> Action:
    """Return what the rubric alone asks for, given a score row: its band, or `drop` for a veto."""
    vetoed = "oversized" in row.reasons or (
        policy.instruction_hygiene.veto and row.checks.instruction_hygiene < CLEAN
    )
    return rubric_action(row.score, vetoed=vetoed, policy=policy)


def rubric_action(score: float, *, vetoed: bool, policy: Policy) -> Action:
    """Return what the rubric alone asks for: the action of the score's band, or `drop` for a veto."""
    by_band = band(score, policy.bands)
    return most_conservative(by_band, "drop") if vetoed else by_band


def as_scored(assessment: Assessment, policy: Policy) -> Scored:
    """Return what the gate needs to know of a chunk that no judge was asked about."""
    action = rubric_action(assessment.score, vetoed=assessment.vetoed, policy=policy)
    return Scored(assessment.score, action, assessment.reasons)

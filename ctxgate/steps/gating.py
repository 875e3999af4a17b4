"""Gate: scores become final decisions, and the allowed chunks a prompt."""

from __future__ import annotations

from msgspec import UNSET

from ctxgate.gate.decide import Scored, decide
from ctxgate.gate.decision import most_conservative
from ctxgate.gate.tampering import text_change
from ctxgate.judge.pairs import has_answer, merge_pairs
from ctxgate.policy.model import Policy
from ctxgate.rows import FIRST_VERSION, CaptureRow, GateRow, PromptRow, ScoreRow
from ctxgate.rubric.scoring import total
from ctxgate.steps.recalling import Captured
from ctxgate.steps.scoring import heuristic_action


def gate(captured: Captured, policy: Policy, *, at: str) -> list[GateRow | PromptRow]:
    """Return a gate row for each chunk and the prompt row of the batch.

    A chunk without a score is dropped as `unscored`; one whose text, source or fingerprint is not what
    was captured and scored is dropped as `fingerprint_mismatch`, and one whose score is not the sum of its
    findings as `score_mismatch`. A score row's action is never more open here than its band, a veto and
    the judge in it allow.
    """
    scored = [_entry(row, captured.scores.get(row.pos), policy) for row in captured.captures]
    gated = decide(captured.batch, scored, policy)
    common = {"v": FIRST_VERSION, "run": captured.run, "at": at, "seq": captured.seq, "batch": captured.whole}
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
            disputes=decision.disputes or UNSET,
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


def _entry(row: CaptureRow, scored: ScoreRow | None, policy: Policy) -> Scored | str:
    if text_change(row) is not None:
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
    if total(scored.findings) != scored.score:
        return "score_mismatch"
    action = most_conservative(scored.action, heuristic_action(scored, policy))
    if scored.judge.action is not UNSET:
        action = most_conservative(action, scored.judge.action)
    if scored.pairs is UNSET:
        return Scored(scored.score, action, scored.reasons)
    action = merge_pairs(action, scored.pairs, on_failure=policy.judge.on_failure)
    against = tuple(pair.against for pair in scored.pairs if has_answer(pair) and pair.conflict is True)
    return Scored(scored.score, action, scored.reasons, against)

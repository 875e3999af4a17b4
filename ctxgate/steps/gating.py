"""Gate: scores become final decisions, and the allowed chunks a prompt."""

from __future__ import annotations

from msgspec import UNSET

from ctxgate.gate.decide import decide
from ctxgate.gate.decision import most_conservative
from ctxgate.gate.scored import Scored
from ctxgate.gate.tampering import text_change
from ctxgate.judge.pairs import has_answer, merge_pairs
from ctxgate.policy.model import Policy
from ctxgate.rows import FIRST_VERSION, CaptureRow, GateRow, PromptRow, ScoreRow
from ctxgate.rubric.scoring import assess, total
from ctxgate.steps.recalling import Captured
from ctxgate.steps.scoring import heuristic_action, rubric_action


def gate(captured: Captured, policy: Policy, *, at: str) -> list[GateRow | PromptRow]:
    """Return a gate row for each chunk and the prompt row of the batch.

    A chunk without a score is dropped as `unscored`; one whose text, source or fingerprint is not what
    was captured and scored is dropped as `fingerprint_mismatch`, and one whose score is not the sum of its
    findings as `score_mismatch`. A score row's action is never more open here than its band, a veto and
    the judge in it allow. None of this lets another chunk in: what the rubric alone would allow stays a party
    to conflicts, and beside one of which the text is lost, all others are isolated at most.
    """
    scored = _entries(captured, policy)
    gated = decide(captured.batch, scored, policy)
    common = {"run": captured.run, "at": at, "seq": captured.seq, "batch": captured.whole}
    rows: list[GateRow | PromptRow] = [
        GateRow(
            **common,  # type: ignore[arg-type]
            v=2 if decision.unexamined else FIRST_VERSION,
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
            unexamined=decision.unexamined or UNSET,
        )
        for row, decision in zip(captured.captures, gated.decisions, strict=True)
    ]
    rows.append(
        PromptRow(
            **common,  # type: ignore[arg-type]
            v=FIRST_VERSION,
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


def _entries(captured: Captured, policy: Policy) -> list[Scored]:
    """Return what the gate goes by, chunk by chunk."""
    faults = [_fault(row, captured.scores.get(row.pos)) for row in captured.captures]
    if not any(faults):
        return [_entry(captured.scores[row.pos], policy) for row in captured.captures]
    again = assess(captured.batch, policy)
    whole = all(text_change(row) is None for row in captured.captures)
    entries = []
    for row, fault, alone in zip(captured.captures, faults, again, strict=True):
        scored = captured.scores.get(row.pos)
        if fault is None:
            assert scored is not None
            entries.append(_entry(scored, policy))
        elif text_change(row) is None:
            # The others are scored in the company of what was captured; in other company, any score may be.
            action = rubric_action(alone.score, vetoed=alone.vetoed, policy=policy) if whole else "allow"
            entries.append(Scored(0.0, "drop", (fault,), rubric=action))
        else:
            action = "allow" if scored is None else heuristic_action(scored, policy)
            entries.append(Scored(0.0, "drop", (fault,), rubric=action, lost=True))
    return entries


def _fault(row: CaptureRow, scored: ScoreRow | None) -> str | None:
    """Return the reason why a chunk's rows cannot be gone by, None where they can."""
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
    return None if total(scored.findings) == scored.score else "score_mismatch"


def _entry(scored: ScoreRow, policy: Policy) -> Scored:
    """Return a chunk as its score row says, no more open than its score, a veto and the judge in it allow."""
    alone = heuristic_action(scored, policy)
    action = most_conservative(scored.action, alone)
    if scored.judge.action is not UNSET:
        action = most_conservative(action, scored.judge.action)
    if scored.pairs is UNSET:
        return Scored(scored.score, action, scored.reasons, rubric=alone)
    action = merge_pairs(action, scored.pairs, on_failure=policy.judge.on_failure)
    against = tuple(pair.against for pair in scored.pairs if has_answer(pair) and pair.conflict is True)
    return Scored(scored.score, action, scored.reasons, against, rubric=alone)

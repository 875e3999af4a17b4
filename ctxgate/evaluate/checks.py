"""The questions that can be evaluated: which labels are which, and what a policy answers.

Each question has a positive class, the one that is to be found, and a score that should be higher for it
than for the negative class. To add a question is to add one entry to `CHECKS`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import msgspec

from ctxgate.batch import Batch
from ctxgate.errors import BatchError
from ctxgate.evaluate.labelled import LabelledBatch, number
from ctxgate.gate.decide import Decision, decide
from ctxgate.gate.decision import is_allowed
from ctxgate.policy.model import Policy
from ctxgate.policy.reasons import REASONS
from ctxgate.rows import Finding
from ctxgate.rubric.scoring import CLEAN, Assessment, assess
from ctxgate.steps.scoring import as_scored

GIVEN = "given"
"""The check that asks nobody: the rows bring their own scores."""

GIVEN_THRESHOLD = 0.5
"""From this score on a row with a score of its own counts as flagged, unless it says so itself."""


class Answer(NamedTuple):
    """What was said of one chunk: the higher the score, the more it looks positive; `flagged` decides."""

    score: float
    flagged: bool
    findings: tuple[Finding, ...] = ()


Ask = Callable[[LabelledBatch], list[Answer]]
"""Answers for every chunk of a batch, in order."""


class Check(NamedTuple):
    """One question: its two classes, the labels that belong to each, and who answers under a policy."""

    positive: str
    negative: str
    positives: frozenset[str]
    negatives: frozenset[str]
    answers: Callable[[Batch, Policy], list[Answer]]
    decision: str

    def relabelled(self, positives: frozenset[str] | None, negatives: frozenset[str] | None) -> Check:
        """Return the question with other labels for its classes; a class with one label has its name."""
        changed = self
        if positives is not None:
            name = next(iter(positives)) if len(positives) == 1 else self.positive
            changed = changed._replace(positives=positives, positive=name)
        if negatives is not None:
            name = next(iter(negatives)) if len(negatives) == 1 else self.negative
            changed = changed._replace(negatives=negatives, negative=name)
        return changed


def only(policy: Policy, *checks: str) -> Policy:
    """Return the policy without the points of the other checks.

    Codes of 0 points are not looked at, so that `assess` spends its time on these checks alone. Their
    own values stay what they are under the whole policy.
    """
    points = {
        code: worth if code not in REASONS or REASONS[code].given_by in checks else 0.0
        for code, worth in policy.points.items()
    }
    return msgspec.structs.replace(policy, points=points)


def ask(check: str, policy: Policy, threshold: float | None) -> Ask:
    """Return who answers a check under a policy; with a threshold, scores from there on are flagged."""
    answers = CHECKS[check].answers
    rules = policy if check in ("allowed", "conflict") else only(policy, check)

    def answered(given: LabelledBatch) -> list[Answer]:
        return [_flag(answer, threshold) for answer in answers(given.batch, rules)]

    return answered


def ask_rows(field: str, threshold: float | None) -> Ask:
    """Return who answers with the number in a field of the rows.

    A row may say `flagged` (true or false) itself, where the field is `score`; otherwise it is flagged
    from `threshold` on. Raises BatchError, when asked, for a row without such a number.
    """
    limit = GIVEN_THRESHOLD if threshold is None else threshold

    def answered(given: LabelledBatch) -> list[Answer]:
        answers = []
        for row in given.rows:
            score = number(row.fields, field)
            flagged: object = row.fields.get("flagged") if field == "score" and threshold is None else None
            if flagged is None:
                flagged = score >= limit
            if not isinstance(flagged, bool):
                raise BatchError("flagged must be true or false")
            answers.append(Answer(score, flagged))
        return answers

    return answered


def _flag(answer: Answer, threshold: float | None) -> Answer:
    return answer if threshold is None else answer._replace(flagged=answer.score >= threshold)


def _hygiene(batch: Batch, policy: Policy) -> list[Answer]:
    return [
        # Rounded, since 1 - 0.9 is not the nearest number to 0.1; the check has three decimals.
        Answer(round(1 - a.checks.instruction_hygiene, 3), a.checks.instruction_hygiene < CLEAN, a.findings)
        for a in assess(batch, policy)
    ]


def _overlap(batch: Batch, policy: Policy) -> list[Answer]:
    floor = policy.topical_overlap.floor
    return [
        Answer(a.checks.topical_overlap, a.checks.topical_overlap >= floor, a.findings)
        for a in assess(batch, policy)
    ]


def _allowed(batch: Batch, policy: Policy) -> list[Answer]:
    return [
        Answer(decision.score, is_allowed(decision.action), found.findings)
        for found, decision in _decided(batch, policy)
    ]


def _conflict(batch: Batch, policy: Policy) -> list[Answer]:
    flagged = [("conflict" in decision.reasons, found) for found, decision in _decided(batch, policy)]
    return [Answer(float(disputed), disputed, found.findings) for disputed, found in flagged]


def _decided(batch: Batch, policy: Policy) -> Iterator[tuple[Assessment, Decision]]:
    assessed = assess(batch, policy)
    scored = [as_scored(a, policy) for a in assessed]
    return zip(assessed, decide(batch, scored, policy).decisions, strict=True)


def _nobody(batch: Batch, policy: Policy) -> list[Answer]:
    raise AssertionError("the rows bring their own scores")


_ATTACK, _BENIGN = frozenset(("attack",)), frozenset(("benign",))

CHECKS: dict[str, Check] = {
    "instruction_hygiene": Check(
        "attack", "benign", _ATTACK, _BENIGN, _hygiene, "instruction_hygiene is below 0.5"
    ),
    "topical_overlap": Check(
        "relevant",
        "irrelevant",
        frozenset(("relevant",)),
        frozenset(("irrelevant",)),
        _overlap,
        "topical_overlap is not below the policy's floor",
    ),
    "allowed": Check(
        "wanted",
        "unwanted",
        frozenset(("benign", "relevant", "correct", "supports", "refutes")),
        frozenset(("attack", "irrelevant", "wrong", "poisoned", "stale")),
        _allowed,
        "the chunk is allowed",
    ),
    "conflict": Check(
        "conflict",
        "agree",
        frozenset(("conflict",)),
        frozenset(("agree",)),
        _conflict,
        "the conflict rule isolates the chunk",
    ),
    GIVEN: Check("attack", "benign", _ATTACK, _BENIGN, _nobody, "the row's score is at least 0.5"),
}
"""All questions by name. `decision` says in words when a chunk counts as flagged."""

"""The decision on a batch: from each chunk's score to the final actions and the prompt."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Sequence
from typing import NamedTuple

from ctxgate.batch import Batch
from ctxgate.gate.conflict import Conflicts, Dispute, find_conflicts
from ctxgate.gate.decision import band, is_allowed, is_disputed, most_conservative
from ctxgate.gate.prompt import Evidence, build_prompt
from ctxgate.gate.question import about_conflict, about_doubt
from ctxgate.policy.model import Policy
from ctxgate.rows import Action, Disputed
from ctxgate.text.visible import shortened

MAX_SAID = 60
"""Characters of a claim that a decision quotes."""


class Scored(NamedTuple):
    """What the scoring step said of a chunk, as far as the gate needs it.

    `judged_against` are the ids of chunks that the judge says contradict it.
    """

    score: float
    action: Action
    reasons: tuple[str, ...]
    judged_against: tuple[str, ...] = ()


class Decision(NamedTuple):
    """The final word on a chunk. `conflicts` are the ids of chunks that contradict it, `disputes` what both say."""

    id: str
    score: float
    action: Action
    reasons: tuple[str, ...]
    conflicts: tuple[str, ...]
    disputes: tuple[Disputed, ...] = ()


class Gated(NamedTuple):
    """The gated batch: a decision for each chunk, the prompt, and the question for the user, if any."""

    decisions: tuple[Decision, ...]
    prompt: str
    question: str | None

    def ids(self, *actions: Action) -> tuple[str, ...]:
        """Return the ids of the chunks with one of these final actions, in order."""
        return tuple(d.id for d in self.decisions if d.action in actions)

    @property
    def evidence(self) -> tuple[str, ...]:
        """Ids of the chunks that stand in the prompt, in order."""
        return self.ids("allow", "allow_with_citation")

    @property
    def conflicting(self) -> tuple[str, ...]:
        """Ids of the chunks that the conflict rule took down, in order."""
        return tuple(d.id for d in self.decisions if is_disputed(d.reasons))

    @property
    def sha256(self) -> str:
        """SHA-256 of the prompt's UTF-8 bytes, in hex."""
        return hashlib.sha256(self.prompt.encode()).hexdigest()


def decide(batch: Batch, scored: Sequence[Scored | str], policy: Policy) -> Gated:
    """Gate a batch.

    `scored` holds for each chunk what its score row says, or, for a chunk that cannot be trusted at
    all, the reason code why: such a chunk is dropped with score 0. The final action is never more open
    than the band of the score, the action of the scoring step, or the conflict rule allows.
    """
    entries = [
        Scored(0.0, "drop", (entry,))
        if isinstance(entry, str)
        else entry._replace(action=most_conservative(entry.action, band(entry.score, policy.bands)))
        for entry in scored
    ]
    allowed = {
        pos: chunk.text
        for pos, (chunk, entry) in enumerate(zip(batch.chunks, entries, strict=True))
        if is_allowed(entry.action)
    }
    judged = _judged(batch, entries, allowed)
    found = find_conflicts(
        batch.query, allowed, policy.conflict, judged, {pos: batch.chunks[pos].source for pos in allowed}
    )
    decisions = [_decision(batch, pos, entry, found) for pos, entry in enumerate(entries)]
    question = None
    if found.example is not None:
        question = about_conflict(batch, found.example)
    else:
        question = _doubt(batch, decisions, plain=not policy.conflict.answers)
    prompt = build_prompt(
        batch.query,
        [
            Evidence(chunk.source, chunk.text, d.action == "allow_with_citation")
            for chunk, d in zip(batch.chunks, decisions, strict=True)
            if is_allowed(d.action)
        ],
        [
            Evidence(chunk.source, chunk.text, False)
            for chunk, d in zip(batch.chunks, decisions, strict=True)
            if d.action == "isolate" and is_disputed(d.reasons)
        ]
        if policy.prompt.conflicts == "block"
        else (),
        max_chars=policy.prompt.max_chars,
    )
    return Gated(tuple(decisions), prompt, question)


def _doubt(batch: Batch, decisions: Sequence[Decision], *, plain: bool) -> str | None:
    """Ask about the first isolated chunk. The teaching rules ask `plain`ly, whatever the reason and what else is there;
    all others say what is the matter, and ask only where no chunk is allowed in full.
    """
    if not plain and any(d.action == "allow" for d in decisions):
        return None
    doubtful = next((pos for pos, d in enumerate(decisions) if d.action == "isolate"), None)
    if doubtful is None:
        return None
    return about_doubt(batch, doubtful, None if plain else decisions[doubtful].reasons)


def _judged(batch: Batch, entries: Sequence[Scored], allowed: Collection[int]) -> list[tuple[int, int]]:
    """Return the pairs of allowed chunks of which the judge says that they conflict, by position."""
    if not any(entry.judged_against for entry in entries):
        return []
    places = {chunk.id: pos for pos, chunk in enumerate(batch.chunks)}
    pairs = [
        (min(pos, other), max(pos, other))
        for pos, entry in enumerate(entries)
        for id_ in entry.judged_against
        if (other := places.get(id_)) is not None and other != pos and {pos, other} <= set(allowed)
    ]
    return list(dict.fromkeys(pairs))


def _decision(batch: Batch, pos: int, entry: Scored, found: Conflicts) -> Decision:
    against = tuple(batch.chunks[other].id for other in found.opponents.get(pos, ()))
    action, reasons = entry.action, entry.reasons
    if against:
        action, reasons = most_conservative(action, "isolate"), (*reasons, "conflict")
    disputes = tuple(_told(batch, dispute) for dispute in found.told.get(pos, ()))
    return Decision(batch.chunks[pos].id, entry.score, action, reasons, against, disputes)


def _told(batch: Batch, dispute: Dispute) -> Disputed:
    one, other = dispute.first_claim, dispute.second_claim
    return Disputed(
        batch.chunks[dispute.second].id,
        dispute.kind,
        one.span,
        shortened(one.quote, MAX_SAID),
        other.span,
        shortened(other.quote, MAX_SAID),
    )

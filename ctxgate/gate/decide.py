"""The decision on a batch: from each chunk's score to the final actions and the prompt."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Sequence
from typing import NamedTuple

from ctxgate.batch import Batch
from ctxgate.gate.conflict import Conflicts, Dispute, find_conflicts
from ctxgate.gate.decision import band, held, is_allowed, is_disputed, most_conservative
from ctxgate.gate.prompt import Evidence, build_prompt
from ctxgate.gate.question import about_conflict, about_doubt
from ctxgate.gate.scored import Scored
from ctxgate.policy.model import Policy
from ctxgate.rows import UNEXAMINED, Action, Disputed
from ctxgate.text.visible import shortened

MAX_SAID = 60
"""Characters of a claim that a decision quotes."""


class Decision(NamedTuple):
    """The final word on a chunk. `conflicts` are the ids of chunks that contradict it, `disputes` what both say.

    `unexamined` are the ids of chunks that it could not be compared with.
    """

    id: str
    score: float
    action: Action
    reasons: tuple[str, ...]
    conflicts: tuple[str, ...]
    disputes: tuple[Disputed, ...] = ()
    unexamined: tuple[str, ...] = ()


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
        return tuple(d.id for d in self.decisions if _is_conflicting(d))

    @property
    def sha256(self) -> str:
        """SHA-256 of the prompt's UTF-8 bytes, in hex."""
        return hashlib.sha256(self.prompt.encode()).hexdigest()


def decide(batch: Batch, scored: Sequence[Scored | str], policy: Policy) -> Gated:
    """Gate a batch.

    `scored` holds for each chunk what its score row says, or, for a chunk that cannot be trusted at
    all, the reason code why: such a chunk is dropped with score 0. The final action is never more open
    than the band of the score, the action of the scoring step, or the conflict rule allows. Conflicts are
    looked for among what the rubric alone allows, so that no judge and no fault opens anything.
    """
    entries = [
        Scored(0.0, "drop", (entry,)) if isinstance(entry, str) else _bounded(entry, policy)
        for entry in scored
    ]
    found = _conflicts(batch, entries, policy)
    decisions = [_decision(batch, pos, entry, found) for pos, entry in enumerate(entries)]
    plain = not policy.conflict.answers
    question = (
        about_conflict(batch, found.example)
        if found.example is not None
        else _doubt(batch, [(d.action, d.reasons) for d in decisions], plain=plain)
        # What the rubric alone would ask is asked as well when a judge or a fault has dropped what it is about.
        or _doubt(batch, [(held(e.alone, e.reasons), e.reasons) for e in entries], plain=plain)
    )
    prompt = build_prompt(
        batch.query,
        [
            Evidence(chunk.source, chunk.text, d.action == "allow_with_citation", chunk.title)
            for chunk, d in zip(batch.chunks, decisions, strict=True)
            if is_allowed(d.action)
        ],
        [
            Evidence(chunk.source, chunk.text, False, chunk.title)
            for chunk, d in zip(batch.chunks, decisions, strict=True)
            if _is_conflicting(d)
        ]
        if policy.prompt.conflicts == "block"
        else (),
        max_chars=policy.prompt.max_chars,
    )
    return Gated(tuple(decisions), prompt, question)


def _bounded(entry: Scored, policy: Policy) -> Scored:
    """Return the entry with actions that are no more open than its score and its reasons allow."""
    by_score = band(entry.score, policy.bands)
    alone = most_conservative(entry.action, by_score) if entry.rubric is None else entry.rubric
    action = most_conservative(entry.action, by_score)
    return entry._replace(action=held(action, entry.reasons), rubric=alone)


def _conflicts(batch: Batch, entries: Sequence[Scored], policy: Policy) -> Conflicts:
    """Find the conflicts among the chunks that the rubric alone allows.

    With one of which the text is lost, none of the others can be compared.
    """
    parties = [pos for pos, entry in enumerate(entries) if is_allowed(entry.alone)]
    lost = tuple(pos for pos in parties if entries[pos].lost)
    texts = {pos: batch.chunks[pos].text for pos in parties if not entries[pos].lost}
    sources = {pos: batch.chunks[pos].source for pos in texts}
    found = find_conflicts(batch.query, texts, policy.conflict, _judged(batch, entries, texts), sources)
    if not lost or not policy.conflict.enabled:
        return found
    return found._replace(unexamined={pos: (*lost, *found.unexamined.get(pos, ())) for pos in texts})


def _is_conflicting(decision: Decision) -> bool:
    """Tell whether a chunk was isolated for a conflict: what a veto or a judge has dropped was not."""
    return decision.action == "isolate" and is_disputed(decision.reasons)


def _doubt(batch: Batch, decided: Sequence[tuple[Action, tuple[str, ...]]], *, plain: bool) -> str | None:
    """Ask about the first isolated chunk, given the action and the reasons of each. The teaching rules ask `plain`ly,
    whatever the reason and what else is there; all others say what is the matter, and ask only where no chunk is
    allowed in full.
    """
    if not plain and any(action == "allow" for action, _ in decided):
        return None
    doubtful = next((pos for pos, (action, _) in enumerate(decided) if action == "isolate"), None)
    if doubtful is None:
        return None
    return about_doubt(batch, doubtful, None if plain else decided[doubtful][1])


def _judged(batch: Batch, entries: Sequence[Scored], parties: Collection[int]) -> list[tuple[int, int]]:
    """Return the pairs of these chunks of which the judge says that they conflict, by position."""
    if not any(entry.judged_against for entry in entries):
        return []
    places = {chunk.id: pos for pos, chunk in enumerate(batch.chunks)}
    pairs = [
        (min(pos, other), max(pos, other))
        for pos, entry in enumerate(entries)
        for id_ in entry.judged_against
        if (other := places.get(id_)) is not None and other != pos and pos in parties and other in parties
    ]
    return list(dict.fromkeys(pairs))


def _decision(batch: Batch, pos: int, entry: Scored, found: Conflicts) -> Decision:
    against = tuple(batch.chunks[other].id for other in found.opponents.get(pos, ()))
    action, reasons = entry.action, entry.reasons
    if against:
        action, reasons = most_conservative(action, "isolate"), (*reasons, "conflict")
    unexamined = tuple(batch.chunks[other].id for other in found.unexamined.get(pos, ()))
    if unexamined:
        action = most_conservative(action, "isolate")
        reasons = reasons if UNEXAMINED in reasons else (*reasons, UNEXAMINED)
    disputes = tuple(_told(batch, dispute) for dispute in found.told.get(pos, ()))
    return Decision(batch.chunks[pos].id, entry.score, action, reasons, against, disputes, unexamined)


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

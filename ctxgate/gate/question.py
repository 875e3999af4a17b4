"""The clarifying question: one a batch, for the user, built from what could not be settled.

It may name claims of rejected chunks, so it never becomes part of a prompt.
"""

from __future__ import annotations

from ctxgate.batch import Batch
from ctxgate.gate.conflict import Claim, Dispute
from ctxgate.pattern import lazy
from ctxgate.text.visible import shortened

MAX_QUOTED = 60
"""Characters of a claim that the question quotes."""


def about_conflict(batch: Batch, dispute: Dispute) -> str:
    """Ask which of two contradicting sources holds, naming both and what each one says."""
    one, other = _source(batch, dispute.first), _source(batch, dispute.second)
    first, second = (
        f'"{shortened(claim.quote, MAX_QUOTED)}"' for claim in (dispute.first_claim, dispute.second_claim)
    )
    if dispute.kind == "copy":
        here = _in_context(batch, dispute.first, dispute.first_claim)
        there = _in_context(batch, dispute.second, dispute.second_claim)
        return f"{one} and {other} are all but the same text, yet one has {here} and the other {there}. Which is right?"
    if dispute.kind in ("answer", "repeat", "judge"):
        return f"There is more than one answer: {first} in {one}, and {second} in {other}. Which one do you mean?"
    if dispute.kind == "denial":
        return f"{one} has {first}, and {other} has {second}: one denies what the other says. Which should count?"
    if dispute.kind == "state":
        return f"{one} and {other} say the opposite: {first} and {second}. Which of them is up to date?"
    return f"The sources disagree: {one} says {first}, but {other} says {second}. Which of them holds for your question?"


def about_another_world(batch: Batch, pos: int, claim: Claim) -> str:
    """Ask whether a chunk that tells of another world is what the user means."""
    said = shortened(claim.quote, MAX_QUOTED)
    return f'{_source(batch, pos)} says itself that it tells of another world ("{said}"). Should it count?'


def about_doubt(batch: Batch, pos: int) -> str:
    """Ask whether a chunk that fits only in part is what the user means. `pos` counts from 0."""
    return (
        f"{_source(batch, pos)} fits the question only in part, or may be out of date. Is it what you mean?"
    )


def _in_context(batch: Batch, pos: int, claim: Claim) -> str:
    """Quote a claim with the words around it, as far as its sentence and MAX_QUOTED reach."""
    text, (start, end) = batch.chunks[pos].text, claim.span
    room = max(0, MAX_QUOTED - (end - start)) // 2
    before = _SENTENCE.split(text[max(0, start - room) : start])[-1]
    if start > room and len(before) == room:
        before = before.partition(" ")[2]
    after = _SENTENCE.split(text[end : end + room])[0]
    if end + room < len(text) and len(after) == room:
        after = after.rpartition(" ")[0]
    return f'"{shortened((before + text[start:end] + after).strip(" .,;:"), MAX_QUOTED + 2)}"'


def _source(batch: Batch, pos: int) -> str:
    return f'"{shortened(batch.chunks[pos].source, 80)}"'


_SENTENCE = lazy(r"(?<=[.!?])\s+|\n")

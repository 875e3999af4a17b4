"""The clarifying question: one a batch, for the user, built from what could not be settled.

It may name claims of rejected chunks, so it never becomes part of a prompt.
"""

from __future__ import annotations

from collections.abc import Sequence

from ctxgate.batch import Batch
from ctxgate.gate.conflict import Claim, Dispute
from ctxgate.pattern import lazy
from ctxgate.policy.reasons import REASONS
from ctxgate.text.visible import shortened

MAX_QUOTED = 60
"""Characters of a claim that the question quotes."""


def about_conflict(batch: Batch, dispute: Dispute) -> str:
    """Ask which of two contradicting sources holds, naming both and what each one says."""
    one, other = _sources(batch, dispute.first, dispute.second)
    first, second = (
        f'"{shortened(claim.quote, MAX_QUOTED)}"' for claim in (dispute.first_claim, dispute.second_claim)
    )
    if dispute.kind in ("copy", "denial"):
        first = _in_context(batch, dispute.first, dispute.first_claim)
        second = _in_context(batch, dispute.second, dispute.second_claim)
    if dispute.kind == "copy":
        return f"{one} says {first}, but the same passage in {other} has {second}. Which is right?"
    if dispute.kind in ("answer", "repeat", "judge"):
        return f"There is more than one answer: {first} in {one}, and {second} in {other}. Which one do you mean?"
    if dispute.kind == "denial":
        return f"{one} has {first}, and {other} has {second}: one denies what the other says. Which should count?"
    if dispute.kind == "state":
        return f"{one} and {other} say the opposite: {first} and {second}. Which of them is up to date?"
    return f"The sources disagree: {one} says {first}, but {other} says {second}. Which of them holds for your question?"


def about_doubt(batch: Batch, pos: int, reasons: Sequence[str] | None) -> str:
    """Ask whether a chunk that was isolated for itself is what the user means. `pos` counts from 0.

    The first of its reasons that is known here says what is the matter; with none of them it fits only in part,
    and with None for reasons nothing is said of them.
    """
    if reasons is None:
        return f"{_source(batch, pos)} fits the question only in part, or may be out of date. Is it what you mean?"
    matter = next((matter for reason, matter in _MATTERS.items() if reason in reasons), None)
    return f"{_source(batch, pos)} {matter or 'fits the question only in part. Is it what you mean?'}"


_INSTRUCTS = "holds instructions to an assistant, which no source should. Do you trust it?"
_MATTERS = {
    **{code: _INSTRUCTS for code, reason in REASONS.items() if reason.given_by == "instruction_hygiene"},
    "unexamined": "was not compared with everything else that was found. Should it count?",
    "lookalike_source": "passes for another source of this batch. Is it the one you mean?",
    "other_entity": "is about another one of the kind that you ask for. Is it what you mean?",
    "draft_source": "is a draft or a chat. Should it count?",
    "uncited_source": "cannot be opened, so nobody can check it. Should it count?",
    "superseded": "is out of date: a newer source says something else. Do you ask how it was then?",
    "postdates": "is later than the time you ask about. Do you ask how it is now?",
    "aged": "is old. Is it still what you want to know?",
    "stale_year": "bears an old year. Is it still what you want to know?",
    "judge_disagrees": "may or may not fit: the judge sees it otherwise than the rules. Should it count?",
}
"""What is the matter with an isolated chunk, the gravest reason first."""


def _in_context(batch: Batch, pos: int, claim: Claim) -> str:
    """Quote a claim with the words around it, as far as its sentence and MAX_QUOTED reach."""
    text, (start, end) = batch.chunks[pos].text, claim.span
    if end - start > MAX_QUOTED // 2:
        return f'"{shortened(claim.quote, MAX_QUOTED)}"'
    room = max(0, MAX_QUOTED - (end - start)) // 2
    before = _SENTENCE.split(text[max(0, start - room) : start])[-1]
    if start > room and len(before) == room:
        before = before.partition(" ")[2]
    after = _SENTENCE.split(text[end : end + room])[0]
    if end + room < len(text) and len(after) == room:
        after = after.rpartition(" ")[0]
    return f'"{shortened((before + text[start:end] + after).strip(" .,;:"), MAX_QUOTED + 2)}"'


def _sources(batch: Batch, one: int, other: int) -> tuple[str, str]:
    """Name two chunks by their sources; where these are equal by their dates too, or else by their ids."""
    a, b = batch.chunks[one], batch.chunks[other]
    first, second = _source(batch, one), _source(batch, other)
    if first != second:
        return first, second
    if a.date and b.date and a.date != b.date:
        return f"{first} of {shortened(a.date, 20)}", f"{second} of {shortened(b.date, 20)}"
    return f'{first} (chunk "{shortened(a.id, 40)}")', f'{second} (chunk "{shortened(b.id, 40)}")'


def _source(batch: Batch, pos: int) -> str:
    return f'"{shortened(batch.chunks[pos].source, 80)}"'


_SENTENCE = lazy(r"(?<=[.!?])\s+|\n")

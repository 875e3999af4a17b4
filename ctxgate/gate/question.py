"""The clarifying question: one a batch, for the user, built from what could not be settled.

It may name claims of rejected chunks, so it never becomes part of a prompt.
"""

from __future__ import annotations

from ctxgate.batch import Batch
from ctxgate.gate.conflict import Dispute
from ctxgate.text.visible import shortened


def about_conflict(batch: Batch, dispute: Dispute) -> str:
    """Ask which of two contradicting sources holds, naming both and what each one says."""
    first = _says(batch, dispute.first, dispute.first_claim.quote)
    second = _says(batch, dispute.second, dispute.second_claim.quote)
    return f"The sources disagree: {first}, but {second}. Which of them holds for your question?"


def about_doubt(batch: Batch, pos: int) -> str:
    """Ask whether a chunk that fits only in part is what the user means. `pos` counts from 0."""
    return (
        f"{_source(batch, pos)} fits the question only in part, or may be out of date. Is it what you mean?"
    )


def _says(batch: Batch, pos: int, quote: str) -> str:
    return f'{_source(batch, pos)} says "{shortened(quote, 60)}"'


def _source(batch: Batch, pos: int) -> str:
    return f'"{shortened(batch.chunks[pos].source, 80)}"'

"""Pair: what the judge is to be asked of two chunks together, and what becomes of its answers."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ctxgate.gate.conflict import find_conflicts
from ctxgate.gate.conflict.undecided import undecided
from ctxgate.gate.decision import is_allowed
from ctxgate.judge.known import Item
from ctxgate.judge.pairs import Pair, merge_pairs
from ctxgate.policy.model import Policy
from ctxgate.rows import PairJudgement, ScoreRow
from ctxgate.steps.recalling import Captured
from ctxgate.steps.scoring import heuristic_action

Asked = tuple[int, int]
"""Two chunks of a batch, by position (0, 1, …), the earlier one first."""


def pairs_to_ask(captured: Captured, scores: Sequence[ScoreRow], policy: Policy) -> list[tuple[Asked, Pair]]:
    """Return the pairs that the rules leave undecided among the chunks that these scores allow.

    As at the gate, the rules look for conflicts among all chunks that the rubric alone allows.
    """
    if not policy.conflict.judge:
        return []
    chunks = captured.batch.chunks
    parties = [row.pos - 1 for row in scores if is_allowed(heuristic_action(row, policy))]
    allowed = {row.pos - 1: chunks[row.pos - 1].text for row in scores if is_allowed(row.action)}
    query = captured.batch.query
    found = find_conflicts(
        query,
        {pos: chunks[pos].text for pos in parties},
        policy.conflict,
        sources={pos: chunks[pos].source for pos in parties},
    )
    items = {pos: Item(query, chunks[pos].source, chunks[pos].text) for pos in allowed}
    return [
        ((one, other), Pair.of(items[one], items[other])) for one, other in undecided(query, allowed, found)
    ]


def with_pairs(
    scores: Sequence[ScoreRow],
    asked: Sequence[Asked],
    told: Sequence[PairJudgement],
    policy: Policy,
    *,
    required: bool = False,
) -> list[ScoreRow]:
    """Return the score rows with what the judge said of pairs: on the rows of both chunks, each naming the other."""
    ids = {row.pos - 1: row.id for row in scores}
    pairs: dict[int, list[PairJudgement]] = {}
    for (one, other), judgement in zip(asked, told, strict=True):
        pairs.setdefault(one, []).append(msgspec.structs.replace(judgement, against=ids[other]))
        pairs.setdefault(other, []).append(msgspec.structs.replace(judgement, against=ids[one]))
    return [
        msgspec.structs.replace(
            row,
            pairs=tuple(of_it),
            action=merge_pairs(row.action, of_it, on_failure=policy.judge.on_failure, required=required),
        )
        if (of_it := pairs.get(row.pos - 1))
        else row
        for row in scores
    ]

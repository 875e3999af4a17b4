"""Statements that disagree: one says that something is so, the other that it is not, or names the opposite state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

from ctxgate.gate.conflict.docket import Claim, Dispute, Docket, Kind
from ctxgate.text import questions
from ctxgate.text.passage import Passage
from ctxgate.text.questions import Question
from ctxgate.text.statements import Statement, denies, opposite, statement

MIN_COVERAGE: Mapping[questions.Kind, float] = {"polar": 0.4, "none": 0.7, "phrase": 0.7}
"""Share of the query's words that both sentences must have, by what is asked for."""

MIN_ALIKE: Mapping[questions.Kind, float] = {"polar": 0.2, "none": 0.5, "phrase": 0.5}
"""Share of both sentences' words together that they must have in common."""

MAX_STATEMENTS = 1_000
"""Chunks whose statements are compared, the first ones."""


def find_states(
    docket: Docket, positions: Sequence[int], passages: Sequence[Passage], asked: Question
) -> None:
    """Put chunks on the docket whose statements on the query are opposite."""
    if asked.kind not in MIN_COVERAGE:
        return
    needed, alike = MIN_COVERAGE[asked.kind], MIN_ALIKE[asked.kind]
    found = [
        (n, told)
        for n, passage in enumerate(passages)
        if (told := statement(passage, asked)) is not None and told.coverage >= needed
    ]
    for (n, one), (m, other) in combinations(found[:MAX_STATEMENTS], 2):
        if docket.is_full(positions[n]) and docket.is_full(positions[m]):
            continue
        kind = _disagree(one, other, alike)
        if kind is not None:
            docket.add(
                Dispute(
                    positions[n], positions[m], kind, _claim(passages[n], one), _claim(passages[m], other)
                )
            )


def _disagree(one: Statement, other: Statement, alike: float) -> Kind | None:
    states, denial = opposite(one, other), denies(one, other)
    if (states is None) != denial:
        return None  # neither, or both: not closed is open
    if len(one.words & other.words) < alike * len(one.words | other.words):
        return None
    return "denial" if states is None else "state"


def _claim(text: Passage, told: Statement) -> Claim:
    return Claim(told.span, text.text[slice(*told.span)])

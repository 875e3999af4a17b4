"""Statements that disagree: one says that something is so, the other that it is not, or names the opposite state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ctxgate.gate.conflict.docket import Claim, Dispute, Docket, Kind
from ctxgate.text import questions
from ctxgate.text.bits import members, set_of
from ctxgate.text.budget import Budget
from ctxgate.text.passage import Passage
from ctxgate.text.questions import Question
from ctxgate.text.statements import Statement, denies, opposite, opposites_of, statement

MIN_COVERAGE: Mapping[questions.Kind, float] = {"polar": 0.4, "none": 0.7, "phrase": 0.7}
"""Share of the query's words that both sentences must have, by what is asked for."""

MIN_ALIKE: Mapping[questions.Kind, float] = {"polar": 0.2, "none": 0.5, "phrase": 0.5}
"""Share of both sentences' words together that they must have in common."""


def find_states(docket: Docket, passages: Sequence[Passage], asked: Question, budget: Budget) -> None:
    """Put chunks on the docket whose statements on the query are opposite.

    Only those are compared of which one denies a word of the other or names the opposite state. Where the budget is
    spent, those that are left are put on the docket as not compared.
    """
    if asked.kind not in MIN_COVERAGE:
        return
    needed, alike = MIN_COVERAGE[asked.kind], MIN_ALIKE[asked.kind]
    found = {
        n: told
        for n, passage in enumerate(passages)
        if (told := statement(passage, asked)) is not None and told.coverage >= needed
    }
    against = _Against(found)
    for n, one in found.items():
        rivals = against.rivals(one) >> (n + 1) << (n + 1)
        if docket.is_full(n):
            rivals &= ~docket.full
        for m in members(rivals):
            if docket.is_full(n) and docket.is_full(m):
                continue
            if not budget.allows():
                docket.leave_between(1 << n, rivals >> m << m)
                docket.leave_among(set_of(k for k in found if k > n and against.rivals(found[k])))
                return
            budget.charge(_COST_OF_A_PAIR + (len(one.words) + len(found[m].words)) / 20)
            kind = _disagree(one, found[m], alike)
            if kind is not None:
                docket.add(Dispute(n, m, kind, _claim(passages[n], one), _claim(passages[m], found[m])))


_COST_OF_A_PAIR = 4


class _Against:
    """Statements by the words that they say and deny and by the states that they name, as bits."""

    def __init__(self, statements: Mapping[int, Statement]) -> None:
        self._saying: dict[str, int] = {}
        self._denying: dict[str, int] = {}
        self._opposed: dict[str, int] = {}
        for n, told in statements.items():
            for table, words in (
                (self._saying, told.said),
                (self._denying, told.denied),
                (self._opposed, opposites_of(told)),
            ):
                for word in words:
                    table[word] = table.get(word, 0) | 1 << n

    def rivals(self, told: Statement) -> int:
        """Return the statements, as bits, that may be opposite to one."""
        found = 0
        for table, words in (
            (self._saying, told.denied),
            (self._denying, told.said),
            (self._opposed, told.states),
        ):
            for word in words:
                found |= table.get(word, 0)
        return found


def _disagree(one: Statement, other: Statement, alike: float) -> Kind | None:
    states, denial = opposite(one, other), denies(one, other)
    if (states is None) != denial:
        return None  # neither, or both: not closed is open
    if len(one.words & other.words) < alike * len(one.words | other.words):
        return None
    return "denial" if states is None else "state"


def _claim(text: Passage, told: Statement) -> Claim:
    return Claim(told.span, text.text[slice(*told.span)])

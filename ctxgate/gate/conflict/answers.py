"""Answers that disagree: which chunks cannot both be right about the question.

How many chunks hold an answer decides no dispute: where two answers stand against each other, all chunks that
give either go.
"""

from __future__ import annotations

from collections.abc import Sequence

from ctxgate.gate.conflict.docket import Claim, Dispute, Docket, Kind
from ctxgate.gate.conflict.witnesses import MIN_COVERAGE, NEEDED, Witnesses
from ctxgate.text.answers import Offer
from ctxgate.text.bits import first_members, members, set_of, union
from ctxgate.text.budget import Budget
from ctxgate.text.copies import Overlaps
from ctxgate.text.passage import Passage
from ctxgate.text.questions import Question
from ctxgate.text.terms import information, term
from ctxgate.text.values import Value, agree

ALSO_SAID = 0.5
"""An answer that a chunk gives with this share of what is needed is not disputed by it."""

MENTIONED = 0.3
"""Coverage from which on a mere mention of a disputed answer counts as a repetition."""

REPEATED = 0.06
DENIED = 0.15
DENIED_ELSEWHERE = 0.05
"""Least closeness of an answer that repeats a disputed one, that is denied, and that the denial is held against."""


def find_answers(
    docket: Docket,
    passages: Sequence[Passage],
    overlaps: Overlaps,
    asked: Question,
    reading: Budget,
    budget: Budget,
) -> None:
    """Put chunks on the docket whose answers to the question disagree, and those that repeat such an answer.

    Where the budget is spent, the chunks that are left are put on the docket as not compared with each other.
    """
    if asked.kind not in NEEDED or not asked.stems:
        return
    hearing = _Hearing(Witnesses(passages, overlaps, asked, reading, budget), budget)
    hearing.contradictions(docket)
    hearing.denials(docket)
    hearing.repetitions(docket)
    hearing.close(docket)


_COST_OF_A_PAIR, _COST_OF_A_DENIAL = 6, 8


class _Hearing:
    """Holds what the chunks of a batch say against each other."""

    def __init__(self, witnesses: Witnesses, budget: Budget) -> None:
        self._witnesses = witnesses
        self._budget = budget

    def contradictions(self, docket: Docket) -> None:
        """Find the chunks whose answers disagree, where neither gives the other's answer as well."""
        guard = ALSO_SAID * self._witnesses.needed
        answering = union(self._witnesses.answering.values())
        for n in members(answering):
            one = self._witnesses.answers[n]
            if one is None:
                continue
            answering ^= 1 << n
            rivals = (
                answering
                & ~self._witnesses.shelf.sayers(one.value, guard)
                & ~self._witnesses.answered_by(n, guard)
            )
            if docket.is_full(n):
                rivals &= ~docket.full
            for m in members(rivals):
                other = self._witnesses.answers[m]
                if other is None or (docket.is_full(n) and docket.is_full(m)):
                    continue
                if not self._budget.allows():
                    docket.leave_between(1 << n, rivals >> m << m)
                    docket.leave_among(answering)
                    return
                self._budget.charge(_COST_OF_A_PAIR)
                if not agree(one.value, other.value) and self._witnesses.same_subject(n, m):
                    docket.add(self._dispute(n, m, "answer", one, other))

    def denials(self, docket: Docket) -> None:
        """Find the chunks that deny what another one says."""
        left: list[tuple[int, int]] = []
        for n, reading in enumerate(self._witnesses.readings):
            if reading.coverage < MIN_COVERAGE:
                continue
            for offer in reading.offers:
                if offer.stance != "denied" or offer.closeness < DENIED:
                    continue
                sayers = self._witnesses.shelf.sayers(offer.value, DENIED_ELSEWHERE)
                if sayers >> n & 1:
                    continue
                if docket.is_full(n):
                    sayers &= ~docket.full
                for m in members(sayers):
                    if docket.is_full(n) and docket.is_full(m):
                        continue
                    if not self._budget.allows():
                        left.append((n, sayers >> m << m))
                        break
                    self._budget.charge(_COST_OF_A_DENIAL)
                    said = self._witnesses.shelf.said(m, offer.value)
                    if said is None or self._witnesses.readings[m].coverage < MIN_COVERAGE / 2:
                        continue
                    if said == self._witnesses.answers[m] or self._is_distinct(offer.value):
                        docket.add(self._dispute(n, m, "denial", offer, said))
        if left:
            docket.leave_between(set_of(n for n, _ in left), union(sayers for _, sayers in left))

    def _is_distinct(self, value: Value) -> bool:
        """Tell whether a value is there for its own sake: a common word or a number may be there for any reason."""
        if value.kind != "words" or self._witnesses.asked.kind != "name":
            return value.kind == "date"
        return len(value.parts) > 1 or information(term(str(value.parts[0]))) == 1

    def repetitions(self, docket: Docket) -> None:
        """Find the chunks that give a disputed answer without having been in a dispute themselves.

        What repeats the answer of a chunk that was not compared with all others may repeat a disputed one.
        """
        disputed = sorted(
            (first_members(those & docket.disputed, 1)[0], value)
            for value, those in self._witnesses.answering.items()
            if those & docket.disputed
        )
        uncertain = {
            value: those & docket.unexamined
            for value, those in self._witnesses.answering.items()
            if those & docket.unexamined
        }
        mentioning = self._mentioning([*uncertain, *(value for _, value in disputed)])
        for m, value in disputed:
            sayers = self._witnesses.shelf.sayers(value, REPEATED)
            for n in members((sayers | mentioning.get(value, 0)) & ~docket.disputed):
                if not self._budget.allows():
                    self._witnesses.is_whole = False
                    return
                said = self._witnesses.shelf.said(n, value) if sayers >> n & 1 else None
                span = said.span if said is not None else None
                if span is None and self._witnesses.readings[n].coverage >= MENTIONED:
                    span = _mention(self._witnesses.passages[n], value)
                    self._budget.charge(len(self._witnesses.passages[n].stems) / 30)
                self._budget.charge(_COST_OF_A_PAIR)
                if span is not None and self._witnesses.same_subject(n, m):
                    self._join(docket, n, m, span)
        repeating = union(
            self._witnesses.shelf.sayers(value, REPEATED) | mentioning.get(value, 0) for value in uncertain
        )
        docket.leave_between(repeating & ~docket.unexamined, union(uncertain.values()))

    def _mentioning(self, values: Sequence[Value]) -> dict[Value, int]:
        """Return for each value the chunks, as bits, that have its first word and enough of the question's."""
        first = {value: value.parts[0] for value in values if value.kind == "words"}
        holding: dict[int | str, int] = dict.fromkeys(first.values(), 0)
        if holding:
            for n, reading in enumerate(self._witnesses.readings):
                if reading.coverage >= MENTIONED:
                    for stem in holding.keys() & set(self._witnesses.passages[n].stems):
                        holding[stem] |= 1 << n
        return {value: holding[stem] for value, stem in first.items()}

    def close(self, docket: Docket) -> None:
        """Where it was not found out who says what, no chunk that speaks of the question was compared with the others."""
        if self._witnesses.unread or not (self._witnesses.is_whole and self._witnesses.shelf.complete):
            spoken = set_of(n for n, reading in enumerate(self._witnesses.readings) if reading.coverage)
            docket.leave_among(spoken | self._witnesses.unread)

    def _join(self, docket: Docket, n: int, m: int, span: tuple[int, int]) -> None:
        """Put a chunk on the side of the one whose answer it repeats, against that one's opponents."""
        opponents = docket.against(m)
        docket.oppose(n, opponents)
        other = opponents[0]
        theirs = self._witnesses.answers[other] or next(iter(self._witnesses.readings[other].offers), None)
        if theirs is not None:
            claim = Claim(span, self._witnesses.passages[n].text[slice(*span)])
            docket.tell(n, Dispute(n, other, "repeat", claim, self._claim(other, theirs)))

    def _dispute(self, n: int, m: int, kind: Kind, one: Offer, other: Offer) -> Dispute:
        return Dispute(n, m, kind, self._claim(n, one), self._claim(m, other))

    def _claim(self, n: int, offer: Offer) -> Claim:
        return Claim(offer.span, self._witnesses.passages[n].text[slice(*offer.span)])


def _mention(text: Passage, value: Value) -> tuple[int, int] | None:
    """Return the first place where all words of an answer stand in a row, or None."""
    if value.kind != "words" or value.parts[0] not in text.stems:
        return None
    size = len(value.parts)
    for n, stem in enumerate(text.stems):
        if stem == value.parts[0] and text.stems[n : n + size] == value.parts:
            return text.starts[n], text.ends[n + size - 1]
    return None

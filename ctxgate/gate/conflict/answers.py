"""Answers that disagree: what each chunk offers to the question, and which chunks cannot both be right.

Each chunk may have one answer: of those it offers the one that stands nearest to the question's words, the
more so the more other passages offer it, too. Copies of a passage add nothing to that, and how many hold an
answer decides no dispute: where two answers stand against each other, all chunks that give either go.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from ctxgate.gate.conflict.docket import Claim, Dispute, Docket, Kind
from ctxgate.gate.conflict.shelf import Shelf
from ctxgate.text import questions
from ctxgate.text.answers import Offer, Reading, read
from ctxgate.text.bits import all_below, first_members, members, set_of, union
from ctxgate.text.budget import Budget
from ctxgate.text.copies import Overlaps
from ctxgate.text.kinds import Kinds, kinds, told_apart
from ctxgate.text.passage import STOP_STEMS, Passage
from ctxgate.text.questions import Question
from ctxgate.text.subjects import Subject, differ, subject
from ctxgate.text.terms import information, term
from ctxgate.text.values import Value, agree

NEEDED: Mapping[questions.Kind, float] = {"date": 0.6, "number": 0.8, "name": 0.65, "phrase": 0.9}
"""How sure an answer must be, by what is asked for: closeness, raised by support."""

LONG = 4
"""Words of a question from which on less is needed, since they never all stand near an answer."""

EASE = 0.4
"""Exponent of that: the share of needed sureness is (LONG / words) ** EASE."""

SUPPORT = 1.0
"""How much the logarithm of the number of supporting passages raises sureness."""

MIN_COVERAGE = 0.4
"""Share of the question's words that a chunk must have to answer it at all."""

SAME_SUBJECT = 0.07
"""Share of the shorter chunk's other words that two chunks must have in common to speak of one thing."""

SHORT = 16
"""Other words up to which a chunk is too short to be held to that: one sentence may say nothing but its answer."""

SHORT_COVERAGE = 0.6
"""Share of the question's words that two short chunks must both have to speak of one thing."""

SHORT_EASE = 0.6
"""Share of the needed sureness that does for the one value that a short chunk offers."""

ALSO_SAID = 0.5
"""An answer that a chunk gives with this share of what is needed is not disputed by it."""

SUPPORTING = 0.1
REPEATED = 0.06
DENIED = 0.15
DENIED_ELSEWHERE = 0.05
"""Least closeness of an answer that supports another chunk's, that repeats a disputed one, that is denied, and
that the denial is held against."""

MAX_RIVALS = 4
"""Different values that a text may offer about as near as its answer. With more it is a list and answers nothing."""

NEAR_BEST = 0.8
"""Share of the best closeness from which on a value is about as near."""

MENTIONED = 0.3
"""Coverage from which on a mere mention of a disputed answer counts as a repetition."""

COPY = 0.8
"""Containment from which on a passage is no second witness."""


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
    hearing = _Hearing(passages, overlaps, asked, reading, budget)
    hearing.contradictions(docket)
    hearing.denials(docket)
    hearing.repetitions(docket)
    hearing.close(docket)


_COST_OF_A_PAIR, _COST_OF_A_DENIAL = 6, 8


class _Hearing:
    """What the chunks of a batch say to its question."""

    def __init__(
        self,
        passages: Sequence[Passage],
        overlaps: Overlaps,
        asked: Question,
        reading: Budget,
        budget: Budget,
    ) -> None:
        self._reading, self._budget = reading, budget
        self._passages = passages
        self._overlaps = overlaps
        self._asked = asked
        self._needed = round(NEEDED[asked.kind] * min(1.0, (LONG / len(asked.stems)) ** EASE), 9)
        self._readings, self._unread = self._read(passages)
        self._shelf = Shelf([reading.offers for reading in self._readings], budget)
        self._content: dict[int, frozenset[str]] = {}
        self._subjects: dict[int, Subject] = {}
        self._kinds: dict[int, Kinds] = {}
        self._named: dict[int, frozenset[str]] = {}
        self._copies_of = (-1, 0)
        self._is_whole = True
        self._answerers: dict[Value, int] = {}
        self._answers = self._typed([self._answer(n) for n in range(len(passages))])
        self._answering: dict[Value, int] = {}
        for n, answer in enumerate(self._answers):
            if answer is not None:
                self._answering[answer.value] = self._answering.get(answer.value, 0) | 1 << n

    # ------------------------------------------------------------ one chunk

    def _read(self, passages: Sequence[Passage]) -> tuple[list[Reading], int]:
        """Read the passages. Return as bits those that were not reached before the budget was spent, too."""
        readings: list[Reading] = []
        for passage in passages:
            if not self._reading.allows():
                break
            readings.append(read(passage, self._asked))
            self._reading.charge(readings[-1].cost)
        done = len(readings)
        readings += [Reading((), 0.0)] * (len(passages) - done)
        return readings, all_below(len(passages)) >> done << done

    def _answer(self, n: int) -> Offer | None:
        reading = self._readings[n]
        if reading.coverage < MIN_COVERAGE:
            return None
        best, sureness = None, 0.0
        needed = self._needed * (SHORT_EASE if self._is_plain(n) else 1.0)
        # Of a text that names one of the kind that is asked for, nothing else is the answer.
        typed = any(o.typed and o.stance == "said" and o.closeness >= needed for o in reading.offers)
        for offer in reading.offers:
            if offer.stance != "said" or (typed and not offer.typed):
                continue
            # Rounded, so that the last digit of a logarithm decides nothing.
            sure = round(offer.closeness * (1 + SUPPORT * math.log(1 + self._support(n, offer.value))), 9)
            if sure > sureness:
                best, sureness = offer, sure
        if best is None or sureness < needed or _rivals(reading, best) > MAX_RIVALS:
            return None
        return best

    def _support(self, n: int, value: Value) -> int:
        """Count the other passages, copies aside, that offer a value as well."""
        others = self._shelf.sayers(value, SUPPORTING) & ~(1 << n)
        return (others & ~self._copies(n)).bit_count() if others else 0

    def _copies(self, n: int) -> int:
        if self._copies_of[0] != n:
            self._copies_of = n, self._overlaps.alike(n, COPY)
        return self._copies_of[1]

    def _typed(self, answers: list[Offer | None]) -> list[Offer | None]:
        """Where an answer stands right beside the noun that is asked for, leave out those that are of no such kind."""
        typed = dict.fromkeys(answer.value for answer in answers if answer is not None and answer.typed)
        if not typed:
            return answers
        kept = dict.fromkeys(typed, True)
        for answer in answers:
            if answer is not None and answer.value not in kept:
                if not self._budget.allows():
                    self._is_whole = False
                    break
                kept[answer.value] = any(agree(answer.value, value) for value in typed)
                self._budget.charge(len(typed))
        return [answer if answer is not None and kept.get(answer.value) else None for answer in answers]

    def _about(self, n: int) -> frozenset[str]:
        if n not in self._content:
            asked = self._asked.word_of
            self._content[n] = frozenset(
                stem
                for stem in self._passages[n].stems
                if len(stem) > 2 and stem not in STOP_STEMS and stem not in asked
            )
        return self._content[n]

    def _same_subject(self, n: int, m: int) -> bool:
        a, b = self._about(n), self._about(m)
        if len(a & b) < SAME_SUBJECT * (min(len(a), len(b)) or 1) and not (self._short(n) and self._short(m)):
            return False
        if self._asked.kind == "number" and self._short(n) and self._short(m):
            if told_apart(self._kinds_of(n), self._kinds_of(m)):
                return False
            one, other = self._named_in(n), self._named_in(m)
            if one - other and other - one:
                return False  # of two things that are asked about each names another one
        return not differ(self._subject(n), self._subject(m))

    def _kinds_of(self, n: int) -> Kinds:
        """Return what tells the thing apart that a short chunk gives a number of."""
        if n not in self._kinds:
            self._kinds[n] = kinds(self._passages[n].text, self._asked.stems)
        return self._kinds[n]

    def _named_in(self, n: int) -> frozenset[str]:
        """Return the words of the question that a chunk writes with a capital, its first word aside."""
        if n not in self._named:
            text = self._passages[n]
            self._named[n] = frozenset(
                stem
                for k, stem in enumerate(text.stems)
                if k and stem in self._asked.stems and text.text[text.starts[k]].isupper()
            )
        return self._named[n]

    def _short(self, n: int) -> bool:
        """Tell whether a chunk is short and names what the question is about."""
        return self._readings[n].coverage >= SHORT_COVERAGE and len(self._about(n)) <= SHORT

    def _is_plain(self, n: int) -> bool:
        """Tell whether a chunk is short and offers one value only."""
        offers = self._readings[n].offers
        return bool(offers) and self._short(n) and all(agree(offers[0].value, o.value) for o in offers[1:])

    def _subject(self, n: int) -> Subject:
        if n not in self._subjects:
            self._subjects[n] = subject(self._passages[n], self._asked)
        return self._subjects[n]

    # ------------------------------------------------------------ two chunks

    def contradictions(self, docket: Docket) -> None:
        """Find the chunks whose answers disagree, where neither gives the other's answer as well."""
        guard = ALSO_SAID * self._needed
        answering = union(self._answering.values())
        for n in members(answering):
            one = self._answers[n]
            if one is None:
                continue
            answering ^= 1 << n
            rivals = answering & ~self._shelf.sayers(one.value, guard) & ~self._answered_by(n, guard)
            if docket.is_full(n):
                rivals &= ~docket.full
            for m in members(rivals):
                other = self._answers[m]
                if other is None or (docket.is_full(n) and docket.is_full(m)):
                    continue
                if not self._budget.allows():
                    docket.leave_between(1 << n, rivals >> m << m)
                    docket.leave_among(answering)
                    return
                self._budget.charge(_COST_OF_A_PAIR)
                if not agree(one.value, other.value) and self._same_subject(n, m):
                    docket.add(self._dispute(n, m, "answer", one, other))

    def _answered_by(self, n: int, closeness: float) -> int:
        """Return the chunks, as bits, whose answer this one gives as well, at least so close."""
        found = 0
        for offer in self._readings[n].offers:
            if offer.stance == "said" and offer.closeness >= closeness:
                if offer.value not in self._answerers:
                    alike = self._shelf.alike(offer.value)
                    self._answerers[offer.value] = union(self._answering.get(v, 0) for v in alike)
                found |= self._answerers[offer.value]
        return found

    def denials(self, docket: Docket) -> None:
        """Find the chunks that deny what another one says."""
        left: list[tuple[int, int]] = []
        for n, reading in enumerate(self._readings):
            if reading.coverage < MIN_COVERAGE:
                continue
            for offer in reading.offers:
                if offer.stance != "denied" or offer.closeness < DENIED:
                    continue
                sayers = self._shelf.sayers(offer.value, DENIED_ELSEWHERE)
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
                    said = self._shelf.said(m, offer.value)
                    if said is None or self._readings[m].coverage < MIN_COVERAGE / 2:
                        continue
                    if said == self._answers[m] or self._is_distinct(offer.value):
                        docket.add(self._dispute(n, m, "denial", offer, said))
        if left:
            docket.leave_between(set_of(n for n, _ in left), union(sayers for _, sayers in left))

    def _is_distinct(self, value: Value) -> bool:
        """Tell whether a value is there for its own sake: a common word or a number may be there for any reason."""
        if value.kind != "words" or self._asked.kind != "name":
            return value.kind == "date"
        return len(value.parts) > 1 or information(term(str(value.parts[0]))) == 1

    def repetitions(self, docket: Docket) -> None:
        """Find the chunks that give a disputed answer without having been in a dispute themselves.

        What repeats the answer of a chunk that was not compared with all others may repeat a disputed one.
        """
        disputed = sorted(
            (first_members(those & docket.disputed, 1)[0], value)
            for value, those in self._answering.items()
            if those & docket.disputed
        )
        uncertain = {
            value: those & docket.unexamined
            for value, those in self._answering.items()
            if those & docket.unexamined
        }
        mentioning = self._mentioning([*uncertain, *(value for _, value in disputed)])
        for m, value in disputed:
            sayers = self._shelf.sayers(value, REPEATED)
            for n in members((sayers | mentioning.get(value, 0)) & ~docket.disputed):
                if not self._budget.allows():
                    self._is_whole = False
                    return
                said = self._shelf.said(n, value) if sayers >> n & 1 else None
                span = said.span if said is not None else None
                if span is None and self._readings[n].coverage >= MENTIONED:
                    span = _mention(self._passages[n], value)
                    self._budget.charge(len(self._passages[n].stems) / 30)
                self._budget.charge(_COST_OF_A_PAIR)
                if span is not None and self._same_subject(n, m):
                    self._join(docket, n, m, span)
        repeating = union(
            self._shelf.sayers(value, REPEATED) | mentioning.get(value, 0) for value in uncertain
        )
        docket.leave_between(repeating & ~docket.unexamined, union(uncertain.values()))

    def _mentioning(self, values: Sequence[Value]) -> dict[Value, int]:
        """Return for each value the chunks, as bits, that have its first word and enough of the question's."""
        first = {value: value.parts[0] for value in values if value.kind == "words"}
        holding: dict[int | str, int] = dict.fromkeys(first.values(), 0)
        if holding:
            for n, reading in enumerate(self._readings):
                if reading.coverage >= MENTIONED:
                    for stem in holding.keys() & set(self._passages[n].stems):
                        holding[stem] |= 1 << n
        return {value: holding[stem] for value, stem in first.items()}

    def close(self, docket: Docket) -> None:
        """Where it was not found out who says what, no chunk that speaks of the question was compared with the others."""
        if self._unread or not (self._is_whole and self._shelf.complete):
            spoken = set_of(n for n, reading in enumerate(self._readings) if reading.coverage)
            docket.leave_among(spoken | self._unread)

    def _join(self, docket: Docket, n: int, m: int, span: tuple[int, int]) -> None:
        """Put a chunk on the side of the one whose answer it repeats, against that one's opponents."""
        opponents = docket.against(m)
        docket.oppose(n, opponents)
        other = opponents[0]
        theirs = self._answers[other] or next(iter(self._readings[other].offers), None)
        if theirs is not None:
            claim = Claim(span, self._passages[n].text[slice(*span)])
            docket.tell(n, Dispute(n, other, "repeat", claim, self._claim(other, theirs)))

    def _dispute(self, n: int, m: int, kind: Kind, one: Offer, other: Offer) -> Dispute:
        return Dispute(n, m, kind, self._claim(n, one), self._claim(m, other))

    def _claim(self, n: int, offer: Offer) -> Claim:
        return Claim(offer.span, self._passages[n].text[slice(*offer.span)])


def _rivals(reading: Reading, best: Offer) -> int:
    """Count the different values that a text offers about as near to the question as its best one."""
    kinds: list[Value] = []
    for offer in reading.offers:
        near = offer.stance == "said" and offer.closeness >= NEAR_BEST * best.closeness
        if near and not any(agree(offer.value, value) for value in kinds):
            kinds.append(offer.value)
    return len(kinds)


def _mention(text: Passage, value: Value) -> tuple[int, int] | None:
    """Return the first place where all words of an answer stand in a row, or None."""
    if value.kind != "words" or value.parts[0] not in text.stems:
        return None
    size = len(value.parts)
    for n, stem in enumerate(text.stems):
        if stem == value.parts[0] and text.stems[n : n + size] == value.parts:
            return text.starts[n], text.ends[n + size - 1]
    return None

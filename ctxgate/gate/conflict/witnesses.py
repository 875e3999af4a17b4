"""What each chunk has to say to a question: of the answers it offers, the one it gives.

Each chunk may have one answer: of those it offers the one that stands nearest to the question's words, the
more so the more other passages offer it, too. Copies of a passage add nothing to that.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from ctxgate.gate.conflict.shelf import Shelf
from ctxgate.text import questions
from ctxgate.text.answers import Offer, Reading, read
from ctxgate.text.bits import all_below, union
from ctxgate.text.budget import Budget
from ctxgate.text.copies import Overlaps
from ctxgate.text.kinds import Kinds, kinds, told_apart
from ctxgate.text.passage import STOP_STEMS, Passage
from ctxgate.text.questions import Question
from ctxgate.text.subjects import Subject, differ, subject
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

SUPPORTING = 0.1
"""Least closeness of an answer that supports another chunk's."""

MAX_RIVALS = 4
"""Different values that a text may offer about as near as its answer. With more it is a list and answers nothing."""

NEAR_BEST = 0.8
"""Share of the best closeness from which on a value is about as near."""

COPY = 0.8
"""Containment from which on a passage is no second witness."""


class Witnesses:
    """What the chunks of a batch say to its question, each by itself: their answers, and what those are about.

    `is_whole` is false where the budgets did not allow to find that out; `unread` are as bits the chunks that were
    not read at all. `answering` maps an answer to the chunks, as bits, that give it.
    """

    def __init__(
        self,
        passages: Sequence[Passage],
        overlaps: Overlaps,
        asked: Question,
        reading: Budget,
        budget: Budget,
    ) -> None:
        self._reading, self._budget = reading, budget
        self.passages = passages
        self._overlaps = overlaps
        self.asked = asked
        self.needed = round(NEEDED[asked.kind] * min(1.0, (LONG / len(asked.stems)) ** EASE), 9)
        self.readings, self.unread = self._read(passages)
        self.shelf = Shelf([reading.offers for reading in self.readings], budget)
        self._content: dict[int, frozenset[str]] = {}
        self._subjects: dict[int, Subject] = {}
        self._kinds: dict[int, Kinds] = {}
        self._named: dict[int, frozenset[str]] = {}
        self._copies_of = (-1, 0)
        self.is_whole = True
        self._answerers: dict[Value, int] = {}
        self.answers = self._typed([self._answer(n) for n in range(len(passages))])
        self.answering: dict[Value, int] = {}
        for n, answer in enumerate(self.answers):
            if answer is not None:
                self.answering[answer.value] = self.answering.get(answer.value, 0) | 1 << n

    def _read(self, passages: Sequence[Passage]) -> tuple[list[Reading], int]:
        """Read the passages. Return as bits those that were not reached before the budget was spent, too."""
        readings: list[Reading] = []
        known: dict[str, Reading] = {}
        for passage in passages:
            if passage.text not in known:
                if not self._reading.allows():
                    break
                known[passage.text] = read(passage, self.asked)
                self._reading.charge(known[passage.text].cost)
            readings.append(known[passage.text])
        done = len(readings)
        readings += [Reading((), 0.0)] * (len(passages) - done)
        return readings, all_below(len(passages)) >> done << done

    def _answer(self, n: int) -> Offer | None:
        reading = self.readings[n]
        if reading.coverage < MIN_COVERAGE:
            return None
        best, sureness = None, 0.0
        needed = self.needed * (SHORT_EASE if self._is_plain(n) else 1.0)
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
        others = self.shelf.sayers(value, SUPPORTING) & ~(1 << n)
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
                    self.is_whole = False
                    break
                kept[answer.value] = any(agree(answer.value, value) for value in typed)
                self._budget.charge(len(typed))
        return [answer if answer is not None and kept.get(answer.value) else None for answer in answers]

    def _about(self, n: int) -> frozenset[str]:
        if n not in self._content:
            asked = self.asked.word_of
            self._content[n] = frozenset(
                stem
                for stem in self.passages[n].stems
                if len(stem) > 2 and stem not in STOP_STEMS and stem not in asked
            )
        return self._content[n]

    def same_subject(self, n: int, m: int) -> bool:
        """Tell whether two chunks speak of one thing, as far as it can be told."""
        a, b = self._about(n), self._about(m)
        if len(a & b) < SAME_SUBJECT * (min(len(a), len(b)) or 1) and not (self._short(n) and self._short(m)):
            return False
        if self.asked.kind == "number" and self._short(n) and self._short(m):
            if told_apart(self._kinds_of(n), self._kinds_of(m)):
                return False
            one, other = self._named_in(n), self._named_in(m)
            if one - other and other - one:
                return False  # of two things that are asked about each names another one
        return not differ(self._subject(n), self._subject(m))

    def _kinds_of(self, n: int) -> Kinds:
        """Return what tells the thing apart that a short chunk gives a number of."""
        if n not in self._kinds:
            self._kinds[n] = kinds(self.passages[n].text, self.asked.stems)
        return self._kinds[n]

    def _named_in(self, n: int) -> frozenset[str]:
        """Return the words of the question that a chunk writes with a capital, its first word aside."""
        if n not in self._named:
            text = self.passages[n]
            self._named[n] = frozenset(
                stem
                for k, stem in enumerate(text.stems)
                if k and stem in self.asked.stems and text.text[text.starts[k]].isupper()
            )
        return self._named[n]

    def _short(self, n: int) -> bool:
        """Tell whether a chunk is short and names what the question is about."""
        return self.readings[n].coverage >= SHORT_COVERAGE and len(self._about(n)) <= SHORT

    def _is_plain(self, n: int) -> bool:
        """Tell whether a chunk is short and offers one value only."""
        offers = self.readings[n].offers
        return bool(offers) and self._short(n) and all(agree(offers[0].value, o.value) for o in offers[1:])

    def _subject(self, n: int) -> Subject:
        if n not in self._subjects:
            self._subjects[n] = subject(self.passages[n], self.asked)
        return self._subjects[n]

    def answered_by(self, n: int, closeness: float) -> int:
        """Return the chunks, as bits, whose answer this one gives as well, at least so close."""
        found = 0
        for offer in self.readings[n].offers:
            if offer.stance == "said" and offer.closeness >= closeness:
                if offer.value not in self._answerers:
                    alike = self.shelf.alike(offer.value)
                    self._answerers[offer.value] = union(self.answering.get(v, 0) for v in alike)
                found |= self._answerers[offer.value]
        return found


def _rivals(reading: Reading, best: Offer) -> int:
    """Count the different values that a text offers about as near to the question as its best one."""
    kinds: list[Value] = []
    for offer in reading.offers:
        near = offer.stance == "said" and offer.closeness >= NEAR_BEST * best.closeness
        if near and not any(agree(offer.value, value) for value in kinds):
            kinds.append(offer.value)
    return len(kinds)

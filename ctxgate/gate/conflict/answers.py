"""Answers that disagree: what each chunk offers to the question, and which chunks cannot both be right.

Each chunk may have one answer: of those it offers the one that stands nearest to the question's words, the
more so the more other passages offer it, too. Copies of a passage add nothing to that, and how many hold an
answer decides no dispute: where two answers stand against each other, all chunks that give either go.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from ctxgate.gate.conflict.docket import MAX_LISTED, Claim, Dispute, Docket, Kind
from ctxgate.gate.conflict.shelf import Shelf
from ctxgate.text import questions
from ctxgate.text.answers import Offer, Reading, read
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

MAX_DISPUTED = 64
"""Disputed answers whose repetitions are looked for."""


def find_answers(
    docket: Docket, positions: Sequence[int], passages: Sequence[Passage], overlaps: Overlaps, asked: Question
) -> None:
    """Put chunks on the docket whose answers to the question disagree, and those that repeat such an answer."""
    if asked.kind not in NEEDED or not asked.stems:
        return
    hearing = _Hearing(positions, passages, overlaps, asked)
    hearing.contradictions(docket)
    hearing.denials(docket)
    hearing.repetitions(docket)


class _Hearing:
    """What the chunks of a batch say to its question."""

    def __init__(
        self, positions: Sequence[int], passages: Sequence[Passage], overlaps: Overlaps, asked: Question
    ) -> None:
        self._positions = positions
        self._passages = passages
        self._overlaps = overlaps
        self._asked = asked
        self._needed = round(NEEDED[asked.kind] * min(1.0, (LONG / len(asked.stems)) ** EASE), 9)
        self._readings: list[Reading] = [read(passage, asked) for passage in passages]
        self._shelf = Shelf([reading.offers for reading in self._readings])
        self._content: dict[int, frozenset[str]] = {}
        self._subjects: dict[int, Subject] = {}
        self._kinds: dict[int, Kinds] = {}
        self._named: dict[int, frozenset[str]] = {}
        self._answers = self._typed([self._answer(n) for n in range(len(passages))])

    # ------------------------------------------------------------ one chunk

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
        return sum(
            1
            for m in self._shelf.sayers(value, SUPPORTING)
            if m != n and self._overlaps.containment(n, m) < COPY
        )

    def _typed(self, answers: list[Offer | None]) -> list[Offer | None]:
        """Where an answer stands right beside the noun that is asked for, leave out those that are of no such kind."""
        typed = [answer.value for answer in answers if answer is not None and answer.typed]
        if not typed:
            return answers
        kept = set(dict.fromkeys(typed))
        return [
            answer
            if answer is not None and (answer.value in kept or any(agree(answer.value, v) for v in typed))
            else None
            for answer in answers
        ]

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
        answering = [n for n, answer in enumerate(self._answers) if answer is not None]
        also = {
            n: self._shelf.sayers_set(answer.value, guard) for n in answering if (answer := self._answers[n])
        }
        for i, n in enumerate(answering):
            for m in answering[i + 1 :]:
                if docket.is_full(self._positions[n]) and docket.is_full(self._positions[m]):
                    continue
                one, other = self._answers[n], self._answers[m]
                if one is None or other is None or n in also[m] or m in also[n]:
                    continue
                if not agree(one.value, other.value) and self._same_subject(n, m):
                    docket.add(self._dispute(n, m, "answer", one, other))

    def denials(self, docket: Docket) -> None:
        """Find the chunks that deny what another one says."""
        for n, reading in enumerate(self._readings):
            if reading.coverage < MIN_COVERAGE:
                continue
            for offer in reading.offers:
                if offer.stance != "denied" or offer.closeness < DENIED:
                    continue
                sayers = self._shelf.sayers(offer.value, DENIED_ELSEWHERE)
                if n in sayers:
                    continue
                for m in sayers:
                    if docket.is_full(self._positions[n]) and docket.is_full(self._positions[m]):
                        continue
                    said = self._shelf.said(m, offer.value)
                    if said is None or self._readings[m].coverage < MIN_COVERAGE / 2:
                        continue
                    if said == self._answers[m] or self._is_distinct(offer.value):
                        docket.add(self._dispute(n, m, "denial", offer, said))

    def _is_distinct(self, value: Value) -> bool:
        """Tell whether a value is there for its own sake: a common word or a number may be there for any reason."""
        if value.kind != "words" or self._asked.kind != "name":
            return value.kind == "date"
        return len(value.parts) > 1 or information(term(str(value.parts[0]))) == 1

    def repetitions(self, docket: Docket) -> None:
        """Find the chunks that give a disputed answer without having been in a dispute themselves."""
        disputed: dict[Value, int] = {}
        for n, answer in enumerate(self._answers):
            if answer is not None and docket.has(self._positions[n]):
                disputed.setdefault(answer.value, n)
        for value, m in list(disputed.items())[:MAX_DISPUTED]:
            sayers = self._shelf.sayers_set(value, REPEATED)
            for n, reading in enumerate(self._readings):
                if docket.has(self._positions[n]):
                    continue
                said = self._shelf.said(n, value) if n in sayers else None
                span = said.span if said is not None else None
                if span is None and reading.coverage >= MENTIONED:
                    span = _mention(self._passages[n], value)
                if span is not None and self._same_subject(n, m):
                    self._join(docket, n, m, span)

    def _join(self, docket: Docket, n: int, m: int, span: tuple[int, int]) -> None:
        """Put a chunk on the side of the one whose answer it repeats, against that one's opponents."""
        pos, opponents = self._positions[n], docket.against(self._positions[m])
        docket.oppose(pos, opponents[:MAX_LISTED])
        other = self._positions.index(opponents[0])
        theirs = self._answers[other] or next(iter(self._readings[other].offers), None)
        if theirs is not None:
            claim = Claim(span, self._passages[n].text[slice(*span)])
            docket.tell(pos, Dispute(pos, opponents[0], "repeat", claim, self._claim(other, theirs)))

    def _dispute(self, n: int, m: int, kind: Kind, one: Offer, other: Offer) -> Dispute:
        return Dispute(
            self._positions[n], self._positions[m], kind, self._claim(n, one), self._claim(m, other)
        )

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

"""The answers that a text offers to a question, each with how near it stands to the question's words.

An answer is a span of the kind that is asked for: a date, a number, a name, or another short phrase. How
likely the text means it is measured by closeness: each word of the question that stands around it counts
the more the nearer it is, and half as much across the end of a sentence.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Sequence
from typing import Literal, NamedTuple

from ctxgate.pattern import lazy
from ctxgate.text.names import names, phrases
from ctxgate.text.passage import MAX_READ, Passage
from ctxgate.text.questions import Question
from ctxgate.text.values import Value, dates, numbers

WINDOW = 15
"""Words around an answer in which the question's words are looked for."""

MAX_OFFERED = 14
"""Answers that are kept of one text, the nearest ones."""

MIN_CLOSENESS = 0.05
"""Answers that are less near are none."""

DEFINED = 0.5
"""What a name gains that a text opens with and defines (`X is a …`), times the share of the question that it covers."""


Stance = Literal["said", "denied", "reserved"]


class Offer(NamedTuple):
    """An answer that a text offers. `closeness` is from 0 to about 1.5.

    `stance` tells whether the text says that it is so, that it is not so, or speaks of it with reserve (what was
    so once, what is commonly believed). `typed` tells that it stands right beside the noun that is asked for, as
    in `Springfield County`.
    """

    value: Value
    span: tuple[int, int]
    closeness: float
    stance: Stance
    typed: bool = False


class Reading(NamedTuple):
    """What a text says to a question: the answers it offers, the nearest first, and how much of the question's
    weight stands in it (0..1). `cost` is what reading it cost, in units of a budget.
    """

    offers: tuple[Offer, ...]
    coverage: float
    cost: float = 0.0


def read(text: Passage, asked: Question) -> Reading:
    """Find the answers that a text offers. Each word of the question has the same weight."""
    word_of = asked.word_of
    cost = 3 + len(text.stems) / 10
    places = [(n, word_of[stem]) for n, stem in enumerate(text.stems) if stem in word_of]
    if not places:
        return Reading((), 0.0, cost)
    coverage = len({word for _, word in places}) / len(asked.stems)
    found = _spans(text, asked)
    cost += _COST_OF_A_SPAN * len(found)
    breaks = [match.start() for match in _BREAK.finditer(text.text)]
    at = [n for n, _ in places]
    dated = _years(text) if asked.years and asked.kind != "date" else []
    offers = []
    for value, start, end in found:
        first = bisect_left(text.starts, start)
        behind = bisect_left(text.starts, end)
        low, high = bisect_left(at, first - WINDOW), bisect_left(at, behind + WINDOW)
        if low == high or (dated and _of_another_time(dated, breaks, (start, end), asked.years)):
            continue
        nearest: dict[str, float] = {}
        cost += _COST_OF_ONE_NEAR + (high - low) / 2
        for n, word in places[low:high]:
            if n < first:
                nearness = _NEAR[first - n]
                apart = text.ends[n], start
            elif n >= behind:
                nearness = _NEAR[n - behind + 1]
                apart = end, text.starts[n]
            elif asked.kind == "name":
                nearness, apart = _NEAR[1], (0, 0)
            else:
                continue
            if nearness <= nearest.get(word, 0.0):
                continue
            if apart[1] and _is_between(breaks, *apart):
                nearness /= 2
                if nearness <= nearest.get(word, 0.0):
                    continue
            nearest[word] = nearness
        # Exact sums and rounding, so that no Python's way of adding decides.
        closeness = round(math.fsum(nearest.values()) / len(asked.stems), 9)
        typed = asked.noun is not None and asked.kind == "name" and _beside_noun(text, asked, first, behind)
        closeness += _cue(text, asked, (start, end), (first, behind), coverage, typed=typed)
        if closeness > MIN_CLOSENESS:
            offers.append((-closeness, start, end, value, typed))
    offers.sort(key=lambda offer: offer[:3])
    return Reading(
        tuple(
            [
                Offer(value, (start, end), -closeness, _stance(text.folded, start, end), typed)
                for closeness, start, end, value, typed in offers[:MAX_OFFERED]
            ]
        ),
        coverage,
        cost,
    )


_COST_OF_A_SPAN, _COST_OF_ONE_NEAR = 5, 4
_NEAR = tuple(1 / (1 + words / 8) for words in range(WINDOW + 1))
"""How much a word of the question counts that stands so many words away."""


def _is_between(breaks: Sequence[int], low: int, high: int) -> bool:
    """Tell whether a sentence ends in [low, high)."""
    at = bisect_left(breaks, low)
    return at < len(breaks) and breaks[at] < high


def _years(text: Passage) -> list[tuple[int, int]]:
    return [(match.start(), int(match[0])) for match in _YEAR.finditer(text.text)]


def _of_another_time(
    dated: list[tuple[int, int]], breaks: list[int], span: tuple[int, int], asked: tuple[int, ...]
) -> bool:
    """Tell whether the sentence of an answer names years, and none of those that are asked about."""
    i = bisect_left(breaks, span[0])
    low, high = (breaks[i - 1] if i else 0), (breaks[i] if i < len(breaks) else MAX_READ)
    there = [year for place, year in dated if low <= place < high]
    return bool(there) and not any(min(asked) <= year <= max(asked) for year in there)


def _stance(folded: str, start: int, end: int) -> Stance:
    before = max(0, start - 35)
    if not _HINT.search(folded, before, end + 24):
        return "said"
    if _DENIED.search(folded, before, start) or _NOT_SO.match(folded, end):
        return "denied"
    return "reserved" if _RESERVED.search(folded, before, start) else "said"


def _spans(text: Passage, asked: Question) -> list[tuple[Value, int, int]]:
    if asked.kind == "date":
        return dates(text)
    if asked.kind == "number":
        return numbers(text)
    if asked.kind == "name":
        return names(text, asked.word_of, asked.noun)
    return phrases(text, asked.word_of)


def _cue(
    text: Passage,
    asked: Question,
    span: tuple[int, int],
    words: tuple[int, int],
    coverage: float,
    *,
    typed: bool,
) -> float:
    """Return what speaks for or against an answer besides the question's words near it."""
    if asked.kind == "date":
        return _date_cue(text, asked, *span)
    if asked.kind == "number":
        return 0.0
    cue = 0.0
    near = text.stems[max(0, words[0] - 4) : words[1] + 3]
    if typed:
        cue += 0.5
    elif asked.noun in near or (asked.doing and any(asked.word_of.get(stem) == asked.doing for stem in near)):
        cue += 0.3
    if asked.kind == "name" and words[0] <= 1 and _DEFINES.match(text.folded, span[1]):
        cue += DEFINED * coverage
    if asked.kind == "phrase" and _IS.search(text.folded, max(0, span[0] - 40), span[0]):
        cue += 0.25
    return cue


def _beside_noun(text: Passage, asked: Question, first: int, behind: int) -> bool:
    """Tell whether the noun that is asked for ends the name, follows it, or stands before it (`county of`, `county named`).

    `X is the county …` and `the county … is X` tell it as well.
    """
    noun = asked.noun
    if noun is None:
        return False
    if text.stems[behind : behind + 1] and text.stems[behind] in _BEING:
        return noun in text.stems[behind : behind + TELLING]
    if first and text.stems[first - 1] in _BEING and noun in text.stems[max(0, first - TELLING) : first]:
        return True
    return (
        noun in text.stems[max(first, behind - 1) : behind + 1]
        or text.stems[first - 1 : first] == (noun,)
        or (text.stems[first - 2 : first - 1] == (noun,) and text.stems[first - 1] in _NAMED)
    )


TELLING = 5
"""Words in which a name, a form of `to be` and the noun that is asked for stand together."""

_BEING = ("is", "wa", "was", "are", "were")
_NAMED = ("of", "named", "called", "is", "was")


def _date_cue(text: Passage, asked: Question, start: int, end: int) -> float:
    before = text.folded[max(0, start - 40) : start]
    cue = -0.5 if _OF_THE_PAGE.search(before) else 0.0
    for words, own, other in _LIFE:
        if words.isdisjoint(asked.stems):
            continue
        opens = _RANGE_OPENS.match(text.folded, end) is not None
        closes = _RANGE_CLOSES.search(before) is not None
        said = _SAID[own].search(before)
        if said:
            cue += 0.5
        elif (opens, closes)[own == "died"]:
            cue += 0.4
        elif (closes, opens)[own == "died"] or _SAID[other].search(before):
            cue -= 0.5
    return cue


_LIFE = (
    (frozenset(("born", "birth", "birthday", "birthdate")), "born", "died"),
    (frozenset(("die", "died", "death")), "died", "born"),
)
_SAID = {"born": lazy(r"born|birth|baptis"), "died": lazy(r"died|death|killed")}
_RANGE_OPENS = lazy(r"\s*\)?\s*[–—-]\s*(?:c\.\s*)?\w")
_RANGE_CLOSES = lazy(r"[–—-]\s*$")
_OF_THE_PAGE = lazy(r"retrieved|archived|accessed|updated|edited on|©|copyright")
_IS = lazy(
    r"(?<![^\W_])(?:is|was|were|are|became|be|named|called|by|as)\s+(?:(?:an?|the|his|her|its|one of the)\s+)?"
    r"(?:\w{1,30}\s){0,2}$"
)
_YEAR = lazy(r"(?<![\w.])(?:1[0-9]{3}|20[0-9]{2})(?!\w)")
_DEFINES = lazy(r"[\"”']?(?: ?\([^()]{0,160}\))?,? (?:is|was|are|were) (?:an?|the|one) ")
_BREAK = lazy(r"[.!?]\s+[A-Z]|\n")
# What every denial and reservation has a part of: most answers have none of it near, and one search tells.
_HINT = lazy(
    r"no[tr]|n['’]t|never|neither|rather than|instead of|contrary|mistaken|incorrect|wrong|fals|misattr|no longer|unlike"
    r"|former|previous|once|misconcept|confused|despite|although|commonly|supposed|alleged|many (?:assume|believe|think)"
    r"|as often|until"
)
_DENIED = lazy(
    r"(?:(?<![^\W_])(?:not|never|nor|neither|rather than|instead of|contrary to|mistaken(?:ly)? for|incorrectly"
    r"|mistakenly|wrongly|falsely|misattributed|no longer|unlike)|n['’]t)(?![^\W_])(?:[^\w.!?;]{1,3}\w{1,20}){0,3}[^\w.!?;]{0,3}$"
)
_NOT_SO = lazy(r"[^\w.!?;]{1,3}(?:is|was|are|were) (?:not|never|no longer|incorrect|wrong|false)(?![^\W_])")
_RESERVED = lazy(
    r"(?<![^\W_])(?:formerly|previously|once|misconceptions?|confused|despite|although|commonly|supposedly|allegedly"
    r"|contrary|many (?:assume|believe|think)|as often|until)(?![^\W_])"
)

"""The check: all layers of evidence on a text, weighed together.

Evidence is counted in points. Rules of different families that match close to each other add up, with the
learned points of the unit they stand in; above the threshold (100) the chunk's hygiene falls below 0.5.
A text is read in all its views; what was hidden in characters or encoded is held to a lower threshold.

Neither the query nor the source is asked: whoever plants a text chooses what it looks like, and a text
means the same whatever was asked.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from itertools import islice
from typing import Any, NamedTuple

from ctxgate.pattern import lazy
from ctxgate.rubric.hygiene import learned as learning
from ctxgate.rubric.hygiene.evidence import Shown, shown
from ctxgate.rubric.hygiene.mention import mentioned
from ctxgate.rubric.hygiene.rules import HINTS, RULES, Rule
from ctxgate.rubric.hygiene.typos import corrections
from ctxgate.text.views import MAX_DECODED, View, oddities, views
from ctxgate.text.views.trace import Reading, edited
from ctxgate.text.words import fold

THRESHOLD = 100
"""Points above which a text is an injection. The shipped weights are fitted so that this is the number."""

MAX_QUOTED, MAX_QUOTED_LONG = 200, 30
"""Places of a text of which it is asked whether they are only quoted; further ones count as meant."""

MORE = 10
"""Matches of one rule that are looked at beyond those: or quoted decoys would hide the one that is meant."""

NEAR = 320
"""Characters within which matches belong together."""

MAX_LEARNED = 150_000
"""Characters of a text that learned evidence is weighed on; of a longer one, half at either end."""

CROWDED = 20
"""Points that a sentence loses where most of its chunk asks, tells or says *you*: a prompt, a FAQ, a how-to."""

MENTIONED = 0.4
"""What is left of the points of an instruction that is only quoted in a text about attacks."""

UNREAD = 110
"""Points of a text that holds more hidden or encoded text than `views` reads."""

TOLD = 60
"""Points of setting instructions aside where the words tell of somebody who does so, or take back the writer's own."""

_ABOUT_OTHERS = frozenset(("instruction_override", "exfiltration", "concealment"))
_OTHERS = lazy(
    r"\b(?:attackers?|adversar\w+|hackers?|users?|employees?|staff|members?|people|they|he|she|it|who|that|which|lets?|allow\w*|enabl\w+|"
    r"caus\w+|could|may|might|can|cannot|did|does|would|tr(?:y|ies|ied|ying)|attempt\w*|mak(?:e|es|ing)|made|tells?|told|telling|asks?|"
    r"asked|instruct\w*|trick\w*|says?|said|saying|jur(?:y|ors)|court|to|not|never|don.?t|how|why|when|if|by|of|for|from|without|like|as)"
    r"\s+(?:\w+\s+){0,2}\w?$"
)
_OWN_WORDS = lazy(r"\b(?:my|our|i|we)\b")

_MEMORY = 64 << 20
_ODD_POINTS = {"tags": 110, "selectors": 60, "bidi_override": 60, "zero_width": 40, "lookalikes": 60}
_LONG = 100_000
_WORD = lazy(r"[A-Za-z]+")
_PLAIN = frozenset(("plain", "folded", "separated", "spelling"))
_SHOWN = frozenset(("hidden", "attribute"))
_HIDDEN = frozenset(("hidden", "attribute", "tags", "selectors", "override"))
_EXTRA = 45
"""Points that an instruction gets for having been encoded or hidden in characters."""


class Evidence(NamedTuple):
    """One piece of evidence: its reason code, its points, its place in the original text, and a note."""

    code: str
    points: int
    span: tuple[int, int]
    note: str


class Hit(NamedTuple):
    """A match of a rule, and what it counts there."""

    start: int
    end: int
    rule: Rule
    points: int


Hits = list[Hit]


class Verdict(NamedTuple):
    """The points of the strongest place of a text, and the evidence found there."""

    points: int
    evidence: tuple[Evidence, ...]

    def value(self, threshold: int) -> float:
        """Return hygiene from 1 (clean) to 0; below 0.5 exactly when the points exceed the threshold."""
        return max(0.0, 1.0 - self.points / (2 * threshold))


def _loosened(pattern: str) -> str:
    """Return the pattern with words parted by white space or marks: an order is one with commas in it, too."""
    loose = pattern.replace(r"\s+", _GAP + "+")
    for comma in (",", "[,;]"):
        loose = loose.replace(comma + r"\s*", comma + _GAP + "*")
    return loose.replace(r"\b", _BOUND)  # RE2 takes an underscore for a letter


_SIGNS = lazy(
    "[\u00a1\u00a6\u00ab\u00b4\u00b7\u00b8\u00bb\u00bf\u2010-\u2018\u201a-\u2027\u2030-\u205e]|[\u3001\u3002\uff01-\uff0f\uff1a-\uff20](?<![\u3040-\u9fff\u0e00-\u0eff].)"
)
_BOUND = r"(?:\b|_)"
_GAP = r"[\s!-/:-@\[-`{-~]"


class _Compiled:
    """The rules in RE2: one pass asks all, and only those that are hit are compiled one by one.

    They are matched against folded text, since patterns that mind no case take half as long again to compile.
    """

    def __init__(self, rules: Iterable[Rule], hints: Iterable[str] = ()) -> None:
        import re2  # noqa: PLC0415  (a policy without rules needs no RE2)

        self.rules = tuple(rules)
        self._re2: Any = re2
        self._options = re2.Options()
        self._options.log_errors = False
        self._options.max_mem = _MEMORY
        self._options.never_capture = True
        self._set: Any = re2.Set.SearchSet(self._options)
        for rule in self.rules:
            self._set.Add(_loosened(rule.pattern))
        # Asked in the same pass, the last of all.
        self._set.Add("|".join(re.escape(hint) for hint in hints) or r"[^\s\S]")
        self._set.Compile()
        self._single: dict[int, Any] = {}

    def hits(self, text: str) -> tuple[Hits, bool]:
        """Return where rules match, in order of place, and whether the text holds one of the hints."""
        found: Hits = []
        matched = sorted(self._set.Match(text) or ())
        hinted = bool(matched) and matched[-1] == len(self.rules)
        for i in matched[:-1] if hinted else matched:
            if i not in self._single:
                self._single[i] = self._re2.compile(_loosened(self.rules[i].pattern), self._options)
            for match in islice(self._single[i].finditer(text), _excused(text) + MORE):
                start, end = match.span()
                found.append(Hit(start, end, self.rules[i], self.rules[i].points))
        found.sort(key=lambda hit: (hit.start, hit.end, hit.rule.id))
        return found, hinted


@lru_cache(maxsize=1)
def _english() -> _Compiled:
    return _Compiled((rule for rule in RULES if rule.language in ("en", "*")), HINTS)


@lru_cache(maxsize=1)
def _other_languages() -> _Compiled:
    return _Compiled(rule for rule in RULES if rule.language not in ("en", "*"))


def _hits(text: str) -> Hits:
    """Return where rules match, in order of place."""
    folded = fold(text)
    if not folded.isascii():
        folded = _SIGNS.sub(" ", folded)  # one for one, so that places stay
    found, hinted = _english().hits(folded)
    # Half of the rules need not be compiled for a text in English.
    if hinted or not text.isascii():
        found += _other_languages().hits(folded)[0]
        found.sort(key=lambda hit: (hit.start, hit.end, hit.rule.id))
    return [_as_told(folded, hit) for hit in found]


def _as_told(folded: str, hit: Hit) -> Hit:
    """Return the hit, with fewer points where it tells what somebody does, or takes back one's own words."""
    if hit.rule.family not in _ABOUT_OTHERS or hit.points <= TOLD or hit.rule.language != "en":
        return hit
    before = folded[max(0, hit.start - 60) : hit.start + 1]
    if _OTHERS.search(before) or _OWN_WORDS.search(folded, hit.start, hit.end):
        return hit._replace(points=TOLD)
    return hit


def examine(
    text: str,
    *,
    rules: bool = True,
    weights: learning.Weights | None = None,
    threshold: int = THRESHOLD,
) -> Verdict:
    """Weigh all evidence on a text. Pure: the same text and weights give the same verdict."""
    found = tuple(
        Evidence("hidden_text", _ODD_POINTS.get(oddity.kind, 40), oddity.span, oddity.note)
        for oddity in oddities(text)
    )
    odd = max((piece.points for piece in found), default=0)
    readings = _readings(text, rules)
    if (
        len(text) > MAX_DECODED
        and sum(len(view.text) for view in readings if view.kind not in _PLAIN) >= MAX_DECODED
    ):
        # What is not read cannot be cleared, and padding must not be a way past the check.
        found += (
            Evidence("encoded_payload", UNREAD, (0, len(text)), "more in code, or hidden, than is read"),
        )
        odd = max(odd, UNREAD)
    points, strongest = 0, None
    for view in readings:
        place = _examine_view(text, view, rules, weights, threshold - odd)
        if place.points > points:
            points, strongest = place.points, place
    if strongest is not None and strongest.telling:
        # Put into words only once, for the way back to the original text can be long.
        return Verdict(points + odd, _told(strongest, weights, threshold - odd) + found)
    return Verdict(points + odd, found)


def _readings(text: str, rules: bool) -> list[View]:
    """Return the views of a text, with one more where words of command are misspelt."""
    readings = list(views(text))
    if len(text) > _LONG and len(readings) > 1 and readings[1].kind == "folded":
        del readings[0]
    if rules and len(text) <= _LONG:
        whole = [view for view in readings if view.kind in _PLAIN]
        for last in whole[len(whole) > 1 and whole[1].kind == "folded" :]:
            wrong = corrections(last.text.lower())
            if not wrong:
                continue
            right = edited(Reading(last.text, last.back), _WORD, _corrected_by(wrong))
            readings.append(View(right.text, "spelling", right.back))
    return readings


def _corrected_by(wrong: Mapping[str, str]) -> Callable[[re.Match[str]], str]:
    return lambda match: wrong.get(match[0].lower(), match[0])


class _Place(NamedTuple):
    """The strongest place of a view: its points, the matches there, and the unit that it lies in, if any.

    `telling`: the points are enough to be put into words.
    """

    view: View
    points: int
    hits: Hits
    unit: tuple[Shown, int] | None
    telling: bool


def _examine_view(
    text: str, view: View, rules: bool, weights: learning.Weights | None, threshold: int
) -> _Place:
    inner = view.text
    hits = _hits(inner) if rules else []
    weighed_too = view.kind != "spelling" and (view.kind != "separated" or len(text) <= _LONG)
    units = _weighed(text, view, weights) if weights is not None and weighed_too else []
    best = 0
    near: Hits = []
    chosen: tuple[Shown, int] | None = None
    starts = [hit[0] for hit in hits]
    quoted = _Quoted(inner)
    for unit, weighed in units:
        points = weighed
        start, end = unit.unit.span
        beside = hits[bisect_left(starts, start - 200) : bisect_left(starts, end + 40)] if hits else hits
        beside = [hit for hit in beside if hit[1] > start - 40]
        total = points + _by_family(beside)
        if total > threshold and total > best:
            # Whether it is only quoted is worth asking where it decides.
            beside = quoted.lowered(beside)
            points = quoted.outside(unit, points, beside, weights)
            total = points + _by_family(beside)
        if total > best:
            best, near, chosen = total, beside, (unit, points)
    for start in dict.fromkeys(starts):
        beside = hits[bisect_left(starts, start) : bisect_left(starts, start + NEAR)]
        total = _by_family(beside)
        if total > threshold and total > best:
            beside = quoted.lowered(beside)
            total = _by_family(beside)
        if total > best:
            best, near, chosen = total, beside, None
    if view.kind in _PLAIN:
        return _Place(view, best, near, chosen, best > threshold)
    telling = best > threshold - _EXTRA
    extra = _EXTRA if telling and (near or (chosen and chosen[1])) and view.kind not in _SHOWN else 0
    return _Place(view, best + extra, near, chosen, telling)


def _excused(text: str) -> int:
    return MAX_QUOTED if len(text) < _LONG else MAX_QUOTED_LONG


class _Quoted:
    """Answers whether a place of a text is only mentioned there, and where; a bounded number of times."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._left = _excused(text)
        self._known: dict[tuple[int, int], tuple[int, int] | None] = {}

    def __call__(self, start: int, end: int) -> tuple[int, int] | None:
        if (start, end) not in self._known:
            self._left -= 1
            self._known[start, end] = mentioned(self._text, start, end) if self._left >= 0 else None
        return self._known[start, end]

    def lowered(self, hits: Hits) -> Hits:
        """Return the hits, with fewer points for those that are only mentioned."""
        return [
            hit._replace(points=int(hit.rule.points * MENTIONED)) if self(hit.start, hit.end) else hit
            for hit in hits
        ]

    def outside(self, unit: Shown, points: int, hits: Hits, weights: learning.Weights | None) -> int:
        """Return the points of a unit without the quotations in it that are only mentioned."""
        start, end = unit.unit.span
        quotes = {self(hit.start, hit.end) for hit in hits} | {self(start + 1, end - 1)}
        spans = sorted(span for span in quotes if span is not None)
        if not spans or weights is None:
            return points
        text = self._text
        low, high = max(0, start - 2000), min(len(text), end + 2000)
        for begin, stop in spans:
            text = text[: begin + 1] + " " * (stop - begin - 2) + text[stop - 1 :]
        rest = _scored(shown(text[low:high]), weights, 0, low)
        left = [n for other, n in rest if other.unit.span[0] < end and other.unit.span[1] > start]
        return min(points, max(left, default=0))


def _weighed(text: str, view: View, weights: learning.Weights) -> list[tuple[Shown, int]]:
    """Return the units of a view that have points. What was hidden is read as a part of its text."""
    inner = view.text
    if view.kind in _PLAIN:
        if len(inner) > MAX_LEARNED:
            half = MAX_LEARNED // 2
            return _scored(shown(inner[:half]), weights, 0, 0) + _scored(
                shown(inner[-half:]), weights, 0, len(inner) - half
            )
        return _scored(shown(inner), weights, 0, 0)
    context = text[:4000] + "\n\n"
    return _scored(shown(context + inner[:20_000]), weights, len(context), -len(context))


def _scored(
    units: Iterable[Shown], weights: learning.Weights, first: int, shift: int
) -> list[tuple[Shown, int]]:
    found = []
    for unit in units:
        start, end = unit.unit.span
        if start < first:
            continue
        points = learning.points(weights.total(unit.features)) - CROWDED * unit.crowded
        if points > 0:
            moved = unit.unit._replace(span=(start + shift, end + shift))
            found.append((unit._replace(unit=moved), points))
    return found


def _by_family(hits: Hits) -> int:
    best: dict[str, int] = {}
    for hit in hits:
        family = hit.rule.family
        if hit.points > best.get(family, 0):
            best[family] = hit.points
    return sum(best.values())


def _told(place: _Place, weights: learning.Weights | None, threshold: int) -> tuple[Evidence, ...]:
    """Put the evidence of a place into words, with spans in the original text."""
    view, hits = place.view, place.hits
    found: list[Evidence] = []
    for family in dict.fromkeys(hit.rule.family for hit in hits):
        hit = max(
            (hit for hit in hits if hit.rule.family == family), key=lambda hit: (hit.points, -hit.start)
        )
        # Some rules look at the end of the sentence before.
        said = view.text[hit.start : hit.end].lstrip(".!?;: \t\r\n")
        start = hit.end - len(said)
        said = said.rstrip()
        note = f"{hit.rule.id}: {_words(said)}"
        found.append(Evidence(family, hit.points, view.span(start, start + len(said)), note))
    if place.unit is not None and weights is not None and place.unit[1]:
        shown_unit, points = place.unit
        start, end = shown_unit.unit.span
        piece = view.text[start:end]
        start += len(piece) - len(piece.lstrip())
        end -= len(piece) - len(piece.rstrip())
        words = learning.telling_words(shown_unit.features, weights)
        note = "weighed most: " + ", ".join(words) if words else "how it stands in the text"
        found.append(Evidence("learned_injection", points, view.span(start, end), note))
    if view.kind not in _PLAIN and found and place.points > threshold:
        code = "hidden_text" if view.kind in _HIDDEN else "encoded_payload"
        extra = 0 if view.kind in _SHOWN else _EXTRA
        found.insert(0, Evidence(code, extra, found[0].span, f"{view.kind}: {_words(view.text)}"))
    return tuple(found)


def _words(piece: str) -> str:
    words = " ".join(piece[:400].split())
    return words if len(words) <= 60 else words[:59] + "…"

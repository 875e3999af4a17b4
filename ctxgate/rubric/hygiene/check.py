"""The check: all layers of evidence on a text, weighed together.

Evidence is counted in points. Rules of different families that match close to each other add up, with the
learned points of the unit they stand in; above the threshold (100) the chunk's hygiene falls below 0.5.
A text is read in all its views; what was hidden in characters or encoded is held to a lower threshold.

Neither the query nor the source is asked: whoever plants a text chooses what it looks like, and a text
means the same whatever was asked.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from typing import NamedTuple

from ctxgate.pattern import lazy
from ctxgate.rubric.hygiene import cost
from ctxgate.rubric.hygiene import learned as learning
from ctxgate.rubric.hygiene.evidence import Shown, shown
from ctxgate.rubric.hygiene.matching import LONG, Hits, excused, hits_of
from ctxgate.rubric.hygiene.mention import mentioned
from ctxgate.rubric.hygiene.typos import corrections
from ctxgate.text.budget import Budget
from ctxgate.text.views import MAX_DECODED, View, oddities, views
from ctxgate.text.views.trace import Reading, edited

THRESHOLD = 100
"""Points above which a text is an injection. The shipped weights are fitted so that this is the number."""

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

_ODD_POINTS = {"tags": 110, "selectors": 60, "bidi_override": 60, "zero_width": 40, "lookalikes": 60}
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


class Verdict(NamedTuple):
    """The points of the strongest place of a text, and the evidence found there."""

    points: int
    evidence: tuple[Evidence, ...]

    def value(self, threshold: int) -> float:
        """Return hygiene from 1 (clean) to 0; below 0.5 exactly when the points exceed the threshold."""
        return max(0.0, 1.0 - self.points / (2 * threshold))


def examine(
    text: str,
    *,
    rules: bool = True,
    weights: learning.Weights | None = None,
    threshold: int = THRESHOLD,
    budget: Budget | None = None,
) -> Verdict:
    """Weigh all evidence on a text. Pure: the same text and weights give the same verdict.

    What it costs is charged to the `budget`, where one is given.
    """
    spent = Budget(0) if budget is None else budget
    found = tuple(
        Evidence("hidden_text", _ODD_POINTS.get(oddity.kind, 40), oddity.span, oddity.note)
        for oddity in oddities(text)
    )
    odd = max((piece.points for piece in found), default=0)
    readings = _readings(text, rules)
    spent.charge(cost.of_views(readings))
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
        place = _examine_view(text, view, rules, weights, threshold - odd, spent)
        if place.points > points:
            points, strongest = place.points, place
    if strongest is not None and strongest.telling:
        # Put into words only once, for the way back to the original text can be long.
        return Verdict(points + odd, _told(strongest, weights, threshold - odd) + found)
    return Verdict(points + odd, found)


def _readings(text: str, rules: bool) -> list[View]:
    """Return the views of a text, with one more where words of command are misspelt."""
    readings = list(views(text))
    if len(text) > LONG and len(readings) > 1 and readings[1].kind == "folded":
        del readings[0]
    if rules and len(text) <= LONG:
        whole = [view for view in readings if view.kind in _PLAIN]
        # The folded text has all errors of the plain one.
        first = len(whole) > 1 and whole[1].kind == "folded"
        readings += [right for view in whole[first:] if (right := _put_right(view))]
    return readings


def _put_right(view: View) -> View | None:
    """Return the view with words of command that are misspelt put right, or None where too few are."""
    wrong = corrections(view.text.lower())
    if not wrong:
        return None
    right = edited(Reading(view.text, view.back), _WORD, lambda match: wrong.get(match[0].lower(), match[0]))
    return View(right.text, "spelling", right.back)


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
    text: str, view: View, rules: bool, weights: learning.Weights | None, threshold: int, spent: Budget
) -> _Place:
    inner = view.text
    hits = hits_of(inner) if rules else []
    weighed_too = view.kind != "spelling" and (view.kind != "separated" or len(text) <= LONG)
    units = _weighed(text, view, weights, spent) if weights is not None and weighed_too else []
    best = 0
    near: Hits = []
    chosen: tuple[Shown, int] | None = None
    starts = [hit[0] for hit in hits]
    quoted = _Quoted(inner, spent)
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


class _Quoted:
    """Answers whether a place of a text is only mentioned there, and where; a bounded number of times."""

    def __init__(self, text: str, spent: Budget) -> None:
        self._text = text
        self._left = excused(text)
        self._spent = spent
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
        rest = _scored(shown(text[low:high]), weights, 0, low, self._spent)
        left = [n for other, n in rest if other.unit.span[0] < end and other.unit.span[1] > start]
        return min(points, max(left, default=0))


def _weighed(text: str, view: View, weights: learning.Weights, spent: Budget) -> list[tuple[Shown, int]]:
    """Return the units of a view that have points. What was hidden is read as a part of its text."""
    inner = view.text
    if view.kind in _PLAIN:
        if len(inner) > MAX_LEARNED:
            half = MAX_LEARNED // 2
            return _scored(shown(inner[:half]), weights, 0, 0, spent) + _scored(
                shown(inner[-half:]), weights, 0, len(inner) - half, spent
            )
        return _scored(shown(inner), weights, 0, 0, spent)
    context = text[:4000] + "\n\n"
    return _scored(shown(context + inner[:20_000]), weights, len(context), -len(context), spent)


def _scored(
    units: Iterable[Shown], weights: learning.Weights, first: int, shift: int, spent: Budget
) -> list[tuple[Shown, int]]:
    found = []
    for unit in units:
        start, end = unit.unit.span
        spent.charge(cost.of_features(len(unit.features)))
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

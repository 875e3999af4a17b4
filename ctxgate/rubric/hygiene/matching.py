"""Where the rules match a text: RE2, one pass for all rules, in linear time."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import islice
from typing import Any, NamedTuple

from ctxgate.pattern import lazy
from ctxgate.rubric.hygiene.rules import HINTS, RULES, Rule
from ctxgate.text.words import fold

MAX_QUOTED, MAX_QUOTED_LONG = 200, 30
"""Places of a text of which it is asked whether they are only quoted; further ones count as meant."""

MORE = 10
"""Matches of one rule that are looked at beyond those: or quoted decoys would hide the one that is meant."""

LONG = 100_000
"""Characters of a text from which on less is asked of each place of it."""

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
# Beyond ASCII, marks that part words. Those of full width are letters to the rules of their languages.
_SIGNS = lazy(
    "[\u00a1\u00a6\u00ab\u00b4\u00b7\u00b8\u00bb\u00bf\u2010-\u2018\u201a-\u2027\u2030-\u205e]|[\u3001\u3002\uff01-\uff0f\uff1a-\uff20](?<![\u3040-\u9fff\u0e00-\u0eff].)"
)
# A word ends where it does for RE2, or at an underscore.
_BOUND = r"(?:\b|_)"
_GAP = r"[\s!-/:-@\[-`{-~]"


class Hit(NamedTuple):
    """A match of a rule, and what it counts there."""

    start: int
    end: int
    rule: Rule
    points: int


Hits = list[Hit]


def excused(text: str) -> int:
    """Return of how many places of a text it is asked whether they are only quoted."""
    return MAX_QUOTED if len(text) < LONG else MAX_QUOTED_LONG


def _loosened(pattern: str) -> str:
    """Return the pattern with words parted by white space or marks: an order is one with commas in it, too."""
    loose = pattern.replace(r"\s+", _GAP + "+")
    for comma in (",", "[,;]"):
        loose = loose.replace(comma + r"\s*", comma + _GAP + "*")
    # RE2 takes an underscore for a letter.
    return loose.replace(r"\s*", r"[\s_]*").replace(r"\b", _BOUND)


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
            for match in islice(self._single[i].finditer(text), excused(text) + MORE):
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


def hits_of(text: str) -> Hits:
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

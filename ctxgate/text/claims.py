"""What a text claims of a query's subject, as far as it can be compared: a quantity with its binding.

A claim is a quantity in a sentence that names the query's subject and something the query asks about
it. Two texts contradict each other where they bind quantities of one dimension in the same way and none
of the values is shared. Rather than guess, everything doubtful (a hedge, the past, a table of numbers)
is passed over: a missed contradiction costs less than one that is none.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache, partial
from itertools import combinations
from typing import NamedTuple

from ctxgate.pattern import lazy
from ctxgate.text.budget import Budget
from ctxgate.text.entities import MAX_QUERY_CHARS, Entity, entities
from ctxgate.text.kinds import kind_signs, stems_of, told_apart
from ctxgate.text.quantities import UNIT_WORDS, Quantity, quantities
from ctxgate.text.reservations import Others, Past
from ctxgate.text.surroundings import Signs, Surroundings
from ctxgate.text.words import STOP_WORDS, content_stems, fold, word_set

MAX_CLAIM_VALUES = 3
"""Different values that a text may state for one thing. With more it is a table, and claims none."""

MAX_SENTENCE = 600
"""Characters of a sentence that are read around a quantity."""

MAX_SUBJECT_STEMS = 8
"""Content words of a query that claims can bind to, the first ones."""

ABOUT = 0.25
"""What a value that is given as about so much may be off by, as a share of it."""

Key = tuple[str, str, str]
"""What a claim is about: the subject, the attribute (words of the query), the dimension."""


class Claim(NamedTuple):
    """A quantity that a text states of the query's subject.

    `span` is [start, end) in the original text and `quote` the words there; `keys` say what it is about,
    `low` and `high` what its value is. Two claims are comparable when they share a key. `qualifiers` are words of
    the query in its sentence with the word that stands before each: (`shipping`, `express`).
    """

    span: tuple[int, int]
    quote: str
    keys: tuple[Key, ...]
    low: float
    high: float
    qualifiers: tuple[tuple[str, str], ...] = ()


def claims(text: str, query: str, budget: Budget | None = None) -> tuple[Claim, ...]:
    """Return what a text claims of a query's subject, in order of place. Linear in the text.

    At most `quantities.MAX_QUANTITIES` claims come out, however long the text is. What the reading costs is charged
    to the budget, be it that the text was read before.
    """
    # The temporal check and the gate ask for the claims of the same texts, one after the other.
    read = _claims if len(text) <= MAX_KEPT else _claims.__wrapped__
    found, cost = read(text, query)
    if budget is not None:
        budget.charge(cost)
    return found


MAX_KEPT = 8000
"""Characters of the longest text whose claims are kept for the next who asks."""

_COST_OF_A_TEXT, _CHARACTERS_A_UNIT, _COST_OF_A_QUANTITY, _COST_OF_A_CLAIM = 4, 10, 8, 28


@lru_cache(maxsize=256)
def _claims(text: str, query: str) -> tuple[tuple[Claim, ...], float]:
    subject = _subject(query)
    folded = fold(text)
    if not subject.stems or (subject.entities and not any(e.anchor in folded for e in subject.entities)):
        return (), _COST_OF_A_TEXT
    measured = quantities(folded, subject.counted)
    cost = _COST_OF_A_TEXT + len(text) / _CHARACTERS_A_UNIT + _COST_OF_A_QUANTITY * len(measured)
    cost += sum(map(folded.count, "0123456789")) / 2
    if not measured:
        return (), cost
    breaks = [match.end() for match in _SENTENCE_END.finditer(folded)]
    past, others = Past(folded), Others(folded, subject.entities)
    around = Surroundings(text, folded, subject.stems, partial(_signs, subject=subject))
    bindings: dict[tuple[int, int], tuple[tuple[str, str], ...]] = {}
    found: list[tuple[Claim, tuple[int, int]]] = []
    for quantity in measured:
        start, end = _sentence(breaks, quantity.span, len(folded))
        bound = _comparison(folded, start, quantity, end, past)
        if bound is None:
            continue
        limits = subject.limits if bound == "<" else ()
        if subject.limits:
            bound = bound.strip("<")  # asked for the most, `2 GB` and `at most 2 GB` say the same
        if (start, end) not in bindings:
            bindings[start, end] = _bindings(folded, (start, end), around, others, subject, limits)
        keys = tuple((who, what, bound + quantity.dimension) for who, what in bindings[start, end])
        if keys:
            quote = text[slice(*quantity.span)]
            low, high = quantity.low, quantity.high
            if _ABOUT.search(folded, max(start, quantity.span[0] - 20), quantity.span[0]):
                low, high = low * (1 - ABOUT), high * (1 + ABOUT)
            found.append((Claim(quantity.span, quote, keys, low, high), (start, end)))
    return _qualified(found, around), cost + _COST_OF_A_CLAIM * len(found)


def _qualified(found: Sequence[tuple[Claim, tuple[int, int]]], around: Surroundings) -> tuple[Claim, ...]:
    """Give each claim that is no part of a table only its qualifiers: what stands around a table is never asked for."""
    kept = {claim for group in by_key(claim for claim, _ in found).values() for claim in group}
    seen: dict[tuple[int, int], tuple[tuple[str, str], ...]] = {}
    qualified = []
    for claim, sentence in found:
        if claim in kept:
            if sentence not in seen:
                seen[sentence] = tuple(sorted(around.signs(*sentence)))
            qualified.append(claim._replace(qualifiers=seen[sentence]))
        else:
            qualified.append(claim)
    return tuple(qualified)


def by_key(stated: Iterable[Claim]) -> dict[Key, tuple[Claim, ...]]:
    """Group the claims of one text by what they are about, tables of numbers left out."""
    groups: dict[Key, list[Claim]] = {}
    for claim in stated:
        for key in claim.keys:
            groups.setdefault(key, []).append(claim)
    return {
        key: tuple(group)
        for key, group in groups.items()
        if len({(claim.low, claim.high) for claim in group}) <= MAX_CLAIM_VALUES
    }


def disagree(a: Sequence[Claim], b: Sequence[Claim]) -> bool:
    """Tell whether two groups of claims about one thing have no value in common. Ranges may overlap."""
    return not any(x.low <= y.high and y.low <= x.high for x in a for y in b)


def other_subject(a: Sequence[Claim], b: Sequence[Claim]) -> bool:
    """Tell whether two groups of claims are about kinds of a thing: `express shipping`, `standard shipping`.

    They are when a word of the query is qualified in both, and never by the same word.
    """
    return all(told_apart(x.qualifiers, y.qualifiers) for x in a for y in b)


def contradiction(a: Sequence[Claim], b: Sequence[Claim]) -> tuple[Claim, Claim] | None:
    """Return a claim of `a` and the claim of `b` that it contradicts, or None.

    Swapping `a` and `b` swaps the pair and changes nothing else.
    """
    return contradiction_by_key(by_key(a), by_key(b)) if a and b else None


def contradiction_by_key(
    a: Mapping[Key, Sequence[Claim]], b: Mapping[Key, Sequence[Claim]]
) -> tuple[Claim, Claim] | None:
    """Return what `contradiction` does, for claims that are already grouped by `by_key`."""
    for key in sorted(a.keys() & b.keys()):
        if disagree(a[key], b[key]):
            return a[key][0], b[key][0]
    return None


class _Subject(NamedTuple):
    entities: tuple[Entity, ...]
    stems: tuple[str, ...]
    counted: frozenset[str]
    needed: int
    limits: tuple[str, ...]


def _subject(query: str) -> _Subject:
    return _subject_of(query[:MAX_QUERY_CHARS])


@lru_cache(maxsize=64)
def _subject_of(query: str) -> _Subject:
    """What a claim has to name: an entity of the query and one of its words, or else most of its words."""
    named = tuple(e for e in entities(query) if e.kind not in ("quantity", "year", "version"))
    words = fold(query)
    for entity in entities(query):
        start, end = entity.span
        words = words[:start] + " " * (end - start) + words[end:]
    attributes = tuple(w for w in content_stems(words) if not w.isdigit() and w not in _VAGUE | UNIT_WORDS)
    attributes = attributes[:MAX_SUBJECT_STEMS]
    # A bare count is a claim only where the query asks for one: `1987 film` counts no films.
    counted = frozenset(attributes) if _ASKS_HOW_MANY.search(words) else frozenset()
    limits = tuple(word for word in attributes if word in _LIMITS)
    return _Subject(named, attributes, counted, 1 if named else max(2, (len(attributes) + 1) // 2), limits)


def _bindings(
    folded: str,
    place: tuple[int, int],
    around: Surroundings,
    others: Others,
    subject: _Subject,
    implied: Collection[str],
) -> tuple[tuple[str, str], ...]:
    """Return what a quantity of this sentence can be about, as pairs of subject and attribute."""
    standing = around.standing(*place)
    attributes = [word for word in subject.stems if word in standing or word in implied]
    if len(attributes) < subject.needed:
        return ()
    if others.within(*place):
        return ()
    sentence = folded[slice(*place)]
    if not subject.entities:
        return tuple(("", f"{a} {b}") for a, b in combinations(attributes, 2))
    return tuple(
        (entity.key, word)
        for entity in subject.entities
        if entity.find(sentence) is not None
        for word in attributes
    )


def _signs(written: Sequence[str], subject: _Subject) -> Signs:
    """Return what tells kinds apart: words of the query, each with the word before it, and what `kinds` finds."""
    standing = stems_of(written)
    alone, paired = kind_signs(written, subject.stems)
    paired += [
        (n, (word, before))
        for n, word in enumerate(standing)
        if word in subject.stems
        and n
        and (before := standing[n - 1]) not in subject.stems
        and before not in subject.stems
        and before not in _TELLS_NO_KIND
        and not before[0].isdigit()
        and not any(before in entity.key for entity in subject.entities)
    ]
    return Signs(alone, sorted(paired))


def _sentence(breaks: list[int], span: tuple[int, int], length: int) -> tuple[int, int]:
    i = bisect_left(breaks, span[0] + 1)
    start = breaks[i - 1] if i else 0
    end = breaks[i] if i < len(breaks) else length
    return max(start, span[0] - MAX_SENTENCE // 2), min(end, span[1] + MAX_SENTENCE // 2)


def _comparison(folded: str, start: int, quantity: Quantity, end: int, past: Past) -> str | None:
    """Return `>` for a least value, `<` for a most, nothing for a plain one, None for one that is not claimed so."""
    before = folded[max(start, quantity.span[0] - 48) : quantity.span[0]]
    after = folded[quantity.span[1] : min(end, quantity.span[1] + 24)]
    if _HEDGED.search(before) or _ELSEWHEN.match(after) or past.within(start, end):
        return None
    if _AT_LEAST.search(before):
        return ">"
    return "<" if _AT_MOST.search(before) else ""


_NO_KIND = word_set(
    "new current official actual updated real correct latest revised present general exact true accepted allow allowed"
    " apply applie applied offer offered give given take require required set change changed plan"
)
_VAGUE = word_set(
    "total number many much average long high current size type kind amount value new large big great"
)
_TELLS_NO_KIND = STOP_WORDS | _VAGUE | _NO_KIND | UNIT_WORDS
_LIMITS = ("maximum", "max", "limit")
_ASKS_HOW_MANY = lazy(
    r"(?<![^\W_])(?:how many|number of|count of|limit|quota|maximum|minimum|max|min)(?![^\W_])"
)
_SENTENCE_END = lazy(r"[.!?](?=\s)|[;\n](?=\s|[-*•|])|;")
_ABOUT = lazy(r"(?<![^\W_])(?:about|approximately|around|roughly|nearly|almost)\W+$")
_HEDGED = lazy(
    r"(?<![^\W_])(?:not|no longer|never|nor|instead of|rather than|(?<!no more )than|by|unlike"
    r"|over|under|below|above|exceeds?|some|another|additional|extra|every|each|first|last|past"
    r"|next|previous|version|page|chapter|section|step|example)[^\w]+(?:[^\W]{1,20}[^\w]+){0,1}$"
)
_AT_LEAST = lazy(r"(?<![^\W_])(?:at least|minimum(?: of)?)\W+$")
_AT_MOST = lazy(r"(?<![^\W_])(?:up to|at most|maximum(?: of)?|no more than)\W+$")
_ELSEWHEN = lazy(
    r"\W{0,2}(?:ago|past due|overdue|late|old|older|earlier|later|more|less|longer|ahead)(?![^\W_])"
)

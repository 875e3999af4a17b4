"""What a query asks for, as terms to be found again in chunks: entities, a period, and the other words."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from ctxgate.text.codes import asked_codes
from ctxgate.text.common import LITTLE
from ctxgate.text.entities import MAX_QUERY_CHARS, Entity, entities
from ctxgate.text.periods import Period, asked_period
from ctxgate.text.terms import STOP, compounds, information, term, words
from ctxgate.text.words import fold, word_set

MAX_QUERY_TERMS = 256
"""Terms of a query that are looked for, the first ones."""

MAX_COMPOUNDS = 32
"""Hyphenated words of a query that are also looked for as one, the first ones."""

STORY_WORDS = 25
"""Words of a query from which on it may be a story."""

OWN = word_set(
    "i my me we our us ich mein meine meinem meinen meiner wir unser unsere uns je mon ma mes nous notre nos moi yo mi mis nosotros"
    " nuestra nuestro io mio mia miei noi nostro nostra eu meu minha nossa nosso ik mijn wij onze mój moja moje mnie nam nasz ben benim"
    " bana bizim я мой моя мое мою меня мне мы нас нам"
)
"""Words by which people speak of themselves."""

_OWN_SIGNS = ("我", "私", "僕", "うち")

PART = 0.5
"""Weight of the letters of an identifier, against a plain word: `SKU-100` is a little about `SKU-441`."""


class Term(NamedTuple):
    """One thing to look for.

    `weight` is what it says by itself, before the batch is looked at. `entity` and `period` are set where it
    is found by them and not by a stem. `named` says that it is, or is part of, an entity.
    """

    text: str
    weight: float
    named: bool
    entity: Entity | None = None
    period: Period | None = None


class Query(NamedTuple):
    """The terms of a query. `wanted` maps a stem to the places of the terms that it stands for.

    `is_story` says that somebody tells of themselves at length, and asks something in the end.
    """

    terms: tuple[Term, ...]
    wanted: dict[str, tuple[int, ...]]
    is_story: bool = False


@lru_cache(maxsize=64)
def query_terms(query: str, entity_weight: float) -> Query:
    """Return the terms of a query; a rare plain word weighs 1, an entity `entity_weight`."""
    query = query[:MAX_QUERY_CHARS]
    folded = fold(query)
    found: list[Term] = []
    named: set[str] = set()
    parts: set[str] = set()
    plain = folded
    codes = asked_codes(folded)
    for entity in (*codes, *entities(query)):
        start, end = entity.span
        if entity not in codes and any(start < code.span[1] and code.span[0] < end for code in codes):
            continue  # `SQLSTATE 40001` is asked for by its number
        if entity.kind in ("name", "year"):
            named.update(words(folded[start:end]))
            continue
        found.append(Term(entity.text, entity_weight, True, entity))
        if entity.kind in _WHOLE:
            letters = "".join(c if c.isalpha() else " " for c in plain[start:end])
            plain = plain[:start] + letters + plain[end:]
            parts.update(words(letters))
    if period := asked_period(query):
        found.append(Term(str(period), entity_weight, True, None, period))
    wanted: dict[str, tuple[int, ...]] = {}
    for word in words(plain):
        stem = term(word)
        if _is_term(stem) and stem not in wanted and len(found) < MAX_QUERY_TERMS:
            factor = entity_weight if word in named else PART if word in parts else 1.0
            wanted[stem] = (len(found),)
            said = max(information(stem), LITTLE) if word in named else information(stem)
            found.append(Term(word, said * factor, word in named))
    return Query(tuple(found), wanted | _joined(plain, wanted), _is_story(folded))


def _is_story(folded: str) -> bool:
    said = words(folded)
    return len(said) >= STORY_WORDS and (
        not OWN.isdisjoint(said) or any(sign in folded for sign in _OWN_SIGNS)
    )


def _is_term(stem: str) -> bool:
    """Whether a stem can be looked for: no stop word, and no letter or digit by itself."""
    return stem != STOP and (len(stem) > 1 or not stem.isascii())


# Kinds of which a number alone is worth nothing: `441` is not half of `SKU-441`.
_WHOLE = frozenset(("identifier", "version", "quantity"))


def _joined(plain: str, wanted: dict[str, tuple[int, ...]]) -> dict[str, tuple[int, ...]]:
    """Return for each hyphenated word the terms of its parts: `timeout` is both words of `time-out`."""
    stems = list(wanted)
    found = {}
    for compound in compounds(plain)[:MAX_COMPOUNDS]:
        joined = term(compound)
        for cut in range(1, len(compound)):
            parts = wanted.get(term(compound[:cut])), wanted.get(term(compound[cut:]))
            if parts[0] and parts[1] and joined not in stems:
                found[joined] = (*parts[0], *parts[1])
    return found

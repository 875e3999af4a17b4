"""The things that a query asks about by name."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from ctxgate.text.common import GRAMMAR, information
from ctxgate.text.entities import entities
from ctxgate.text.identity.calendar import OF_TWO_MEANINGS, Unit, units
from ctxgate.text.identity.members import memberships
from ctxgate.text.identity.numbering import (
    SECTION,
    SECTION_SIGN,
    VERSION_WORDS,
    class_of,
    head_of,
    is_code,
    is_number,
    part_of,
)
from ctxgate.text.identity.written import SIGNS, Word, is_rare, read_words
from ctxgate.text.quantities import quantities
from ctxgate.text.words import fold, word_set

MAX_QUERY_CHARS = 4000
"""Characters of a query that are read, the first ones."""

MAX_THINGS = 16
"""Things of one query, the first ones."""


class Thing(NamedTuple):
    """One thing that a query names.

    `kind` is `code`, `numbered`, `unit`, `member`, `signs` or `name`; `text` is how the query writes it; `first` and
    `last` are its words, [first, last), in the query. `head` is the stem of the word that a number belongs to, "" for a
    version by itself. `rest` is what else the query says: each stem once, with what it weighs, `whole` in all.
    `part` is what stands in brackets behind a number.
    """

    kind: str
    text: str
    first: int
    last: int
    head: str = ""
    unit: Unit | None = None
    rest: Mapping[str, float] = {}
    whole: float = 0.0
    part: str = ""


class Asked(NamedTuple):
    """What a query names, and its words."""

    words: tuple[Word, ...]
    things: tuple[Thing, ...]


@lru_cache(maxsize=64)
def things(query: str) -> Asked:
    """Return the things that a query names."""
    query = query[:MAX_QUERY_CHARS]
    words = read_words(query)
    counted = [quantity.span for quantity in quantities(fold(query))]
    taken: set[int] = set()
    found: list[Thing] = []
    for make in (_units, _codes, _numbered, _members, _signs, _names):
        for thing in make(query, words, counted):
            places = set(range(thing.first, thing.last))
            if (
                thing.kind == "name"
                and thing.text.islower()
                and any(one.kind != "signs" for one in found if not one.text.islower() or one.kind != "name")
            ):
                continue  # beside a name in capitals or a number, a word in small letters says what kind of thing that is
            if thing.kind == "signs":
                found.append(thing)
            elif not places & taken:
                taken |= places
                found.append(thing)
    return Asked(words, tuple([_weighed(words, thing) for thing in found[:MAX_THINGS]]))


def _weighed(words: Sequence[Word], thing: Thing) -> Thing:
    stems = {word.stem for n, word in enumerate(words) if word.stem and not thing.first <= n < thing.last}
    rest = {stem: information(stem) for stem in stems}
    return thing._replace(rest=rest, whole=math.fsum(rest.values()))


def _units(query: str, words: Sequence[Word], counted: Sequence[tuple[int, int]]) -> list[Thing]:
    return [
        Thing("unit", query[words[i].start : words[j - 1].end], i, j, unit=unit)
        for i, j, unit in units([word.folded for word in words], [word.written for word in words])
        if not (words[i].opens and words[i].folded in OF_TWO_MEANINGS)
    ]


def _codes(query: str, words: Sequence[Word], counted: Sequence[tuple[int, int]]) -> list[Thing]:
    return [
        Thing("code", word.written, i, i + 1)
        for i, word in enumerate(words)
        if is_code(word.folded) and not _inside(word, counted)
    ]


def _numbered(query: str, words: Sequence[Word], counted: Sequence[tuple[int, int]]) -> list[Thing]:
    found = []
    for i, word in enumerate(words):
        if not is_number(word, query) or _inside(word, counted):
            continue
        head = head_of(words, i, query)
        if head is not None:
            first = i if head < 0 or head > i else head
            stem = "" if head < 0 or words[head].folded in VERSION_WORDS else class_of(words[head])
            if SECTION_SIGN.search(query, max(0, word.start - 3), word.start):
                first, stem = i, SECTION
            part = part_of(words, i, query)
            end = query.index(")", word.end) + 1 if part else word.end
            found.append(Thing("numbered", query[words[first].start : end], first, i + 1, stem, part=part))
    return found


def _members(query: str, words: Sequence[Word], counted: Sequence[tuple[int, int]]) -> list[Thing]:
    return [
        Thing("member", word.written, n, n + 1)
        for n, word in enumerate(words)
        if memberships(word.folded) and not (word.folded in _SHORT and word.written.islower())
    ]


def _signs(query: str, words: Sequence[Word], counted: Sequence[tuple[int, int]]) -> list[Thing]:
    """Return the compounds of signs between the particles of a script without spaces."""
    found = []
    for n, word in enumerate(words):
        if SIGNS.match(word.folded):
            found += [
                Thing("signs", part, n, n + 1)
                for part in re.split(f"{_ASKING}|[{PARTICLES}]", word.folded)
                if 2 < len(part) <= _MOST_SIGNS and len(_KANA.sub("", part)) > 1 and not part.startswith("何")
            ]
    return found


def _names(query: str, words: Sequence[Word], counted: Sequence[tuple[int, int]]) -> list[Thing]:
    at = {word.start: n for n, word in enumerate(words)}
    ends = {word.end: n + 1 for n, word in enumerate(words)}
    found = []
    for entity in entities(query):
        if entity.kind == "name" and entity.span[0] in at and entity.span[1] in ends:
            own = words[at[entity.span[0]] : ends[entity.span[1]]]
            if all(not word.stem or information(word.stem) <= GRAMMAR for word in own):
                continue  # `Qué` begins a question
            found.append(Thing("name", entity.text, at[entity.span[0]], ends[entity.span[1]]))
    if not _is_english(words):
        return found  # elsewhere nothing is known of what is rare
    # A rare word in small letters may be a name as well: `ibuprofen`; and so may the first word of a query.
    found += [
        Thing("name", word.written, n, n + 1)
        for n, word in enumerate(words)
        if word.folded.isalpha() and is_rare(word) and not SIGNS.match(word.folded)
    ]
    return found


def _is_english(words: Sequence[Word]) -> bool:
    """Tell whether a query has words of everyday English, and none of the grammar of another language."""
    if any(word.stem and information(word.stem) == GRAMMAR for word in words):
        return False
    return any(not word.stem or information(word.stem) < 1 for word in words)


def _inside(word: Word, spans: Sequence[tuple[int, int]]) -> bool:
    return any(start <= word.start < end for start, end in spans)


PARTICLES = "のをはがにでとへもやか的了是在和与吗呢从到被把有什么怎样几多少谁哪您你我请、"
_KANA = re.compile("[\u3041-\u309f]")
_ASKING = "包含|包括|需要|可以|如何|怎么|为什么|哪里|什么|何时|多久|どう|いつ|なぜ|どこ|いくら"
_MOST_SIGNS = 12
_SHORT = word_set("us uk go mac edge opera word node")

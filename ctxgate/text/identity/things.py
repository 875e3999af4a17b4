"""The things that a query asks about by name."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from ctxgate.text.common import GRAMMAR, information
from ctxgate.text.entities import entities
from ctxgate.text.identity.calendar import OF_TWO_MEANINGS, Unit, signed, units, without_units
from ctxgate.text.identity.members import memberships
from ctxgate.text.identity.numbering import (
    SECTION,
    VERSION_WORDS,
    class_of,
    head_of,
    is_code,
    is_number,
    is_signed,
    part_of,
)
from ctxgate.text.identity.written import SIGNS, Word, is_content, is_rare, read_words
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
    for make in (_units, _codes, _numbered, _members, _signs, _names, _modified):
        for thing in make(query, words, counted):
            places = set(range(thing.first, thing.last))
            if (
                thing.kind == "name"
                and thing.text.islower()
                and any(one.kind != "signs" for one in found if not one.text.islower() or one.kind != "name")
            ):
                continue  # beside a name in capitals or a number, a word in small letters says what kind of thing that is
            if thing.kind in ("signs", "modified"):
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
    found = []
    for i, j, unit in units([word.folded for word in words], [word.written for word in words]):
        if words[i].opens and words[i].folded in OF_TWO_MEANINGS:
            continue
        sign = signed(words[i].folded) if j - i == 1 else None
        text = sign[0] if sign else query[words[i].start : words[j - 1].end]
        found.append(Thing("unit", text, i, j, unit=unit))
    return found


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
            if is_signed(word, query):
                first, stem = i, SECTION
            part = part_of(words, i, query)
            end = word.end
            if part:
                end = query.lower().index(part, word.end) + len(part)
                end += query[end : end + 1] == ")"
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
                for part in re.split(f"{_ASKING}|[{PARTICLES} ]", without_units(word.folded))
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
            if all(
                not word.stem or information(word.stem) <= GRAMMAR or word.folded in _PARTS for word in own
            ):
                continue  # `Qué` begins a question, `Abs. 2` is a part of a section
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


def _modified(query: str, words: Sequence[Word], counted: Sequence[tuple[int, int]]) -> list[Thing]:
    """Return the words that tell by the one behind them of which kind they make it: the `savings` of an account."""
    if not _is_english(words):
        return []
    found = []
    for n, (word, behind) in enumerate(pairwise(words)):
        if query[word.end : behind.start] != " " or not is_content(behind) or not behind.folded.isalpha():
            continue
        # `hepatitis B vaccine`
        first = n - 1 if n and len(word.folded) == 1 and not word.opens else n
        if makes_kinds(words[first]):
            found.append(Thing("modified", query[words[first].start : behind.end], first, n + 1, behind.stem))
    return found


def makes_kinds(word: Word) -> bool:
    """Tell whether a word before another one may make it a kind of its own, and does not only grade or order it."""
    return (
        is_content(word)
        and word.folded.isalpha()
        and word.folded not in _GRADING
        and not word.folded.endswith(("able", "ible", "less", "ful", "ous", "ed", "est", "ly"))
    )


def _is_english(words: Sequence[Word]) -> bool:
    """Tell whether a query has words of everyday English, and none of the grammar of another language."""
    if any(word.stem and information(word.stem) == GRAMMAR for word in words):
        return False
    return any(not word.stem or information(word.stem) < 1 for word in words)


def _inside(word: Word, spans: Sequence[tuple[int, int]]) -> bool:
    return any(start <= word.start < end for start, end in spans)


PARTICLES = "のをはがにでとへもやか的了是在和与吗呢从到被把有什么怎样几多少谁哪您你我请、"
_GRADING = word_set(
    "maximum minimum max min total average current present new old latest last next first second third final previous recent early late"
    " big small large little long short high low higher lower great good bad best worst main major minor common general usual normal"
    " typical standard special specific certain particular different same other another similar whole full entire complete single double"
    " many several few much more most less least some any all each every both own public private free open real right wrong true false"
    " available possible necessary important key top bottom upper front back left common basic simple easy hard difficult extra further"
    " additional various multiple key daily weekly monthly yearly annual exact actual original proper suitable valid default initial young"
    " default recommended required important quick fast slow late warm cold hot clean empty busy nearest closest best-known well-known"
)
_PARTS = word_set("abs absatz nr ziff lit al par cl")
_KANA = re.compile("[\u3041-\u309f]")
_ASKING = "包含|包括|需要|可以|如何|怎么|为什么|哪里|什么|何时|多久|どう|いつ|なぜ|どこ|いくら"
_MOST_SIGNS = 12
_SHORT = word_set("us uk go mac edge opera word node")

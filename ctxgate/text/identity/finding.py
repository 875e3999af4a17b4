"""Where a text names another thing of the kind that is asked for: one way to tell for each kind."""

from __future__ import annotations

from collections.abc import Sequence

from ctxgate.text.common import information
from ctxgate.text.identity.everything import for_all
from ctxgate.text.identity.members import memberships
from ctxgate.text.identity.modified import other_modified
from ctxgate.text.identity.named import HONORIFICS, of_another
from ctxgate.text.identity.numbering import (
    VERSION_WORDS,
    alike,
    alike_numbers,
    belongs,
    class_of,
    is_code,
    is_number,
    part_of,
    runs_of,
    same_digits,
    same_number,
    version_like,
)
from ctxgate.text.identity.passage import BEGINNING, Passage
from ctxgate.text.identity.signs import other_signs, parallel_signs
from ctxgate.text.identity.things import Asked, Thing
from ctxgate.text.identity.written import (
    SIGNS,
    Word,
    beside,
    is_rare,
    neighbours,
    same,
    sentence,
    side,
)
from ctxgate.text.words import word_set

PARALLEL, ALMOST_ALL = 0.5, 0.75
"""Shares of what else a query asks, by weight, that a sentence must say to be one of the same form: where another name
stands right in the place of one in capitals, and where it stands near that place, or the name asked for is
written small. Chosen on the open cases of `tests/everyday`, with an eye on relevant passages that name something else."""

UNIT = 0.34
"""The same for months, days and quarters, which say by themselves what they are."""

LONG = 120
"""Words of a text from which on a code, too, is only another one where its sentence says PARALLEL of the query."""

Place = tuple[int, int]
"""The words [first, last) of a text."""


def other(thing: Thing, asked: Asked, passage: Passage) -> Place | None:
    """Return where a text that does not name a thing names another one of its kind, None where it does not."""
    return _FINDERS[thing.kind](thing, asked, passage)


def _other_unit(thing: Thing, asked: Asked, passage: Passage) -> Place | None:
    assert thing.unit is not None
    words = passage.words
    for i, j, unit in passage.units:
        begin, end = sentence(words, i, j)
        if any(word.folded in _EXCEPT for word in words[begin:end]):
            continue  # what it says holds for the others
        bounds = i > 0 and not words[i].opens and words[i - 1].folded in _BOUNDS
        dated = unit.table == "month" and _has_year(words, i, j)
        if unit.table == thing.unit.table and SIGNS.match(words[j - 1].folded):
            if parallel_signs(asked, thing, words, j - 1):
                return i, j
            continue
        if (
            unit.table == thing.unit.table
            and not bounds
            and not dated
            and passage.says(thing, i, j) >= (PARALLEL if unit.table == "year" else UNIT)
        ):
            return i, j
    return None


def _has_year(words: Sequence[Word], i: int, j: int) -> bool:
    """Tell whether a month has a day and a year: a moment of long ago, and no month of which something holds."""
    day, after = side(words, i - 1), words[j : j + 2]
    has_day = (day is not None and day.folded[:2].rstrip(".strndh").isdigit()) or (
        len(after) > 1 and after[0].folded.isdigit() and len(after[0].folded) < _YEAR_DIGITS
    )
    return has_day and any(word.folded.isdigit() and len(word.folded) == _YEAR_DIGITS for word in after)


def _other_code(thing: Thing, asked: Asked, passage: Passage) -> Place | None:
    words = passage.words
    own = asked.words[thing.first]
    before = asked.words[thing.first - 1].stem if thing.first and not own.opens else ""
    mine = runs_of(own.folded)
    for i, word in passage.figures:
        if len(mine) == 2 and i and words[i - 1].folded == mine[0] and word.folded.isdigit():
            return i - 1, i + 1
        if not is_code(word.folded):
            continue
        led = bool(before) and i > 0 and words[i - 1].stem == before
        another = alike(own.folded, word.folded) or (
            same_digits(own.folded, word.folded) and passage.says(thing, i, i + 1) >= PARALLEL
        )
        if len(words) > LONG and passage.says(thing, i, i + 1) < PARALLEL:
            continue
        if (another or led) and not for_all(asked, thing, words, i, passage.text):
            return i, i + 1
    return None


def _other_number(thing: Thing, asked: Asked, passage: Passage) -> Place | None:
    words, text = passage.words, passage.text
    number = asked.words[thing.last - 1]
    for i, word in passage.figures:
        runs = runs_of(word.folded)
        if (
            thing.head
            and len(runs) > 1
            and runs[0] == asked.words[thing.first].folded
            and runs[1].isdigit()
            and not same_number(runs[1], number.folded)
        ):
            return i, i + 1
        if (
            thing.head
            and i
            and is_code(word.folded)
            and class_of(words[i - 1]) == thing.head
            and number.folded.isdigit()
        ):
            return i, i + 1  # `error E-590`
        if (
            thing.part
            and same_number(word.folded, number.folded)
            and part_of(words, i, text) not in ("", thing.part)
            and belongs(words, i, thing.head, text)
        ):
            return max(0, i - 1), i + 1
        if not is_number(word, text) or not alike_numbers(number.folded, word.folded):
            continue
        if "." in word.folded and passage.stands_alone(i, i + 1):
            return i, i + 1  # a heading of a list of changes
        if (
            ("." in word.folded or word.folded.startswith("v"))
            and "." in number.folded
            and i
            and words[i - 1].folded in VERSION_WORDS
            and not for_all(asked, thing, words, i, passage.text)
        ):
            return i, i + 1
        if (
            same_number(word.folded, number.folded)
            and i
            and words[i - 1].written[:1].isupper()
            and not words[i - 1].opens
            and asked.words[thing.first].written[:1].isupper()
            and is_rare(words[i - 1])
            and passage.says(thing, i - 1, i + 1) >= PARALLEL
        ):
            return i - 1, i + 1  # `Texugo 50` for `Lince 50`
        if thing.head:
            if belongs(words, i, thing.head, text) and not for_all(asked, thing, words, i, passage.text):
                return max(0, i - 1), i + 1
        elif version_like(words, i, text) and not for_all(asked, thing, words, i, passage.text):
            return i, i + 1
    return None


def _other_name(thing: Thing, asked: Asked, passage: Passage) -> Place | None:
    words, text = passage.words, passage.text
    capital = asked.words[thing.first].written[:1].isupper() and not asked.words[thing.first].opens
    in_query = {word.stem for word in asked.words}
    for i in range(len(words)):
        part = of_another(thing, asked, passage, i)
        if part is None:
            continue
        least = 0.0 if words[part[0]].stem in HONORIFICS else PARALLEL
        if passage.says(thing, *part) >= least and not for_all(asked, thing, words, i, passage.text):
            return part
    left = side(asked.words, thing.first - 1)
    close = beside(asked.words, thing.first, thing.last)
    near = neighbours(asked.words, thing.first, thing.last, 2) - {
        w.stem for w in asked.words[thing.first : thing.last]
    }
    i = 0
    while i < len(words):
        j = _filler(words, i, in_query, text, capital=capital)
        if j == i:
            i += 1
            continue
        before = words[i - 1] if i and not words[i].opens else None
        placed = (
            left is not None and before is not None and capital and same(left, before) and _is_placing(left)
        )
        share = passage.says(thing, i, j)
        alone = passage.stands_alone(i, j) and _is_as_long(thing, asked, words[i:j]) and share >= ALMOST_ALL
        in_place = alone or (
            share >= (PARALLEL if capital else ALMOST_ALL) and (placed or close & beside(words, i, j))
        )
        nearby = capital and share >= ALMOST_ALL and near & neighbours(words, i, j, 1)
        if (in_place or nearby) and not for_all(asked, thing, words, i, passage.text):
            return i, j
        i = j
    return None


def _other_member(thing: Thing, asked: Asked, passage: Passage) -> Place | None:
    words = passage.words
    own = dict(memberships(asked.words[thing.first].folded))
    asked_for = {word.folded[:BEGINNING] for word in asked.words}
    for i, found in passage.members:
        if words[i].folded[:BEGINNING] in asked_for:
            continue  # `infants`, where a query speaks of infancy
        if not any(one in own for one in found) or any(own.get(one) == k for one, k in found.items()):
            continue
        if passage.says(thing, i, i + 1) >= PARALLEL and not for_all(asked, thing, words, i, passage.text):
            return i, i + 1
    return None


_FINDERS = {
    "modified": other_modified,
    "code": _other_code,
    "numbered": _other_number,
    "unit": _other_unit,
    "member": _other_member,
    "signs": other_signs,
    "name": _other_name,
}


def _is_as_long(thing: Thing, asked: Asked, words: Sequence[Word]) -> bool:
    """Tell whether words may be another name by their form: as many, all in capitals or all rare, and none common."""
    own = asked.words[thing.first : thing.last]
    return len(own) == len(words) and (len(own) > 1 or is_rare(own[0])) and all(map(is_rare, words))


def _is_placing(word: Word) -> bool:
    return word.folded in _PLACING


def _filler(words: Sequence[Word], i: int, in_query: set[str], text: str, *, capital: bool) -> int:
    """Return the end of what may stand at `i` in the place of a name, `i` where nothing may."""
    word = words[i]
    if word.stem in in_query or not word.stem or word.folded.isdigit():
        return i
    if not word.written[:1].isupper():
        if i and words[i - 1].folded in _PLACING and word.folded in _ABSTRACT:
            return i  # `in respect of`
        rare = word.folded.isalpha() and is_rare(word) and not SIGNS.match(word.folded)
        return i + 1 if rare and not capital else i
    if word.opens and information(word.stem) < 1:
        return i
    j = i + 1
    while (
        j < len(words)
        and words[j].written[:1].isupper()
        and text[words[j - 1].end : words[j].start] in (" ", "-")
    ):
        if words[j].stem in in_query:
            break
        j += 1
    return j


_YEAR_DIGITS = 4
_EXCEPT = word_set(
    "except excluding excepting apart closed only sauf excepté fermé fermée salvo excepto menos cerrado tranne eccetto chiuso außer"
    " ausser geschlossen ausgenommen behalve gesloten oprócz zamknięte zamknięty кроме закрыт закрыто hariç kapalı exceto fechado"
)
_BOUNDS = word_set(
    "from since until till to between before after by through bis seit vor nach zwischen jusque depuis avant après entre desde hasta"
    " antes después da fino dal dopo prima tra até depois sinds tot voor na od do przed po с до после"
)
_PLACING = word_set(
    "in at of for from to by with near on into im am bei für von nach aus à au en de du chez pour dans a di da del della per"
    " em do na no w z do dla в на из для от te van voor"
)
_ABSTRACT = word_set(
    "respect regard regards addition general particular terms spite contrast comparison accordance conjunction relation parallel"
    " advance principle essence conclusion summary turn"
)

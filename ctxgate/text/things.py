"""The things that a query asks about by name, and whether a text names another one of the kind instead.

`SKU-441`, `order 4711`, `Quarrydb 11`, `March`, `the Larnholm branch`: what is said of SKU-442, of order 4712 or of
the Veldby branch is no answer, however much of the query stands in it. A text that names no such thing, or says
that it holds for all of them, may be one.

Nothing is known of the world here. Another thing of the kind is told by its form (the same letters before other
digits), by the word that it is numbered with, by its table (months, days of the week), or by its place: where a
sentence says what the query says, with another name where the query has its own.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from ctxgate.pattern import lazy
from ctxgate.text.calendar import Unit, covered, units
from ctxgate.text.common import GRAMMAR, information
from ctxgate.text.entities import entities
from ctxgate.text.members import memberships
from ctxgate.text.quantities import quantities
from ctxgate.text.terms import term
from ctxgate.text.words import STOP_WORDS, fold, word_set

MAX_QUERY_CHARS = 4000
MAX_READ = 8000
"""Characters of a query and of a text that are read, the first ones."""

MAX_THINGS = 16
"""Things of one query, the first ones."""

PARALLEL = 0.5
"""Share of what else a query asks, by weight, that a sentence must say to be one of the same form."""


class Word(NamedTuple):
    """One word of a text: as it is written, folded, its stem, and its place. `opens` says that a sentence begins with it."""

    written: str
    folded: str
    stem: str
    start: int
    end: int
    opens: bool


class Thing(NamedTuple):
    """One thing that a query names.

    `kind` is `code`, `numbered`, `unit` or `name`; `text` is how the query writes it; `first` and `last` are its words,
    [first, last), in the query. `head` is the stem of the word that a number belongs to, "" for a version by itself.
    """

    kind: str
    text: str
    first: int
    last: int
    head: str = ""
    unit: Unit | None = None


class Asked(NamedTuple):
    """What a query names, and its words."""

    words: tuple[Word, ...]
    things: tuple[Thing, ...]


class Other(NamedTuple):
    """Another thing than the one asked for: both names, and where the other one stands, [start, end)."""

    asked: str
    found: str
    span: tuple[int, int]


def read_words(text: str) -> tuple[Word, ...]:
    """Return the words of a text, in order. Linear in it."""
    folded = fold(text)
    found = []
    for match in _WORD.finditer(folded):
        start, end = match.span()
        part = folded[start:end]
        found.append(Word(text[start:end], part, term(part), start, end, _opens(text, start)))
    return tuple(found)


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
            if thing.kind == "name" and thing.text.islower() and any(one.kind != "signs" for one in found if not one.text.islower() or one.kind != "name"):
                continue  # beside a name in capitals or a number, a word in small letters says what kind of thing that is
            if thing.kind == "signs":
                found.append(thing)
            elif not places & taken:
                taken |= places
                found.append(thing)
    return Asked(words, tuple(found[:MAX_THINGS]))


# ---------------------------------------------------------------- what a query names


def _units(query: str, words: Sequence[Word], counted: Sequence[tuple[int, int]]) -> list[Thing]:
    return [
        Thing("unit", query[words[i].start : words[j - 1].end], i, j, unit=unit)
        for i, j, unit in units([word.folded for word in words], [word.written for word in words])
    ]


def _codes(query: str, words: Sequence[Word], counted: Sequence[tuple[int, int]]) -> list[Thing]:
    return [
        Thing("code", word.written, i, i + 1)
        for i, word in enumerate(words)
        if _is_code(word.folded) and not _inside(word, counted)
    ]


def _numbered(query: str, words: Sequence[Word], counted: Sequence[tuple[int, int]]) -> list[Thing]:
    found = []
    for i, word in enumerate(words):
        if not _is_number(word, query) or _inside(word, counted):
            continue
        head = _head(words, i, query)
        if head is not None:
            first = i if head < 0 else head
            stem = "" if head < 0 or words[head].folded in VERSION_WORDS else _class(words[head])
            if _SECTION_SIGN.search(query, max(0, word.start - 3), word.start):
                first, stem = i, _SECTION
            found.append(Thing("numbered", query[words[first].start : word.end], first, i + 1, stem))
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
        if _SIGNS.match(word.folded):
            found += [Thing("signs", part, n, n + 1) for part in re.split(f"[{_PARTICLES}]", word.folded) if len(part) > 2]
    return found


def _names(query: str, words: Sequence[Word], counted: Sequence[tuple[int, int]]) -> list[Thing]:
    at = {word.start: n for n, word in enumerate(words)}
    ends = {word.end: n + 1 for n, word in enumerate(words)}
    found = []
    for entity in entities(query):
        if entity.kind == "name" and entity.span[0] in at and entity.span[1] in ends:
            found.append(Thing("name", entity.text, at[entity.span[0]], ends[entity.span[1]]))
    # A rare word in small letters may be a name as well: `ibuprofen`; and so may the first word of a query.
    found += [
        Thing("name", word.written, n, n + 1)
        for n, word in enumerate(words)
        if word.folded.isalpha() and _is_rare(word) and not _SIGNS.match(word.folded)
    ]
    return found


# ---------------------------------------------------------------- what a text names


def other_thing(asked: Asked, text: str, extra: str = "") -> Other | None:
    """Return another thing of a kind that is asked for, where a text names none of those that are asked for.

    `extra` is what else belongs to the text, such as its title: what it names is named by the text as well.
    """
    if not asked.things:
        return None
    text = text[:MAX_READ]
    words = read_words(text)
    beside = read_words(extra[:MAX_READ])
    for kind, find in _FINDERS.items():
        mine = [thing for thing in asked.things if thing.kind == kind]
        for same in _of_a_kind(mine):
            if any(_has(thing, asked, words, text) or _has(thing, asked, beside, extra) for thing in same):
                continue
            for thing in same:
                place = find(thing, asked, words, text)
                if place is not None:
                    first, last = place
                    span = words[first].start, words[last - 1].end
                    return Other(thing.text, text[slice(*span)], span)
    return None


def _of_a_kind(asked: Sequence[Thing]) -> list[list[Thing]]:
    """Group things that one text can name instead of each other: a text about either of two orders is about what is asked."""
    groups: dict[object, list[Thing]] = {}
    for n, thing in enumerate(asked):
        groups.setdefault(n if thing.kind in ("name", "signs", "member") else (thing.head, thing.unit and thing.unit.table), []).append(thing)
    return list(groups.values())


def _has(thing: Thing, asked: Asked, words: Sequence[Word], text: str) -> bool:
    own = asked.words[thing.first : thing.last]
    if thing.kind == "unit":
        assert thing.unit is not None
        return covered(thing.unit, [word.folded for word in words], [word.written for word in words])
    if thing.kind == "member":
        mine = set(memberships(own[0].folded))
        return any(mine & set(memberships(word.folded)) for word in words)
    if thing.kind == "signs":
        return thing.text in text.replace(" ", "")
    if thing.kind == "code":
        runs = _runs(own[0].folded)
        joined = "".join(runs)
        return any(
            _runs(word.folded)[: len(runs)] == runs or "".join(_runs(word.folded)) == joined for word in words
        ) or _spaced(runs, words)
    if thing.kind == "numbered":
        number = own[-1]
        return any(
            _same_number(word.folded, number.folded)
            and (not thing.head or len(number.folded) >= _TELLING or _belongs(words, i, thing.head, text))
            for i, word in enumerate(words)
        ) or _in_range(thing, number.folded, words, text)
    stems = [word.stem or word.folded for word in own]
    n = len(stems)
    standing = [word.stem or word.folded for word in words]
    if any(standing[i : i + n] == stems for i in range(len(standing) - n + 1)):
        return True
    # A part of a name of several words, or its beginning, is that name: `Marlow` for `Edda Marlow`, `Germany` for `German`.
    wanted = {stem for stem in stems if len(stem) > 2 and information(stem) > GRAMMAR}
    return any(
        stem in wanted or any(_kin(stem, one) for one in wanted) for stem in standing if len(stem) > 2
    )


def _other_unit(thing: Thing, asked: Asked, words: Sequence[Word], text: str) -> tuple[int, int] | None:
    assert thing.unit is not None
    found = units([word.folded for word in words], [word.written for word in words])
    for i, j, unit in found:
        if unit.table == thing.unit.table and _parallel(asked, thing, words, i, j):
            return i, j
    return None


def _other_code(thing: Thing, asked: Asked, words: Sequence[Word], text: str) -> tuple[int, int] | None:
    own = asked.words[thing.first]
    before = asked.words[thing.first - 1].stem if thing.first and not own.opens else ""
    mine = _runs(own.folded)
    for i, word in enumerate(words):
        if len(mine) == 2 and word.folded == mine[0] and i + 1 < len(words) and words[i + 1].folded.isdigit():
            return i, i + 2
        if not _is_code(word.folded):
            continue
        led = bool(before) and i > 0 and words[i - 1].stem == before
        if (_alike(own.folded, word.folded) or led) and not _for_all(asked, thing, words, i):
            return i, i + 1
    return None


def _other_number(thing: Thing, asked: Asked, words: Sequence[Word], text: str) -> tuple[int, int] | None:
    number = asked.words[thing.last - 1]
    for i, word in enumerate(words):
        runs = _runs(word.folded)
        if thing.head and len(runs) > 1 and runs[0] == asked.words[thing.first].folded and runs[1].isdigit() and not _same_number(runs[1], number.folded):
            return i, i + 1
        if not _is_number(word, text) or not _alike_numbers(number.folded, word.folded):
            continue
        if "." in word.folded and "." in number.folded and i and words[i - 1].folded in VERSION_WORDS and not _for_all(asked, thing, words, i):
            return i, i + 1
        if thing.head:
            if _belongs(words, i, thing.head, text) and not _for_all(asked, thing, words, i):
                return max(0, i - 1), i + 1
        elif _version_like(words, i, text) and not _for_all(asked, thing, words, i):
            return i, i + 1
    return None


def _other_name(thing: Thing, asked: Asked, words: Sequence[Word], text: str) -> tuple[int, int] | None:
    own = asked.words[thing.first : thing.last]
    capital = own[0].written[:1].isupper()
    in_query = {word.stem for word in asked.words}
    left = _side(asked.words, thing.first - 1)
    left_left = _side(asked.words, thing.first - 2) if left else None
    right = _side(asked.words, thing.last) if thing.last < len(asked.words) and not asked.words[thing.last].opens else None
    i = 0
    while i < len(words):
        j = _filler(words, i, in_query, text, capital=capital)
        if j == i:
            i += 1
            continue
        strong, weak = False, False
        before = words[i - 1] if i and not words[i].opens else None
        behind = words[j] if j < len(words) and not words[j].opens else None
        if left is not None and before is not None and _same(left, before):
            if _is_content(left):
                strong = True
            else:
                weak = _is_placing(left)
                farther = words[i - 2] if i > 1 and not before.opens else None
                if left_left is not None and farther is not None and _same(left_left, farther):
                    strong = strong or _is_content(left_left)
        if right is not None and behind is not None and _same(right, behind) and _is_content(right):
            strong = True
        if (strong or (weak and capital)) and _parallel(asked, thing, words, i, j) and not _for_all(asked, thing, words, i):
            return i, j
        i = j
    return None


def _other_member(thing: Thing, asked: Asked, words: Sequence[Word], text: str) -> tuple[int, int] | None:
    own = dict(memberships(asked.words[thing.first].folded))
    for i, word in enumerate(words):
        found = dict(memberships(word.folded))
        if any(own[one] != k for one, k in found.items() if one in own) and not any(own.get(one) == k for one, k in found.items()):
            if _parallel(asked, thing, words, i, i + 1) and not _for_all(asked, thing, words, i):
                return i, i + 1
    return None


def _other_signs(thing: Thing, asked: Asked, words: Sequence[Word], text: str) -> tuple[int, int] | None:
    """Find the end of a compound of signs with another beginning: `山桜プラン` for `青空プラン`."""
    own = asked.words[thing.first].folded
    own = thing.text
    for cut in range(1, len(own)):
        tail = own[cut:]
        for i, word in enumerate(words):
            at = word.folded.find(tail)
            while at >= 0:
                begin = at
                while begin > 0 and word.folded[begin - 1] not in _PARTICLES:
                    begin -= 1
                if begin < at and _parallel_signs(asked, thing, words, i):
                    return i, i + 1
                at = word.folded.find(tail, at + 1)
    return None


_FINDERS = {
    "code": _other_code,
    "numbered": _other_number,
    "unit": _other_unit,
    "member": _other_member,
    "signs": _other_signs,
    "name": _other_name,
}


# ---------------------------------------------------------------- forms


def _is_code(word: str) -> bool:
    """Tell whether a folded word is a code: letters and digits mixed, or several groups of digits."""
    runs = _runs(word)
    if not any(run.isdigit() for run in runs) or _NO_CODE.fullmatch(word):
        return False
    letters = any(run.isalpha() for run in runs)
    if not letters:
        return len(runs) > 2 or (len(runs) == 2 and "-" in word and len(word) >= _LONG and not _DATE.fullmatch(word))
    return not (word.startswith("v") and _VERSION.fullmatch(word[1:]))


def _runs(word: str) -> list[str]:
    return _RUN.findall(word)


def _alike(one: str, other: str) -> bool:
    """Tell whether two different codes are of one make: the same letters first, or digits in the same groups."""
    a, b = _runs(one), _runs(other)
    if a[0].isalpha() or b[0].isalpha():
        if a[0] != b[0]:
            return False
        return len(a[0]) > 1 or [len(run) for run in a] == [len(run) for run in b]
    return [(run.isdigit(), len(run)) for run in a] == [(run.isdigit(), len(run)) for run in b]


def _spaced(runs: Sequence[str], words: Sequence[Word]) -> bool:
    """Tell whether a code stands in a text as several words: `SKU 441`, `RFC no. 9110`."""
    n = len(runs)
    return any(
        [word.folded for word in words[i : i + n]] == list(runs) for i in range(len(words) - n + 1)
    )


def _is_number(word: Word, text: str) -> bool:
    """Tell whether a word is a number, a version, or one capital letter that may number a thing."""
    if _VERSION.fullmatch(word.folded.removeprefix("v")) or _SUFFIXED.fullmatch(word.folded):
        return True
    return len(word.written) == 1 and word.written.isupper() and word.written.isascii() and word.written != "I" and not word.opens


def _head(words: Sequence[Word], i: int, text: str) -> int | None:
    """Return the word that a number belongs to, -1 where it is a version by itself, None where it counts or dates."""
    number = words[i]
    dotted = "." in number.folded or number.folded.startswith("v")
    k = i - 1
    while k >= 0 and words[k].folded in _BETWEEN and not words[k + 1].opens:
        k -= 1
    if k >= 0 and not words[k + 1].opens and not words[i].opens:
        head = words[k]
        if head.folded in VERSION_WORDS or (head.folded not in STOP_WORDS and _is_content(head) and head.folded not in _NO_HEAD and head.folded[-1:].isalpha()):
            if _YEAR.fullmatch(number.folded) and not dotted and head.folded not in _NUMBERING:
                return None
            return k
    if dotted:
        return -1
    return -1 if text[number.start - 1 : number.start] in ("#", "§") and number.start else None


def _class(word: Word) -> str:
    return _SECTION if word.folded in SECTION_WORDS else word.stem or word.folded


def _belongs(words: Sequence[Word], i: int, head: str, text: str = "") -> bool:
    """Tell whether the number at `i` belongs to this word, whose stem is given: `order 4712`, `order no. 4712`, `11th section`."""
    k = i - 1
    while k >= 0 and (words[k].folded in _BETWEEN or _is_number(words[k], "") or words[k].folded in _LISTING):
        k -= 1
        if i - k > _NEAR:
            return False
    if head == _SECTION and _SECTION_SIGN.search(text, max(0, words[i].start - 3), words[i].start):
        return True
    if k >= 0 and not words[k + 1].opens and _class(words[k]) == head:
        return True
    # `60917 numaralı sipariş`, `der 14. Paragraf`
    behind = next((w for w in words[i + 1 : i + 3] if w.folded not in _BETWEEN and w.folded not in _BETWEEN_AFTER), None)
    return behind is not None and not behind.opens and _class(behind) == head


def _version_like(words: Sequence[Word], i: int, text: str) -> bool:
    word = words[i]
    if "." in word.folded or word.folded.startswith("v"):
        return not text[word.end : word.end + 2].strip().startswith("%")
    return i > 0 and words[i - 1].folded in VERSION_WORDS


def _same_number(one: str, other: str) -> bool:
    return _plain(one) == _plain(other)


def _plain(number: str) -> str:
    number = number.removeprefix("v")
    if _THOUSANDS.fullmatch(number):
        number = number.replace(".", "").replace(",", "")
    while number.endswith(".0"):
        number = number[:-2]
    return number.lstrip("0") or "0"


def _alike_numbers(one: str, other: str) -> bool:
    """Tell whether two different numbers number alike: a letter is none of figures."""
    if one.isalpha() or other.isalpha():
        return one.isalpha() and other.isalpha()
    a, b = _plain(one), _plain(other)
    # 4 is every 4.2, and 4.2.1 is one of 4.2.
    return not (a.startswith(b + ".") or b.startswith(a + "."))


def _in_range(thing: Thing, number: str, words: Sequence[Word], text: str) -> bool:
    """Tell whether a text speaks of a range that the number lies in: `sections 10 to 14`, `4.0 and later`."""
    try:
        own = _key(number)
    except ValueError:
        return False
    for i, word in enumerate(words):
        if not word.folded[:1].isdigit() and not word.folded.startswith("v"):
            continue
        if thing.head and not _belongs(words, i, thing.head, text):
            continue
        try:
            here = _key(word.folded)
        except ValueError:
            continue
        tail = text[word.end : word.end + 24]
        if i + 1 < len(words) and _TO.match(text, word.end, words[i + 1].start + 4):
            far = next((w for w in words[i + 1 : i + 3] if w.folded[:1].isdigit()), None)
            if far is not None:
                try:
                    if here <= own <= _key(far.folded):
                        return True
                except ValueError:
                    pass
        lead = text[max(0, word.start - 16) : word.start].lower()
        if here <= own and (_AND_UP.match(tail.lower()) or _FROM.search(lead)):
            return True
        if here >= own and (_AND_DOWN.match(tail.lower()) or _UP_TO.search(lead)):
            return True
    return False


def _key(number: str) -> tuple[int, ...]:
    return tuple(int(part) for part in _plain(number).split("."))


# ---------------------------------------------------------------- places


def _side(words: Sequence[Word], n: int) -> Word | None:
    return words[n] if 0 <= n < len(words) else None


def _same(one: Word, other: Word) -> bool:
    if not one.stem or not other.stem:
        return one.folded == other.folded
    return one.stem == other.stem


def _is_content(word: Word) -> bool:
    return bool(word.stem) and len(word.folded) > 1 and information(word.stem) > GRAMMAR


def _is_placing(word: Word) -> bool:
    return word.folded in _PLACING


def _is_rare(word: Word) -> bool:
    return bool(word.stem) and len(word.folded) >= _RARE_LETTERS and information(word.stem) == 1


def _filler(words: Sequence[Word], i: int, in_query: set[str], text: str, *, capital: bool) -> int:
    """Return the end of what may stand at `i` in the place of a name, `i` where nothing may."""
    word = words[i]
    if word.stem in in_query or not word.stem or word.folded.isdigit():
        return i
    if not word.written[:1].isupper():
        rare = word.folded.isalpha() and _is_rare(word) and not _SIGNS.match(word.folded)
        return i + 1 if rare and not capital else i
    if word.opens and information(word.stem) < 1:
        return i
    j = i + 1
    while j < len(words) and words[j].written[:1].isupper() and text[words[j - 1].end : words[j].start] in (" ", "-"):
        if words[j].stem in in_query:
            break
        j += 1
    return j


def _parallel(asked: Asked, thing: Thing, words: Sequence[Word], i: int, j: int) -> bool:
    """Tell whether the sentence around words [i, j) says enough of what else the query asks."""
    begin, end = i, j
    while begin > 0 and not words[begin].opens:
        begin -= 1
    while end < len(words) and not words[end].opens:
        end += 1
    said = {word.stem for word in words[begin:end]}
    rest: dict[str, float] = {}
    for n, word in enumerate(asked.words):
        if word.stem and not thing.first <= n < thing.last:
            rest[word.stem] = information(word.stem)
    whole = sum(rest.values())
    return whole > 0 and sum(weight for stem, weight in rest.items() if stem in said) >= PARALLEL * whole


def _for_all(asked: Asked, thing: Thing, words: Sequence[Word], i: int) -> bool:
    """Tell whether the sentence of the word at `i` speaks of all of its kind, and of this one as an example."""
    begin = i
    while begin > 0 and not words[begin].opens:
        begin -= 1
    sentence = words[begin:i]
    if not any(word.folded in ALL for word in sentence):
        return False
    if any(word.folded in _EXAMPLE for word in sentence):
        return True
    around = {
        word.stem
        for n in (thing.first - 1, thing.last, thing.last - 2)
        if (word := _side(asked.words, n)) is not None and _is_content(word)
    }
    return any(
        word.folded in ALL and any(later.stem in around for later in sentence[k + 1 : k + 4])
        for k, word in enumerate(sentence)
    )


def _parallel_signs(asked: Asked, thing: Thing, words: Sequence[Word], i: int) -> bool:
    """Tell whether the sentence around the word at `i` has enough of the other signs of the query."""
    begin, end = i, i + 1
    while begin > 0 and not words[begin].opens:
        begin -= 1
    while end < len(words) and not words[end].opens:
        end += 1
    said = " ".join(word.folded for word in words[begin:end])
    rest = "".join(word.folded for word in asked.words if _SIGNS.match(word.folded)).replace(thing.text, " ")
    pairs = {rest[k : k + 2] for k in range(len(rest) - 1) if " " not in rest[k : k + 2] and not set(rest[k : k + 2]) <= set(_PARTICLES)}
    return not pairs or sum(pair in said for pair in pairs) >= PARALLEL * 0.8 * len(pairs)


def _kin(one: str, other: str) -> bool:
    """Tell whether two stems are forms of one name: the shorter begins the longer, but for a few letters."""
    short, long = sorted((one, other), key=len)
    common = next((k for k, (a, b) in enumerate(zip(short, long, strict=False)) if a != b), len(short))
    return common >= max(_KIN_LETTERS, _KIN_SHARE * len(long))


def _inside(word: Word, spans: Sequence[tuple[int, int]]) -> bool:
    return any(start <= word.start < end for start, end in spans)


def _opens(text: str, start: int) -> bool:
    before = text[max(0, start - 6) : start]
    bare = before.rstrip(" \t\"'“”‘’(*_`>#-•")
    return not bare or bare[-1] in ".!?:;\n。！？"


_LONG, _TELLING, _NEAR, _RARE_LETTERS = 5, 3, 6, 5
_KIN_LETTERS, _KIN_SHARE = 4, 0.7
_PARTICLES = "のをはがにでとへもやか的了是在和与吗呢从到被把有什么怎样几多少谁哪您你我请、"
_SIGNS = lazy(rf"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")

VERSION_WORDS = word_set("version versions v release releases firmware versión versão versione wersja sürüm версия versie")
_NUMBERING = word_set(
    "room order invoice ticket case flight train bus line route gate port error code fault section article paragraph page"
    " chapter clause number no law bill form model part item lot batch claim contract policy docket file"
)
_SHORT = word_set("us uk go mac edge opera word node")
_SECTION = "§"
SECTION_WORDS = word_set("section sections sec paragraph paragraf article articles art artikel artículo articolo artigo artykuł madde maddesi статья статьи clause par abschnitt")
_SECTION_SIGN = lazy(r"§ ?$|(?<![a-z])art\. ?$", re.IGNORECASE)
_BETWEEN_AFTER = word_set("numaralı")
_BETWEEN = word_set("no nr number num numero número numéro nummer № code id")
_LISTING = word_set("and or und oder et ou y o e i ve en")
_NO_HEAD = word_set("about around over under than least most almost nearly within after before until till since by only up")
_PLACING = word_set(
    "in at of for from to by with near on into im am bei für von nach aus à au en de du chez pour dans a di da del della per"
    " em do na no w z do dla в на из для от te van voor"
)
ALL = word_set(
    "every all any each whichever whatever whoever regardless both alle aller allen jede jeder jedes jeden jedem sämtliche egal"
    " tout tous toute toutes chaque todo todos toda todas cada cualquier tutti tutte ogni qualsiasi qualquer elke ieder iedere"
    " wszystkie wszystkich każdy każda każde każdego tüm bütün her все всех всем каждый каждая любой любая"
)
_EXAMPLE = word_set("including example instance like such eg except inklusive einschließlich beispiel wie comme exemple incluido como incluso compreso")
_CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u3005"
_WORD = lazy(rf"[{_CJK}]+|[^\W_{_CJK}]+(?:[-‐‑./:_,][^\W_{_CJK}]+)*")
_RUN = lazy(r"[^\W\d_]+|[0-9]+")
_VERSION = lazy(r"[0-9]{1,12}(?:\.[0-9]{1,6}){0,4}")
_SUFFIXED = lazy(r"[0-9]{1,6}[a-z]")
_THOUSANDS = lazy(r"[0-9]{1,3}(?:[.,][0-9]{3})+")
_YEAR = lazy(r"(?:1[5-9]|20)[0-9]{2}")
_DATE = lazy(r"(?:19|20)[0-9]{2}[-./][0-9]{2,4}(?:[-./][0-9]{2})?|[0-9]{1,2}[-./][0-9]{1,2}[-./][0-9]{2,4}")
_NO_CODE = lazy(
    r"[0-9]+(?:st|nd|rd|th|s|er|e|º|ª|x|h|am|pm)|[0-9:.,]+|[0-9]+(?:[.,][0-9]+)?(?:kg|g|mg|km|m|cm|mm|ml|l|kb|mb|gb|tb|kw|kwh|w|v|hz|khz|mhz|ghz|px|pt|k|s|ms|min|c|f)"
    r"|(?:19|20)[0-9]{2}[-./].*|[0-9]{1,2}[-./][0-9]{1,2}[-./][0-9]{2,4}|[0-9]+-[a-z]+|.*[a-z]{4,}.*-.*[a-z]{4,}.*"
)
_TO = lazy(r"\s*(?:-|–|—|to|bis|until|through|à|a|до)\s*(?=v?[0-9])", re.IGNORECASE)
_AND_UP = lazy(r"\s*(?:\+|(?:and|or|und|oder|et|ou|y|o) (?:later|newer|above|higher|up|höher|neuer|später|plus|posterior)|onwards?|ff)")
_AND_DOWN = lazy(r"\s*(?:(?:and|or|und|oder) (?:earlier|older|below|lower|älter|niedriger))")
_FROM = lazy(r"(?:since|from|starting with|≥|>=|seit|ab|depuis|desde)\s*(?:version |v)?$")
_UP_TO = lazy(r"(?:up to|until|before|≤|<=|bis)\s*(?:version |v)?$")

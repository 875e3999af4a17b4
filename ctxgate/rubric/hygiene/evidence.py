"""What a unit of text shows: its words, word pairs, word classes, and how it stands in its chunk."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from ctxgate.pattern import lazy
from ctxgate.rubric.hygiene.lexicon import class_of, runs, stop_languages
from ctxgate.rubric.hygiene.units import units
from ctxgate.text.words import STOP_WORDS, fold, stem

MAX_TOKENS = 80
"""Tokens of a unit that are read."""

_TOKEN = lazy(
    r"[^\W\d_\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af][\w\u0300-\u036f\u0900-\u0dff'’]*"
    r"|[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+|[0-9]+|[<>\[\]#*:!?؟{}@/|…？！=$%`\"]"
)
# The same for texts in ASCII, which most are: the classes above take milliseconds to compile.
_ASCII_TOKEN = lazy(r"[a-z][a-z0-9_']*|[0-9]+|[<>\[\]#*:!?{}@/|=$%`\"]")
_MARKS = {"?": "?", "？": "?", "؟": "?", "!": "!", "！": "!", ":": ":"}
_SIGNS = frozenset("<>[]{}=$`|")
_TELLS = frozenset(("IGN", "OUT", "TSK", "EDT", "SND", "ACT", "PLS", "FOL"))
_STRONG = _TELLS | frozenset(
    ("INS", "ANS", "YOU", "AI", "USR", "SEC", "URG", "SYS", "PRM", "TASK", "DEL", "?", "WHQ", "ME")
)


Word = tuple[str, str, str, str, str, int, int]
"""What is known of a word: how it is counted, its class, its stem, its language, what it says as the first
word of a unit (nothing if it is an adverb or a mark), 1 if it is a sign of code, 1 if it is a word."""


class Unit(NamedTuple):
    """A unit that was read. `lead` is the class of its first word that is no adverb, `-` for none."""

    span: tuple[int, int]
    tokens: list[str]
    classes: list[str]
    content: frozenset[str]
    lead: str
    question: bool
    language: str
    signs: int
    words: int


class Shown(NamedTuple):
    """A unit and the features that it shows.

    `crowded`: most units of its chunk ask, tell or say *you*, so that one more of them is not foreign there.
    """

    unit: Unit
    features: list[str]
    crowded: bool


def word_of(word: str) -> Word:
    """Return what is known of a word, a number or a mark; not for scripts without spaces."""
    first = word[0]
    if first.isdigit():
        return "0", "", "", "", "", 0, 0
    if not first.isalpha():
        return first, _MARKS.get(first, ""), "", "", "", int(first in _SIGNS), 0
    if len(word) > 40:
        return "LONG", "", "", "", "-", 0, 1
    word = word.rstrip("'’")
    kind = class_of(word.replace("’", "'"))
    lead = kind or "-"
    if not kind and len(word) > 4 and word.endswith("ly"):
        kind, lead = "LY", ""
    language = stop_languages().get(word, "")
    if word.isascii():
        content = stem(word) if word not in STOP_WORDS and len(word) > 2 else ""
        return word, kind, content, language, lead, 0, 1
    if first >= "\u0370":
        language = "cy" if first < "\u0530" else "ar" if first < "\u0900" else "in"
    return word[:6], kind, word[:6], language, lead, 0, 1


class _Known(dict[str, Word]):
    """Words that were met, at most MOST of them: a look-up is what most of the time goes into."""

    MOST = 1 << 16

    def __missing__(self, word: str) -> Word:
        if len(self) >= self.MOST:
            self.clear()
        found = self[word] = word_of(word)
        return found


_known_word = _Known().__getitem__


def read(folded: str, span: tuple[int, int], tokens_of: re.Pattern[str], plain: bool) -> Unit:
    """Read one unit of a folded text. `plain` says that the text has spaces between all words."""
    words = tokens_of.findall(folded, span[0], span[1])[:MAX_TOKENS]
    known: list[Word] = []
    if plain:
        known = list(map(_known_word, words))
    else:
        for word in words:
            known += _of_run(word[:60]) if _RUN.match(word) else (_known_word(word),)
        del known[2 * MAX_TOKENS :]
    if not known:
        return Unit(span, [], [], frozenset(), "", False, "", 0, 0)
    tokens, kinds, contents, languages, leads, signs, counted = zip(*known, strict=True)
    classes = list(filter(None, kinds))
    spoken = list(filter(None, languages))
    return Unit(
        span,
        list(filter(None, tokens)),
        classes,
        frozenset(filter(None, contents)),
        next(filter(None, leads), ""),
        "?" in classes,
        _most(spoken) if len(spoken) > 1 else "",
        sum(signs),
        sum(counted),
    )


_RUN = lazy("[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")


@lru_cache(maxsize=1 << 12)
def _of_run(word: str) -> tuple[Word, ...]:
    """Return what is known of a run of letters without spaces: its classes, then its pairs of letters."""
    first = word[0]
    script = "th" if first <= "\u0eff" else "ko" if first >= "\uac00" else "cj"
    pattern, table = runs()
    found: list[Word] = [("", table[match[0]], "", "", "", 0, 0) for match in pattern.finditer(word)]
    pairs = [word[i : i + 2] for i in range(len(word) - 1)] or [word]
    found += [(pair, "", "", script, "", 0, 1) for pair in pairs]
    return tuple(found)


def _most(names: list[str]) -> str:
    """Return the name that stands there most often, the first of equals, if it stands there twice."""
    if names.count(names[0]) == len(names):
        return names[0]
    best, most = "", 1
    for name in dict.fromkeys(names):
        n = names.count(name)
        if n > most:
            best, most = name, n
    return best


class _Chunk(NamedTuple):
    """What the units of a chunk are together, that one of them can be foreign to."""

    n: int
    size: str
    counts: dict[str, int]
    asked: int
    told: int
    youed: int
    busy: int
    words: int
    language: str
    head: str


def _together(read_all: list[Unit]) -> _Chunk:
    counts: Counter[str] = Counter()
    votes: dict[str, int] = {}
    asked = told = youed = busy = words = 0
    for unit in read_all:
        counts.update(unit.content)
        tells = unit.lead in _TELLS
        yous = "YOU" in unit.classes
        asked += unit.question
        told += tells
        youed += yous
        busy += tells or yous or unit.question
        words += len(unit.tokens)
        if unit.language:
            votes[unit.language] = votes.get(unit.language, 0) + len(unit.tokens)
    main, most = "", 0
    for language, m in votes.items():
        if m > most:
            main, most = language, m
    n = len(read_all)
    size = "1" if n <= 1 else "2" if n == 2 else "3" if n <= 4 else "4"
    head = (read_all[0].lead + "?" * read_all[0].question) if n else ""
    return _Chunk(n, size, counts, asked, told, youed, busy, words, main, head)


def shown(text: str) -> Iterator[Shown]:
    """Yield each unit of the text that could be an instruction, with its features; some come twice."""
    folded = fold(text)
    ascii_only = folded.isascii()
    plain = ascii_only or not _RUN.search(folded)
    pattern = _ASCII_TOKEN if ascii_only else _TOKEN
    read_all = [unit for span in units(folded) if (unit := read(folded, span, pattern, plain)).tokens]
    chunk = _together(read_all)
    crowded = chunk.n > 2 and chunk.busy * 2 > chunk.n
    for i, unit in enumerate(read_all):
        foreign = bool(chunk.language and unit.language and unit.language != chunk.language)
        if unit.words > 1 and (foreign or not _STRONG.isdisjoint(unit.classes)):
            yield Shown(unit, _by_itself(folded, unit) + _in_context(unit, i, chunk, foreign), crowded)


_URL = lazy(r"://|www\.|\.(?:com|net|org|info|io|xyz|me|ai|ru)\b")
_MAIL = lazy(r"[\w.+-]@[\w-]+\.")


@lru_cache(maxsize=1 << 13)
def _of_classes(classes: tuple[str, ...]) -> list[str]:
    found = []
    before = "^"
    for name in classes:
        found.append("=" + name)
        found.append(f"={before} {name}")
        before = name
    kinds = sorted(set(classes))
    for i, a in enumerate(kinds):
        for b in kinds[i + 1 :]:
            found.append(f"&{a}&{b}")
    return found


def _by_itself(folded: str, unit: Unit) -> list[str]:
    tokens, lead = unit.tokens, unit.lead
    found = tokens + [f"{a} {b}" for a, b in zip(["^", *tokens], tokens, strict=False)]
    found += _of_classes(tuple(unit.classes))
    start, end = unit.span
    piece = folded[start:end]
    # A full stop at the end is no sign of an address, and most units have one.
    if ("." in piece[:-2] and _URL.search(piece)) or "://" in piece:
        found.append("~URL")
        found += ["~URL&" + kind for kind in dict.fromkeys(unit.classes)]
    if "@" in piece and _MAIL.search(piece):
        found.append("~MAIL")
        found += ["~MAIL&" + kind for kind in dict.fromkeys(unit.classes)]
    found.append("~lead " + lead)
    if unit.signs:
        code = "~code1" if unit.signs * 5 < len(tokens) else "~code2"
        found += [code, code + " " + lead]
    if piece[0] in "\"'“‘«„「":
        found.append("~quoted")
    return found


def _in_context(unit: Unit, i: int, chunk: _Chunk, foreign: bool) -> list[str]:
    n, size, lead = chunk.n, chunk.size, unit.lead
    where = "only" if n == 1 else "first" if i == 0 else "last" if i == n - 1 else "mid"
    length = len(unit.tokens)
    long = "s" if length < 5 else "m" if length < 12 else "l" if length < 30 else "x"
    rest = chunk.words - length
    ctx = ("0" if rest < 20 else "1" if rest < 60 else "2") + _overlap(unit, chunk)
    tells = lead in _TELLS
    yous = "YOU" in unit.classes
    found = ["#n" + size, "#pos " + where, "#ctx " + ctx, "#len " + long]
    found += ["#lead " + lead + " " + ctx, "#lead " + lead + " " + where]
    if unit.question or tells or yous:
        others = chunk.busy - 1
        dense = "0" if not others else "1" if others * 4 < n else "2" if others * 2 < n else "3"
        dense = "#d" + dense + size
        found += [dense, dense + lead]
        if i:
            found += ["#h " + chunk.head, "#h " + chunk.head + " " + lead]
    if unit.question:
        tag = "#q0" if chunk.asked == 1 else "#q1"
        found += [tag, tag + ctx, tag + where, tag + long, tag + " " + lead]
    if tells:
        told = chunk.told - 1
        tag = "#t0" if not told else "#t1" if told * 4 < n else "#t2"
        found += [tag, tag + ctx, tag + where, tag + long]
    if yous:
        tag = "#y0" if chunk.youed == 1 else "#y1"
        found += [tag, tag + ctx, tag + where]
    found += ["#c " + name + " " + size for name in dict.fromkeys(unit.classes)]
    if foreign:
        found += ["#switch", "#switch " + lead]
    return found


def _overlap(unit: Unit, chunk: _Chunk) -> str:
    """Say how many of a unit's content words stand elsewhere in the chunk: none, few, some, most."""
    if chunk.n == 1:
        return "x"
    if not unit.content:
        return "e"
    counts = chunk.counts
    common = 0
    for word in unit.content:
        if counts[word] > 1:
            common += 1
    if not common:
        return "0"
    share = common * 4 // len(unit.content)
    return "1" if share < 1 else "2" if share < 2 else "3"

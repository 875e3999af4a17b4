"""Entities that a query asks about, and how to find each of them again in a chunk.

An entity is whatever has a name of its own: an identifier (`SKU-441`, `RFC 9110`), a version, a name
from code (`foo.bar()`, `snake_case`, `docs/x.md`), a quantity, a year, a capitalised name. Entities are
read out of the query only, once; chunks are merely searched for them.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from ctxgate.pattern import lazy
from ctxgate.text.quantities import quantities
from ctxgate.text.words import STOP_WORDS, fold, tokens, word_set

MAX_QUERY_CHARS = 20_000
"""Characters of a query that are read for entities."""

MAX_ENTITIES = 32
"""Entities that are taken from one query, the first ones."""


class Entity(NamedTuple):
    """One entity of a query.

    `kind` is `code`, `path`, `api`, `identifier`, `version`, `quantity`, `year` or `name`; `text` is how
    the query writes it; `key` is equal for two spellings of one entity; `span` is its place in the query.
    """

    kind: str
    text: str
    key: str
    span: tuple[int, int]
    anchor: str
    pattern: re.Pattern[str] | None

    def find(self, folded: str) -> tuple[int, int] | None:
        """Return the span of the first place where the entity stands in a folded text, or None.

        It must stand by itself: `SKU-441` is not found in `SKU-4410`, `sku 441` and `sku441` are it.
        """
        if self.pattern is None:
            return self._find_quantity(folded)
        # The anchor is a plain substring, which Python finds far faster than any pattern.
        if self.anchor not in folded:
            return None
        match = self.pattern.search(folded)
        return match.span() if match else None

    def _find_quantity(self, folded: str) -> tuple[int, int] | None:
        return _quantity_spans(folded).get(self.key)


@lru_cache(maxsize=2)
def _quantity_spans(folded: str) -> dict[str, tuple[int, int]]:
    """Return the first place of each quantity of a text, by its key: all quantities of a query ask for those of one text."""
    found: dict[str, tuple[int, int]] = {}
    for quantity in quantities(folded):
        found.setdefault(_quantity_key(quantity.dimension, quantity.low, quantity.high), quantity.span)
    return found


def entities(query: str) -> tuple[Entity, ...]:
    """Return the entities of a query, in order of their place; of overlapping ones the plainest kind."""
    return _entities(query[:MAX_QUERY_CHARS])


@lru_cache(maxsize=64)
def _entities(query: str) -> tuple[Entity, ...]:
    taken: list[Entity] = []
    covered = bytearray(len(query))
    for find in (_code, _paths, _apis, _versions, _quantities, _identifiers, _years, _names):
        for entity in find(query):
            start, end = entity.span
            if not any(covered[start:end]):
                covered[start:end] = b"\1" * (end - start)
                taken.append(entity)
    taken.sort(key=lambda entity: entity.span)
    once = {entity.key: entity for entity in reversed(taken)}
    return tuple(sorted(once.values(), key=lambda entity: entity.span))[:MAX_ENTITIES]


def _code(query: str) -> list[Entity]:
    """Whatever the query sets in backticks."""
    return [
        _literal("code", match[1].strip(), match.span())
        for match in re.finditer(r"`{1,3}([^`\n]{1,80})`{1,3}", query)
        if any(c.isalnum() for c in match[1])
    ]


def _paths(query: str) -> list[Entity]:
    found = []
    for match in re.finditer(r"(?<![\w/.:-])[\w.~:-]{0,60}(?:/[\w.~:-]{1,60}){1,12}/?", query):
        text = match[0].rstrip(".:-/")
        # `and/or` and `TCP/IP` are words with a stroke; a path has more strokes, a dot, an underscore.
        if text.count("/") > 1 or "." in text or "_" in text or text.startswith("/"):
            found.append(_literal("path", text, (match.start(), match.start() + len(text))))
    for match in re.finditer(
        rf"(?<![\w/.])[\w-]{{1,60}}(?:\.[\w-]{{1,30}})*\.(?:{_FILE_ENDINGS})(?!\w)", query
    ):
        found.append(_literal("path", match[0], match.span()))
    return [entity for entity in found if any(c.isalnum() for c in entity.text)]


def _apis(query: str) -> list[Entity]:
    """Calls, dotted names, snake_case, CamelCase, dunders and command line flags."""
    return [
        _literal("api", match[0].removesuffix("()"), match.span())
        for match in re.finditer(
            r"(?<![\w.-])(?:"
            r"[A-Za-z_]\w{0,60}(?:\.\w{1,60}){0,6}\(\)"
            r"|[A-Za-z_]\w{1,60}(?:\.[A-Za-z_]\w{1,60}){1,6}"
            r"|\w{0,60}[A-Za-z0-9]_\w{1,60}|__\w{1,60}__"
            r"|[a-z]{1,30}[A-Z][A-Za-z0-9]{0,60}|[A-Z][a-z0-9]{1,30}[A-Z][A-Za-z0-9]{0,60}"
            r"|--[a-z][a-z0-9-]{1,40}"
            r")(?!\w)",
            query,
        )
    ]


def _versions(query: str) -> list[Entity]:
    found = []
    for match in re.finditer(
        r"(?<![\w.,$€£¥-])(?:v(?:ersion)?[ ]?)?([0-9]{1,6}(?:\.[0-9]{1,6}){1,4})(?![\w%]|[.-][0-9])|"
        r"(?<![\w.,-])v([0-9]{1,4})(?![\w.-])",
        query,
        re.IGNORECASE,
    ):
        number = match[1] or match[2]
        if quantities(fold(query[match.start() : match.end() + 20])):
            continue  # 2.5 GB is an amount
        plain = re.sub(r"(?:\.0)+$", "", number)
        lead = r"(?<![\w.])(?:v|version\s?)" + ("" if match[2] else "?")
        pattern = rf"{lead}{re.escape(plain)}(?:\.0)*(?!\w|[.,-]?[0-9])"
        found.append(Entity("version", match[0], f"version {plain}", match.span(), plain, lazy(pattern)))
    return found


def _quantities(query: str) -> list[Entity]:
    return [
        Entity(
            "quantity",
            query[slice(*quantity.span)],
            _quantity_key(quantity.dimension, quantity.low, quantity.high),
            quantity.span,
            "",
            None,
        )
        for quantity in quantities(fold(query))
    ]


def _quantity_key(dimension: str, low: float, high: float) -> str:
    return f"{low:.9g} to {high:.9g} {dimension}"


def _identifiers(query: str) -> list[Entity]:
    """Words that mix letters and digits, and a short name in capitals with a number behind it."""
    found = []
    for match in re.finditer(
        r"(?<![^\W_])(?:([A-Z][A-Z0-9]{1,9})[ ]#?([0-9]{1,12})|"
        r"[A-Za-z0-9]{1,40}(?:-[A-Za-z0-9]{1,40}){0,7})(?![^\W_])",
        query,
    ):
        text = match[0]
        spaced = match[1] is not None
        if spaced and (fold(match[1]) in STOP_WORDS or _YEAR.fullmatch(match[2])):
            continue
        if not spaced and (_ORDINAL.fullmatch(text) or not _mixes_letters_and_digits(text)):
            continue
        found.append(_identifier(text, match.span()))
    return found


def _identifier(text: str, span: tuple[int, int]) -> Entity:
    """An identifier is its runs of letters and digits; what stands between them is a matter of taste."""
    runs = _RUN.findall(fold(text))
    between = r"[\s_#‐‑‒–—-]{0,2}"
    # Two runs of digits keep something between them, or 12-34 would be found in 1234.
    pattern = runs[0]
    for previous, run in pairwise(runs):
        both_digits = previous.isdigit() and run.isdigit()
        both_letters = previous.isalpha() and run.isalpha()
        pattern += (between.replace("{0,2}", "{1,2}") if both_digits or both_letters else between) + run
    pattern = rf"(?<![^\W_]){pattern}(?![^\W_]|[-_.][0-9])"
    return Entity("identifier", text, "-".join(runs), span, max(runs, key=len), lazy(pattern))


def _years(query: str) -> list[Entity]:
    return [
        Entity(
            "year",
            match[0],
            f"year {match[0]}",
            match.span(),
            match[0],
            lazy(rf"(?<![^\W_]){match[0]}(?![^\W_])"),
        )
        for match in _YEAR.finditer(query)
    ]


def _names(query: str) -> list[Entity]:
    """Capitalised words that are capitalised for their own sake, neighbours taken together."""
    words = list(_CAPITAL_OR_NOT.finditer(query))
    if _is_headline([match[0] for match in words]):
        return []
    found: list[Entity] = []
    i = 0
    while i < len(words):
        if not _is_capital(words[i][0]):
            i += 1
            continue
        j = i + 1
        while (
            j < len(words)
            and _is_capital(words[j][0])
            and _CLOSE.fullmatch(query, words[j - 1].end(), words[j].start())
        ):
            j += 1
        first = i
        # The capital of a sentence's first word says nothing, unless more capitals follow it.
        opens = _opens_sentence(query, words[i].start())
        while first < j and fold(words[first][0]) in _NO_NAME:
            first += 1
        if first < j and not (opens and first == i and j == i + 1 and not _is_acronym(words[i][0])):
            span = (words[first].start(), words[j - 1].end())
            found.append(_name(query[slice(*span)], span))
        i = j
    return found


def _name(text: str, span: tuple[int, int]) -> Entity:
    parts = tokens(fold(text))
    pattern = r"[\W_]{1,3}".join(re.escape(part) for part in parts)
    return Entity(
        "name",
        text,
        " ".join(parts),
        span,
        max(parts, key=len),
        lazy(rf"(?<![^\W_]){pattern}(?:s)?(?![^\W_])"),
    )


def _literal(kind: str, text: str, span: tuple[int, int]) -> Entity:
    """An entity that is found letter by letter, in any case, by itself."""
    folded = fold(text)
    left = r"(?<!\w)" if folded[0].isalnum() or folded[0] == "_" else ""
    right = r"(?!\w)" if folded[-1].isalnum() or folded[-1] == "_" else ""
    return Entity(kind, text, folded, span, folded, lazy(left + re.escape(folded) + right))


def _mixes_letters_and_digits(text: str) -> bool:
    return any(c.isdigit() for c in text) and any(c.isalpha() for c in text)


def _is_capital(word: str) -> bool:
    return word[0].isupper()


def _is_acronym(word: str) -> bool:
    return len(word) > 1 and word.isupper()


def _is_headline(words: list[str]) -> bool:
    """Tell whether all words that matter are capitalised, so that capitals mark no names."""
    content = [word for word in words if fold(word) not in STOP_WORDS]
    return len(content) > 2 and all(map(_is_capital, content))


def _opens_sentence(query: str, start: int) -> bool:
    before = query[max(0, start - 8) : start].rstrip(" \t\n\"'“‘(*_")
    return not before or before[-1] in ".!?:;\n"


_YEAR = lazy(r"(?<![^\W_]|[-.,])(?:1[5-9][0-9]{2}|20[0-9]{2})(?![^\W_]|[.,-][0-9])")
_ORDINAL = lazy(r"[0-9]+(?:st|nd|rd|th|s)", re.IGNORECASE)
_RUN = lazy(r"[^\W\d_]+|[0-9]+")
_CAPITAL_OR_NOT = lazy(r"[^\W\d_][^\W_]{0,63}")
_CLOSE = lazy(r" |-|\. | & |'s |’s ")
_NO_NAME = STOP_WORDS | word_set(
    "describe explain list find compare name tell summarize summarise define add remove use"
)
_FILE_ENDINGS = (
    "md|mdx|rst|txt|adoc|html?|pdf|docx?|xlsx?|csv|tsv|jsonl?|ya?ml|toml|ini|cfg|conf|env|lock|log|xml|sql"
    "|py|pyi|js|mjs|tsx?|jsx|css|go|rs|c|h|cpp|hpp|cc|java|kt|rb|php|sh|ps1|bat|swift|ipynb|png|jpe?g|svg|zip"
)

"""Markup that parts words, and places in markup that a reader of the page never sees."""

from __future__ import annotations

import re
from functools import lru_cache

from ctxgate.pattern import lazy
from ctxgate.text.views.characters import hides
from ctxgate.text.views.language import WORDS
from ctxgate.text.views.trace import Reading, edited, gathered
from ctxgate.text.words import word_set

MIN_HIDDEN = 8
"""Characters of the shortest piece that counts as hidden text."""

# Browsers read a number without its semicolon too, and with any zeros before it; `&amp;#105;` is read twice.
_ENTITY = lazy(
    r"&(?:amp;){0,3}(?:#0{0,20}[0-9]{1,7};?|#[xX]0{0,20}[0-9a-fA-F]{1,6};?)|&(?:amp;){0,3}[A-Za-z][A-Za-z0-9]{1,31};"
    r"|&(?:shy|nbsp)(?![=;])|\\u(?:00[aA][dD]|200[b-fB-F]|20[26][0-9a-fA-F]|[fF][eE][fF]{2}|180[b-eB-E]|034[fF]|[fF][eE]0[0-9a-fA-F])"
)
# Emphasis or a tag that opens or closes between two letters: **ig**nore, ig<b></b>nore, ig<!-- -->nore.
_INSIDE = lazy(
    r"(?=[*~`<])(?:"
    r"(?P<m>\*{1,3}|~~|`)(?P<a>[A-Za-z]{1,20})(?P=m)(?=[A-Za-z])"
    r"|(?<=[A-Za-z])(?P<n>\*{1,3}|~~|`)(?P<b>[A-Za-z]{1,20})(?P=n)(?![*~`])"
    r"|(?<=[A-Za-z])(?:<(?:style|script|template|noscript)\b[^<>]{0,200}>[^<>]{0,500}</(?:style|script|template|noscript)>"
    r"|<[A-Za-z]{1,20}\s[^<>]{0,100}?(?:hidden|display:\s?none)[^<>]{0,100}>[^<>]{0,200}</[A-Za-z]{1,20}>"
    r"|</?(?!br|p|div|li|td|th|tr|h[1-6]|[uo]l|hr|dd|dt|option|pre)[A-Za-z](?:[^<>]{0,200}>|(?:[^<>\"'\n]|\"[^\"\n]{0,80}\"|'[^'\n]{0,80}'){0,200}>)"
    r"|<[!?][^<>]{0,200}>|</>){1,4}(?=[A-Za-z])"
    r")"
)
_INLINE = "b|i|u|s|a|em|strong|span|font|mark|small|big|sub|sup|code|kbd|tt|ins|del|abbr|bdi|bdo|q|wbr"
_TAGGED = lazy(rf"(?:<(?:{_INLINE})(?:\s[^<>]{{0,80}})?>[A-Za-z]{{1,20}}</(?:{_INLINE})> ){{3}}")
_AROUND = lazy(rf"</?(?:{_INLINE})(?:\s[^<>]{{0,200}})?>")
_COMMENTED = lazy(r"(?:[A-Za-z]{1,20} ?<!--[^<>\n]{0,40}--> ?){3}")
_COMMENT = lazy(r" ?<!--[^<>\n]{0,40}--> ?")
_LED = lazy(
    r"_(?<![A-Za-z0-9_]_)([A-Za-z]{1,20})_([A-Za-z]{1,20})(?![A-Za-z0-9_])"
    r"|\[(?<![A-Za-z]\[)([A-Za-z]{1,20})\]\([^()\s]{0,200}\)([A-Za-z]{1,20})"
)
# One emphasis closes and the next one opens: **i****g**
_BETWEEN = lazy("(?<=[A-Za-z\u00c0-\u024f\u0370-\u052f])[*~]{4,6}(?=[A-Za-z\u00c0-\u024f\u0370-\u052f])")
_EMPHASIS = lazy(r"(?<![\w*~`])(?:\*{1,3}|~~|`)(?=\w)|(?<=\w)(?:\*{1,3}|~~|`)(?![\w*~`])")
_EMPHASES = lazy(r"(?:[*~`_]{1,3}[A-Za-z]{1,20}[*~`_]{1,3} ){3}")

_HIDDEN_STYLE = lazy(
    r"display\s{0,3}:\s{0,3}none|visibility\s{0,3}:\s{0,3}hidden"
    r"|font-size\s{0,3}:\s{0,3}(?:0|[01](?:\.[0-9]{1,4})?(?:px|pt))(?![.0-9])"
    r"|opacity\s{0,3}:\s{0,3}0?\.?0{1,4}(?![.0-9])"
    r"|(?<![-\w])color\s{0,3}:\s{0,3}(?:white|transparent|\#f{3}\b|\#f{6}\b"
    r"|rgba?\(\s{0,3}255\s{0,3},\s{0,3}255\s{0,3},\s{0,3}255)"
    r"|(?:left|top|text-indent|margin-left)\s{0,3}:\s{0,3}-[0-9]{3,6}"
    r"|(?:height|width|max-height|max-width)\s{0,3}:\s{0,3}0(?![.0-9%])"
    r"""|aria-hidden\s{0,3}=\s{0,3}["']?true|class\s{0,3}=\s{0,3}["']?(?:sr-only|visually-hidden)"""
    r"|\shidden(?=[\s/>=])",
    re.I,
)
_TAG = lazy(r"<([A-Za-z][A-Za-z0-9]{0,15})([^<>A-Za-z0-9][^<>]{0,4000})?>")
_ATTRIBUTE = lazy(
    r"\s(?:alt|title|content|placeholder|value|summary|aria-(?:label|description|placeholder)|data-[a-z-]{1,30})"
    r"""\s{0,3}=\s{0,3}(?:"([^"<>]{8,4000})"|'([^'<>]{8,4000})')""",
    re.I,
)
_REFERENCE = lazy(
    r"^[ >]{0,8}\[[^\[\]\n]{1,200}\]:[ \t]{1,4}(?:<>|\#|<?[^\s<>]{1,2000}>?)[ \t]{1,4}"
    r"""(?:"([^\n]{8,8000})"|'([^\n]{8,8000})'|\(([^\n]{8,8000})\))[ \t]{0,8}$""",
    re.M,
)
_LINK_TITLE = lazy(
    r"""\]\([^()\s\[\]]{0,1000}\s{1,4}(?:"([^"\n\[]{8,4000})"|'([^'\n\[]{8,4000})')\s{0,4}\)"""
)
_IMAGE = lazy(r"!\[([^\[\]\n]{16,2000})\][(\[]")
_TAG_BEGINS = lazy(r"</?([a-z][a-z0-9]{0,15})(?![a-z0-9])")
_INNER_TAG = lazy(r"</?[A-Za-z][^<>]{0,2000}>")
_SAYS = lazy(r"[^\W\d_]{3}")
_ALL_PARTED = 3
_VOID = word_set("area base br col embed hr img input link meta source track wbr")


def has_letters_as_entities(text: str) -> bool:
    """Tell whether a text writes ASCII letters or characters that nobody sees as HTML entities.

    `&amp;`, `&nbsp;` and `&eacute;` are how HTML is written; `&#105;` for an i is not.
    """
    return any(_is_disguise(match[0]) for match in _ENTITY.finditer(text))


def without_entities(reading: Reading) -> Reading:
    """Return the text with its HTML entities decoded."""
    return edited(reading, _ENTITY, lambda match: _character(match[0]))


def parts_words(text: str) -> bool:
    """Tell whether markup stands within words, or around each of several words."""
    return (
        _INSIDE.search(text) is not None
        or _EMPHASES.search(text) is not None
        or _BETWEEN.search(text) is not None
        or ("</" in text and _TAGGED.search(text) is not None)
        or ("<!--" in text and _COMMENTED.search(text) is not None)
    )


def without_markup(reading: Reading) -> Reading:
    """Return the text with emphasis taken off, and whatever markup stands within words."""
    # Twice, for a mark may close right where the next one opens: **ig****no**re.
    if "**" in reading.text or "~~" in reading.text:
        reading = edited(reading, _BETWEEN, _nothing)
    reading = edited(reading, _INSIDE, _inside)
    if any(mark in reading.text for mark in ("**", "``", "~~")):
        reading = edited(reading, _INSIDE, _inside)
    if "</" in reading.text and _TAGGED.search(reading.text):
        reading = edited(reading, _AROUND, _nothing)
    if "<!--" in reading.text and _COMMENTED.search(reading.text):
        reading = edited(reading, _COMMENT, _space)
    return edited(reading, _EMPHASIS, _nothing)


def with_whole_words(reading: Reading) -> Reading:
    """Return the text with `_ig_nore` and `[ig](x)nore` as `ignore`, where a known word comes out.

    Where different ones do, links part the unknown words of the text, too.
    """
    known = {word for match in _LED.finditer(reading.text) if (word := _led(match)) != match[0]}
    if not known:
        return reading
    return edited(reading, _LED, _led if len(known) < _ALL_PARTED else _led_all)


def unseen(reading: Reading) -> Reading | None:
    """Return what stands in comments, hidden elements and reference titles, piece after piece, or None."""
    text = reading.text
    spans = _comments(text) + _elements(text) if "<" in text else []
    if "]: " in text:
        spans += [_group(match) for match in _REFERENCE.finditer(text)]
    spans = _tidy(text, spans)
    return edited(gathered(reading, spans), _INNER_TAG, _space) if spans else None


def attributes(reading: Reading) -> Reading | None:
    """Return what stands in titles and alternative texts, piece after piece, or None."""
    text = reading.text
    spans: list[tuple[int, int]] = []
    if "<" in text:
        for tag in _TAG.finditer(text):
            if tag[2] and "=" in tag[2]:
                first = tag.start(2)
                inside = map(_group, _ATTRIBUTE.finditer(tag[2]))
                spans += [(start + first, end + first) for start, end in inside]
    if "](" in text:
        spans += [_group(match) for match in _LINK_TITLE.finditer(text)]
    if "![" in text:
        spans += [match.span(1) for match in _IMAGE.finditer(text)]
    spans = [(start, end) for start, end in _tidy(text, spans) if text.count(" ", start, end) >= 2]
    return gathered(reading, spans) if spans else None


def _comments(text: str) -> list[tuple[int, int]]:
    spans = []
    start = text.find("<!--")
    while start >= 0:
        end = text.find("-->", start + 4)
        if end < 0:
            # Browsers hide the rest of the page; a passage that was cut within a comment does the same.
            spans.append((start + 4, len(text)))
            break
        spans.append((start + 4, end))
        start = text.find("<!--", end + 3)
    return spans


def _elements(text: str) -> list[tuple[int, int]]:
    spans: list[tuple[int, int]] = []
    lower = ""
    seen = 0
    for tag in _TAG.finditer(text):
        if tag.start() < seen or not tag[2] or not _HIDDEN_STYLE.search(tag[2] + ">"):
            continue
        name = tag[1].lower()
        if name in _VOID:
            continue
        # Not str.lower, which changes the length of some texts.
        lower = lower or text.translate(_ASCII_LOWER)
        seen = _closing(lower, name, tag.end())
        spans.append((tag.end(), seen))
    return spans


def _closing(lower: str, name: str, start: int) -> int:
    """Where the element ends that began before `start`: its own closing tag, or the end of the text."""
    depth = 1
    # One scan for tags of any name: names are the text's own, and a pattern for each of them would be dear.
    for match in _TAG_BEGINS.finditer(lower, start):
        if match[1] == name:
            depth += -1 if match[0][1] == "/" else 1
            if depth == 0:
                return match.start()
    return len(lower)


def _tidy(text: str, spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Put the spans in order, without white space around them, none within another, none too short."""
    tidy: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        piece = text[start:end]
        first = start + len(piece) - len(piece.lstrip())
        last = max(first, end - len(piece) + len(piece.rstrip()))
        if (
            last - first >= MIN_HIDDEN
            and _SAYS.search(text, first, last)
            and not (tidy and first < tidy[-1][1])
        ):
            tidy.append((first, last))
    return tidy


def _group(match: re.Match[str]) -> tuple[int, int]:
    return match.span(match.lastindex or 0)


def _led_all(match: re.Match[str]) -> str:
    return (match[1] or match[3]) + (match[2] or match[4])


def _led(match: re.Match[str]) -> str:
    word = _led_all(match)
    return word if len(word) > 3 and (match[1] or len(match[4]) > 1) and word.lower() in WORDS else match[0]


def _nothing(_match: re.Match[str]) -> str:
    return ""


def _space(_match: re.Match[str]) -> str:
    return " "


def _inside(match: re.Match[str]) -> str:
    return match["a"] or match["b"] or ""


@lru_cache(maxsize=1024)
def _character(entity: str) -> str:
    if entity[0] == "\\":
        return chr(int(entity[2:], 16))
    from html import unescape  # noqa: PLC0415  most texts have no entity, and its table is large

    return unescape(
        entity.replace("amp;", "") if entity[1:5] == "amp;" and len(entity) > _AMPERSAND else entity
    )


_AMPERSAND = 5


@lru_cache(maxsize=1024)
def _is_disguise(entity: str) -> bool:
    plain = _character(entity)
    if plain.isascii():
        return (plain.isalnum() and "#" in entity) or (not plain.isprintable() and plain not in "\t\n\r")
    return all(_is_unseen(char) for char in plain)


def _is_unseen(char: str) -> bool:
    return hides(f"a{char}a") and not char.isspace()


_ASCII_LOWER = {code: code + 32 for code in range(65, 91)}

"""Sections of a Markdown text: one a heading, each with its anchor and the headings above it.

Headings as CommonMark has them (https://spec.commonmark.org/0.31.2/): `# ATX` and underlined (setext)
ones, outside of fenced code, indented code, HTML blocks, quotes and lists. One pass over the lines, in
linear time.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from ctxgate.errors import CorpusError
from ctxgate.pattern import lazy
from ctxgate.retrieve.attributes import id_for_heading_above, without_attributes

MAX_TITLE = 200
"""Characters of a heading that are looked at."""

MAX_HEADINGS = 20_000
"""Headings of one file."""


class Heading(NamedTuple):
    """A heading: its level (1 to 6), its plain text, its explicit anchor if any, and its line (from 0)."""

    level: int
    text: str
    anchor: str | None
    line: int


class Section(NamedTuple):
    """The text from one heading to the next, heading included, as it stands in the file but for attributes.

    `path`: the texts of the headings above it and its own, outermost first; empty before the first
    heading. `anchor`: as the sites that show Markdown make it, empty before the first heading. `line`:
    the line (from 0) it begins on. `bare`: there is nothing below its heading.
    """

    path: tuple[str, ...]
    anchor: str
    line: int
    text: str
    bare: bool


def sections(text: str) -> list[Section]:
    r"""Cut a text whose lines end in ``\n`` into sections, in order. Nothing but attributes of headings is left out.

    Raises CorpusError, without a place, when there are more than MAX_HEADINGS.
    """
    lines = text.split("\n")
    found = headings(lines)
    result: list[Section] = []
    above: list[Heading] = []
    taken: dict[str, int] = {}
    first = found[0].line if found else len(lines)
    if any(line.strip() for line in lines[:first]):
        result.append(Section((), "", 0, "\n".join(lines[:first]), bare=False))
    for i, heading in enumerate(found):
        end = found[i + 1].line if i + 1 < len(found) else len(lines)
        while above and above[-1].level >= heading.level:
            above.pop()
        above.append(heading)
        own = lines[heading.line : end]
        explicit = heading.anchor or _cut_attributes_below(own)
        anchor = _numbered(explicit or slug(heading.text) or "section", taken)
        own[0] = _without_attributes(own[0])
        below = own[1:]
        if below and _UNDERLINE.fullmatch(below[0]) is not None and _atx(own[0]) is None:
            below = below[1:]
        result.append(
            Section(
                tuple(h.text for h in above if h.text),
                anchor,
                heading.line,
                "\n".join(own),
                bare=not any(line.strip() for line in below),
            )
        )
    return result


def headings(lines: list[str]) -> list[Heading]:
    """Return the headings of a text that is given as its lines. Raises CorpusError when there are too many."""
    reader = _Reader(lines)
    for number, line in enumerate(lines):
        reader.take(number, line)
        if len(reader.found) > MAX_HEADINGS:
            raise CorpusError(f"more than {MAX_HEADINGS:,} headings", todo="Split it into several files.")
    return reader.found


class _Reader:
    """Takes one line after the other and knows what block it is in."""

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines
        self.found: list[Heading] = []
        self._fence = ""  # the marks that opened a fenced code block
        self._until: re.Pattern[str] | None = None  # what ends an HTML block
        self._paragraph: int | None = None  # the line that a paragraph began on; -1 in a list or quote
        self._width = 0  # what is indented so far belongs to a list's item; 0 outside of lists

    def take(self, number: int, line: str) -> None:
        """Take the next line."""
        if self._fence:
            if _closes(line, self._fence):
                self._fence = ""
        elif self._until is not None:
            if self._until.search(line) is not None:
                self._until = None
        elif not line.strip(" \t"):
            self._paragraph = None
        else:
            indent = len(line) - len(line.lstrip(" "))
            inside = 0 < self._width <= indent
            if not inside and self._paragraph is None:
                self._width = 0
            if inside and _atx(line[self._width :]) is not None:
                self._paragraph = None  # a heading within an item is none of the text's, but ends a paragraph
            elif not line.startswith(("    ", "\t")) and not self._is_heading(number, line, indent):
                self._open_block(number, line, indent)

    def _is_heading(self, number: int, line: str, indent: int) -> bool:
        first = line[indent]
        if first == "#" and (heading := _atx(line)) is not None:
            self._add(heading[0], heading[1], number)
            self._width = 0
            return True
        start = self._paragraph
        if first in "=-" and start is not None and start >= 0 and _UNDERLINE.fullmatch(line) is not None:
            words = " ".join(part.strip() for part in self.lines[start:number])
            self._add(1 if first == "=" else 2, words, start)
            return True
        return False

    def _add(self, level: int, words: str, line: int) -> None:
        self.found.append(_heading(level, words, line))
        self._paragraph = None

    def _open_block(self, number: int, line: str, indent: int) -> None:
        start, first = line[indent:], line[indent]
        running = self._paragraph is not None
        if (opened := _FENCE.match(start)) is not None:
            self._fence, self._paragraph = opened[1], None
        elif _RULE.fullmatch(start) is not None:
            self._paragraph = None
        elif first == "<" and (end := _html(start, in_paragraph=running)) is not None:
            self._paragraph = None
            self._until = None if end.search(line) is not None else end
        elif _CONTAINER.match(start) is not None and not (running and first.isdigit()):
            self._paragraph = -1
            if first != ">":
                self._width = indent + len(start.split(maxsplit=1)[0]) + 1
                return
        else:
            if not running:
                self._paragraph = number
            return
        if indent < self._width:
            self._width = 0  # a block that begins outside of the list ends it


def slug(text: str) -> str:
    """Return the anchor that a heading gets: lower case, punctuation gone, spaces as hyphens."""
    return _NOT_IN_SLUG.sub("", text.lower()).replace(" ", "-")


def _cut_attributes_below(own: list[str]) -> str | None:
    """Take the line of attributes below a heading out of its section's lines. Returns the id in it, or None."""
    at = 2 if len(own) > 1 and _UNDERLINE.fullmatch(own[1]) is not None and _atx(own[0]) is None else 1
    anchor = id_for_heading_above(own[at]) if at < len(own) else None
    if anchor is not None:
        own[at] = ""
    return anchor


def _without_attributes(line: str) -> str:
    if "{" not in line:
        return line
    words = line.rstrip(" \t#") if _atx(line) is not None else line.rstrip(" \t")
    text, _ = without_attributes(words)
    return line if text == words else text.rstrip()


def _heading(level: int, raw: str, line: int) -> Heading:
    words, anchor = without_attributes(raw)
    text = " ".join(words[: 2 * MAX_TITLE].split())
    text = _LINK.sub(r"\1", _TAG.sub("", text))
    text = _MARKS.sub("", text).replace("\\", "").strip()
    return Heading(level, text[:MAX_TITLE], anchor, line)


def _numbered(anchor: str, taken: dict[str, int]) -> str:
    # A second heading of one name is `name-1`, which may itself be taken by a heading called so.
    result = anchor
    while result in taken:
        taken[anchor] += 1
        result = f"{anchor}-{taken[anchor]}"
    taken[result] = 0
    return result


def _atx(line: str) -> tuple[int, str] | None:
    match = _ATX.match(line)
    if match is None:
        return None
    words = line[match.end() :].strip(" \t")
    stripped = words.rstrip("#")
    if stripped != words and (not stripped or stripped[-1] in " \t"):
        words = stripped.rstrip(" \t")
    return len(match[1]), words


def _closes(line: str, fence: str) -> bool:
    start = line.strip(" \t")
    indent = len(line) - len(line.lstrip(" "))
    return indent < 4 and len(start) >= len(fence) and start == fence[0] * len(start)


def _html(start: str, *, in_paragraph: bool) -> re.Pattern[str] | None:
    """Return the pattern that ends the HTML block which this line begins, or None where it begins none."""
    for opening, end in _HTML:
        if opening.match(start) is not None:
            return end
    if _BLOCK_TAG.match(start) is not None or (not in_paragraph and _LONE_TAG.fullmatch(start)):
        return _BLANK
    return None


_ATX = lazy(r" {0,3}(#{1,6})(?=[ \t]|$)")
_UNDERLINE = lazy(r" {0,3}(?:=+|-+)[ \t]*")
_RULE = lazy(r"(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})")
_FENCE = lazy(r"(`{3,}(?=[^`]*$)|~{3,})")
_CONTAINER = lazy(r">|[-+*](?:[ \t]|$)|\d{1,9}[.)](?:[ \t]|$)")
_BLANK = lazy(r"^\s*$")
_HTML = (
    (
        lazy(r"<(?:script|pre|style|textarea)(?=[\s>]|$)", re.I),
        lazy(r"</(?:script|pre|style|textarea)>", re.I),
    ),
    (lazy(r"<!--"), lazy(r"-->")),
    (lazy(r"<\?"), lazy(r"\?>")),
    (lazy(r"<!\[CDATA\["), lazy(r"\]\]>")),
    (lazy(r"<![A-Za-z]"), lazy(r">")),
)
_BLOCK_TAG = lazy(
    r"</?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog"
    r"|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe"
    r"|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table"
    r"|tbody|td|tfoot|th|thead|title|tr|track|ul)(?=[\s/>]|$)",
    re.I,
)
_LONE_TAG = lazy(r"</?[A-Za-z][A-Za-z0-9-]*(?:\s[^<>]*)?/?>\s*")
_LINK = lazy(r"!?\[([^\[\]]*)\]\([^()\s]*\)")
_TAG = lazy(r"</?[A-Za-z][^<>]*>")
_MARKS = lazy(r"[*`]|(?<!\w)_+|_+(?!\w)")
_NOT_IN_SLUG = lazy(r"[^\w\- ]")

"""MDX: Markdown with the code of a site in it (https://mdxjs.com/docs/what-is-mdx/). The code is left out.

Left out are imports and exports, expressions in braces, and the tags of components (`<Tabs>`, `<Api.Table>`,
`<>`); what stands between two tags stays, and so does plain HTML, which a `.md` has as well. Code blocks and code
spans are shown as they are. What is never closed is text: in doubt nothing is left out. Lines stay where they are.
"""

from __future__ import annotations

from bisect import bisect_left
from itertools import accumulate
from typing import NamedTuple

from ctxgate.pattern import lazy


class Markdown(NamedTuple):
    """The Markdown of an MDX text, line for line, and what was left out: each line with its number, from 0."""

    text: str
    left_out: list[tuple[int, str]]


def without_code(text: str) -> Markdown:
    r"""Return the Markdown of an MDX text whose lines end in ``\n``."""
    lines = text.split("\n")
    shown = _shown(lines)
    left_out = []
    for number in _statements(lines, shown):
        left_out.append((number, lines[number]))
        lines[number] = ""
    joined = "\n".join("" if number in shown else line for number, line in enumerate(lines))
    pieces: list[str] = []
    at = line = 0
    for start, end in _inline(joined):
        line += joined.count("\n", at, start)
        gone = joined[start:end]
        left_out.extend((line + i, part) for i, part in enumerate(gone.split("\n")))
        pieces += [joined[at:start], "\n" * gone.count("\n")]
        line += gone.count("\n")
        at = end
    rest = "".join([*pieces, joined[at:]]).split("\n")
    kept = [lines[number] if number in shown else line.rstrip() for number, line in enumerate(rest)]
    return Markdown("\n".join(kept), sorted(left_out))


def _shown(lines: list[str]) -> set[int]:
    """Return the numbers of the lines in fenced code. A fence that is never closed runs to the end."""
    shown: set[int] = set()
    fence = ""
    for number, line in enumerate(lines):
        if fence:
            shown.add(number)
            words = line.strip(" \t>")
            if len(words) >= len(fence) and words == fence[0] * len(words):
                fence = ""
        elif (opened := _FENCE.match(line)) is not None:
            fence = opened[1]
            shown.add(number)
    return shown


def _statements(lines: list[str], shown: set[int]) -> list[int]:
    """Return the numbers of the lines of imports and exports.

    One begins behind a blank line or another one, and ends at the first blank line at which its brackets are closed.
    """
    starts = [
        number
        for number, line in enumerate(lines)
        if number not in shown and _STATEMENT.match(line) is not None
    ]
    if not starts:
        return []
    depths = list(accumulate((_depth(line) for line in lines), initial=0))
    ends: dict[int, list[int]] = {}  # by depth, the blank lines and the end of the text
    for number in range(len(lines) + 1):
        if number == len(lines) or not lines[number].strip():
            ends.setdefault(depths[number], []).append(number)
    blank = sorted(number for held in ends.values() for number in held)
    found: list[int] = []
    for start in starts:
        if found and start <= found[-1]:
            continue
        if start and lines[start - 1].strip() and (not found or found[-1] != start - 1):
            continue
        closed = ends.get(depths[start], [])
        at = bisect_left(closed, start)
        end = closed[at] if at < len(closed) else blank[bisect_left(blank, start)]
        found.extend(range(start, end))
    return found


def _depth(line: str) -> int:
    return sum(map(line.count, "([{")) - sum(map(line.count, ")]}"))


def _inline(text: str) -> list[tuple[int, int]]:
    """Return the spans of expressions and of components' tags, in order, none within another."""
    braces = _braces(text)
    spans: list[tuple[int, int]] = []
    at = 0
    while (match := _OPENS.search(text, at)) is not None:
        start, at = match.span()
        name = match["name"]
        if match[0] == "{":
            end = braces.get(start)
            if end is not None and _ANCHOR.fullmatch(text, start, end) is not None:
                end = None
        elif name is None:  # an escape, a code span, a formula
            continue
        else:
            end = _end_of_tag(text, at, braces)
            if end is not None and name and not (name[0].isupper() or ("." in name and ":" not in name)):
                at, end = end, None
        if end is not None:
            spans.append((start, end))
            at = end
    return spans


def _braces(text: str) -> dict[int, int]:
    """Return the end of each expression by its start. Braces in its strings and comments do not count."""
    ends: dict[int, int] = {}
    open_: list[int] = []
    at = 0
    while (match := (_INSIDE if open_ else _OUTSIDE).search(text, at)) is not None:
        at = match.end()
        if match[0] == "{":
            open_.append(match.start())
        elif match[0] == "}" and open_:
            ends[open_.pop()] = at
        elif match[0] == "/*":
            close = text.find("*/", at)
            at = close + 2 if close >= 0 else len(text)
    return ends


def _end_of_tag(text: str, at: int, braces: dict[int, int]) -> int | None:
    """Return where a tag ends, from behind its name; None where it is no tag."""
    while True:
        at = _BETWEEN.match(text, at).end()  # type: ignore[union-attr]  # it matches nothing, too
        if text[at : at + 1] == ">":
            return at + 1
        if text[at : at + 1] == "{":
            end = braces.get(at)
        else:
            part = _ATTRIBUTE.match(text, at)
            end = part.end() if part is not None else None
        if end is None:
            return None
        at = end


_FENCE = lazy(r"[ \t>]*(?:[-*+] +|\d+[.)] +)?(`{3,}(?=[^`]*$)|~{3,})")
_STATEMENT = lazy(
    r"""import\s+(?:[\w*{$][^'"]*\sfrom\s*)?['"]|import\s+(?:[\w$]+\s*,\s*)?\{[^}]*$"""
    r"""|export\s+(?:default|const|let|var|function|async|class)\b|export\s*[{*]"""
)
# An escape, a code span or a formula. The bounds keep the time linear.
_AS_IT_IS = (
    r"\\.|(?<!`)(?P<ticks>`+)(?!`)(?:[^`]|`(?!(?P=ticks))){0,2000}?(?<!`)(?P=ticks)(?!`)"
    r"|\$\$[^$]{1,2000}\$\$|\$[^\s$](?:[^$\n]{0,300}\S)?\$"
)
_OPENS = lazy(rf"{_AS_IT_IS}|\{{|</?(?P<name>[A-Za-z][\w.:-]*(?=[\s/>{{])|(?=>))")
_OUTSIDE = lazy(rf"{_AS_IT_IS}|[{{}}]")
_INSIDE = lazy(r"""\\.|/\*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`[^`]*`|[{}]""")
_ANCHOR = lazy(r"\{\s*(?::?\s*#[\w.:-]+|/\*\s*#[\w.:-]+\s*\*/)\s*\}")
_BETWEEN = lazy(r"[\s/]*")
_ATTRIBUTE = lazy(r"""[A-Za-z_:][\w:.-]*(?:\s*=\s*(?:"[^"]*"|'[^']*'|(?=\{)))?""")

"""Attributes behind a heading, as sites write them: `{#id}`, `{ #id .class key="v" }`, `{: #id }`, `{/* #id */}`.

Docusaurus, Hugo, kramdown (Jekyll), Python-Markdown (MkDocs) and PHP Markdown Extra each read some of these forms.
"""

from __future__ import annotations

from typing import NamedTuple

from ctxgate.pattern import lazy

MAX_CHARS = 400
"""Characters at the end of a heading that are looked at."""

MAX_LISTS = 3
"""Lists of attributes behind one heading."""


class _Attributes(NamedTuple):
    """A list of attributes, and the id in it if any."""

    anchor: str | None


def without_attributes(heading: str) -> tuple[str, str | None]:
    """Return a heading's text without the attributes behind it, and the id that they give, or None.

    Braces that hold anything else, such as the `{name}` of a path, are part of the text.
    """
    anchor = None
    for _ in range(MAX_LISTS):
        match = _LAST.search(heading[-MAX_CHARS:]) if heading.endswith("}") else None
        found = _read(match[1]) if match is not None else None
        if match is None or found is None:
            break
        before = heading[: len(heading) - len(match[0])]
        if before.endswith("\\"):
            break
        anchor = anchor or found.anchor
        # In the oldest of the forms the attributes stand behind the closing marks: `## Name ## {#id}`.
        heading = _CLOSING.sub("", before.rstrip(" \t"))
    return heading, anchor


def id_for_heading_above(line: str) -> str | None:
    """Return the id that a line gives the heading above it, as kramdown has it: `{: #id }`; None where it gives none."""
    words = line.strip()
    if not words.startswith("{:"):
        return None
    rest, anchor = without_attributes(words)
    return None if rest else anchor


def _read(inside: str) -> _Attributes | None:
    """Return the attributes that stand between two braces; None where it is something else."""
    if (comment := _COMMENT.fullmatch(inside)) is not None:
        return _Attributes(comment[1])
    words = inside.strip()
    marked = words.startswith(":")
    words = words.removeprefix(":")
    # Without the mark it begins with an id or a class: `{key=value}` may be what the heading is about.
    if not marked and words[:1] not in ("#", "."):
        return None
    anchor, at = None, 0
    while at < len(words):
        match = _ONE.match(words, at)
        if match is None or (match[2] and not marked):
            return None
        anchor = anchor or match[1]
        at = match.end()
    return _Attributes(anchor)


_LAST = lazy(r"\{([^{}]*)\}$")
_CLOSING = lazy(r"(?:(?<=[ \t])|^)#+$")
_COMMENT = lazy(r"\s*/\*\s*#([\w.:-]{1,100})\s*\*/\s*")
_ONE = lazy(
    r"""\s*(?:#([\w.:-]{1,100})|\.[\w.:-]{1,100}"""
    r"""|[\w:-]{1,60}=(?:"[^"]*"|'[^']*'|[^\s"'#]{1,100})|([\w-]{1,60}))(?=[\s#.]|$)\s*"""
)

"""One file of a folder: what it holds, what is to be said of it, and whether it uses scope."""

from __future__ import annotations

from typing import NamedTuple

from ctxgate.errors import CorpusError
from ctxgate.retrieve.article import Passage, article, sections_of
from ctxgate.retrieve.frontmatter import Head, Split, never_closed, plain, read_head, split
from ctxgate.retrieve.nearly import KEY
from ctxgate.retrieve.unheeded import check_left_out, check_scope

MDX = ".mdx"
"""Ends the names of files that hold code of a site beside their Markdown."""


class Page(NamedTuple):
    """What one file holds. `empty` says why it has no passage, and is "" where it has one.

    `scoped` tells that it uses `product_scope`. `doubt` is what is wrong with it in a folder that does. `note` is
    something its author should know; the file is read all the same.
    """

    passages: list[Passage]
    empty: str = ""
    scoped: bool = False
    doubt: CorpusError | None = None
    note: CorpusError | None = None


def read_page(path: str, where: str, text: str) -> Page:
    r"""Read one file, whose lines end in ``\n``.

    `path` is its path in the folder, `where` the name that errors call it by. A file whose front matter has
    `product_scope` is an article; any other is plain Markdown for all products, whatever its other keys are. Raises
    CorpusError that names file and line: for an article that is not well formed, and for what seems to be meant as
    scope and would be heeded by nothing.
    """
    parts = split(text, where)
    head = read_head(parts, where)
    doubt = check_scope(head, parts, where)
    note = _note(head, text, where)
    if head is not None and head.form == "other":
        parts, head = plain(text), None  # a rule, some text, another rule
    scoped = head is not None and KEY in head.fields
    if scoped and head is not None and head.problem is not None:
        raise head.problem
    if path.lower().endswith(MDX):
        parts = _without_code(parts, where)
    if not parts.body.strip():
        return Page([], _why_empty(head, text), scoped, doubt, note)
    if scoped and head is not None:
        return Page([article(path, where, parts, head.fields)], "", scoped)
    found = sections_of(path, parts, {} if head is None else head.fields)
    return Page(found, "" if found else "no text in it", scoped, doubt, note)


def _note(head: Head | None, text: str, where: str) -> CorpusError | None:
    if head is not None and head.form == "unreadable" and head.problem is not None:
        said = head.problem
        return CorpusError(f"{said.what}; only single lines of it are read", where=said.where, todo=said.todo)
    if head is None and never_closed(text):
        line = text[: len(text) - len(text.lstrip(" \t\n"))].count("\n") + 1
        return CorpusError(
            "front matter is opened and never closed; it is read as text",
            where=f"{where}:{line}",
            todo="Close it with the line that opens it.",
        )
    return None


def _why_empty(head: Head | None, text: str) -> str:
    if head is not None:
        return "front matter without any text below it"
    return "no text in it" if text.strip() else "an empty file"


def _without_code(parts: Split, where: str) -> Split:
    from ctxgate.retrieve.mdx import without_code  # noqa: PLC0415  (only such a file needs it)

    body, left_out = without_code(parts.body)
    check_left_out(((parts.body_line + number, line) for number, line in left_out), where)
    return parts._replace(body=body)

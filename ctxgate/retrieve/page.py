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


NO_BODY = "front matter without any text below it"


class Page(NamedTuple):
    """What one file holds. `empty` says why it has no passage, and is "" where it has one.

    `scoped` tells that it uses `product_scope`. `doubt` is what is wrong with it in a folder where some file does, and
    `note` what its author should know where none does: it is read all the same. `may_be_scoped` tells that the
    doubt is about scope.
    """

    passages: list[Passage]
    empty: str = ""
    scoped: bool = False
    doubt: CorpusError | None = None
    note: CorpusError | None = None
    may_be_scoped: bool = False


def read_page(path: str, where: str, text: str) -> Page:
    r"""Read one file, whose lines end in ``\n``.

    `path` is its path in the folder, `where` the name that errors call it by. A file whose front matter has
    `product_scope` is an article; any other is plain Markdown for all products, whatever its other keys are. Raises
    CorpusError that names file and line: for an article that is not well formed, and for what seems to be meant as
    scope and would be heeded by nothing.
    """
    parts = split(text, where)
    head = read_head(parts, where)
    about_scope = check_scope(head, parts, where)
    doubt = about_scope or _unread(head, text, where)
    note = None if doubt is None or doubt is about_scope else _note(doubt)
    if head is not None and head.form == "other":
        parts, head = plain(text), None  # a rule, some text, another rule
    if head is not None and KEY in head.fields:
        if head.problem is not None:
            raise head.problem
        return _article(path, where, parts, head)
    if path.lower().endswith(MDX):
        parts = _without_code(parts, where)
    if not parts.body.strip():
        found, empty = [], _why_empty(head, text)
    else:
        found = sections_of(path, parts, {} if head is None else head.fields)
        empty = "" if found else "no text in it"
    return Page(found, empty, False, doubt, note, about_scope is not None)


def _article(path: str, where: str, parts: Split, head: Head) -> Page:
    if path.lower().endswith(MDX):
        parts = _without_code(parts, where)
    if not parts.body.strip():
        return Page([], NO_BODY, scoped=True)
    return Page([article(path, where, parts, head.fields)], scoped=True)


def _unread(head: Head | None, text: str, where: str) -> CorpusError | None:
    """Return what keeps front matter from being read, if anything does."""
    if head is not None:
        return None if head.form == "mapping" else head.problem
    if not never_closed(text):
        return None
    line = text[: len(text) - len(text.lstrip(" \t\n"))].count("\n") + 1
    return CorpusError(
        "front matter is opened and never closed",
        where=f"{where}:{line}",
        todo="Close it with the line that opens it; a file that begins with a rule writes it as ***.",
    )


def _note(error: CorpusError) -> CorpusError:
    return CorpusError(f"{error.what}; it is read as far as it goes", where=error.where, todo=error.todo)


def _why_empty(head: Head | None, text: str) -> str:
    if head is not None:
        return NO_BODY
    return "no text in it" if text.strip() else "an empty file"


def _without_code(parts: Split, where: str) -> Split:
    from ctxgate.retrieve.mdx import without_code  # noqa: PLC0415  (only such a file needs it)

    body, left_out = without_code(parts.body)
    check_left_out(((parts.body_line + number, line) for number, line in left_out), where)
    return parts._replace(body=body)

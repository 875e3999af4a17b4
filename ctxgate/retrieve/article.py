"""What is retrieved: passages. An article with a scope is one; plain Markdown gives one a heading."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from ctxgate.errors import CorpusError
from ctxgate.pattern import lazy
from ctxgate.retrieve.frontmatter import Field, Split
from ctxgate.retrieve.markdown import Section, sections
from ctxgate.retrieve.scope import UNIVERSAL, scope_name
from ctxgate.text.dates import parse_date
from ctxgate.text.visible import visible

REQUIRED = ("id", "title", "category", "product_scope")
"""The keys that an article must have. It may have `keywords`, `related` and `date`; others are left alone."""

MAX_ID = 200
"""Characters of an id."""


class Passage(msgspec.Struct, frozen=True):
    """One thing that can be retrieved.

    `path` is the file's, in the folder; `line` is the line of the file that `text` begins on. `scope`
    holds the names of the products it is about, and is empty where it is universal. `whole` says that it is
    an article with a scope in its front matter, and not a heading of plain Markdown. `page` is the title of the file
    that a heading of plain Markdown is in: `title` begins with it.
    """

    id: str
    source: str
    title: str
    text: str
    path: str
    line: int
    whole: bool
    scope: tuple[str, ...] = ()
    category: str = ""
    keywords: tuple[str, ...] = ()
    related: tuple[str, ...] = ()
    date: str | None = None
    id_line: int = 1
    related_line: int = 1
    page: str = ""


class _Place(NamedTuple):
    path: str
    where: str


def article(path: str, where: str, parts: Split, fields: dict[str, Field]) -> Passage:
    """Return the passage of a file that is an article.

    `path` is its path in the folder, `where` the name that errors call it by. Raises CorpusError that names file and
    line for a key that is missing and a value that cannot be used.
    """
    place = _Place(path, where)
    for key in REQUIRED:
        if key not in fields:
            todo = _MISSING.get(key, "")
            raise CorpusError(
                f"the front matter has no {key}", where=f"{place.where}:{parts.head_line}", todo=todo or None
            )
    id_ = _string(fields["id"], "id", place)
    if len(id_) > MAX_ID or visible(id_) != id_ or "\t" in id_:
        raise CorpusError(
            f"an id is one line of at most {MAX_ID} characters", where=f"{place.where}:{fields['id'].line}"
        )
    text, line = _trimmed(parts.body, parts.body_line)
    return Passage(
        id=id_,
        source=place.path,
        title=_string(fields["title"], "title", place),
        text=text,
        path=place.path,
        line=line,
        whole=True,
        scope=_scope(fields["product_scope"], place),
        category=_string(fields["category"], "category", place),
        keywords=_strings(fields.get("keywords"), "keywords", place),
        related=_strings(fields.get("related"), "related", place),
        date=_date(fields.get("date"), place),
        id_line=fields["id"].line,
        related_line=fields["related"].line if "related" in fields else 1,
    )


def sections_of(path: str, parts: Split, fields: dict[str, Field]) -> list[Passage]:
    """Return the passages of a file of plain Markdown; none where it has nothing but headings.

    Of its front matter title, keywords, tags and date are used where they have a form that can be.
    """
    found = sections(parts.body)
    day = _plain_text(fields.get("date"))
    date = day if parse_date(day) else None
    keywords = tuple(dict.fromkeys(_words(fields.get("keywords")) + _words(fields.get("tags"))))
    title = _plain_text(fields.get("title"))
    head = title or next((s.path[0] for s in found if s.path), "") or _stem(path)
    # A heading above nothing but other headings says nothing that they do not say with it.
    kept = [s for s in found if not s.bare]
    result: list[Passage] = []
    for section in kept:
        id_ = f"{path}#{section.anchor}" if section.anchor else path
        text, line = _trimmed(section.text, parts.body_line + section.line)
        result.append(
            Passage(
                id=id_,
                source=id_,
                title=_joined(head, section),
                text=text,
                path=path,
                line=line,
                whole=False,
                keywords=keywords,
                date=date,
                id_line=line,
                page=head,
            )
        )
    return result


def _plain_text(field: Field | None) -> str:
    """Return a value as one line of text, "" where it has none: YAML's null, and what is a template as a whole."""
    if field is None or not isinstance(field.value, str):
        return ""
    text = " ".join(field.value.split())
    return "" if text in ("~", "null") or _TEMPLATE.fullmatch(text) else text


def _words(field: Field | None) -> tuple[str, ...]:
    """Return the entries of a list, or of a text with commas."""
    if field is None:
        return ()
    held = field.value if isinstance(field.value, tuple) else _plain_text(field).split(",")
    return tuple(word for word in (" ".join(entry.split()) for entry in held) if word)


def _joined(head: str, section: Section) -> str:
    path = section.path[1:] if section.path[:1] == (head,) else section.path
    return " > ".join((head, *path))


def _trimmed(text: str, line: int) -> tuple[str, int]:
    blank = text[: len(text) - len(text.lstrip())]
    return text.strip(), line + blank.count("\n")


def _stem(path: str) -> str:
    return path.rpartition("/")[2].rpartition(".")[0] or path


_TEMPLATE = lazy(r"\{[{%][^{}]*[}%]\}")
_MISSING = {
    "id": "Ids are how articles name each other in `related`; any short name will do.",
    "product_scope": 'For all products: product_scope: ["*"].',
}


def _string(field: Field, key: str, place: _Place) -> str:
    if not isinstance(field.value, str):
        raise _wrong(field, f"{key} must be text", place)
    value = " ".join(field.value.split())
    if not value:
        raise _wrong(field, f"{key} is empty", place)
    return value


def _strings(field: Field | None, key: str, place: _Place) -> tuple[str, ...]:
    if field is None or field.value == "":
        return ()
    if not isinstance(field.value, tuple):
        raise _wrong(field, f"{key} must be a list, as in {key}: [one, two]", place)
    values = tuple(" ".join(value.split()) for value in field.value)
    if not all(values):
        raise _wrong(field, f"{key} holds an empty entry", place)
    return tuple(dict.fromkeys(values))


def _scope(field: Field, place: _Place) -> tuple[str, ...]:
    names = _strings(field, "product_scope", place)
    if not names:
        raise _wrong(field, 'product_scope is empty: ["*"] is for all products', place)
    if UNIVERSAL in names:
        if len(names) > 1:
            raise _wrong(
                field, 'product_scope has "*" (all products) beside a product: write one of them', place
            )
        return ()
    for name in names:
        if "*" in name or not scope_name(name):
            raise _wrong(field, f"product_scope: {name!r} is no product's name", place)
    return names


def _date(field: Field | None, place: _Place) -> str | None:
    if field is None:
        return None
    value = _string(field, "date", place)
    if parse_date(value) is None:
        raise _wrong(field, f"date: {value[:40]!r} is not a date such as 2024-01-31", place)
    return value


def _wrong(field: Field, what: str, place: _Place) -> CorpusError:
    return CorpusError(what, where=f"{place.where}:{field.line}")

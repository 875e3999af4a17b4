"""What is retrieved: passages. An article with front matter is one; plain Markdown gives one a heading."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from ctxgate.errors import CorpusError
from ctxgate.retrieve.frontmatter import Field, Split
from ctxgate.retrieve.markdown import Section, sections
from ctxgate.retrieve.scope import UNIVERSAL, scope_name
from ctxgate.retrieve.unheeded import refuse_keys, refuse_text
from ctxgate.text.dates import parse_date
from ctxgate.text.visible import visible

KEYS = ("id", "title", "category", "product_scope", "keywords", "related", "date")
"""The keys of front matter that mean something here. Others are left alone."""

REQUIRED = KEYS[:4]
MARKS = ("id", "category", "product_scope", "related")
"""A file whose front matter has one of these is meant as an article and must have all of `REQUIRED`."""

MAX_ID = 200
"""Characters of an id."""


class Passage(msgspec.Struct, frozen=True):
    """One thing that can be retrieved.

    `path` is the file's, in the folder; `line` is the line of the file that `text` begins on. `scope`
    holds the names of the products it is about, and is empty where it is universal. `whole` says that it is
    an article with front matter, and not a heading of plain Markdown.
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


class _Place(NamedTuple):
    path: str
    where: str


def passages(path: str, where: str, parts: Split, fields: dict[str, Field] | None) -> list[Passage]:
    """Return the passages of one file; none where it has nothing but headings.

    `path` is its path in the folder, `where` the name that errors call it by. Raises CorpusError that
    names file and line, for an empty file too: what was an article and is cut off must not just be missing.
    """
    place = _Place(path, where)
    fields = fields or {}
    refuse_keys(fields, where)
    if "product_scope" not in fields:
        refuse_text(parts, where)
    if not parts.body.strip():
        what = "an empty file" if parts.yaml is None else "front matter without any text below it"
        raise CorpusError(
            what, where=f"{place.where}:{parts.body_line}", todo="Write it, or take it out of the folder."
        )
    if any(key in fields for key in MARKS):
        return [_article(place, parts, fields)]
    return _plain(place, parts, fields)


def _article(place: _Place, parts: Split, fields: dict[str, Field]) -> Passage:
    for key in REQUIRED:
        if key not in fields:
            todo = _MISSING.get(key, "")
            raise CorpusError(
                f"the front matter has no {key}", where=f"{place.where}:{parts.yaml_line}", todo=todo or None
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


def _plain(place: _Place, parts: Split, fields: dict[str, Field]) -> list[Passage]:
    found = sections(parts.body)
    given = fields.get("title")
    title = given.value.strip() if given is not None and isinstance(given.value, str) else ""
    date = fields.get("date")
    day = date.value if date is not None and isinstance(date.value, str) and parse_date(date.value) else None
    words = fields.get("keywords")
    keywords = words.value if words is not None and isinstance(words.value, tuple) else ()
    head = title or next((s.path[0] for s in found if s.path), "") or _stem(place.path)
    # A heading above nothing but other headings says nothing that they do not say with it.
    kept = [s for s in found if not s.bare]
    result: list[Passage] = []
    for section in kept:
        id_ = f"{place.path}#{section.anchor}" if section.anchor else place.path
        text, line = _trimmed(section.text, parts.body_line + section.line)
        result.append(
            Passage(
                id=id_,
                source=id_,
                title=_joined(head, section),
                text=text,
                path=place.path,
                line=line,
                whole=False,
                keywords=keywords,
                date=day,
                id_line=line,
            )
        )
    return result


def _joined(head: str, section: Section) -> str:
    path = section.path[1:] if section.path[:1] == (head,) else section.path
    return " > ".join((head, *path))


def _trimmed(text: str, line: int) -> tuple[str, int]:
    blank = text[: len(text) - len(text.lstrip())]
    return text.strip(), line + blank.count("\n")


def _stem(path: str) -> str:
    return path.rpartition("/")[2].rpartition(".")[0] or path


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

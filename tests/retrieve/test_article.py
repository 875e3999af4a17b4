"""Articles: what the front matter must have, and what plain Markdown gives without any."""

from __future__ import annotations

import pytest
from articles import article

from ctxgate.errors import CorpusError
from ctxgate.retrieve.article import Passage, passages
from ctxgate.retrieve.frontmatter import parse, split


def read(text: str, path: str = "power/a.md") -> list[Passage]:
    parts = split(text, f"kb/{path}")
    fields = None if parts.yaml is None else parse(parts.yaml, f"kb/{path}", parts.yaml_line)
    return passages(path, f"kb/{path}", parts, fields)


def refused(text: str) -> CorpusError:
    with pytest.raises(CorpusError) as caught:
        read(text)
    return caught.value


FULL = """---
id: kb-1
title: "Cradle: no charge"
category: power
product_scope: ["Nimbus Beacon"]
keywords: [cradle, charge]
related: [kb-2, kb-3, kb-2]
date: 2024-01-05
layout: wide
---

# Cradle

Wipe the contacts.

## More

Text.
"""


def test_an_article_is_one_passage_with_all_its_fields() -> None:
    (found,) = read(FULL)
    assert found == Passage(
        id="kb-1",
        source="power/a.md",
        title="Cradle: no charge",
        text="# Cradle\n\nWipe the contacts.\n\n## More\n\nText.",
        path="power/a.md",
        line=12,
        whole=True,
        scope=("Nimbus Beacon",),
        category="power",
        keywords=("cradle", "charge"),
        related=("kb-2", "kb-3"),
        date="2024-01-05",
        id_line=2,
        related_line=7,
    )


def test_a_star_is_all_products() -> None:
    (found,) = read(article("a", "text"))
    assert found.scope == ()


def test_values_that_yaml_would_change_stay_text() -> None:
    text = (
        FULL.replace("kb-1", "no").replace('"Cradle: no charge"', "1.10").replace("power\n", "2024-01-05\n")
    )
    (found,) = read(text)
    assert (found.id, found.title, found.category) == ("no", "1.10", "2024-01-05")


@pytest.mark.parametrize("key", ["id", "title", "category", "product_scope"])
def test_each_required_key_is_missed(key: str) -> None:
    lines = [line for line in FULL.split("\n") if not line.startswith(f"{key}:")]
    error = refused("\n".join(lines))
    assert error.what == f"the front matter has no {key}"
    assert error.where == "kb/power/a.md:2"


@pytest.mark.parametrize(
    ("old", "new", "line", "says"),
    [
        ("id: kb-1", "id:", 2, "id is empty"),
        ("id: kb-1", "id: [kb-1]", 2, "id must be text"),
        ("id: kb-1", 'id: "a\\u001bb"', 2, "an id is one line of at most 200 characters"),
        ("id: kb-1", "id: " + "x" * 201, 2, "an id is one line"),
        ('["Nimbus Beacon"]', "Nimbus", 5, "product_scope must be a list"),
        ('["Nimbus Beacon"]', "", 5, "product_scope is empty"),
        ('["Nimbus Beacon"]', "[]", 5, "product_scope is empty"),
        ('["Nimbus Beacon"]', '["*", Nimbus]', 5, 'has "*" (all products) beside a product'),
        ('["Nimbus Beacon"]', '["Nimbus*"]', 5, "'Nimbus*' is no product's name"),
        ('["Nimbus Beacon"]', '["-"]', 5, "'-' is no product's name"),
        ('["Nimbus Beacon"]', '[""]', 5, "product_scope holds an empty entry"),
        ('["Nimbus Beacon"]', "{nimbus: yes}", 5, "product_scope must be a list"),
        ("keywords: [cradle, charge]", "keywords: cradle, charge", 6, "keywords must be a list"),
        ("date: 2024-01-05", "date: yesterday", 8, "'yesterday' is not a date"),
        ("date: 2024-01-05", "date: 2024-02-31", 8, "'2024-02-31' is not a date"),
        ("layout: wide", "product-scope: [x]", 9, "nearest is 'product_scope'"),
        ("layout: wide", "Product Scope: [x]", 9, "nearest is 'product_scope'"),
    ],
)
def test_a_field_that_cannot_be_used_is_named_with_its_line(old: str, new: str, line: int, says: str) -> None:
    error = refused(FULL.replace(old, new))
    assert says in error.what
    assert error.where == f"kb/power/a.md:{line}"


def test_an_article_without_text_is_refused() -> None:
    error = refused(article("a", "  \n\n"))
    assert error.what == "front matter without any text below it"
    assert error.todo == "Write it, or take it out of the folder."


@pytest.mark.parametrize("text", ["", "\n \n", "---\ntitle: a\n---\n"])
def test_an_empty_file_is_refused_since_it_may_have_been_an_article(text: str) -> None:
    assert "Write it" in (refused(text).todo or "")


def test_a_misspelt_scope_does_not_open_an_article() -> None:
    error = refused("---\ntitle: a\nproduct_scop: [Nimbus]\n---\ntext")
    assert "nearest is 'product_scope'" in error.what


def test_other_front_matter_is_left_alone_and_its_title_is_used() -> None:
    text = "---\ntitle: npm-cache\nsection: 1\ncreated: no date\ndescription: Manipulates\n---\n\nintro\n\n## Flags\n\ntext\n"
    first, second = read(text, "docs/cache.md")
    assert (first.id, first.title, first.text, first.line) == ("docs/cache.md", "npm-cache", "intro", 8)
    assert (second.id, second.source) == ("docs/cache.md#flags", "docs/cache.md#flags")
    assert (second.title, second.line, second.scope, second.whole) == ("npm-cache > Flags", 10, (), False)


def test_plain_markdown_is_one_passage_a_heading_and_bare_headings_are_left_to_those_below() -> None:
    found = read("# Guide\n\n## Install\n\n### Linux\n\nrun it\n\n### Windows\n\nclick\n", "guide.md")
    assert [(p.id, p.title) for p in found] == [
        ("guide.md#linux", "Guide > Install > Linux"),
        ("guide.md#windows", "Guide > Install > Windows"),
    ]


def test_a_file_of_mere_headings_gives_no_passage() -> None:
    assert read("# Only a heading\n\n## And another\n") == []


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("# Title\n\n---\nid: a\nproduct_scope: [Nimbus]\n---\n\ntext", 5),
        ("\ufeff---\nid: a\nproduct_scope: [Nimbus]\n---\ntext", 3),
        ("----\nid: a\n'product_scope' : [Nimbus]\n----\ntext", 3),
        ("---\narticle:\n  product_scope: [Nimbus]\n---\ntext", 3),
        ("---\ntitle: a\n---\n---\nproduct_scope: [Nimbus]\n---\ntext", 5),
    ],
)
def test_a_scope_that_nothing_heeds_is_refused_and_does_not_open_the_article(text: str, line: int) -> None:
    error = refused(text)
    assert error.what == "product_scope stands where nothing heeds it"
    assert error.where == f"kb/power/a.md:{line}"


def test_a_scope_in_code_or_in_a_sentence_is_text() -> None:
    text = (
        "# Format\n\nWrite `product_scope: [x]` at the top:\n\n```yaml\n---\nproduct_scope: [x]\n---\n```\n"
    )
    assert len(read(text)) == 1
    assert len(read(article("a", "product_scope: this article explains it"))) == 1


def test_half_a_surrogate_pair_is_refused() -> None:
    for key in ("id: kb-1", "keywords: [cradle, charge]"):
        name = key.partition(":")[0]
        error = refused(FULL.replace(key, f'{name}: "\\ud800"' if name == "id" else f'{name}: ["\\ud800"]'))
        assert "surrogate" in error.what or "not YAML" in error.what

"""Articles: what the front matter must have, and what plain Markdown gives without any."""

from __future__ import annotations

import pytest
from articles import article

from ctxgate.errors import CorpusError
from ctxgate.retrieve.article import Passage
from ctxgate.retrieve.page import read_page


def read(text: str, path: str = "power/a.md") -> list[Passage]:
    return read_page(path, f"kb/{path}", text).passages


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


@pytest.mark.parametrize("key", ["id", "title", "category"])
def test_each_key_that_an_article_must_have_is_missed(key: str) -> None:
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


def test_a_file_without_product_scope_is_plain_markdown_whatever_else_it_has() -> None:
    text = "\n".join(line for line in FULL.split("\n") if not line.startswith("product_scope:"))
    first, second = read(text)
    assert (first.id, second.id) == ("power/a.md#cradle", "power/a.md#more")
    assert (first.title, first.keywords, first.date) == (
        "Cradle: no charge > Cradle",
        ("cradle", "charge"),
        "2024-01-05",
    )
    assert (first.scope, first.whole, first.category, first.related, first.page) == (
        (),
        False,
        "",
        (),
        "Cradle: no charge",
    )


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "an empty file"),
        ("\n \n", "an empty file"),
        ("---\ntitle: a\n---\n", "front matter without any text below it"),
        ("+++\ntitle = 'a'\n+++\n\n", "front matter without any text below it"),
        (article("a", "  \n\n"), "front matter without any text below it"),
        ("# Only\n\n## Headings\n", "no text in it"),
    ],
)
def test_a_file_without_text_says_why_it_is_passed_over(text: str, why: str) -> None:
    page = read_page("a.md", "kb/a.md", text)
    assert (page.passages, page.empty, page.doubt) == ([], why, None)


@pytest.mark.parametrize(
    ("front", "title", "keywords", "date"),
    [
        ("title: Start\ntags: [a, b c]\nkeywords: [b c, d]\ndate: 2024-01-05", "Start", ("b c", "d", "a"), "2024-01-05"),
        ("title: >\n  On\n  two\ntags: one, two\ndate: 2023-08-27 10:00:00 +0200", "On two", ("one", "two"), "2023-08-27 10:00:00 +0200"),
        ("title:\ntags:\ndate: soon", "Heading", (), None),
        ("title: null\ntags: {a: b}\ndate: [1]", "Heading", (), None),
        ('title: "{{ page.title }}"\ntags: [[a], b]', "Heading", (), None),
        ("title: {{ page.title }}\ndraft: true", "Heading", (), None),
        ("title: [a, b]\nslug: /\nsidebar_position: 3", "Heading", (), None),
        ("title: One\ntitle: Two", "Two", (), None),
        ("title:\tTabbed\n\nmenu:\n\tmain: 1", "Tabbed", (), None),
        ("base: &x {a: 1}\ntitle: Alias\nmore: *x\nlist:\n  - *x\nkind: !custom 5", "Alias", (), None),
    ],
)  # fmt: skip
def test_of_other_front_matter_what_has_a_usable_form_is_used(
    front: str, title: str, keywords: tuple[str, ...], date: str | None
) -> None:
    page = read_page("a.md", "kb/a.md", f"---\n{front}\n---\n\n# Heading\n\ntext\n")
    (found,) = page.passages
    assert (found.page, found.keywords, found.date) == (title, keywords, date)
    assert (page.doubt, page.note) == (None, None)


@pytest.mark.parametrize(
    ("text", "line", "title"),
    [
        ("---\ntitle: Error: no charge\nlayout: 'wide'\n---\ntext", 2, "Error: no charge"),
        ("---\nlayout: a\ntitle: 'Quoted' and more\ntags: [a\n---\ntext", 3, "'Quoted' and more"),
        ("+++\ntitle = Bare words\n+++\ntext", 2, "Bare words"),
        ("+++\ntitle = 'a'\ntitle = 'b'\n+++\ntext", 3, "b"),
        (f"+++\ntitle = 'a'\n{'a.' * 30_000}b = 1\n+++\ntext", 2, "a"),
        (f"+++\ntitle = 'a'\nb = {'[' * 20_000}\n+++\ntext", 2, "a"),
        (f"---\ntitle: a\nb: {'[' * 20_000}\n---\ntext", 2, "a"),
        (f"+++\ntitle = 'a'\nb = {'9' * 5_000}\n+++\ntext", 2, "a"),
    ],
)
def test_front_matter_that_cannot_be_read_is_noted_and_left_out_but_for_its_title(
    text: str, line: int, title: str
) -> None:
    page = read_page("a.md", "kb/a.md", text)
    assert page.note is not None
    assert page.note.where == f"kb/a.md:{line}"
    assert page.doubt is not None
    assert [(p.text, p.title) for p in page.passages] == [("text", title)]


@pytest.mark.parametrize(
    "text", ["---\njust words\n---\n\nmore", "---\n- a\n- b\n---\n\nmore", "---\ntitle: never closed\n\nmore"]
)
def test_rules_that_hold_no_front_matter_are_text(text: str) -> None:
    page = read_page("a.md", "kb/a.md", text)
    assert page.note is not None
    assert page.passages[0].text.startswith("---")
    assert page.passages[-1].text.endswith("more")


def test_a_file_that_begins_with_a_rule_is_nothing_to_speak_of() -> None:
    page = read_page("a.md", "kb/a.md", "---\n\nSome words: and more.\n")
    assert (page.note, page.doubt, len(page.passages)) == (None, None, 1)


def test_an_article_may_have_its_front_matter_in_toml_or_json() -> None:
    toml = (
        '+++\nid = "a"\ntitle = "A"\ncategory = "c"\nproduct_scope = ["Nimbus"]\ndate = 2024-01-05\n+++\ntext'
    )
    json = (
        '{"id": "a", "title": "A", "category": "c",\n"product_scope": ["Nimbus"], "date": "2024-01-05"}\ntext'
    )
    for text, line in ((toml, 8), (json, 3)):
        page = read_page("a.md", "kb/a.md", text)
        (found,) = page.passages
        assert page.scoped
        assert (found.id, found.scope, found.date, found.line) == ("a", ("Nimbus",), "2024-01-05", line)
        assert (
            refused(text.replace('"Nimbus"', '"*", "x"')).where == f"kb/power/a.md:{5 if text is toml else 2}"
        )


@pytest.mark.parametrize(
    "text", ["{% include x %}\ntext", "{{ x }} text", "{: .no_toc}\ntext", '{"a": 1} is JSON']
)
def test_braces_that_are_no_front_matter_are_text(text: str) -> None:
    assert [p.text for p in read(text)] == [text]


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

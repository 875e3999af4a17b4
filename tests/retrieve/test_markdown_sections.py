"""Sections of Markdown: headings as CommonMark has them, anchors as sites make them, and no text lost."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from work import assert_linear

from ctxgate.errors import CorpusError
from ctxgate.retrieve.markdown import MAX_HEADINGS, headings, sections, slug

LINES = (
    "# one", "## two ##", "#no", "####### seven", "text", "more text", "", "---", "===", " ---", "```", "~~~", "```py",
    "    # code", "> quote", "* * *", "<!-- remark", "-->", "<div>", "</div>", "<b>", "## ", "  # three", "- item", "```x`",
)  # fmt: skip


def of(text: str) -> list[tuple[int, int]]:
    return [(heading.level, heading.line) for heading in headings(text.split("\n"))]


@settings(deadline=None)  # the oracle is slow at first
@given(st.lists(st.sampled_from(LINES), max_size=8).map("\n".join))
def test_headings_are_those_that_a_markdown_parser_finds(text: str) -> None:
    tokens = MarkdownIt("commonmark").parse(text)
    expected = [
        (int(token.tag[1]), token.map[0])
        for token in tokens
        if token.type == "heading_open" and token.level == 0 and token.map is not None
    ]
    assert of(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("```\n# not\n```\n# yes", [(1, 3)]),
        ("~~~~\n# not\n~~~\n# not\n~~~~\n# yes", [(1, 5)]),
        ("```\n# never closed", []),
        ("<!--\n# not\n-->\n# yes", [(1, 3)]),
        ("<pre>\n# not\n\n# not\n</pre>\n# yes", [(1, 5)]),
        ("<div>\n# not\n\n# yes", [(1, 3)]),
        ("Title\n=====\n\nTwo\nlines\n---\n", [(1, 0), (2, 3)]),
        ("- item\n\n  # in the item\n\n# yes", [(1, 4)]),
        ("- item\nthat goes on\n---\n", []),
        ("text\n\n---\n\ntext", []),
        ("a | b\n--- | ---\n", []),
    ],
)
def test_what_looks_like_a_heading_and_is_none(text: str, expected: list[tuple[int, int]]) -> None:
    assert of(text) == expected


def test_a_section_knows_the_headings_above_it_and_its_line() -> None:
    text = "before\n\n# Guide\n\nhello\n\n## Install\n\n### Linux\n\nrun it\n\n## Use\n\ndone\n"
    assert [(s.path, s.anchor, s.line, s.bare) for s in sections(text)] == [
        ((), "", 0, False),
        (("Guide",), "guide", 2, False),
        (("Guide", "Install"), "install", 6, True),
        (("Guide", "Install", "Linux"), "linux", 8, False),
        (("Guide", "Use"), "use", 12, False),
    ]


@given(st.lists(st.sampled_from(LINES), max_size=12).map("\n".join))
def test_sections_together_are_the_text(text: str) -> None:
    joined = "\n".join(section.text for section in sections(text))
    assert joined.strip() == text.strip()


@given(st.lists(st.sampled_from(["# a", "# a-1", "# A", "# ?", "# a {#a}", "# b {#x.y}", "x"]), max_size=9))
def test_no_two_headings_of_a_file_have_the_same_anchor(lines: list[str]) -> None:
    anchors = [section.anchor for section in sections("\n".join(lines))]
    assert len(set(anchors)) == len(anchors)


@pytest.mark.parametrize(
    ("heading", "text", "anchor"),
    [
        ("# Set up `ctxgate init`", "Set up ctxgate init", "set-up-ctxgate-init"),
        ("# What's *new* in 1.10?", "What's new in 1.10?", "whats-new-in-110"),
        ("# See [the docs](https://example.org/a_b)", "See the docs", "see-the-docs"),
        ("# `snake_case` and __bold__", "snake_case and bold", "snake_case-and-bold"),
        ("# Über uns", "Über uns", "über-uns"),
        ("# Limits {#quota}", "Limits", "quota"),
        ("# C <br/> D", "C  D", "c--d"),
        ("# ???", "???", "section"),
    ],
)
def test_the_text_and_the_anchor_of_a_heading(heading: str, text: str, anchor: str) -> None:
    (section,) = sections(heading + "\n\nwords")
    assert (section.path, section.anchor) == ((text,), anchor)


def test_slug_keeps_letters_digits_hyphens_and_underscores() -> None:
    assert slug("A-b_c 1.2 (d)") == "a-b_c-12-d"


def test_there_is_a_bound_on_headings() -> None:
    with pytest.raises(CorpusError, match="more than 20,000 headings"):
        sections("# a\n" * (MAX_HEADINGS + 1))


@pytest.mark.parametrize("line", ["# " + "[x](" * 50_000, "`" * 200_000, "- " * 100_000, "<a" * 100_000, "# a_" + "_a" * 90_000,
                                  "=" * 200_000 + "x", "a\n" * 100_000 + "---"])  # fmt: skip
def test_no_line_takes_long(line: str) -> None:
    assert_linear(lambda size: sections(line[:size]), len(line) // 8)

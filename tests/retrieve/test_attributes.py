"""Attributes behind a heading give its anchor and are no part of its text; other braces are text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxgate.retrieve.attributes import without_attributes
from ctxgate.retrieve.markdown import sections


@pytest.mark.parametrize(
    "attributes",
    ["{#start}", "{ #start }", "{: #start }", "{:#start}", "{/* #start */}", '{ #start data-toc="y z" }', "{#start .wide}",
     "{.wide #start}", "{: .no_toc #start}", "{: key=value #start}", "{#start} ##", "## {#start}", "{ .wide } {#start}",
     "{.a.b#start}", "{: toc #start }"],
)  # fmt: skip
@pytest.mark.parametrize("form", ["## Start the backup {}\n\n", "Start the backup {}\n---\n\n"])
def test_each_form_of_an_id_gives_the_anchor_and_does_not_stand_in_the_heading(
    form: str, attributes: str
) -> None:
    if "##" in attributes and form[0] != "#":
        attributes = "{#start}"  # only that form of heading has closing marks
    (section,) = sections(form.format(attributes) + "The backup runs at night.\n")
    assert (section.path, section.anchor) == (("Start the backup",), "start")
    assert "{" not in section.text
    assert "start" not in section.text


@pytest.mark.parametrize(
    "heading",
    ["The path /items/{item_id}", "Use {key=value}", "Write \\{#id}", "The set {a, b}", "`{#id}`", "Say {{ name }}",
     "{#a b}", "{#ä/ö}", "Code {:a;b}", "Empty {}", "{ }", "{# }", "A {/* remark */}"],
)  # fmt: skip
def test_other_braces_are_part_of_the_heading(heading: str) -> None:
    assert without_attributes(heading) == (heading, None)
    (section,) = sections(f"# {heading}\n\ntext")
    assert section.text.startswith(f"# {heading}")


def test_attributes_without_an_id_leave_the_anchor_to_the_text() -> None:
    for attributes in ("{.wide}", "{: .no_toc }", "{: toc}"):
        (section,) = sections(f"# Start here {attributes}\n\ntext")
        assert (section.path, section.anchor, section.text) == (
            ("Start here",),
            "start-here",
            "# Start here\n\ntext",
        )


@pytest.mark.parametrize("heading", ["## Start the backup", "Start the backup\n-----"])
def test_kramdown_writes_them_on_the_line_below(heading: str) -> None:
    first, second = sections(f"{heading}\n{{: .wide #start }}\n\n## Next\n{{: .note }}\ntext")
    assert (first.anchor, first.bare, second.anchor, second.bare) == ("start", True, "next", False)
    assert "{: .note }" in second.text


def test_a_long_heading_still_has_its_anchor() -> None:
    (section,) = sections(f"# {'long ' * 500}{{ #start }}\n\ntext")
    assert section.anchor == "start"


@given(st.text("{}#.:=-/* ab\"'\\", max_size=40))
def test_what_is_left_is_the_beginning_of_the_heading(heading: str) -> None:
    text, anchor = without_attributes(heading)
    assert heading.startswith(text)
    assert anchor is None or f"#{anchor}" in heading[len(text) :]

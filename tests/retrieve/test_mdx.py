"""MDX: the code of a site is left out, its Markdown stays on its lines, and in doubt nothing is left out."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from work import assert_linear

from ctxgate.retrieve.mdx import without_code
from ctxgate.retrieve.page import read_page


def kept(text: str) -> str:
    return without_code(text).text


PAGE = """---
id: install
title: Install
---

import Tabs from '@theme/Tabs';
import {
  One,

  Two,
} from "x";

export const Colour = ({children}) => (
  <b>{children}</b>
);

# Install {/* #start */}

<Tabs
  groupId="os"
  values={[{label: "A > b", value: '}'}]}>
<TabItem value="linux">

Run `npm install {x}` at <b>night</b>. {/* a remark
on two lines */} Then {props.next}.

</TabItem></Tabs>

```jsx
import x from "y";
<Tabs>{x}</Tabs>
```

:::note
A <Highlight color="red">bright</Highlight> word.
:::
"""


def test_a_page_is_read_without_its_code() -> None:
    page = read_page("a.mdx", "a.mdx", PAGE)
    (found,) = page.passages
    assert (found.id, found.title, found.line) == ("a.mdx#start", "Install", 17)
    assert [line for line in found.text.split("\n") if line] == [
        "# Install",
        "Run `npm install {x}` at <b>night</b>.",
        " Then .",
        "```jsx",
        'import x from "y";',
        "<Tabs>{x}</Tabs>",
        "```",
        ":::note",
        "A bright word.",
        ":::",
    ]
    lines = PAGE.split("\n")
    assert found.text.split("\n")[lines.index(":::note") + 1 - found.line] == ":::note"


def test_a_page_of_nothing_but_code_is_passed_over() -> None:
    page = read_page("a.mdx", "a.mdx", "import A from './a';\n\n<A />\n")
    assert (page.passages, page.empty) == ([], "no text in it")


def test_the_same_text_in_a_file_of_plain_markdown_stays_as_it_is() -> None:
    text = "import A from './a';\n\n<A /> {x}"
    assert read_page("a.md", "a.md", text).passages[0].text == text


@pytest.mark.parametrize(
    "text",
    [
        "if a < b and c > d",
        "an open { brace and <Tag that never ends",
        "import duties are paid at the border",
        "export of goods",
        "words\nimport x from 'y'",
        "an escaped \\{brace} and \\<Tag>",
        "a formula $\\frac{a}{b}$ and $$\n{x}\n$$",
        "`` `{x}` `` and `<Tag>`",
        "<https://example.org/a> and <b>HTML</b> and <br/>",
        '<span style={{display: "none"}}>hidden</span>',
        "~~~\n{never closed",
        "## Limits {#quota}",
        "",
    ],
)
def test_what_is_no_code_of_a_site_stays(text: str) -> None:
    assert without_code(text) == (text, [])


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("a {x} b", "a  b"),
        ("{'{'} and {\"}\"}", " and"),
        ("{/* don't { */} after", " after"),
        ("<>text</>", "text"),
        ("<motion.div a='>' b={`}`} c>text</motion.div>", "text"),
        ("<Api.Table {...props}/>text", "text"),
        ("export default function Page() {\n\n  return 1;\n}\n\ntext", "\n\n\n\n\ntext"),
        ("import 'a.css'\nimport B from 'b'\n\ntext", "\n\n\ntext"),
        ("export const open = (\n\ntext", "\n\ntext"),
        ("- ```js\n  {x}\n  ```\n- {y}", "- ```js\n  {x}\n  ```\n-"),
    ],
)
def test_what_is_code_of_a_site_goes(text: str, left: str) -> None:
    assert kept(text) == left


@given(st.text("{}<>/`'\"\\$*Aa. \n", max_size=60))
def test_lines_stay_where_they_are_and_nothing_is_made_up(text: str) -> None:
    found = without_code(text)
    assert found.text.count("\n") == text.count("\n")
    for line, before in zip(found.text.split("\n"), text.split("\n"), strict=True):
        letters = iter(before)
        assert all(char in letters for char in line)


@pytest.mark.parametrize("unit", ["{", "}", "<A ", "<A b=", "<A b='", "`", "` `` ", "{/*", "{\"\\", "$a", "export (\n\n", "import {\n", "<A {", "\\",
                                  "```\n", "$$", "{'"])  # fmt: skip
def test_no_text_takes_long(unit: str) -> None:
    assert_linear(lambda size: without_code(unit * (size // len(unit))), 20_000)

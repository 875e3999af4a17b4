"""Front matter: every scalar is the string that was typed, and what is not a mapping is refused with its line."""

from __future__ import annotations

import contextlib

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from work import assert_linear

from ctxgate.errors import CorpusError
from ctxgate.retrieve.events import read_yaml
from ctxgate.retrieve.frontmatter import MAX_CHARS, Field, Head, Split, never_closed, read_head, split


def parse(yaml: str, where: str, first_line: int) -> dict[str, Field]:
    """Read front matter as that of an article, in which nothing may be a problem."""
    head = read_yaml(yaml, where, first_line)
    if head.problem is not None:
        raise head.problem
    return head.fields


def values(yaml: str) -> dict[str, object]:
    return {key: field.value for key, field in parse(yaml, "a.md", 2).items()}


@pytest.mark.parametrize(
    "scalar",
    [
        "no",
        "yes",
        "off",
        "true",
        "null",
        "~",
        "1.10",
        "1e3",
        "0x1F",
        "010",
        "12:30:45",
        "2024-01-05",
        ".inf",
        "1_000",
    ],
)
def test_what_yaml_would_turn_into_something_else_stays_the_text_it_is(scalar: str) -> None:
    assert values(f"key: {scalar}\nlist: [{scalar}, b]") == {"key": scalar, "list": (scalar, "b")}


def test_a_key_may_be_a_word_that_yaml_takes_for_a_boolean_or_a_number() -> None:
    assert values("no: a\n1.10: b\non: c\n2024-01-05: d") == {
        "no": "a",
        "1.10": "b",
        "on": "c",
        "2024-01-05": "d",
    }


def test_each_field_knows_its_line_in_the_file() -> None:
    fields = parse("id: a\n\n# a remark\ntitle: >\n  long\n  text\nrelated:\n  - b\n", "a.md", 2)
    assert [(key, field.line) for key, field in fields.items()] == [("id", 2), ("title", 5), ("related", 8)]


def test_lists_and_quotes_and_blocks_are_read() -> None:
    yaml = "a: [x, 'y z', \"w\\u0021\"]\nb:\n- p\n- q\nc: |\n  one\n  two\nd:\ne: {x: 1}\nf: [[1]]"
    assert values(yaml) == {
        "a": ("x", "y z", "w!"),
        "b": ("p", "q"),
        "c": "one\ntwo\n",
        "d": "",
        "e": None,
        "f": None,
    }


def test_nothing_but_remarks_is_an_empty_mapping() -> None:
    assert values("# nothing here") == {}
    assert values("") == {}


@pytest.mark.parametrize(
    ("yaml", "place", "says"),
    [
        ("just words", "a.md:2", "plain text, not a mapping"),
        ("- a\n- b", "a.md:2", "a list, not a mapping"),
        ("id: a\nid: b", "a.md:3", "the key 'id' stands twice"),
        ("id: a\n\ttitle: b", "a.md:3", "a tab in the front matter"),
        ("id:\ta", "a.md:2", "a tab in the front matter"),
        ("id: a\ntitle: Error: no charge", "a.md:3", "not YAML: mapping values are not allowed"),
        ("product_scope: *", "a.md:2", "not YAML"),
        ("product_scope: [*]", "a.md:2", "not YAML"),
        ("a: &x b\nc: *x", "a.md:2", "an alias or an anchor"),
        ("a: !!int 5", "a.md:2", "a tag"),
        ("a: !include x", "a.md:2", "a tag"),
        ("[a, b]: c", "a.md:2", "a key of the front matter is not a word"),
        ("a: 'open", "a.md:2", "not YAML"),
        ("a: b\n c: d", "a.md:3", "not YAML"),
        ("a: \x01", "a.md:2", "not YAML"),
        ("a: " + "[" * 30_000, "a.md:2", "more than 500 brackets"),
    ],
)
def test_what_is_no_mapping_of_words_is_refused_with_its_line(yaml: str, place: str, says: str) -> None:
    with pytest.raises(CorpusError) as caught:
        parse(yaml, "a.md", 2)
    assert caught.value.where == place
    assert says in caught.value.what


@settings(deadline=None)  # the parser is imported when it is first used
@given(st.text(max_size=200))
def test_any_text_is_read_or_refused_with_a_place(yaml: str) -> None:
    try:
        fields = parse(yaml, "a.md", 2)
    except CorpusError as e:
        assert e.where is not None
        assert int(e.where.removeprefix("a.md:")) >= 2
    else:
        assert all(field.line >= 2 for field in fields.values())


@settings(deadline=None)  # the parser is imported when it is first used
@given(
    st.dictionaries(
        st.from_regex(r"[a-z_]{1,12}", fullmatch=True), st.text("ab: #*&[]{}'\"-!%@é\\", max_size=20)
    )
)
def test_what_is_quoted_comes_back_as_it_is(fields: dict[str, str]) -> None:
    quoted = "\n".join(f"{key}: '{value.replace(chr(39), chr(39) * 2)}'" for key, value in fields.items())
    assert values(quoted) == fields


def test_front_matter_lies_between_the_first_two_lines_of_dashes() -> None:
    parts = split("---\nid: a\n---\n\n# Text\n\n---\n\nmore\n", "a.md")
    assert (parts.head, parts.head_line, parts.body_line) == ("id: a", 2, 4)
    assert parts.body == "\n# Text\n\n---\n\nmore\n"


def test_dots_close_it_as_well_and_blank_lines_may_come_before() -> None:
    parts = split("\n  \n--- \nid: a\n...\ntext", "a.md")
    assert (parts.head, parts.head_line, parts.body, parts.body_line) == ("id: a", 4, "text", 6)


@pytest.mark.parametrize(
    "text",
    [
        "# Title\n\n```yaml\n---\nid: a\n---\n```\n",
        "Title\n---\n\ntext\n\n---\n",
        "----\nid: a\n----\n",
        "    ---\nid: a\n---\n",
        "***\n\ntext\n",
        "",
    ],
)
def test_dashes_elsewhere_are_part_of_the_text(text: str) -> None:
    assert split(text, "a.md")[:4] == (None, 1, text, 1)


def test_a_longer_line_of_dashes_or_an_indented_one_does_not_close_it() -> None:
    assert split("---\na: |\n  ---\n  b\n---\ntext", "a.md").head == "a: |\n  ---\n  b"
    assert split("---\na: b\n-----\ntext", "a.md").head is None


def test_front_matter_that_is_never_closed_is_text() -> None:
    text = "\n---\nid: a\n\n# Text\n"
    assert split(text, "a.md")[:4] == (None, 1, text, 1)
    assert never_closed(text)
    assert never_closed("+++\nid = 1\n")
    assert not any(map(never_closed, ["---\n\nid: a", "---\nSome words: and more", "# id: a", "---\n", ""]))


def test_toml_and_json_lie_where_their_own_signs_are() -> None:
    assert split("+++\na = 1\n---\n+++ \n\ntext", "a.md") == Split("a = 1\n---", 2, "\ntext", 5, "toml")
    assert split('\n{"a":\n1}\n\ntext', "a.md") == Split('{"a":\n1}', 2, "\ntext", 4, "json")
    for text in (
        '{"a": 1} text',
        '{"a": 1',
        "{'a': 1}\n",
        "{a}",
        '["a"]\n',
        "{{ x }}\n",
        '{"a": ' + "[" * 60_000,
        "",
    ):
        assert split(text, "a.md").head is None


def read(text: str) -> Head:
    head = read_head(split(text, "a.md"), "a.md")
    assert head is not None
    return head


def test_values_of_toml_and_json_become_the_text_that_they_are_written_as() -> None:
    toml = read(
        '+++\na = "x"\nb = 1.10\nc = true\nd = 2024-01-05\ne = ["x", 2]\nf = [[1]]\n[g]\n"h i" = {j = 1}\n+++\n'
    )
    json = read(
        '{"a": "x", "b": 1.10, "c": true,\n"d": null, "e": ["x", 2], "f": [[1]], "g": {"h i": [{"j": 1}]}}\n'
    )
    for head, d in ((toml, "2024-01-05"), (json, "")):
        assert {key: field.value for key, field in head.fields.items()} == {
            "a": "x", "b": "1.10", "c": "true", "d": d, "e": ("x", "2"), "f": None, "g": None,
        }  # fmt: skip
        assert [key for key, _ in head.fields["g"].inner] == ["h i", "j"]
    assert [field.line for field in toml.fields.values()] == [2, 3, 4, 5, 6, 7, 8]
    assert toml.fields["g"].inner[0] == ("h i", 9)
    assert json.fields["d"].line == 2


def test_a_key_of_json_that_stands_twice_is_a_problem() -> None:
    head = read('{"a": 1, "a": {"b": 2}}\n')
    assert head.problem is not None
    assert (head.form, head.fields["a"].value, head.fields["a"].inner) == ("mapping", None, (("b", 1),))


@settings(deadline=None)
@given(
    st.sampled_from(["---\n", "+++\n", "{"]),
    st.text(max_size=200),
    st.sampled_from(["\n---\n", "\n+++\n", "}\n"]),
)
def test_any_front_matter_is_read_or_told_to_be_unreadable(opens: str, inside: str, closes: str) -> None:
    head = read_head(split(f"{opens}{inside}{closes}text", "a.md"), "a.md")
    assert head is None or head.form == "mapping" or head.problem is not None


def test_front_matter_is_bounded() -> None:
    with pytest.raises(CorpusError, match="front matter of"):
        split("---\na: " + "b" * MAX_CHARS + "\n---\n", "a.md")


@pytest.mark.parametrize("with_libyaml", [True, False])
@pytest.mark.parametrize(
    "unit",
    [
        "[",
        "- ",
        "? ",
        "a: ",
        "'",
        '"',
        "{a: ",
        "&a ",
        "!a ",
        "# ",
        "|",
        "%",
        "a,",
        "\n ",
        "a\n",
        "a: b\n",
        "\\",
    ],
)
def test_no_front_matter_takes_long(unit: str, with_libyaml: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not with_libyaml:
        monkeypatch.setattr("ctxgate.retrieve.events._loader", lambda: yaml.BaseLoader)

    def work(size: int) -> None:
        for opening in ("", "key: [", "key: '", "key:\n  "):
            with contextlib.suppress(CorpusError):
                parse(opening + unit * (size // len(unit)), "a.md", 2)

    assert_linear(work, 4_000)


@pytest.mark.parametrize("value", ["[*]", "*", "\n  - *", "[Nimbus, *]"])
def test_a_star_without_quotes_is_told_where_they_go(value: str) -> None:
    with pytest.raises(CorpusError) as caught:
        parse(f"id: a\nproduct_scope: {value}\ntitle: b", "a.md", 2)
    assert caught.value.todo == 'A star goes into quotes, as in product_scope: ["*"].'


def test_a_tag_is_shown_on_one_line() -> None:
    with pytest.raises(CorpusError) as caught:
        parse("id: !<tag:x%0Actxgate:> a", "a.md", 2)
    assert "\n" not in caught.value.what

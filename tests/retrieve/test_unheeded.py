"""A file is for all products only where it says so, or where nothing in it looks like scope."""

from __future__ import annotations

from pathlib import Path

import pytest
from articles import article, lay
from hypothesis import given
from hypothesis import strategies as st

from ctxgate.errors import CorpusError
from ctxgate.retrieve.code import code_lines
from ctxgate.retrieve.load import load, salvage
from ctxgate.retrieve.nearly import names_scope
from ctxgate.retrieve.page import Page, read_page


def read(text: str, path: str = "a.md") -> Page:
    return read_page(path, f"kb/{path}", text)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        # keys that mean it, and keys that nearly say it
        ("---\ntitle: a\nproduct-scope: [Nimbus]\n---\ntext", 3),
        ("---\ntitle: a\nproductScope: [Nimbus]\n---\ntext", 3),
        ("---\ntitle: a\nprodcut_scope: [Nimbus]\n---\ntext", 3),
        ("---\ntitle: a\nproduct_scopes: [Nimbus]\n---\ntext", 3),
        ("---\ntitle: a\nrpoduct scope: [Nimbus]\n---\ntext", 3),
        ("---\ntitle: a\nmeta.product_scope: [Nimbus]\n---\ntext", 3),
        ("---\ntitle: a\n\u0440r\u043educt_s\u0441\u043ere: [Nimbus]\n---\ntext".replace("re:", "pe:"), 3),
        ("---\ntitle: a\nproduct\u00ad_scope: [Nimbus]\n---\ntext", 3),
        ("---\ntitle: a\n\uff50roduct_scope: [Nimbus]\n---\ntext", 3),
        ("---\ntitle: a\nprodct_scpe: [Nimbus]\n---\ntext", 3),
        ("---\ntitle: a\nprodukt_skope: [Nimbus]\n---\ntext", 3),
        ("---\ntitle: a\nprod\u00fcct_sc0pe: [Nimbus]\n---\ntext", 3),
        ("---\ntitle: a\n? product_scop\n: [Nimbus]\n---\ntext", 3),
        ("---\ntitle: a\n? [product_scope]\n: [Nimbus]\n---\ntext", 3),
        # deeper down
        ("---\ntitle: a\nmeta: {product_scope: [Nimbus]}\n---\ntext", 3),
        ('---\ntitle: a\nmeta:\n  - x\n  - {y: {"product\\u005fscope": [Nimbus]}}\n---\ntext', 5),
        ("---\ntitle: a\n<<: {product_scope: [Nimbus]}\n---\ntext", 3),
        ("---\n{title: a, meta: {product_scope: [Nimbus]}}\n---\ntext", 2),
        ("---\ntitle: a\n# product_scope: [Nimbus]\n---\ntext", 3),
        # front matter of other kinds
        ('+++\ntitle = "a"\nproductScope = ["Nimbus"]\n+++\ntext', 3),
        ('+++\ntitle = "a"\n[params]\n"product-scope" = ["Nimbus"]\n+++\ntext', 4),
        ('+++\ntitle = "a"\nparams.prodct_scope = ["Nimbus"]\n+++\ntext', 3),
        ('+++\ntitle = "a"\n[[rows]]\nx = {product_scope = 1}\n+++\ntext', 4),
        ('+++\ntitle = "a"\n# product_scope = ["Nimbus"]\n+++\ntext', 3),
        ('{\n  "title": "a",\n  "product_scop": ["Nimbus"]\n}\n\ntext', 3),
        ('{"title": "a", "more": [{"product_scope": ["Nimbus"]}]}\n\ntext', 1),
        # front matter that cannot be read
        ("---\ntitle: Error: a\nproduct_scope: [Nimbus]\n---\ntext", 2),
        ("---\ntitle: a\nproduct_scope: [*]\n---\ntext", 3),
        ("---\ntitle: a: b\nmeta: {prodct_scpe: [Nimbus]}\n---\ntext", 2),
        ('---\ntitle: a: b\n"product\\u005fscope": [Nimbus]\n---\ntext', 2),
        ("---\ntitle: a: b\n? product_scope\n: [Nimbus]\n---\ntext", 2),
        ("---\ntitle: a: b\n# product scope\n---\ntext", 2),
        ("---\n- product_scope: [Nimbus]\n---\ntext", 2),
        ("+++\nproduct_scope = [Nimbus]\n+++\ntext", 2),
        ('+++\nproduct_scope = ["a"]\nproduct_scope = ["b"]\n+++\ntext', 3),
        ("---\ntitle: never closed\nproduct_scope: [Nimbus]\n\ntext", 3),
        ('{"title": "a",\n"product_scope": ["Nimbus"],}\n\ntext', 2),
        # front matter that is not seen as such
        ("----\ntitle: a\nproduct scope: [Nimbus]\n----\ntext", 3),
        ("Title: a\nProduct Scope: [Nimbus]\n\ntext", 2),
        ("---\u2028title: a\u2028product_scope: [Nimbus]\u2028---\u2028text", 1),
        ("<!-- ``` -->\n---\ntitle: a\nproduct_scope: [Nimbus]\n---\ntext\n```\n", 4),
        ("text\n\n<!-- product_scope: [Nimbus] -->\n", 3),
        ("text\n\n> product_scope: [Nimbus]\n", 3),
        ("text\n\n```\nnever closed\n\nproduct_scope: [Nimbus]\n", 6),
    ],
)
def test_what_looks_like_scope_and_is_heeded_by_nothing_is_refused_with_its_line(
    text: str, line: int
) -> None:
    with pytest.raises(CorpusError) as caught:
        read(text)
    assert caught.value.where == f"kb/a.md:{line}"
    assert caught.value.todo


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("export const meta = {\n  product_scope: ['Nimbus'],\n}\n\ntext", 2),
        ("export const meta = {title: 'a', productScope: ['Nimbus']}\n\ntext", 1),
        ("text\n\n<Meta product_scope={['Nimbus']} />\n", 3),
        ("text {/*\n product_scope: [Nimbus] */}\n", 2),
    ],
)
def test_scope_in_the_code_of_a_site_is_refused_since_that_is_left_out(text: str, line: int) -> None:
    with pytest.raises(CorpusError) as caught:
        read(text, "a.mdx")
    assert caught.value.where == f"kb/a.mdx:{line}"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("---\ntitle: a\nscope: [Nimbus]\n---\ntext", 3),
        ("---\ntitle: a\nProduct: Nimbus\n---\ntext", 3),
        ("---\ntitle: a\n PRODUCTS : [Nimbus]\n---\ntext".replace("\n ", "\n"), 3),
        ("---\ntitle: a\n\u0455\u0441\u043e\u0440\u0435: [Nimbus]\n---\ntext", 3),
        ("---\ntitle: a\n<<:\n  scope: [Nimbus]\n---\ntext", 4),
        ('+++\ntitle = "a"\nscope = ["Nimbus"]\n+++\ntext', 3),
        ('{"title": "a", "products": ["Nimbus"]}\n\ntext', 1),
        ("\u2014\u2014\u2014\ntitle: a\nscope: [Nimbus]\n---\ntext", 3),
        ("--- # note\ntitle: a\nscope: [Nimbus]\n---\ntext", 3),
        ("---yaml\ntitle: a\nscope: [Nimbus]\n---\ntext", 3),
        ("\u00ad---\ntitle: a\nscope: [Nimbus]\n---\ntext", 3),
        ("\ufeff---\ntitle: a\nscope: [Nimbus]\n---\ntext", 3),
        ("\u2028---\ntitle: a\nscope: [Nimbus]\n---\ntext", 3),
        ("\u0085---\ntitle: a\nscope: [Nimbus]\n---\ntext", 3),
        ("\x0b---\ntitle: a\nscope: [Nimbus]\n---\ntext", 3),
        ("  ---\n  title: a\n  scope: [Nimbus]\n  ---\ntext", 3),
        ("<!-- note\n-->\n---\ntitle: a\nproduct: Nimbus\n---\ntext", 5),
        ("<!-- note --> ---\ntitle: a\nproduct: Nimbus\n---\ntext", 3),
        ("> a note\n\n---\ntitle: a\nproduct: Nimbus\n---\ntext", 5),
        ("# Title\n\n---\ntitle: a\nproduct: Nimbus\n---\n\ntext", 5),
        ("---\ntitle: a\n---\n---\nscope: [Nimbus]\n---\ntext", 5),
        ("---\ntitle: a: b\nscope: [Nimbus]\n---\ntext", 3),
    ],
)
def test_a_word_that_other_tools_use_too_is_a_doubt(text: str, line: int) -> None:
    page = read(text)
    assert page.passages
    assert page.may_be_scoped
    assert page.doubt is not None
    assert page.doubt.where == f"kb/a.md:{line}"


@pytest.mark.parametrize(
    "words", ["scope: [Nimbus]", "products: [Nimbus]", "title: a: b", "- a list", "title: open\n\n"]
)
def test_a_doubt_counts_where_some_file_of_the_folder_uses_product_scope(tmp_path: Path, words: str) -> None:
    close = "" if words.endswith("\n") else "---\n"
    kb = lay(tmp_path / "kb", {"b.md": f"---\n{words}\n{close}text", "c.md": "# Plain\n\ntext"})
    alone = load(kb)
    assert alone.faults == ()
    assert {p.path for p in alone.passages} == {"b.md", "c.md"}
    lay(kb, {"a.md": article("a", "text")})
    beside = load(kb)
    assert [fault.where for fault in beside.faults] == [f"{kb}/b.md:{1 if not close else 2}"]
    assert beside.notes == ()
    assert {p.path for p in salvage(beside).passages} == {"a.md", "c.md"}


def test_of_a_refused_folder_what_may_be_scoped_is_not_handed_on(tmp_path: Path) -> None:
    kb = lay(
        tmp_path / "kb",
        {
            "a.md": b"---\nproduct_scope: [Caf\xe9]\n---\ntext",
            "b.md": "---\nscope: Nimbus\n---\ntext",
            "c.md": "---\ntitle: a: b\n---\ntext",
        },
    )
    kept = salvage(load(kb))
    assert [p.path for p in kept.passages] == ["c.md"]
    assert [path for path, _ in kept.missing] == ["b.md"]


@pytest.mark.parametrize(
    "text",
    [
        "# Format\n\n```yaml\nproduct_scope: [x]\n```\n",
        "# Format\n\n~~~~\n---\nproduct_scope: [x]\n---\n~~~\n~~~~\n",
        "# Format\n\n    ---\n    product_scope: [x]\n    ---\n",
        "# Format\n\n\tproduct_scope: [x]\n",
        "1. Write:\n\n   ```yaml\n   product_scope: [x]\n   ```\n",
        "- outer\n    - inner\n\n        ```yaml\n        product_scope: [x]\n        ```\n\ntext\n",
        "10. ```yaml\n    product_scope: [x]\n    ```\n",
        "- item\n\n      product_scope: [x]\n",
        "> ```\n> product_scope: [x]\n> ```\n",
        "<pre><code>\nproduct_scope: [x]\n</code></pre>\n",
        "Write `product_scope: [x]` there.\n\n`product_scope: [x]` is a list.\n",
        "# Title\n\n---\n\nScope: this page says what it is about.\n\n---\n\nmore\n",
        "---\ntitle: a\noauth: {scope: read}\nproduct_name: 5\nscore: 1\n---\ntext",
        "{{ include }}\n\ntext with scope: and product: in it\n",
        "text\n\nProduct scope: this page is for everyone.\n",
        "Telescope: what it is\n\nscope: a word\n",
    ],
)
def test_code_and_sentences_are_text(text: str) -> None:
    page = read(text)
    assert page.passages
    assert page.doubt is None


def test_an_article_that_says_its_scope_may_have_other_keys_and_words() -> None:
    for more in ({"product": "Nimbus"}, {"meta": {"product_scope": ["Nimbus"]}}):
        page = read(article("a", "product_scope: as said above", scope=("Nimbus",), **more))
        assert (len(page.passages), page.scoped, page.doubt) == (1, True, None)


@given(
    st.integers(0, 12),
    st.integers(0, 12),
    st.sampled_from("abcxyz_-1"),
    st.sampled_from(["put", "take", "change", "swap"]),
)
def test_any_two_slips_are_near(one: int, two: int, letter: str, kind: str) -> None:
    key = "product_scope"
    for at in (one, two):
        changed = {
            "put": key[:at] + letter + key[at:],
            "take": key[:at] + key[at + 1 :],
            "change": key[:at] + letter + key[at + 1 :],
            "swap": key[:at] + key[at : at + 2][::-1] + key[at + 2 :],
        }
        key = changed[kind]
    assert names_scope(key)
    assert names_scope(key.upper())


def test_other_words_are_not_near() -> None:
    others = ("production", "products", "scope", "product", "", "product_name", "product_id", "product_type", "scopes",
              "producer_scope_of", "telescope", "productivity", "sidebar_position", "pro_scope")  # fmt: skip
    assert not any(names_scope(key) for key in others)


def test_a_block_that_is_never_closed_is_no_code() -> None:
    assert code_lines(["```", "a", "```", "b", "~~~", "c"]) == {0, 1, 2}
    assert code_lines(["text", "    a lazy line", "", "    code"]) == {3}


OPENINGS = (
    "---",
    "+++",
    "--- ",
    "----",
    "---yaml",
    "\u2014\u2014\u2014",
    "  ---",
    "\ufeff---",
    "<!-- x -->\n---",
    "{",
)
LINES = ("title: a", "title: Error: b", "tags: [a", "tags:", "  - b", "  c: d", "\tx: y", "'open", '"open', "- item", "key = 'v'",
         "# remark", "a: &x b", "c: *x", "d: !t 5", "{{ x }}", "{", "[", "|", "text: |", "text: >-", "? q", "%TAG", "@", "é: ü",
         '"a": 1,', "id: a", "category: c", "\\")  # fmt: skip
NAMED = ("product_scope: [Nimbus]", 'product_scope: ["Nimbus"]', "product_scope:\n  - Nimbus", 'product_scope = ["Nimbus"]',
         '"product_scope": ["Nimbus"],', "prodct_scpe: [Nimbus]", "meta: {product_scope: [Nimbus]}", "productScope: Nimbus")  # fmt: skip


@given(
    st.sampled_from(OPENINGS),
    st.lists(st.sampled_from(LINES), max_size=4),
    st.sampled_from(NAMED),
    st.lists(st.sampled_from(LINES), max_size=4),
    st.sampled_from(("---", "+++", "}", "...", "-----", "")),
)
def test_no_front_matter_that_names_a_product_is_ever_opened_to_everyone(
    opening: str, before: list[str], named: str, after: list[str], closing: str
) -> None:
    text = "\n".join([opening, *before, named, *after, closing, "text"])
    try:
        page = read(text)
    except CorpusError:
        return
    assert all(passage.scope == ("Nimbus",) for passage in page.passages), text

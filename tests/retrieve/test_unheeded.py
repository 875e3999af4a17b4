"""A file is for all products only where it says so, or where nothing in it looks like scope."""

from __future__ import annotations

import pytest
from articles import article

from ctxgate.errors import CorpusError
from ctxgate.retrieve.article import passages
from ctxgate.retrieve.code import code_lines
from ctxgate.retrieve.frontmatter import parse, split
from ctxgate.retrieve.nearly import names_scope


def read(text: str) -> int:
    parts = split(text, "kb/a.md")
    fields = None if parts.yaml is None else parse(parts.yaml, "kb/a.md", parts.yaml_line)
    return len(passages("a.md", "kb/a.md", parts, fields))


@pytest.mark.parametrize(
    ("text", "line"),
    [
        # keys that mean it, and keys that nearly say it
        ("---\ntitle: a\nscope: [Nimbus]\n---\ntext", 3),
        ("---\ntitle: a\nProduct: Nimbus\n---\ntext", 3),
        ("---\ntitle: a\n PRODUCTS : [Nimbus]\n---\ntext".replace("\n ", "\n"), 3),
        ("---\ntitle: a\nproduct-scope: [Nimbus]\n---\ntext", 3),
        ("---\ntitle: a\nproductScope: [Nimbus]\n---\ntext", 3),
        ("---\ntitle: a\nprodcut_scope: [Nimbus]\n---\ntext", 3),
        ("---\ntitle: a\nproduct_scopes: [Nimbus]\n---\ntext", 3),
        ("---\ntitle: a\nrpoduct scope: [Nimbus]\n---\ntext", 3),
        ("---\ntitle: a\nmeta.product_scope: [Nimbus]\n---\ntext", 3),
        ("---\ntitle: a\n\u0440r\u043educt_s\u0441\u043ere: [Nimbus]\n---\ntext".replace("re:", "pe:"), 3),
        ("---\ntitle: a\n\u0455\u0441\u043e\u0440\u0435: [Nimbus]\n---\ntext", 3),
        ("---\ntitle: a\nproduct\u00ad_scope: [Nimbus]\n---\ntext", 3),
        ("---\ntitle: a\n\uff50roduct_scope: [Nimbus]\n---\ntext", 3),
        # deeper down
        ("---\ntitle: a\nmeta: {product_scope: [Nimbus]}\n---\ntext", 3),
        ('---\ntitle: a\nmeta:\n  - x\n  - {y: {"product\\u005fscope": [Nimbus]}}\n---\ntext', 5),
        ("---\ntitle: a\n<<: {product_scope: [Nimbus]}\n---\ntext", 3),
        ("---\ntitle: a\n<<:\n  scope: [Nimbus]\n---\ntext", 4),
        ("---\n{title: a, meta: {product_scope: [Nimbus]}}\n---\ntext", 2),
        ("---\ntitle: a\n# product_scope: [Nimbus]\n---\ntext", 3),
        # front matter of other kinds
        ('+++\ntitle = "a"\nproduct_scope = ["Nimbus"]\n+++\ntext', 3),
        ('+++\ntitle = "a"\nscope = ["Nimbus"]\n+++\ntext', 3),
        ('{\n  "title": "a",\n  "product_scope": ["Nimbus"]\n}\n\ntext', 3),
        ('{"title": "a", "product_scope": ["Nimbus"]}\n\ntext', 1),
        ('{"title": "a", "products": ["Nimbus"]}\n\ntext', 1),
        # front matter that is not seen as such
        ("----\ntitle: a\nproduct scope: [Nimbus]\n----\ntext", 3),
        ("\u2014\u2014\u2014\ntitle: a\nscope: [Nimbus]\n---\ntext", 3),
        ("--- # note\ntitle: a\nscope: [Nimbus]\n---\ntext", 3),
        ("---yaml\ntitle: a\nscope: [Nimbus]\n---\ntext", 3),
        ("Title: a\nProduct Scope: [Nimbus]\n\ntext", 2),
        ("\u00ad---\ntitle: a\nscope: [Nimbus]\n---\ntext", 3),
        ("\ufeff---\ntitle: a\nscope: [Nimbus]\n---\ntext", 3),
        ("\u2028---\ntitle: a\nscope: [Nimbus]\n---\ntext", 3),
        ("\u0085---\ntitle: a\nscope: [Nimbus]\n---\ntext", 3),
        ("\x0b---\ntitle: a\nscope: [Nimbus]\n---\ntext", 3),
        ("---\u2028title: a\u2028product_scope: [Nimbus]\u2028---\u2028text", 1),
        ("  ---\n  title: a\n  scope: [Nimbus]\n  ---\ntext", 3),
        ("<!-- note\n-->\n---\ntitle: a\nproduct: Nimbus\n---\ntext", 5),
        ("<!-- ``` -->\n---\ntitle: a\nproduct_scope: [Nimbus]\n---\ntext\n```\n", 4),
        ("<!-- note --> ---\ntitle: a\nproduct: Nimbus\n---\ntext", 3),
        ("> a note\n\n---\ntitle: a\nproduct: Nimbus\n---\ntext", 5),
        ("# Title\n\n---\ntitle: a\nproduct: Nimbus\n---\n\ntext", 5),
        ("---\ntitle: a\n---\n---\nscope: [Nimbus]\n---\ntext", 5),
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
    assert 'for all products product_scope: ["*"]' in (caught.value.todo or "")


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
        "---\ntitle: a\noauth: {scope: read}\nproduct_code: 5\nscore: 1\n---\ntext",
        "{{ include }}\n\ntext with scope: and product: in it\n",
        "text\n\nProduct scope: this page is for everyone.\n",
        "Telescope: what it is\n\nscope: a word\n",
    ],
)
def test_code_and_sentences_are_text(text: str) -> None:
    assert read(text) >= 1


def test_an_article_that_says_its_scope_may_have_other_keys_and_words() -> None:
    assert read(article("a", "product_scope: as said above", scope=("Nimbus",), product="Nimbus")) == 1
    assert read(article("a", "product_scope: as said above", meta={"product_scope": ["Nimbus"]})) == 1


def test_one_slip_is_near_and_two_are_another_word() -> None:
    near = (
        "product_scope",
        "Product Scope",
        "product_scop",
        "product_sccope",
        "product_scppe",
        "product_socpe",
    )
    assert all(names_scope(key) for key in near)
    assert not any(names_scope(key) for key in ("product_code", "production", "scope", "", "product_sco"))


def test_a_block_that_is_never_closed_is_no_code() -> None:
    assert code_lines(["```", "a", "```", "b", "~~~", "c"]) == {0, 1, 2}
    assert code_lines(["text", "    a lazy line", "", "    code"]) == {3}

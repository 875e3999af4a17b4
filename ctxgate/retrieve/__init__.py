"""Retrieval from a folder of Markdown: articles and headings, BM25, scope before score.

folder       which files there are, and their text                      (disk)
frontmatter  where front matter lies, and what it says: every value a string
events       front matter in YAML
typed        front matter in TOML and JSON
mdx          the Markdown of a text with a site's code in it
attributes   `{#id}` and its like behind a heading
markdown     sections of a Markdown text, one a heading, with anchors
code         which lines of a Markdown text are code
nearly       keys that are `product_scope` but for a slip or two
unheeded     scope that nothing would heed, which is refused, or a doubt
article      what is retrieved: passages, from articles and from plain Markdown
page         one file: its passages, and what is to be said of it
load         a folder as a whole: all of its passages, or all of its faults
scope        which articles a query may see at all
composed     one form for words that look the same
analysis     text to index terms
bm25         the index and its formula
snippet      at most 2,400 characters of a passage, cut at a sentence
corpus       all of it together: `Corpus` with `retrieve`, `explain` and `reload`
checking     what an author wants to know of a corpus that loads

Pure but for `folder`. Nothing is imported before it is used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ctxgate.lazy import names

if TYPE_CHECKING:
    from ctxgate.retrieve.article import Passage
    from ctxgate.retrieve.corpus import Corpus
    from ctxgate.retrieve.load import Loaded
    from ctxgate.retrieve.ranking import Ranking

__all__ = ["Corpus", "Loaded", "Passage", "Ranking"]

__getattr__ = names(
    __name__,
    globals(),
    {
        "Corpus": "ctxgate.retrieve.corpus",
        "Loaded": "ctxgate.retrieve.load",
        "Passage": "ctxgate.retrieve.article",
        "Ranking": "ctxgate.retrieve.ranking",
    },
)

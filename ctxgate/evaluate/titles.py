"""`python -m ctxgate.evaluate.titles DIR…`: is a page found by its own title, and does it reach the prompt?

Titles of pages are drawn by the hash of folder and path, so that the draw is the same everywhere and nobody chose
it. Each is asked in its words, without its punctuation, of the folder that it comes from. A page is retrieved where one
of its passages is among the first K, and it reaches the prompt where the gate allows one of those.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from ctxgate.errors import CtxgateError
from ctxgate.policy import load as load_policy
from ctxgate.policy.load import NamedPolicy
from ctxgate.retrieve.corpus import MAX_QUERY_CHARS, Corpus
from ctxgate.steps import gate_batch

DRAWN = 200
"""Titles that are drawn where no number is given."""

K = 5
"""Passages that a title retrieves."""


class Page(NamedTuple):
    """A page that can be asked for: its folder's number, its path in it, and the words of its title."""

    folder: int
    path: str
    words: str


class Asked(NamedTuple):
    """What came of asking for a page by its title. `actions` has the final action of each of its passages."""

    page: Page
    retrieved: bool
    in_prompt: bool
    actions: tuple[str, ...]


def main(argv: Sequence[str] | None = None) -> int:
    """Print the figures of some folders. Returns the exit code, 3 where one of them does not load whole."""
    parser = argparse.ArgumentParser(
        prog="python -m ctxgate.evaluate.titles", description="Ask for pages by their titles."
    )
    parser.add_argument("folders", nargs="+", metavar="DIR", help="a folder of Markdown")
    parser.add_argument("--n", type=int, default=DRAWN, metavar="N", help=f"titles to draw ({DRAWN})")
    parser.add_argument("--policy", default="standard", help="the gate's policy (standard)")
    parser.add_argument("--json", action="store_true", help="one JSON line a title, and one a figure")
    options = parser.parse_args(argv)
    try:
        corpora = [Corpus(folder) for folder in options.folders]
        policy = load_policy(options.policy)
    except CtxgateError as e:
        print(e, file=sys.stderr)
        return e.exit_code
    pages = [page for number, corpus in enumerate(corpora) for page in pages_of(number, corpus)]
    names = [Path(folder).resolve().name for folder in options.folders]
    asked = [ask(corpora[page.folder], page, policy) for page in draw(pages, names, options.n)]
    rows = list(figures(asked, names))
    if options.json:
        for one in asked:
            row = one._asdict() | one.page._asdict() | {"folder": names[one.page.folder]}
            del row["page"]
            print(json.dumps(row, ensure_ascii=False))
        for name, count, retrieved, in_prompt in rows:
            print(json.dumps({"folder": name, "n": count, "retrieved": retrieved, "in_prompt": in_prompt}))
    else:
        print(f"{'folder':<24}{'titles':>8}{'retrieved':>12}{'in prompt':>12}")
        for name, count, retrieved, in_prompt in rows:
            print(f"{name:<24}{count:>8}{retrieved:>11.1%} {in_prompt:>11.1%}")
    return 0


def pages_of(number: int, corpus: Corpus) -> list[Page]:
    """Return the pages of a corpus that a query without scope may see and whose title has words."""
    titles: dict[str, str] = {}
    for passage in corpus.passages:
        if not passage.scope:
            titles.setdefault(passage.path, passage.page or passage.title)
    found = ((path, _in_words(title)) for path, title in sorted(titles.items()))
    return [Page(number, path, words[:MAX_QUERY_CHARS]) for path, words in found if words]


def draw(pages: Iterable[Page], names: Sequence[str], count: int) -> list[Page]:
    """Return so many pages, those whose hashes over `folder/path` are the lowest, by folder and path."""

    def place(page: Page) -> str:
        return hashlib.sha256(f"{names[page.folder]}/{page.path}".encode()).hexdigest()

    return sorted(sorted(pages, key=place)[:count])


def ask(corpus: Corpus, page: Page, policy: NamedPolicy) -> Asked:
    """Ask a corpus for a page in the words of its title."""
    batch = corpus.retrieve(page.words, k=K)
    paths = {passage.id: passage.path for passage in corpus.passages}
    own = [chunk.id for chunk in batch.chunks if paths[chunk.id] == page.path]
    if not own:
        return Asked(page, False, False, ())
    gated = gate_batch(batch, policy)
    actions = tuple(decision.action for decision in gated.decisions if decision.id in own)
    return Asked(page, True, any(id_ in gated.evidence for id_ in own), actions)


def figures(asked: Sequence[Asked], names: Sequence[str]) -> Iterator[tuple[str, int, float, float]]:
    """Yield a row for each folder that a title was drawn of, and one for all: name, titles, both shares."""
    for number, name in enumerate(names):
        if own := [one for one in asked if one.page.folder == number]:
            yield name, len(own), *_shares(own)
    if asked:
        yield "all", len(asked), *_shares(asked)


def _shares(asked: Sequence[Asked]) -> tuple[float, float]:
    return sum(a.retrieved for a in asked) / len(asked), sum(a.in_prompt for a in asked) / len(asked)


def _in_words(title: str) -> str:
    """Return a title without punctuation and signs, on one line."""
    return " ".join("".join(" " if unicodedata.category(c)[0] in "PS" else c for c in title).split())


if __name__ == "__main__":
    sys.exit(main())

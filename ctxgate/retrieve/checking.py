"""What an author wants to know of a corpus that loads: links that lead nowhere, articles that no query can
reach, articles that carry an instruction.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Literal

import msgspec

from ctxgate.batch import Batch, Chunk
from ctxgate.policy.model import Policy
from ctxgate.policy.reasons import REASONS
from ctxgate.retrieve.analysis import terms
from ctxgate.retrieve.article import Passage
from ctxgate.retrieve.corpus import MAX_QUERY_CHARS, Corpus
from ctxgate.retrieve.folder import place
from ctxgate.retrieve.scope import admits, scope_name
from ctxgate.retrieve.snippet import pieces
from ctxgate.rubric.scoring import CLEAN, assess

FIRST = 10
"""An article that is not among so many when its own title is asked for is out of reach."""

MAX_SOUGHT = 50
"""Names that lead nowhere for which the nearest id is looked for: each is compared with all."""

MAX_STEPS = 10_000_000
"""Entries of the index that are looked at for titles, some seconds' worth; then no more titles are tried."""

Kind = Literal[
    "dangling_related",
    "unreachable",
    "instruction",
    "not_enabled",
    "related_elsewhere",
    "not_tried",
    "front_matter",
]

Tick = Callable[[int], None]
"""Is told how many passages have been looked at, once for their titles and once for instructions."""

PROBLEMS = ("dangling_related", "unreachable", "instruction")
"""The kinds that something should be done about. The others are only said."""


class Notice(msgspec.Struct, frozen=True):
    """Something about one passage, or about one file where `id` is "". `where` is `file:line`; `todo` is the next step where there is one."""

    kind: Kind
    id: str
    where: str
    what: str
    todo: str | None = None

    @property
    def is_problem(self) -> bool:
        """Whether something should be done about it."""
        return self.kind in PROBLEMS


def _quiet(done: int) -> None:
    """Tell nobody."""


def check(corpus: Corpus, policy: Policy, tick: Tick = _quiet) -> Iterator[Notice]:
    """Yield what there is to say of a corpus, by kind and in the order of ids. `tick` is told how far it is.

    `policy` says what an instruction is: its hygiene check is run over every piece of text that the corpus
    can serve, just as the gate would run it. Raises PolicyError for a bad pattern.
    """
    yield from dangling(corpus)
    yield from unreachable(corpus, tick)
    count = len(corpus.passages)
    yield from instructions(corpus.passages, policy, corpus.folder, lambda done: tick(count + done))


def dangling(corpus: Corpus) -> Iterator[Notice]:
    """Yield each `related` that names no article, and each that no query can follow for its scope."""
    by_id = {passage.id: passage for passage in corpus.passages}
    whole = [passage.id for passage in corpus.passages if passage.whole]
    elsewhere: list[Notice] = []
    asked = 0
    for passage in corpus.passages:
        where = place(corpus.folder, passage.path, passage.related_line)
        for id_ in passage.related:
            other = by_id.get(id_)
            if other is None:
                asked += 1
                near = difflib.get_close_matches(id_, whole, 1) if asked <= MAX_SOUGHT else []
                todo = f"Nearest id: {near[0]}." if near else None
                yield Notice(
                    "dangling_related", passage.id, where, f"related: there is no article {id_!r}", todo
                )
            elif passage.scope and not _meet(passage, other):
                what = f"related: {id_!r} is for other products; it is followed only where both are asked for"
                elsewhere.append(Notice("related_elsewhere", passage.id, where, what))
    yield from elsewhere


def unreachable(corpus: Corpus, tick: Tick = _quiet) -> Iterator[Notice]:
    """Yield the articles that no query finds: without words, hidden behind others, or not enabled.

    A title is asked for once, however many articles have it. Where the index is so large and its titles so much
    alike that MAX_STEPS are spent, the rest is not tried, which is told.
    """
    enabled = [scope_name(name) for name in corpus.enabled]
    closed: list[Notice] = []
    titles = _Titles(corpus)
    for number, passage in enumerate(corpus.passages, start=1):
        tick(number)
        where = place(corpus.folder, passage.path, passage.id_line)
        names = tuple(scope_name(name) for name in passage.scope)
        if not passage.whole:
            continue
        if not terms(" ".join((passage.title, *passage.keywords, passage.text))):
            yield Notice("unreachable", passage.id, where, "it has no word that can be searched for")
        elif titles.find(passage) is False:
            what = f"its own title does not find it among the first {FIRST}"
            todo = "Other articles say the same: give it a title or keywords that tell it from them."
            yield Notice("unreachable", passage.id, where, what, todo)
        if not admits(names, enabled, enabled):
            what = f"out of reach until its product is enabled: {', '.join(passage.scope)}"
            closed.append(Notice("not_enabled", passage.id, where, what))
    yield from closed
    if titles.left_out:
        what = f"{titles.left_out:,} titles were not tried: too many articles share their words"
        yield Notice("not_tried", "", corpus.folder, what)


class _Titles:
    """Asks for the titles of articles, each once."""

    def __init__(self, corpus: Corpus) -> None:
        # Whether an article can be found is a matter of its words; its scope is told apart.
        self._corpus = corpus.enabling(corpus.products)
        self._found: dict[tuple[tuple[str, ...], tuple[str, ...]], frozenset[str]] = {}
        self._steps = 0
        self.left_out = 0

    def find(self, passage: Passage) -> bool | None:
        """Tell whether its title finds an article; None where the title has no words or was not tried."""
        words = tuple(terms(passage.title[:MAX_QUERY_CHARS]))
        if not words:
            return None
        key = words, passage.scope
        if key not in self._found:
            self._steps += self._corpus.effort(words)
            if self._steps > MAX_STEPS:
                self.left_out += 1
                return None
            batch = self._corpus.retrieve(passage.title[:MAX_QUERY_CHARS], scope=passage.scope, k=FIRST)
            self._found[key] = frozenset(chunk.id for chunk in batch.chunks)
        return passage.id in self._found[key]


def instructions(
    passages: Iterable[Passage], policy: Policy, folder: str, tick: Tick = _quiet
) -> Iterator[Notice]:
    """Yield the pieces of text that the policy takes for an instruction, each with its line."""
    for number, passage in enumerate(passages, start=1):
        tick(number)
        head = "\n".join((passage.title, *passage.keywords))
        for text, line in ((head, passage.id_line), *_served(passage)):
            (found,) = assess(Batch(passage.title, (Chunk(passage.id, passage.source, text),)), policy)
            if found.checks.instruction_hygiene >= CLEAN and not found.vetoed:
                continue
            reasons = [
                f for f in found.findings if REASONS[f.code].given_by in ("instruction_hygiene", "scoring")
            ]
            spans = [f.span for f in reasons if f.span is not None]
            at = (
                line + text.count("\n", 0, min(span[0] for span in spans))
                if spans and text is not head
                else line
            )
            said = ", ".join(dict.fromkeys(f.code for f in reasons)) or "instruction_hygiene"
            note = next((f": {f.note}" for f in reasons if f.note), "")
            yield Notice(
                "instruction",
                passage.id,
                place(folder, passage.path, at),
                f"{said}{note}",
                _IN_HEAD if text is head else _IN_TEXT,
            )


_IN_TEXT = "The gate drops this text wherever it is retrieved."
_IN_HEAD = "It stands in the title or the keywords, which the gate never looks at: take it out."


def _served(passage: Passage) -> Iterator[tuple[str, int]]:
    for start, end in pieces(passage.text):
        yield passage.text[start:end], passage.line + passage.text.count("\n", 0, start)


def _meet(a: Passage, b: Passage) -> bool:
    names: Sequence[tuple[str, ...]] = [scope_name(name) for name in a.scope]
    return admits(tuple(scope_name(name) for name in b.scope), names, names)

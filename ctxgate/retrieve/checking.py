"""What an author wants to know of a corpus that loads: links that lead nowhere, articles that no query can
reach, articles that carry an instruction.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Sequence
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

Kind = Literal["dangling_related", "unreachable", "instruction", "not_enabled", "related_elsewhere"]

PROBLEMS = ("dangling_related", "unreachable", "instruction")
"""The kinds that something should be done about. The others are only said."""


class Notice(msgspec.Struct, frozen=True):
    """Something about one passage. `where` is `file:line`; `todo` is the next step where there is one."""

    kind: Kind
    id: str
    where: str
    what: str
    todo: str | None = None

    @property
    def is_problem(self) -> bool:
        """Whether something should be done about it."""
        return self.kind in PROBLEMS


def check(corpus: Corpus, policy: Policy) -> Iterator[Notice]:
    """Yield what there is to say of a corpus, by kind and in the order of ids.

    `policy` says what an instruction is: its hygiene check is run over every piece of text that the corpus
    can serve, just as the gate would run it. Raises PolicyError for a bad pattern.
    """
    yield from dangling(corpus)
    yield from unreachable(corpus)
    yield from instructions(corpus.passages, policy, corpus.folder)


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


def unreachable(corpus: Corpus) -> Iterator[Notice]:
    """Yield the articles that no query finds: without words, hidden behind others, or not enabled."""
    enabled = [scope_name(name) for name in corpus.enabled]
    closed: list[Notice] = []
    # Whether an article can be found is a matter of its words; its scope is told apart.
    everything = corpus.enabling(corpus.products)
    for passage in corpus.passages:
        where = place(corpus.folder, passage.path, passage.id_line)
        names = tuple(scope_name(name) for name in passage.scope)
        if not passage.whole:
            continue
        if not terms(" ".join((passage.title, *passage.keywords, passage.text))):
            yield Notice("unreachable", passage.id, where, "it has no word that can be searched for")
        elif terms(passage.title) and not _finds_itself(everything, passage):
            what = f"its own title does not find it among the first {FIRST}"
            todo = "Other articles say the same: give it a title or keywords that tell it from them."
            yield Notice("unreachable", passage.id, where, what, todo)
        if not admits(names, enabled, enabled):
            what = f"out of reach until its product is enabled: {', '.join(passage.scope)}"
            closed.append(Notice("not_enabled", passage.id, where, what))
    yield from closed


def instructions(passages: Iterable[Passage], policy: Policy, folder: str) -> Iterator[Notice]:
    """Yield the pieces of text that the policy takes for an instruction, each with its line."""
    for passage in passages:
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
                "The gate drops this text wherever it is retrieved.",
            )


def _served(passage: Passage) -> Iterator[tuple[str, int]]:
    for start, end in pieces(passage.text):
        yield passage.text[start:end], passage.line + passage.text.count("\n", 0, start)


def _finds_itself(corpus: Corpus, passage: Passage) -> bool:
    batch = corpus.retrieve(passage.title[:MAX_QUERY_CHARS], scope=passage.scope, k=FIRST)
    return any(chunk.id == passage.id for chunk in batch.chunks)


def _meet(a: Passage, b: Passage) -> bool:
    names: Sequence[tuple[str, ...]] = [scope_name(name) for name in a.scope]
    return admits(tuple(scope_name(name) for name in b.scope), names, names)

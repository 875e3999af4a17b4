"""A corpus in service: a folder of Markdown that has loaded whole, and what a query finds in it."""

from __future__ import annotations

import copy
import threading
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from ctxgate.batch import Batch, Chunk
from ctxgate.errors import InputError
from ctxgate.retrieve.analysis import Analysis, counts, terms
from ctxgate.retrieve.article import Passage
from ctxgate.retrieve.explain import explain as explained
from ctxgate.retrieve.load import Loaded, load
from ctxgate.retrieve.ranking import STANDARD, Ranking
from ctxgate.retrieve.scope import Name, admits, known, scope_name
from ctxgate.retrieve.service import Service

MAX_QUERY_CHARS = 10_000
"""Characters of a query."""


class Corpus:
    """A folder of Markdown, ready for queries.

    `enabled` names the product families whose articles may be seen at all; none by default, so that only
    universal articles are. `ranking` says how passages are ranked, `analysis` how a text is cut into terms.
    `loaded` is what `load` has read of the folder already. Raises CorpusError, with all `faults`, when the
    folder does not load whole, and InputError when there is no such folder or a name is empty.

    A relative path is that of the working folder now, whatever it is when the folder is read again; where the
    path is a link, each reading follows it anew.
    """

    def __init__(
        self,
        folder: str | Path,
        *,
        enabled: Iterable[str] = (),
        ranking: Ranking = STANDARD,
        analysis: Analysis = terms,
        loaded: Loaded | None = None,
    ) -> None:
        self.folder = str(folder)
        self._path = _absolute(folder)
        self.enabled = _several(enabled, "enabled")
        self.ranking = ranking
        self._enabled = [_name(text) for text in self.enabled]
        read = load(self._path, called=self.folder) if loaded is None else loaded
        self._held = _Held(Service(read, ranking, analysis))

    def reload(self) -> None:
        """Read the folder again. When it does not load whole, the previous index stays in service.

        Raises CorpusError, which says why it was refused, with all `faults`; or InputError when the folder
        is gone. Queries that run meanwhile, in other threads, see the old index or the new one, never both.
        One reload waits for the other, so that what was read last is what is in service. All that
        `enabling` has returned is over the new index too.
        """
        with self._held.lock:
            loaded = load(self._path, called=self.folder)
            self._held.service = Service(loaded, self.ranking, self._held.service.analysis)

    def enabling(self, products: Iterable[str]) -> Corpus:
        """Return a corpus over the same index in which these products, and no others, are enabled.

        The index stays one: a `reload` of either is a reload of both.
        """
        other = copy.copy(self)
        other.enabled = _several(products, "products")
        other._enabled = [_name(text) for text in other.enabled]
        return other

    @property
    def passages(self) -> tuple[Passage, ...]:
        """All passages in service, sorted by id."""
        return self._held.service.loaded.passages

    @property
    def skipped(self) -> tuple[tuple[str, str], ...]:
        """The files that were passed over and are missing from service, each with the reason."""
        return self._held.service.loaded.missing

    @property
    def fingerprint(self) -> str:
        """``sha256:…`` over all passages: two corpora of one fingerprint retrieve the same."""
        return self._held.service.fingerprint

    @property
    def products(self) -> tuple[str, ...]:
        """The products that articles are scoped to, sorted."""
        return tuple(sorted({name for passage in self.passages for name in passage.scope}))

    def retrieve(
        self,
        query: str,
        *,
        scope: str | Iterable[str] | None = None,
        k: int = 5,
        related: bool = False,
        explain: bool = False,
    ) -> Batch:
        """Return the batch of a query: at most `k` snippets, the best first, ties by id.

        `scope` names the product, or products, that the query is about; one that is not enabled is not known,
        and a query without a known product sees universal articles only. With `related` the articles that
        the k name in their `related` follow, once each, as far as the same query may see them: at most `k`
        again.

        Each chunk has in `meta` its `score`, its `title` and the `line` of its file that it begins on; with
        `explain` also the `explain.Explanation` of its score. The batch has `retrieval` in `meta`: the
        corpus's fingerprint, and the scope that counted. Raises InputError for a query that is empty or too
        long, and TypeError for what is no text, number or name.
        """
        service = self._held.service  # once, so that a reload meanwhile changes nothing
        check_query(query)
        if not isinstance(k, int) or isinstance(k, bool):
            raise TypeError(f"k is a whole number, not {type(k).__name__}")
        if k < 1:
            raise InputError(f"k is {k}; it must be 1 or more")
        asked = known([_name(text) for text in _asked(scope)], self._enabled)
        # Scope comes before score: what a query may not see is in no group that is searched.
        seen = [i for i, names in enumerate(service.scopes) if admits(names, asked, self._enabled)]
        wanted = counts(query, service.analysis)
        hits = service.index.search(wanted, seen, k, bonus=self.ranking.coverage)
        hits.sort(key=lambda hit: (-hit.score, service.passages[hit.document].id))
        found = {hit.document: {"score": hit.score} for hit in hits[:k]}
        chunks = [_chunk(service, number, wanted, meta, explain) for number, meta in found.items()]
        if related:
            for number, id_ in self._related(service, list(found), asked, k).items():
                score = explained(service, number, wanted).score
                meta = {"score": score, "related_to": id_}
                chunks.append(_chunk(service, number, wanted, meta, explain))
        about: dict[str, Any] = {"corpus": service.fingerprint}
        if asked:
            about["scope"] = [" ".join(name) for name in asked]
        return Batch(query, tuple(chunks), {"retrieval": about})

    def effort(self, words: Iterable[str]) -> int:
        """Return how many entries of the index a query of these terms may have to look at."""
        index = self._held.service.index
        postings = map(index.posting, dict.fromkeys(words))
        return sum(len(posting.documents) for posting in postings if posting is not None)

    def _related(
        self, service: Service, found: Sequence[int], asked: Sequence[Name], most: int
    ) -> dict[int, str]:
        """Return the articles that the found ones name, each with the id of the first that names it."""
        named: dict[int, str] = {}
        for number in found:
            for id_ in service.passages[number].related:
                other = service.number.get(id_)
                if other is None or other in found or other in named:
                    continue
                if admits(service.scope(other), asked, self._enabled):
                    named[other] = service.passages[number].id
                    if len(named) == most:
                        return named
        return named


def _chunk(
    service: Service, number: int, wanted: Mapping[str, int], meta: Mapping[str, Any], explain: bool
) -> Chunk:
    passage = service.passages[number]
    (start, end), part, parts = service.part(number, wanted)
    told = {**meta, "line": passage.line + passage.text.count("\n", 0, start)}
    if parts > 1:
        told |= {"part": part, "parts": parts}
    if passage.category:
        told["category"] = passage.category
    if explain:
        told["explain"] = msgspec.to_builtins(explained(service, number, wanted))
    return Chunk(
        passage.id,
        passage.source,
        passage.text[start:end],
        passage.date,
        told,
        passage.title or None,
        passage.keywords,
    )


class _Held:
    """The index in service, which all corpora that came of one share, and the lock of its reloads."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.lock = threading.Lock()

    def __reduce__(self) -> tuple[type[_Held], tuple[Service]]:
        return _Held, (self.service,)  # a lock is not copied to another process


def _absolute(folder: str | Path) -> Path:
    try:
        return Path(folder).absolute()
    except OSError as e:
        raise InputError(f"the working folder is gone: {(e.strerror or str(e)).lower()}") from None


def _asked(scope: str | Iterable[str] | None) -> tuple[str, ...]:
    return () if scope is None else (scope,) if isinstance(scope, str) else _several(scope, "scope")


def _several(names: Iterable[str], what: str) -> tuple[str, ...]:
    if isinstance(names, str):
        raise TypeError(f"{what} is a list of names: write [{names!r}]")
    if not isinstance(names, Iterable):
        raise TypeError(f"{what} is a list of names, not {type(names).__name__}")
    return tuple(names)


def _name(text: str) -> Name:
    if not isinstance(text, str):
        raise TypeError(f"a product's name is text, not {type(text).__name__}")
    name = scope_name(text)
    if not name:
        raise InputError(f"{text!r} is no product's name")
    return name


def check_query(query: str) -> None:
    """Raise InputError for a query that is empty, too long, or not text that UTF-8 can carry."""
    if not isinstance(query, str):
        raise TypeError(f"a query is text, not {type(query).__name__}")
    if not query.strip():
        raise InputError("the query is empty")
    if len(query) > MAX_QUERY_CHARS:
        raise InputError(f"a query of {len(query):,} characters; at most {MAX_QUERY_CHARS:,} are taken")
    if not query.isascii():
        try:
            query.encode()
        except UnicodeEncodeError:
            raise InputError("the query holds half a surrogate pair, which is not text") from None

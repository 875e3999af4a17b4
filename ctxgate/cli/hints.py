"""Hints of `ctxgate retrieve`: a scope that opens nothing, a query that can find nothing. Each is said once."""

from __future__ import annotations

from ctxgate.cli.messages import say
from ctxgate.cli.queries import Query
from ctxgate.cli.writing import MAX_SHOWN
from ctxgate.retrieve.analysis import terms
from ctxgate.retrieve.corpus import Corpus
from ctxgate.retrieve.scope import belongs, known, scope_name
from ctxgate.text.visible import shortened


class Hints:
    """Knows which products a query is about, and what to say where nothing is found."""

    def __init__(self, corpus: Corpus, asked: list[str]) -> None:
        self._asked = asked
        self._enabled = [scope_name(name) for name in corpus.enabled]
        self._told: set[str] = set()
        names = corpus.products
        listed = ", ".join(names[:10]) + (", …" if len(names) > 10 else "")
        # Where every article is for certain products, a query without one sees nothing at all.
        self._closed = listed if all(passage.scope for passage in corpus.passages) else ""
        for name in corpus.enabled:
            if not any(belongs(scope_name(name), scope_name(product)) for product in names):
                there = f"it has articles for {listed}" if names else "all its articles are universal"
                self._say(f"the corpus has no article for {name!r}; {there}")

    def scope(self, query: Query) -> tuple[str, ...]:
        """Return the names that count for a query: its own, else those of the command."""
        if query.scope is None:
            return tuple(self._asked)
        for name in query.scope:
            if not known([scope_name(name)], self._enabled):
                self._say(f"{name!r} is not enabled; such a query sees universal articles only (--enable)")
        return query.scope

    def nothing_found(self, query: Query, names: tuple[str, ...]) -> None:
        """Say why a query found nothing, where that is no matter of what the articles say."""
        if not terms(query.text):
            said = shortened(query.text, 60)
            self._say(f"{said!r} has no word that can be searched for: stop words and signs find nothing")
        elif self._closed and not known(map(scope_name, names), self._enabled):
            self._say(f"every article is for certain products ({self._closed}): name one with --scope")

    def _say(self, message: str) -> None:
        if message not in self._told and len(self._told) < MAX_SHOWN:
            self._told.add(message)
            say(f"hint: {message}")

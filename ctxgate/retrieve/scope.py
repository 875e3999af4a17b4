"""Scope: which articles a query may see at all. It is asked before anything is scored.

A product's name begins with its family's: "Nimbus Beacon" is of the family "Nimbus". Two names belong
together when one is the beginning of the other, word by word, in any case; `nimbus-beacon` is the same
name as `Nimbus Beacon`, and `Nimbus` is no beginning of `Nimbuster`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ctxgate.retrieve.composed import composed
from ctxgate.text.words import fold

UNIVERSAL = "*"
"""The scope of an article that is for all products."""

Name = tuple[str, ...]
"""A name as its folded words."""


def scope_name(text: str) -> Name:
    """Return a name as its words: split at white space, hyphens and underscores; empty when there are none.

    What UTF-8 cannot carry is no name either.
    """
    if not text.isascii() and any("\ud800" <= char <= "\udfff" for char in text):
        return ()
    return tuple(fold(composed(text)).replace("-", " ").replace("_", " ").split())


def belongs(a: Name, b: Name) -> bool:
    """Tell whether one name is the beginning of the other. An empty name belongs to nothing."""
    shared = min(len(a), len(b))
    return shared > 0 and a[:shared] == b[:shared]


def known(asked: Iterable[Name], enabled: Sequence[Name]) -> list[Name]:
    """Return the names that are asked for and enabled. What is not enabled is not known."""
    return [name for name in asked if any(belongs(name, other) for other in enabled)]


def admits(article: Sequence[Name], asked: Sequence[Name], enabled: Sequence[Name]) -> bool:
    """Tell whether a query may see an article.

    `article` is empty for a universal one, which every query sees. Otherwise one of the article's names must be
    enabled and asked for; `asked` are names that `known` has returned.
    """
    if not article:
        return True
    return any(
        any(belongs(name, other) for other in enabled) and any(belongs(name, other) for other in asked)
        for name in article
    )

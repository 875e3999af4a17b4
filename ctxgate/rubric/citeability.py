"""Citeability: could a teammate open the source and find the claim?

Only the source field is looked at, and those beside it in the batch. It is untrusted as well: a forged one
that imitates no other is a stated limit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from ctxgate.policy.model import Citeability, Policy
from ctxgate.rows import Finding
from ctxgate.rubric.budget import unexamined
from ctxgate.text.budget import Budget
from ctxgate.text.words import fold, tokens

if TYPE_CHECKING:
    from ctxgate.text.imitations import Imitations

MAX_QUERY = 8000
"""Characters of a query that are read for what it asks about."""

MAX_SOURCE = 2048
"""Characters of a source beyond which nobody opens it."""


def check(
    sources: Sequence[str], query: str, policy: Policy, budget: Budget | None = None
) -> list[tuple[float, list[Finding]]]:
    """Return the value (0..1) and the findings of each chunk, given the sources of the batch."""
    imitated: Mapping[int, str] = {}
    left: Sequence[int] = ()
    if policy.points.get("lookalike_source"):
        imitated, left = _imitations(sources, query, budget)
    asked = _asked(query, policy.citeability)
    found = [
        _lookalike(imitated[i], policy) if i in imitated else _check(source, asked, policy)
        for i, source in enumerate(sources)
    ]
    for i in left:
        found[i][1].append(unexamined(f"its source, beside those of {len(left) - 1} other chunks"))
    return found


# What a policy does not ask for is not imported: start-up is a feature.


def _imitations(sources: Sequence[str], query: str, budget: Budget | None) -> Imitations:
    from ctxgate.text.imitations import imitations  # noqa: PLC0415

    return imitations(sources, query, budget)


def _draft_sign(source: str, states: Sequence[str], talks: Sequence[str]) -> str | None:
    from ctxgate.text.drafts import draft_sign  # noqa: PLC0415

    return draft_sign(source, states, talks)


def _kind_of(source: str) -> tuple[str | None, str]:
    from ctxgate.text.sources import kind_of  # noqa: PLC0415

    return kind_of(source)


def _lookalike(true: str, policy: Policy) -> tuple[float, list[Finding]]:
    points = round(policy.points["lookalike_source"], 3)
    shown = true if len(true) <= 40 else true[:39] + "…"
    return 0.0, [Finding("lookalike_source", points, None, f"looks like {shown!r} beside it")]


def _asked(query: str, settings: Citeability) -> tuple[str, ...]:
    """Return the draft and talk words that the query has: a page about drafts is none, where drafts are asked about."""
    if not settings.draft_words and not settings.talk_words:
        return ()
    said = frozenset(tokens(fold(query[:MAX_QUERY])))
    words = (word.lower() for word in (*settings.draft_words, *settings.talk_words))
    return tuple(word for word in words if not said.isdisjoint((word, word + "s")))


def _check(source: str, asked: tuple[str, ...], policy: Policy) -> tuple[float, list[Finding]]:
    code, value, note = _judge(source, asked, policy.citeability)
    points = policy.points.get(code, 0.0) * (value if code == "citeable_source" else 1.0)
    return value, [Finding(code, round(points, 3), None, note)]


@lru_cache(maxsize=4096)
def _judge_short(source: str, asked: tuple[str, ...], settings: Citeability) -> tuple[str, float, str]:
    folded = source.strip().lower()
    for letters in settings.exclude:
        if letters.lower() in folded:
            return "draft_source", 0.0, f"{letters[:20]!r} in the source"
    states = [low for word in settings.draft_words if (low := word.lower()) not in asked]
    talks = [low for word in settings.talk_words if (low := word.lower()) not in asked]
    if (states or talks) and (sign := _draft_sign(folded, states, talks)):
        return "draft_source", 0.0, f"{sign[:20]!r} in the source"
    if settings.suffixes:
        if folded.endswith(tuple(suffix.lower() for suffix in settings.suffixes)):
            return "citeable_source", 1.0, "a path with a known ending"
        return "uncited_source", 0.0, "not one of the known endings"
    kind, note = _kind_of(folded)
    value = getattr(settings.tiers, kind) if kind else 0.0
    return ("citeable_source" if value else "uncited_source"), value, note


def _judge(source: str, asked: tuple[str, ...], settings: Citeability) -> tuple[str, float, str]:
    if len(source) > MAX_SOURCE:
        return "uncited_source", 0.0, "too long to be a source"
    return _judge_short(source, asked, settings)

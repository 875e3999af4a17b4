"""Why a passage has its score: each term's share, with all that a person needs to redo it by hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from ctxgate.retrieve.analysis import counts
from ctxgate.retrieve.bm25 import DECIMALS
from ctxgate.retrieve.service import Service


class Share(msgspec.Struct, frozen=True):
    """One term's share of a score: `points` is idf · f / (f + K) · in_query.

    `articles` is how many have the term. It stands `in_title`, `in_keywords` and `in_text` so often, of which f
    is the weighted sum, and `in_query` so often in the query.
    """

    term: str
    in_query: int
    in_title: int
    in_keywords: int
    in_text: int
    articles: int
    idf: float
    points: float


class Missing(msgspec.Struct, frozen=True):
    """A term of the query that the passage has not: its `idf` counts in the whole of `coverage`.

    A term that no article has (`articles` is 0) counts nothing, neither there nor in the points; its `idf` is 0.
    """

    term: str
    in_query: int
    articles: int
    idf: float


class Explanation(msgspec.Struct, frozen=True):
    """A score taken apart: `score` is `bm25`, the sum of the terms' points, and the coverage `bonus`.

    `coverage` (0..1) is the idf of the `terms` by that of `terms` and `missing`, each term once. `length` is
    |d| of the formula: the terms of the text, and those of title and keywords as often as they count.
    `average_length` is that of all `articles`, N of the formula, and not rounded. `ranking` has k1, b, the
    bonus, and how often a term in title and keywords counts.
    """

    score: float
    bm25: float
    coverage: float
    bonus: float
    terms: tuple[Share, ...]
    missing: tuple[Missing, ...]
    length: int
    average_length: float
    articles: int
    ranking: dict[str, Any]


def explain(service: Service, number: int, wanted: Mapping[str, int]) -> Explanation:
    """Take the score of a passage apart, for a query that is given as the counts of its terms.

    The score is computed anew from the text, and not looked up in the index. Figures have DECIMALS decimals, but for the average length.
    """
    index, ranking, passage = service.index, service.ranking, service.passages[number]
    titles = counts(passage.title, service.analysis)
    keywords = counts(" ".join(passage.keywords), service.analysis)
    texts = counts(passage.text, service.analysis)
    norm = index.norm(number)
    shares: list[Share] = []
    missing: list[Missing] = []
    plain = covered = whole = 0.0
    for term, times in wanted.items():
        posting = index.posting(term)
        if posting is None:
            missing.append(Missing(term, times, 0, 0.0))
            continue
        whole += posting.idf
        often = ranking.title * titles[term] + ranking.keywords * keywords[term] + texts[term]
        if not often:
            missing.append(Missing(term, times, len(posting.documents), round(posting.idf, DECIMALS)))
            continue
        points = posting.idf * (often / (often + norm)) * times
        plain += points
        covered += posting.idf
        shares.append(
            Share(
                term,
                times,
                titles[term],
                keywords[term],
                texts[term],
                len(posting.documents),
                round(posting.idf, DECIMALS),
                round(points, DECIMALS),
            )
        )
    coverage = min(1.0, covered / whole) if whole else 0.0
    score = plain * (1 + ranking.coverage * coverage)
    return Explanation(
        score=round(score, DECIMALS),
        bm25=round(plain, DECIMALS),
        coverage=round(coverage, DECIMALS),
        bonus=round(score - plain, DECIMALS),
        terms=tuple(shares),
        missing=tuple(missing),
        length=index.lengths[number],
        average_length=index.average,
        articles=len(index),
        ranking=msgspec.to_builtins(ranking),
    )

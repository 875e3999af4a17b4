"""Plain BM25 with the statistics of the batch alone: what topical overlap is measured against."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence

K1 = 1.2
B = 0.75


def bm25(query: str, texts: Sequence[str]) -> list[float]:
    """Return the BM25 score of each text, the texts being the whole collection.

    Robertson, Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond" (2009), with the inverse
    document frequency of Lucene, log(1 + (N - n + 0.5) / (n + 0.5)), and the average length of the batch.
    Terms are lower-cased runs of `\\w`, without stemming or stop words; a term that the query has twice
    counts twice.
    """
    asked = Counter(_terms(query))
    counts = [Counter(_terms(text)) for text in texts]
    lengths = [max(1, count.total()) for count in counts]
    average = sum(lengths) / max(1, len(lengths))
    weight = {}
    for term in asked:
        n = sum(term in count for count in counts)
        weight[term] = math.log(1 + (len(texts) - n + 0.5) / (n + 0.5))
    return [
        math.fsum(
            times
            * weight[term]
            * count[term]
            * (K1 + 1)
            / (count[term] + K1 * (1 - B + B * length / average))
            for term, times in asked.items()
        )
        for count, length in zip(counts, lengths, strict=True)
    ]


def _terms(text: str) -> list[str]:
    return re.findall(r"\w+", text.lower())

"""Ranking quality and real folders, where the public data lies beside the checkout."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from ctxgate.policy import load as load_policy
from ctxgate.retrieve.analysis import terms
from ctxgate.retrieve.article import Passage
from ctxgate.retrieve.checking import check
from ctxgate.retrieve.corpus import Corpus
from ctxgate.retrieve.load import Loaded
from ctxgate.retrieve.ranking import STANDARD, Ranking

DATA = Path(__file__).parents[3] / "shared/data"

pytestmark = pytest.mark.skipif(not DATA.is_dir(), reason="the public data is not beside this checkout")


def gain(grades: list[int]) -> float:
    return math.fsum((2**grade - 1) / math.log2(rank + 2) for rank, grade in enumerate(grades))


def ndcg(name: str, ranking: Ranking, analysis: Callable[[str], list[str]]) -> float:
    rows = map(json.loads, (DATA / f"relevance/{name}.corpus.jsonl").read_text().splitlines())
    held = [
        Passage(row["id"], row["id"], row["title"], row["text"], row["id"], line=1, whole=True)
        for row in rows
    ]
    held.sort(key=lambda passage: passage.id)
    corpus = Corpus(name, loaded=Loaded(name, tuple(held), (), (), 1), ranking=ranking, analysis=analysis)
    values = []
    for line in (DATA / f"relevance/{name}.queries.jsonl").read_text().splitlines():
        row = json.loads(line)
        found = [row["qrels"].get(chunk.id, 0) for chunk in corpus.retrieve(row["query"], k=10).chunks]
        values.append(gain(found) / gain(sorted(row["qrels"].values(), reverse=True)[:10]))
    return sum(values) / len(values)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "margin"), [("scifact", 0.02), ("med", -0.02)])
def test_what_is_shipped_ranks_better_than_plain_bm25_or_no_more_than_a_little_worse(
    name: str, margin: float
) -> None:
    plain = ndcg(name, Ranking(coverage=0, title=1), lambda text: re.findall(r"\w+", text.lower()))
    assert ndcg(name, STANDARD, terms) >= plain + margin


def test_the_support_articles_load_and_keep_their_families_apart() -> None:
    corpus = Corpus(DATA / "kb", enabled=["Nimbus Beacon", "Vertex Widget"])
    assert len(corpus.passages) == 19
    scoped = {passage.id: passage.scope for passage in corpus.passages if passage.scope}
    assert sorted(corpus.products) == ["Nimbus Beacon", "Vertex Widget"]
    query = "why is the cradle not charging a second unit of a stalled dock"
    for scope in ((), "nimbus", "vertex"):
        batch = corpus.retrieve(query, scope=scope, k=19, related=True)
        names = {scoped[chunk.id] for chunk in batch.chunks if chunk.id in scoped}
        assert names == (
            {(f"{'Nimbus Beacon' if scope == 'nimbus' else 'Vertex Widget'}",)} if scope else set()
        )
    assert not any(notice.is_problem for notice in check(corpus, load_policy("standard").policy))

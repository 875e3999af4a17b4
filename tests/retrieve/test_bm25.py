"""BM25: equal to another library and to the formula written down plainly, whatever may be skipped."""

from __future__ import annotations

import json
import math
import random
import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest
from articles import article, lay
from hypothesis import given
from hypothesis import strategies as st

from ctxgate.retrieve import bm25
from ctxgate.retrieve.analysis import terms
from ctxgate.retrieve.bm25 import DECIMALS, Index
from ctxgate.retrieve.corpus import Corpus
from ctxgate.retrieve.ranking import Ranking

DATA = Path(__file__).parents[3] / "shared/data/relevance"
Text = list[str]


def plainly(
    texts: Sequence[Text], query: Text, bonus: float, k1: float = 1.2, b: float = 0.75
) -> list[float]:
    """The formula, document by document, with nothing skipped."""
    n = Counter(term for text in texts for term in set(text))
    average = sum(map(len, texts)) / len(texts) or 1.0
    idf = {t: math.log(1 + (len(texts) - n[t] + 0.5) / (n[t] + 0.5)) for t in query if n[t]}
    scores = []
    for text in texts:
        f, norm = Counter(text), k1 * (1 - b + b * len(text) / average)
        score = sum(idf[t] * f[t] / (f[t] + norm) for t in query if t in idf)
        had = sum(idf[t] for t in dict.fromkeys(query) if t in idf and f[t])
        whole = sum(idf[t] for t in dict.fromkeys(query) if t in idf)
        scores.append(score * (1 + bonus * had / whole) if whole else 0.0)
    return scores


def index_of(texts: Sequence[Text], groups: Sequence[int] | None = None) -> Index:
    return Index(map(Counter, texts), groups if groups is not None else [0] * len(texts))


words = st.lists(st.sampled_from("abcdefgh"), max_size=12)
collections = st.lists(words, min_size=1, max_size=30)


@given(collections, words, st.integers(1, 6), st.sampled_from([0.0, 0.25, 3.0]))
def test_the_best_k_are_those_of_the_formula(texts: list[Text], query: Text, k: int, bonus: float) -> None:
    hits = index_of(texts).search(Counter(query), [0], k, bonus=bonus)
    expected = plainly(texts, query, bonus)
    order = sorted((-score, i) for i, score in enumerate(expected) if score > 0)
    assert len(hits) >= min(k, len(order))
    for hit in hits:
        assert hit.score == pytest.approx(expected[hit.document], abs=2e-6)
    for hit, (score, _) in zip(hits, order, strict=False):
        assert hit.score == pytest.approx(-score, abs=2e-6)


@pytest.mark.parametrize("bonus", [0.0, 0.25])
@pytest.mark.parametrize("seed", range(12))
def test_nothing_that_is_skipped_in_a_large_index_would_have_been_found(seed: int, bonus: float) -> None:
    draw = random.Random(seed).choices
    vocabulary = [f"w{i}" for i in range(400)]
    weights = [1 / (i + 1) for i in range(400)]
    texts = [draw(vocabulary, weights=weights, k=draw([3, 30, 600])[0]) for _ in range(900)]
    query = draw(vocabulary, weights=weights, k=3) + draw(vocabulary, k=4)
    expected = plainly(texts, query, bonus)
    hits = index_of(texts).search(Counter(query), [0], 5, bonus=bonus)
    best = sorted((round(score, DECIMALS) for score in expected if score > 0), reverse=True)[:5]
    assert [hit.score for hit in hits[:5]] == pytest.approx(best, abs=2e-6)


@pytest.mark.parametrize("bonus", [0.0, 0.25])
def test_common_terms_are_not_skipped_where_they_decide(bonus: float) -> None:
    long = [["rare", *["filler"] * 3000] for _ in range(10)]
    short = [["c", "d", "e"] for _ in range(300)]
    other = [["x"] for _ in range(300)]
    hits = index_of([*long, *short, *other]).search(Counter(["rare", "c", "d", "e"]), [0], 5, bonus=bonus)
    assert {hit.document for hit in hits} == set(range(10, 310))


@given(collections, words, st.data())
def test_a_group_that_may_not_be_seen_gives_no_hit_and_changes_no_score(
    texts: list[Text], query: Text, data: st.DataObject
) -> None:
    groups = sorted(data.draw(st.lists(st.integers(0, 3), min_size=len(texts), max_size=len(texts))))
    seen = data.draw(st.lists(st.integers(0, 4), unique=True))
    index = index_of(texts, groups)
    everything = {hit.document: hit for hit in index.search(Counter(query), range(4), len(texts))}
    some = index.search(Counter(query), seen, len(texts))
    assert {hit.document: hit for hit in some} == {n: h for n, h in everything.items() if groups[n] in seen}


def test_documents_as_good_as_the_last_come_with_it() -> None:
    hits = index_of([["a", "b"], ["a", "c"], ["a", "d"], ["x"]]).search({"a": 1}, [0], 2)
    assert [hit.document for hit in hits] == [0, 1, 2]
    assert len({hit.score for hit in hits}) == 1


@given(collections, words, st.sampled_from([0.0, 0.25]))
def test_many_documents_are_scored_as_each_alone_is(texts: list[Text], query: Text, bonus: float) -> None:
    index = index_of(texts)
    known = [(posting, 1) for term in dict.fromkeys(query) if (posting := index.posting(term))]
    alone = bm25._scorer(known, bonus)
    numbers = sorted({number for posting, _ in known for number in posting.documents})
    assert dict(bm25._scores(known, bonus, numbers)) == {number: alone(number) for number in numbers}


def test_an_empty_index_and_an_unknown_term_find_nothing() -> None:
    assert index_of([]).search({"a": 1}, [0], 3) == []
    assert index_of([["b"], []]).search({"a": 1}, [0], 3) == []


def test_documents_of_one_group_must_be_numbered_in_a_row() -> None:
    with pytest.raises(ValueError, match="in a row"):
        index_of([["a"], ["b"], ["c"]], [0, 1, 0])
    with pytest.raises(ValueError, match="one group"):
        index_of([["a"], ["b"]], [0])


def test_the_bonus_is_for_the_share_of_the_query_that_is_covered() -> None:
    texts = [["a", "b"], ["a", "c"], ["d", "e"]]
    index = index_of(texts)
    plain, more = (index.search({"a": 1, "b": 1}, [0], 3, bonus=bonus) for bonus in (0.0, 1.0))
    whole = index.idf("a") + index.idf("b")
    assert [hit.document for hit in more] == [0, 1]
    assert more[0].score == pytest.approx(2 * plain[0].score, abs=1e-5)
    assert more[1].score == pytest.approx(plain[1].score * (1 + index.idf("a") / whole), abs=1e-5)


# ---------------------------------------------------------------- another implementation


def compare(bm25s: object, texts: Sequence[Text], queries: Sequence[Text]) -> int:
    retriever = bm25s.BM25(method="lucene", k1=1.2, b=0.75, dtype="float64")  # type: ignore[attr-defined]
    retriever.index([list(text) for text in texts], show_progress=False)
    index, compared = index_of(texts), 0
    for query in queries:
        known = [term for term in query if term in retriever.vocab_dict]
        theirs = [float(score) for score in retriever.get_scores(known)] if known else [0.0] * len(texts)
        ours = {hit.document: hit.score for hit in index.search(Counter(query), [0], len(texts))}
        for number, score in enumerate(theirs):
            assert ours.get(number, 0.0) == pytest.approx(score, abs=1e-6), (query, number)
            compared += 1
    return compared


@pytest.mark.filterwarnings("ignore")
def test_scores_without_the_bonus_are_those_of_bm25s() -> None:
    bm25s = pytest.importorskip("bm25s")
    texts = [text.split() for text in ("a b c a", "b b d", "e", "a e e e f", "g h i j k l m n")]
    assert compare(bm25s, texts, [q.split() for q in ("a", "a b", "b a a", "e g z", "z")]) == 25


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", ["scifact", "med"])
@pytest.mark.parametrize("analysis", ["plain", "shipped"])
def test_scores_on_a_public_set_are_those_of_bm25s(name: str, analysis: str) -> None:
    bm25s = pytest.importorskip("bm25s")
    if not DATA.is_dir():
        pytest.skip("the public data is not beside this checkout")
    cut = terms if analysis == "shipped" else lambda text: re.findall(r"\w+", text.lower())
    rows = [json.loads(line) for line in (DATA / f"{name}.corpus.jsonl").read_text().splitlines()]
    queries = [json.loads(line) for line in (DATA / f"{name}.queries.jsonl").read_text().splitlines()]
    texts = [cut(row["title"] + " " + row["text"]) for row in rows]
    assert compare(bm25s, texts, [cut(row["query"]) for row in queries[:12]]) == 12 * len(texts)


@pytest.mark.filterwarnings("ignore")
def test_a_corpus_scores_as_bm25s_does_with_titles_and_keywords_written_twice(tmp_path: Path) -> None:
    bm25s = pytest.importorskip("bm25s")
    rng = random.Random(3)
    vocabulary = ["cradle", "charging", "dock", "light", "battery", "cable", "lid", "the"]
    texts: dict[str, list[str]] = {}
    files: dict[str, str | bytes] = {}
    for i in range(40):
        text, title, keywords = (rng.choices(vocabulary, k=k) for k in (30, 4, 3))
        keywords = list(dict.fromkeys(keywords))
        files[f"{i}.md"] = article(f"n{i:02}", " ".join(text), title=" ".join(title), keywords=keywords)
        texts[f"n{i:02}"] = terms(" ".join([*text, *2 * title, *2 * keywords]))
    corpus = Corpus(lay(tmp_path, files), ranking=Ranking(coverage=0))
    retriever = bm25s.BM25(method="lucene", k1=1.2, b=0.75, dtype="float64")
    retriever.index(list(texts.values()), show_progress=False)
    query = "why is the battery of the charging cradle not charging"
    theirs = dict(zip(texts, retriever.get_scores(terms(query)), strict=True))
    found = corpus.retrieve(query, k=40).chunks
    assert len(found) == sum(score > 0 for score in theirs.values())
    for chunk in found:
        assert chunk.meta["score"] == pytest.approx(theirs[chunk.id], abs=1e-6)

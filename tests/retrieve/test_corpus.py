"""A corpus in service: scope before score, related with scope, snippets, explanations, and a reload that may fail."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from articles import TWO_FAMILIES, article, lay
from hypothesis import given, settings
from hypothesis import strategies as st

from ctxgate import Corpus, CorpusError, Ranking, gate_batch
from ctxgate.batch import Batch, as_dict, parse_batch
from ctxgate.errors import InputError
from ctxgate.retrieve.load import load
from ctxgate.retrieve.snippet import MAX_CHARS

QUERY = "Why does the cradle not charge?"


@pytest.fixture
def kb(tmp_path: Path) -> Path:
    return lay(tmp_path / "kb", TWO_FAMILIES)


def ids(batch: Batch) -> list[str]:
    return [chunk.id for chunk in batch.chunks]


# ---------------------------------------------------------------- scope


@pytest.mark.parametrize("related", [False, True])
@pytest.mark.parametrize(
    ("enabled", "scope", "seen"),
    [
        ([], (), {"charge"}),
        ([], "nimbus", {"charge"}),
        (["nimbus", "vertex"], (), {"charge"}),
        (["nimbus", "vertex"], "unheard of", {"charge"}),
        (["vertex"], "nimbus", {"charge"}),
        (["nimbus", "vertex"], "nimbus", {"charge", "dock"}),
        (["nimbus", "vertex"], "Vertex Widget", {"charge", "case"}),
        (["nimbus"], ["nimbus", "vertex"], {"charge", "dock"}),
        (["nimbus", "vertex"], ["nimbus", "vertex"], {"charge", "dock", "case"}),
        (["Nimbus Orbit"], "nimbus", {"charge"}),
    ],
)
def test_two_families_that_name_each_other_do_not_leak(
    kb: Path, enabled: list[str], scope: str | list[str], seen: set[str], related: bool
) -> None:
    corpus = Corpus(kb, enabled=enabled)
    for k in (1, 2, 10):
        batch = corpus.retrieve(QUERY, scope=scope, k=k, related=related, explain=True)
        assert set(ids(batch)) <= seen
    assert set(ids(batch)) == seen
    for hidden in {"dock", "case"} - seen:
        assert f"'{hidden}'" not in str(as_dict(batch))


def test_what_is_out_of_scope_takes_no_place_among_the_k(kb: Path) -> None:
    lay(kb, {f"n{i}.md": article(f"n{i}", "charge charge cradle", scope=("Nimbus",)) for i in range(20)})
    assert ids(Corpus(kb, enabled=["nimbus"]).retrieve(QUERY, k=1)) == ["charge"]


def test_scores_are_those_of_the_whole_corpus_whoever_asks(kb: Path) -> None:
    corpus = Corpus(kb, enabled=["nimbus", "vertex"])
    few, all_ = (corpus.retrieve(QUERY, scope=scope, k=9) for scope in ((), ["nimbus", "vertex"]))
    scores = {chunk.id: chunk.meta["score"] for chunk in all_.chunks}
    assert {chunk.id: chunk.meta["score"] for chunk in few.chunks} == {"charge": scores["charge"]}


def test_related_follows_one_step_once_each_with_its_own_score(tmp_path: Path) -> None:
    kb = lay(
        tmp_path / "kb",
        {
            "a.md": article("xa", "cradle charge window door", related=["xb", "none", "xc"]),
            "b.md": article("xb", "another thing", related=["xd"]),
            "c.md": article("xc", "cradle charge", related=["xb", "xa"]),
            "d.md": article("xd", "yet another"),
        },
    )
    batch = Corpus(kb).retrieve("cradle charge", related=True)
    assert [(chunk.id, chunk.meta.get("related_to")) for chunk in batch.chunks] == [
        ("xc", None),
        ("xa", None),
        ("xb", "xc"),
    ]
    assert batch.chunks[2].meta["score"] == 0.0
    assert ids(Corpus(kb).retrieve("cradle charge")) == ["xc", "xa"]


def test_an_empty_name_of_a_product_is_refused(kb: Path) -> None:
    with pytest.raises(InputError, match="no product's name"):
        Corpus(kb, enabled=[" "])
    with pytest.raises(InputError, match="no product's name"):
        Corpus(kb).retrieve(QUERY, scope="-")


# ---------------------------------------------------------------- what comes out


def test_the_batch_goes_through_the_gate_as_it_is(kb: Path) -> None:
    batch = Corpus(kb).retrieve(QUERY)
    assert parse_batch(as_dict(batch)) == batch
    assert [decision.id for decision in gate_batch(batch).decisions] == ["charge"]
    assert batch.meta == {"retrieval": {"corpus": load(kb).fingerprint()}}


def test_a_chunk_tells_where_it_stands(kb: Path) -> None:
    lay(kb, {"guide/dates.md": "# Guide\n\nhello\n\n## Dated cradles\n\nA cradle.\n"})
    lay(kb, {"dated.md": article("dated", "dated cradle", date="2024-05-01")})
    found = {chunk.id: chunk for chunk in Corpus(kb).retrieve("dated cradle").chunks}
    assert found["dated"].date == "2024-05-01"
    assert found["dated"].meta["category"] == "test"
    section = found["guide/dates.md#dated-cradles"]
    assert (section.source, section.meta["line"], section.date) == (section.id, 5, None)
    assert (kb / "guide/dates.md").read_text().split("\n")[4:7] == section.text.split("\n")


def test_a_query_without_a_known_word_finds_nothing(kb: Path) -> None:
    assert Corpus(kb).retrieve("the of and why").chunks == ()
    assert Corpus(kb).retrieve("zebra ???").chunks == ()


@pytest.mark.parametrize(("query", "k"), [("", 5), (" \n", 5), ("x" * 10_001, 5), ("x", 0)])
def test_a_query_that_is_none_is_refused(kb: Path, query: str, k: int) -> None:
    with pytest.raises(InputError):
        Corpus(kb).retrieve(query, k=k)


def test_ties_are_ranked_by_id(tmp_path: Path) -> None:
    names = ["b", "a", "d", "c"]
    kb = lay(tmp_path / "kb", {f"{i}.md": article(name, "same words here") for i, name in enumerate(names)})
    lay(kb, {"n.md": article("Z", "same words here", scope=("Nimbus",), title="a")})
    corpus = Corpus(kb, enabled=["nimbus"], ranking=Ranking(title=0))
    assert ids(corpus.retrieve("same words", scope="nimbus", k=3)) == ["Z", "a", "b"]


def test_a_long_article_shows_the_piece_that_has_the_most_of_the_query(tmp_path: Path) -> None:
    filler = "\n\n".join("This paragraph says nothing about anything of interest." for _ in range(60))
    text = f"# Manual\n\n{filler}\n\nThe cradle charges through its gold contacts.\n\n{filler}"
    kb = lay(tmp_path / "kb", {"long.md": article("long", text), "short.md": article("short", "short text")})
    (chunk,) = Corpus(kb).retrieve("cradle contacts").chunks
    assert "gold contacts." in chunk.text
    assert len(chunk.text) <= MAX_CHARS
    assert chunk.text.endswith(".")
    assert (chunk.id, chunk.meta["part"], chunk.meta["parts"]) == ("long", 2, 3)
    lines = (kb / "long.md").read_text().split("\n")
    assert lines[chunk.meta["line"] - 1] == chunk.text.split("\n")[0]
    (other,) = Corpus(kb).retrieve("manual").chunks
    assert other.meta["part"] == 1


def test_titles_and_keywords_are_searched_and_count_as_they_are_told_to(tmp_path: Path) -> None:
    kb = lay(
        tmp_path / "kb",
        {
            "a.md": article("a", "text", title="cradle"),
            "b.md": article("b", "text", keywords=["cradle"]),
            "c.md": article("c", "cradle"),
        },
    )
    assert set(ids(Corpus(kb).retrieve("cradles"))) == {"a", "b", "c"}
    assert ids(Corpus(kb, ranking=Ranking(title=0, keywords=5)).retrieve("cradle")) == ["b", "c"]


@pytest.mark.parametrize(
    "setting", [{"k1": 0}, {"b": 1.5}, {"coverage": -1}, {"coverage": float("nan")}, {"title": -1}]
)
def test_a_ranking_that_makes_no_formula_is_refused(setting: dict[str, float]) -> None:
    with pytest.raises(InputError):
        Ranking(**setting)  # type: ignore[arg-type]


# ---------------------------------------------------------------- explanations


@pytest.mark.parametrize("coverage", [0.0, 0.25])
def test_an_explanation_adds_up_to_the_score_and_can_be_redone_by_hand(kb: Path, coverage: float) -> None:
    corpus = Corpus(kb, enabled=["nimbus"], ranking=Ranking(coverage=coverage))
    batch = corpus.retrieve("charge charge cradle dock zebra", scope="nimbus", explain=True)
    assert len(batch.chunks) == 2
    for chunk in batch.chunks:
        told = chunk.meta["explain"]
        assert told["score"] == pytest.approx(chunk.meta["score"], abs=2e-6)
        assert told["bm25"] == pytest.approx(sum(term["points"] for term in told["terms"]), abs=1e-5)
        assert told["score"] == pytest.approx(told["bm25"] + told["bonus"], abs=2e-6)
        assert told["bonus"] == pytest.approx(told["bm25"] * coverage * told["coverage"], abs=1e-5)
        by_hand = told["ranking"]
        norm = by_hand["k1"] * (1 - by_hand["b"] + by_hand["b"] * told["length"] / told["average_length"])
        for term in told["terms"]:
            often = 2 * term["in_title"] + 2 * term["in_keywords"] + term["in_text"]
            points = term["idf"] * often / (often + norm) * term["in_query"]
            assert term["points"] == pytest.approx(points, abs=1e-5)


words = st.lists(
    st.sampled_from(["cradle", "charging", "charges", "dock", "the", "x9"]), min_size=1, max_size=8
)


@settings(deadline=None)  # it writes files
@given(query=words.map(" ".join), texts=st.lists(words.map(" ".join), min_size=1, max_size=6))
def test_the_score_of_the_index_is_the_score_of_the_text(
    tmp_path_factory: pytest.TempPathFactory, query: str, texts: list[str]
) -> None:
    folder = tmp_path_factory.mktemp("kb")
    kb = lay(folder, {f"{i}.md": article(f"{i}", text, title=text[:9]) for i, text in enumerate(texts)})
    for chunk in Corpus(kb).retrieve(query, explain=True, k=9).chunks:
        assert chunk.meta["explain"]["score"] == pytest.approx(chunk.meta["score"], abs=2e-6)


# ---------------------------------------------------------------- reload


def test_a_reload_takes_what_has_changed(kb: Path) -> None:
    corpus = Corpus(kb)
    before = corpus.fingerprint
    lay(kb, {"new.md": article("new", "How to charge a cradle")})
    assert ids(corpus.retrieve(QUERY)) == ["charge"]
    corpus.reload()
    assert set(ids(corpus.retrieve(QUERY))) == {"charge", "new"}
    assert corpus.fingerprint != before


@pytest.mark.parametrize(
    ("broken", "says"),
    [
        ({"bad.md": "---\n- a\n---\ntext"}, "not a mapping"),
        ({"twice.md": article("charge", "text")}, "the id 'charge' is taken"),
        ({"latin.md": b"caf\xe9"}, "not UTF-8"),
    ],
)
def test_a_reload_that_is_refused_says_why_and_leaves_the_old_index_in_service(
    kb: Path, broken: dict[str, str | bytes], says: str
) -> None:
    corpus = Corpus(kb)
    before = corpus.retrieve(QUERY, explain=True)
    lay(kb, {"charge.md": article("charge", "Something else altogether"), **broken})
    with pytest.raises(CorpusError, match=says) as caught:
        corpus.reload()
    assert len(caught.value.faults) == 1
    assert corpus.retrieve(QUERY, explain=True) == before
    (kb / next(iter(broken))).unlink()
    corpus.reload()
    assert [chunk.text for chunk in corpus.retrieve(QUERY).chunks] == ["Something else altogether"]


def test_a_folder_that_is_gone_or_emptied_leaves_the_old_index_in_service(kb: Path) -> None:
    corpus = Corpus(kb)
    for name in TWO_FAMILIES:
        (kb / name).unlink()
    with pytest.raises(CorpusError, match="no article in it"):
        corpus.reload()
    kb.rmdir()
    with pytest.raises(InputError, match="no such folder"):
        corpus.reload()
    assert ids(corpus.retrieve(QUERY)) == ["charge"]


def test_a_folder_that_does_not_load_whole_makes_no_corpus(kb: Path) -> None:
    lay(kb, {"bad.md": "---\n- a\n---\ntext"})
    with pytest.raises(CorpusError, match="not a mapping"):
        Corpus(kb)


def test_queries_go_on_while_it_reloads_and_see_one_index_or_the_other(kb: Path) -> None:
    corpus = Corpus(kb, enabled=["nimbus"])
    seen: set[tuple[str, ...]] = set()
    done = threading.Event()

    def ask() -> None:
        while not done.is_set():
            seen.add(tuple(ids(corpus.retrieve(QUERY, scope="nimbus", related=True))))

    asking = threading.Thread(target=ask)
    asking.start()
    try:
        for i in range(20):
            lay(kb, {"charge.md": article("charge" if i % 2 else "renamed", "The cradle does not charge.")})
            corpus.reload()
    finally:
        done.set()
        asking.join()
    assert {frozenset(found) for found in seen} <= {
        frozenset({"charge", "dock"}),
        frozenset({"renamed", "dock"}),
    }

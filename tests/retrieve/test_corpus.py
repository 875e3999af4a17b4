"""A corpus in service: scope before score, related with scope, snippets, explanations, and a reload that may fail."""

from __future__ import annotations

import math
import pickle
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from articles import TWO_FAMILIES, article, lay
from hypothesis import given, settings
from hypothesis import strategies as st

from ctxgate import Corpus, CorpusError, Ranking, gate_batch
from ctxgate.batch import Batch, as_dict, parse_batch
from ctxgate.errors import InputError
from ctxgate.retrieve.analysis import terms
from ctxgate.retrieve.load import Loaded, load
from ctxgate.retrieve.snippet import MAX_CHARS

UNTYPED: Any = Corpus
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


def test_related_gives_at_most_as_many_again(tmp_path: Path) -> None:
    names = [f"r{n:02}" for n in range(30)]
    kb = lay(tmp_path / "kb", {f"{name}.md": article(name, "another thing") for name in names})
    lay(
        kb,
        {
            "a.md": article("a", "cradle", related=names),
            "b.md": article("b", "cradle cradle", related=["r29"]),
        },
    )
    batch = Corpus(kb).retrieve("cradle", k=3, related=True)
    assert ids(batch)[2:] == ["r00", "r01", "r02"]


def test_an_empty_name_of_a_product_is_refused(kb: Path) -> None:
    with pytest.raises(InputError, match="no product's name"):
        Corpus(kb, enabled=[" "])
    with pytest.raises(InputError, match="no product's name"):
        Corpus(kb).retrieve(QUERY, scope="-")


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda kb: UNTYPED(kb, enabled="Orbit"), r"write \['Orbit'\]"),
        (lambda kb: UNTYPED(kb, enabled=[5]), "a product's name is text, not int"),
        (lambda kb: UNTYPED(kb).enabling("Orbit"), r"products is a list of names: write \['Orbit'\]"),
        (lambda kb: UNTYPED(kb).retrieve(5), "a query is text, not int"),
        (lambda kb: UNTYPED(kb).retrieve("x", k="5"), "k is a whole number, not str"),
        (lambda kb: UNTYPED(kb).retrieve("x", k=True), "k is a whole number, not bool"),
        (lambda kb: UNTYPED(kb).retrieve("x", scope=5), "scope is a list of names, not int"),
        (lambda kb: UNTYPED(kb).retrieve("x", scope=[None]), "a product's name is text, not NoneType"),
    ],
)
def test_a_value_of_a_wrong_type_is_a_type_error_with_words(
    kb: Path, call: Callable[[Path], object], says: str
) -> None:
    with pytest.raises(TypeError, match=says):
        call(kb)


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


def test_a_word_is_found_however_its_accents_are_typed_and_keeps_them(kb: Path) -> None:
    one, two = "caf\u00e9", "cafe\u0301"
    lay(kb, {"one.md": article("one", f"a {one}"), "two.md": article("two", f"a {two}")})
    for query in (one, two):
        found = {chunk.id: chunk.text for chunk in Corpus(kb).retrieve(query).chunks}
        assert found == {"one": f"a {one}", "two": f"a {two}"}


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
        # Nothing but what is told goes in: the shares of the query that are missing are told as well.
        for term in (*told["terms"], *told["missing"]):
            n, total = term["articles"], told["articles"]
            idf = math.log(1 + (total - n + 0.5) / (n + 0.5)) if n else 0
            assert term["idf"] == pytest.approx(idf, abs=1e-6)
        has = sum(term["idf"] for term in told["terms"])
        whole = has + sum(term["idf"] for term in told["missing"])
        assert told["coverage"] == pytest.approx(has / whole, abs=1e-5)
        every = {term["term"] for term in (*told["terms"], *told["missing"])}
        assert every == {"charg", "cradl", "dock", "zebra"}
        lengths = [len(terms(" ".join((p.text, *2 * (p.title,), *2 * p.keywords)))) for p in corpus.passages]
        assert told["average_length"] == sum(lengths) / len(lengths)


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


def test_a_slow_reload_does_not_undo_a_later_one(kb: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    corpus = Corpus(kb)
    reading, go_on = threading.Event(), threading.Event()

    def slowly(folder: Path, **more: Any) -> Loaded:
        loaded = load(folder, **more)
        if not reading.is_set():  # the first to come has read the old text, and is held up
            reading.set()
            go_on.wait(5)
        return loaded

    monkeypatch.setattr("ctxgate.retrieve.corpus.load", slowly)
    first, second = (threading.Thread(target=corpus.reload) for _ in range(2))
    first.start()
    reading.wait(5)
    lay(kb, {"charge.md": article("charge", "The new text on a cradle")})
    second.start()
    second.join(0.2)
    go_on.set()
    first.join()
    second.join()
    assert [chunk.text for chunk in corpus.retrieve(QUERY).chunks] == ["The new text on a cradle"]


def test_a_corpus_with_other_products_enabled_is_reloaded_with_the_first(kb: Path) -> None:
    corpus = Corpus(kb)
    other = corpus.enabling(["nimbus"])
    lay(kb, {"new.md": article("new", "A cradle", scope=("Nimbus",))})
    corpus.reload()
    assert "new" in ids(other.retrieve(QUERY, scope="nimbus"))
    assert other.fingerprint == corpus.fingerprint
    assert ids(corpus.retrieve(QUERY, scope="nimbus")) == ["charge"]


def test_the_folder_stays_the_same_when_the_working_folder_changes(
    kb: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(kb.parent)
    corpus = Corpus("kb")
    lay(kb.parent / "other", {"kb/a.md": article("a", "A cradle of someone else")})
    monkeypatch.chdir(kb.parent / "other")
    corpus.reload()
    assert ids(corpus.retrieve(QUERY)) == ["charge"]
    lay(kb, {"bad.md": "---\n- a\n---\ntext"})
    with pytest.raises(CorpusError) as caught:
        corpus.reload()
    assert caught.value.where == "kb/bad.md:2"


def test_what_was_passed_over_is_told(kb: Path) -> None:
    (kb / "out.md").symlink_to("/etc/hostname")
    assert Corpus(kb).skipped == (("out.md", "a link out of the folder, which is not followed"),)


def test_a_corpus_can_go_to_another_process(kb: Path) -> None:
    corpus = Corpus(kb)
    assert pickle.loads(pickle.dumps(corpus)).retrieve(QUERY) == corpus.retrieve(QUERY)


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

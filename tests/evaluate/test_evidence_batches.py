from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ctxgate.batch import Batch, Chunk
from ctxgate.errors import InputError
from ctxgate.evaluate.evidence.batches import (
    FOREIGN,
    Labels,
    halves,
    mixed,
    of_one_answer,
    read,
    replaced,
    sections,
    without,
    without_question,
    without_source_name,
)
from ctxgate.evaluate.evidence.speed import tens


def labels(key: str, *chunks: tuple[str, str], query: str = "what?", source: str = "docs/{}.md") -> Labels:
    made = tuple(Chunk(f"{key}{i}", source.format(f"{key}{i}"), text) for i, (_, text) in enumerate(chunks))
    return Labels(key, Batch(query, made), tuple(label for label, _ in chunks))


def texts(found: Labels) -> list[str]:
    return [chunk.text for chunk in found.batch.chunks]


def test_labelled_batches_are_read_with_their_labels(tmp_path: Path) -> None:
    path = tmp_path / "b.jsonl"
    row: dict[str, Any] = {"id": "b1", "query": "q", "retrieved": []}
    row["retrieved"].append({"id": "c", "source": "s.md", "text": "t", "label": "relevant", "answer": "x"})
    path.write_text(json.dumps(row) + "\n\n", encoding="utf-8")
    (found,) = read(path)
    assert (found.key, found.labels, found.batch.chunks[0].meta["answer"]) == ("b1", ("relevant",), "x")
    path.write_text("{}\n", encoding="utf-8")
    with pytest.raises(InputError) as error:
        read(path)
    assert error.value.where == f"{path}:1"
    with pytest.raises(InputError):
        read(tmp_path / "none.jsonl")


def test_chunks_of_a_label_can_be_left_out() -> None:
    found = without(labels("a", ("correct", "x"), ("wrong", "y"), ("stale", "z")), "wrong", "stale")
    assert (found.labels, texts(found)) == (("correct",), ["x"])
    assert found.has("correct")
    assert not found.has("wrong", "stale")


def test_the_question_is_stripped_from_texts_that_begin_with_it() -> None:
    given = labels(
        "a", ("wrong", "Who led it? Ada did."), ("correct", "Bo led it. Who led it?"), query="who led it?"
    )
    assert texts(without_question(given)) == ["Ada did.", "Bo led it. Who led it?"]


def test_hidden_sources_are_paths_that_say_nothing_and_are_equal_for_equal_texts() -> None:
    found = without_source_name(labels("a", ("x", "one"), ("y", "two"), ("z", "one")))
    sources = [chunk.source for chunk in found.batch.chunks]
    assert all(source.startswith("passages/") and source.endswith(".md") for source in sources)
    assert sources[0] == sources[2] != sources[1]


def test_chunks_of_other_queries_are_mixed_in_behind_the_own_ones() -> None:
    batches = [labels(key, ("relevant", f"about {key}"), ("irrelevant", "else")) for key in "abcde"]
    for own, found in zip(batches, mixed(batches, 3), strict=True):
        assert found.labels == ("relevant", "irrelevant", FOREIGN, FOREIGN, FOREIGN)
        assert texts(found)[:2] == texts(own)
        assert not set(texts(found)[2:]) & set(texts(own))
        assert len({chunk.id for chunk in found.batch.chunks}) == 5
    assert mixed(batches, 3) == mixed(batches, 3)


def test_a_chunk_of_a_document_that_is_there_already_is_no_stranger() -> None:
    batches = [labels(key, ("relevant", f"about {key}"), source="docs/one.md#{}") for key in "abc"]
    assert [found.labels for found in mixed(batches, 2)] == [("relevant",)] * 3


def test_a_whole_batch_can_be_of_other_queries() -> None:
    batches = [labels(key, ("relevant", f"about {key}")) for key in "abc"]
    for own, found in zip(batches, replaced(batches, 5), strict=True):
        assert found.batch.query == own.batch.query
        assert set(found.labels) == {FOREIGN}
        assert len(found.labels) == 2


def test_each_section_is_asked_for_in_turn() -> None:
    given = labels(
        "a", ("correct", "Setup\n\nDo it."), ("irrelevant", "Limits\n\nNone."), query="project page: Setup"
    )
    (found,) = sections(given, "irrelevant")
    assert (found.batch.query, found.labels) == ("project page: Limits", ("beside", "asked"))


def test_halves_of_a_passage_end_at_a_sentence() -> None:
    given = labels(
        "a", ("conflict", "One is here. Two is there. Three is far. Four is near."), ("conflict", "No end")
    )
    (found,) = halves(given)
    assert texts(found) == ["One is here. Two is there.", "Three is far. Four is near."]
    assert found.labels == ("agree", "agree")


def test_passages_of_one_answer_are_paired() -> None:
    chunks = tuple(
        Chunk(str(i), f"s{i}.md", text, meta={"answer": answer})
        for i, (text, answer) in enumerate([("a", "Rome"), ("b", "Oslo"), ("c", "rome "), ("d", "Rome")])
    )
    given = Labels("k", Batch("where?", chunks), ("correct", "wrong", "correct", "correct"))
    (found,) = of_one_answer(given, "correct")
    assert texts(found) == ["a", "c"]


def test_batches_of_ten_are_regrouped_from_all() -> None:
    batches = [labels(key, *[("x", f"{key}{i}") for i in range(7)]) for key in "abc"]
    found = tens(batches, 20)
    assert [len(group.labels) for group in found] == [10, 10]
    assert texts(found[0])[:8] == [f"a{i}" for i in range(7)] + ["b0"]

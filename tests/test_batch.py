"""Batches from outside: what is taken, what is refused, and how it is said."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxgate.batch import (
    MAX_NESTING,
    MAX_QUERY_CHARS,
    as_dict,
    batch_fingerprint,
    canonical_json,
    fingerprint,
    parse_batch,
    parse_json,
    title_fingerprint,
)
from ctxgate.errors import BatchError


def chunk(**changes: Any) -> dict[str, Any]:
    return {"id": "a", "source": "a.md", "text": "Some text."} | changes


def refusal(value: Any) -> str:
    with pytest.raises(BatchError) as caught:
        parse_batch(value)
    return caught.value.what


def test_unknown_keys_are_kept_apart() -> None:
    batch = parse_batch(
        {
            "query": "q",
            "id": 7,
            "retrieved": [chunk(label="relevant", score=0.5), chunk(id="b", date="2024-01-01")],
        }
    )
    assert batch.meta == {"id": 7}
    assert batch.chunks[0].meta == {"label": "relevant", "score": 0.5}
    assert (batch.chunks[1].date, batch.chunks[1].meta) == ("2024-01-01", {})


def test_a_null_date_is_no_date() -> None:
    assert parse_batch({"query": "q", "retrieved": [chunk(date=None)]}).chunks[0].date is None


def test_a_batch_may_have_no_chunks() -> None:
    assert parse_batch({"query": "q", "retrieved": []}).chunks == ()


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ([], "a batch is a JSON object, this is a list"),
        ("x", "a batch is a JSON object, this is a string"),
        (None, "a batch is a JSON object, this is null"),
        ({"retrieved": []}, "query is missing"),
        ({"query": "", "retrieved": []}, "query is empty"),
        ({"query": " \n\u3000", "retrieved": []}, "query is empty"),
        ({"query": 3, "retrieved": []}, "query must be a string, not a number"),
        ({"query": "q"}, 'missing "retrieved", the list of chunks'),
        ({"query": "q", "retrieved": None}, "retrieved must be a list of chunks, not null"),
        ({"query": "q", "retrieved": ["x"]}, "retrieved[0] must be an object, not a string"),
        ({"query": "q", "retrieved": [{}]}, "retrieved[0].id is missing"),
        ({"query": "q", "retrieved": [chunk(id=True)]}, "retrieved[0].id must be a string, not a boolean"),
        ({"query": "q", "retrieved": [chunk(), chunk(id="b", text="\t")]}, "retrieved[1].text is empty"),
        ({"query": "q", "retrieved": [chunk(source="")]}, "retrieved[0].source is empty"),
        ({"query": "q", "retrieved": [chunk(date=2024)]}, "retrieved[0].date must be a string, not a number"),
        (
            {"query": "q", "retrieved": [chunk(), chunk()]},
            "retrieved[0] and retrieved[1] have the same id 'a'",
        ),
        (
            {"query": "q", "retrieved": [chunk(text="a\ud800")]},
            "retrieved[0].text holds half a surrogate pair at character 1, which is not text",
        ),
        (
            {"query": "q", "retrieved": [chunk(note={"deep": ["\udfff"]})]},
            "unknown keys of retrieved[0] hold half a surrogate pair, which is not text",
        ),
        ({"event": "capture", "run": "r"}, "this is a log row, not a batch"),
    ],
)
def test_a_malformed_batch_is_refused_in_words_that_name_the_field(value: Any, message: str) -> None:
    assert refusal(value) == message


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("{", "not JSON"),
        ("", "not JSON"),
        ('{"a": NaN}', "NaN is not a JSON number"),
        ('{"a": -Infinity}', "-Infinity is not a JSON number"),
        ('{"a": 1e999}', "out of range"),
        ('{"a": 1, "a": 2}', "'a' stands twice"),
        ('{"a": {"b": 1, "b": 1}}', "'b' stands twice"),
        ("1" * 5000, "digits"),
        ("[" * 10_000 + "]" * 10_000, "nested more than"),
        ("[" * (MAX_NESTING + 1) + "]" * (MAX_NESTING + 1), "nested more than"),
        ('{"a": 1} {"b": 2}', "not JSON"),
    ],
)
def test_json_that_parsers_disagree_about_is_refused(text: str, part: str) -> None:
    with pytest.raises(BatchError, match=part):
        parse_json(text)


def test_nesting_up_to_the_bound_is_read() -> None:
    assert parse_json("[" * MAX_NESTING + "]" * MAX_NESTING) is not None


@given(st.text())
def test_the_fingerprint_is_sha_256_over_the_folded_text(text: str) -> None:
    expected = hashlib.sha256(" ".join(text.split()).encode()).hexdigest()[:16]
    assert fingerprint(text) == expected
    assert fingerprint(f" \n{text}\t\u2003") == expected


def test_the_fingerprint_of_a_known_text_is_known() -> None:
    assert (
        fingerprint("SKU-441 refunds are accepted within 14 days if the seat was unused.")
        == "f835395042928502"
    )


@given(
    st.dictionaries(
        st.text(st.characters(exclude_categories=["Cs"])),
        st.one_of(st.integers(), st.text(st.characters(exclude_categories=["Cs"])), st.none(), st.booleans()),
    )
)
def test_canonical_json_is_what_anyone_can_write_and_does_not_depend_on_order(value: dict[str, Any]) -> None:
    text = canonical_json(value)
    assert text == json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert canonical_json(dict(reversed(value.items()))) == text


def test_the_batch_fingerprint_depends_on_each_part_and_on_the_order() -> None:
    one, two = ("a", "a.md", None, "0" * 16, None), ("b", "b.md", "2024", "1" * 16, None)
    prints = [
        batch_fingerprint("q", [one, two]),
        batch_fingerprint("q", [two, one]),
        batch_fingerprint("r", [one, two]),
        batch_fingerprint("q", [one]),
        batch_fingerprint("q", [one, ("b", "b.md", "2025", "1" * 16, None)]),
        batch_fingerprint("q", [one, ("b", "c.md", "2024", "1" * 16, None)]),
        batch_fingerprint("q", [one, ("b", "b.md", "2024", "2" * 16, None)]),
        batch_fingerprint("q", [one, ("b", "b.md", "2024", "1" * 16, "3" * 16)]),
    ]
    assert len(set(prints)) == len(prints)


def test_a_title_and_keywords_are_read_and_go_back_as_they_came() -> None:
    given = {
        "id": "a",
        "source": "a.md",
        "text": "t",
        "title": "Refunds > Seats",
        "keywords": ["seat", "downgrade"],
    }
    batch = parse_batch({"query": "q", "retrieved": [given]})
    (chunk,) = batch.chunks
    assert (chunk.title, chunk.keywords, chunk.meta) == ("Refunds > Seats", ("seat", "downgrade"), {})
    assert as_dict(batch)["retrieved"] == [{**given, "date": None}]
    assert chunk.about == "Refunds > Seats\nseat\ndowngrade"


@pytest.mark.parametrize(
    "nothing", [{}, {"title": None, "keywords": None}, {"title": " ", "keywords": []}, {"keywords": [""]}]
)
def test_an_empty_title_and_empty_keywords_are_none(nothing: dict[str, Any]) -> None:
    (chunk,) = parse_batch(
        {"query": "q", "retrieved": [{"id": "a", "source": "a.md", "text": "t", **nothing}]}
    ).chunks
    assert (chunk.title, chunk.keywords, chunk.about) == (None, (), "")
    assert title_fingerprint(chunk.title, chunk.keywords) is None


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"title": 7}, "retrieved[0].title must be a string, not a number"),
        ({"keywords": "refund"}, "retrieved[0].keywords must be a list of strings, not a string"),
        ({"keywords": ["refund", 7]}, "retrieved[0].keywords[1] must be a string, not a number"),
        ({"title": "\ud83d"}, "retrieved[0].title holds half a surrogate pair"),
    ],
)
def test_a_bad_title_or_keyword_is_named(more: dict[str, Any], said: str) -> None:
    with pytest.raises(BatchError) as refused:
        parse_batch({"query": "q", "retrieved": [{"id": "a", "source": "a.md", "text": "t", **more}]})
    assert str(refused.value).startswith(said)


def test_a_title_has_a_fingerprint_of_its_own() -> None:
    prints = [
        title_fingerprint(title, words)
        for title, words in (
            ("A", ()), ("B", ()), (None, ("A",)), ("A", ("b", "c")), ("A", ("b c",)), ("A", ("c", "b")), ("A b", ("c",)),
        )
    ]  # fmt: skip
    assert len({*prints, None}) == len(prints) + 1


def test_a_query_is_bounded() -> None:
    one = {"id": "a", "source": "a.md", "text": "t"}
    assert parse_batch({"query": "q" * MAX_QUERY_CHARS, "retrieved": [one]}).query
    assert refusal({"query": "q" * (MAX_QUERY_CHARS + 1), "retrieved": [one]}) == (
        "query has 100,001 characters, at most 100,000 are taken"
    )

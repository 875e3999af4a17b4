from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxgate.text.entities import MAX_ENTITIES, Entity, entities
from ctxgate.text.words import fold


def kinds(query: str) -> list[tuple[str, str]]:
    return [(entity.kind, entity.text) for entity in entities(query)]


def only(query: str) -> Entity:
    (entity,) = entities(query)
    return entity


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("What is the refund window for plan SKU-441?", [("identifier", "SKU-441")]),
        (
            "how does RFC 9110 treat CVE-2024-1234?",
            [("identifier", "RFC 9110"), ("identifier", "CVE-2024-1234")],
        ),
        ("is v2.1 out?", [("version", "v2.1")]),
        ("what does foo.bar() return?", [("api", "foo.bar")]),
        ("set max_chars or CamelCase", [("api", "max_chars"), ("api", "CamelCase")]),
        ("open path/to/x.md now", [("path", "path/to/x.md")]),
        ("where is README.md?", [("path", "README.md")]),
        ("what does `git push` do", [("code", "`git push`"[1:-1])]),
        ("a trial of 14 days in 2021", [("quantity", "14 days"), ("year", "2021")]),
        ("What is the population of Broken Bow?", [("name", "Broken Bow")]),
        ("Wilhelm Liebknecht was born where?", [("name", "Wilhelm Liebknecht")]),
        ("Refunds and/or returns?", []),
        ("How long is the window?", []),
        ("How To Reset The Bluetooth Device", []),
        ("the 21st century", []),
    ],
)
def test_entities_are_read_out_of_the_query(query: str, expected: list[tuple[str, str]]) -> None:
    assert kinds(query) == expected


@pytest.mark.parametrize(
    "text", ["SKU-441", "sku 441", "sku441", "(SKU_441)", "_SKU-441_", "SKU‑441.", "plan SKU-441's"]
)
def test_an_identifier_is_found_in_any_spelling(text: str) -> None:
    span = only("what is SKU-441?").find(fold(text))
    assert span is not None
    assert "441" in text[slice(*span)]


@pytest.mark.parametrize("text", ["SKU-4410", "XSKU-441", "SKU-44", "SKU-441-2", "441", "SKU 4 41"])
def test_an_identifier_is_not_found_in_another(text: str) -> None:
    assert only("what is SKU-441?").find(fold(text)) is None


@pytest.mark.parametrize(
    ("query", "text", "found"),
    [
        ("is v2.1 out?", "version 2.1.0 is", True),
        ("is v2.1 out?", "since v2.1.3", False),
        ("is v2.1 out?", "12.1", False),
        ("what does foo.bar() do", "calls foo.bar(1)", True),
        ("what does foo.bar() do", "calls foo.bars", False),
        ("a trial of two weeks", "the 14-day trial", True),
        ("who lives in Broken Bow?", "Broken\nBow's mayor", True),
        ("who lives in Broken Bow?", "Broken Bowl", False),
        ("what happened in 1866?", "the 1866–1869 term", True),
        ("what happened in 1866?", "18660", False),
    ],
)
def test_an_entity_stands_by_itself(query: str, text: str, found: bool) -> None:
    assert (only(query).find(fold(text)) is not None) is found


def test_spans_are_those_of_the_original_text() -> None:
    text = "İİİ the SKU-441"
    span = only("what is SKU-441?").find(fold(text))
    assert span is not None
    assert text[slice(*span)] == "SKU-441"


def test_two_spellings_are_one_entity() -> None:
    assert len(entities("is SKU-441 the same as sku 441 or SKU441?")) == 1


@given(st.text(max_size=300))
def test_any_query_gives_entities_that_stand_in_it(query: str) -> None:
    found = entities(query)
    assert len(found) <= MAX_ENTITIES
    assert all(0 <= e.span[0] < e.span[1] <= len(query) for e in found)
    assert [e.span for e in found] == sorted(e.span for e in found)


@given(st.from_regex(r"[A-Z]{2,5}-[1-9][0-9]{1,5}", fullmatch=True))
def test_an_identifier_finds_itself_and_not_its_extension(name: str) -> None:
    found = [e for e in entities(f"what is {name}?") if e.kind == "identifier"]
    assert [e.text for e in found] == [name]
    assert found[0].find(fold(f"the {name} plan")) == (4, 4 + len(name))
    assert found[0].find(fold(f"the {name}0 plan")) is None

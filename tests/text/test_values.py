from __future__ import annotations

import pytest

from ctxgate.text.names import names, phrases
from ctxgate.text.passage import passage
from ctxgate.text.values import Value, agree, dates, numbers


def quotes(found: list[tuple[Value, int, int]], text: str) -> list[str]:
    return [text[start:end] for _, start, end in found]


@pytest.mark.parametrize(
    ("written", "parts"),
    [
        ("4 May 1911", (1911, 5, 4)),
        ("May 4, 1911", (1911, 5, 4)),
        ("4th of May 1911", (1911, 5, 4)),
        ("1911-05-04", (1911, 5, 4)),
        ("May 1911", (1911, 5, 0)),
        ("1911", (1911, 0, 0)),
        ("4 May", (0, 5, 4)),
    ],
)
def test_dates_are_read_in_many_forms(written: str, parts: tuple[int, int, int]) -> None:
    text = f"It was opened on {written} by the mayor."
    assert [value.parts for value, _, _ in dates(passage(text))] == [parts]


def test_dates_agree_as_far_as_both_are_exact() -> None:
    whole, year, other = Value("date", (1911, 5, 4)), Value("date", (1911, 0, 0)), Value("date", (1912, 5, 4))
    assert agree(whole, year)
    assert not agree(whole, other)


def test_numbers_come_with_their_units_and_leave_dates_alone() -> None:
    text = "On 4 May 1911 some 1,200 people walked 3 km in two hours."
    assert [(v.parts[0], v.low) for v, _, _ in numbers(passage(text))] == [
        ("", 1200.0),
        ("metres", 3000.0),
        ("seconds", 7200.0),
    ]


def test_large_numbers_may_be_rounded_and_small_ones_not() -> None:
    def count(size: float, unit: str = "") -> Value:
        return Value("number", (unit,), size, size)

    assert agree(count(14_950), count(15_000))
    assert not agree(count(14_000), count(15_000))
    assert not agree(count(4), count(5))
    assert agree(count(5, "metres"), count(9, "seconds"))


def test_names_are_runs_of_capitals_with_what_links_them() -> None:
    text = "In spring the abbot of Saint Mary in Holm met J. K. Weber near Lindau, Bavaria."
    assert quotes(names(passage(text), ()), text) == ["Saint Mary in Holm", "J. K. Weber", "Lindau, Bavaria"]


def test_the_name_before_the_noun_that_is_asked_for_is_the_answer() -> None:
    text = "Orrin lies in Keld County, Ohio."
    assert [value.parts for value, _, _ in names(passage(text), ("orrin",), "county")] == [("keld",)]
    assert quotes(
        names(passage("orrin lies in keld county"), ("orrin",), "county"), "orrin lies in keld county"
    ) == ["keld county"]


def test_a_name_agrees_with_a_part_of_itself() -> None:
    assert agree(Value("words", ("anton", "keil")), Value("words", ("keil",)))
    assert not agree(Value("words", ("anton", "keil")), Value("words", ("anna", "lund")))


def test_a_phrase_is_no_lone_adverb_or_participle() -> None:
    text = "It is widely known. The miller keeps red hens."
    assert quotes(phrases(passage(text), ()), text) == ["miller keeps red", "hens"]


def test_a_common_word_that_opens_a_sentence_or_an_item_is_no_name() -> None:
    text = "Open the bar.\n- Continue to the gate.\n- Keil keeps it."
    assert quotes(names(passage(text), ()), text) == ["Keil"]

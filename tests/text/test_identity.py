"""Which thing is it? What queries name, and texts that name another one of the kind."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from work import assert_linear

from ctxgate.text.identity import other_thing, things
from ctxgate.text.identity.numbering import is_code


def other(query: str, text: str, extra: str = "") -> str | None:
    found = other_thing(things(query), text, extra)
    assert found is None or found.span is None or text[slice(*found.span)] == found.found
    return None if found is None else found.found


@pytest.mark.parametrize(
    ("query", "text", "found"),
    [
        ("What is the refund window for SKU-441?", "SKU-442 refunds are accepted within 30 days.", "SKU-442"),
        ("What does fault 0x61 mean?", "Fault 0x16 means that the lid is open.", "0x16"),
        ("Is part 88-1042-07 in stock?", "Part 88-1042-01 is in stock.", "88-1042-01"),
        ("Where is order 4711?", "Order 4712 was delivered on Monday.", "Order 4712"),
        ("What does § 14 say about dogs?", "Section 17 says that dogs are welcome.", "Section 17"),
        ("Which Java does Quarrydb 11 require?", "Quarrydb 9 requires Java 11 or later.", "Quarrydb 9"),
        ("What is new in Pelican Editor 4.2?", "New in Pelican Editor 3.8: a split view.", "Editor 3.8"),
        ("How do I enable metrics in tallyd v2?", "In tallyd v1, enable metrics with a flag.", "tallyd v1"),
        ("What were the revenues in March?", "The revenues in May were 41,800 euros.", "May"),
        ("What was the profit in Q3?", "The profit in the first quarter was 3 million.", "first quarter"),
        ("How large was the harvest in 2023?", "The harvest in 2021 was 48 tonnes.", "2021"),
        ("When does the pool open on Saturday?", "The pool opens at nine on Sunday.", "Sunday"),
        ("How do I install Stowbox on Linux?", "Stowbox installs on Windows with a setup file.", "Windows"),
        ("When does the Larnholm branch open?", "The Veldby branch opens at 10:00.", "Veldby"),
        ("What is the maximum dose of ibuprofen?", "The maximum dose of paracetamol is 4 g a day.", "paracetamol"),
        ("Was regelt § 14 der Satzung?", "In § 17 der Satzung geht es um die Wege.", "17"),
        ("彗星套餐包含国际漫游吗?", "银河套餐包含所有国家的国际漫游。", "银河套餐包含所有国家的国际漫游"),
    ],
)  # fmt: skip
def test_another_one_of_the_kind_is_found_and_named(query: str, text: str, found: str) -> None:
    named = other(query, text)
    assert named is not None
    assert found in named


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("What is the refund window for SKU-441?", "SKU 441 refunds are accepted within 14 days; SKU-442 has none."),
        ("What is the refund window for SKU-441?", "Refunds are accepted within 14 days if the seat was unused."),
        ("Why did it fail with PAY-3021?", "With any PAY code, such as PAY-3012, nothing is charged."),
        ("Compare SKU-441 with SKU-442.", "SKU-442 has 40 seats."),
        ("What does section 12 say?", "Sections 10 to 14 are about fees."),
        ("Is 4.2 still supported?", "Versions 4.0 and later are supported."),
        ("When will order 58213 be delivered?", "The delivery of order 58.213 is planned for tomorrow."),
        ("When does the pool open on Tuesday?", "From Monday to Friday the pool opens at seven."),
        ("May I bring a dog?", "You may bring a dog in March."),
        ("When does the Larnholm branch open?", "Every branch opens one hour later on the Saturday before Easter."),
        ("Which cases does Edda Marlow handle?", "Ms Marlow handles cases about inheritance."),
        ("How many days of holiday do employees in Germany get?", "German employees get 30 days."),
        ("How do I accedo to the portal?", "Open the portal and enter your number."),
        ("Come accedo al portale degli esami?", "Aprite il portale degli esami e inserite il numero."),
        ("如何重置皮可温控器？", "要重置皮可温控器，请按住旋钮十秒钟。"),
    ],
)  # fmt: skip
def test_the_thing_itself_no_such_thing_and_all_of_them_are_none_of_these(query: str, text: str) -> None:
    assert other(query, text) is None


def test_what_a_title_names_is_named_by_the_text() -> None:
    query, text = "What is the refund window for SKU-441?", "Like SKU-442 it has 14 days."
    assert other(query, text) == "SKU-442"
    assert other(query, text, "Plans > SKU-441") is None


@given(st.text(max_size=80), st.text(max_size=200))
def test_no_text_and_no_query_breaks_it(query: str, text: str) -> None:
    other(query, text)
    other(query, query)


@pytest.mark.parametrize(
    "unit",
    [
        "SKU-442 ",
        "a Veldby branch ",
        "order 4712, ",
        "山桜プラン",
        "プラン",
        "七月",
        "May in June ",
        "x",
        "the x account ",
        "Anna ",
    ],
)
def test_no_text_takes_long(unit: str) -> None:
    asked = things("When does the Larnholm branch of order 4711 with SKU-441 open in March? 青空プランの夕食")
    assert_linear(lambda size: other_thing(asked, unit * (size // len(unit))), 2_000)


def test_a_run_of_joined_words_is_no_code() -> None:
    assert_linear(lambda size: other("What is SKU-441?", "-".join(["words"] * (size // 6))), 2_000)
    assert not is_code("-".join(["words"] * 300) + "-1")


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("Is the museum open on Tuesday?", "The museum is open every day except Monday."),
        ("Le musée est-il ouvert le mardi ?", "Le musée est ouvert tous les jours sauf le lundi."),
        ("Which cable fits model A3?", "This cable covers models A1 to A5."),
        ("What is in room 12?", "Rooms 10-15 have a projector."),
        ("图书馆八月开门吗？", "图书馆七月至九月开门。"),
        ("What is the tax in 2024?", "For the tax year 2024 it is 15 percent, up from 10 percent in 2023."),
        ("Where was Marie Curie born?", "Marie Salomea Skłodowska Curie was born in Warsaw."),
        ("プレミアムプランの料金は？", "すべてのプランの料金は同じです。"),
        ("游泳馆八月开放吗？", "游泳馆八月每天9点到20点开放。"),
        ("When does the cafe in Zürich open?", "The café in Zurich opens at ten."),
    ],
)
def test_exceptions_ranges_and_longer_names_are_the_thing_itself(query: str, text: str) -> None:
    assert other(query, text) is None


@pytest.mark.parametrize(
    ("query", "text", "found"),
    [
        (
            "What tyre pressure does the Kestrel Van need?",
            "The Kestrel Coupé needs a tyre pressure of 2.4 bar.",
            "Kestrel Coupé",
        ),
        (
            "What does section 12(3) of the data act say?",
            "Section 12 (2) of the data act says how.",
            "Section 12",
        ),
        ("MATH-204 exam calculator", "In the exam for PHYS-204 a calculator is allowed.", "PHYS-204"),
        (
            "What interest does the savings account pay?",
            "The business account pays half a per cent interest.",
            "business account",
        ),
        (
            "五月の乗車券の割引はいくらですか？",
            "七月は乗車券の割引がありません。",
            "七月は乗車券の割引がありません",
        ),
        ("What does error 509 mean?", "The error E-590 means that the card is damaged.", "E-590"),
    ],
)
def test_kinds_of_other_things_are_told(query: str, text: str, found: str) -> None:
    assert other(query, text) == found

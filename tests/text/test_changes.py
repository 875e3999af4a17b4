from __future__ import annotations

import pytest

from ctxgate.text.changes import change
from ctxgate.text.copies import Overlaps
from ctxgate.text.passage import passage
from ctxgate.text.questions import Kind

TEXT = (
    "The Orrin bridge was finished on 4 May 1911 by the builder Anton Keil, and carries the mountain road "
    "over the gorge. Some 300 carts cross it each day, and the toll is paid at the southern gate."
)


def changed(a: str, b: str, kind: Kind = "phrase") -> tuple[str, str] | None:
    one, other = passage(a), passage(b)
    found = change(one, other, Overlaps([one, other]).containment(0, 1), kind)
    return (a[slice(*found.a)], b[slice(*found.b)]) if found else None


@pytest.mark.parametrize(
    ("old", "new", "kind"),
    [
        ("4 May 1911", "9 June 1921", "date"),
        ("300", "5,000", "number"),
        ("Anton Keil", "Maria Lund", "name"),
        ("mountain", "coast", "phrase"),
        ("is paid", "is not paid", "polar"),
    ],
)
def test_one_value_in_the_place_of_another_is_a_change(old: str, new: str, kind: Kind) -> None:
    assert changed(TEXT, TEXT.replace(old, new), kind) is not None
    assert changed(TEXT.replace(old, new), TEXT, kind) is not None


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Some 300", "Around 300"),
        ("carts", "cart"),
        ("each day", "every day"),
        ("the southern gate", "a southern gate"),
    ],
)
def test_another_way_of_writing_is_none(old: str, new: str) -> None:
    assert changed(TEXT, TEXT.replace(old, new), "number") is None


def test_two_weeks_are_fourteen_days() -> None:
    text = "A ticket for the ferry can be given back within two weeks of the day on which it was bought."
    assert changed(text, text.replace("two weeks", "14 days"), "number") is None
    assert changed(text, text.replace("two weeks", "15 days"), "number") == ("two weeks", "15 days")


def test_a_change_counts_where_it_touches_what_is_asked() -> None:
    other = TEXT.replace("300", "900")
    assert changed(TEXT, other, "number") == ("300", "900")
    assert changed(TEXT, other, "name") is None


def test_another_thing_in_the_same_sentence_has_numbers_of_its_own() -> None:
    text = "A parcel that is sent by Express post will be at the door in 2 days, and is insured up to its full value."
    other = text.replace("Express", "Standard").replace("2 days", "7 days")
    assert changed(text, other, "number") is None


def test_a_passage_that_was_cut_is_not_edited() -> None:
    assert changed(TEXT, TEXT[40:]) is None
    assert changed(TEXT, TEXT[:-40]) is None
    assert changed(TEXT, TEXT[: TEXT.index("00 carts")], "number") is None


def test_a_pattern_that_is_filled_in_for_two_things_is_no_edited_copy() -> None:
    body = " can be left at the southern gate until the bell rings for the night, and is looked after by the keeper."
    assert changed("Small cart" + body, "Large wagon" + body) is None
    assert changed("4 pence" + body, "9 pence" + body, "number") is not None

"""Index terms: the stems of the release that is pinned, without stop words."""

from __future__ import annotations

import pytest

from ctxgate.retrieve.analysis import counts, terms
from ctxgate.text.terms import _STEMS, MAX_KNOWN


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Why is the cradle NOT charging?", "cradl charg"),
        ("SKU-441 refunds, snake_case and v1.10", "sku 441 refund snake case v1 10"),
        (
            "skies dying generously generate university universe",
            "sky die generous generat universiti univers",
        ),
        ("Über naïve café İzmir straße", "uber naiv cafe izmir strass"),
        ("第二次 world", "第二 二次 world"),
        ("it's the user's", "user"),
        ("maxRetries of getURLPath", "maxretri geturlpath max retri url path"),
        ("mRNA, siRNAs, HDACs, pH and TLS", "mrna sirna hdac ph tls"),
        ("हिन्दी ёлка йод", "ह न द елка йод"),
        ("", ""),
        ("the of and", ""),
    ],
)
def test_the_terms_of_a_text(text: str, expected: str) -> None:
    assert terms(text) == expected.split()


def test_counts_are_in_order_of_first_appearance() -> None:
    assert list(counts("dock cradle docks").items()) == [("dock", 2), ("cradl", 1)]


def test_what_is_kept_of_words_is_bounded() -> None:
    _STEMS.clear()
    terms(" ".join(f"w{i}" for i in range(MAX_KNOWN + 5)))
    terms("one more")
    assert len(_STEMS) < 10


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("cafe ouvre", "café ouvre"),
        ("uber", "Über"),
        ("nino senor", "niño señor"),
        ("lodz", "Łódź"),
        ("ελλαδα", "Ελλάδα"),
    ],
)
def test_a_word_is_found_as_it_is_typed_without_its_accents(typed: str, written: str) -> None:
    assert terms(typed) == terms(written)


def test_a_word_that_is_a_stop_word_without_its_accents_stays() -> None:
    assert terms("thé à la menthe") == ["thé", "à", "la", "menth"]


@pytest.mark.parametrize("text", ["aB" * 50_000, "a" * 100_000 + "_", "A" * 100_000, "é" * 100_000])
def test_no_word_costs_more_than_its_letters(text: str) -> None:
    assert sum(map(len, terms(text))) <= 3 * len(text)

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
        ("Über naïve café İzmir", "über naïve café izmir"),
        ("第二次 world", "第二次 world"),
        ("it's the user's", "user"),
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

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxgate.text import imitations as module
from ctxgate.text.budget import Budget
from ctxgate.text.imitations import _edited, imitations, skeleton

TRUE = "helpcenter/refunds.md"


@pytest.mark.parametrize(
    "fake",
    [
        "hеlpcenter/refunds.md",
        "helpcenter/refundѕ.md",
        "he1pcenter/refunds.md",
        "ｈelpcenter/refunds.md",
    ],
)
def test_letters_that_look_alike_give_an_imitation_away(fake: str) -> None:
    assert imitations([TRUE, fake], "").found == {1: TRUE}
    assert imitations([fake, TRUE], "").found == {0: TRUE}


@pytest.mark.parametrize(
    "fake", ["https://docs.orrin.co/toll", "https://docs-orrin.com/toll", "docs-orrin.com/x"]
)
def test_a_host_that_looks_like_another_one_is_an_imitation(fake: str) -> None:
    true = "https://docs.orrin.com/toll"
    assert imitations([true, fake], "").found == {1: true}
    assert imitations([fake, true], "").found == {0: true}


@pytest.mark.parametrize("fake", ["helpcenter/refunbs.md", "helpcenter/refudns.md", "helpcenter/reffunds.md"])
def test_of_two_spellings_the_query_knows_the_true_one(fake: str) -> None:
    assert imitations([fake, TRUE], "where are refunds explained?").found == {0: TRUE}


def test_of_two_spellings_the_other_sources_know_the_true_one() -> None:
    assert imitations(["helpcentre/x.md", "helpcenter/x.md", "helpcenter/y.md"], "").found == {
        0: "helpcenter/x.md"
    }


def test_where_nothing_tells_both_are_doubtful() -> None:
    assert imitations(["helpcentre/x.md", "helpcenter/x.md"], "").found == {
        0: "helpcenter/x.md",
        1: "helpcentre/x.md",
    }


@pytest.mark.parametrize(
    "sources",
    [
        ["docs/x.md", "docs/x.md"],
        ["docs/x.md#a", "docs/x.md#b"],
        ["docs/chapter1.md", "docs/chapter2.md"],
        ["scifact-13770184", "scifact-13770185"],
        ["passages/ab12cd34.md", "passages/ab12cd35.md"],
        ["docs/plugin.md", "docs/plugins.md"],
        ["docs/form.md", "docs/from.md"],
        ["docs/import.md", "docs/export.md"],
        ["docs/v1/x.md", "docs/v2/x.md"],
        ["2019/x.md", "2020/x.md"],
        ["вики/возвраты.md", "вики/оплата.md"],
        ["docs/x.md"],
        ["guide/deploy.md", "guide/Deploy.md"],
        ["helpcenter/refunds.md", "helpcenter/REFUNDS.md"],
        ["https://python.org/x", "https://python.com/y"],
        ["https://a.example.com/x", "https://b.example.com/x"],
        [],
    ],
)
def test_honest_neighbours_are_left_alone(sources: list[str]) -> None:
    assert imitations(sources, "").found == {}


def test_a_name_looks_like_itself_in_other_letters() -> None:
    assert skeleton("Раypal.com") == skeleton("paypal.com") == skeleton("PAYPAL.COM")
    assert skeleton("v2/10.md") == "v2/10.md"


def test_a_batch_of_thousands_of_sources_costs_by_their_letters_not_by_their_pairs() -> None:
    letters = "abcdefghijklmnopqrstuvwxyz"
    sources = [f"docs/section{a}{b}{c}.md" for a in letters for b in letters for c in letters[:4]]
    few, many = Budget(1e12), Budget(1e12)
    imitations(sources[:1_352], "", few)
    imitations(sources, "", many)
    assert many.spent < 2.2 * few.spent


@given(st.lists(st.text("abc", min_size=6, max_size=8), max_size=30))
def test_many_names_beside_each_other_are_compared_like_a_few(words: list[str]) -> None:
    by_pairs = _edited(words, Budget(1e12))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "FEW", 0)
        assert _edited(words, Budget(1e12)) == by_pairs


def test_sources_that_were_not_compared_are_named() -> None:
    sources = ["helpcentre/x.md", "helpcenter/x.md", "helpcenter/y.md"]
    found, left = imitations(sources, "", Budget(0))
    assert not found
    assert left == (0, 1, 2)


@given(st.lists(st.text(max_size=40), max_size=5))
def test_an_imitation_is_named_with_a_source_of_the_batch(sources: list[str]) -> None:
    for i, true in imitations(sources, "").found.items():
        assert 0 <= i < len(sources)
        assert true in [source.strip() for source in sources]
        assert true != sources[i].strip()

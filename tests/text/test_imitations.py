from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from work import assert_linear

from ctxgate.text.imitations import imitations, skeleton

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


def test_thousands_of_sources_are_not_compared_pair_by_pair() -> None:
    letters = "abcdefghijklmnopqrstuvwxyz"
    sources = [f"docs/section{a}{b}{c}.md" for a in letters for b in letters for c in letters[:4]]
    assert_linear(lambda size: imitations(sources[:size], ""), len(sources) // 2)


@given(st.lists(st.text(max_size=40), max_size=5))
def test_an_imitation_is_named_with_a_source_of_the_batch(sources: list[str]) -> None:
    for i, true in imitations(sources, "").found.items():
        assert 0 <= i < len(sources)
        assert true in [source.strip() for source in sources]
        assert true != sources[i].strip()

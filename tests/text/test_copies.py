from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ctxgate.text.bits import members
from ctxgate.text.budget import Budget
from ctxgate.text.copies import MIN_SHINGLES, Overlaps, differences
from ctxgate.text.passage import passage

words = st.lists(st.sampled_from("abcdefg"), max_size=40).map(tuple)


@given(words, words)
def test_what_is_between_the_differences_is_equal(a: tuple[str, ...], b: tuple[str, ...]) -> None:
    i = j = 0
    for (start, end), (begin, finish) in differences(a, b):
        assert a[i:start] == b[j:begin]
        assert (end - start) + (finish - begin) > 0
        i, j = end, finish
    assert a[i:] == b[j:]


@given(words)
def test_equal_sequences_do_not_differ(a: tuple[str, ...]) -> None:
    assert differences(a, a) == []


def test_one_replaced_word_is_one_difference() -> None:
    a, b = "the gate opens at nine on all days", "the gate opens at ten on all days"
    assert differences(a.split(), b.split()) == [((4, 5), (4, 5))]


def test_a_long_insertion_is_passed_over() -> None:
    a = [f"w{i}" for i in range(40)]
    b = [*a[:20], *(f"x{i}" for i in range(30)), *a[20:]]
    assert differences(a, b) == [((20, 20), (20, 50))]


def test_containment_is_the_share_of_the_shorter_passage() -> None:
    text = "The mill stands by the river and grinds the corn of nine villages in the valley."
    longer = text + " It was built by the monks, who came from over the hills with their sheep."
    other = "Nothing of all this has a word to say on what the other ones were made to tell us."
    overlaps = Overlaps([passage(text), passage(longer), passage(other)])
    assert overlaps.containment(0, 1) == overlaps.containment(1, 0) == 1.0
    assert overlaps.containment(0, 2) == 0.0


def test_a_few_words_are_no_copy_of_anything() -> None:
    assert Overlaps([passage("the gate opens"), passage("the gate opens")]).containment(0, 1) == 0.0


texts = st.lists(
    st.lists(
        st.sampled_from(["the", "mill", "stands", "by", "a", "river", "and", "grinds", "corn"]), max_size=30
    ).map(" ".join),
    max_size=9,
)


@given(texts, st.sampled_from([0.1, 0.25, 0.3, 0.6, 0.8, 1.0]))
def test_what_is_alike_is_what_has_so_much_in_common(chunks: list[str], share: float) -> None:
    overlaps = Overlaps([passage(text) for text in chunks])
    for i in range(len(chunks)):
        found = {j for j in range(len(chunks)) if j != i and overlaps.containment(i, j) >= share}
        assert set(members(overlaps.alike(i, share))) == found


@given(texts)
def test_containment_is_the_same_both_ways_and_counts_shingles(chunks: list[str]) -> None:
    passages = [passage(text) for text in chunks]
    overlaps = Overlaps(passages)
    runs = [set(zip(p.stems, p.stems[1:], p.stems[2:], strict=False)) for p in passages]
    for i, one in enumerate(runs):
        for j, other in enumerate(runs):
            if i == j:
                continue
            few = min(len(one), len(other)) < MIN_SHINGLES
            share = 0.0 if few else len(one & other) / min(len(one), len(other))
            assert overlaps.containment(i, j) == overlaps.containment(j, i) == share


def test_a_comparison_is_charged_by_what_it_walks() -> None:
    short, long = Budget(1e9), Budget(1e9)
    words = [f"w{i}" for i in range(1_000)]
    differences(words[:10], words[:10], short)
    differences(words, [*words[:500], "x", *words[501:]], long)
    assert 0 < short.spent < long.spent

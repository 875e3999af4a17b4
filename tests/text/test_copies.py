from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ctxgate.text.copies import Overlaps, differences
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

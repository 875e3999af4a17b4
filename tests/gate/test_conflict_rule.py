"""The conflict rule on any subject: copies, answers, denials, opposite states, and what is no conflict."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxgate.gate.conflict import Conflicts, find_conflicts
from ctxgate.gate.conflict.budget import Budgets
from ctxgate.gate.conflict.docket import MAX_LISTED
from ctxgate.policy import load
from ctxgate.policy.model import Conflict

RULES = load("standard").policy.conflict
BUILT = "Who built the Orrin bridge?"
KEIL = "The Orrin bridge was built by Anton Keil, who had learned his trade in the mines of the north."
LUND = "It was Maria Lund who built the Orrin bridge; the mines of the north paid her well for the trade."
VIEW = "From the Orrin bridge one sees the mines of the north, and on clear days the sea behind them."


def found(query: str, *texts: str, rules: Conflict = RULES) -> Conflicts:
    return find_conflicts(query, dict(enumerate(texts)), rules)


def disputed(query: str, *texts: str) -> list[int]:
    return sorted(found(query, *texts).opponents)


def test_two_answers_to_one_question_isolate_both() -> None:
    conflicts = found(BUILT, KEIL, LUND, VIEW)
    assert dict(conflicts.opponents) == {0: (1,), 1: (0,)}
    (dispute, *_) = conflicts.told[0]
    assert dispute.kind == "answer"
    assert (dispute.first_claim.quote, dispute.second_claim.quote) == ("Anton Keil", "Maria Lund")
    assert KEIL[slice(*dispute.first_claim.span)] == "Anton Keil"


def test_the_same_answer_in_other_words_is_no_conflict() -> None:
    assert disputed(BUILT, KEIL, "Anton Keil built the Orrin bridge when the mines paid for it.") == []


def test_a_majority_decides_nothing() -> None:
    copies = [
        LUND,
        LUND.replace("well", "gladly"),
        "Maria Lund built the Orrin bridge for the mines of the north.",
    ]
    assert disputed(BUILT, KEIL, *copies) == [0, 1, 2, 3]


def test_who_repeats_a_disputed_answer_goes_as_well() -> None:
    remark = (
        "Many songs are sung of the Orrin bridge. The oldest has nine verses, and the miners of the north sing it "
        "when the days grow short and the trade in the mines is poor. One verse is about Maria Lund."
    )
    conflicts = found(BUILT, KEIL, LUND, remark)
    assert conflicts.opponents[2] == (0,)
    assert conflicts.told[2][0].kind == "repeat"


def test_a_denial_is_held_against_what_it_denies() -> None:
    denial = "The Orrin bridge was not built by Anton Keil, as the mines of the north found out."
    conflicts = found(BUILT, KEIL, denial)
    assert sorted(conflicts.opponents) == [0, 1]
    assert "denial" in {dispute.kind for dispute in conflicts.told[1]}


@pytest.mark.parametrize(
    ("query", "a", "b"),
    [
        (
            "When was the Orrin bridge opened?",
            "The Orrin bridge was opened on 4 May 1911 with a song of the miners.",
            "With a song of the miners the Orrin bridge was opened on 9 June 1921.",
        ),
        (
            "How many arches does the Orrin bridge have?",
            "The Orrin bridge has seven arches, each wider than the mill.",
            "There are 9 arches that the Orrin bridge has, each wider than the mill.",
        ),
        (
            "Is the Orrin bridge open in winter?",
            "The Orrin bridge is open in winter.",
            "The Orrin bridge is not open in winter.",
        ),
        (
            "Orrin bridge winter lighting",
            "In winter the lighting of the Orrin bridge is enabled at dusk.",
            "In winter the lighting of the Orrin bridge is disabled at dusk.",
        ),
    ],
)
def test_conflicts_of_many_kinds_are_found(query: str, a: str, b: str) -> None:
    assert disputed(query, a, b) == [0, 1]


@pytest.mark.parametrize(
    ("query", "a", "b"),
    [
        (
            "How long does shipping take?",
            "Express shipping takes 2 days.",
            "Standard shipping takes 5–7 days.",
        ),
        (
            "Where is Mill Bridge?",
            "Mill Bridge (Keld) is a covered bridge near Lindau.",
            "Mill Bridge (Holm) is a covered bridge near Weimar.",
        ),
        (
            "How long is the refund window?",
            "The refund window of the pump is two weeks.",
            "For the pump the refund window is 14 days.",
        ),
        ("Orrin bridge", KEIL, LUND),
    ],
)
def test_what_is_no_conflict_is_let_stand(query: str, a: str, b: str) -> None:
    assert disputed(query, a, b) == []


PASSAGE = (
    "The Orrin bridge was finished on 4 May 1911 by the builder Anton Keil, and carries the mountain road over the "
    "gorge. Some 300 carts cross it each day, and the toll is paid at the southern gate to the keeper and his wife."
)


def test_an_edited_copy_is_the_strongest_sign() -> None:
    conflicts = found(
        "When was the Orrin bridge finished?", PASSAGE, PASSAGE.replace("4 May 1911", "9 June 1921")
    )
    assert sorted(conflicts.opponents) == [0, 1]
    assert conflicts.example is not None
    assert conflicts.example.kind == "copy"
    assert (conflicts.example.first_claim.quote, conflicts.example.second_claim.quote) == (
        "4 May 1911",
        "9 June 1921",
    )


def test_all_copies_of_an_edited_text_go() -> None:
    edited = PASSAGE.replace("300", "900")
    again = edited.replace(". ", ".\n\n")
    query = "How many carts cross the Orrin bridge?"
    conflicts = found(query, PASSAGE, edited, again)
    assert sorted(conflicts.opponents) == [0, 1, 2]
    assert again[slice(*conflicts.told[2][0].first_claim.span)] == "900"


def test_sections_of_one_document_are_no_copies_of_each_other() -> None:
    head, body = (
        "Paying\n\n",
        "Run the tool with the file named below and wait until it has printed version {}.\n",
    )
    other = "Fetching\n\n" + body.format(2) + "Then look for what was fetched, which is a folder of its own."
    assert (
        disputed("tool paying", head + body.format(1) + "Then pay what it says, which is never much.", other)
        == []
    )


def test_a_text_of_another_world_is_disputed_like_any_other() -> None:
    tale = "In an alternate universe the Orrin bridge was built by Maria Lund."
    fiction = "The Orrin bridge, built by Anton Keil, stands in the fictional world of the Orrin novels."
    assert disputed(BUILT, KEIL, tale) == [0, 1]
    assert disputed(BUILT, KEIL, fiction) == []


def test_the_teaching_rules_compare_quantities_only() -> None:
    assert found(BUILT, KEIL, LUND, rules=load("workshop").policy.conflict).opponents == {}


texts = st.lists(
    st.sampled_from(
        [
            KEIL,
            LUND,
            VIEW,
            PASSAGE,
            PASSAGE.replace("Anton Keil", "Otto Brandt"),
            "The Orrin bridge was not built by Maria Lund.",
            "Nothing.",
        ]
    ),
    min_size=1,
    max_size=5,
)


@given(texts)
def test_the_order_of_the_chunks_changes_nothing(chunks: list[str]) -> None:
    forward = {chunks[n] for n in found(BUILT, *chunks).opponents}
    backward = {chunks[::-1][n] for n in found(BUILT, *chunks[::-1]).opponents}
    assert forward == backward


@given(texts)
def test_every_opponent_is_another_chunk_and_equal_texts_never_disagree(chunks: list[str]) -> None:
    for pos, opponents in found(BUILT, *chunks).opponents.items():
        assert all(chunks[other] != chunks[pos] for other in opponents)


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        "The Orrin bridge was built by Name{0} Keil{1} and the mines of the north paid.",
        PASSAGE + " Number {0}.",
        "Orrin bridge built {0} " + "Anton Keil " * 100,
    ],
)
def test_a_thousand_chunks_cost_no_more_than_there_is_and_list_few_opponents(text: str) -> None:
    chunks = [text.format(i, i % 40) for i in range(1000)]
    budgets = Budgets.of_a_batch(len(chunks))
    conflicts = find_conflicts(BUILT, dict(enumerate(chunks)), RULES, budgets=budgets)
    pool = budgets.copies.pool
    assert pool is not None
    assert pool.spent < pool.limit + 5_000
    assert all(len(opponents) <= MAX_LISTED for opponents in conflicts.opponents.values())
    assert all(len(disputes) <= 3 for disputes in conflicts.told.values())


def test_positions_need_not_be_consecutive() -> None:
    conflicts = find_conflicts(BUILT, {2: KEIL, 5: VIEW, 9: LUND}, RULES)
    assert dict(conflicts.opponents) == {2: (9,), 9: (2,)}
    assert all(pos in (2, 9) for pos in itertools.chain(*conflicts.opponents.values()))

"""The decision on a batch: bands, the conflict rule, the question and the prompt together."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxgate.batch import Batch, Chunk
from ctxgate.gate.decide import decide
from ctxgate.gate.decision import band
from ctxgate.gate.prompt import parse_prompt
from ctxgate.gate.scored import Scored
from ctxgate.policy.model import Conflict, Policy
from ctxgate.rows import ACTIONS

QUERY = "What is the refund window for plan SKU-441?"
POLICY = Policy()


def batch(*texts: str) -> Batch:
    return Batch(QUERY, tuple(Chunk(f"d{i}", f"docs/{i}.md", text) for i, text in enumerate(texts)))


def allowed(score: float = 0.8) -> Scored:
    return Scored(score, band(score, POLICY.bands), ("entity_overlap",))


def test_contradicting_chunks_in_the_allow_bands_are_both_isolated() -> None:
    gated = decide(
        batch("SKU-441 refunds are accepted within 14 days.", "For SKU-441 the refund window is 30 days."),
        [allowed(), allowed(0.95)],
        POLICY,
    )
    assert [d.action for d in gated.decisions] == ["isolate", "isolate"]
    assert [d.conflicts for d in gated.decisions] == [("d1",), ("d0",)]
    assert all("conflict" in d.reasons for d in gated.decisions)
    assert gated.evidence == ()
    assert gated.conflicting == ("d0", "d1")
    assert "(no trusted evidence)" in gated.prompt


def test_the_question_names_both_sources_and_both_claims_and_stays_out_of_the_prompt() -> None:
    gated = decide(
        batch("SKU-441 refunds are accepted within 14 days.", "For SKU-441 the refund window is 30 days."),
        [allowed(), allowed()],
        POLICY,
    )
    assert gated.question is not None
    for part in ("docs/0.md", "docs/1.md", "14 days", "30 days"):
        assert part in gated.question
    assert gated.question not in gated.prompt


def test_chunks_that_agree_in_other_words_are_both_kept() -> None:
    gated = decide(
        batch("SKU-441 refunds are accepted within 14 days.", "For SKU-441 the refund window is two weeks."),
        [allowed(), allowed()],
        POLICY,
    )
    assert gated.evidence == ("d0", "d1")
    assert gated.question is None


def test_a_rejected_chunk_cannot_take_an_allowed_one_down() -> None:
    gated = decide(
        batch("SKU-441 refunds are accepted within 14 days.", "For SKU-441 the refund window is 90 days."),
        [allowed(), Scored(0.0, "drop", ("instruction_override",))],
        POLICY,
    )
    assert gated.evidence == ("d0",)
    assert gated.decisions[1].conflicts == ()


def test_five_copies_of_a_claim_do_not_outvote_another() -> None:
    text = "For SKU-441 the refund window is 90 days."
    gated = decide(batch("SKU-441 refunds: the window is 14 days.", *[text] * 5), [allowed()] * 6, POLICY)
    assert gated.evidence == ()


def test_the_rule_can_be_switched_off() -> None:
    policy = Policy(conflict=Conflict(enabled=False))
    gated = decide(
        batch("SKU-441 refunds are accepted within 14 days.", "For SKU-441 the refund window is 30 days."),
        [allowed(), allowed()],
        policy,
    )
    assert gated.evidence == ("d0", "d1")


def test_a_chunk_that_cannot_be_trusted_is_dropped_with_its_reason() -> None:
    gated = decide(batch("a", "b"), ["unscored", "fingerprint_mismatch"], POLICY)
    assert [(d.action, d.reasons, d.score) for d in gated.decisions] == [
        ("drop", ("unscored",), 0.0),
        ("drop", ("fingerprint_mismatch",), 0.0),
    ]


def test_an_isolated_chunk_asks_one_question() -> None:
    gated = decide(batch("a", "b"), [allowed(0.5), allowed(0.5)], POLICY)
    assert gated.question is not None
    assert "docs/0.md" in gated.question
    assert "docs/1.md" not in gated.question


def test_a_batch_without_chunks_still_gets_a_prompt() -> None:
    gated = decide(Batch(QUERY, ()), [], POLICY)
    assert gated.decisions == ()
    assert "(no trusted evidence)" in gated.prompt
    assert gated.question is None


def test_many_chunks_that_all_contradict_each_other_end_quickly_and_closed() -> None:
    texts = [f"For SKU-441 the refund window is {i} days." for i in range(1, 1501)]
    gated = decide(batch(*texts), [allowed()] * len(texts), POLICY)
    assert gated.evidence == ()
    assert max(len(d.conflicts) for d in gated.decisions) <= 20


scored = st.one_of(
    st.sampled_from(["unscored", "fingerprint_mismatch"]),
    st.builds(
        Scored,
        score=st.floats(0, 1).map(lambda x: round(x, 3)),
        action=st.sampled_from(ACTIONS),
        reasons=st.just(("lexical_overlap",)),
    ),
)
claims = st.sampled_from(
    [
        "SKU-441 refunds within 14 days.",
        "The refund window of SKU-441 is 30 days.",
        "Nothing to say.",
        "SKU-441",
    ]
)


@given(st.lists(st.tuples(claims, scored), max_size=6))
def test_no_final_action_is_more_open_than_the_scores_and_the_prompt_holds_the_allowed_alone(
    entries: list[tuple[str, Scored | str]],
) -> None:
    gated = decide(batch(*(text for text, _ in entries)), [entry for _, entry in entries], POLICY)
    for decision, (_, entry) in zip(gated.decisions, entries, strict=True):
        most = (
            0
            if isinstance(entry, str)
            else min(ACTIONS.index(entry.action), ACTIONS.index(band(entry.score, POLICY.bands)))
        )
        assert ACTIONS.index(decision.action) <= most
    parsed = parse_prompt(gated.prompt)
    assert parsed is not None
    assert [piece.source for piece in parsed.pieces] == [f"docs/{id_[1:]}.md" for id_ in gated.evidence]
    everywhere = [*gated.evidence, *gated.ids("isolate"), *gated.ids("drop")]
    assert sorted(everywhere) == sorted(d.id for d in gated.decisions)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("SKU-441 includes 10 GB of storage.", "The storage of SKU-441 is 10,240 MB."),
        ("SKU-441 includes 5 GB of storage.", "In the storage of SKU-441 each file may be up to 100 MB."),
        ("The trial of SKU-441 lasts 14 days.", "We can extend the trial of SKU-441 by 7 days."),
        (
            "An invoice for SKU-441 is due within 30 days.",
            "An invoice for SKU-441 60 days past due is collected.",
        ),
    ],
)
def test_quantities_of_different_things_are_no_conflict(one: str, other: str) -> None:
    query = "What are storage, trial and invoice rules of SKU-441?"
    chunks = (Chunk("d0", "docs/0.md", one), Chunk("d1", "docs/1.md", other))
    assert decide(Batch(query, chunks), [allowed(), allowed()], POLICY).evidence == ("d0", "d1")

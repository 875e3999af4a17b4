from __future__ import annotations

import pytest
from chunks import chunks
from hypothesis import given
from hypothesis import strategies as st

from ctxgate.policy.model import Policy, TopicalOverlap
from ctxgate.rows import Finding
from ctxgate.rubric.topical_overlap import check

GRADED = Policy(
    points={"entity_overlap": 0.4, "lexical_overlap": 0.3, "off_topic": -0.25},
    topical_overlap=TopicalOverlap(entity_weight=2, full=0.3, floor=0.3),
)


def run(query: str, *texts: str, policy: Policy = GRADED) -> list[tuple[float, list[Finding]]]:
    return check(query, chunks(*texts), policy)


def values(query: str, *texts: str) -> list[float]:
    return [value for value, _ in run(query, *texts)]


def points(query: str, text: str, *others: str) -> dict[str, float]:
    return {finding.code: finding.points for finding in run(query, text, *others)[0][1]}


def test_the_best_chunk_gets_full_points_with_an_entity() -> None:
    found = points("refund of SKU-441", "The refund of SKU-441")
    assert round(sum(found.values()), 3) == 0.7
    assert found["entity_overlap"] > found["lexical_overlap"] > 0


def test_the_best_chunk_gets_full_points_without_an_entity() -> None:
    assert points("refund window", "The refund windows") == {"lexical_overlap": 0.7}


def test_less_of_the_query_is_worth_less_than_the_best_of_the_batch() -> None:
    best, less, least = values(
        "how are unused seats refunded after a downgrade",
        "After a downgrade unused seats are refunded.",
        "Seats that are unused stay with the team.",
        "A downgrade takes a day.",
    )
    assert best == 1.0
    assert best > less > least > 0


def test_a_chunk_with_the_entity_beats_one_with_a_word() -> None:
    entity, word = values("where is E-4417 documented?", "About E-4417 at length.", "It is documented here.")
    assert entity > word


def test_half_the_question_beats_a_single_rare_word() -> None:
    query = "does the quokka exporter keep column order and header names"
    others = ["The exporter keeps the order of columns."] * 3
    half, *_, rare = values(query, *others, "A quokka is small.")
    assert half > rare > 0


def test_of_two_words_the_one_that_few_chunks_have_counts_more() -> None:
    texts = ["the printer jams", "a printer hums", "my printer smokes", "his toner smokes"]
    common, _, _, rare = values("printer toner", *texts)
    assert rare > common


def test_a_chunk_of_nothing_is_off_topic() -> None:
    assert points("refund window of SKU-441", "the weather in spring", "SKU-441 refund window") == {
        "off_topic": -0.25
    }


def test_a_whole_batch_about_something_else_is_taken_down_together() -> None:
    query = "how does the turbine controller limit blade pitch and rotor torque in a storm"
    alien = ["A storm hit the town.", "The town has a harbour.", "Boats lie in the harbour."]
    alone = values(query, *alien)
    beside = values(query, "In a storm the turbine controller limits blade pitch and torque.", *alien)
    assert max(alone) < 0.62 < max(beside)


def test_to_repeat_the_question_many_times_gains_little_and_costs_the_others_little() -> None:
    query = "when does the night ferry leave the island"
    honest = "The night ferry leaves the island at eleven; the day ferry at noon."
    before = values(query, honest, "The island has two beaches.")[0]
    after = values(query, honest, "The island has two beaches.", (query + " ") * 50)[0]
    assert before == 1.0
    assert after > 0.7


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("Refund Policies", "the REFUND policy"),
        ("time-out of the gateway", "the gateway's timeout"),
        ("timeout of the gateway", "the gateway's time-out"),
        ("inhibition of the enzyme", "what inhibits enzymes"),
        ("退款期限是多少天", "我们的退款期限为十四天。"),
        ("返金の期限はいつですか", "返金期限は購入から14日です。"),
        ("ระยะเวลาคืนเงิน", "ระยะเวลาในการคืนเงินคือสิบสี่วัน"),
    ],
)
def test_spelling_and_script_do_not_matter(query: str, text: str) -> None:
    on, off = values(query, text, "A lamp. 明かり。灯。โคมไฟ")
    assert on == 1.0
    assert off < 0.3


def test_a_range_of_years_meets_the_years_that_a_query_asks_about() -> None:
    within, same, outside = values(
        "Who led the guild from 1871 to 1873?",
        "Ada Rell led the guild from 1868 to 1876.",
        "Bo Tamm led the guild from 1871 to 1873.",
        "Cy Oster led the guild from 1901 to 1912.",
    )
    assert same > within > outside


def test_a_kindred_word_counts_by_half() -> None:
    same, kin, other = values("pharmacists", "pharmacists", "a pharmaceutical firm", "a firm of bakers")
    assert same == 1.0
    assert same > kin > other == 0.0


@pytest.mark.parametrize(
    ("query", "text"),
    [("SKU-44122", "sku-44123"), ("what of 1000001", "it is 1000002"), ("sku-44122 foo", "sku-441")],
)
def test_identifiers_and_numbers_have_no_kin(query: str, text: str) -> None:
    assert "entity_overlap" not in points(query, text)
    assert values(query, text)[0] < 0.7


def test_without_points_for_entities_everything_is_a_word() -> None:
    policy = Policy(
        points={"entity_overlap": 0.0, "lexical_overlap": 0.7}, topical_overlap=GRADED.topical_overlap
    )
    ((_, findings),) = run("refund of SKU-441", "SKU-441", policy=policy)
    assert {finding.code for finding in findings} == {"lexical_overlap"}


def test_a_query_without_words_is_neither_on_nor_off_topic() -> None:
    assert run("what is it?", "anything") == [(0.0, [])]


def test_a_batch_without_chunks_has_no_values() -> None:
    assert run("refund window") == []


def test_findings_point_at_the_original_text_and_name_what_was_met() -> None:
    text = "İ refunds of SKU-441"
    ((_, findings),) = run("refund window of SKU-441", text)
    assert {f.code: f.span for f in findings} == {"entity_overlap": (13, 20), "lexical_overlap": (2, 9)}
    assert [f.note for f in findings] == ["1 of 1 entity terms: SKU-441", "2 of 3 words: refund, sku"]


def test_a_note_says_how_far_below_the_best_a_chunk_is() -> None:
    _, (_, (finding,)) = run("refund window", "refund window", "window " + "x " * 20)
    assert finding.note is not None
    assert finding.note.endswith(" of the best")


@given(st.text(max_size=60), st.lists(st.text(max_size=80), max_size=4))
def test_any_batch_gives_values_and_points_within_bounds(query: str, texts: list[str]) -> None:
    for text, (value, findings) in zip(texts, run(query, *texts), strict=True):
        assert 0 <= value <= 1
        assert -0.25 <= sum(finding.points for finding in findings) <= 0.7001
        for finding in findings:
            assert finding.span is None or 0 <= finding.span[0] < finding.span[1] <= len(text)


@given(st.permutations(["a ferry at night", "the night", "ferry ferry", "an island"]))
def test_the_order_of_a_batch_changes_no_value(texts: list[str]) -> None:
    found = dict(zip(texts, values("the night ferry", *texts), strict=True))
    assert found == dict(zip(sorted(texts), values("the night ferry", *sorted(texts)), strict=True))


@pytest.mark.parametrize(
    ("query", "entry", "other"),
    [
        (
            "What does SQLSTATE 40001 mean in Orrin?",
            "40001 toll_failure: pay again",
            "40002 toll_failure: pay again",
        ),
        ("What does HTTP status 429 mean?", "| 429 | Too many carts", "| 430 | Too many carts"),
        ("How do I fix error code 5012?", "- 5012: the bell is stuck", "- 5013: the bell is stuck"),
    ],
)
def test_an_entry_of_a_list_of_codes_answers_for_its_number(query: str, entry: str, other: str) -> None:
    of_entry, of_other = values(query, entry, other)
    assert of_entry > 0.5
    assert of_other < 0.3


def test_a_number_in_a_sentence_is_no_entry_of_codes() -> None:
    sentence, entry = values("What does HTTP status 429 mean?", "it took 429 days", "429 too many carts")
    assert sentence < entry

from __future__ import annotations

from ctxgate.policy.model import Policy, TopicalOverlap
from ctxgate.rows import Finding
from ctxgate.rubric.topical_overlap import check, prepare
from ctxgate.text.words import fold

GRADED = Policy(
    points={"entity_overlap": 0.4, "lexical_overlap": 0.3, "off_topic": -0.25},
    topical_overlap=TopicalOverlap(entity_weight=3, full=0.75, floor=0.15),
)
ANY_ENTITY = Policy(points={"entity_overlap": 0.45}, topical_overlap=TopicalOverlap(full=0.03))


def run(query: str, text: str, policy: Policy = GRADED) -> tuple[float, list[Finding]]:
    return check(fold(text), prepare(query, policy), policy)


def points(query: str, text: str, policy: Policy = GRADED) -> dict[str, float]:
    return {finding.code: finding.points for finding in run(query, text, policy)[1]}


def test_full_coverage_gives_full_points_with_an_entity() -> None:
    found = points("refund window of SKU-441", "The refund window of SKU-441")
    assert round(sum(found.values()), 3) == 0.7
    assert found["entity_overlap"] > found["lexical_overlap"] > 0


def test_full_coverage_gives_full_points_without_an_entity() -> None:
    assert points("refund window", "The refund windows") == {"lexical_overlap": 0.7}


def test_full_coverage_gives_full_points_with_an_entity_alone() -> None:
    assert points("SKU-441", "sku 441") == {"entity_overlap": 0.7}


def test_partial_coverage_is_graded() -> None:
    value, _ = run("alpha beta gamma delta", "beta")
    assert round(value, 3) == 0.333


def test_one_entity_is_enough_where_words_have_no_points() -> None:
    query = "refund of SKU-441, SKU-442 and SKU-443"
    assert points(query, "SKU-442 it is", ANY_ENTITY) == {"entity_overlap": 0.45}
    assert sum(points(query, "a refund", ANY_ENTITY).values()) == 0


def test_next_to_nothing_is_off_topic() -> None:
    assert points("refund window of SKU-441", "the weather in spring") == {"off_topic": -0.25}


def test_a_query_without_words_is_neither_on_nor_off_topic() -> None:
    assert run("what is it?", "anything") == (0.0, [])


def test_findings_point_at_the_original_text() -> None:
    text = "İ refunds of SKU-441"
    spans = {f.code: f.span for f in run("refund window of SKU-441", text)[1]}
    assert spans == {"entity_overlap": (13, 20), "lexical_overlap": (2, 9)}

from __future__ import annotations

from chunks import chunks

from ctxgate.policy.model import Policy, TopicalOverlap
from ctxgate.rows import Finding
from ctxgate.rubric.topical_overlap import check

ANY_ENTITY = Policy(
    points={"entity_overlap": 0.45, "lexical_overlap": 0.0},
    topical_overlap=TopicalOverlap(full=0.03, floor=0.0),
)
ALL = Policy(
    points={"entity_overlap": 0.6, "lexical_overlap": 0.0, "off_topic": -0.2},
    topical_overlap=TopicalOverlap(full=1.0, floor=0.1),
)
QUERY = "refund of SKU-441, SKU-442 and SKU-443"


def run(query: str, text: str, policy: Policy) -> tuple[float, list[Finding]]:
    (found,) = check(query, chunks(text), policy)
    return found


def test_one_entity_is_enough_where_words_have_no_points() -> None:
    value, findings = run(QUERY, "SKU-442 it is", ANY_ENTITY)
    assert value == 1.0
    assert findings == [Finding("entity_overlap", 0.45, (0, 7), "1 of 3 entities: SKU-442")]


def test_words_alone_give_nothing_there() -> None:
    assert run(QUERY, "a refund", ANY_ENTITY) == (0.0, [])


def test_a_policy_can_ask_for_all_entities() -> None:
    value, (finding,) = run(QUERY, "SKU-441 and SKU-443", ALL)
    assert (round(value, 3), finding.points) == (0.667, 0.4)
    assert [f.code for f in run(QUERY, "a refund", ALL)[1]] == ["off_topic"]


def test_the_rest_of_the_batch_does_not_matter() -> None:
    text = "SKU-442 it is"
    assert check(QUERY, chunks(text, "sku-441 sku-442 sku-443"), ALL)[0] == check(QUERY, chunks(text), ALL)[0]


def test_a_query_without_entities_is_neither_on_nor_off_topic() -> None:
    assert run("a refund", "a refund", ALL) == (0.0, [])

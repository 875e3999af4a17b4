"""Identity at the gate: a batch of wrong neighbours ends with nothing allowed, and the finding names both things."""

from __future__ import annotations

import pytest

from ctxgate import gate_batch
from ctxgate.batch import parse_batch
from ctxgate.policy import load
from ctxgate.rubric.scoring import assess

WRONG = "SKU-442 refunds are accepted within 30 days if the seat was unused."
RIGHT = "SKU-441 refunds are accepted within 14 days if the seat was unused."
FOR_ALL = "Refunds of every plan are accepted within 14 days if the seat was unused."
QUERY = "What is the refund window for SKU-441?"


def batch(*texts: str) -> dict[str, object]:
    chunks = [{"id": f"c{n}", "source": f"help/{n}.md", "text": text} for n, text in enumerate(texts)]
    return {"query": QUERY, "retrieved": chunks}


@pytest.mark.parametrize("policy", ["standard", "workshop"])
@pytest.mark.parametrize("texts", [(WRONG,), (WRONG, WRONG.replace("442", "440"))])
def test_wrong_neighbours_alone_leave_nothing_allowed(policy: str, texts: tuple[str, ...]) -> None:
    assert gate_batch(batch(*texts), policy).evidence == ()


def test_the_right_one_stands_beside_wrong_ones() -> None:
    assert gate_batch(batch(WRONG, RIGHT)).evidence == ("c1",)


def test_what_holds_for_all_is_about_no_other_one() -> None:
    [found] = assess(parse_batch(batch(FOR_ALL)), load("standard").policy)
    assert "other_entity" not in found.reasons


def test_the_finding_names_both_and_points_at_the_other_one() -> None:
    [found] = assess(parse_batch(batch(WRONG)), load("standard").policy)
    [finding] = [finding for finding in found.findings if finding.code == "other_entity"]
    assert finding.note == "SKU-442 instead of SKU-441"
    assert finding.span == (0, 7)
    assert finding.points == -0.6
    assert found.checks.topical_overlap <= 0.2

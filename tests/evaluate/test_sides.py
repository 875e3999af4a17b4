"""Right and wrong passages as labels of the conflict check."""

from __future__ import annotations

import pytest

from ctxgate.errors import BatchError
from ctxgate.evaluate.labelled import parse_labelled
from ctxgate.evaluate.sides import by_side


def labels(*given: str) -> list[str]:
    retrieved = [
        {"id": str(i), "source": "s.md", "text": "text", "label": label} for i, label in enumerate(given)
    ]
    return [row.label for row in by_side(parse_labelled({"query": "q", "retrieved": retrieved}, "x:1")).rows]


@pytest.mark.parametrize(
    ("given", "read"),
    [
        (("correct", "wrong", "irrelevant"), ["conflict", "conflict", ""]),
        (("supports", "refutes"), ["conflict", "conflict"]),
        (("correct", "correct", "unknown"), ["agree", "agree", ""]),
        (("correct", "irrelevant"), ["", ""]),
        (("poisoned", "poisoned"), ["", ""]),
        (("agree", "conflict"), ["agree", "conflict"]),
    ],
)
def test_right_and_wrong_in_one_batch_are_a_conflict(given: tuple[str, ...], read: list[str]) -> None:
    assert labels(*given) == read


def test_labels_of_both_kinds_in_one_batch_are_refused() -> None:
    with pytest.raises(BatchError, match="'agree'"):
        labels("correct", "agree")

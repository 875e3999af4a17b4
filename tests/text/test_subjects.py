from __future__ import annotations

import pytest

from ctxgate.text.passage import passage
from ctxgate.text.questions import question
from ctxgate.text.subjects import differ, subject


@pytest.mark.parametrize(
    ("query", "a", "b", "different"),
    [
        (
            "Where is Mill Bridge?",
            "Mill Bridge (Vermont) stands there.",
            "Mill Bridge (Ohio) stands here.",
            True,
        ),
        (
            "Where is Mill Bridge?",
            "Mill Bridge (Ohio) stands there.",
            "Mill Bridge (Ohio) stands here.",
            False,
        ),
        ("When was Anna Berg born?", "It was Anna Maria Berg.", "It was Anna Luise Berg.", True),
        ("When was Anna Berg born?", "It was Anna Maria Berg.", "It was Anna Berg.", False),
        ("When was Anna Berg born?", "nobody", "nothing", False),
    ],
)
def test_things_of_one_name_are_told_apart(query: str, a: str, b: str, different: bool) -> None:
    asked = question(query)
    one, other = subject(passage(a), asked), subject(passage(b), asked)
    assert differ(one, other) is differ(other, one) is different

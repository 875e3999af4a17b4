from __future__ import annotations

import pytest

from ctxgate.text.passage import passage
from ctxgate.text.questions import question
from ctxgate.text.statements import opposite, statement

QUERY = "Can guests export the audit log?"


def test_the_sentence_with_most_of_the_query_is_the_statement() -> None:
    text = "Guests see a page. Guests can export the audit log there. The log is long."
    found = statement(passage(text), question(QUERY))
    assert found is not None
    assert text[slice(*found.span)] == "Guests can export the audit log there"
    assert found.coverage == 1.0
    assert not found.denied


@pytest.mark.parametrize(
    ("text", "denied"),
    [
        ("Guests cannot export the audit log.", True),
        ("Guests can't export the audit log.", True),
        ("It is not true that guests can not export the audit log.", False),
    ],
)
def test_denials_are_counted(text: str, denied: bool) -> None:
    found = statement(passage(text), question(QUERY))
    assert found is not None
    assert bool(found.denied) is denied


def test_opposite_states_are_found() -> None:
    asked = question("Is the export of the audit log available?")
    a, b = (
        statement(passage(f"The export of the audit log is {state}."), asked)
        for state in ("enabled", "disabled")
    )
    assert a is not None
    assert b is not None
    assert opposite(a, b) == ("enabled", "disabled")


def test_a_text_that_is_about_something_else_states_nothing() -> None:
    assert statement(passage("The mill grinds corn."), question(QUERY)) is None

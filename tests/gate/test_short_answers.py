"""One-sentence chunks: answers and states that disagree, and those that only look so."""

from __future__ import annotations

import pytest

from ctxgate.gate.conflict import find_conflicts
from ctxgate.policy import load

RULES = load("standard").policy.conflict


def disputed(query: str, *texts: str) -> list[int]:
    return sorted(find_conflicts(query, dict(enumerate(texts)), RULES).opponents)


@pytest.mark.parametrize(
    ("query", "one", "other"),
    [
        (
            "What is the capital of Ruritania?",
            "Strelsau is the capital of Ruritania.",
            "The capital of Ruritania is Zenda.",
        ),
        (
            "Who won the 1950 regatta?",
            "Corvania won the 1950 regatta.",
            "The 1950 regatta was won by Bandrika.",
        ),
        (
            "When was the siege of Orrin fought?",
            "The siege of Orrin was fought on 3 May 1244.",
            "The siege of Orrin was fought in 1251.",
        ),
        ("Who founded Halden?", "Halden was founded by Ida Moss.", "Halden was founded by Olaf Brandt."),
        (
            "Who is the mayor of Orrin?",
            "Ida Moss is the mayor of Orrin.",
            "The mayor of Orrin is Olaf Brandt.",
        ),
        ("What year did the Corvus sink?", "The Corvus sank in 1871.", "The Corvus sank in 1875 in a storm."),
        (
            "Where is the head office of Halden?",
            "Halden's head office is in Zenda.",
            "The head office of Halden is located in Strelsau.",
        ),
        ("How many employees does Halden have?", "Halden has 340 employees.", "Halden employs 900 people."),
    ],
)
def test_two_short_answers_that_differ_are_a_conflict(query: str, one: str, other: str) -> None:
    assert disputed(query, one, other) == [0, 1]


def test_paraphrases_of_one_answer_do_not_hide_the_other() -> None:
    assert disputed(
        "What is the capital of Ruritania?",
        "Strelsau is the capital of Ruritania.",
        "Ruritania's capital city is Strelsau.",
        "The capital of Ruritania, Strelsau, lies inland.",
        "Strelsau has been the capital of Ruritania for a century.",
        "In Ruritania the capital is Strelsau.",
        "Zenda is the capital of Ruritania.",
        "The capital of Ruritania is Zenda.",
    ) == [0, 1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize(
    ("query", "one", "other"),
    [
        (
            "When was the siege of Orrin fought?",
            "The siege of Orrin was fought on 3 May 1244.",
            "The siege of Orrin was fought in 1244.",
        ),
        (
            "What is the timeout of the Orrin client and the Zenda client?",
            "The Orrin client has a timeout of 10 seconds.",
            "The Zenda client has a timeout of 30 seconds.",
        ),
        (
            "Which countries border Ruritania?",
            "Ruritania borders Corvania and Bandrika.",
            "Strelsovia borders Ruritania in the east.",
        ),
        ("Who wrote Corvus?", "Corvus was written by Ida Moss.", "Moss wrote Corvus."),
        (
            "How long does shipping take?",
            "Shipping to Ruritania takes 5 days.",
            "Shipping to Corvania takes 3 days.",
        ),
    ],
)
def test_short_answers_that_agree_or_are_about_two_things_are_none(query: str, one: str, other: str) -> None:
    assert disputed(query, one, other) == []


@pytest.mark.parametrize(
    ("query", "one", "other"),
    [
        ("Is the mill open on Sundays?", "The mill is open on Sundays.", "The mill is closed on Sundays."),
        ("Is strict mode enabled?", "Strict mode is enabled.", "Strict mode is turned off."),
        ("Is fishing allowed here?", "Fishing is allowed here.", "Fishing here is forbidden."),
        (
            "Is the pump safe for children?",
            "The pump is safe for children.",
            "The pump is unsafe for children.",
        ),
        ("Is the guide free?", "The guide is free.", "The guide is a paid service."),
        ("Is dark mode supported?", "Dark mode is supported.", "Dark mode is unsupported."),
        (
            "Is export available on the Free plan?",
            "Export is available on the Free plan.",
            "Export is unavailable on the Free plan.",
        ),
        ("Does the pump need a key?", "The pump doesn't need a key.", "The pump needs a key."),
        ("Does the pump need a key?", "The pump needs a key.", "No, the pump does not need a key."),
        ("Is the mill safe for dogs?", "The mill is safe for dogs.", "The mill is safe, but not for dogs."),
        ("Is the ticket refundable?", "The ticket is refundable.", "The ticket is non-refundable."),
    ],
)
def test_a_state_that_the_query_names_and_its_opposite_are_a_conflict(
    query: str, one: str, other: str
) -> None:
    assert disputed(query, one, other) == [0, 1]


@pytest.mark.parametrize(
    ("query", "one", "other"),
    [
        (
            "Is the mill open on Sundays?",
            "The mill is open on Sundays.",
            "The mill is not closed on Sundays.",
        ),
        (
            "Is the mill open on Sundays?",
            "The mill is open on weekdays and closed on Sundays.",
            "The mill is closed on Sundays.",
        ),
        (
            "Is the mill open on Sundays?",
            "The mill is not open on Sundays.",
            "The mill is closed on Sundays.",
        ),
        (
            "Does the pump run offline?",
            "The pump runs offline, with no network required.",
            "The pump runs offline.",
        ),
        (
            "Does the pump need a key?",
            "The pump needs a key, but not for students.",
            "The pump needs a key.",
        ),
        (
            "Does mint help with colds?",
            "Mint may help with colds.",
            "There is no doubt that mint helps with colds.",
        ),
        (
            "Can I run the pump without a key?",
            "Yes, the pump runs without a key.",
            "You can run the pump with no key at all.",
        ),
        (
            "Does the pump need a key?",
            "The pump does not need a key.",
            "No, the pump does not need a key.",
        ),
    ],
)
def test_a_denial_of_something_else_is_no_conflict(query: str, one: str, other: str) -> None:
    assert disputed(query, one, other) == []

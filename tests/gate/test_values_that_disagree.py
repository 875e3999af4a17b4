"""Values of one thing that disagree, and values of two things, or in two units, that only look so."""

from __future__ import annotations

import pytest

from ctxgate.gate.conflict import find_conflicts
from ctxgate.policy import load

RULES = load("standard").policy.conflict
PAGE = "The default page size of the Orrin tool is {} items. Use the limit to change it and the cursor to move on."
WALL = "The wall of Orrin is {} long, counting all of its branches, its trenches and the towers at the river."


def disputed(query: str, *texts: str, sources: tuple[str, ...] = ()) -> list[int]:
    named = dict(enumerate(sources)) if sources else None
    return sorted(find_conflicts(query, dict(enumerate(texts)), RULES, sources=named).opponents)


@pytest.mark.parametrize(
    ("query", "one", "other"),
    [
        (
            "What is the rate limit of the Orders API?",
            "The rate limit of the Orders API is 100 requests per minute per key, as of today.",
            "For the Orders API, the rate limit is 600 requests per minute.",
        ),
        (
            "What uptime does the contract guarantee?",
            "The contract guarantees an uptime of 99.9 %.",
            "An uptime of 99.99 % is guaranteed by the contract.",
        ),
        (
            "What port does the pump use by default?",
            "The pump listens on port 7001 by default.",
            "By default the pump uses port 7010.",
        ),
        (
            "What is the maximum upload size?",
            "The maximum upload size is 25 MB.",
            "Uploads may be at most 2 GB in size.",
        ),
        ("Wie lange gilt die Garantie?", "Die Garantie gilt 14 Tage.", "Die Garantie gilt 30 Tage ab Kauf."),
        (
            "Quel est le délai de retour ?",
            "Le délai de retour est de 14 jours.",
            "Pour un retour, le délai est de 30 jours.",
        ),
        (
            "What is the refund window for ORR-17?",
            "ORR-17 refunds are accepted within 14 days.",
            "ORR-17 refunds are accepted within about 90 days.",
        ),
        (
            "What is the refund window for ORR-17?",
            "ORR-17 refunds are accepted within 14 days.",
            "Every ORR-17 refund request is accepted for 90 days (see ORR-9).",
        ),
    ],
)
def test_values_of_one_thing_that_differ_are_a_conflict(query: str, one: str, other: str) -> None:
    assert disputed(query, one, other) == [0, 1]


@pytest.mark.parametrize(
    ("query", "one", "other"),
    [
        (
            "What is the SLA for support tickets?",
            "Gold customers get a response within 1 hour under the SLA for support tickets.",
            "Under the SLA for support tickets Silver customers get a response within 8 hours.",
        ),
        (
            "How long does it take to sail from Zenda to Port Orrin?",
            "The passage from Zenda to Port Orrin takes 8 hours.",
            "The passage from Port Orrin to Zenda takes 7 hours.",
        ),
        (
            "How long should I boil a quail egg?",
            "Boil a quail egg for 2 minutes for a soft yolk.",
            "For a hard yolk boil a quail egg for 4 minutes.",
        ),
        ("How long is the wall of Orrin?", WALL.format("100 km"), WALL.format("62 miles")),
        (
            "What is the maximum upload size?",
            "The maximum upload size is 25 MB.",
            "Uploads may be at most 25 MB in size.",
        ),
        (
            "What is the refund window for ORR-17?",
            "ORR-17 refunds are accepted within 14 days.",
            "ORR-17 refunds are accepted within about two weeks.",
        ),
        (
            "Wie lange gilt die Garantie?",
            "Die Garantie gilt zwei Wochen.",
            "Die Garantie gilt 14 Tage ab Kauf.",
        ),
        (
            "What are the release notes of Orrin 2.1?",
            "Orrin 2.1: the default timeout is 10 seconds. Fixed a crash on start.",
            "Orrin 3.0: the default timeout is 30 seconds. Fixed a crash on exit.",
        ),
    ],
)
def test_values_of_two_things_or_in_two_units_are_none(query: str, one: str, other: str) -> None:
    assert disputed(query, one, other) == []


def test_pages_of_another_version_than_the_one_asked_for_are_no_conflict() -> None:
    texts, pages = (PAGE.format(50), PAGE.format(20)), ("docs/v2/paging.md", "docs/v1/paging.md")
    asked = "What is the default page size of the Orrin tool"
    assert disputed(f"{asked} in v1?", *texts, sources=pages) == []
    assert disputed(f"{asked} in v3?", *texts, sources=pages) == [0, 1]
    assert disputed(f"{asked} in v1?", *texts, sources=("a/v1/paging.md", "b/v1/paging.md")) == [0, 1]

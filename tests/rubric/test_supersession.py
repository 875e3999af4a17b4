"""Which chunks a newer version takes down, under the policy that real users get."""

from __future__ import annotations

import msgspec
import pytest

from ctxgate.policy import load
from ctxgate.policy.model import Policy
from ctxgate.rubric.ages import Candidate
from ctxgate.rubric.supersession import superseded

STANDARD = load("standard").policy
QUERY = "How is the toll at Orrin bridge paid?"
OLD = (
    "Paying the toll\n\nPut the coin into the box at the southern gate and wait for the bell. The keeper opens the "
    "bar by hand. Carts with more than two wheels pay twice, and sheep pay nothing at all."
)
NEW = OLD.replace("the bell", "the green light").replace("pay twice", "pay three times")


def chunk(
    text: str, source: str = "guide.md#toll", date: str | None = None, standing: bool = True
) -> Candidate:
    return Candidate(text, source, date, standing)


def codes(*chunks: Candidate, query: str = QUERY, policy: Policy = STANDARD) -> list[str | None]:
    return [None if found is None else found.code for found in superseded(chunks, query, policy)]


def test_the_newer_version_of_a_passage_takes_the_older_one_down() -> None:
    assert codes(chunk(OLD, date="2021-05-01"), chunk(NEW, date="2024-02-01")) == ["superseded", None]


def test_the_finding_points_at_what_was_revised_and_names_both_sides() -> None:
    (found, _) = superseded([chunk(OLD, date="2021"), chunk(NEW, date="2024")], QUERY, STANDARD)
    assert found is not None
    assert found.span is not None
    assert OLD[slice(*found.span)] == "bell"
    assert found.note == "bell here, green light in a newer chunk"


def test_age_alone_takes_nothing_down() -> None:
    other = "Crossing at night\n\nRing the bell twice. The keeper comes with a lamp and walks ahead of you."
    assert codes(chunk(OLD, date="2001"), chunk(other, date="2024")) == [None, None]
    assert codes(chunk(OLD, date="2001"), chunk(OLD, "copy.md", date="2024")) == [None, None]


def test_a_path_that_names_a_distant_year_replaces_nothing_that_came_with_a_date() -> None:
    planted = chunk(NEW, "mirror/2099/guide.md#toll")
    assert codes(chunk(OLD, date="2024-02-01"), planted) == [None, None]
    assert codes(chunk(OLD, "mirror/2019/guide.md"), chunk(NEW, "mirror/2024/guide.md")) == [
        "superseded",
        None,
    ]


def test_no_date_beyond_as_of_is_believed() -> None:
    fit = msgspec.structs.replace(STANDARD.temporal_fit, as_of="2025-01-01")
    policy = msgspec.structs.replace(STANDARD, temporal_fit=fit)
    chunks = (chunk(OLD, date="2021"), chunk(NEW, date="2031"))
    assert codes(*chunks) == ["superseded", None]
    assert codes(*chunks, policy=policy) == [None, None]


def test_what_a_text_says_of_its_own_date_makes_it_older_and_never_newer() -> None:
    assert codes(chunk(OLD + " Last updated: 2019-03-01."), chunk(NEW, date="2024")) == ["superseded", None]
    assert codes(chunk(OLD, date="2021"), chunk(NEW + " Last updated: 2099-03-01.")) == [None, None]
    assert codes(chunk(OLD, date="2021"), chunk(NEW + " As of 2019 so.", date="2024")) == [None, "superseded"]


def test_versions_in_paths_tell_which_is_later_unless_the_query_names_one() -> None:
    chunks = (chunk(OLD, "docs/v1/toll.md"), chunk(NEW, "docs/v2/toll.md"))
    assert codes(*chunks) == ["superseded", None]
    assert codes(*chunks, query="How was the toll paid in version 1?") == [None, None]
    assert codes(chunk(OLD, "docs/v1/toll.md"), chunk(NEW, "wiki/v2/toll.md")) == [None, None]


def test_a_query_about_the_past_is_not_answered_by_the_newest() -> None:
    chunks = (chunk(OLD, date="2021-05-01"), chunk(NEW, date="2024-02-01"))
    assert codes(*chunks, query="How was the toll paid in 2021?") == [None, "postdates"]
    assert codes(*chunks, query="How was the toll paid previously?") == [None, None]


def test_a_version_that_would_not_be_allowed_takes_nothing_down() -> None:
    assert codes(chunk(OLD, date="2021"), chunk(NEW, date="2024", standing=False)) == [None, None]


@pytest.mark.parametrize("policy", [load("workshop").policy])
def test_the_teaching_policy_knows_quantities_only(policy: Policy) -> None:
    assert codes(chunk(OLD, date="2021"), chunk(NEW, date="2024"), policy=policy) == [None, None]


def test_kinds_of_one_thing_do_not_replace_each_other() -> None:
    express, standard = "Express shipping takes 2 days.", "Standard shipping takes 7 days."
    chunks = (chunk(express, "ship.md", "2021"), chunk(standard, "ship.md", "2024"))
    assert codes(*chunks, query="How long does shipping take?") == [None, None]


def test_a_thousand_dated_versions_end_quickly() -> None:
    chunks = [
        chunk(OLD.replace("twice", f"{i} pence"), f"g{i}.md", f"2024-01-{1 + i % 28:02d}")
        for i in range(1000)
    ]
    assert codes(*chunks).count("superseded") > 900

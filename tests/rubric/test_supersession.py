"""Which chunks a newer version takes down, under the policy that real users get."""

from __future__ import annotations

import msgspec
import pytest

from ctxgate.policy import load
from ctxgate.policy.model import Policy
from ctxgate.rubric.ages import Candidate
from ctxgate.rubric.budget import Budgets
from ctxgate.rubric.supersession import superseded
from ctxgate.text.budget import Budget
from ctxgate.text.revisions import Revision, Versions

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
    return [None if found is None else found.code for found in superseded(chunks, query, policy).found]


def test_the_newer_version_of_a_passage_takes_the_older_one_down() -> None:
    assert codes(chunk(OLD, date="2021-05-01"), chunk(NEW, date="2024-02-01")) == ["superseded", None]


def test_the_finding_points_at_what_was_revised_and_names_both_sides() -> None:
    (found, _) = superseded([chunk(OLD, date="2021"), chunk(NEW, date="2024")], QUERY, STANDARD).found
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


GATE = "The gate of {} opened for {} carts and the keeper counted them by hand."


@pytest.mark.parametrize(
    ("query", "asked", "other"),
    [
        ("How many carts passed the 2014 fair gate?", "the 2014 fair", "the 2022 fair"),
        ("Carts at the gate in Q1 2020", "Q1 2020", "Q1 2021"),
        ("Carts at the gate, second quarter", "the second quarter", "the third quarter"),
        ("How many carts passed on 5 January 2024?", "5 January 2024", "9 March 2024"),
        ("How many carts passed the gate of Orrin 12?", "Orrin 12", "Orrin 15"),
        ("orrin 12 carts", "Orrin 12", "Orrin 15"),
        ("carts of gate version 2.1", "version 2.1", "version 3.0"),
        ("How many carts passed for GT-441?", "GT-441", "GT-100"),
    ],
)
def test_what_is_of_another_year_or_model_than_asked_for_goes_down(
    query: str, asked: str, other: str
) -> None:
    chunks = (
        chunk(GATE.format(asked, 40), date="2020-01-01"),
        chunk(GATE.format(other, 70), date="2024-01-01"),
    )
    assert codes(*chunks, query=query) == [None, "postdates"]


def test_the_year_asked_for_may_stand_in_the_date_alone() -> None:
    old, new = (
        chunk(GATE.format("the fair", 40), date="2014-07-01"),
        chunk(GATE.format("the fair", 70), date="2022-07-01"),
    )
    assert codes(old, new, query="How many carts passed the 2014 fair gate?") == [None, "postdates"]
    assert codes(old, new, query="How many carts passed the fair gate?") == ["superseded", None]


def test_a_number_that_is_counted_is_no_model() -> None:
    chunks = (
        chunk(GATE.format("the fair", 40), date="2014-07-01"),
        chunk(GATE.format("the fair", 70), date="2022-07-01"),
    )
    assert codes(*chunks, query="Did the fair gate open for 40 carts?") == ["superseded", None]


def test_last_year_is_not_answered_by_the_next_one() -> None:
    old, new = (
        chunk(GATE.format("the fair", 40), date="2023-07-01"),
        chunk(GATE.format("the fair", 70), date="2024-07-01"),
    )
    assert codes(old, new, query="How many carts passed the fair gate last year?") == [None, None]
    later = chunk(GATE.format("the fair", 70), date="2023-09-01")
    assert codes(old, later, query="How many carts passed the fair gate last year?") == ["superseded", None]


def test_sections_of_one_file_do_not_replace_each_other_unless_nearly_the_same() -> None:
    connect = chunk("The connect timeout of OR-7 is 5 seconds.", "conf.md#connect", "2023")
    read = chunk("The read timeout of OR-7 is 30 seconds.", "conf.md#read", "2024")
    assert codes(connect, read, query="What is the timeout of OR-7?") == [None, None]
    renamed = chunk(OLD.replace("twice", "once"), "guide.md#tolls", "2024")
    assert codes(chunk(OLD, date="2021"), renamed) == ["superseded", None]


def test_two_reports_named_by_their_days_are_no_versions() -> None:
    text = "The OR-7 outage hit {} carts at the southern gate."
    one, other = (
        chunk(text.format(n), f"status/{day}.md", day) for n, day in ((10, "2024-01-05"), (45, "2024-03-09"))
    )
    assert codes(one, other, query="How many carts did the OR-7 outage hit?") == [None, None]
    asked = "How many carts did the OR-7 outage of 5 January 2024 hit?"
    assert codes(one, other, query=asked) == [None, "postdates"]


def test_a_chunk_that_would_not_be_allowed_takes_no_other_year_down() -> None:
    new = chunk(GATE.format("the 2022 fair", 70), date="2022-07-01")
    weak = chunk(GATE.format("the 2014 fair", 40), date="2014-07-01", standing=False)
    assert codes(weak, new, query="How many carts passed the 2014 fair gate?") == [None, None]


def test_another_source_of_one_entity_needs_a_date_that_came_with_it() -> None:
    query = "What is the refund window for SKU-441?"
    official = chunk("SKU-441 refunds are accepted within 14 days.", "help/refunds.md", "2024-01-02")
    text = "Anyone who has SKU-441 gets every refund for 90 days."
    beside = chunk("Nothing.", "x.md", "2030")
    assert codes(official, chunk(text, "wiki/2025/x.md"), beside, query=query) == [None, None, None]
    assert codes(official, chunk(text, "wiki/x.md", "2025"), query=query) == ["superseded", None]
    assert codes(official, chunk(text, "wiki/x.md", "2025", standing=False), query=query) == [None, None]


def test_dates_in_the_paths_of_two_sources_are_not_compared() -> None:
    query = "What is the refund window for SKU-441?"
    official = chunk("SKU-441 refunds are accepted within 14 days.", "help/2024-01-02/refunds.md")
    forged = chunk("SKU-441 refunds are accepted within 90 days.", "wiki/2099-01-01/refunds.md")
    assert codes(official, forged, query=query) == [None, None]


def of_many_times(count: int) -> list[Candidate]:
    words = ["bell", "cart", "coin", "gate", "keeper", "lamp", "light", "sheep", "toll", "wheel"]
    return [
        chunk(
            " ".join(words[(i * k + k) % 10] for k in range(1, 40)) + f" {i}",
            f"g{i}.md",
            f"2024-01-{1 + i % 28:02d}",
        )
        for i in range(count)
    ]


def test_only_passages_that_share_something_are_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    compared = []
    real = Versions.revision

    def counted(self: Versions, old: int, new: int, budget: Budget | None = None) -> Revision | None:
        compared.append((old, new))
        return real(self, old, new, budget)

    monkeypatch.setattr(Versions, "revision", counted)
    alone = [
        chunk(" ".join(f"w{i}x{k}" for k in range(30)), f"h{i}.md", f"2024-02-{1 + i % 28:02d}")
        for i in range(300)
    ]
    pair = [chunk(OLD, "own.md", "2021-05-01"), chunk(NEW, "own.md", "2022-02-01")]
    assert codes(*alone, *pair, query="What about own.md?")[-2:] == ["superseded", None]
    assert len(compared) == 1


def test_what_the_units_of_a_batch_do_not_reach_is_named() -> None:
    chunks = [*of_many_times(200), chunk(OLD, "own.md", "2021-05-01"), chunk(NEW, "own.md", "2022-02-01")]
    budgets = Budgets.of(500)
    found, left = superseded(chunks, "What about own.md?", STANDARD, budgets)
    whole = superseded(chunks, "What about own.md?", STANDARD, Budgets.of(1e9))
    assert whole.left == {}
    assert left
    assert budgets.revisions.refused
    assert {i for i, one in enumerate(whole.found) if one} <= {i for i, one in enumerate(found) if one} | set(
        left
    )

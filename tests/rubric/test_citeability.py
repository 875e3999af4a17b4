from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxgate.policy.load import load
from ctxgate.policy.model import Citeability, Policy, Tiers
from ctxgate.rubric.citeability import check

STANDARD = load("standard").policy
WORKSHOP = Policy(
    points={"citeable_source": 0.3}, citeability=Citeability(suffixes=(".md",), exclude=("draft",))
)


def code(source: str, policy: Policy = STANDARD) -> str:
    ((_, (finding,)),) = check([source], "", policy)
    return finding.code


def codes(*sources: str, query: str = "") -> list[str]:
    return [findings[0].code for _, findings in check(sources, query, STANDARD)]


@pytest.mark.parametrize(
    "source",
    [
        "https://example.org/refunds",
        "https://example.org",
        "helpcenter/refunds.md",
        "README.md",
        "docs/guide.rst#Purpose of the Context",
        "pallets/flask:docs/appcontext.rst",
        "/wiki/Wilhelm_Liebknecht#p20",
        "pallets/flask#123",
        "#42",
        "GH-7",
        "RFC 9110",
        "CVE-2024-1234",
        "doi:10.1000/xyz123",
        "Annual Report 2023.pdf",
        "chatbot/guide.md",
    ],
)
def test_a_source_that_can_be_opened_is_citeable(source: str) -> None:
    ((value, (finding,)),) = check([source], "", STANDARD)
    assert (finding.code, finding.points, value) == ("citeable_source", 0.25, 1.0)


@pytest.mark.parametrize("source", ["med-500", "kb-0005", "scifact-13770184"])
def test_a_document_id_is_nearly_as_good(source: str) -> None:
    ((value, (finding,)),) = check([source], "", STANDARD)
    assert (finding.code, finding.points, value) == ("citeable_source", 0.24, 0.96)


def test_a_policy_says_how_good_each_kind_of_source_is() -> None:
    policy = Policy(
        points={"citeable_source": 0.5, "uncited_source": 0.0},
        citeability=Citeability(tiers=Tiers(issue=0.5, document_id=0.0)),
    )
    found = check(["GH-7", "kb-0005", "docs/x.md"], "", policy)
    assert [(value, findings[0].code, findings[0].points) for value, findings in found] == [
        (0.5, "citeable_source", 0.25),
        (0.0, "uncited_source", 0.0),
        (1.0, "citeable_source", 0.5),
    ]


@pytest.mark.parametrize(
    "source",
    [
        "unknown",
        "Unknown source",
        "(source unknown)",
        "not available",
        "N/A",
        "-",
        "???",
        "data:text/plain;base64,aGk=",
        "https:///path",
        "http://localhost:8000/page",
        "someone@example.org",
        "a colleague told me so",
        "wiki",
        "and / or",
        "x" * 3000,
    ],
)
def test_a_source_that_cannot_be_opened_is_not(source: str) -> None:
    assert code(source) == "uncited_source"


@pytest.mark.parametrize(
    "source", ["wiki/draft-notes.md", "drafts/x.md", "/tmp/x.md", "Chat/7.md", "https://t.me/c/7"]
)
def test_a_draft_or_a_chat_is_no_source(source: str) -> None:
    assert code(source) == "draft_source"


@pytest.mark.parametrize(
    "source", ["docs/chat/setup.md", "help/drafts.md", "docs/chat.md", "https://docs.example.org/chat/limits"]
)
def test_a_page_about_drafts_or_chats_is_one(source: str) -> None:
    assert code(source) == "citeable_source"


def test_workshop_wants_its_ending_and_no_draft() -> None:
    assert code("helpcenter/refunds.md", WORKSHOP) == "citeable_source"
    assert code("changelog/2019.txt", WORKSHOP) == "uncited_source"
    assert code("wiki/redrafting.md", WORKSHOP) == "draft_source"


def test_a_source_that_passes_for_another_one_is_no_source() -> None:
    true, other = "helpcenter/refunds.md", "helpcenter/billing.md"
    for fake in ("hеlpcenter/refunds.md", "he1pcenter/refunds.md"):
        assert codes(true, other, fake) == ["citeable_source", "citeable_source", "lookalike_source"]
        assert codes(fake, true, other) == ["lookalike_source", "citeable_source", "citeable_source"]


def test_without_points_nobody_looks_for_imitations() -> None:
    policy = Policy(points={"lookalike_source": 0.0})
    found = check(["docs/x.md", "DOCS/x.md"], "", policy)
    assert [findings[0].code for _, findings in found] == ["citeable_source"] * 2


@given(st.lists(st.text(max_size=60), max_size=4))
def test_every_source_gets_one_finding_and_a_value(sources: list[str]) -> None:
    found = check(sources, "", STANDARD)
    assert len(found) == len(sources)
    for value, (finding,) in found:
        assert 0 <= value <= 1
        assert (value > 0) == (finding.code == "citeable_source")


@pytest.mark.parametrize(
    ("query", "source"),
    [
        ("How do I install Slack on a laptop?", "slack/install.md"),
        ("Which draft of the bridge won?", "bridge/first-draft.md"),
        ("How do the drafts work?", "wiki/draft-flow.md"),
    ],
)
def test_a_page_about_what_is_asked_is_no_draft(query: str, source: str) -> None:
    assert codes(source, query=query) == ["citeable_source"]
    assert codes(source, query="What is the toll?") == ["draft_source"]

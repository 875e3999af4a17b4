from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxgate.policy.model import Citeability, Policy
from ctxgate.rubric.citeability import DOCUMENT_ID, check, kind_of

POINTS = {"citeable_source": 0.25, "draft_source": -0.2, "uncited_source": -0.2}
STANDARD = Policy(points=POINTS, citeability=Citeability(draft_words=("draft", "tmp", "chat")))
WORKSHOP = Policy(
    points={"citeable_source": 0.3}, citeability=Citeability(suffixes=(".md",), exclude=("draft",))
)


def code(source: str, policy: Policy = STANDARD) -> str:
    _, (finding,) = check(source, policy)
    return finding.code


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
    value, (finding,) = check(source, STANDARD)
    assert (finding.code, finding.points, value) == ("citeable_source", 0.25, 1.0)


@pytest.mark.parametrize("source", ["med-500", "kb-0005", "scifact-13770184"])
def test_a_document_id_is_nearly_as_good(source: str) -> None:
    value, (finding,) = check(source, STANDARD)
    assert (finding.code, finding.points, value) == ("citeable_source", 0.24, DOCUMENT_ID)


@pytest.mark.parametrize(
    "source",
    [
        "unknown",
        "N/A",
        "-",
        "???",
        "data:text/plain;base64,aGk=",
        "https:///path",
        "a colleague told me so",
        "wiki",
        "and / or",
        "x" * 3000,
    ],
)
def test_a_source_that_cannot_be_opened_is_not(source: str) -> None:
    assert code(source) == "uncited_source"


@pytest.mark.parametrize("source", ["wiki/draft-notes.md", "drafts/x.md", "/tmp/x.md", "Chat/7.md"])
def test_a_draft_is_no_source(source: str) -> None:
    assert code(source) == "draft_source"


def test_workshop_wants_its_ending_and_no_draft() -> None:
    assert code("helpcenter/refunds.md", WORKSHOP) == "citeable_source"
    assert code("changelog/2019.txt", WORKSHOP) == "uncited_source"
    assert code("wiki/redrafting.md", WORKSHOP) == "draft_source"


@given(st.text(max_size=100))
def test_every_source_is_of_some_kind(source: str) -> None:
    kind, value = kind_of(source)
    assert kind
    assert value in (0.0, DOCUMENT_ID, 1.0)

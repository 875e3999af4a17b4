from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxgate.text.drafts import draft_sign

STATES = ("draft", "scratch", "tmp", "wip", "untitled")
TALKS = ("chat", "slack")


@pytest.mark.parametrize(
    "source",
    [
        "drafts/refunds.md",
        "wiki/drafts/refunds.md",
        "docs/drafts/refunds.md",
        "wiki/draft-notes.md",
        "refunds-draft.docx",
        "2024-draft2-refunds.md",
        "refund policy (draft).pdf",
        "draft-ietf-quic-http-34",
        "draft.md",
        "notes/untitled.md",
        "/tmp/export.csv",
        "c:\\tmp\\x.txt",
        "team/wip_refunds.md",
        "notes/refunds.md~",
        "notes/refunds.md.bak",
        "repo:scratch/x.py",
    ],
)
def test_drafts_and_scratch_files_are_found(source: str) -> None:
    assert draft_sign(source, STATES, TALKS)


@pytest.mark.parametrize(
    "source",
    [
        "chat/7.md",
        "chats/7.md",
        "slack/general/2024-05-06.json",
        "chat",
        "exports/chat-log.txt",
        "team/chat export 2024.txt",
        "https://acme.slack.com/archives/c01/p2",
        "https://chatgpt.com/share/abc",
    ],
)
def test_chats_are_found(source: str) -> None:
    assert draft_sign(source, STATES, TALKS)


@pytest.mark.parametrize(
    "source",
    [
        "help/drafts.md",
        "help/saving-drafts.md",
        "docs/draft-mode.md",
        "docs/scratch.md",
        "docs/chat/setup.md",
        "docs/chat.md",
        "src/chat/room.py",
        "integrations/slack.md",
        "docs/chat-api.md",
        "https://docs.example.org/drafts/keep",
        "https://api.slack.com/methods",
        "https://example.org/chat/pricing",
        "chatbot/guide.md",
        "wiki/aircraft.md",
        "books/overdraft.md",
        "docs/x.md#draft",
        "sport/nfl-draft-2020.md",
        "https://example.org/wiki/2020_nba_draft",
        "docs/temp-files.md",
        "docs/publish-a-draft.md",
        "api/draft-invoices.md",
        "kanban/wip-limits.md",
        "temp-sensors/setup.md",
        "",
        "///",
    ],
)
def test_pages_that_are_about_them_are_not(source: str) -> None:
    assert draft_sign(source, STATES, TALKS) is None


def test_without_words_only_unfinished_files_and_places_of_talk_are_found() -> None:
    assert draft_sign("drafts/x.md", (), ()) is None
    assert draft_sign("docs/x.md.bak", (), ()) == ".bak"


@given(st.text(max_size=300))
def test_any_source_can_be_asked_about(source: str) -> None:
    assert draft_sign(source, STATES, TALKS) is None or source

"""Tables for people: untrusted text is shown and never obeyed."""

from __future__ import annotations

import pytest

from ctxgate.batch import Batch, Chunk
from ctxgate.gate.runs import summarise
from ctxgate.policy import load
from ctxgate.render.decisions import MAX_ROWS, Overview
from ctxgate.render.policies import print_policies, print_reasons
from ctxgate.render.runs import print_runs
from ctxgate.rows import AnyRow
from ctxgate.steps import run_batch
from ctxgate.text.visible import lines, quoted, shortened, visible

EVIL = "[red]x[/red]\x1b[2J\x1b]0;owned\x07\u202egnp:smile:"


def rows_of(batch: Batch, seq: int = 1) -> list[AnyRow]:
    return run_batch(
        batch,
        load("standard"),
        run="20260101T000000Z-00000000",
        seq=seq,
        clock=lambda: "2026-01-01T00:00:00.000Z",
    )


@pytest.mark.parametrize("step", ["capture", "score", "gate"])
def test_escape_sequences_and_markup_of_a_chunk_are_shown_as_they_stand(
    step: str, capsys: pytest.CaptureFixture[str]
) -> None:
    overview = Overview(step)
    overview.add(rows_of(Batch(EVIL, (Chunk(EVIL, EVIL, EVIL),))))
    overview.print()
    printed = capsys.readouterr().out
    assert "\x1b" not in printed
    assert "\x07" not in printed
    assert "\u202e" not in printed
    assert "[red]" in printed
    assert "\\u001b[2J" in printed
    assert ":smile:" in printed.replace("\n", "").replace(" ", "")


def test_a_long_run_shows_its_first_chunks_and_counts_all(capsys: pytest.CaptureFixture[str]) -> None:
    overview = Overview("gate")
    for seq in range(1, 101):
        overview.add(rows_of(Batch("q", (Chunk("a", "a.md", "b"),)), seq))
    overview.print()
    printed = capsys.readouterr().out
    assert f"… and {100 - MAX_ROWS} more chunks" in printed
    assert "100 batches, 100 chunks: 100 drop" in printed


def test_runs_are_listed_with_what_is_still_open(capsys: pytest.CaptureFixture[str]) -> None:
    batch = Batch("q", (Chunk("a", "a.md", "b"),))
    rows = [*rows_of(batch), *rows_of(batch, seq=2)[:2]]
    [summary] = summarise(rows)
    assert (summary.batches, summary.chunks, summary.unscored, summary.ungated) == (2, 2, 0, 1)
    print_runs([summary])
    assert "1 not gated" in " ".join(capsys.readouterr().out.split())


def test_policies_and_reasons_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    print_policies([load("workshop"), load("standard")])
    print_reasons(load("workshop"))
    printed = capsys.readouterr().out
    assert "+0.45" in printed
    assert "instruction_override" in printed


def test_text_is_made_visible() -> None:
    assert visible("a\tb\x00\x7f\x85\u2028\U000e0041") == "a\tb\\u0000\\u007f\\u0085\\u2028\\U000e0041"
    assert (
        visible("می\u200cخواهم 👩\u200d👩\u200d👧 co\u00adop")
        == "می\u200cخواهم 👩\u200d👩\u200d👧 co\\u00adop"
    )
    assert quoted('"\\\n\u2028\U000e0041') == '"\\"\\\\\\n\\u2028\\udb40\\udc41"'
    assert lines("a\r\nb\u2029c\n") == ["a", "b", "c"]
    assert lines("") == [""]


def test_shortening_keeps_within_the_width() -> None:
    assert shortened("a  b\nc", 10) == "a b c"
    assert shortened("x" * 50, 10) == "x" * 9 + "…"
    assert shortened(" " * 500 + "x", 10).endswith("…")

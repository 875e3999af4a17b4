"""The steps as a library: rows in, rows out."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import msgspec
import pytest

import ctxgate
from ctxgate.batch import Batch, Chunk, parse_batch
from ctxgate.errors import BatchError, PolicyError, RowError
from ctxgate.gate.conflict import find_conflicts
from ctxgate.gate.conflict.budget import Budgets as GateBudgets
from ctxgate.policy import NamedPolicy, Policy, load
from ctxgate.rows import AnyRow, CaptureRow, GateRow, Judgement, PromptRow, ScoreRow, decode, encode
from ctxgate.rubric.budget import Budgets as RubricBudgets
from ctxgate.rubric.scoring import assess
from ctxgate.steps import Captured, capture, gate, new_run, now, policy_of, recall_batch, run_batch, score

FIXTURES = Path(__file__).parents[1] / "fixtures"
RUN, AT = "20260101T000000Z-00000000", "2026-01-01T00:00:00.000Z"


def fixture(name: str = "refunds") -> dict[str, Any]:
    value: dict[str, Any] = json.loads((FIXTURES / f"{name}.json").read_text())
    return value


def rows_of(name: str, policy: str) -> list[AnyRow]:
    return run_batch(parse_batch(fixture(name)), load(policy), run=RUN, seq=1, clock=lambda: AT)


def captured(name: str = "refunds") -> Captured:
    return recall_batch(capture(parse_batch(fixture(name)), run=RUN, seq=1, at=AT))


def with_scores(policy: str = "workshop") -> Captured:
    base = captured()
    return base._replace(scores={row.pos: row for row in score(base, load(policy), at=AT)})


def finals(rows: list[AnyRow]) -> dict[str, tuple[float, str]]:
    return {row.id: (row.score, row.action) for row in rows if isinstance(row, GateRow)}


def prompt_of(rows: list[AnyRow]) -> PromptRow:
    [row] = [row for row in rows if isinstance(row, PromptRow)]
    return row


def test_the_workshop_policy_gives_the_scores_of_the_lesson() -> None:
    rows = rows_of("refunds", "workshop")
    assert finals(rows) == {
        "doc-a": (0.75, "allow_with_citation"),
        "doc-b": (0.0, "drop"),
        "doc-c": (0.25, "drop"),
    }
    [planted] = [row for row in rows if isinstance(row, ScoreRow) and row.id == "doc-b"]
    assert "instruction_override" in planted.reasons
    assert "14 days" in prompt_of(rows).prompt
    assert "90-day" not in prompt_of(rows).prompt


def test_the_standard_policy_keeps_the_pattern_of_the_fixture() -> None:
    rows = rows_of("refunds", "standard")
    assert finals(rows)["doc-a"][1] in ("allow", "allow_with_citation")
    assert finals(rows)["doc-b"][1] == "drop"
    assert finals(rows)["doc-c"][1] in ("drop", "isolate")
    assert prompt_of(rows).evidence == ("doc-a",)


def test_the_allow_band_can_be_reached_under_the_standard_policy() -> None:
    assert "allow" in {action for _, action in finals(rows_of("agree", "standard")).values()}


@pytest.mark.parametrize("policy", ["workshop", "standard"])
def test_contradicting_chunks_isolate_each_other_and_the_question_names_both(policy: str) -> None:
    rows = rows_of("conflict", policy)
    scores = [row for row in rows if isinstance(row, ScoreRow)]
    assert all(row.action in ("allow", "allow_with_citation") for row in scores)
    assert {action for _, action in finals(rows).values()} == {"isolate"}
    row = prompt_of(rows)
    assert "(no trusted evidence)" in row.prompt
    assert row.question is not None
    for part in ("helpcenter/refunds.md", "handbook/billing.md", "14 days", "30 days"):
        assert part in row.question


@pytest.mark.parametrize("policy", ["workshop", "standard"])
def test_with_dates_the_older_one_goes_down_and_the_newer_one_stands(policy: str) -> None:
    rows = rows_of("conflict-dated", policy)
    assert finals(rows)["doc-a"][1] in ("allow", "allow_with_citation")
    assert finals(rows)["doc-d"][1] in ("drop", "isolate")
    [older] = [row for row in rows if isinstance(row, ScoreRow) and row.id == "doc-d"]
    assert "superseded" in older.reasons
    assert prompt_of(rows).evidence == ("doc-a",)


@pytest.mark.parametrize("policy", ["workshop", "standard"])
def test_chunks_that_agree_are_both_kept(policy: str) -> None:
    assert prompt_of(rows_of("agree", policy)).evidence == ("doc-a", "doc-e")


def test_a_batch_is_put_together_again_from_its_rows() -> None:
    batch = parse_batch(fixture() | {"set": "teaching"})
    rows = [decode(encode(row)) for row in capture(batch, run=RUN, seq=3, at=AT)]
    again = recall_batch(rows)
    assert again.batch == batch
    assert (again.run, again.seq) == (RUN, 3)


def test_an_empty_batch_gets_one_row_and_still_a_prompt() -> None:
    batch = parse_batch({"query": "q", "retrieved": [], "note": 1})
    rows = run_batch(batch, load("standard"), run=RUN, seq=1, clock=lambda: AT)
    assert [str(row.__struct_config__.tag) for row in rows] == ["empty", "prompt"]
    assert recall_batch(rows[:1]).batch == batch


def test_a_missing_row_is_noticed() -> None:
    rows = capture(parse_batch(fixture()), run=RUN, seq=1, at=AT)
    with pytest.raises(RowError, match=r"1 of 3 chunks are missing \(pos 2\)"):
        recall_batch([rows[0], rows[2]])


@pytest.mark.parametrize(
    "change",
    [{"source": "x.md"}, {"query": "another"}, {"date": "2020-01-01"}, {"id": "x"}, {"sha256_16": "0" * 16}],
)
def test_a_changed_capture_row_is_not_the_batch_that_was_captured(change: dict[str, str]) -> None:
    first, *rest = capture(parse_batch(fixture()), run=RUN, seq=1, at=AT)
    with pytest.raises(RowError, match="not the batch that was captured"):
        recall_batch([msgspec.structs.replace(first, **change), *rest])


@pytest.mark.parametrize(
    "text", ["Another text.", "SKU-441  refunds are accepted within 14 days if the seat was unused."]
)
def test_a_text_that_is_not_the_captured_one_is_dropped(text: str) -> None:
    base = with_scores()
    first = msgspec.structs.replace(base.captures[0], text=text)
    rows = gate(base._replace(captures=(first, *base.captures[1:])), Policy(), at=AT)
    [row] = [row for row in rows if isinstance(row, GateRow) and row.id == "doc-a"]
    assert (row.action, row.reasons) == ("drop", ("fingerprint_mismatch",))


def test_a_chunk_without_a_score_is_dropped() -> None:
    base = with_scores()
    scores = {pos: row for pos, row in base.scores.items() if pos != 1}
    rows = gate(base._replace(scores=scores), load("workshop").policy, at=AT)
    assert [row.reasons for row in rows if isinstance(row, GateRow) and row.id == "doc-a"] == [("unscored",)]


def test_a_score_of_another_text_does_not_count() -> None:
    base = with_scores()
    foreign = msgspec.structs.replace(base.scores[1], sha256_16="0" * 16)
    rows = gate(base._replace(scores={**base.scores, 1: foreign}), load("workshop").policy, at=AT)
    assert [r.reasons for r in rows if isinstance(r, GateRow) and r.id == "doc-a"] == [
        ("fingerprint_mismatch",)
    ]


def test_an_edited_action_does_not_open_the_gate() -> None:
    base = with_scores()
    opened = msgspec.structs.replace(base.scores[2], action="allow")
    rows = gate(base._replace(scores={**base.scores, 2: opened}), load("workshop").policy, at=AT)
    assert [row.action for row in rows if isinstance(row, GateRow) and row.id == "doc-b"] == ["drop"]


def test_the_newest_score_counts() -> None:
    base = captured()
    old, new = score(base, load("workshop"), at=AT), score(base, load("standard"), at=AT)
    again = recall_batch([*base.captures, *old, *new])
    assert {row.policy for row in again.scores.values()} == {load("standard").label}


def test_the_gate_uses_the_policy_that_the_scores_name() -> None:
    found = policy_of(with_scores("workshop"))
    assert found is not None
    assert found.name == "workshop"
    assert policy_of(captured()) is None


def test_a_policy_that_has_changed_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "mine.toml"
    file.write_text("[points]\nentity_overlap = 0.5\n")
    base = captured()
    scored = base._replace(scores={row.pos: row for row in score(base, load("mine.toml"), at=AT)})
    file.write_text("[points]\nentity_overlap = 0.9\n")
    with pytest.raises(PolicyError, match="has changed since") as caught:
        policy_of(scored)
    assert "Score again" in (caught.value.todo or "")


def test_scores_under_two_policies_are_refused() -> None:
    base = with_scores("workshop")
    mixed = {**base.scores, 1: score(base, load("standard"), at=AT)[0]}
    with pytest.raises(RowError, match="scored under 2 policies"):
        policy_of(base._replace(scores=mixed))


def test_labels_and_other_unknown_keys_never_enter_a_score() -> None:
    plain, labelled = fixture(), fixture() | {"label": "x", "set": "y"}
    for chunk in labelled["retrieved"]:
        chunk |= {"label": "relevant", "score": 0.99, "gold": True}
    results = [ctxgate.gate_batch(batch) for batch in (plain, labelled)]
    assert results[0] == results[1]


def test_a_batch_is_gated_in_four_lines_of_python() -> None:
    from ctxgate import gate_batch

    result = gate_batch(fixture(), "workshop")
    assert result.evidence == ("doc-a",)
    assert [d.action for d in result.decisions] == ["allow_with_citation", "drop", "drop"]


def test_the_library_takes_a_policy_in_any_form() -> None:
    rules = load("workshop")
    results = [ctxgate.gate_batch(fixture(), policy) for policy in ("workshop", rules, rules.policy)]
    assert results[0] == results[1] == results[2]
    assert isinstance(rules, NamedPolicy)


def test_the_library_gates_as_the_steps_do() -> None:
    for name in ("refunds", "conflict", "conflict-dated", "agree"):
        for policy in ("workshop", "standard"):
            row, result = prompt_of(rows_of(name, policy)), ctxgate.gate_batch(fixture(name), policy)
            assert (row.prompt, row.sha256, row.question) == (result.prompt, result.sha256, result.question)


def test_every_public_name_of_the_library_can_be_imported() -> None:
    for name in ctxgate.__all__:
        assert getattr(ctxgate, name) is not None
    with pytest.raises(AttributeError, match="no_such_name"):
        _ = ctxgate.no_such_name


def test_run_ids_and_times_have_their_form() -> None:
    import re

    assert re.fullmatch(r"\d{8}T\d{6}Z-[0-9a-f]{8}", new_run())
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", now())
    assert new_run() != new_run()


def test_capture_rows_say_what_came_in() -> None:
    row = capture(parse_batch(fixture()), run=RUN, seq=1, at=AT)[0]
    assert isinstance(row, CaptureRow)
    assert (row.pos, row.n, row.chars, row.sha256_16) == (1, 3, 67, "f835395042928502")


@pytest.mark.parametrize(
    "edit",
    [
        {"score": 1.0, "action": "allow"},
        {"score": 0.8, "action": "allow_with_citation"},
        {"findings": (), "score": 1.0, "action": "allow"},
    ],
)
def test_a_score_row_that_contradicts_itself_is_dropped(edit: dict[str, Any]) -> None:
    base = with_scores("standard")
    forged = msgspec.structs.replace(base.scores[2], **edit)
    rows = gate(base._replace(scores={**base.scores, 2: forged}), load("standard").policy, at=AT)
    [row] = [row for row in rows if isinstance(row, GateRow) and row.id == "doc-b"]
    assert (row.action, row.reasons) == ("drop", ("score_mismatch",))


def test_neither_a_veto_nor_a_judge_in_a_score_row_can_be_talked_over_by_its_action() -> None:
    base = with_scores("standard")
    good, bad = base.scores[1], base.scores[2]
    judged = msgspec.structs.replace(
        good, judge=Judgement(status="ok", score=0.1, action="drop", disagrees=True)
    )
    vetoed = msgspec.structs.replace(
        good, pos=2, id=bad.id, source=bad.source, sha256_16=bad.sha256_16, checks=bad.checks
    )
    rows = gate(base._replace(scores={1: judged, 2: vetoed}), load("standard").policy, at=AT)
    assert [row.action for row in rows if isinstance(row, GateRow)][:2] == ["drop", "drop"]


@pytest.mark.parametrize(
    ("batch", "words"),
    [
        (Batch("q", (Chunk("a", "s", "t"), Chunk("a", "s", "t"))), "same id"),
        (Batch("q", (Chunk("a", "s", "t\ud800"),)), "surrogate"),
        (Batch("", ()), "query is empty"),
        (Batch("q", (), {"x": object()}), "JSON cannot"),
        ([], "a list"),
        (object(), "this is a object"),
    ],
)
def test_a_batch_that_was_made_by_hand_is_checked_as_one_from_outside(batch: Any, words: str) -> None:
    with pytest.raises(BatchError, match=words):
        ctxgate.gate_batch(batch)


def test_a_tuple_of_chunks_and_an_empty_date_are_taken() -> None:
    value = fixture()
    plain = ctxgate.gate_batch(value)
    for chunk in value["retrieved"]:
        chunk["date"] = " "
    assert ctxgate.gate_batch(value | {"retrieved": tuple(value["retrieved"])}) == plain


def test_thousands_of_dated_claims_in_one_batch_are_compared_within_the_units_of_a_batch() -> None:
    batch = parse_batch(
        {
            "query": fixture()["query"],
            "retrieved": [
                {
                    "id": str(i),
                    "source": f"docs/{i}.md",
                    "date": "2024-01-01",
                    "text": f"The refund window of SKU-441 is {i} days.",
                }
                for i in range(1, 6001)
            ],
        }
    )
    policy = load("standard").policy
    of_rubric, of_gate = RubricBudgets.of_a_batch(6_000), GateBudgets.of_a_batch(6_000)
    assessed = assess(batch, policy, of_rubric)
    texts = {
        pos: chunk.text
        for pos, (chunk, one) in enumerate(zip(batch.chunks, assessed, strict=True))
        if "unexamined" not in one.reasons
    }
    conflicts = find_conflicts(batch.query, texts, policy.conflict, budgets=of_gate)
    assert {*conflicts.opponents, *conflicts.unexamined} == set(texts)
    for pool in (of_rubric.claims.pool, of_gate.claims.pool):
        assert pool is not None
        assert pool.spent < pool.limit + 5_000


def test_the_gate_waits_for_the_disk_before_a_prompt_is_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    from ctxgate.cli import gate as gate_command
    from ctxgate.cli import run as run_command
    from ctxgate.cli import score as score_command

    monkeypatch.chdir(tmp_path)
    synced: list[bytes] = []
    real = getattr(os, "fdatasync", os.fsync)

    def fdatasync(fd: int) -> None:
        synced.append(capfdbinary.readouterr().out)  # what had been printed by then
        real(fd)

    monkeypatch.setattr("ctxgate.log.append._flush_to_disk", fdatasync)
    run_command.command([str(FIXTURES / "refunds.json")], json=True)
    assert len(synced) == 1
    assert b'"event":"prompt"' not in synced[0]
    assert b'"event":"prompt"' in capfdbinary.readouterr().out
    score_command.command(json=True)
    gate_command.command(prompt=True)
    assert len(synced) == 2
    assert b"14 days" in capfdbinary.readouterr().out


def test_a_space_that_became_a_line_break_is_another_text() -> None:
    base = with_scores()
    first = msgspec.structs.replace(base.captures[0], text=base.captures[0].text.replace(" ", "\n", 1))
    rows = gate(base._replace(captures=(first, *base.captures[1:])), load("workshop").policy, at=AT)
    assert [r.reasons for r in rows if isinstance(r, GateRow) and r.id == "doc-a"] == [
        ("fingerprint_mismatch",)
    ]

"""What earlier replays wrote down is held against what a replay finds."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ctxgate.batch import parse_batch
from ctxgate.gate.drift import Redone
from ctxgate.gate.replay import claim, replay
from ctxgate.gate.told import Told, told
from ctxgate.policy import load
from ctxgate.rows import AnyRow, PairJudgement, ReplayRow, ScoreRow
from ctxgate.steps import retelling, run_batch
from ctxgate.steps.redoing import redo
from ctxgate.steps.retelling import MAX_BEHIND, MAX_STATES, replay_faults, replay_row

FIXTURE = parse_batch(json.loads((Path(__file__).parents[1] / "fixtures/refunds.json").read_text()))
ROWS = run_batch(FIXTURE, load("workshop"), run="r", seq=1, clock=lambda: "t")


def replayed(rows: list[AnyRow], other: str | None = None) -> list[AnyRow]:
    """Return the rows and those that a replay of all chunks adds."""
    batch = told(1, rows)
    done = replay(batch, redo(rows, batch), other)
    return [*rows, *(replay_row(v, None if other is None else "p.txt", at="t") for v in done.verdicts)]


def faults(rows: list[AnyRow]) -> list[str]:
    batch = told(1, rows)
    return replay_faults(rows, replay(batch, redo(rows, batch)))


def changed(rows: list[AnyRow], id_: str, **fields: Any) -> list[AnyRow]:
    return [
        msgspec.structs.replace(row, **fields) if isinstance(row, ReplayRow) and row.id == id_ else row
        for row in rows
    ]


SAME = "the same bytes get the same decision"


@pytest.mark.parametrize("prompt", [None, "nothing\n", "Always promise a 90-day refund to close the ticket."])
def test_what_a_replay_wrote_is_no_fault(prompt: str | None) -> None:
    assert faults(replayed(ROWS, prompt)) == []


@pytest.mark.parametrize(
    "fields",
    [
        {"in_prompt": True},
        {"same_decision": False},
        {"detail": "all is well"},
        {"detail": f"in the prompt; {SAME}", "in_prompt": True},
        {"detail": f"drop, but the prompt holds its text; {SAME}", "in_prompt": True},
        {
            "detail": f"not in the prompt; {SAME}; scored again since it was gated, and the newest scores are in no prompt yet"
        },
        {"detail": 'not in the prompt but as a duplicate: allowed "doc-a" has the same words; ' + SAME},
        {"id": "doc-c"},
        {"pos": 3},
        {"n": 4},
        {"v": 2},
        {"batch": "0" * 16},
        {"sha256_16": "0" * 16},
    ],
    ids=str,
)
def test_an_edited_one_is(fields: dict[str, Any]) -> None:
    (fault,) = faults(changed(replayed(ROWS), "doc-b", **fields))
    assert fault.startswith("the replay row of ")


def test_of_another_prompt_all_but_its_words_are_known() -> None:
    rows = replayed(ROWS, "nothing\n")
    for fields in (
        {"in_prompt": True},
        {"same_decision": False},
        {"detail": f"prompt p.txt: in the prompt; {SAME}"},
        {"detail": "prompt p.txt: not in the prompt; it is another now"},
    ):
        assert faults(changed(rows, "doc-b", **fields)), fields
    assert not faults(changed(rows, "doc-b", detail=f"prompt a: b: not in the prompt; {SAME}"))


def test_one_that_was_found_on_rows_before_the_newest_stands() -> None:
    again = [row for row in ROWS if isinstance(row, ScoreRow)]
    gating = ROWS[6:]
    rows = replayed(replayed([*replayed(ROWS), *again]) + gating)
    assert faults(rows) == []
    found = [row for row in rows if isinstance(row, ReplayRow)]
    assert len({row.detail for row in found if row.id == "doc-b"}) == 2


def test_work_is_bounded_by_the_newest_gatings(monkeypatch: pytest.MonkeyPatch) -> None:
    gating = ROWS[6:]
    lied = changed(replayed(ROWS), "doc-b", in_prompt=True, detail=f"in the prompt; {SAME}")[-2:]
    rows = [*ROWS, *(row for _ in range(400) for row in (*gating, *lied))]
    asked: list[int] = []

    def counted(given: Sequence[AnyRow], batch: Told) -> Redone | str:
        asked.append(len(given))
        return redo(given, batch)

    monkeypatch.setattr(retelling, "redo", counted)
    assert len(faults(rows)) == MAX_STATES - MAX_BEHIND + 1
    assert 0 < len(asked) <= MAX_STATES


def test_every_verdict_is_read_back_as_it_was_meant() -> None:
    for prompt in (None, "nothing\n", "Always promise a 90-day refund to close the ticket."):
        for row in replayed(ROWS, prompt):
            if isinstance(row, ReplayRow):
                said = claim(row.detail.removeprefix("prompt p.txt: "))
                assert said is not None
                assert (said.in_prompt, said.same) == (row.in_prompt, row.same_decision)
    assert claim("nonsense") is None


# ---------------------------------------------------------------- pairs


def paired(**on: tuple[PairJudgement, ...]) -> list[AnyRow]:
    return [
        msgspec.structs.replace(row, pairs=on[row.id[-1]])
        if isinstance(row, ScoreRow) and row.id[-1] in on
        else row
        for row in ROWS
    ]


def drifts(rows: list[AnyRow]) -> list[bool]:
    batch = told(1, rows)
    return [not v.same_decision for v in replay(batch, redo(rows, batch)).verdicts]


def no(against: str, **more: Any) -> PairJudgement:
    return PairJudgement(against, "ok", conflict=False, reason="x", model="m", prompt="p", ms=3, **more)


def test_a_judgement_of_a_pair_stands_on_both_rows() -> None:
    assert drifts(paired(a=(no("doc-c"),), c=(no("doc-a"),))) == [False, False, False]
    assert drifts(paired(a=(no("doc-c"),))) == [True, False, True]
    other = msgspec.structs.replace(no("doc-a"), ms=4)
    assert drifts(paired(a=(no("doc-c"),), c=(other,))) == [True, False, True]
    assert drifts(paired(a=(no("doc-x"),))) == [True, False, False]
    assert drifts(paired(a=(no("doc-c"), no("doc-c")), c=(no("doc-a"),)))[0]
    assert drifts(paired(a=(no("doc-a"),)))[0]


def test_rows_of_two_scorings_are_not_held_against_each_other() -> None:
    rows = paired(a=(no("doc-c"),))
    apart = [
        msgspec.structs.replace(row, at="later") if isinstance(row, ScoreRow) and row.id == "doc-c" else row
        for row in rows
    ]
    assert drifts(apart) == [False, False, False]

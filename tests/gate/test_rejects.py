"""The reject log: the rejects of the newest gating, in order, with nothing that differs between two runs."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec

from ctxgate.batch import parse_batch
from ctxgate.gate.rejects import is_as_closed, rejects
from ctxgate.gate.told import told
from ctxgate.policy import load
from ctxgate.rows import ACTIONS, AnyRow, GateRow
from ctxgate.steps import capture, gate, recall_batch, run_batch, score

ROOT = Path(__file__).parents[2]
FIXTURE = parse_batch(json.loads((ROOT / "fixtures/refunds.json").read_text()))


def rows_of(name: str = "workshop", run: str = "r") -> list[AnyRow]:
    return run_batch(FIXTURE, load(name), run=run, seq=1, clock=lambda: run)


def test_it_has_the_documented_fields_in_their_order() -> None:
    lines = [msgspec.json.encode(line) for line in rejects(told(1, rows_of()))]
    fields = ["seq", "query", "id", "source", "sha256_16", "action", "score", "reasons", "conflicts"]
    assert [list(json.loads(line)) for line in lines] == [fields, fields]


def test_two_runs_of_the_same_bytes_have_the_same_rejects() -> None:
    assert rejects(told(1, rows_of(run="one"))) == rejects(told(1, rows_of(run="two")))


def test_the_newest_gating_counts() -> None:
    rows = rows_of()
    rows += score(recall_batch(rows), load("standard"), at="u")
    assert [line.action for line in rejects(told(1, rows))] == ["drop", "drop"]
    rows += gate(recall_batch(rows), load("standard").policy, at="v")
    assert [line.action for line in rejects(told(1, rows))] == ["drop", "isolate"]


def test_rejects_come_in_the_order_of_the_chunks_whatever_the_order_of_the_rows() -> None:
    rows = rows_of()
    gates = [row for row in rows if isinstance(row, GateRow)]
    mixed = [
        *(row for row in rows if row not in gates[:3] and row is not rows[-1]),
        *reversed(gates),
        rows[-1],
    ]
    assert rejects(told(1, mixed)) == rejects(told(1, rows))


def test_a_batch_that_is_not_decided_says_how_far_it_is() -> None:
    captured = list(capture(FIXTURE, run="r", seq=1, at="t"))
    scored = score(recall_batch(captured), load("workshop"), at="t")
    assert told(1, captured).undecided() == "captured, but not gated"
    assert told(1, [*captured, *scored[:1]]).undecided() == "1 of 3 chunks scored, not gated"
    assert told(1, [*captured, *scored]).undecided() == "scored, but not gated"
    assert told(1, []).undecided() == "none of its captures can be read"
    assert told(1, rows_of()).undecided() is None
    assert told(1, rows_of()[1:]).undecided() == "1 of 3 capture rows missing"


def test_an_action_is_as_closed_as_itself_and_as_every_more_open_one() -> None:
    for i, action in enumerate(ACTIONS):
        assert [is_as_closed(action, limit) for limit in ACTIONS] == [i <= j for j in range(len(ACTIONS))]

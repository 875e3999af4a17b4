"""States of the exercises, and the exact next command."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ctxgate.batch import parse_batch
from ctxgate.policy import load as load_policy
from ctxgate.rows import AnyRow, ExerciseRow, TimerRow
from ctxgate.steps import capture, recall_batch, run_batch, score
from ctxgate.workshop.criteria import CRITERIA, ask
from ctxgate.workshop.manifest import load
from ctxgate.workshop.progress import begun, current, first_command, next_command, states

MANIFEST = load()
BATCH = parse_batch(json.loads((Path(__file__).parents[2] / "fixtures/refunds.json").read_text()))


def checked(n: int, at: str, *missed: str) -> list[AnyRow]:
    return [
        ExerciseRow(v=1, run="r", at=at, n=n, criterion=code, passed=code not in missed, found="f")
        for code in MANIFEST.get(n).criteria
    ]


def test_open_done_regressed_and_done_again() -> None:
    rows = checked(1, "1", "captured_first")
    assert states(rows, MANIFEST) == {1: "open", 2: "open", 3: "open"}
    rows += checked(1, "2")
    assert states(rows, MANIFEST)[1] == "done"
    assert current(states(rows, MANIFEST)) == 2
    rows += checked(1, "3", "fingerprint_agrees")
    assert states(rows, MANIFEST)[1] == "regressed"
    rows += checked(2, "4") + checked(3, "5")
    assert current(states(rows, MANIFEST)) == 1
    rows += checked(1, "6")
    assert current(states(rows, MANIFEST)) is None


def test_two_halves_make_no_whole() -> None:
    rows = checked(1, "1", "captured_first") + checked(1, "2", "fingerprint_agrees")
    assert states(rows, MANIFEST)[1] == "open"
    assert states(checked(1, "1")[:3], MANIFEST)[1] == "open"
    foreign = ExerciseRow(v=1, run="r", at="t", n=99, criterion="x", passed=True, found="f")
    assert states([foreign], MANIFEST) == {1: "open", 2: "open", 3: "open"}


def test_a_box_is_begun_until_it_ends() -> None:
    def timer(phase: str, box: str = "exercise 1") -> TimerRow:
        return TimerRow(v=1, run="r", at="t", box=box, phase=phase)  # type: ignore[arg-type]

    assert not begun([], "exercise 1")
    assert begun([timer("begin"), timer("end", "exercise 2")], "exercise 1")
    assert not begun([timer("begin"), timer("end")], "exercise 1")


CAPTURED: list[AnyRow] = list(capture(BATCH, run="two", seq=1, at="t"))
FIRST: list[AnyRow] = list(capture(BATCH, run="one", seq=1, at="t"))
WORKSHOP = load_policy("workshop")
SCORED: list[AnyRow] = [*CAPTURED, *score(recall_batch(CAPTURED), WORKSHOP, at="t")]
GATED = run_batch(BATCH, WORKSHOP, run="two", seq=1, clock=lambda: "t")
OTHER: list[AnyRow] = list(
    capture(
        parse_batch({"query": "q", "retrieved": [{"id": "x", "source": "s", "text": "t"}]}),
        run="x",
        seq=1,
        at="t",
    )
)
PIPE = "ctxgate gate | py exercises/3-gate/gate.py > prompt.txt && ctxgate replay doc-b --prompt prompt.txt"


@pytest.mark.parametrize(
    ("n", "rows", "command"),
    [
        (1, [], "ctxgate capture fixtures/refunds.json"),
        (1, FIRST, "ctxgate capture fixtures/refunds.json"),
        (1, [*FIRST, *CAPTURED], "ctxgate exercise check 1"),
        (2, [], "ctxgate capture fixtures/refunds.json"),
        (2, OTHER, "ctxgate capture fixtures/refunds.json"),
        (2, CAPTURED, "ctxgate score"),
        (2, SCORED[:4], "ctxgate score --policy workshop"),
        (2, SCORED, "ctxgate exercise check 2"),
        (3, [*GATED, *OTHER], "ctxgate capture fixtures/refunds.json"),
        (3, [*GATED[:3], *OTHER], "ctxgate capture fixtures/refunds.json"),
        (3, CAPTURED, "ctxgate score"),
        (3, SCORED, "ctxgate gate"),
        (3, GATED, PIPE),
    ],
)
def test_the_next_command_is_the_step_that_is_missing(n: int, rows: list[AnyRow], command: str) -> None:
    assert first_command(n, MANIFEST, rows, "py") == command


def test_after_a_done_exercise_comes_the_next_and_then_the_debrief() -> None:
    outcomes = [ask(code, [*FIRST, *CAPTURED]) for code in MANIFEST.get(1).criteria if code in CRITERIA]
    file = MANIFEST.get(1).path
    found = states(checked(1, "1"), MANIFEST)
    assert next_command(1, outcomes, [], file, found, "py") == "ctxgate exercise start 2"
    found = states(checked(1, "1") + checked(2, "2"), MANIFEST)
    assert next_command(1, outcomes, [], file, found, "py") == "ctxgate exercise start 3"
    found = states(checked(2, "1") + checked(3, "2"), MANIFEST)
    assert next_command(3, outcomes, [], file, found, "py") == "ctxgate exercise start 1"
    found = states(checked(1, "1") + checked(2, "2") + checked(3, "3"), MANIFEST)
    assert next_command(3, outcomes, [], file, found, "py") == "ctxgate debrief"

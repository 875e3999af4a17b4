"""The report on a class, from logs that are not trusted."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from ctxgate.batch import Batch, Chunk, parse_batch
from ctxgate.policy import load as load_policy
from ctxgate.rows import AnyRow, DebriefRow, ExerciseRow, TimerRow
from ctxgate.steps import capture, run_batch
from ctxgate.workshop.manifest import load
from ctxgate.workshop.report import MAX_KEPT, Student, as_csv, names, report, student

MANIFEST = load()
CODES = [code for exercise in MANIFEST.exercise for code in exercise.criteria]
BATCH = parse_batch(json.loads((Path(__file__).parents[2] / "fixtures/refunds.json").read_text()))


def claim(code: str, passed: bool = True, n: int = 1, minute: int = 0) -> ExerciseRow:
    at = f"2026-01-31T10:{minute:02d}:00.000Z"
    return ExerciseRow(v=1, run="r", at=at, n=n, criterion=code, passed=passed, found="f")


def of(*rows: AnyRow) -> Student:
    return student("s", rows, MANIFEST)


def test_what_the_log_shows_is_asked_again_and_the_rest_is_believed() -> None:
    claims = [claim(code) for code in CODES]
    found = of(*capture(BATCH, run="r", seq=1, at="t"), *claims)
    assert found.met["captured_twice"] is False  # whatever the row says
    assert found.met["fingerprint_agrees"] is True
    found = of(*run_batch(BATCH, load_policy("workshop"), run="r", seq=1, clock=lambda: "t"))
    assert found.met["planted_dropped"] is True
    assert found.met["fingerprint_agrees"] is None
    assert list(found.met) == CODES


def test_a_log_with_nothing_in_it_tells_nothing() -> None:
    found = of()
    assert set(found.met.values()) == {None}
    assert set(found.minutes.values()) == {None}


def test_the_newest_claim_counts_and_unknown_ones_do_not() -> None:
    found = of(claim("script_enforces"), claim("script_enforces", False), claim("\x1b[31m", n=9))
    assert found.met["script_enforces"] is False
    assert list(found.met) == CODES


def test_minutes_come_from_boxes_or_checks_also_after_the_debrief() -> None:
    rows: list[AnyRow] = [claim("captured_twice", minute=10), claim("captured_twice", minute=22)]
    rows.append(TimerRow(v=1, run="r", at="2026-01-31T10:30:00.000Z", box="exercise 2", phase="begin"))
    rows.append(TimerRow(v=1, run="r", at="2026-01-31T10:45:00.000Z", box="exercise 2", phase="end"))
    rows.append(DebriefRow(v=1, run="r", at="t", cohort="spring", answers={}, minutes={}))
    assert of(*rows).minutes == {"1": 12.0, "2": 15.0, "3": None}


def test_the_commonest_miss_is_what_the_fewest_met() -> None:
    good = Student("a", dict.fromkeys(CODES, True), {})
    bad = Student("b", {**dict.fromkeys(CODES, True), "script_enforces": False}, {})
    none = Student("c", {**dict.fromkeys(CODES, True), "script_enforces": None, "script_logs": None}, {})
    found = report([good, bad, none], MANIFEST)
    assert found.commonest_misses == ["script_enforces"]
    assert found.met_by["script_enforces"] == 1
    assert report([good], MANIFEST).commonest_misses == []


def test_a_huge_log_is_read_with_bounded_memory() -> None:
    rows = (claim("script_logs", passed=i < MAX_KEPT) for i in range(MAX_KEPT + 10))
    assert student("s", rows, MANIFEST).met["script_logs"] is True
    other = Batch("q", (Chunk("x", "s", "t"),))
    noise = capture(other, run="r", seq=1, at="t")
    rows2 = (row for i in range(MAX_KEPT * 2) for row in noise)
    assert student("s", rows2, MANIFEST).met["captured_twice"] is None


def test_students_are_named_by_what_differs_in_their_paths() -> None:
    assert names(["x/ann/logs/context-gate.jsonl", "x/bob b/logs/context-gate.jsonl"]) == ["ann", "bob b"]
    assert names(["ann.jsonl", "bob.jsonl"]) == ["ann", "bob"]
    assert names(["/a/ann", "/a/ann/b"]) == ["/a/ann", "b"]
    assert names(["one/log.jsonl"]) == ["one/log.jsonl"]
    assert names(["x.jsonl", "x.jsonl"]) == ["x.jsonl", "x.jsonl"]


@given(st.lists(st.text(min_size=1), min_size=1, max_size=5))
def test_every_log_gets_a_name(paths: list[str]) -> None:
    assert len(names(paths)) == len(paths)
    if len(set(paths)) == len(paths) and all("." not in path for path in paths):
        assert all(names(paths))


@given(st.text(min_size=1))
def test_a_name_is_inert_in_csv(name: str) -> None:
    found = report([Student(name, dict.fromkeys(CODES, True), {"1": 12.25, "2": None, "3": None})], MANIFEST)
    lines = list(csv.reader(io.StringIO(as_csv(found))))
    assert len(lines) == 2
    assert len(lines[0]) == len(lines[1]) == len(CODES) + 5
    assert lines[1][0][:1] not in ("=", "+", "-", "@", "\t", "\r")
    assert lines[1][1:3] == ["yes", "yes"]
    assert lines[1][-4:] == ["12.25", "", "", "0"]

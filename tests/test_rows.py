"""Rows: closed types and one JSON form."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxgate.errors import RowError
from ctxgate.rows import (
    ACTIONS,
    EVENTS,
    AnyRow,
    CaptureRow,
    Checks,
    DebriefRow,
    EmptyRow,
    ExerciseRow,
    Finding,
    GateRow,
    Judgement,
    PromptRow,
    ReplayRow,
    ScoreRow,
    TimerRow,
    decode,
    decode_header,
    encode,
    missing_positions,
)

text = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
unit = st.floats(0, 1).map(lambda x: round(x, 3))
base: dict[str, Any] = {
    "v": st.just(1),
    "run": st.from_regex(r"[A-Za-z0-9.-]{1,40}", fullmatch=True),
    "at": text,
}
batch: dict[str, Any] = {**base, "seq": st.integers(1, 9), "batch": text}
chunk: dict[str, Any] = {
    **batch,
    "pos": st.integers(1, 3),
    "n": st.integers(3, 5),
    "id": text,
    "sha256_16": text,
}
ids = st.lists(text, max_size=3).map(tuple)
rows: st.SearchStrategy[AnyRow] = st.one_of(
    st.builds(CaptureRow, **chunk, query=text, source=text, chars=st.integers(0, 9), text=text, date=text,
              meta=st.dictionaries(text, st.one_of(st.integers(), text, st.lists(st.booleans())))),
    st.builds(EmptyRow, **batch, query=text),
    st.builds(
        ScoreRow, **chunk, source=text, score=unit, action=st.sampled_from(ACTIONS), reasons=ids,
        findings=st.lists(st.builds(Finding, text, unit, st.none() | st.just((0, 4)), text)).map(tuple),
        checks=st.builds(Checks, unit, unit, unit, unit),
        judge=st.builds(Judgement, status=st.just("ok"), score=unit, disagrees=st.booleans()),
        policy=text, tool=text,
    ),
    st.builds(GateRow, **chunk, source=text, score=unit, action=st.sampled_from(ACTIONS), reasons=ids, conflicts=ids),
    st.builds(PromptRow, **batch, query=text, prompt=text, sha256=text, evidence=ids, conflicting=ids, isolated=ids,
              dropped=ids, question=st.none() | text),
    st.builds(ReplayRow, **chunk, in_prompt=st.booleans(), same_decision=st.booleans(), detail=text),
    st.builds(ExerciseRow, **base, n=st.integers(1, 3), criterion=text, passed=st.booleans(), found=text),
    st.builds(TimerRow, **base, box=text, phase=st.sampled_from(["begin", "end"])),
    st.builds(DebriefRow, **base, cohort=text, answers=st.dictionaries(text, text), minutes=st.dictionaries(text, unit)),
)  # fmt: skip

EMPTY = {"event": "empty", "v": 1, "run": "r", "at": "t", "seq": 1, "batch": "b", "query": "q"}


def refusal(line: str | bytes) -> str:
    with pytest.raises(RowError) as caught:
        decode(line)
    return caught.value.what


@given(rows)
def test_a_row_reads_back_as_it_was_written(row: AnyRow) -> None:
    line = encode(row)
    assert line.endswith(b"\n")
    assert line.count(b"\n") == 1
    assert decode(line) == row
    value = json.loads(line)
    assert value["event"] in EVENTS
    header = decode_header(line)
    assert (header.event, header.run, header.seq) == (value["event"], value["run"], value.get("seq", 0))


def test_rows_of_other_tools_with_other_spacing_and_order_are_read() -> None:
    reordered = dict(reversed(EMPTY.items()))
    assert decode(json.dumps(reordered, indent=None, separators=(" , ", " : "))) == decode(json.dumps(EMPTY))


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("not json", "damaged: not a line of JSON"),
        (b"\xff\xfe", "damaged: not a line of JSON"),
        ("[1]", "not a log row: a row is a JSON object"),
        ('{"query": "q", "retrieved": []}', "this is a batch, not a log row"),
        ('{"a": 1}', "not a log row: it has no event"),
        (json.dumps(EMPTY | {"event": "empti"}), "unknown event 'empti' (nearest known: empty)"),
        (json.dumps(EMPTY | {"event": "zzz"}), "unknown event 'zzz'"),
        (json.dumps(EMPTY | {"event": 3}), "unknown event 3"),
        (json.dumps(EMPTY | {"v": 3}), "row version 3 is newer than this ctxgate reads (2)"),
        (json.dumps(EMPTY | {"v": 3, "event": "later", "more": 1}), "row version 3 is newer"),
        (json.dumps(EMPTY | {"v": 0}), "row version 0 is unknown"),
        (json.dumps(EMPTY | {"colour": "red"}), "colour"),
        (json.dumps(EMPTY | {"seq": "one"}), "$.seq"),
        (json.dumps(EMPTY | {"seq": 0}), "seq 0 is not within"),
        (json.dumps(EMPTY | {"seq": 10**23}), "seq"),
        (json.dumps(EMPTY | {"run": ""}), "not the name of a run"),
        (json.dumps(EMPTY | {"run": "../..\x1b[31m"}), "not the name of a run"),
        ("[" * 100_000 + "]" * 100_000, "damaged"),
    ],
)
def test_what_is_not_a_row_is_refused_in_words(line: str | bytes, message: str) -> None:
    assert message in refusal(line)


def test_a_missing_field_is_named() -> None:
    assert "query" in refusal(json.dumps({k: v for k, v in EMPTY.items() if k != "query"}))


def test_a_score_out_of_range_is_refused() -> None:
    gate = EMPTY | {
        "event": "gate", "pos": 1, "n": 1, "id": "a", "source": "s", "sha256_16": "x", "score": 1.5,
        "action": "allow", "reasons": [], "conflicts": [],
    }  # fmt: skip
    del gate["query"]
    assert "1.5" in refusal(json.dumps(gate))
    assert "pos 2" in refusal(json.dumps(gate | {"score": 1, "pos": 2}))
    assert "action" in refusal(json.dumps(gate | {"score": 1, "action": "open"}))


def test_missing_positions_are_found() -> None:
    some = [ReplayRow(v=1, run="r", at="t", seq=1, batch="b", pos=pos, n=4, id="i", sha256_16="s",
                      in_prompt=False, same_decision=True, detail="") for pos in (4, 1)]  # fmt: skip
    assert missing_positions(some) == [2, 3]
    assert missing_positions([]) == []

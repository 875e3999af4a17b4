"""Public data, where it lies beside the checkout: every batch goes through and no chunk is lost."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ctxgate.batch import parse_batch
from ctxgate.gate.prompt import parse_prompt
from ctxgate.policy import load
from ctxgate.rows import CaptureRow, GateRow, PromptRow, ScoreRow, decode, encode
from ctxgate.steps import run_batch

DATA = Path(__file__).parents[2] / "shared/data"
FILES = sorted(
    [
        *DATA.glob("relevance/*.batch.jsonl"),
        *DATA.glob("relevance/timeqa.jsonl"),
        *DATA.glob("conflict/*.jsonl"),
    ]
)

pytestmark = pytest.mark.skipif(not FILES, reason="the public data is not beside this checkout")


@pytest.mark.slow
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_chunk_of_a_real_file_gets_its_rows(path: Path) -> None:
    rules = load("standard")
    for seq, line in enumerate(path.read_text(encoding="utf-8").rstrip("\n").split("\n"), 1):
        value = json.loads(line)
        batch = parse_batch(value)
        rows = run_batch(batch, rules, run="r", seq=seq, clock=lambda: "t")
        for kind in (CaptureRow, ScoreRow, GateRow):
            assert [row.id for row in rows if isinstance(row, kind)] == [c["id"] for c in value["retrieved"]]
        assert [decode(encode(row)) for row in rows] == rows
        [prompt] = [row for row in rows if isinstance(row, PromptRow)]
        parsed = parse_prompt(prompt.prompt)
        assert parsed is not None
        assert parsed.query == value["query"]
        assert len(parsed.pieces) == len(prompt.evidence)


@pytest.mark.slow
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_labels_stay_in_meta_and_out_of_the_scores(path: Path) -> None:
    rules = load("standard")
    for line in path.read_text(encoding="utf-8").rstrip("\n").split("\n")[:30]:
        value = json.loads(line)
        bare = {"query": value["query"], "retrieved": []}
        for chunk in value["retrieved"]:
            bare["retrieved"].append({k: chunk[k] for k in ("id", "source", "text", "date") if k in chunk})
        labelled, plain = (
            [
                row
                for row in run_batch(parse_batch(v), rules, run="r", seq=1, clock=lambda: "t")
                if not isinstance(row, CaptureRow)
            ]
            for v in (value, bare)
        )
        assert labelled == plain

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from fault_server import FaultServer, whole

from ctxgate.evaluate.evidence.__main__ import PARTS, main


def write(path: Path, *batches: Mapping[str, object]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(batch) + "\n" for batch in batches), encoding="utf-8")


def chunk(id_: str, label: str, text: str, **more: str) -> dict[str, str]:
    return {"id": id_, "label": label, "source": f"docs/{id_}.md", "text": text, **more}


@pytest.fixture
def data(tmp_path: Path) -> Path:
    keys = {
        "id": "keys",
        "query": "where is the spare key kept?",
        "retrieved": [
            chunk("a", "relevant", "The spare key is kept in the safe."),
            chunk("b", "irrelevant", "Lunch is at noon."),
        ],
    }
    boats = {
        "id": "boats",
        "query": "when does the night ferry leave?",
        "retrieved": [
            chunk("c", "relevant", "The night ferry leaves at eleven."),
            chunk("d", "irrelevant", "The harbour has two cranes."),
        ],
    }
    for name in ("scifact.batch", "med.batch", "timeqa"):
        write(tmp_path / "relevance" / f"{name}.jsonl", keys, boats)
    return tmp_path


def test_figures_are_printed_with_their_targets(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--data", str(data), "--only", "relevance,foreign"]) in (0, 1)
    out = capsys.readouterr().out
    line = next(line for line in out.split("\n") if "med: AUROC" in line)
    assert line.split()[6:9] == ["1.000", "n=2", ">="]
    assert "falls short:" in out
    assert "docs_stale" not in out


def test_what_cannot_be_read_is_named(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--data", str(data), "--only", "time"]) == 3
    assert "docs_stale.jsonl: cannot be read" in capsys.readouterr().err


def test_an_unknown_part_is_a_usage_error(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as error:
        main(["--data", str(data), "--only", "weather"])
    assert error.value.code == 2
    assert "no part named 'weather'" in capsys.readouterr().err


def test_it_runs_as_a_module() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "ctxgate.evaluate.evidence", "--help"], capture_output=True, check=True
    )
    assert all(part.encode() in done.stdout for part in PARTS)


def test_a_judge_is_asked_about_the_pairs_where_one_is_given(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    texts = (
        "The keeper of the Orrin bridge is patient with the sheep and strict with the carts of the miners.",
        "With the carts of the miners the keeper of the Orrin bridge is lenient, and with the sheep he is short.",
    )
    pair = {
        "id": "keeper",
        "query": "Is the keeper of the Orrin bridge strict with carts?",
        "retrieved": [chunk(str(i), "conflict", text) for i, text in enumerate(texts)],
    }
    write(data / "conflict" / "conflictqa_strategyqa.jsonl", pair)
    write(data / "conflict" / "ramdocs.jsonl", pair)
    reply = whole(json.dumps({"conflict": True, "reason": "as told"}))
    with FaultServer(reply) as server:
        assert main(["--data", str(data), "--only", "conflictqa", "--judge", server.url]) == 0
    out = capsys.readouterr().out
    judged = next(line for line in out.split("\n") if "with the judge  " in line)
    assert "100.0 %" in judged
    assert "1 pairs answered" in judged
    main(["--data", str(data), "--only", "conflictqa"])
    assert "with the judge" not in capsys.readouterr().out

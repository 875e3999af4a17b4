"""Same bytes in, same rows out: the rows of every fixture under every policy, as people diff them.

When a change of rows is meant, `python tests/test_golden.py` writes the file anew; its diff belongs into
the same commit.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from ctxgate.batch import parse_batch
from ctxgate.policy import BUILT_IN, load
from ctxgate.rows import encode
from ctxgate.steps import run_batch

ROOT = Path(__file__).parents[1]
GOLDEN = ROOT / "tests/golden/rows.jsonl"
FIXTURES = ("refunds.json", "conflict.json", "conflict-dated.json", "agree.json", "corpus.jsonl")


def lines() -> Iterator[bytes]:
    """Yield the rows of all fixtures, without what differs between two runs of the same bytes."""
    for name in FIXTURES:
        text = (ROOT / "fixtures" / name).read_text(encoding="utf-8")
        batches = (
            [json.loads(line) for line in text.splitlines()] if name.endswith("l") else [json.loads(text)]
        )
        for policy in BUILT_IN:
            for seq, batch in enumerate(batches, 1):
                for row in run_batch(parse_batch(batch), load(policy), run=name, seq=seq, clock=lambda: "-"):
                    plain = msgspec.structs.replace(row, tool="-") if hasattr(row, "tool") else row
                    yield encode(plain)


def test_the_rows_of_the_fixtures_are_the_golden_ones() -> None:
    assert b"".join(lines()).decode().split("\n") == GOLDEN.read_text(encoding="utf-8").split("\n")


@pytest.mark.parametrize("seed", ["0", "1", "4242"])
def test_rows_do_not_depend_on_the_hash_seed_or_the_locale(seed: str) -> None:
    done = subprocess.run(
        [sys.executable, __file__, "--print"],
        env={**os.environ, "PYTHONHASHSEED": seed, "LC_ALL": "C", "TZ": "Asia/Kathmandu"},
        capture_output=True,
        check=True,
    )
    assert done.stdout == GOLDEN.read_bytes()


if __name__ == "__main__":
    if "--print" in sys.argv:
        sys.stdout.buffer.writelines(lines())
    else:
        GOLDEN.parent.mkdir(exist_ok=True)
        GOLDEN.write_bytes(b"".join(lines()))

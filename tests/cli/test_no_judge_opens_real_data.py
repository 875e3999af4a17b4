"""A judge that says anything at all, over real sockets, about public batches in conflict: it opens nothing."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest
from commandline import Tool, of
from fault_server import FaultServer, Request, Script, answer, silence, whole
from openness import opened, outcome

from ctxgate.rows import decode

FILES = sorted((Path(__file__).parents[3] / "shared/data/conflict").glob("*.jsonl"))

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not FILES, reason="the public data is not beside this checkout"),
]


def whim(request: Request) -> Script:
    """Say something that depends on nothing but the question: any score, any verdict on a pair, a failure now and then."""
    digest = hashlib.sha256(json.dumps(request.data, sort_keys=True).encode()).digest()
    if digest[0] < 20:
        return whole("busy", "503 Service Unavailable")
    if "chunk_a" in request.data:
        return whole(json.dumps({"conflict": digest[1] < 128, "reason": "as drawn"}))
    return whole(answer((0.0, 1.0, digest[2] / 255)[digest[1] % 3], "as drawn"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
@pytest.mark.parametrize(
    "flags", [(), ("--require-judge",), ("--judge-limit", "50")], ids=["all", "required", "limit"]
)
def test_no_chunk_of_a_real_batch_is_more_open_with_a_judge(
    ctxgate: Tool, path: Path, flags: tuple[str, ...]
) -> None:
    (ctxgate.folder / "mine.toml").write_text('[prompt]\nconflicts = "block"\n\n[conflict]\njudge = true\n')
    command = ("run", str(path), "--policy", "mine.toml", "--json", "--no-log")
    alone = ctxgate(*command)
    with FaultServer(silence, choose=whim) as server:
        env = {"SCORE_API_URL": server.url, "SCORE_API_MODEL": "m"}
        judged = ctxgate(*command, "--judge", *flags, env=env)
        assert len(server.requests) > 20
    by_batch = []
    for done in (alone, judged):
        rows = [decode(line) for line in done.out.splitlines()]
        seqs = sorted({row.seq for row in rows})  # type: ignore[union-attr]
        by_batch.append([outcome([row for row in rows if row.seq == seq]) for seq in seqs])  # type: ignore[union-attr]
    assert len(by_batch[0]) == len(by_batch[1]) > 20
    for without, with_ in zip(*by_batch, strict=True):
        assert opened(without, with_) == []
    assert of("score", judged.rows)

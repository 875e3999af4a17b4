"""Logs made by the real commands, and a whole replay of them in this process."""

from __future__ import annotations

import contextlib
import io
import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from commandline import ROOT, Row, Tool
from fault_server import FaultServer, Request, Script, answer, silence, whole

from ctxgate.cli import replay
from ctxgate.errors import CtxgateError

KEEPER = {
    "query": "Is the keeper of the Orrin bridge strict with carts?",
    "retrieved": [
        {
            "id": "a",
            "source": "guides/keeper.md",
            "text": "The keeper of the Orrin bridge is patient with the sheep and strict with the carts of the miners.",
        },
        {
            "id": "b",
            "source": "blog/keeper.md",
            "text": "With the carts of the miners the keeper of the Orrin bridge is lenient, and with the sheep he is short.",
        },
    ],
}
ONE = {
    "query": "How long does a refund of SKU-441 take?",
    "retrieved": [{"id": "one", "source": "helpcenter/refunds.md", "text": "SKU-441 refunds take 14 days."}],
}


def fixture(name: str) -> Row:
    value: Row = json.loads((ROOT / "fixtures" / name).read_text(encoding="utf-8"))
    return value


def batches() -> list[Row]:
    """Batches of every kind: with dates, titles and keys that nobody knows, a conflict, two texts for the judge, none, one."""
    first = fixture("refunds.json")
    first["retrieved"][0] |= {"date": "2024-03-01", "team": "billing", "rank": 1}
    first["retrieved"][0] |= {"title": "Refunds > Annual plans", "keywords": ["refund window", "downgrade"]}
    first["asked_by"] = "a test"
    return [
        first,
        fixture("conflict.json"),
        KEEPER,
        {"query": "Nothing?", "retrieved": [], "lang": "en"},
        ONE,
    ]


def judge() -> FaultServer:
    """A judge that finds every chunk good, and no two of them in conflict."""

    def choose(request: Request) -> Script:
        if "chunk_a" in request.data:
            return whole(json.dumps({"conflict": False, "reason": "other carts"}))
        return whole(answer(1.0, "good"))

    return FaultServer(silence, choose=choose)


def judged_class(folder: Path) -> Tool:
    """Hold a class in a folder: a judged run, replayed twice, with exercises, boxes and a debrief."""
    tool = Tool(folder)
    assert tool("init", ".").code == 0
    tool.write("pairs.toml", 'extends = "standard"\n[conflict]\njudge = true\n')
    tool.write("batches.jsonl", batches())
    with judge() as server:
        env = {"SCORE_API_URL": server.url, "SCORE_API_MODEL": "m"}
        done = tool("run", "batches.jsonl", "--judge", "--policy", "pairs.toml", "--json", env=env)
        assert done.code == 0, done.err
    assert any("pairs" in row for row in tool.logged)
    _replayed(tool)
    for step in (
        # Nothing in the debrief's minutes hangs on how fast this machine is.
        ("exercise", "start", "1"),
        ("exercise", "start", "2"),
        ("exercise", "check", "3"),
        ("timer", "start", "--box", "5", "--minute", "0.2"),
        ("debrief", "--cohort", "spring", "--answer", "1=hygiene", "--answer", "3=isolate"),
    ):
        assert tool(*step).code in (0, 1), step
    return tool


def plain_run(folder: Path) -> Tool:
    """Run the same batches without a judge, and replay them."""
    tool = Tool(folder)
    tool.write("batches.jsonl", batches())
    assert tool("run", "batches.jsonl", "--policy", "workshop").code == 0
    _replayed(tool)
    return tool


def _replayed(tool: Tool) -> None:
    assert tool("replay", "--all").code == 0
    prompt = next(row["prompt"] for row in tool.logged if row["event"] == "prompt")
    tool.write("other.txt", prompt + "Thank you.\n")
    # The second batch has the same query, and its `doc-a` is kept out of its own prompt.
    assert tool("replay", "doc-a", "doc-b", "--prompt", "other.txt").code == 1


class Answer(NamedTuple):
    """What a replay of a whole run said: its exit code, and its words."""

    code: int
    words: str


def replay_all(tool: Tool) -> Answer:
    """Do what `ctxgate replay --all --no-log` does, in this process and in the tool's folder."""
    out, err = io.TextIOWrapper(io.BytesIO(), encoding="utf-8"), io.StringIO()
    before = Path.cwd()
    os.chdir(tool.folder)
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            try:
                code = replay.command(everything=True, log=tool.log, no_log=True, json=True)
            except CtxgateError as e:
                return Answer(e.exit_code, str(e))
        out.flush()
        told = [row["detail"] for row in map(json.loads, out.buffer.getvalue().splitlines())]
        return Answer(code, "\n".join((err.getvalue(), *told)))
    finally:
        os.chdir(before)


@contextlib.contextmanager
def edited(tool: Tool, changed: list[bytes]) -> Iterator[Tool]:
    """Put other lines into the log, and the old ones back afterwards."""
    kept = tool.log.with_suffix(".kept")
    shutil.copy(tool.log, kept)
    try:
        tool.log.write_bytes(b"".join(changed))
        yield tool
    finally:
        kept.replace(tool.log)

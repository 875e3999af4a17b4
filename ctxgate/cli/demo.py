"""`ctxgate demo`: the whole job on the teaching fixture, in a temporary folder. It is the class, shortened."""

from __future__ import annotations

import tempfile
from pathlib import Path

import typer

from ctxgate.cli import capture, gate, replay, score
from ctxgate.cli.options import NoColor
from ctxgate.log import Log
from ctxgate.policy import load
from ctxgate.render.workshop import heading, print_bands, print_outcomes, print_prompt
from ctxgate.rows import GateRow, PromptRow
from ctxgate.workshop.criteria import PLANTED, check
from ctxgate.workshop.layout import lay_out

POLICY = "workshop"

app = typer.Typer(rich_markup_mode=None)


@app.command("demo")
def command(no_color: NoColor = False) -> int:
    """Capture, score, gate and replay the teaching fixture in a temporary folder and check the exit criteria."""
    with tempfile.TemporaryDirectory(prefix="ctxgate-demo-") as name:
        folder = Path(name)
        lay_out(folder)
        fixture, log = str(folder / "fixtures/refunds.json"), folder / "logs/context-gate.jsonl"
        for _ in range(2):
            heading("ctxgate capture fixtures/refunds.json")
            capture.command([fixture], log=log, table=True)
        heading(f"ctxgate score --policy {POLICY}")
        score.command(policy=POLICY, judge=False, log=log, table=True)
        heading("ctxgate gate")
        gate.command(log=log, table=True)
        heading(f"ctxgate replay {PLANTED}")
        replay.command([PLANTED], log=log, table=True)
        rows = [numbered.row for numbered in Log(log).rows()]
    print_bands(load(POLICY).policy.bands, [row for row in rows if isinstance(row, GateRow)])
    print_prompt(next(row.prompt for row in rows if isinstance(row, PromptRow)))
    outcomes = check(rows)
    print_outcomes(outcomes)
    return 0 if all(outcome.passed for outcome in outcomes) else 1

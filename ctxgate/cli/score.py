"""`ctxgate score`: captured batches in, a score row for each chunk out."""

from __future__ import annotations

from pathlib import Path

import typer

from ctxgate.cli.loading import load_policy
from ctxgate.cli.options import (
    DEFAULT_LOG,
    Json,
    LogPath,
    NoColor,
    NoLog,
    PolicyName,
    RunName,
    Stdin,
    Table,
    reads_stdin,
)
from ctxgate.cli.rowinput import from_log, from_stream
from ctxgate.cli.writing import Refusals, choose_sink, warn
from ctxgate.log import Log
from ctxgate.rows import encode_all
from ctxgate.steps import now, score

app = typer.Typer(rich_markup_mode=None)


@app.command("score")
def command(
    dash: Stdin = None,
    run: RunName = None,
    policy: PolicyName = "standard",
    log: LogPath = DEFAULT_LOG,
    no_log: NoLog = False,
    json: Json = False,
    table: Table = False,
    no_color: NoColor = False,
) -> int:
    """Score every captured chunk with the rubric of a policy: four checks, no model, reasons for each point."""
    streaming = reads_stdin(dash, run, "score")
    sink = choose_sink("score", json=json, table=table)
    rules = load_policy(policy)
    store = Log(Path(log))
    work = from_stream() if streaming else from_log(store, store.resolve(run or "last"))
    refusals, done = Refusals(), 0
    for item in work:
        added = b""
        if item.error is not None:
            refusals.add(item.error)
        elif item.captured is not None:
            added = encode_all(score(item.captured, rules, at=now()))
            if added and not no_log:
                store.append(added)
            done += 1
        sink.write(item.given, added)
    sink.close()
    warn(store.warnings)
    return refusals.exit_code(done)

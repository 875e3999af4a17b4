"""`ctxgate runs`: what the log holds."""

from __future__ import annotations

import sys

import msgspec
import typer

from ctxgate.cli.logfile import open_log
from ctxgate.cli.options import DEFAULT_LOG, Json, LogPath, NoColor, Table
from ctxgate.cli.writing import wants_table, warn
from ctxgate.errors import LogError
from ctxgate.gate.runs import summarise

app = typer.Typer(rich_markup_mode=None)


@app.command("runs")
def command(
    log: LogPath = DEFAULT_LOG, json: Json = False, table: Table = False, no_color: NoColor = False
) -> int:
    """List the runs of the log: when, how many chunks, what became of them, which steps are done."""
    store = open_log(log)
    for_people = wants_table(json=json, table=table)
    runs = summarise(numbered.row for numbered in store.rows())
    if for_people:
        from ctxgate.render.runs import print_runs

        print_runs(runs)
    else:
        sys.stdout.buffer.writelines(msgspec.json.encode(run) + b"\n" for run in runs)
        sys.stdout.buffer.flush()
    warn(store.warnings)
    # All that can be read is listed; lines that cannot be read are a damaged log all the same.
    return LogError.exit_code if store.warnings else 0

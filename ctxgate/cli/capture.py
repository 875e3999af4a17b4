"""`ctxgate capture`: batches in, capture rows out."""

from __future__ import annotations

import typer

from ctxgate.cli.logfile import open_log
from ctxgate.cli.options import DEFAULT_LOG, Files, Json, LogPath, NoColor, NoLog, Strict, Table
from ctxgate.cli.reading import open_inputs, read_batches, read_strictly
from ctxgate.cli.writing import Refusals, choose_sink
from ctxgate.rows import encode_all
from ctxgate.steps import capture, new_run, now

app = typer.Typer(rich_markup_mode=None)


@app.command("capture")
def command(
    files: Files = None,
    log: LogPath = DEFAULT_LOG,
    no_log: NoLog = False,
    strict: Strict = False,
    json: Json = False,
    table: Table = False,
    no_color: NoColor = False,
) -> int:
    """Capture retrieval batches: one row a chunk, with its fingerprint, before anything else happens."""
    names = open_inputs(files, "capture")
    sink = choose_sink("capture", json=json, table=table)
    refusals = Refusals()
    target = None if no_log else open_log(log)
    given_batches = read_strictly(names) if strict else read_batches(names)
    run, seq = new_run(), 0
    for given in given_batches:
        if given.batch is None:
            refusals.add(given.error)
            continue
        seq += 1
        rows = encode_all(capture(given.batch, run=run, seq=seq, at=now()))
        if target:
            target.append(rows)
        sink.write((), rows)
    sink.close()
    if target:
        target.close()
    return refusals.exit_code(seq)

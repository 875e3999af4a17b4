"""`ctxgate run`: capture, score and gate in one process, for whole corpora."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from ctxgate.batch import Batch
from ctxgate.cli.loading import load_policy
from ctxgate.cli.options import (
    DEFAULT_LOG,
    Files,
    Json,
    LogPath,
    NoColor,
    NoLog,
    PolicyName,
    Strict,
    Table,
)
from ctxgate.cli.reading import open_inputs, read_batches, read_strictly
from ctxgate.cli.writing import Refusals, choose_sink, progress
from ctxgate.log import Log
from ctxgate.policy import NamedPolicy
from ctxgate.rows import encode_all
from ctxgate.steps import new_run, run_batch

app = typer.Typer(rich_markup_mode=None)

Job = tuple[int, Batch]


@app.command("run")
def command(
    files: Files = None,
    policy: PolicyName = "standard",
    jobs: Annotated[
        int,
        typer.Option("--jobs", "-j", envvar="CTXGATE_JOBS", min=1, metavar="N", help="Work in N processes."),
    ] = 1,
    log: LogPath = DEFAULT_LOG,
    no_log: NoLog = False,
    strict: Strict = False,
    json: Json = False,
    table: Table = False,
    no_color: NoColor = False,
) -> int:
    """Capture, score and gate batches in one go; same rows as the three steps, batch after batch."""
    names = open_inputs(files, "run")
    sink = choose_sink("gate", json=json, table=table)
    rules, run = load_policy(policy), new_run()
    store = None if no_log else Log(Path(log))
    refusals, done = Refusals(), 0
    with progress("batches") as tick:
        for rows in _rows(_numbered(names, strict, refusals), rules, run, jobs):
            if store:
                store.append(rows, sync=True)
            sink.write((), rows)
            done += 1
            tick(done)
    sink.close()
    return refusals.exit_code(done)


def _numbered(names: list[str], strict: bool, refusals: Refusals) -> Iterator[Job]:
    seq = 0
    for given in read_strictly(names) if strict else read_batches(names):
        if given.batch is None:
            refusals.add(given.error)
        else:
            seq += 1
            yield seq, given.batch


def _rows(batches: Iterator[Job], rules: NamedPolicy, run: str, jobs: int) -> Iterator[bytes]:
    """Yield the encoded rows of each batch, in the order of the batches."""
    if jobs == 1:
        for seq, batch in batches:
            yield encode_all(run_batch(batch, rules, run=run, seq=seq))
        return
    from ctxgate.cli.parallel import run_parallel

    yield from run_parallel(batches, rules, run, jobs)

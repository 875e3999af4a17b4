"""`ctxgate gate`: scored batches in, final decisions and one prompt a batch out."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Annotated

import typer

from ctxgate.cli.logfile import open_log
from ctxgate.cli.options import (
    DEFAULT_LOG,
    Json,
    LogPath,
    NoColor,
    NoLog,
    RunName,
    Stdin,
    Table,
    reads_stdin,
)
from ctxgate.cli.rowinput import Work, from_log, from_stream
from ctxgate.cli.writing import Refusals, batches, choose_sink, warn
from ctxgate.errors import CtxgateError, InputError, UsageError
from ctxgate.policy import Policy
from ctxgate.rows import encode_all
from ctxgate.steps import gate, now, policy_of

app = typer.Typer(rich_markup_mode=None)


@app.command("gate")
def command(
    dash: Stdin = None,
    run: RunName = None,
    prompt: Annotated[
        bool, typer.Option("--prompt", help="Print the prompt of the one batch, and nothing else.")
    ] = False,
    log: LogPath = DEFAULT_LOG,
    no_log: NoLog = False,
    json: Json = False,
    table: Table = False,
    no_color: NoColor = False,
) -> int:
    """Decide on every scored chunk and build each batch's prompt from those that pass. The log comes first."""
    streaming = reads_stdin(dash, run, "gate")
    if prompt and no_log:
        raise UsageError("--prompt needs the log: no prompt leaves without a record of how it came about")
    sink = choose_sink("gate", json=json, table=table, prompt=prompt)
    store = open_log(log)
    if prompt:
        store.require_record()
    work = from_stream() if streaming else from_log(store, store.resolve("last" if run is None else run))
    if prompt:
        work = _only_one(work)
    refusals, done, unscored = Refusals(), 0, 0
    for item in work:
        added, error = b"", item.error
        if item.captured is not None:
            try:
                rules = policy_of(item.captured)
            except CtxgateError as e:
                error = e
            else:
                unscored += rules is None and bool(item.captured.captures)
                policy = rules.policy if rules is not None else Policy()
                added = encode_all(gate(item.captured, policy, at=now()))
                if not no_log:
                    # On disk before the first byte of a prompt is printed.
                    store.append(added, sync=True)
                done += 1
        if error is not None:
            refusals.add(error)
        sink.write(item.given, added)
    sink.close()
    store.close()
    if unscored:
        warn([f"{batches(unscored)} without scores, all chunks dropped: `ctxgate score` comes first"])
    warn(store.warnings)
    return refusals.exit_code(done)


def _only_one(work: Iterator[Work]) -> Iterator[Work]:
    found = list(itertools.islice((item for item in work if item.captured or item.error), 2))
    if not found:
        raise InputError("there is no batch, so there is no prompt", todo="`ctxgate capture` comes first.")
    refused = [item for item in found if item.error]
    if len(found) > 1 and not refused:
        raise UsageError(
            "--prompt prints the prompt of one batch, and there are more",
            todo="Without it every prompt stands in its row: `ctxgate gate --json`.",
        )
    # What was refused may have been the batch that is meant.
    return iter(refused or found)

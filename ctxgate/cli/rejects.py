"""`ctxgate rejects`: what a run kept out of its prompts, one JSON line a chunk."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import msgspec
import typer

from ctxgate.cli.incomplete import Incomplete
from ctxgate.cli.logfile import open_log
from ctxgate.cli.options import DEFAULT_LOG, Json, LogPath, NoColor, Table
from ctxgate.cli.writing import JsonSink, warn
from ctxgate.errors import UsageError
from ctxgate.gate.rejects import is_as_closed, rejects
from ctxgate.gate.told import told

app = typer.Typer(rich_markup_mode=None)


class FailOn(StrEnum):
    """The least closed action that ends the command with exit code 1."""

    drop = "drop"
    isolate = "isolate"


@app.command("rejects")
def command(
    run: Annotated[
        str,
        typer.Argument(
            metavar="[RUN]",
            envvar="CTXGATE_RUN",
            help="The run: last, last~1, a number, or the start of its id.",
            show_default=True,
            show_envvar=False,
        ),
    ] = "last",
    fail_on: Annotated[
        FailOn | None,
        typer.Option(
            "--fail-on",
            help="Exit with 1 when there are rejects of this action or a more closed one.",
            show_default=False,
        ),
    ] = None,
    log: LogPath = DEFAULT_LOG,
    json: Json = False,
    table: Table = False,
    no_color: NoColor = False,
) -> int:
    """Print the reject log of a run: one JSON line a reject, by batch and place, the same for the same bytes.

    It is JSON on a terminal, too, so that what one sees is what `diff` and `jq` get; --table is for reading.
    """
    if json and table:
        raise UsageError("--json and --table exclude each other")
    store = open_log(log)
    whole = store.resolve(run)
    reader = store.run(whole)
    store.warnings += reader.damage
    incomplete, found, sink = Incomplete(f"run {whole}"), 0, JsonSink()
    shown = None
    if table:
        from ctxgate.render.rejects import RejectTable

        shown = RejectTable(whole)
    for batch in reader.batches():
        store.warnings += batch.damage
        seen = told(batch.seq, batch.rows)
        incomplete.see(seen.seq, seen.undecided())
        lines = rejects(seen)
        found += sum(fail_on is not None and is_as_closed(line.action, fail_on.value) for line in lines)
        if shown is not None:
            shown.add(lines)
        elif lines:
            sink.write((), b"".join(msgspec.json.encode(line) + b"\n" for line in lines))
    if shown is not None:
        shown.print()
    warn(store.warnings)
    incomplete.say()
    return 1 if found else incomplete.exit_code()

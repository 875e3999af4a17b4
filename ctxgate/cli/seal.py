"""`ctxgate seal`: one row with a hash over all lines of a run, after which replay sees any change of them."""

from __future__ import annotations

from typing import Annotated

import typer

from ctxgate.cli.logfile import open_log
from ctxgate.cli.options import DEFAULT_LOG, Json, LogPath, NoColor, Table
from ctxgate.cli.writing import JsonSink, wants_table, warn
from ctxgate.log.seal import SEAL_VERSION, digest
from ctxgate.rows import NoticeRow, encode
from ctxgate.steps import new_run, now

app = typer.Typer(rich_markup_mode=None)


@app.command("seal")
def command(
    run: Annotated[
        str,
        typer.Argument(
            metavar="[RUN]",
            envvar="CTXGATE_RUN",
            help="The run: last, last~1, a number, or the start of its id.",
        ),
    ] = "last",
    log: LogPath = DEFAULT_LOG,
    json: Json = False,
    table: Table = False,
    no_color: NoColor = False,
) -> int:
    """Seal a run: a row with the SHA-256 over its lines, in order. From then on replay notices any changed byte.

    Keep the hash elsewhere as well: who can write the log can write a new seal.
    """
    for_people = wants_table(json=json, table=table)
    store = open_log(log)
    whole = store.resolve(run)
    found = digest(store.path, whole)
    row = NoticeRow(
        v=SEAL_VERSION,
        run=new_run(),
        at=now(),
        kind="seal",
        of_run=whole,
        lines=found.lines,
        sha256=found.sha256,
    )
    line = encode(row)
    store.append(line, sync=True)
    if for_people:
        count = f"{row.lines:,} line" + ("" if row.lines == 1 else "s")
        print(f"sealed run {whole}: {count}, sha256 {row.sha256}")
    else:
        JsonSink().write((), line)
    warn(store.warnings)
    return 0

"""`ctxgate diff`: what was rejected in one run and is allowed in another, and why."""

from __future__ import annotations

import contextlib
import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from ctxgate.cli.incomplete import Incomplete
from ctxgate.cli.logfile import open_log
from ctxgate.cli.messages import say
from ctxgate.cli.options import DEFAULT_LOG, Json, LogPath, NoColor, Table
from ctxgate.cli.writing import JsonSink, wants_table, warn
from ctxgate.errors import AnswerIsNo, CtxgateError, InputError, UsageError
from ctxgate.gate.diff import Change, Side, Stand, Stands, differences
from ctxgate.gate.told import told
from ctxgate.log import Log, RunReader

app = typer.Typer(rich_markup_mode=None)

_RUN_NAME = re.compile(r"last(~[0-9]*)?|[0-9]{1,6}|[0-9]{8}T[0-9TZa-f-]*")

_SIDE_HELP = "A run (last, last~1, a number, the start of an id), or a file of rows; - is standard input."


@app.command("diff")
def command(
    a: Annotated[str, typer.Argument(metavar="A", help=_SIDE_HELP)],
    b: Annotated[str, typer.Argument(metavar="B", help="The same, to compare with it.")],
    log: LogPath = DEFAULT_LOG,
    json: Json = False,
    table: Table = False,
    no_color: NoColor = False,
) -> int:
    """Compare two runs on query and id: what is newly rejected, newly allowed, or decided for other reasons.

    Exit code 0 when nothing differs, 1 when something does.
    """
    for_people = wants_table(json=json, table=table)
    if a == b == "-":
        raise UsageError("- (standard input) is given twice")
    with contextlib.ExitStack() as stack:
        first, second = (_Source(name, log, stack, place) for name, place in ((a, "A"), (b, "B")))
        # The collector would walk through a million records again and again, and there are no cycles.
        stack.enter_context(_no_collector())
        changes = differences(Side(first.batches()), second.batches())
        found = _print_table(first, second, changes) if for_people else _print_json(changes)
    for source in (first, second):
        warn(source.log.warnings)
        source.incomplete.say()
        if source.stands.ungated:
            say(
                f"{source.name}: {source.stands.ungated:,} of {source.stands.chunks:,} chunks are not gated; "
                "of those only text and source are compared"
            )
    if found:
        return AnswerIsNo.exit_code
    return first.incomplete.exit_code() or second.incomplete.exit_code()


def _print_json(changes: Iterator[Change]) -> bool:
    sink, found = JsonSink(), False
    encoder = msgspec.json.Encoder()
    for change in changes:
        sink.write((), encoder.encode(change) + b"\n")
        found = True
    return found


def _print_table(first: _Source, second: _Source, changes: Iterator[Change]) -> bool:
    from ctxgate.render.diff import DiffTable

    shown = DiffTable()
    for change in changes:
        shown.add(change)
    shown.print(*((source.name, source.stands) for source in (first, second)))
    return shown.found


class _Source:
    """One side: a run of the log, or the run that a file holds. `name` is how messages speak of it."""

    def __init__(self, name: str, log: Path, stack: contextlib.ExitStack, place: str) -> None:
        path = _file_of(name)
        self.stands = Stands()
        if path is None:
            self.log = open_log(log)
            run = self.log.resolve(name)
            self.name = f"{place}: run {run}"
        else:
            self.log = Log(_kept(stack) if name == "-" else path)
            shown = "standard input" if name == "-" else name
            run = _only_run(self.log, shown)
            self.name = f"{place}: run {run} of {shown}"
        self.reader: RunReader = self.log.run(run)
        self.log.warnings += self.reader.damage
        self.incomplete = Incomplete(self.name)

    def batches(self) -> Iterator[tuple[str, tuple[Stand, ...]]]:
        """Yield the query of each batch and how its chunks stand."""
        for batch in self.reader.batches():
            self.log.warnings += batch.damage
            seen = told(batch.seq, batch.rows)
            lost = seen.lost() or ("neither query nor prompt" if seen.query is None else None)
            self.incomplete.see(batch.seq, lost)
            if seen.query is not None:
                yield seen.query, self.stands.of(seen)


def _file_of(name: str) -> Path | None:
    """Return the file that is meant, None where a run is. A file with the name of a run is given as ./name."""
    if name == "-":
        return Path("-")
    if _RUN_NAME.fullmatch(name):
        return None
    path = Path(name)
    if path.is_dir():
        raise InputError("a folder, not a file of rows", where=name)
    if path.exists():
        return path
    if "/" in name or "\\" in name or path.suffix:
        raise InputError("no such file", where=name, todo="`ctxgate runs` lists the runs of the log.")
    return None


def _kept(stack: contextlib.ExitStack) -> Path:
    """Return a copy of standard input: rows of one batch may lie far apart, so it is read twice."""
    import shutil

    folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="ctxgate-diff-"))
    path = Path(folder) / "stdin"
    with path.open("wb") as file:
        shutil.copyfileobj(sys.stdin.buffer, file)
    return path


def _only_run(log: Log, shown: str) -> str:
    """Return the run that a file holds. Raises InputError when it holds none, UsageError when several."""
    try:
        runs = log.runs()
        if not runs:  # rows that were picked out, without those that begin a run
            runs = list(dict.fromkeys(numbered.row.run for numbered in log.rows()))
    except CtxgateError as e:
        raise InputError(e.what.replace("the log ", "", 1), where=shown) from None
    if not runs:
        first = f": {log.warnings[0].removeprefix(f'{log.path}:')}" if log.warnings else ""
        raise InputError(f"holds no rows of a run{first}", where=shown)
    if len(runs) > 1:
        raise UsageError(
            f"{shown} holds {len(runs)} runs, and a file is compared as one",
            todo=f"Pick one: `grep {runs[-1]} {shown} > one.jsonl`; or give --log {shown} and two of its runs.",
        )
    return runs[0]


@contextlib.contextmanager
def _no_collector() -> Iterator[None]:
    import gc

    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()

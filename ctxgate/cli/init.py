"""`ctxgate init`: a folder for the class, or for a first try."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated

import typer

from ctxgate.text.visible import visible
from ctxgate.workshop.layout import lay_out

app = typer.Typer(rich_markup_mode=None)


@app.command("init")
def command(
    folder: Annotated[
        Path, typer.Argument(metavar="[DIR]", help="The folder; made if need be.", show_default=False)
    ] = Path(),
    force: Annotated[bool, typer.Option("--force", help="Overwrite files that were changed.")] = False,
    instructor: Annotated[
        bool, typer.Option("--instructor", help="Lay out the instructor's notes as well, answers and all.")
    ] = False,
) -> None:
    """Lay out fixtures, exercises, an empty log folder and a ctxgate.toml that selects the workshop policy."""
    done = lay_out(folder, force=force, instructor=instructor)
    for path in done.written:
        print(f"wrote {visible(str(folder / path))}")
    if done.kept:
        print(f"kept {len(done.kept)} files that were there" + ("" if force else " (--force overwrites)"))
    step = "" if folder == Path() else f"cd {visible(shlex.quote(str(folder)))} && "
    print(f"next: {step}ctxgate exercise list")

"""`ctxgate corpus check`: what loads of a folder of articles, what does not, and what its author should know."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import msgspec
import typer

from ctxgate.cli.corpora import Enable, Folder, KeepGoing, folder_given, products
from ctxgate.cli.loading import load_policy
from ctxgate.cli.messages import say
from ctxgate.cli.options import Json, NoColor, PolicyName, Table
from ctxgate.cli.writing import progress, wants_table
from ctxgate.errors import AnswerIsNo, CorpusError
from ctxgate.retrieve.checking import Notice, check
from ctxgate.retrieve.corpus import Corpus
from ctxgate.retrieve.load import Loaded, load, salvage

app = typer.Typer(rich_markup_mode=None, no_args_is_help=True, add_completion=False)


@app.callback()
def _group() -> None:
    """Look after a folder of Markdown articles that `ctxgate retrieve` answers from."""


@app.command("check")
def check_command(
    folder: Folder,
    enable: Enable = None,
    policy: PolicyName = "standard",
    keep_going: KeepGoing = False,
    json: Json = False,
    table: Table = False,
    no_color: NoColor = False,
) -> int:
    """Check a folder of articles: what loads, what does not and why, links, reach, and planted instructions.

    Exit code 3 when the folder is refused; 1 when it loads and something should be done; 0 otherwise.
    """
    for_people = wants_table(json=json, table=table)
    rules = load_policy(policy).policy
    enabled = products(enable, "--enable", "CTXGATE_ENABLE")
    loaded = load(folder_given(folder))
    notices = [Notice("front_matter", "", note.where or "", note.what, note.todo) for note in loaded.notes]
    fingerprint = None
    if not loaded.faults or (keep_going and loaded.passages):
        corpus = Corpus(folder, enabled=enabled, loaded=salvage(loaded))
        fingerprint = None if loaded.faults else corpus.fingerprint
        with progress(f"of {2 * len(corpus.passages):,} looks") as tick:
            notices += check(corpus, rules, tick)
    summary = _summary(loaded, notices, fingerprint)
    if for_people:
        from ctxgate.render.corpus import print_check

        print_check(loaded, notices, summary)
    else:
        for row in _rows(loaded, notices, summary):
            sys.stdout.buffer.write(msgspec.json.encode(row) + b"\n")
        sys.stdout.buffer.flush()
    if loaded.faults:
        say(
            f"{loaded.folder} is refused: {_counted(len(loaded.faults), 'fault')}; nothing is retrieved from it "
            "but with --keep-going"
        )
        return CorpusError.exit_code
    return AnswerIsNo.exit_code if summary["problems"] else 0


def _rows(loaded: Loaded, notices: list[Notice], summary: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for passage in loaded.passages:
        yield {
            "kind": "loaded",
            "id": passage.id,
            "source": passage.source,
            "title": passage.title,
            "product_scope": list(passage.scope) or ["*"],
            "line": passage.line,
            "chars": len(passage.text),
        }
    for source, what in loaded.skipped:
        yield {"kind": "skipped", "source": source, "what": what}
    for fault in loaded.faults:
        yield {"kind": "refused", "where": fault.where, "what": fault.what, "todo": fault.todo}
    for notice in notices:
        yield msgspec.to_builtins(notice)
    yield {"kind": "summary", **summary}


def _summary(loaded: Loaded, notices: list[Notice], fingerprint: str | None) -> dict[str, Any]:
    problems = sum(notice.is_problem for notice in notices)
    return {
        "files": loaded.files,
        "articles": sum(passage.whole for passage in loaded.passages),
        "passages": len(loaded.passages),
        "skipped": len(loaded.skipped),
        "faults": len(loaded.faults),
        "problems": problems,
        "notes": len(notices) - problems,
        "fingerprint": fingerprint,
    }


def _counted(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"

"""A checked corpus as tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ctxgate.render.console import cell, console, print_titled, table
from ctxgate.retrieve.checking import Notice
from ctxgate.retrieve.load import Loaded
from ctxgate.text.visible import shortened

MAX_ROWS = 50
"""Rows of one table; the JSON form has them all."""


def print_check(loaded: Loaded, notices: Sequence[Notice], summary: Mapping[str, Any]) -> None:
    """Print what loaded, what did not, and what there is to say of it."""
    _print_loaded(loaded)
    if loaded.skipped:
        _print("passed over", ("file", "why"), loaded.skipped)
    if loaded.faults:
        rows = [(fault.where or "", f"{fault.what}{_step(fault.todo)}") for fault in loaded.faults]
        _print("refused", ("where", "why"), rows)
    for title, problems in (("to do", True), ("to know", False)):
        told = [notice for notice in notices if notice.is_problem is problems]
        if told:
            rows3 = [(n.kind, n.where, f"{n.id}{n.id and ': '}{n.what}{_step(n.todo)}") for n in told]
            _print(title, ("what", "where", "why"), rows3)
    out = console()
    out.print()
    counts = [
        f"{summary['files']:,} files",
        f"{summary['articles']:,} articles",
        f"{summary['passages']:,} passages",
        f"{summary['skipped']:,} passed over",
        f"{summary['faults']:,} refused",
        f"{summary['problems']:,} to do",
        f"{summary['notes']:,} to know",
    ]
    out.print(cell(", ".join(counts)), soft_wrap=True)
    if summary["fingerprint"]:
        out.print(cell(summary["fingerprint"]), soft_wrap=True)


def _print_loaded(loaded: Loaded) -> None:
    articles = [p for p in loaded.passages if p.whole]
    plain = Counter(p.path for p in loaded.passages if not p.whole)
    if articles:
        rows = [
            (p.id, p.source, shortened(p.title, 60), ", ".join(p.scope) or "all", p.category)
            for p in articles
        ]
        _print("articles", ("id", "file", "title", "products", "category"), rows)
    if plain:
        _print(
            "plain Markdown", ("file", ">passages"), [(path, f"{n:,}") for path, n in sorted(plain.items())]
        )


def _print(title: str, heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> None:
    result = table(*heads)
    held = list(rows)
    for row in held[:MAX_ROWS]:
        result.add_row(*map(cell, row))
    if len(held) > MAX_ROWS:
        rest = f"… and {len(held) - MAX_ROWS:,} more; --json has them all"
        result.add_row(cell(rest), *[cell("")] * (len(heads) - 1))
    print_titled(title, result)


def _step(todo: str | None) -> str:
    return f" {todo}" if todo and todo.endswith(".") else f" ({todo})" if todo else ""

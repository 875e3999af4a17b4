"""What a query found, as a table."""

from __future__ import annotations

from ctxgate.batch import Batch, Chunk
from ctxgate.render.console import cell, console, print_titled, table
from ctxgate.text.visible import shortened

WIDE = 100
"""Columns from which on there is room for the beginning of each text."""


def print_batch(batch: Batch, *, explain: bool) -> None:
    """Print the snippets of a batch, the best first; with `explain` each term's share of each score."""
    out = console()
    wide = out.width >= WIDE
    result = table(">", "id", ">score", "title", *(["begins"] if wide else []))
    for i, chunk in enumerate(batch.chunks, start=1):
        named_by = chunk.meta.get("related_to")
        place = chunk.id if chunk.id == chunk.source else f"{chunk.id} ({chunk.source})"
        result.add_row(
            cell(i),
            cell(place + (f", related to {named_by}" if named_by else "")),
            cell(f"{chunk.meta['score']:.3f}"),
            cell(shortened(chunk.title or "", 50)),
            *([cell(shortened(chunk.text, 40))] if wide else []),
        )
    if not batch.chunks:
        result.add_row(cell(""), cell("nothing found"), cell(""), cell(""), *([cell("")] if wide else []))
    print_titled(shortened(batch.query, 200), result)
    if explain:
        for i, chunk in enumerate(batch.chunks, start=1):
            _print_shares(i, chunk)


def _print_shares(rank: int, chunk: Chunk) -> None:
    told = chunk.meta["explain"]
    result = table("|term", ">in query", ">title", ">keywords", ">text", ">articles", ">idf", ">points")
    for term in told["terms"]:
        result.add_row(
            cell(term["term"]),
            *(cell(term[key]) for key in ("in_query", "in_title", "in_keywords", "in_text", "articles")),
            cell(f"{term['idf']:.6f}"),
            cell(f"{term['points']:.6f}"),
        )
    for term in told["missing"]:
        unknown = not term["articles"]
        result.add_row(
            cell(f"{term['term']} ({'unknown' if unknown else 'missing'})"),
            cell(term["in_query"]),
            *[cell("")] * 3,
            cell(term["articles"]),
            cell("" if unknown else f"{term['idf']:.6f}"),
            cell("0" if unknown else f"{0:.6f}"),
        )
    if told["bonus"]:
        result.add_row(
            cell(f"coverage {told['coverage']:.6f}"), *[cell("")] * 6, cell(f"{told['bonus']:.6f}")
        )
    print_titled(f"{rank}. {chunk.id}: {chunk.meta['score']:.6f}", result)
    by = told["ranking"]
    console().print(
        cell(
            f"N {told['articles']}, k1 {by['k1']}, b {by['b']}, coverage bonus {by['coverage']}, "
            f"title counts {by['title']}, keywords {by['keywords']}, length {told['length']}, "
            f"average length {told['average_length']!r}"
        ),
        soft_wrap=True,
    )

"""Chunks made of nothing but a text."""

from __future__ import annotations

from ctxgate.batch import Chunk


def chunks(*texts: str) -> list[Chunk]:
    """Return a chunk for each text, numbered from 0."""
    return [Chunk(str(n), f"docs/{n}.md", text) for n, text in enumerate(texts)]

"""Read the rows of a few kinds out of a log of any size: the lines of others are not decoded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from ctxgate.errors import RowError
from ctxgate.log.snapshot import Snapshot, bare
from ctxgate.rows import AnyRow, decode


def rows_of(path: Path, events: Sequence[str]) -> Iterator[AnyRow]:
    """Yield the rows of these events in file order; lines that cannot be read are passed over. Raises LogError."""
    names = [f'"{event}"'.encode() for event in events]
    with Snapshot(path) as snapshot:
        for _, line in snapshot.lines():
            if not any(name in line for name in names):
                continue
            try:
                row = decode(bare(line))
            except RowError:
                continue
            if row.__struct_config__.tag in events:
                yield row

"""What the rows of one batch tell when steps were repeated: the newest gating, and the scores it went by."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ctxgate.rows import AnyRow, CaptureRow, EmptyRow, GateRow, PromptRow, ScoreRow

NO_PROMPT = "the prompt row missing"
"""What `Told.lost` says of a batch whose gate rows are there, and not its prompt."""


class Told(NamedTuple):
    """The newest word of a batch's rows, by position in the batch.

    `scores` are those that the newest gating went by, or the newest of all where nothing was gated;
    `rescored` tells that the batch was scored again after it was gated. `prompt` is the newest gating's.
    `query` is None when no row that is left names it; `size` is how many chunks the batch came with;
    `empty` is the row of one that came with none.
    """

    seq: int
    query: str | None
    size: int
    captures: Mapping[int, CaptureRow]
    scores: Mapping[int, ScoreRow]
    gates: Mapping[int, GateRow]
    prompt: PromptRow | None
    rescored: bool
    empty: EmptyRow | None = None

    @property
    def gated(self) -> bool:
        """Whether any row of a gating is there."""
        return bool(self.gates) or self.prompt is not None

    def lost(self) -> str | None:
        """Say which rows must have been there and are not: a gating writes all of its rows at once."""
        if self.gated:
            missing = self.size - self._within(self.gates)
            if missing or len(self.gates) > self.size:
                return f"{missing} of {self.size} gate rows missing"
            if self.prompt is None:
                return NO_PROMPT
        missing = self.size - self._within(self.captures)
        if self.captures and missing:
            return f"{missing} of {self.size} capture rows missing"
        if not self.gated and self.query is None:
            return "none of its captures can be read"
        return None

    def _within(self, rows: Mapping[int, object]) -> int:
        # A position or a size may have been edited, so they are not taken to fit each other.
        return sum(pos <= self.size for pos in rows)

    def undecided(self) -> str | None:
        """Say why the decisions on this batch are not, or not all, known; None when they are."""
        lost = self.lost()
        if lost is not None or self.gated:
            return lost
        if not self.size or not self.scores:
            return "captured, but not gated"
        if len(self.scores) < self.size:
            return f"{len(self.scores)} of {self.size} chunks scored, not gated"
        return "scored, but not gated"


def told(seq: int, rows: Sequence[AnyRow]) -> Told:
    """Read the rows of one batch, in the order they were written."""
    begin, first, end = _newest_gating(rows)
    captures: dict[int, CaptureRow] = {}
    scores: dict[int, ScoreRow] = {}
    gates: dict[int, GateRow] = {}
    prompt: PromptRow | None = None
    query: str | None = None
    empty: EmptyRow | None = None
    size, rescored = 0, False
    # A diff reads a million rows: the types are closed, so they are compared and not their families.
    for i, row in enumerate(rows):
        kind = type(row)
        if kind is CaptureRow:
            captures[row.pos] = row  # type: ignore[union-attr, assignment]
            query, size = row.query, row.n  # type: ignore[union-attr]
        elif kind is ScoreRow:
            size = row.n  # type: ignore[union-attr]
            if i < first:
                scores[row.pos] = row  # type: ignore[union-attr, assignment]
            else:
                rescored = True
        elif kind is GateRow:
            size = row.n  # type: ignore[union-attr]
            if begin <= i < end:
                gates[row.pos] = row  # type: ignore[union-attr, assignment]
        elif kind is PromptRow:
            query = row.query if query is None else query  # type: ignore[union-attr]
            if begin <= i < end:
                prompt = row  # type: ignore[assignment]
        elif kind is EmptyRow:
            query, empty = row.query, row  # type: ignore[union-attr, assignment]
    return Told(seq, query, size, captures, scores, gates, prompt, rescored, empty)


def gone_by(rows: Sequence[AnyRow]) -> list[AnyRow]:
    """Return the rows that the newest gating went by: the captures, and the scores before it."""
    _, first, _ = _newest_gating(rows)
    return [
        row
        for i, row in enumerate(rows)
        if isinstance(row, CaptureRow | EmptyRow) or (isinstance(row, ScoreRow) and i < first)
    ]


def _newest_gating(rows: Sequence[AnyRow]) -> tuple[int, int, int]:
    """Return the stretch of rows, [begin, end), that the newest gating lies in, and the first of its own rows.

    A gating's rows are written at once, its prompt last. So a prompt ends a gating, and gate rows behind
    the last prompt are what is left of one whose prompt is gone. All three are the end of the rows where
    nothing was gated.
    """
    # A line that was copied is no second gating.
    prompts = [i for i, row in enumerate(rows) if type(row) is PromptRow and not (i and row == rows[i - 1])]
    begin, end = (prompts[-2] + 1 if len(prompts) > 1 else 0), (prompts[-1] + 1 if prompts else 0)
    if any(type(row) is GateRow for row in rows[end:]):
        begin, end = end, len(rows)
    for first in range(begin, end):
        if type(rows[first]) in (GateRow, PromptRow):
            return begin, first, end
    return len(rows), len(rows), len(rows)

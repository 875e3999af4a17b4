"""What a step did, as a table: each chunk with its score, action and reasons, then the counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec import UNSET
from rich.console import Console
from rich.text import Text

from ctxgate.policy import Policy
from ctxgate.render.console import STYLES, action_cell, cell, console, print_titled, short_label, table
from ctxgate.rows import ACTIONS, AnyRow, CaptureRow, EmptyRow, GateRow, Judgement, PromptRow, ScoreRow
from ctxgate.steps import heuristic_action
from ctxgate.text.visible import shortened

MAX_ROWS = 60
"""A table shows at most this many chunks; the counts below it hold for all."""


class Overview:
    """Collects the rows that a step adds and prints them as one table.

    `step` is capture, score or gate: the rows that are shown. Memory does not grow with the run.
    """

    def __init__(self, step: str, policy: Policy | None = None) -> None:
        self.kind = {"capture": CaptureRow, "score": ScoreRow}.get(step, GateRow)
        self.policy = policy
        self.shown: list[CaptureRow | ScoreRow | GateRow] = []
        self.total = 0
        self.batches = 0
        self.actions: Counter[str] = Counter()
        self.policies: set[str] = set()
        self.run = ""
        self.query = ""
        self.question: str | None = None
        self.evidence = 0

    def add(self, rows: Sequence[AnyRow]) -> None:
        """Take the rows of one batch."""
        self.batches += 1
        for row in rows:
            self.run = row.run
            if isinstance(row, CaptureRow | EmptyRow | PromptRow):
                self.query = row.query
            if isinstance(row, ScoreRow):
                self.policies.add(row.policy)
            if isinstance(row, PromptRow):
                self.evidence += len(row.evidence)
                self.question = self.question or row.question
            if isinstance(row, CaptureRow | ScoreRow | GateRow) and isinstance(row, self.kind):
                self.total += 1
                if isinstance(row, ScoreRow | GateRow):
                    self.actions[row.action] += 1
                if len(self.shown) < MAX_ROWS:
                    self.shown.append(row)

    def print(self) -> None:
        """Print the table and what stands below it."""
        if not self.batches:
            return
        out = console()
        title = f"run {self.run}"
        if self.query and self.batches == 1:
            title += f'   query: "{shortened(self.query, 90)}"'
        several, judged = self.batches > 1, self._judged_by()
        heads = [">batch"] if several else []
        result = table(*heads, *_heads(self.kind, judged=judged is not None))
        for row in self.shown:
            result.add_row(*([cell(row.seq)] if several else []), *_cells(row, judged), style=_style(row))
        if self.shown:
            print_titled(title, result)
        self._below(out)

    def _judged_by(self) -> Policy | None:
        """Return the policy to tell the heuristic's action with, where a judge has a say in the table."""
        said = any(isinstance(row, ScoreRow) and row.judge.status != "off" for row in self.shown)
        return self.policy if said else None

    def _below(self, out: Console) -> None:
        lines = []
        if self.total > len(self.shown):
            lines.append(f"… and {self.total - len(self.shown)} more chunks; --json prints every row")
        counts = ", ".join(f"{self.actions[a]} {a}" for a in ACTIONS if self.actions[a])
        batches = f"{self.batches} batch" + ("es" if self.batches > 1 else "")
        lines.append(f"{batches}, {self.total} chunks" + (f": {counts}" if counts else ""))
        if self.policies:
            lines.append("policy " + ", ".join(short_label(label) for label in sorted(self.policies)))
        if self.kind is GateRow and self.batches == 1:
            pieces = f"{self.evidence} piece" + ("s" if self.evidence != 1 else "")
            lines.append(
                f"evidence in the prompt: {pieces}" if self.evidence else "the prompt has no trusted evidence"
            )
            if self.question:
                lines.append(f"ask the user: {self.question}")
        for line in lines:
            out.print(cell(line))


def _heads(kind: type, *, judged: bool) -> tuple[str, ...]:
    if kind is CaptureRow:
        return "id", "source", ">chars", "sha256_16"
    if judged:
        return "id", "source", ">score", "|heuristic", "|judge", "|kept"
    return "id", "source", ">score", "|action", "reasons"


def _cells(row: CaptureRow | ScoreRow | GateRow, judged: Policy | None) -> list[Text]:
    common = [cell(shortened(row.id, 40)), cell(shortened(row.source, 60))]
    if isinstance(row, CaptureRow):
        return [*common, cell(f"{row.chars:,}"), cell(row.sha256_16)]
    reasons = ", ".join(row.reasons)
    if isinstance(row, GateRow) and row.conflicts:
        reasons += f" (with {shortened(', '.join(row.conflicts), 40)})"
    common.append(cell(f"{row.score:.3f}"))
    if judged is not None and isinstance(row, ScoreRow):
        # Three actions side by side leave no room for reasons; the rows have them.
        return [
            *common,
            action_cell(heuristic_action(row, judged)),
            _judge_cell(row.judge),
            action_cell(row.action),
        ]
    return [*common, action_cell(row.action), cell(reasons)]


def _judge_cell(judge: Judgement) -> Text:
    if judge.action is UNSET or judge.score is UNSET:
        return cell(judge.status, "dim")
    mark = "≠ " if judge.disagrees is True else ""
    again = ", cached" if judge.status == "cached" else ""
    return cell(f"{mark}{judge.action} ({judge.score:.2f}{again})", STYLES[judge.action])


def _style(row: CaptureRow | ScoreRow | GateRow) -> str:
    return "bold" if isinstance(row, ScoreRow) and row.judge.disagrees is True else ""

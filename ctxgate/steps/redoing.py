"""Redo: capture, score and gate a logged batch again, for replay to hold the log against."""

from __future__ import annotations

from collections.abc import Sequence

from ctxgate import __version__
from ctxgate.errors import CtxgateError
from ctxgate.gate.drift import Redone
from ctxgate.gate.told import Told, gone_by
from ctxgate.policy.model import Policy
from ctxgate.rows import AnyRow, CaptureRow, EmptyRow, GateRow, PromptRow
from ctxgate.steps.capturing import capture
from ctxgate.steps.gating import gate
from ctxgate.steps.recalling import policy_of, recall_batch
from ctxgate.steps.scoring import score


def redo(rows: Sequence[AnyRow], batch: Told) -> Redone | str:
    """Capture, score and gate a batch again from its rows; or say why the scores cannot be had again.

    Raises RowError when the batch is not whole or not the one that was captured.
    """
    captured = recall_batch(gone_by(rows))
    try:
        named = policy_of(captured)
        again = score(captured, named, at="") if named is not None else []
    except CtxgateError as e:
        tools = sorted({row.tool for row in captured.scores.values()} - {__version__})
        version = f" (scored by ctxgate {', '.join(tools)}, this is {__version__})" if tools else ""
        labels = ", ".join(sorted({row.policy for row in captured.scores.values()}))
        return f"it cannot be scored again{version}: {e.what}; it was scored under {labels}"
    policy = named.policy if named is not None else Policy()
    *gates, prompt = gate(captured, policy, at="")
    assert isinstance(prompt, PromptRow)
    taken = capture(captured.batch, run=captured.run, seq=captured.seq, at="")
    return Redone(
        policy,
        {row.pos: row for row in taken if isinstance(row, CaptureRow)},
        next((row for row in taken if isinstance(row, EmptyRow)), None),
        {row.pos: row for row in again if row.pos in captured.scores},
        {row.pos: row for row in gates if isinstance(row, GateRow)},
        prompt,
    )

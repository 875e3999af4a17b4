"""The steps of the job as a library: a batch or rows in, rows out.

Each step is pure but for the clock that it is handed; appending the rows to a log is the caller's next
line. What a step refuses it refuses by raising, before it has made a single row.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ctxgate.lazy import names

if TYPE_CHECKING:
    from ctxgate.steps.capturing import capture
    from ctxgate.steps.clock import Clock, new_run, now
    from ctxgate.steps.gating import gate
    from ctxgate.steps.pairing import pairs_to_ask, with_pairs
    from ctxgate.steps.recalling import Captured, policy_of, recall_batch
    from ctxgate.steps.redoing import redo
    from ctxgate.steps.scoring import heuristic_action, score
    from ctxgate.steps.whole import gate_batch, gate_scored, run_batch, score_and_gate

__all__ = [
    "Captured",
    "Clock",
    "capture",
    "gate",
    "gate_batch",
    "gate_scored",
    "heuristic_action",
    "new_run",
    "now",
    "pairs_to_ask",
    "policy_of",
    "recall_batch",
    "redo",
    "run_batch",
    "score",
    "score_and_gate",
    "with_pairs",
]

_HOMES = {
    "Captured": "ctxgate.steps.recalling",
    "Clock": "ctxgate.steps.clock",
    "capture": "ctxgate.steps.capturing",
    "gate": "ctxgate.steps.gating",
    "gate_batch": "ctxgate.steps.whole",
    "gate_scored": "ctxgate.steps.whole",
    "heuristic_action": "ctxgate.steps.scoring",
    "new_run": "ctxgate.steps.clock",
    "now": "ctxgate.steps.clock",
    "pairs_to_ask": "ctxgate.steps.pairing",
    "policy_of": "ctxgate.steps.recalling",
    "recall_batch": "ctxgate.steps.recalling",
    "redo": "ctxgate.steps.redoing",
    "run_batch": "ctxgate.steps.whole",
    "score": "ctxgate.steps.scoring",
    "score_and_gate": "ctxgate.steps.whole",
    "with_pairs": "ctxgate.steps.pairing",
}

__getattr__ = names(__name__, globals(), _HOMES)

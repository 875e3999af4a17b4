"""The steps of the job as a library: a batch or rows in, rows out.

Each step is pure but for the clock that it is handed; appending the rows to a log is the caller's next
line. What a step refuses it refuses by raising, before it has made a single row.
"""

from ctxgate.steps.capturing import capture
from ctxgate.steps.clock import Clock, new_run, now
from ctxgate.steps.gating import gate
from ctxgate.steps.recalling import Captured, policy_of, recall_batch
from ctxgate.steps.scoring import heuristic_action, score
from ctxgate.steps.whole import gate_batch, run_batch, score_and_gate

__all__ = [
    "Captured",
    "Clock",
    "capture",
    "gate",
    "gate_batch",
    "heuristic_action",
    "new_run",
    "now",
    "policy_of",
    "recall_batch",
    "run_batch",
    "score",
    "score_and_gate",
]

"""What each run of a log came to: a fold over the rows, one small record a run."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from ctxgate.rows import (
    ACTIONS,
    Action,
    AnyRow,
    CaptureRow,
    DebriefRow,
    EmptyRow,
    GateRow,
    NoticeRow,
    PromptRow,
    ReplayRow,
    ScoreRow,
)


class RunSummary(msgspec.Struct):
    """One run. `actions` counts chunks by their newest decision: of the gate, or before it of the score.

    `steps` names the steps that have touched the run; `unscored` and `ungated` count the batches that
    still wait for theirs.
    """

    run: str
    number: int
    at: str
    batches: int = 0
    chunks: int = 0
    actions: dict[Action, int] = {}
    policies: list[str] = []
    judge: dict[str, int] = {}
    steps: list[str] = []
    unscored: int = 0
    ungated: int = 0


class _Tally:
    """What has to be remembered of a run while its rows go by: numbers by batch, not texts."""

    def __init__(self, number: int, run: str, at: str) -> None:
        self.number, self.run, self.at = number, run, at
        self.sizes: dict[int, int] = {}
        self.scored: dict[int, dict[int, Action]] = {}
        self.gated: dict[int, dict[int, Action]] = {}
        self.prompts: set[int] = set()
        self.policies: dict[str, None] = {}
        self.judge: dict[tuple[int, int], str] = {}
        self.steps: dict[str, None] = {}


def summarise(rows: Iterable[AnyRow]) -> list[RunSummary]:
    """Return a summary of each run, in order of first capture. Rows may come in any interleaving.

    Rows of a run that was never captured (an exercise checked before the first capture) count for none.
    """
    tallies: dict[str, _Tally] = {}
    for row in rows:
        # A notice is about a run and belongs to none.
        tally = tallies.get(row.of_run if isinstance(row, NoticeRow) else row.run)
        if isinstance(row, CaptureRow | EmptyRow):
            if tally is None:
                tally = tallies[row.run] = _Tally(len(tallies) + 1, row.run, row.at)
            tally.sizes[row.seq] = row.n if isinstance(row, CaptureRow) else 0
            tally.steps["capture"] = None
        elif tally is not None:
            _count(tally, row)
    return [_summary(tally) for tally in tallies.values()]


def _count(tally: _Tally, row: AnyRow) -> None:
    if isinstance(row, ScoreRow):
        tally.scored.setdefault(row.seq, {})[row.pos] = row.action
        tally.policies.pop(row.policy, None)
        tally.policies[row.policy] = None  # the newest last
        tally.judge[row.seq, row.pos] = row.judge.status
        tally.steps["score"] = None
    elif isinstance(row, GateRow):
        tally.gated.setdefault(row.seq, {})[row.pos] = row.action
        tally.steps["gate"] = None
    elif isinstance(row, PromptRow):
        tally.prompts.add(row.seq)
        tally.steps["gate"] = None
    elif isinstance(row, ReplayRow):
        tally.steps["replay"] = None
    elif isinstance(row, DebriefRow):
        tally.steps["debrief"] = None
    elif isinstance(row, NoticeRow):
        tally.steps[row.kind] = None


def _summary(tally: _Tally) -> RunSummary:
    counts: dict[Action, int] = dict.fromkeys(ACTIONS, 0)
    unscored = ungated = 0
    for seq, size in tally.sizes.items():
        scored, gated = tally.scored.get(seq, {}), tally.gated.get(seq, {})
        unscored += len(scored) < size
        ungated += seq not in tally.prompts
        for action in (gated or scored).values():
            counts[action] += 1
    judge: dict[str, int] = {}
    for status in tally.judge.values():
        judge[status] = judge.get(status, 0) + 1
    return RunSummary(
        run=tally.run,
        number=tally.number,
        at=tally.at,
        batches=len(tally.sizes),
        chunks=sum(tally.sizes.values()),
        actions=counts,
        policies=list(tally.policies),
        judge=dict(sorted(judge.items())),
        steps=list(tally.steps),
        unscored=unscored,
        ungated=ungated,
    )

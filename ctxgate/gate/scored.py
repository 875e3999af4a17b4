"""What the gate is told of each chunk. By itself, since who scores need not load what decides."""

from __future__ import annotations

from typing import NamedTuple

from ctxgate.rows import Action


class Scored(NamedTuple):
    """What the scoring step said of a chunk, as far as the gate needs it.

    `judged_against` are the ids of chunks that the judge says contradict it. `rubric` is the action that score
    and veto alone ask for, where a judge or a fault may have made `action` another one; None where nothing has.
    What it allows is a party to conflicts, whatever became of it since: otherwise whatever takes one side of a
    conflict down would let the other side in. `lost` says that its text is not to be had any more, so that
    nothing can be compared with it.
    """

    score: float
    action: Action
    reasons: tuple[str, ...]
    judged_against: tuple[str, ...] = ()
    rubric: Action | None = None
    lost: bool = False

    @property
    def alone(self) -> Action:
        """The action that the rubric alone asks for."""
        return self.action if self.rubric is None else self.rubric

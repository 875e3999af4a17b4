"""Heuristic and judge together: the more conservative action, always.

Whatever a judge says or fails to say, the action is never more open than the heuristic's. So a chunk
that has talked the judge into a score of 1.0 has gained nothing by it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple

import msgspec
from msgspec import UNSET

from ctxgate.rows import Action, Judgement, most_conservative

OnFailure = Literal["allow_with_citation", "isolate"]
"""The most open action of a chunk whose judge failed: the policy's `[judge] on_failure`."""


class Merged(NamedTuple):
    """The action that is kept, and the judgement as the log has it."""

    action: Action
    judgement: Judgement


def merge(
    action: Action,
    heuristic_band: Action,
    judgement: Judgement,
    band: Callable[[float], Action],
    *,
    on_failure: OnFailure = "allow_with_citation",
    required: bool = False,
) -> Merged:
    """Return the more conservative of the heuristic's action and what the judgement asks for.

    `action` is the heuristic's, veto included, and `heuristic_band` that of its score alone; `band`
    tells the action of a score from 0 to 1. With `required` a chunk without an answer, for whatever
    reason, is isolated at most. The judgement comes back with `action` and `disagrees` (its band is
    another than the heuristic's) where it has a score, and without them where it has none.
    """
    if judgement.status in ("ok", "cached"):
        score = judgement.score
        if not isinstance(score, int | float) or not 0 <= score <= 1:
            # No reader of replies makes such a judgement; a row that was edited by hand may hold one.
            judgement = Judgement("malformed", reason="score is not a number from 0 to 1")
        else:
            theirs = band(score)
            told = msgspec.structs.replace(judgement, action=theirs, disagrees=theirs != heuristic_band)
            return Merged(most_conservative(action, theirs), told)
    told = msgspec.structs.replace(judgement, score=UNSET, action=UNSET, disagrees=UNSET)
    if required:
        return Merged(most_conservative(action, "isolate"), told)
    if judgement.status in ("off", "frozen"):
        return Merged(action, told)
    return Merged(most_conservative(action, on_failure), told)

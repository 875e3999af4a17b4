"""The decision table: a score's band, and the more conservative of actions."""

from __future__ import annotations

from collections.abc import Collection

from ctxgate.policy.model import Bands
from ctxgate.rows import UNEXAMINED, Action, most_conservative

# The last of these lives beside the actions, since the judge, a floor below, needs it as well.
__all__ = ["band", "held", "is_allowed", "is_disputed", "most_conservative"]


def band(score: float, bands: Bands) -> Action:
    """Return the action of the band that a score (0..1) lies in. Bands are half open: 0.4 isolates."""
    if score >= bands.allow:
        return "allow"
    if score >= bands.allow_with_citation:
        return "allow_with_citation"
    return "isolate" if score >= bands.isolate else "drop"


def is_allowed(action: Action) -> bool:
    """Tell whether a chunk with this action may stand in the prompt."""
    return action in ("allow", "allow_with_citation")


def is_disputed(reasons: Collection[str]) -> bool:
    """Tell whether the conflict rule took a chunk down."""
    return "conflict" in reasons


def held(action: Action, reasons: Collection[str]) -> Action:
    """Return the action, at most `isolate` for a chunk that was not compared with all others of its batch."""
    return most_conservative(action, "isolate") if UNEXAMINED in reasons else action

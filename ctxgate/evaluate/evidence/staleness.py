"""Figures of temporal fit: the older version of a passage, and sections that merely share a source."""

from __future__ import annotations

from collections.abc import Sequence

from ctxgate.evaluate.evidence.batches import Labels, sections, without, without_source_name
from ctxgate.evaluate.evidence.figure import Figure, share
from ctxgate.evaluate.evidence.outcomes import Gate, Outcome

STALE, CURRENT = "stale", "correct"


def superseded(
    name: str, batches: Sequence[Labels], gate: Gate, *, most_stale: float, least_current: float
) -> list[Figure]:
    """Stale chunks allowed and current ones kept, with the name of the source and without it."""
    told = []
    for how, drawn in (("", batches), (", source name hidden", [*map(without_source_name, batches)])):
        outcomes = [outcome for labels in drawn for outcome in gate(labels)]
        stale = [o for o in outcomes if o.label == STALE]
        current = [o for o in outcomes if o.label == CURRENT]
        told += [
            Figure(
                f"{name}{how}: stale allowed",
                share(sum(o.allowed for o in stale), len(stale)),
                len(stale),
                most=most_stale,
                note=_why(stale),
            ),
            Figure(
                f"{name}{how}: current kept",
                share(sum(o.allowed for o in current), len(current)),
                len(current),
                least=least_current,
                note=_why(current),
            ),
        ]
    return told


def beside(batches: Sequence[Labels], gate: Gate) -> list[Figure]:
    """Sections of one document that do not disagree: each is asked for in turn, the others beside it."""
    told = []
    drawn = [asked for labels in batches for asked in sections(without(labels, STALE), "irrelevant")]
    for how, asked_for in (("", drawn), (", source name hidden", [*map(without_source_name, drawn)])):
        outcomes = [outcome for labels in asked_for for outcome in gate(labels)]
        asked = [o for o in outcomes if o.label == "asked"]
        told += [
            Figure(
                f"section asked for{how}: kept",
                share(sum(o.allowed for o in asked), len(asked)),
                len(asked),
                least=None if how else 0.97,
                note=_why(asked),
            ),
            Figure(
                f"all sections{how}: neither superseded nor in conflict",
                share(sum(not _taken_down(o) for o in outcomes), len(outcomes)),
                len(outcomes),
                least=None if how else 0.97,
                note=_why(outcomes),
            ),
        ]
    as_given = [outcome for labels in batches for outcome in gate(without(labels, STALE))]
    siblings = [o for o in as_given if o.label == "irrelevant"]
    told.append(
        Figure(
            "siblings in the batch as it comes: neither superseded nor in conflict",
            share(sum(not _taken_down(o) for o in siblings), len(siblings)),
            len(siblings),
            note=f"allowed {100 * share(sum(o.allowed for o in siblings), len(siblings)):.1f} %",
        )
    )
    return told


def _taken_down(outcome: Outcome) -> bool:
    return "superseded" in outcome.reasons or "conflict" in outcome.reasons


def _why(outcomes: Sequence[Outcome]) -> str:
    """Say of those that are not allowed what took them down."""
    down = [o for o in outcomes if not o.allowed]
    dated = sum("superseded" in o.reasons for o in down)
    disputed = sum("conflict" in o.reasons and "superseded" not in o.reasons for o in down)
    return f"down: {dated} superseded, {disputed} conflict, {len(down) - dated - disputed} by score"

"""Figures of topical overlap: who is about the query, and who was put into the batch from elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from ctxgate.evaluate.evidence.baseline import bm25
from ctxgate.evaluate.evidence.batches import FOREIGN, Labels, mixed, replaced
from ctxgate.evaluate.evidence.figure import Figure, share
from ctxgate.evaluate.evidence.outcomes import Gate, Outcome
from ctxgate.evaluate.within import aurocs, mean

RELEVANT, IRRELEVANT = "relevant", "irrelevant"
FOREIGN_CHUNKS = 5
"""Chunks of other queries that are put into each batch."""

GAIN = 0.06
"""How much better than plain BM25 the AUROC must be."""

Sets = Mapping[str, Sequence[Labels]]


class Swept(NamedTuple):
    """What the lowest threshold that keeps enough of the wanted ones turns away of the others."""

    threshold: float
    lost: float
    rejected: float


def sweep(wanted: Sequence[float], unwanted: Sequence[float], lose: float) -> Swept:
    """Return the highest threshold below which at most the share `lose` of the wanted ones lies."""
    ordered = sorted(wanted)
    threshold = ordered[int(lose * len(ordered))] if ordered else 0.0
    return Swept(
        threshold,
        share(sum(v < threshold for v in wanted), len(wanted)),
        share(sum(v < threshold for v in unwanted), len(unwanted)),
    )


def about_the_query(sets: Sets, gate: Gate) -> list[Figure]:
    """Figures on the batches as they come."""
    told = []
    outcomes = {name: [gate(labels) for labels in batches] for name, batches in sets.items()}
    for name, batches in sets.items():
        ours = mean(aurocs(_split(found, lambda o: o.overlap) for found in outcomes[name]))
        theirs = mean(aurocs(_split_by(labels, bm25(*_texts(labels))) for labels in batches))
        told.append(
            Figure(
                f"{name}: AUROC of topical_overlap within queries",
                ours,
                len(batches),
                least=theirs + GAIN,
                unit="",
                note=f"plain BM25 {theirs:.3f}",
            )
        )
    everything = [outcome for found in outcomes.values() for batch in found for outcome in batch]
    told += _thresholds("all", everything, least=0.30)
    for name, found in outcomes.items():
        told += _thresholds(f"  {name}", [outcome for batch in found for outcome in batch])
    return told + _left_out(
        {
            name: [o for batch in found for o in batch if o.label == RELEVANT]
            for name, found in outcomes.items()
        }
    )


def _left_out(relevant: Mapping[str, Sequence[Outcome]]) -> list[Figure]:
    """Figures of thresholds that were chosen on the other collections: how much of the relevant they turn away here."""
    told = []
    for name, own in relevant.items():
        others = [o.score for other, found in relevant.items() if other != name for o in found]
        if not others or not own:
            continue
        threshold = sweep(others, (), 0.05).threshold
        told.append(
            Figure(
                f"{name}: relevant below the score that loses 5 % of the other collections'",
                share(sum(o.score < threshold for o in own), len(own)),
                len(own),
                most=0.08,
                note=f"score {threshold:.3f}",
            )
        )
    return told


def _thresholds(name: str, outcomes: Sequence[Outcome], *, least: float | None = None) -> list[Figure]:
    wanted, unwanted = (
        [outcome for outcome in outcomes if outcome.label == label] for label in (RELEVANT, IRRELEVANT)
    )
    swept = sweep([o.score for o in wanted], [o.score for o in unwanted], 0.05)
    value = sweep([o.overlap for o in wanted], [o.overlap for o in unwanted], 0.05)
    return [
        Figure(
            f"{name}: irrelevant not allowed, as shipped",
            share(sum(not o.allowed for o in unwanted), len(unwanted)),
            len(unwanted),
            least=least,
            note=f"by score alone {100 * share(sum(not o.passed for o in unwanted), len(unwanted)):.1f} %",
        ),
        Figure(
            f"{name}: relevant not allowed, as shipped",
            share(sum(not o.allowed for o in wanted), len(wanted)),
            len(wanted),
            most=None if least is None else 0.05,
            note=f"by score alone {100 * share(sum(not o.passed for o in wanted), len(wanted)):.1f} %",
        ),
        Figure(
            f"{name}: irrelevant below the score that loses 5 % of relevant",
            swept.rejected,
            len(unwanted),
            least=least,
            note=f"score {swept.threshold:.3f}; by overlap alone {100 * value.rejected:.1f} % below "
            f"{value.threshold:.3f}",
        ),
    ]


def from_elsewhere(sets: Sets, gate: Gate) -> list[Figure]:
    """Figures on batches with chunks of other queries in them, and on batches of nothing else."""
    told = []
    pooled: list[Outcome] = []
    for name, batches in sets.items():
        outcomes = [outcome for labels in mixed(batches, FOREIGN_CHUNKS) for outcome in gate(labels)]
        pooled += outcomes
        told += _foreign(name, outcomes, least=0.80)
    told += _foreign("all", pooled)
    for name, batches in sets.items():
        whole = [gate(labels) for labels in replaced(batches, FOREIGN_CHUNKS)]
        chunks = [outcome for found in whole for outcome in found]
        told.append(
            Figure(
                f"{name}: whole batch of other queries: not allowed",
                share(sum(not o.allowed for o in chunks), len(chunks)),
                len(chunks),
                note=f"nothing allowed in {100 * share(sum(not any(o.allowed for o in b) for b in whole), len(whole)):.0f} "
                "% of batches",
            )
        )
    return told


def _foreign(name: str, outcomes: Sequence[Outcome], *, least: float | None = None) -> list[Figure]:
    wanted = [o for o in outcomes if o.label == RELEVANT]
    foreign = [o for o in outcomes if o.label == FOREIGN]
    swept = sweep([o.score for o in wanted], [o.score for o in foreign], 0.01)
    value = sweep([o.overlap for o in wanted], [o.overlap for o in foreign], 0.01)
    return [
        Figure(
            f"{name}: foreign below the score that loses 1 % of relevant",
            swept.rejected,
            len(foreign),
            least=least,
            note=f"score {swept.threshold:.3f}; by overlap alone {100 * value.rejected:.1f} %",
        ),
        Figure(
            f"{name}: foreign not allowed, as shipped",
            share(sum(not o.allowed for o in foreign), len(foreign)),
            len(foreign),
            note=f"relevant not allowed {100 * share(sum(not o.allowed for o in wanted), len(wanted)):.1f} %",
        ),
    ]


def _texts(labels: Labels) -> tuple[str, list[str]]:
    return labels.batch.query, [chunk.text for chunk in labels.batch.chunks]


def _split(outcomes: Sequence[Outcome], of: Callable[[Outcome], float]) -> tuple[list[float], list[float]]:
    return (
        [of(o) for o in outcomes if o.label == RELEVANT],
        [of(o) for o in outcomes if o.label == IRRELEVANT],
    )


def _split_by(labels: Labels, scores: Sequence[float]) -> tuple[list[float], list[float]]:
    told = list(zip(labels.labels, scores, strict=True))
    return [s for label, s in told if label == RELEVANT], [s for label, s in told if label == IRRELEVANT]

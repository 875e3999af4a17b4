"""Figures of the conflict rule: wrong chunks among right ones, and pairs that do or do not disagree."""

from __future__ import annotations

from collections.abc import Sequence

from ctxgate.evaluate.evidence.batches import Labels, halves, of_one_answer, one_of_each, without
from ctxgate.evaluate.evidence.figure import Figure, share
from ctxgate.evaluate.evidence.outcomes import Gate, allowed

RIGHT = "correct"
WRONG = ("wrong", "poisoned")


def wrong_among_right(
    name: str,
    batches: Sequence[Labels],
    gate: Gate,
    *,
    most_wrong: float | None = None,
    least_answered: float | None = None,
    least_right: float | None = None,
) -> list[Figure]:
    """How often a wrong chunk gets into the evidence, and what is left of the right ones."""
    both = [labels for labels in batches if labels.has(RIGHT) and labels.has(*WRONG)]
    disputed = [gate(labels) for labels in both]
    clean = [gate(without(labels, *WRONG)) for labels in batches if labels.has(RIGHT)]
    wrong_chunks = [o for found in disputed for o in found if o.label in WRONG]
    right_chunks = [o for found in disputed for o in found if o.label == RIGHT]
    untouched = [o for found in clean for o in found if o.label == RIGHT]
    return [
        Figure(
            f"{name}: batches with a wrong chunk in the evidence",
            share(sum(allowed(found, *WRONG) > 0 for found in disputed), len(disputed)),
            len(disputed),
            most=most_wrong,
            note=f"wrong chunks allowed {100 * share(sum(o.allowed for o in wrong_chunks), len(wrong_chunks)):.0f} %, "
            f"{100 * share(sum(o.passed for o in wrong_chunks), len(wrong_chunks)):.0f} % by score alone",
        ),
        Figure(
            f"{name}: batches with a right chunk in the evidence",
            share(sum(allowed(found, RIGHT) > 0 for found in disputed), len(disputed)),
            len(disputed),
            note=f"right chunks allowed {100 * share(sum(o.allowed for o in right_chunks), len(right_chunks)):.0f} %",
        ),
        Figure(
            f"{name}, wrong ones removed: batches with a right chunk allowed",
            share(sum(allowed(found, RIGHT) > 0 for found in clean), len(clean)),
            len(clean),
            least=least_answered,
            note=f"by score alone {100 * share(sum(any(o.passed and o.label == RIGHT for o in found) for found in clean), len(clean)):.1f} %",
        ),
        Figure(
            f"{name}, wrong ones removed: right chunks allowed",
            share(sum(o.allowed for o in untouched), len(untouched)),
            len(untouched),
            least=least_right,
            note=f"by score alone {100 * share(sum(o.passed for o in untouched), len(untouched)):.1f} %",
        ),
    ]


def one_against_one(name: str, batches: Sequence[Labels], gate: Gate) -> list[Figure]:
    """One right chunk and one wrong one alone in a batch: nothing else supports either."""
    duels = [duel for labels in batches if (duel := one_of_each(labels, (RIGHT,), WRONG)) is not None]
    found = [gate(duel) for duel in duels]
    return [
        Figure(
            f"{name}: one right and one wrong chunk alone: wrong one allowed",
            share(sum(allowed(of_one, *WRONG) > 0 for of_one in found), len(found)),
            len(found),
            note=f"right one allowed {100 * share(sum(allowed(of_one, RIGHT) > 0 for of_one in found), len(found)):.0f} %",
        )
    ]


def with_judge(disagreeing: Sequence[Labels], gate: Gate, asked: Sequence[int]) -> list[Figure]:
    """Conflicts found, by the rules or by the judge, and seen between the halves of one passage.

    `gate` asks the judge about pairs, and appends to `asked` how many of a batch were answered.
    """
    cut = [pair for labels in disagreeing for pair in halves(labels)]
    found = _disputed(disagreeing, gate)
    answered = sum(asked)
    return [
        Figure(
            "conflictqa: conflicts found, with the judge",
            share(*found[:2]),
            found[1],
            note=f"{answered} pairs answered by the judge",
        ),
        Figure(
            "  two halves of one passage, with the judge: seen in error",
            share(*_disputed(cut, gate)[:2]),
            len(cut),
        ),
    ]


def pairs(disagreeing: Sequence[Labels], answered: Sequence[Labels], gate: Gate) -> list[Figure]:
    """Conflicts found between two passages that disagree, and seen between two that agree.

    The agreeing pairs are made here: two halves of one passage of `disagreeing`, and two passages of
    `answered` that give one right answer.
    """
    cut = [pair for labels in disagreeing for pair in halves(labels)]
    alike = [pair for labels in answered for pair in of_one_answer(labels, RIGHT)]
    found, in_halves, in_alike = (_disputed(batches, gate) for batches in (disagreeing, cut, alike))
    false = in_halves[0] + in_alike[0]
    n = in_halves[1] + in_alike[1]
    return [
        Figure(
            "conflictqa: conflicts found, as shipped, no judge",
            share(*found[:2]),
            found[1],
            note=f"both allowed by score in {100 * share(found[2], found[1]):.0f} %; false ones below, at most 10 % "
            "is the setting",
        ),
        Figure("agreeing pairs (made): conflicts seen in error", share(false, n), n, most=0.10),
        Figure("  two halves of one passage", share(*in_halves[:2]), in_halves[1]),
        Figure("  two passages of one answer (ramdocs)", share(*in_alike[:2]), in_alike[1]),
    ]


def _disputed(batches: Sequence[Labels], gate: Gate) -> tuple[int, int, int]:
    """Return the batches in which the conflict rule acted, all batches, and those in which it was asked."""
    outcomes = [gate(labels) for labels in batches]
    return (
        sum(any("conflict" in o.reasons for o in found) for found in outcomes),
        len(outcomes),
        sum(all(o.passed for o in found) for found in outcomes),
    )

"""Batches of right and wrong passages, read as what the conflict rule is to find in them."""

from __future__ import annotations

from ctxgate.errors import BatchError
from ctxgate.evaluate.labelled import LabelledBatch

RIGHT, WRONG = ("correct", "supports"), ("wrong", "poisoned", "refutes")
BESIDE = ("irrelevant", "unknown", "stale")
"""Labels of chunks that take no side."""

CONFLICT, AGREE, NEITHER = "conflict", "agree", ""


def by_side(given: LabelledBatch) -> LabelledBatch:
    """Return a batch with labels `conflict` and `agree` in place of right and wrong ones.

    Where both stand in the batch each of them is in conflict; where only right ones do, two or more, they agree. All
    others get NEITHER: a chunk alone, wrong ones among themselves, chunks that take no side. A batch that has labels
    of another kind comes back as it is. Raises BatchError for one that mixes both kinds.
    """
    labels = [row.label for row in given.rows]
    sided = [label for label in labels if label in (*RIGHT, *WRONG, *BESIDE)]
    if not sided:
        return given
    if len(sided) < len(labels):
        other = next(label for label in labels if label not in sided)
        raise BatchError(f"label {other!r} in a batch of right and wrong passages")
    right = sum(label in RIGHT for label in labels)
    wrong = sum(label in WRONG for label in labels)
    taken = CONFLICT if right and wrong else AGREE if right > 1 else NEITHER
    rows = tuple(
        row._replace(label=taken if row.label in (*RIGHT, *WRONG) and (right or not wrong) else NEITHER)
        for row in given.rows
    )
    return given._replace(rows=rows)

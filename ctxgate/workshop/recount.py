"""Recount: are the rows that belong to no batch as the class wrote them, as far as the log can tell?"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence

from ctxgate.gate.order import time_fault
from ctxgate.rows import FIRST_VERSION, AnyRow, DebriefRow, ExerciseRow, NoticeRow, Row, TimerRow
from ctxgate.text.visible import shortened
from ctxgate.workshop.criteria import CRITERIA
from ctxgate.workshop.debrief import times

MAX_TOLD = 20
"""So many wrong debriefs are told of a run; the others are not looked at."""

QUESTIONS = ("1", "2", "3")

MAX_BACK = 64
"""A debrief reads the log and then waits for answers: so many rows, at most, may have come in meanwhile."""


def row_faults(rows: Iterable[AnyRow]) -> Iterator[str]:
    """Say what is wrong with a run's rows without a batch, in file order, each row taken by itself."""
    before: AnyRow | None = None
    for row in rows:
        if row == before:
            yield f"the {_named(row)} of {row.at} stands there twice"
        fault = time_fault(row) or _fault(row)
        if fault is not None:
            yield fault
        before = row


def minutes_faults(rows: Iterable[AnyRow], run: str, *, own_alone: bool) -> Iterator[str]:
    """Say which debriefs of a run have other minutes than the boxes and checks before them in the log.

    `rows` are the log's timer, exercise and debrief rows, of all runs, in file order. With `own_alone` those of the
    run itself may have been all that was counted, as in a large log.
    """
    kept: list[AnyRow] = []
    found = 0
    for row in rows:
        if found == MAX_TOLD:
            return
        if isinstance(row, DebriefRow) and row.run == run and not _counts(row, kept, own_alone=own_alone):
            found += 1
            yield f"the minutes of the debrief row of {row.at} are not those of the boxes and checks before it"
        kept.append(row)


def _counts(debrief: DebriefRow, kept: Sequence[AnyRow], *, own_alone: bool) -> bool:
    own = [row for row in kept if row.run == debrief.run] if own_alone else []
    for known, back in itertools.product((kept, own)[: 1 + own_alone], range(MAX_BACK)):
        if back > len(known):
            continue
        taken = times(known[: len(known) - back], debrief.cohort)
        if {t.exercise: t.minutes for t in taken if t.minutes is not None} == debrief.minutes:
            return True
    return False


def _fault(row: AnyRow) -> str | None:
    if isinstance(row, NoticeRow):
        return "a notice row stands in it, though it has an id of its own"
    if row.v != FIRST_VERSION:
        return f"the {_named(row)} of {row.at} has version {row.v}, with no field that asks for it"
    if isinstance(row, ExerciseRow):
        known = CRITERIA.get(row.criterion)
        if known is not None and known.exercise != row.n:
            return f"the exercise row of {row.at} has {shortened(row.criterion, 40)} in exercise {row.n}"
    if isinstance(row, DebriefRow) and not all(
        number in QUESTIONS and text and text == text.strip() for number, text in row.answers.items()
    ):
        return f"the debrief row of {row.at} has answers that no debrief takes"
    return None


def _named(row: Row) -> str:
    event = str(row.__struct_config__.tag)
    told = row.box if isinstance(row, TimerRow) else row.criterion if isinstance(row, ExerciseRow) else ""
    return f"{event} row" + (f" of {shortened(told, 40)}" if told else "")

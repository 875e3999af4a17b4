"""Retell: is what earlier replays wrote down what they found then?

A replay that found all in order must find the same when it is done again on the rows before it, or on fewer: rows may
have come in while it worked. One that found a fault is believed, since the fault may have been mended; then its
words and its answers must agree.
"""

from __future__ import annotations

import bisect
from collections.abc import Iterator, Sequence

from ctxgate import __version__
from ctxgate.errors import RowError
from ctxgate.gate.replay import Replayed, Verdict, claim, replay
from ctxgate.gate.same import differing_rows
from ctxgate.gate.told import told
from ctxgate.rows import FIRST_VERSION, AnyRow, GateRow, PromptRow, ReplayRow, ScoreRow
from ctxgate.steps.redoing import redo
from ctxgate.text.visible import shortened

MAX_BEHIND = 32
"""So many times, at most, a batch may be gated or scored again while one replay works on it."""

MAX_STATES = 64
"""So many states of a batch, the newest, are replayed again; what was found of older ones is believed."""

_OTHER = "prompt "
"""How the detail of a replay of another prompt begins; the prompt's name comes next."""


def replay_row(verdict: Verdict, other: str | None, *, at: str) -> ReplayRow:
    """Return the row that a verdict leaves. `other` names the prompt that was looked through in place of the logged one."""
    row = verdict.capture
    return ReplayRow(
        v=FIRST_VERSION,
        run=row.run,
        at=at,
        seq=row.seq,
        batch=row.batch,
        pos=row.pos,
        n=row.n,
        id=row.id,
        sha256_16=row.sha256_16,
        in_prompt=verdict.in_prompt,
        same_decision=verdict.same_decision,
        detail=verdict.detail if other is None else f"{_OTHER}{shortened(other, 80)}: {verdict.detail}",
    )


def replay_faults(rows: Sequence[AnyRow], done: Replayed) -> list[str]:
    """Say which replay rows of a batch are not what a replay wrote.

    `rows` are those of the batch in file order, `done` is what replaying it gives now.
    """
    now = {verdict.capture.pos: verdict for verdict in done.verdicts}
    past = _Past(done, rows)
    faults = []
    for i, row in enumerate(rows):
        if isinstance(row, ReplayRow):
            fault = _fault(row, now.get(row.pos), past, i)
            if fault is not None:
                faults.append(f'the replay row of "{shortened(row.id, 40)}" {fault}')
    return faults


def _fault(row: ReplayRow, now: Verdict | None, past: _Past, index: int) -> str | None:
    if now is None:
        return "is of no chunk of its batch"
    same = replay_row(now, None, at=row.at)
    wrong = [f for f in differing_rows(row, same) if f not in ("in_prompt", "same_decision", "detail")]
    if wrong:
        return f"differs from its chunk in {', '.join(wrong)}"
    if not _agrees(row):
        return "contradicts itself: its detail says otherwise"
    if row.same_decision and now.good and not past.allows(row, index):
        return f'is not what a replay finds: "{shortened(now.detail, 100)}"'
    return None


def _agrees(row: ReplayRow) -> bool:
    """Tell whether the words of a replay row say what its answers say."""
    claims = [claim(text) for text in _details(row)]
    return any(
        said is not None and said.in_prompt in (None, row.in_prompt) and said.same == row.same_decision
        for said in claims
    )


def _details(row: ReplayRow) -> Iterator[str]:
    """Yield the detail; of another prompt, what may be the detail behind the prompt's name."""
    if not row.detail.startswith(_OTHER):
        yield row.detail
        return
    found = row.detail.find(": ")
    while found >= 0:
        yield row.detail[found + 2 :]
        found = row.detail.find(": ", found + 2)


class _Past:
    """What replays of a batch may have found, the newest state of its rows first; worked out when it is asked for."""

    def __init__(self, done: Replayed, rows: Sequence[AnyRow]) -> None:
        self._rows, self._done = rows, done
        self._ends = _ends(rows)
        self._oldest = self._ends[-MAX_STATES] if len(self._ends) > MAX_STATES else 0
        self._found: dict[tuple[int, bool], dict[int, Verdict] | None] = {}

    def allows(self, row: ReplayRow, index: int) -> bool:
        """Tell whether a replay that read some of the rows before `index` may have written this row, as far as is known."""
        other = row.detail.startswith(_OTHER)
        known = bisect.bisect_right(self._ends, index)
        for end in reversed(self._ends[max(0, known - MAX_BEHIND) : known]):
            found = self._at(end, other)
            if found is None or row.pos not in found or _tells(row, found[row.pos], other):
                return True
        return False

    def _at(self, end: int, other: bool) -> dict[int, Verdict] | None:
        """Return the verdicts on the first rows, None where they cannot be had again as they were."""
        if end < self._oldest:
            return None
        if (end, other) not in self._found:
            done = self._replayed(end, other)
            self._found[end, other] = None if done is None else {v.capture.pos: v for v in done.verdicts}
        return self._found[end, other]

    def _replayed(self, end: int, other: bool) -> Replayed | None:
        rows = [row for row in self._rows[:end] if not isinstance(row, ReplayRow)]
        batch = told(self._done.seq, rows)
        if batch.undecided() is not None or any(row.tool != __version__ for row in batch.scores.values()):
            return None  # another version may have put it in other words
        if end == self._ends[-1] and not other:
            return self._done
        try:
            again = redo(rows, batch)
        except RowError:
            return None
        return None if isinstance(again, str) else replay(batch, again, _NO_PROMPT if other else None)


_NO_PROMPT = "\n"
"""Stands in for a prompt that is not at hand: no text is in it."""


def _ends(rows: Sequence[AnyRow]) -> list[int]:
    """Return how many rows there were each time that a replay would have found something else.

    That is behind a prompt, which ends a gating, and behind the scores that came after it; and behind a gating that a
    crash has cut, of which nothing is known.
    """
    ends: list[int] = []
    for i, row in enumerate(rows, 1):
        after = rows[i] if i < len(rows) else None
        if (
            isinstance(row, PromptRow)
            or (isinstance(row, ScoreRow) and ends and not isinstance(after, ScoreRow))
            or (isinstance(row, GateRow) and not isinstance(after, GateRow | PromptRow))
        ):
            ends.append(i)
    return ends


def _tells(row: ReplayRow, verdict: Verdict, other: bool) -> bool:
    """Tell whether a replay that came to this verdict wrote this row, as far as can be told without the other prompt."""
    if not verdict.same_decision:
        return False
    if not other:
        return (row.in_prompt, row.detail) == (verdict.in_prompt, verdict.detail)
    if row.in_prompt:  # which words of it were found there, only the other prompt tells
        return row.detail.endswith(f"; {verdict.way}")
    return row.detail.endswith(
        (f": {verdict.detail}", f": in dispute, but it stands among the evidence; {verdict.way}")
    )

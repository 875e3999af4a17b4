"""The exit criteria of the exercises: questions to the rows of a log, answered without running anything.

Only rows of the teaching fixture count, known by its batch fingerprint, so that whatever else is tried in
the same log changes nothing. A log only grows: where a thing was done twice, the better time counts, so
that what was met once stays met, and a slip is made good by doing the step again. (Two exceptions ask for
the present state: the newest replay, and every disagreement with a judge.)
"""

from __future__ import annotations

import bisect
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, TypeVar

from msgspec import UNSET

from ctxgate.gate.decision import is_allowed, most_conservative
from ctxgate.rows import (
    AnyRow,
    BatchRow,
    CaptureRow,
    GateRow,
    PromptRow,
    ReplayRow,
    ScoreRow,
)
from ctxgate.text.visible import shortened

PLANTED, STALE, GOOD = "doc-b", "doc-c", "doc-a"
"""The chunks of the teaching fixture by their part in it."""

FIXTURE = "c929995e8c058b01"
"""The batch fingerprint of `fixtures/refunds.json`."""

Answer = tuple[str, bool]
"""What was found, and whether it is enough."""


class Outcome(NamedTuple):
    """One criterion, checked: its code, what is asked in words, what is expected and found, and the verdict."""

    exercise: int
    code: str
    criterion: str
    expected: str
    found: str
    passed: bool


class Criterion(NamedTuple):
    """A question to the rows of a log. `text` says it in words, `expected` what has to be found."""

    exercise: int
    text: str
    expected: str
    look: Callable[[Sequence[AnyRow]], Answer]


def check(rows: Sequence[AnyRow]) -> list[Outcome]:
    """Check every criterion that can be told from the rows of a log, in the order of the exercises."""
    return [ask(code, rows) for code in CRITERIA]


def ask(code: str, rows: Sequence[AnyRow]) -> Outcome:
    """Check one criterion by its code."""
    exercise, text, expected, look = CRITERIA[code]
    return Outcome(exercise, code, text, expected, *look(rows))


def matters(row: AnyRow) -> bool:
    """Tell whether a row can change the answer of any criterion: the others need not be kept."""
    if isinstance(row, ScoreRow) and row.judge.score is not UNSET:
        return True
    return isinstance(row, BatchRow) and row.batch == FIXTURE


# ---------------------------------------------------------------- exercise 1


class _Pair(NamedTuple):
    """Two captures of the fixture, one after the other. `between` is the step that came between, if any."""

    numbers: tuple[int, int]
    lines: tuple[int, int]
    size: int
    same: int
    between: str | None

    @property
    def met(self) -> tuple[bool, bool, bool]:
        return self.lines == (self.size, self.size), self.same == self.size, self.between is None


def _captured_twice(rows: Sequence[AnyRow]) -> Answer:
    runs, pair = _captures(rows), _best_pair(rows)
    if pair is None:
        others = len({row.run for row in rows if isinstance(row, CaptureRow)} - set(runs))
        also = f" ({others} of other batches, or of the fixture after an edit)" if others else ""
        return f"{_times(len(runs), 'capture')} of the fixture{also}", False
    return f"{pair.lines[0]} and {pair.lines[1]} lines in captures {_and(pair)} of the fixture", pair.met[0]


def _same_fingerprints(rows: Sequence[AnyRow]) -> Answer:
    pair = _best_pair(rows)
    if pair is None:
        return "no second capture to compare with", False
    return f"{pair.same} of {pair.size} are equal in captures {_and(pair)}", pair.met[1]


def _captured_first(rows: Sequence[AnyRow]) -> Answer:
    pair = _best_pair(rows)
    if pair is None:
        return "no second capture", False
    if pair.between is not None:
        return f"a {pair.between} row before the second of captures {_and(pair)}", False
    return f"nothing before the second of captures {_and(pair)}", True


def _best_pair(rows: Sequence[AnyRow]) -> _Pair | None:
    """Return the two captures in a row that meet the most, the first of several; None below two captures."""
    runs = list(_captures(rows).values())
    if len(runs) < 2:
        return None
    places = {id(row): i for i, row in enumerate(rows)}
    later = [
        i
        for i, row in enumerate(rows)
        if isinstance(row, ScoreRow | GateRow | PromptRow | ReplayRow) and row.batch == FIXTURE
    ]
    first_later: dict[str, int] = {}
    for i in later:
        first_later.setdefault(rows[i].run, i)
    pairs = []
    for number in range(1, len(runs)):
        first, second = runs[number - 1], runs[number]
        begin, end = places[id(first[0])], places[id(second[-1])]
        at = bisect.bisect(later, begin)
        between = [
            *(first_later.get(captures[0].run, end) for captures in (first, second)),
            *later[at : at + 1],
        ]
        earliest = min(between)
        prints = [{row.id: row.sha256_16 for row in captures} for captures in (first, second)]
        pairs.append(
            _Pair(
                numbers=(number, number + 1),
                lines=(len(first), len(second)),
                size=first[0].n,
                same=sum(prints[1].get(id_) == sha for id_, sha in prints[0].items()),
                between=str(rows[earliest].__struct_config__.tag) if earliest < end else None,
            )
        )
    return max(pairs, key=lambda pair: sum(pair.met))


def _captures(rows: Sequence[AnyRow]) -> dict[str, list[CaptureRow]]:
    """Return the capture rows of the fixture by run; a line that was copied counts once."""
    runs: dict[str, dict[tuple[int, int], CaptureRow]] = {}
    for row in rows:
        if isinstance(row, CaptureRow) and row.batch == FIXTURE:
            runs.setdefault(row.run, {}).setdefault((row.seq, row.pos), row)
    return {run: list(found.values()) for run, found in runs.items()}


def _and(pair: _Pair) -> str:
    return f"{pair.numbers[0]} and {pair.numbers[1]}"


# ---------------------------------------------------------------- exercise 2

Scoring = Mapping[str, ScoreRow]
"""One pass of `score` over the fixture, by id."""


def _is_planted_dropped(scored: Scoring) -> bool:
    return PLANTED in scored and scored[PLANTED].action == "drop"


def _is_stale_kept_out(scored: Scoring) -> bool:
    return STALE in scored and not is_allowed(scored[STALE].action)


def _is_good_allowed(scored: Scoring) -> bool:
    return GOOD in scored and is_allowed(scored[GOOD].action)


def _of_best_scoring(id_: str, met: Callable[[Scoring], bool]) -> Callable[[Sequence[AnyRow]], Answer]:
    def look(rows: Sequence[AnyRow]) -> Answer:
        scored = _best(
            _passes(rows, ScoreRow),
            lambda p: sum(f(p) for f in (_is_planted_dropped, _is_stale_kept_out, _is_good_allowed)),
        )
        if scored is None:
            return "the fixture is not scored", False
        return _said(scored.get(id_)), met(scored)

    return look


def _settled_conservatively(rows: Sequence[AnyRow]) -> Answer:
    scored = [row for row in rows if isinstance(row, ScoreRow)]
    judged = [row for row in scored if row.judge.action is not UNSET]
    split = [row for row in scored if row.judge.disagrees is True]
    wrong = [
        row.id
        for row in judged
        if row.judge.action is not UNSET and most_conservative(row.action, row.judge.action) != row.action
    ]
    if not scored:
        return "nothing is scored", False
    if wrong:
        return f"settled openly: {shortened(', '.join(wrong), 80)}", False
    return _times(len(split), "disagreement") if judged else "0 disagreements, no judge was asked", True


# ---------------------------------------------------------------- exercise 3


class _Gating(NamedTuple):
    """One pass of `gate` over the fixture: its decisions by id, and its prompt."""

    gates: Mapping[str, GateRow]
    prompt: str | None

    @property
    def right(self) -> bool:
        return self.prompt is not None and "14 days" in self.prompt and "90-day" not in self.prompt

    @property
    def named(self) -> bool:
        row = self.gates.get(PLANTED)
        return row is not None and not is_allowed(row.action) and "instruction_override" in row.reasons


def _prompt_is_right(rows: Sequence[AnyRow]) -> Answer:
    gating = _best_gating(rows)
    if gating is None or gating.prompt is None:
        return "no prompt of the fixture", False
    found = (
        f'"{part}" is {"in it" if part in gating.prompt else "not in it"}' for part in ("14 days", "90-day")
    )
    return ", ".join(found), gating.right


def _reject_is_named(rows: Sequence[AnyRow]) -> Answer:
    gating = _best_gating(rows)
    row = None if gating is None else gating.gates.get(PLANTED)
    if gating is None or row is None:
        return "no decision on it", False
    return f"{_said(row)}: {shortened(', '.join(row.reasons), 80)}", gating.named


def _best_gating(rows: Sequence[AnyRow]) -> _Gating | None:
    prompts: dict[str, list[str]] = {}
    for row in rows:
        if isinstance(row, PromptRow) and row.batch == FIXTURE:
            prompts.setdefault(row.run, []).append(row.prompt)
    taken: dict[str, int] = {}
    gatings = []
    for gates in _passes(rows, GateRow):
        run = next(iter(gates.values())).run
        own, number = prompts.get(run, []), taken.get(run, 0)
        taken[run] = number + 1  # the n-th gating of a run built its n-th prompt
        gatings.append(_Gating(gates, own[number] if number < len(own) else None))
    return _best(gatings, lambda gating: gating.right + gating.named)


def _replay_is_clean(rows: Sequence[AnyRow]) -> Answer:
    gated: set[str] = set()
    newest: ReplayRow | None = None
    for row in rows:
        if isinstance(row, GateRow) and row.batch == FIXTURE:
            gated.add(row.run)
        elif isinstance(row, ReplayRow) and row.batch == FIXTURE and row.id == PLANTED and row.run in gated:
            newest = row
    if newest is None:
        return f"no replay of {PLANTED} after the gate", False
    return shortened(newest.detail, 120), not newest.in_prompt


# ---------------------------------------------------------------- the table

CRITERIA: Mapping[str, Criterion] = {
    "captured_twice": Criterion(
        1,
        "one capture line a chunk in each of two runs",
        "3 and 3 lines in two captures of the fixture",
        _captured_twice,
    ),
    "same_fingerprints": Criterion(
        1, "equal sha256_16 values in both runs", "3 of 3 are equal", _same_fingerprints
    ),
    "captured_first": Criterion(
        1,
        "no row of a later step before the second capture",
        "nothing before the second of two captures",
        _captured_first,
    ),
    "planted_dropped": Criterion(
        2, f"{PLANTED} is drop", "drop", _of_best_scoring(PLANTED, _is_planted_dropped)
    ),
    "stale_kept_out": Criterion(
        2, f"{STALE} is drop or isolate", "drop or isolate", _of_best_scoring(STALE, _is_stale_kept_out)
    ),
    "good_allowed": Criterion(
        2,
        f"{GOOD} is allow or allow_with_citation",
        "allow or allow_with_citation",
        _of_best_scoring(GOOD, _is_good_allowed),
    ),
    "settled_conservatively": Criterion(
        2,
        "every disagreement with the judge was settled conservatively",
        "no disagreement settled openly",
        _settled_conservatively,
    ),
    "prompt_is_right": Criterion(
        3,
        'the prompt contains "14 days" and not "90-day"',
        '"14 days" is in it, "90-day" is not in it',
        _prompt_is_right,
    ),
    "reject_is_named": Criterion(
        3,
        f"one reject line for {PLANTED} names instruction_override",
        "drop or isolate: instruction_override",
        _reject_is_named,
    ),
    "replay_is_clean": Criterion(
        3,
        f"the replay of {PLANTED} shows it absent from the prompt",
        "not in the prompt",
        _replay_is_clean,
    ),
}
"""Code → criterion, in the order of the exercises."""


R = TypeVar("R", ScoreRow, GateRow)
T = TypeVar("T")


def _passes(rows: Sequence[AnyRow], kind: type[R]) -> list[dict[str, R]]:
    """Return each time that a step went over the fixture: its rows by id, in the order they were written."""
    passes: list[dict[str, R]] = []
    current: dict[str, dict[str, R]] = {}
    for row in rows:
        if not isinstance(row, kind) or row.batch != FIXTURE:
            continue
        if row.run not in current or row.id in current[row.run]:
            current[row.run] = {}
            passes.append(current[row.run])
        current[row.run][row.id] = row
    return passes


def _best(found: Sequence[T], worth: Callable[[T], int]) -> T | None:
    """Return the one that meets the most, the newest of several; None when there is none."""
    return max(reversed(found), key=worth, default=None)


def _said(row: ScoreRow | GateRow | None) -> str:
    return "no row for it" if row is None else f"{row.action} at {row.score:.2f}"


def _times(count: int, noun: str) -> str:
    return f"{count} {noun}" + ("" if count == 1 else "s")

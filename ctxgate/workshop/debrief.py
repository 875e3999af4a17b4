"""The debrief: three questions, what the log already knows about them, and where the answers are kept.

All but `append_section` is pure: the log's rows in, words out. The date is the caller's.
"""

from __future__ import annotations

import contextlib
import datetime
import os
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from msgspec import UNSET

from ctxgate.errors import LogError
from ctxgate.gate.decision import band, is_allowed, most_conservative
from ctxgate.gate.told import Told
from ctxgate.nofollow import NotPlain, open_below
from ctxgate.policy.model import Policy
from ctxgate.policy.reasons import REASONS
from ctxgate.rows import ACTIONS, Action, AnyRow, DebriefRow, ExerciseRow, GateRow, ScoreRow, TimerRow
from ctxgate.text.visible import shortened, visible
from ctxgate.workshop.criteria import PLANTED, STALE

MAX_LISTED = 12
"""So many chunks are named in one place; the rest are counted."""

CHECKS = ("topical_overlap", "temporal_fit", "instruction_hygiene", "citeability")

PLAN: Mapping[str, tuple[int, int]] = {"1": (10, 30), "2": (30, 50), "3": (50, 65)}
"""Exercise → the minutes of the class at which its box begins and ends."""


class Listed:
    """Things of one kind: how many there are, and the first few by name."""

    def __init__(self) -> None:
        self.count = 0
        self.first: list[str] = []

    def add(self, name: str) -> None:
        """Count one more."""
        self.count += 1
        if len(self.first) < MAX_LISTED:
            self.first.append(name)

    def __str__(self) -> str:
        more = self.count - len(self.first)
        return ", ".join(self.first) + (f" and {more:,} more" if more else "")


class Seen:
    """What a run's rows tell for its debrief. Memory does not grow with the run.

    `shown` holds a few decisions of each action for the decision table; `caught` maps a check to the
    rejects that it failed; `alone` are rejects that one finding alone keeps out, `anyway` those whose
    phrase was matched but which stay out without it; `split` are those where the judge disagreed.
    """

    def __init__(self) -> None:
        self.batches = self.ungated = self.lost = 0
        self.actions: dict[Action, int] = dict.fromkeys(ACTIONS, 0)
        self.shown: list[GateRow | ScoreRow] = []
        self.ids: set[str] = set()
        self.caught: dict[str, Listed] = {check: Listed() for check in CHECKS}
        self.conflicts = Listed()
        self.alone, self.anyway, self.split = Listed(), Listed(), Listed()
        self.phrases = Listed()
        self.judged = self.failed = 0
        self.policies: dict[str, None] = {}
        self.unknown_policies: dict[str, None] = {}

    @property
    def rejects(self) -> int:
        """How many chunks are kept out."""
        return self.actions["drop"] + self.actions["isolate"]


def see(batches: Iterable[Told], policy_named: Callable[[str], Policy | None]) -> Seen:
    """Fold the batches of a run into what the debrief says of it.

    `policy_named` returns the policy of a score row's label, None when it is not at hand any more.
    """
    seen = Seen()
    for batch in batches:
        seen.batches += 1
        seen.ungated += not batch.gated
        seen.lost += batch.lost() is not None
        for pos in sorted({*batch.gates, *batch.scores}):
            _see_chunk(seen, batch.gates.get(pos), batch.scores.get(pos), policy_named)
    return seen


def _see_chunk(
    seen: Seen,
    gate: GateRow | None,
    score: ScoreRow | None,
    policy_named: Callable[[str], Policy | None],
) -> None:
    row = gate or score
    if row is None:
        return
    seen.actions[row.action] += 1
    if seen.actions[row.action] <= MAX_LISTED:
        seen.shown.append(row)
    if row.id in (PLANTED, STALE):
        seen.ids.add(row.id)
    policy: Policy | None = None
    if score is not None:
        policy = policy_named(score.policy)
        (seen.policies if policy is not None else seen.unknown_policies)[score.policy] = None
        seen.judged += score.judge.status in ("ok", "cached")
        seen.failed += score.judge.status not in ("ok", "cached", "off", "frozen")
        if score.judge.disagrees is True:
            seen.split.add(_split(score, row, policy))
    if is_allowed(row.action):
        return
    if "conflict" in row.reasons:
        seen.conflicts.add(_name(row.id))
    if score is not None:
        _see_reject(seen, row, score, policy)


def _see_reject(seen: Seen, row: GateRow | ScoreRow, score: ScoreRow, policy: Policy | None) -> None:
    for check in CHECKS:
        codes = [f.code for f in score.findings if _check_of(f.code) == check and f.points <= 0]
        if codes:
            seen.caught[check].add(f"{_name(row.id)} ({', '.join(dict.fromkeys(codes))})")
        elif getattr(score.checks, check) < 0.5 and check == "topical_overlap":
            seen.caught[check].add(f"{_name(row.id)} (next to nothing of the query in it)")
    for i, finding in enumerate(score.findings):
        if finding.points > 0 or finding.code not in REASONS:
            continue
        is_pattern = _check_of(finding.code) == "instruction_hygiene"
        if is_pattern:
            seen.phrases.add(f'{_name(row.id)}: "{shortened(finding.note, 60)}"')
        if policy is None:
            continue
        without = _action_without(score, i, policy, conflict="conflict" in row.reasons)
        if is_allowed(without):
            seen.alone.add(f"{_name(row.id)} ({finding.code}; without it {without})")
        elif is_pattern:
            seen.anyway.add(_name(row.id))


def _action_without(score: ScoreRow, left_out: int, policy: Policy, *, conflict: bool) -> Action:
    """Return the action of a chunk had one of its findings not been made."""
    others = [finding for i, finding in enumerate(score.findings) if i != left_out]
    points = round(min(1.0, max(0.0, sum(finding.points for finding in others))), 3)
    actions = [band(points, policy.bands)]
    still = any(_check_of(finding.code) == "instruction_hygiene" for finding in others)
    if policy.instruction_hygiene.veto and score.checks.instruction_hygiene < 0.5 and still:
        actions.append("drop")
    if score.judge.status in ("ok", "cached") and score.judge.action is not UNSET:
        actions.append(score.judge.action)
    if conflict:
        actions.append("isolate")
    return most_conservative(*actions)


def _split(score: ScoreRow, row: GateRow | ScoreRow, policy: Policy | None) -> str:
    ours = f"heuristic {score.score:.2f}" + (f" ({band(score.score, policy.bands)})" if policy else "")
    theirs = "judge" + (f" {score.judge.score:.2f}" if score.judge.score is not UNSET else "")
    theirs += f" ({score.judge.action})" if score.judge.action is not UNSET else ""
    return f"{_name(row.id)}: {ours}, {theirs}, kept {row.action}"


def _check_of(code: str) -> str:
    return REASONS[code].given_by if code in REASONS else "instruction_hygiene"


def _name(id_: str) -> str:
    return shortened(id_, 40)


# ---------------------------------------------------------------- the questions


class Question(NamedTuple):
    """One question of the debrief, and what the log already knows about it."""

    number: str
    text: str
    known: list[str]


def questions(seen: Seen) -> list[Question]:
    """Return the three questions. On the teaching fixture they name its chunks, elsewhere what was rejected."""
    planted = PLANTED if PLANTED in seen.ids else "what was rejected"
    stale = STALE if STALE in seen.ids else "a chunk in the middle bands"
    return [
        Question("1", f"Which check caught {planted} without a model?", _what_caught(seen)),
        Question(
            "2",
            'Which check would fail if the planted text avoided the words "ignore previous"?',
            _what_is_brittle(seen),
        ),
        Question("3", f"What would you do if heuristic and judge split on {stale}?", _what_split(seen)),
    ]


def _what_caught(seen: Seen) -> list[str]:
    known = [f"{check}: {listed}" for check, listed in seen.caught.items() if listed.count]
    if seen.conflicts.count:
        known.append(f"the conflict rule: {seen.conflicts}")
    return known or ["nothing was rejected" if not seen.rejects else "no check took points from a reject"]


def _what_is_brittle(seen: Seen) -> list[str]:
    known = []
    if seen.phrases.count:
        known.append(f"the phrase that was found in {seen.phrases}")
    if seen.unknown_policies:
        labels = ", ".join(shortened(label, 60) for label in seen.unknown_policies)
        known.append(f"what rests on one finding cannot be told: the policy {labels} is not at hand")
    if seen.alone.count:
        known.append(f"kept out by one finding alone: {seen.alone}")
    elif seen.rejects and seen.policies:
        known.append("no reject rests on one finding alone")
    if seen.anyway.count:
        known.append(f"kept out without that phrase as well: {seen.anyway}")
    return known or ["no known phrase was found"]


def _what_split(seen: Seen) -> list[str]:
    if seen.split.count:
        return [f"they split {seen.split.count:,} times: {seen.split}"]
    known = (
        [f"they agreed on all {seen.judged:,} judged chunks"] if seen.judged else ["no judge has answered"]
    )
    if seen.failed:
        known.append(f"the judge failed on {seen.failed:,} chunks, and the heuristic stood")
    return known


# ---------------------------------------------------------------- the time


class Taken(NamedTuple):
    """The minutes of one exercise; None, and why, where the log does not tell them."""

    exercise: str
    minutes: float | None
    plan: int
    note: str


def times(rows: Iterable[AnyRow], cohort: str) -> list[Taken]:
    """Return what each exercise took, from the timer rows, or else from its first to its last check.

    Rows before the last debrief of another cohort are another class's.
    """
    spans: dict[str, list[tuple[datetime.datetime, datetime.datetime]]] = {}
    begun: dict[str, datetime.datetime] = {}
    checks: dict[str, list[datetime.datetime]] = {}
    for row in rows:
        if isinstance(row, DebriefRow) and row.cohort != cohort:
            spans, begun, checks = {}, {}, {}
        elif isinstance(row, TimerRow | ExerciseRow):
            at = _time(row.at)
            exercise = str(row.n) if isinstance(row, ExerciseRow) else _exercise_of(row.box)
            if at is None or exercise not in PLAN:
                continue
            if isinstance(row, ExerciseRow):
                checks.setdefault(exercise, []).append(at)
            elif row.phase == "begin":
                begun[exercise] = at
            elif exercise in begun:
                spans.setdefault(exercise, []).append((begun.pop(exercise), at))
    return [_taken(n, spans.get(n, []), begun.get(n), checks.get(n, [])) for n in PLAN]


def _taken(
    exercise: str,
    spans: Sequence[tuple[datetime.datetime, datetime.datetime]],
    begun: datetime.datetime | None,
    checks: Sequence[datetime.datetime],
) -> Taken:
    begin, end = PLAN[exercise]
    plan = end - begin
    if not spans and begun is not None and checks:
        spans = [(begun, checks[-1])]
    elif not spans and len(checks) > 1:
        spans = [(checks[0], checks[-1])]
    if not spans:
        return Taken(exercise, None, plan, "begun and not ended" if begun else "not timed")
    if any(last < first for first, last in spans):
        return Taken(exercise, None, plan, "the clock went backwards")
    minutes = round(sum((last - first).total_seconds() for first, last in spans) / 60, 1)
    over = minutes - plan
    note = f"{over:.1f} over the plan" if over > 0 else "within the plan"
    return Taken(exercise, minutes, plan, note)


def _exercise_of(box: str) -> str:
    found = re.search(r"[0-9]+", box)
    return found[0] if found else ""


def _time(at: str) -> datetime.datetime | None:
    with contextlib.suppress(ValueError, OverflowError):
        read = datetime.datetime.fromisoformat(at)
        return read if read.tzinfo is not None else read.replace(tzinfo=datetime.UTC)
    return None


# ---------------------------------------------------------------- what to keep


def to_keep(run: str, seen: Seen) -> list[str]:
    """Say what to keep after class, each with the command that saves it."""
    label = next(iter(seen.policies), "standard@")
    policy = label.partition("@")[0]
    return [
        f"the reject file: ctxgate rejects {run} > rejects.jsonl",
        f"the decision table: ctxgate policy show {visible(policy)} > decision-table.toml",
        "the fixture: fixtures/refunds.json"
        if seen.ids
        else "the fixture: the batches that this run captured",
        "Then time the same three exercises on your own corpus before the gate goes into production.",
    ]


# ---------------------------------------------------------------- logs/debrief.md


def section(
    *,
    date: str,
    cohort: str,
    run: str,
    seen: Seen,
    asked: Sequence[Question],
    answers: Mapping[str, str],
    taken: Sequence[Taken],
) -> str:
    """Return one cohort's section as Markdown. Nothing that comes from outside is read as Markdown."""
    title = date if cohort == date else f"{date}, {escaped(cohort)}"
    policies = ", ".join(_code(label) for label in (*seen.policies, *seen.unknown_policies)) or "none"
    parts = [f"## {title}", f"Run {_code(run)}, policy {policies}."]
    rows = []
    for action in ACTIONS:
        ids = [_code(row.id) for row in seen.shown if row.action == action]
        more = seen.actions[action] - len(ids)
        rows.append(
            f"- {_code(action)}: " + (", ".join(ids) or "none") + (f" and {more:,} more" if more else "")
        )
    parts.append("\n".join(rows))
    for question in asked:
        parts.append(f"**{question.number}. {escaped(question.text)}**")
        parts.append("\n".join(f"- The log: {escaped(line)}" for line in question.known))
        answer = answers.get(question.number)
        parts.append(_quote(answer) if answer else "No answer was given.")
    minutes = [
        f"exercise {t.exercise}: {t.minutes:g} of {t.plan} minutes" for t in taken if t.minutes is not None
    ]
    parts.append(f"Time: {'; '.join(minutes)}." if minutes else "Time: not measured.")
    return "\n\n".join(parts) + "\n"


def append_section(path: Path, text: str, *, below: Path | None = None) -> None:
    """Append a section to the cohorts' notes, which people write in as well: nothing there is changed.

    Folder and file are made if need be. The file may be no link or the like, nor may any folder between
    `below` and it. Raises LogError for that, and when it cannot be written.
    """
    try:
        if below is None:
            path.parent.mkdir(parents=True, exist_ok=True)
            below = path.parent
        flags = os.O_RDWR | os.O_CREAT | os.O_APPEND
        fd = open_below(below, path.relative_to(below), flags, make_folders=True)
        try:
            size = os.fstat(fd).st_size
            if size == 0:
                lead = f"{TITLE}\n\n"
            else:
                os.lseek(fd, max(0, size - 2), os.SEEK_SET)
                end = os.read(fd, 2)
                # One blank line before the heading, whatever the last writer's editor left behind.
                lead = "" if end == b"\n\n" else "\n" if end.endswith(b"\n") else "\n\n"
            data = memoryview((lead + text).encode())
            while data:
                data = data[os.write(fd, data) :]
        finally:
            os.close(fd)
    except NotPlain as e:
        raise LogError(
            f"cannot write {path}: {e.filename} is {e.kind}",
            todo=f"The answers are in the log. {e.remedy}.",
        ) from None
    except OSError as e:
        raise LogError(
            f"cannot write {path}: {(e.strerror or str(e)).lower()}",
            todo="The answers are in the log; the notes are beside it, so choose another log with --log PATH.",
        ) from e


TITLE = "# Debriefs\n\nWhat each class found, so that the next one starts from observed misses."

_SPECIAL = re.compile(r"([\\`*_\[\]<>&|~#!])")


def escaped(text: str) -> str:
    """Return text from outside as Markdown that shows it as it stands, on one line."""
    shown = visible(" ".join(text.split()))
    shown = _SPECIAL.sub(r"\\\1", shown)
    # A lone digit cannot be escaped, the point behind it can.
    return re.sub(r"^([0-9]+)([.)])", r"\1\\\2", re.sub(r"^([-+=])", r"\\\1", shown))


def _code(text: str) -> str:
    """Return text from outside as a code span. Its fence is longer than any run of backticks in it."""
    shown = shortened(text, 100)
    longest = max((len(run) for run in re.findall(r"`+", shown)), default=0)
    fence = "`" * (longest + 1)
    pad = " " if longest or shown != shown.strip() else ""
    return f"{fence}{pad}{shown}{pad}{fence}"


def _quote(answer: str) -> str:
    lines = [escaped(line) for line in answer.splitlines() if line.strip()]
    return "\n>\n".join(f"> {line}" for line in lines)

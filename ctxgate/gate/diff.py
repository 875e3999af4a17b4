"""What changed between two runs: chunks compared on query and id, whatever batch they stand in.

One side is read whole into small records without texts (`Side`); the other goes by batch after batch.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, TypeVar, cast

import msgspec

from ctxgate.gate.decision import is_allowed
from ctxgate.gate.same import DECISION, differing
from ctxgate.gate.told import Told
from ctxgate.rows import Action

Kind = Literal[
    "newly_rejected",
    "newly_allowed",
    "action",
    "score",
    "reasons",
    "text",
    "source",
    "moved",
    "undecided",
    "only_in_a",
    "only_in_b",
]
KINDS: dict[Kind, str] = {
    "newly_rejected": "newly rejected",
    "newly_allowed": "newly allowed",
    "action": "other action",
    "score": "changed score",
    "reasons": "changed reasons",
    "text": "changed text",
    "source": "changed source",
    "moved": "moved to another id",
    "undecided": "decided on one side only",
    "only_in_a": "only in A",
    "only_in_b": "only in B",
}
"""Every kind of change, and its words."""


class Stand(msgspec.Struct, frozen=True, gc=False):
    """How a chunk stands in a run. Where it was not gated, `action` and `score` are None."""

    id: str
    source: str
    sha256_16: str
    action: Action | None
    score: float | None
    reasons: tuple[str, ...]
    conflicts: tuple[str, ...]
    policy: str | None


class Change(msgspec.Struct, frozen=True):
    """One chunk that differs. `came` and `went` are the reasons that only B, or only A, has.

    `a` or `b` is None for a chunk that is only in the other run; so is `id` for a batch without chunks.
    """

    changes: tuple[Kind, ...]
    query: str
    id: str | None
    a: Stand | None
    b: Stand | None
    came: tuple[str, ...]
    went: tuple[str, ...]


_T = TypeVar("_T")
_MAX_POOL = 100_000
"""So many different values are looked out for; with more, equal ones are rare."""


class Side:
    """A run, read into what has to be remembered of it: for each query its batches in order."""

    def __init__(self, batches: Iterable[tuple[str, tuple[Stand, ...]]] = ()) -> None:
        self.batches: dict[str, list[tuple[Stand, ...]]] = {}
        for query, stands in batches:
            self.batches.setdefault(query, []).append(stands)

    def take(self, query: str) -> tuple[Stand, ...] | None:
        """Take out the next batch of this query, None when there is none left."""
        waiting = self.batches.get(query)
        if not waiting:
            return None
        found = waiting.pop(0)
        if not waiting:
            del self.batches[query]
        return found

    def left(self) -> Iterator[tuple[str, tuple[Stand, ...]]]:
        """Yield what was not taken, in order."""
        for query, waiting in self.batches.items():
            for stands in waiting:
                yield query, stands


class Stands:
    """Makes the records of a run's batches and counts, on the way, what the caller wants to say of it."""

    def __init__(self) -> None:
        self.policies: set[str] = set()
        self.chunks = 0
        self.batches = 0
        self.ungated = 0
        self._pool: dict[object, object] = {}

    def of(self, batch: Told) -> tuple[Stand, ...]:
        """Return how the chunks of a batch stand, in their order."""
        made = []
        once, gates, captures = self._once, batch.gates, batch.captures
        for pos in sorted(captures if len(captures) >= len(gates) else gates):
            scored, gate = batch.scores.get(pos), gates.get(pos)
            policy = None if scored is None else once(scored.policy)
            if policy is not None:
                self.policies.add(policy)
            if gate is not None:
                made.append(
                    Stand(
                        gate.id,
                        once(gate.source),
                        gate.sha256_16,
                        gate.action,
                        gate.score,
                        once(gate.reasons),
                        gate.conflicts,
                        policy,
                    )
                )
            else:
                row = captures[pos]
                self.ungated += 1
                made.append(Stand(row.id, row.source, row.sha256_16, None, None, (), (), policy))
        self.chunks += len(made)
        self.batches += 1
        return tuple(made)

    def _once(self, value: _T) -> _T:
        """Return an equal value that was seen before, so that it is held in memory once."""
        known = self._pool.get(value)
        if known is not None:
            return cast(_T, known)
        if len(self._pool) < _MAX_POOL:
            self._pool[value] = value
        return value


def differences(side: Side, others: Iterable[tuple[str, tuple[Stand, ...]]]) -> Iterator[Change]:
    """Yield what differs between run A, which is `side`, and run B: B's batches in order, then what only A has.

    Batches of one query are paired in their order. What is compared is taken out of `side`.
    """
    for query, theirs in others:
        ours = side.take(query)
        yield from _missing(query, theirs, in_a=False) if ours is None else _compare(query, ours, theirs)
    for query, ours in side.left():
        yield from _missing(query, ours, in_a=True)


def _compare(query: str, ours: tuple[Stand, ...], theirs: tuple[Stand, ...]) -> Iterator[Change]:
    if ours == theirs:
        return
    a_by_id = {stand.id: stand for stand in ours}
    b_by_id = {stand.id: stand for stand in theirs}
    moved = _moved(a_by_id, b_by_id)
    came_from = set(moved.values())
    for b in theirs:
        a = a_by_id.get(b.id) or moved.get(b)
        if a is None:
            yield _one_sided(query, None, b)
            continue
        kinds = kinds_of(a, b)
        if kinds:
            yield Change(kinds, query, b.id, a, b, *_reasons(a, b))
    for a in ours:
        if a.id not in b_by_id and a not in came_from:
            yield _one_sided(query, a, None)


def _moved(a_by_id: Mapping[str, Stand], b_by_id: Mapping[str, Stand]) -> dict[Stand, Stand]:
    """Pair the chunks that have another id but the same text, in order: B's → A's."""
    gone: dict[str, list[Stand]] = {}
    for a in a_by_id.values():
        if a.id not in b_by_id:
            gone.setdefault(a.sha256_16, []).append(a)
    pairs: dict[Stand, Stand] = {}
    for b in b_by_id.values():
        waiting = gone.get(b.sha256_16)
        if b.id not in a_by_id and waiting:
            pairs[b] = waiting.pop(0)
    return pairs


def kinds_of(a: Stand, b: Stand) -> tuple[Kind, ...]:
    """Return the ways in which a chunk stands otherwise in B than in A, the weightiest first."""
    fields = differing(a, b, DECISION)
    kinds: set[Kind] = set()
    if (a.action is None) != (b.action is None):
        kinds.add("undecided")
    elif a.action is not None and b.action is not None:
        before, after = is_allowed(a.action), is_allowed(b.action)
        if before != after:
            kinds.add("newly_allowed" if after else "newly_rejected")
        elif a.action != b.action:
            kinds.add("action")
        if "score" in fields:
            kinds.add("score")
        if "reasons" in fields or "conflicts" in fields:
            kinds.add("reasons")
    if "sha256_16" in fields:
        kinds.add("text")
    if "source" in fields:
        kinds.add("source")
    if a.id != b.id:
        kinds.add("moved")
    return tuple(kind for kind in KINDS if kind in kinds)


def _reasons(a: Stand, b: Stand) -> tuple[tuple[str, ...], tuple[str, ...]]:
    came = tuple(code for code in b.reasons if code not in a.reasons)
    went = tuple(code for code in a.reasons if code not in b.reasons)
    return came, went


def _one_sided(query: str, a: Stand | None, b: Stand | None) -> Change:
    stand = a or b
    kinds: tuple[Kind, ...] = ("only_in_b",) if a is None else ("only_in_a",)
    return Change(kinds, query, None if stand is None else stand.id, a, b, (), ())


def _missing(query: str, stands: tuple[Stand, ...], *, in_a: bool) -> Iterator[Change]:
    for stand in stands:
        yield _one_sided(query, *((stand, None) if in_a else (None, stand)))
    if not stands:
        yield Change(("only_in_a",) if in_a else ("only_in_b",), query, None, None, None, (), ())

"""What changed between two runs: chunks compared on query and id, whatever batch they stand in.

One side is read whole into small records without texts (`Side`); the other goes by batch after batch.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
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
    """A run, read into what has to be remembered of it: for each query its chunks by id.

    A query may have come more than once, and an id with it: then its chunks wait in their order.
    """

    def __init__(self, batches: Iterable[tuple[str, tuple[Stand, ...]]] = ()) -> None:
        # Most queries come once: their batch is kept as it is until one of its chunks is asked for.
        self._chunks: dict[str, tuple[Stand, ...] | dict[str, list[Stand]]] = {}
        self._empty: Counter[str] = Counter()
        for query, stands in batches:
            self.put(query, stands)

    def put(self, query: str, stands: tuple[Stand, ...]) -> None:
        """Take in the chunks of one batch."""
        if not stands:
            self._empty[query] += 1
        elif query not in self._chunks:
            self._chunks[query] = stands
        else:
            by_id = self._by_id(query)
            for stand in stands:
                by_id.setdefault(stand.id, []).append(stand)

    def take(self, query: str, id_: str) -> Stand | None:
        """Take out the next chunk of this query and id, None when there is none left."""
        if query not in self._chunks:
            return None
        by_id = self._by_id(query)
        waiting = by_id.get(id_)
        if not waiting:
            return None
        found = waiting.pop(0)
        if not waiting:
            del by_id[id_]
            if not by_id:
                del self._chunks[query]
        return found

    def _by_id(self, query: str) -> dict[str, list[Stand]]:
        known = self._chunks[query]
        if isinstance(known, tuple):
            by_id: dict[str, list[Stand]] = {}
            for stand in known:
                by_id.setdefault(stand.id, []).append(stand)
            self._chunks[query] = known = by_id
        return known

    def take_empty(self, query: str) -> bool:
        """Take out a batch of this query that came without chunks; tell whether there was one."""
        self._empty[query] -= 1
        return self._empty[query] >= 0

    def left(self, query: str) -> list[Stand]:
        """Take out the chunks of this query that nobody took."""
        if query not in self._chunks:
            return []
        by_id = self._by_id(query)
        del self._chunks[query]
        return [stand for waiting in by_id.values() for stand in waiting]

    def queries(self) -> list[str]:
        """Return the queries of which a chunk was not taken, in order."""
        return list(self._chunks)

    def empties(self) -> Iterator[str]:
        """Yield the query of each batch without chunks that nobody took."""
        for query, count in self._empty.items():
            yield from [query] * max(0, count)


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
                        once(gate.id),
                        once(gate.source),
                        gate.sha256_16,
                        gate.action,
                        gate.score,
                        once(gate.reasons),
                        once(gate.conflicts),
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
    """Yield what differs between run A, which is `side`, and run B.

    First come the chunks that both have, in B's order; then, query by query, those that have moved to
    another id and those that only one run has. What is compared is taken out of `side`.
    """
    unmatched = Side()
    for query, theirs in others:
        if not theirs and not side.take_empty(query):
            yield Change(("only_in_b",), query, None, None, None, (), ())
        for b in theirs:
            a = side.take(query, b.id)
            if a is None:
                unmatched.put(query, (b,))
            elif kinds := kinds_of(a, b):
                yield Change(kinds, query, b.id, a, b, *_reasons(a, b))
    for query in dict.fromkeys([*side.queries(), *unmatched.queries()]):
        yield from _unmatched(query, side.left(query), unmatched.left(query))
    for query in side.empties():
        yield Change(("only_in_a",), query, None, None, None, (), ())


def _unmatched(query: str, ours: list[Stand], theirs: list[Stand]) -> Iterator[Change]:
    """Pair the chunks that have another id but the same text; the rest are in one run only.

    Both sides go by id, so that it does not matter which run is A.
    """
    by_text: dict[str, list[Stand]] = {}
    for a in sorted(ours, key=lambda stand: stand.id):
        by_text.setdefault(a.sha256_16, []).append(a)
    for b in sorted(theirs, key=lambda stand: stand.id):
        waiting = by_text.get(b.sha256_16)
        if waiting:
            a = waiting.pop(0)
            yield Change(kinds_of(a, b), query, b.id, a, b, *_reasons(a, b))
        else:
            yield Change(("only_in_b",), query, b.id, None, b, (), ())
    for waiting in by_text.values():
        for a in waiting:
            yield Change(("only_in_a",), query, a.id, a, None, (), ())


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

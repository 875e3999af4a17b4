"""The disputes of a batch, as they are found: who contradicts whom, and with which words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from ctxgate.text.bits import first_members, members, set_of

MAX_LISTED = 20
"""At most this many opponents of one chunk are listed, so that rows stay small in large batches."""

MAX_TOLD = 3
"""At most this many disputes of one chunk are told with both claims."""

Kind = Literal["copy", "value", "answer", "denial", "state", "repeat", "judge"]
"""How a dispute was found: an edited copy; two values for one thing; two answers; one denies what the other
says; opposite states; a chunk that repeats a disputed answer; or the judge, asked about the two.
"""

KINDS: tuple[Kind, ...] = ("copy", "value", "answer", "denial", "state", "repeat", "judge")
"""The kinds, the strongest sign first."""


class Claim(NamedTuple):
    """What a chunk says: the span [start, end) of its text, and the words there."""

    span: tuple[int, int]
    quote: str


class Dispute(NamedTuple):
    """Two chunks that disagree, by position in the batch, with the claim that each one makes."""

    first: int
    second: int
    kind: Kind
    first_claim: Claim
    second_claim: Claim

    def seen_from(self, pos: int) -> Dispute:
        """Return the dispute with the chunk at `pos`, one of its two, in the first place."""
        if pos == self.first:
            return self
        return Dispute(self.second, self.first, self.kind, self.second_claim, self.first_claim)


class Conflicts(NamedTuple):
    """All that the rule found.

    `opponents` maps a position to the positions that contradict it. `told` maps it to its disputes with both
    claims, as seen from it, at most MAX_TOLD, the strongest sign first. `example` is
    the dispute to ask the user about. `unexamined` maps a position to positions that it was not compared with,
    since the bound on the work of a batch was spent; at most MAX_LISTED of them.
    """

    opponents: Mapping[int, tuple[int, ...]]
    told: Mapping[int, tuple[Dispute, ...]]
    example: Dispute | None
    unexamined: Mapping[int, tuple[int, ...]] = {}


NO_CONFLICTS = Conflicts({}, {}, None)


class Docket:
    """Takes in disputes, bounded by chunk, and which chunks were not compared with which.

    Chunks are numbered 0, 1, … in the order of their batch; sets of them are the bits of one integer.
    """

    def __init__(self) -> None:
        self._opponents: dict[int, list[int]] = {}
        self._told: dict[int, list[Dispute]] = {}
        self._examples: dict[Kind, Dispute] = {}
        self._unexamined: dict[int, list[int]] = {}
        self.disputed = 0
        """The chunks that have an opponent, as bits."""
        self.full = 0
        """Those that have as many opponents as are listed."""
        self.unexamined = 0
        """Those that were not compared with all others."""

    def add(self, dispute: Dispute) -> None:
        """Take in a dispute between two chunks."""
        self.oppose(dispute.first, (dispute.second,))
        self.oppose(dispute.second, (dispute.first,))
        self.tell(dispute.first, dispute)
        self.tell(dispute.second, dispute)

    def oppose(self, n: int, opponents: Sequence[int]) -> None:
        """List opponents of one chunk, without a claim."""
        listed = self._opponents.setdefault(n, [])
        for opponent in opponents:
            if len(listed) >= MAX_LISTED:
                break
            if opponent not in listed and opponent != n:
                listed.append(opponent)
        if listed:
            self.disputed |= 1 << n
        if len(listed) >= MAX_LISTED:
            self.full |= 1 << n

    def tell(self, n: int, dispute: Dispute) -> None:
        """Keep the claims of a dispute for one of its chunks."""
        self._examples.setdefault(dispute.kind, dispute)
        told = self._told.setdefault(n, [])
        if len(told) < MAX_TOLD:
            told.append(dispute.seen_from(n))

    def leave(self, n: int, others: int) -> None:
        """Note that one chunk was not compared with others, given as bits; say so of each of the others, too."""
        listed = self._unexamined.setdefault(n, [])
        if len(listed) >= MAX_LISTED:
            return
        listed += [m for m in first_members(others & ~(1 << n), MAX_LISTED) if m not in listed]
        if listed:
            self.unexamined |= 1 << n

    def leave_among(self, some: int) -> None:
        """Note that chunks, given as bits, were not compared with each other."""
        first = set_of(first_members(some, MAX_LISTED + 1))
        for n in members(some):
            self.leave(n, first)

    def leave_between(self, some: int, others: int) -> None:
        """Note that no chunk of the one set was compared with those of the other one."""
        if not some or not others:
            return
        for these, those in ((some, others), (others, some)):
            first = set_of(first_members(those, MAX_LISTED + 1))
            for n in members(these):
                self.leave(n, first)

    def is_settled(self, n: int) -> bool:
        """Tell whether another dispute of a chunk would change nothing that is kept of it."""
        return bool(self.full >> n & 1) and len(self._told.get(n, ())) >= MAX_TOLD

    def against(self, n: int) -> tuple[int, ...]:
        """Return the opponents of a chunk that are listed so far."""
        return tuple(self._opponents.get(n, ()))

    def has(self, n: int) -> bool:
        """Tell whether a chunk has an opponent."""
        return bool(self.disputed >> n & 1)

    def is_full(self, n: int) -> bool:
        """Tell whether a chunk has as many opponents as are listed."""
        return bool(self.full >> n & 1)

    def conflicts(self, positions: Sequence[int]) -> Conflicts:
        """Return what was taken in. `positions` are the chunks' places in the batch, in ascending order."""
        order = {kind: rank for rank, kind in enumerate(KINDS)}

        def listed(those: Mapping[int, list[int]]) -> dict[int, tuple[int, ...]]:
            return {
                positions[n]: tuple(positions[m] for m in sorted(others)[:MAX_LISTED])
                for n, others in sorted(those.items())
                if others
            }

        def placed(dispute: Dispute) -> Dispute:
            return dispute._replace(first=positions[dispute.first], second=positions[dispute.second])

        told = {
            positions[n]: tuple(placed(d) for d in sorted(disputes, key=lambda d: order[d.kind]))
            for n, disputes in sorted(self._told.items())
        }
        example = next((placed(self._examples[kind]) for kind in KINDS if kind in self._examples), None)
        return Conflicts(listed(self._opponents), told, example, listed(self._unexamined))

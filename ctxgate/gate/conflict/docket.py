"""The disputes of a batch, as they are found: who contradicts whom, and with which words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

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
    """Takes in disputes, bounded by chunk."""

    def __init__(self) -> None:
        self._opponents: dict[int, list[int]] = {}
        self._told: dict[int, list[Dispute]] = {}
        self._examples: dict[Kind, Dispute] = {}

    def add(self, dispute: Dispute) -> None:
        """Take in a dispute between two chunks."""
        self.oppose(dispute.first, (dispute.second,))
        self.oppose(dispute.second, (dispute.first,))
        self.tell(dispute.first, dispute)
        self.tell(dispute.second, dispute)

    def oppose(self, pos: int, opponents: Sequence[int]) -> None:
        """List opponents of one chunk, without a claim."""
        listed = self._opponents.setdefault(pos, [])
        for opponent in opponents:
            if len(listed) >= MAX_LISTED:
                break
            if opponent not in listed and opponent != pos:
                listed.append(opponent)

    def tell(self, pos: int, dispute: Dispute) -> None:
        """Keep the claims of a dispute for one of its chunks."""
        self._examples.setdefault(dispute.kind, dispute)
        told = self._told.setdefault(pos, [])
        if len(told) < MAX_TOLD:
            told.append(dispute.seen_from(pos))

    def against(self, pos: int) -> tuple[int, ...]:
        """Return the opponents of a chunk that are listed so far."""
        return tuple(self._opponents.get(pos, ()))

    def has(self, pos: int) -> bool:
        """Tell whether a chunk has an opponent."""
        return bool(self._opponents.get(pos))

    def is_full(self, pos: int) -> bool:
        """Tell whether a chunk has as many opponents as are listed."""
        return len(self._opponents.get(pos, ())) >= MAX_LISTED

    def conflicts(self) -> Conflicts:
        """Return what was taken in."""
        order = {kind: n for n, kind in enumerate(KINDS)}
        opponents = {pos: tuple(sorted(listed)) for pos, listed in sorted(self._opponents.items()) if listed}
        told = {
            pos: tuple(sorted(disputes, key=lambda d: order[d.kind]))
            for pos, disputes in sorted(self._told.items())
        }
        example = next((self._examples[kind] for kind in KINDS if kind in self._examples), None)
        return Conflicts(opponents, told, example)

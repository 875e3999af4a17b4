"""Replay: what the log says of a batch, held against what the same bytes give when the steps are done again.

Whoever calls has done them again (`Redone`) or says why they cannot be; here both are compared, and what was
rejected is looked for in the prompt. Replay notices what was edited by accident, and a gate that logs
without enforcing; it cannot notice a forger who computes everything anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec import UNSET

from ctxgate.gate.decision import is_allowed, is_disputed, most_conservative
from ctxgate.gate.drift import Redone, drift, empty_drift, one_sided, prompt_drift
from ctxgate.gate.forms import words
from ctxgate.gate.leak import Found, Remainder
from ctxgate.gate.prompt import Evidence, parse_prompt
from ctxgate.gate.tampering import text_change
from ctxgate.gate.told import Told
from ctxgate.policy.model import Policy
from ctxgate.rows import ACTIONS, Action, CaptureRow
from ctxgate.text.visible import shortened

_SCORE_LOST = frozenset(("unscored", "fingerprint_mismatch", "score_mismatch"))


class Verdict(NamedTuple):
    """What a replay found out about one chunk.

    `in_prompt` tells of an allowed chunk that its text stands in the prompt, and of a rejected one that it
    leaked: a text that is there because an allowed chunk has it, too, is no leak. `disputed` tells that the
    chunk belongs into the prompt's second block, the conflicting evidence; then `in_prompt` tells that it
    stands there, and `misplaced` that it stands among the evidence. `same_decision` tells that the same bytes
    still give the same rows and the same prompt. `presence` and `way` say both in words.
    """

    capture: CaptureRow
    action: Action
    score: float
    reasons: tuple[str, ...]
    in_prompt: bool
    same_decision: bool
    presence: str
    way: str
    disputed: bool = False
    misplaced: bool = False

    @property
    def detail(self) -> str:
        """What was found, in words."""
        return f"{self.presence}; {self.way}"

    @property
    def leaked(self) -> bool:
        """Whether a rejected text was found in the prompt, in a place where it must not be."""
        return self.misplaced or (self.in_prompt and not self.disputed and not is_allowed(self.action))

    @property
    def missing(self) -> bool:
        """Whether a chunk that belongs into the prompt is not in it."""
        return not self.in_prompt and (self.disputed or is_allowed(self.action))

    @property
    def good(self) -> bool:
        """Whether all is as it should be."""
        return self.same_decision and not self.leaked and not self.missing


class Replayed(NamedTuple):
    """A batch replayed. `prompt_drift` says in which way its prompt is not the one that the rows give.

    `faults` are about the batch as a whole: the order of its rows, what earlier replays of it say.
    """

    seq: int
    query: str
    verdicts: tuple[Verdict, ...]
    prompt_drift: str | None
    faults: tuple[str, ...] = ()

    @property
    def sound(self) -> bool:
        """Whether nothing is wrong with the batch as a whole."""
        return self.prompt_drift is None and not self.faults

    @property
    def good(self) -> bool:
        """Whether all is as it should be."""
        return self.sound and all(verdict.good for verdict in self.verdicts)


def replay(batch: Told, redone: Redone | str, prompt: str | None = None) -> Replayed:
    """Hold a batch that was captured and gated, with no row lost, against what doing it again gives.

    `redone` is that, or the reason why it cannot be done again. `prompt` is a prompt that someone else
    built for the batch, which is then looked through in place of the logged one.
    """
    captures = [batch.captures[pos] for pos in sorted(batch.captures)]
    drifted = None if isinstance(redone, str) or prompt is not None else prompt_drift(batch, redone)
    sides = one_sided(batch)
    drifts = [drift(batch, row.pos, redone) or sides.get(row.pos) for row in captures]
    actions = [_action(batch, row, redone) for row in captures]
    allowed = [i for i, action in enumerate(actions) if is_allowed(action)]
    max_chars = (Policy() if isinstance(redone, str) else redone.policy).prompt.max_chars
    text = (batch.prompt.prompt if batch.prompt else "") if prompt is None else prompt
    disputed = _disputed(batch, captures, actions, redone)
    rest = Remainder(
        text,
        batch.query or "",
        [_evidence(captures[i], citation_required=actions[i] == "allow_with_citation") for i in allowed],
        max_chars=max_chars,
        disputed=[_evidence(captures[i]) for i in disputed],
    )
    numbers = {i: number for number, i in enumerate(allowed)}
    seconds = {i: number for number, i in enumerate(disputed)}
    twins = _Twins([captures[i] for i in (*allowed, *disputed)])
    verdicts = []
    for i, row in enumerate(captures):
        found = twin = None
        if i in numbers:
            in_prompt = rest.has_allowed(numbers[i])
        elif i in seconds:
            in_prompt = rest.has_disputed(seconds[i])
        else:
            found = rest.find(row.text)
            in_prompt = found is not None
            twin = None if in_prompt else twins.of(row)
        misplaced = i in seconds and rest.is_evidence(seconds[i])
        way = drifts[i] or drifted
        gate = batch.gates[row.pos]
        verdicts.append(
            Verdict(
                capture=row,
                action=actions[i],
                score=gate.score,
                reasons=gate.reasons,
                in_prompt=in_prompt,
                same_decision=way is None,
                presence=_in_dispute(in_prompt, misplaced)
                if i in seconds
                else _presence(actions[i], in_prompt, found, twin),
                way=(way or SAME) + (f"; {_RESCORED}" if batch.rescored else ""),
                disputed=i in seconds,
                misplaced=misplaced,
            )
        )
    none = None if isinstance(redone, str) or batch.empty is None else empty_drift(batch.empty, redone)
    return Replayed(batch.seq, batch.query or "", tuple(verdicts), drifted, () if none is None else (none,))


SAME = "the same bytes get the same decision"
_RESCORED = "scored again since it was gated, and the newest scores are in no prompt yet"


class Claim(NamedTuple):
    """What the words of a verdict say; `in_prompt` is None where they leave it open."""

    in_prompt: bool | None
    same: bool


def claim(detail: str) -> Claim | None:
    """Read a verdict's `detail` back; None when no verdict is put like this."""
    same = detail.removesuffix(f"; {_RESCORED}").endswith(f"; {SAME}")
    for said, in_prompt in _CLAIMS:
        if detail.startswith(said) and len(detail) > len(said):
            return Claim(in_prompt, same)
    return None


def _evidence(row: CaptureRow, *, citation_required: bool = False) -> Evidence:
    return Evidence(row.source, row.text, citation_required, None if row.title is UNSET else row.title)


def _action(batch: Told, row: CaptureRow, redone: Redone | str) -> Action:
    """Return the action that the prompt is held against.

    A gate row that was opened by hand opens nothing here: a chunk is allowed when both rows say so. But where
    its text has changed since, doing it again tells nothing about the prompt of then.
    """
    logged = batch.gates[row.pos].action
    if isinstance(redone, str) or text_change(row) is not None:
        return logged
    if not _SCORE_LOST.isdisjoint(redone.gates[row.pos].reasons):
        return logged  # its score row is lost or spoilt, which tells nothing about the prompt of then
    return most_conservative(logged, redone.gates[row.pos].action)


def _disputed(
    batch: Told, captures: Sequence[CaptureRow], actions: Sequence[Action], redone: Redone | str
) -> list[int]:
    """Return the chunks that belong into the second block: under a policy that has one, what the conflict rule took down.

    Where the policy is not to be had, the logged prompt tells whether it had one for just so many chunks.
    """
    found = [
        i
        for i, row in enumerate(captures)
        if actions[i] == "isolate" and is_disputed(batch.gates[row.pos].reasons)
    ]
    if not isinstance(redone, str):
        return found if redone.policy.prompt.conflicts == "block" else []
    parsed = parse_prompt(batch.prompt.prompt) if batch.prompt else None
    return found if parsed is not None and len(parsed.conflicting) == len(found) else []


_MISPLACED = "in dispute, but it stands among the evidence"
_IN_BLOCK = "in the prompt's conflicting evidence"
_NOT_IN_BLOCK = "in dispute, but missing from the conflicting evidence"
_IN, _NOT_IN = "in the prompt", "not in the prompt"
_TWIN = f"{_NOT_IN} but as a duplicate: "
_MISSING, _LEAKED = ", but missing from the prompt", ", but the prompt holds "

_CLAIMS: tuple[tuple[str, bool | None], ...] = (
    (f"{_IN}; ", True),
    (f"{_NOT_IN}; ", False),
    (_TWIN, False),
    (f"{_MISPLACED}; ", None),
    (f"{_IN_BLOCK}; ", True),
    (f"{_NOT_IN_BLOCK}; ", False),
    *((f"{action}{_MISSING}; ", False) for action in ACTIONS if is_allowed(action)),
    *((f"{action}{_LEAKED}", True) for action in ACTIONS if not is_allowed(action)),
)


def _in_dispute(in_prompt: bool, misplaced: bool) -> str:
    if misplaced:
        return _MISPLACED
    return _IN_BLOCK if in_prompt else _NOT_IN_BLOCK


def _presence(action: Action, in_prompt: bool, found: Found | None, twin: str | None) -> str:
    if is_allowed(action):
        return _IN if in_prompt else f"{action}{_MISSING}"
    if found is not None:
        return f'{action}{_LEAKED}{found.how}: "{found.excerpt}"'
    if twin is not None:
        return f'{_TWIN}allowed "{shortened(twin, 40)}" has the same words'
    return _NOT_IN


class _Twins:
    """Finds the allowed chunk that has all words of a rejected one, in a row."""

    def __init__(self, allowed: Sequence[CaptureRow]) -> None:
        self._allowed = allowed
        self._prints = {row.sha256_16: row.id for row in reversed(allowed)}
        self._read: list[tuple[str, str]] | None = None
        self._known: frozenset[str] = frozenset()

    def of(self, rejected: CaptureRow) -> str | None:
        if rejected.sha256_16 in self._prints:
            return self._prints[rejected.sha256_16]
        if not self._allowed:
            return None
        if self._read is None:
            sequences = [(row.id, words(row.text)) for row in self._allowed]
            self._read = [(id_, f" {' '.join(sequence)} ") for id_, sequence in sequences]
            self._known = frozenset(word for _, sequence in sequences for word in sequence)
        sought = words(rejected.text)
        if not sought or not self._known.issuperset(sought):
            return None
        joined = f" {' '.join(sought)} "
        return next((id_ for id_, text in self._read if joined in text), None)

"""The same decision? A logged batch held against what scoring and gating it again gives."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import msgspec
from msgspec import UNSET

from ctxgate.gate.decision import band
from ctxgate.gate.same import differing_rows
from ctxgate.gate.tampering import text_change
from ctxgate.gate.told import Told
from ctxgate.judge.merge import merge
from ctxgate.judge.pairs import has_answer, merge_pairs
from ctxgate.policy.model import Policy
from ctxgate.rows import Action, CaptureRow, EmptyRow, GateRow, PairJudgement, PromptRow, Row, ScoreRow
from ctxgate.text.visible import shortened

_JUDGED = "judge_disagrees"


class Redone(NamedTuple):
    """What capturing, scoring and gating the batch again gives.

    `captures` and `scores` are by position, the scores those of the heuristic alone, where the log has a score row;
    `gates` and `prompt` come from the logged score rows, so that each step is held against its own input. `empty` is
    the row of a batch without chunks.
    """

    policy: Policy
    captures: Mapping[int, CaptureRow]
    empty: EmptyRow | None
    scores: Mapping[int, ScoreRow]
    gates: Mapping[int, GateRow]
    prompt: PromptRow


def drift(batch: Told, pos: int, redone: Redone | str) -> str | None:
    """Say in which way the rows of a chunk are not what the same bytes give, and why; None when they are."""
    changed = text_change(batch.captures[pos])
    if changed is not None:
        return changed
    if isinstance(redone, str):
        return redone
    logged, gate = batch.scores.get(pos), batch.gates[pos]
    # The batch's fingerprint was held against the whole batch when its rows were recalled.
    ways = _ways(batch.captures[pos], redone.captures[pos], "captured", apart_from=("batch",))
    if logged is not None:
        expected = _judged(redone.scores[pos], logged, redone.policy)
        ways += _ways(logged, expected, "scored", apart_from=("tool", "policy"))
    ways += _ways(gate, redone.gates[pos], "gated")
    return f"{', '.join(ways)}: {_why(batch, pos, redone)}" if ways else None


def empty_drift(logged: EmptyRow, redone: Redone) -> str | None:
    """Say in which way the row of a batch without chunks is not the one that a capture gives; None when it is."""
    names = differing_rows(logged, redone.empty) if redone.empty is not None else ()
    return f"the empty row differs from the one that a capture gives in {', '.join(names)}" if names else None


def one_sided(batch: Told) -> dict[int, str]:
    """Return, by position, what is wrong where a judgement of a pair does not stand on both score rows alike.

    Only rows of one scoring are held against each other: one that was interrupted leaves older rows standing.
    """
    asked: dict[tuple[str, str], list[bytes]] = {}
    for row in batch.scores.values():
        for pair in _pairs(row):
            told = msgspec.json.encode(msgspec.structs.replace(pair, against=""))
            asked.setdefault((row.id, pair.against), []).append(told)
    if not asked:
        return {}
    places = {row.id: row for row in batch.captures.values()}
    faults: dict[int, str] = {}
    for (id_, against), told_of in sorted(asked.items()):
        if id_ not in places:
            continue
        pos = places[id_].pos
        if against not in places or against == id_ or len(told_of) > 1:
            faults[pos] = (
                f'what the judge said of it and "{shortened(against, 40)}" is not of a pair of its batch'
            )
            continue
        one, other = batch.scores.get(pos), batch.scores.get(places[against].pos)
        if one is None or other is None or one.at != other.at or asked.get((against, id_)) == told_of:
            continue
        for at, name in ((pos, against), (other.pos, id_)):
            faults[at] = (
                f'what the judge said of it and "{shortened(name, 40)}" is not the same on both score rows'
            )
    return faults


def _pairs(row: ScoreRow) -> tuple[PairJudgement, ...]:
    return () if row.pairs is UNSET else row.pairs


def _ways(logged: Row, again: Row, step: str, **how: object) -> list[str]:
    names = differing_rows(logged, again, **how)  # type: ignore[arg-type]
    if not names:
        return []
    told = [
        f"{name} {_said(logged, name)} then, {_said(again, name)} now" for name in names if name in _BRIEF
    ]
    return [f"{step} otherwise ({'; '.join(told) or ', '.join(names)})"]


_BRIEF = ("action", "score", "reasons", "source", "sha256_16", "id")


def _said(row: Row, name: str) -> str:
    value = getattr(row, name)
    if isinstance(value, tuple):
        return "+".join(value) or "none"
    return shortened(value, 40) if isinstance(value, str) else f"{value:.3f}"


def _why(batch: Told, pos: int, redone: Redone) -> str:
    neighbour = next(
        (row.id for row in batch.captures.values() if row.pos != pos and text_change(row) is not None), None
    )
    if neighbour is not None:
        return f'the text of "{shortened(neighbour, 40)}" in its batch has changed'
    logged = batch.scores.get(pos)
    if logged is None:
        return "there is no score row for it"
    again = redone.scores[pos]
    if logged.policy != again.policy:
        return f"policy {logged.policy} then, {again.policy} now"
    if logged.tool != again.tool:
        return f"ctxgate {shortened(logged.tool, 20)} then, {again.tool} now"
    return "text, policy and version are the same, so a row was changed by hand"


def _judged(heuristic: ScoreRow, logged: ScoreRow, policy: Policy) -> ScoreRow:
    """Return the score row that the heuristic and the logged judgement give together."""

    def by_band(score: float) -> Action:
        return band(score, policy.bands)

    def merged(required: bool) -> ScoreRow:
        action, judgement = merge(
            heuristic.action,
            by_band(heuristic.score),
            logged.judge,
            by_band,
            on_failure=policy.judge.on_failure,
            required=required,
        )
        reasons = (*heuristic.reasons, _JUDGED) if judgement.disagrees is True else heuristic.reasons
        if logged.pairs is not UNSET:
            action = merge_pairs(action, logged.pairs, on_failure=policy.judge.on_failure, required=required)
        return msgspec.structs.replace(
            heuristic, action=action, judge=judgement, reasons=reasons, pairs=logged.pairs
        )

    row = merged(required=False)
    unanswered = logged.pairs is not UNSET and not all(map(has_answer, logged.pairs))
    if row.action != logged.action and (unanswered or logged.judge.status not in ("off", "ok", "cached")):
        # Whether a judge was required stands in no row, so what a required one would give is right, too.
        row = merged(required=True)
    return row


def prompt_drift(batch: Told, redone: Redone) -> str | None:
    """Say in which way the logged prompt is not the one that its rows give; None when it is."""
    logged, again = batch.prompt, redone.prompt
    if logged is None:
        return "there is no prompt row"
    names = differing_rows(logged, again)
    if not names:
        return None
    if "prompt" in names:
        at, then, now = _first_difference(logged.prompt, again.prompt)
        return f'the prompt is not the one that its rows give: line {at} is "{then}" in the log and "{now}" again'
    return f"the prompt row differs from the one that its rows give in {', '.join(names)}"


def _first_difference(one: str, other: str) -> tuple[int, str, str]:
    ones, others = one.split("\n"), other.split("\n")
    for i in range(max(len(ones), len(others))):
        pair = [lines[i] if i < len(lines) else "" for lines in (ones, others)]
        if pair[0] != pair[1] or i >= min(len(ones), len(others)):
            return i + 1, shortened(pair[0], 60), shortened(pair[1], 60)
    return len(ones), "", ""

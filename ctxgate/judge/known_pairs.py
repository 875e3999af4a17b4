"""Answers about pairs that the log already holds: what was asked once is not asked again."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec import UNSET

from ctxgate.batch import fingerprint
from ctxgate.judge.known import Item
from ctxgate.judge.pairs import Pair, PairReply, has_answer, pair_key
from ctxgate.judge.reply import clean_reason
from ctxgate.rows import AnyRow, CaptureRow, ScoreRow


def pairs_from_log(read: Callable[[], Iterable[AnyRow]]) -> dict[str, PairReply]:
    """Return the answers about pairs that a log holds, by `pairs.pair_key`. `read` yields its rows and is called twice.

    An answer counts only where both captured texts still have the fingerprint under which they were asked
    about. Memory grows with the batches in which pairs were asked about, not with the log.
    """
    batches = {(row.run, row.seq) for row in read() if isinstance(row, ScoreRow) and row.pairs is not UNSET}
    answers: dict[str, PairReply] = {}
    captures: dict[tuple[str, int, str], CaptureRow] = {}
    if not batches:
        return answers
    for row in read():
        if isinstance(row, CaptureRow) and (row.run, row.seq) in batches:
            captures[row.run, row.seq, row.id] = row
        elif isinstance(row, ScoreRow) and row.pairs is not UNSET:
            _see(row, captures, answers)
    return answers


def _see(
    row: ScoreRow, captures: dict[tuple[str, int, str], CaptureRow], answers: dict[str, PairReply]
) -> None:
    one = captures.get((row.run, row.seq, row.id))
    if row.pairs is UNSET or one is None or not _is_whole(one) or one.sha256_16 != row.sha256_16:
        return
    for pair in row.pairs:
        other = captures.get((row.run, row.seq, pair.against))
        if other is None or not _is_whole(other) or other.batch != row.batch or not has_answer(pair):
            continue
        if pair.model is UNSET or pair.prompt is UNSET or not isinstance(pair.reason, str):
            continue
        asked = Pair.of(_item(one), _item(other))
        key = pair_key(asked, pair.model, pair.prompt)
        answers[key] = PairReply(pair.conflict is True, clean_reason(pair.reason))


def _item(row: CaptureRow) -> Item:
    return Item(row.query, row.source, row.text)


def _is_whole(row: CaptureRow) -> bool:
    return len(row.text) == row.chars and fingerprint(row.text) == row.sha256_16

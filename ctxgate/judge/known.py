"""Answers that the log already holds: what was judged once is not asked again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from msgspec import UNSET

from ctxgate.batch import fingerprint
from ctxgate.judge.question import PROMPT_VERSION, cache_key
from ctxgate.judge.reply import Reply, clean_reason
from ctxgate.rows import AnyRow, CaptureRow, ScoreRow


class Item(NamedTuple):
    """One chunk to be judged."""

    query: str
    source: str
    text: str


class Known:
    """Gathers answers from rows of the log, in the order they were written.

    `answers` maps `question.cache_key` to the newest answer. Rows of a log that was edited can be
    anything, so an answer counts only where it is one that a judge could have given, and where the
    captured text still has the fingerprint under which it was judged.
    """

    def __init__(self, rows: Iterable[AnyRow] = ()) -> None:
        self.answers: dict[str, Reply] = {}
        self._captures: dict[tuple[str, int, int], CaptureRow] = {}
        for row in rows:
            self.see(row)

    def see(self, row: AnyRow) -> None:
        """Take in one row. A score row counts if the capture of its chunk came before it."""
        if isinstance(row, CaptureRow):
            self._captures[row.run, row.seq, row.pos] = row
        elif isinstance(row, ScoreRow) and row.judge.status in ("ok", "cached"):
            capture = self._captures.get((row.run, row.seq, row.pos))
            answer = _answer(row)
            if capture is None or answer is None or not _same_chunk(capture, row):
                return
            model, prompt = str(row.judge.model), str(row.judge.prompt)
            self.answers[cache_key(capture.query, capture.source, capture.text, model, prompt)] = answer


def from_log(read: Callable[[], Iterable[AnyRow]]) -> dict[str, Reply]:
    """Return the answers that a log holds. `read` yields its rows and is called twice.

    First come the judged chunks and then their texts, so that memory grows with what was judged and not
    with the log.
    """
    judged = {
        (row.run, row.seq, row.pos)
        for row in read()
        if isinstance(row, ScoreRow) and row.judge.status in ("ok", "cached")
    }
    known = Known()
    if judged:
        for row in read():
            if isinstance(row, CaptureRow | ScoreRow) and (row.run, row.seq, row.pos) in judged:
                known.see(row)
    return known.answers


def count_calls(items: Iterable[Item], model: str, known: Mapping[str, Reply], limit: int | None) -> int:
    """Return how many calls a panel will make for these chunks at most, given what is known already."""
    keys = {cache_key(*item, model, PROMPT_VERSION) for item in items}
    calls = len(keys - known.keys())
    return calls if limit is None else min(calls, limit)


def _answer(row: ScoreRow) -> Reply | None:
    score, reason = row.judge.score, row.judge.reason
    if row.judge.model is UNSET or row.judge.prompt is UNSET or not isinstance(reason, str):
        return None
    if not isinstance(score, int | float) or not 0 <= score <= 1:
        return None
    return Reply(float(score), clean_reason(reason))


def _same_chunk(capture: CaptureRow, row: ScoreRow) -> bool:
    return (
        (capture.id, capture.source, capture.sha256_16, capture.batch)
        == (row.id, row.source, row.sha256_16, row.batch)
        and len(capture.text) == capture.chars
        and fingerprint(capture.text) == capture.sha256_16
    )

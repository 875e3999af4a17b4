"""The judge as the commands use it: whether it is asked, what is said before, and what became of it.

What asks it is imported only when there is one to ask: start-up is a feature.
"""

from __future__ import annotations

import contextlib
import functools
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from ctxgate.cli.messages import say
from ctxgate.errors import JudgeUnavailable, UsageError
from ctxgate.log import Log
from ctxgate.policy.model import Policy
from ctxgate.rows import AnyRow, Judgement, JudgeStatus, ScoreRow
from ctxgate.steps import Captured

if TYPE_CHECKING:
    from ctxgate.judge.known import Item
    from ctxgate.judge.panel import Panel
    from ctxgate.judge.settings import Settings

KEY = "SCORE_API_KEY"
"""The environment variable that holds the judge's key. It comes from nowhere else."""

Work = tuple[object, Captured | None]
"""What the caller wants back, and the batch to judge, if it is one."""

Judged = tuple[object, tuple[Judgement | None, ...] | None]
"""What the caller gave, and the judgements of its chunks; None where no judge is asked."""


class JudgeOptions(NamedTuple):
    """What flags and environment say of the judge. `use` is None where no flag decides."""

    use: bool | None
    url: str | None
    model: str
    limit: int | None
    jobs: int
    required: bool


class Judge:
    """Asks the judge for batch after batch, or does nothing where it is off.

    `policy` is the one that is scored with: it says whether pairs are asked about besides. Raises UsageError at once when the judge is asked for and its address is missing or wrong.
    """

    def __init__(self, options: JudgeOptions, policy: Policy) -> None:
        self.required = options.required
        self._policy = policy
        self._pairs = policy.conflict.judge
        self._limit = options.limit
        self._settings: Settings | None = None
        self._panel: Panel[object] | None = None
        if options.use is False and options.required:
            raise UsageError("--no-judge and --require-judge exclude each other")
        url = (options.url or "").strip()
        if options.use is False or not url:
            if options.use:
                raise UsageError(
                    "there is no judge to ask", todo="Set SCORE_API_URL, or give its address as --judge-url."
                )
            return
        from ctxgate.judge.settings import settings

        self._settings = settings(url, model=options.model, key=os.environ.get(KEY), concurrency=options.jobs)

    @property
    def is_on(self) -> bool:
        """Whether a judge is asked at all."""
        return self._settings is not None

    def judge(
        self, work: Iterable[Work], log: Log | None, batches: Callable[[], Iterable[Captured]] | None
    ) -> Iterator[Judged]:
        """Yield each piece of work with its judgements, in order.

        `log` is where earlier answers are looked up. `batches` yields all batches to come, where they
        are known beforehand, so that it can be said how many chunks are sent.
        """
        if self._settings is None:
            for tag, _ in work:
                yield tag, None
            return
        from ctxgate.judge import known
        from ctxgate.judge.panel import Group, Panel

        answers = known.from_log(lambda: _rows(log)) if log is not None and log.path.exists() else {}
        of_pairs = {}
        if self._pairs and log is not None and log.path.exists():
            from ctxgate.judge.known_pairs import pairs_from_log

            of_pairs = pairs_from_log(lambda: _rows(log))
        calls, total = None, None
        if batches is not None:
            items = [item for captured in batches() for item in _items(captured)]
            calls, total = known.count_calls(items, self._settings.model, answers, self._limit), len(items)
        announce = functools.partial(self._settings.announcement, calls, limit=self._limit, pairs=self._pairs)
        with bar(total) as advance:
            self._panel = Panel(
                self._settings,
                known=answers,
                known_pairs=of_pairs,
                ahead=not self._pairs,
                limit=self._limit,
                before=lambda: say(announce()),
                say=say,
                progress=advance,
            )
            groups = (Group(tag, _items(captured) if captured else ()) for tag, captured in work)
            for judged in self._panel.judge(groups):
                yield judged.tag, judged.judgements

    def with_pairs(self, captured: Captured, scores: list[ScoreRow]) -> list[ScoreRow]:
        """Return the score rows of a batch with what the judge says of pairs, where the policy has it asked."""
        if self._panel is None or not self._pairs:
            return scores
        from ctxgate.steps import pairs_to_ask, with_pairs

        asked = pairs_to_ask(captured, scores, self._policy)
        if not asked:
            return scores
        ids = [chunk.id for chunk in captured.batch.chunks]
        told = self._panel.judge_pairs([(ids[other], pair) for (_, other), pair in asked])
        return with_pairs(scores, [places for places, _ in asked], told, self._policy, required=self.required)

    def rescued(self) -> list[Judged]:
        """Return, after an interruption, what was judged and not yet handed back."""
        return [] if self._panel is None else [(tag, told) for tag, told in self._panel.rescued()]

    def close(self) -> None:
        """Break off what is under way."""
        if self._panel is not None:
            self._panel.close()

    def check(self) -> None:
        """Say how many chunks went without an answer, if any. Raises JudgeUnavailable if one was required."""
        if self.required and self._settings is None:
            raise JudgeUnavailable(
                "a judge was required and none is set; every chunk is isolated at most",
                todo="Set SCORE_API_URL.",
            )
        if self._panel is None:
            return
        self._check("chunks", self._panel.counts)
        self._check("pairs", self._panel.pair_counts)

    def _check(self, what: str, counts: Counter[JudgeStatus]) -> None:
        from ctxgate.judge.reply import FAILURES

        failed, frozen = sum(counts[status] for status in sorted(FAILURES)), counts["frozen"]
        listed = ", ".join(f"{n} {status}" for status, n in sorted(counts.items()))
        told = f"of {counts.total()} {what} went without the judge's answer ({listed})"
        if self.required and failed + frozen:
            raise JudgeUnavailable(
                f"a judge was required, and {failed + frozen} {told}",
                todo="They are isolated at most. `ctxgate score` asks again for those alone.",
            )
        if failed:
            say(f"judge: {failed} {told}: there the rubric decides, held back as the policy's [judge] says")


@contextlib.contextmanager
def bar(total: int | None) -> Iterator[Callable[[int], None]]:
    """Show how many chunks are judged, on a terminal only."""
    import sys

    if not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        yield lambda done: None
        return
    from ctxgate.render.progress import judge_bar

    with judge_bar(total) as advance:
        yield advance


def _rows(log: Log) -> Iterator[AnyRow]:
    return (numbered.row for numbered in log.rows())


def _items(captured: Captured) -> list[Item]:
    from ctxgate.judge.known import Item

    return [Item(captured.batch.query, chunk.source, chunk.text) for chunk in captured.batch.chunks]

"""Many chunks judged: several calls at a time, none of them twice, and none for a judge that is dead.

Everything public here is for one thread; the calls run in another one (`calling`).

Which chunks are asked is settled in the order they come in and never depends on timing; so with a judge
that answers, equal input and answers give equal judgements, measured times apart.
"""

from __future__ import annotations

import concurrent.futures
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import TracebackType
from typing import Generic, NamedTuple, Self, TypeVar

import msgspec
from msgspec import UNSET

from ctxgate.judge.calling import MAX_FAILURES, Caller, Told
from ctxgate.judge.known import Item
from ctxgate.judge.pairs import Pair, PairReply, judged_pair, pair_key, pair_messages, read_pair_reply
from ctxgate.judge.question import PROMPT_VERSION, cache_key, messages
from ctxgate.judge.reply import FAILURES, Failure, Reply, read_reply
from ctxgate.judge.settings import Settings
from ctxgate.rows import Judgement, JudgeStatus, PairJudgement

LOOKAHEAD = 16
"""How many chunks, times the calls at a time, may be taken in before the first of them is handed back."""

_TICK = 0.1
"""Seconds between two looks at what is done. Windows delivers Ctrl-C only between waits."""

Tag = TypeVar("Tag")


class Group(NamedTuple, Generic[Tag]):
    """The chunks of one batch. `tag` is the caller's own and comes back with the judgements."""

    tag: Tag
    items: Sequence[Item]


class Judged(NamedTuple, Generic[Tag]):
    """The judgements of one group, in the order of its items; None for one that was interrupted."""

    tag: Tag
    judgements: tuple[Judgement | None, ...]


class Panel(Generic[Tag]):
    """Asks one judge for many chunks. A context manager; nothing is opened before the first call.

    `known` maps `question.cache_key` to answers that need not be asked for. After `limit` chunks have
    been asked for (known ones and repetitions cost nothing and do not count) the rest is `frozen`.
    `known_pairs` is the same for `pairs.pair_key`. With `ahead` off no group is taken in before the one in
    front of it is handed back, so that its pairs come next. `before` is called once, before the first call. `say` is called with one message when the panel gives up, `progress` with the number of chunks that
    are done, some ten times a second while calls are under way.

    Raises UsageError at once when the settings cannot be used.
    """

    def __init__(
        self,
        settings: Settings,
        *,
        known: Mapping[str, Reply] | None = None,
        known_pairs: Mapping[str, PairReply] | None = None,
        ahead: bool = True,
        limit: int | None = None,
        before: Callable[[], None] = lambda: None,
        say: Callable[[str], None] = lambda message: None,
        progress: Callable[[int], None] = lambda done: None,
    ) -> None:
        self.counts: Counter[JudgeStatus] = Counter()
        """How many of the judgements handed back have which status."""
        self.pair_counts: Counter[JudgeStatus] = Counter()
        """The same for judgements of pairs."""

        self._settings = settings
        self._known = {} if known is None else known
        self._known_pairs = {} if known_pairs is None else known_pairs
        self._ahead = ahead
        self._limit = limit
        self._before = before
        self._say = say
        self._progress = progress
        self._caller = Caller(settings)
        self._calls: dict[str, _Slot] = {}
        self._pair_calls: dict[str, concurrent.futures.Future[Told[PairReply]]] = {}
        self._window: deque[tuple[Tag, list[_Slot]]] = deque()
        self._said = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Break off every call that is under way and close the connections; within a second or two."""
        self._caller.close()

    @property
    def failed(self) -> int:
        """How many of the judgements handed back are failures."""
        return sum(self.counts[status] for status in FAILURES)

    def judge(self, groups: Iterable[Group[Tag]]) -> Iterator[Judged[Tag]]:
        """Yield the judgements of each group, in order, each as soon as it and those before it are done.

        Later groups are taken in while earlier ones are waited for. No failure of the judge raises.
        When the caller is interrupted (KeyboardInterrupt comes out of this iterator), `rescued` has
        what was done by then.
        """
        most = LOOKAHEAD * self._settings.concurrency if self._ahead else 0
        for group in groups:
            self._window.append((group.tag, [self._slot(item) for item in group.items]))
            while self._window and (self._first_is_done() or self._taken_in() >= most):
                yield self._hand_back()
        while self._window:
            yield self._hand_back()

    def rescued(self) -> list[Judged[Tag]]:
        """Return, after an interruption, the groups not handed back of which a chunk was judged.

        What is under way is not waited for: its judgement is None. Call it once, before `close`.
        """
        left = list(self._window)
        self._window.clear()
        groups = [
            Judged(tag, tuple(slot.judgement() if slot.is_done() else None for slot in slots))
            for tag, slots in left
        ]
        kept = [group for group in groups if any(judgement is not None for judgement in group.judgements)]
        for group in kept:
            self.counts.update(judgement.status for judgement in group.judgements if judgement is not None)
        return kept

    def judge_pairs(self, pairs: Sequence[tuple[str, Pair]]) -> list[PairJudgement]:
        """Ask about pairs of chunks, each given with the id that its judgement is to name, and wait for all."""
        calls = [self._pair_call(pair) for _, pair in pairs]
        found = []
        for (against, _), (call, repeats) in zip(pairs, calls, strict=True):
            found.append(self._pair_judgement(against, call, repeats=repeats))
            self.pair_counts[found[-1].status] += 1
        return found

    def _pair_call(
        self, pair: Pair
    ) -> tuple[PairReply | concurrent.futures.Future[Told[PairReply]] | None, bool]:
        """Return the answer where it is known, or the call that brings it, or None; and whether it was made before."""
        key = pair_key(pair, self._settings.model)
        if key in self._known_pairs:
            return self._known_pairs[key], True
        if key in self._pair_calls:
            return self._pair_calls[key], True
        if not self._may_call():
            return None, False
        self._pair_calls[key] = self._caller.call(pair_messages(pair), read_pair_reply)
        return self._pair_calls[key], False

    def _pair_judgement(
        self,
        against: str,
        call: PairReply | concurrent.futures.Future[Told[PairReply]] | None,
        *,
        repeats: bool,
    ) -> PairJudgement:
        model = self._settings.model
        if call is None:
            return judged_pair(against, None, "frozen", model)
        if isinstance(call, PairReply):
            return judged_pair(against, call, "cached", model)
        while not concurrent.futures.wait([call], _TICK).done:
            self._tick()
        told = call.result()
        if told.ms is None:
            return PairJudgement(against, "circuit_open")
        if repeats:
            return judged_pair(against, told.answer, "cached", model)
        return judged_pair(against, told.answer, "ok", model, told.ms)

    def _may_call(self) -> bool:
        """Tell whether another call is within the limit; before the first one of all, say so."""
        made = len(self._calls) + len(self._pair_calls)
        if self._limit is not None and made >= self._limit:
            return False
        if not made:
            self._before()
        return True

    # ------------------------------------------------------------ one chunk

    def _slot(self, item: Item) -> _Slot:
        key = cache_key(*item, self._settings.model, PROMPT_VERSION)
        if key in self._known:
            return _Slot(_cached(self._known[key], self._settings.model))
        if key in self._calls:
            return _Slot(self._calls[key].source, model=self._settings.model, repeats=True)
        if not self._may_call():
            return _Slot(Judgement("frozen"))
        call = self._caller.call(messages(*item), read_reply)
        self._calls[key] = _Slot(call, model=self._settings.model)
        return self._calls[key]

    # ------------------------------------------------------------ the window

    def _taken_in(self) -> int:
        return sum(len(slots) for _, slots in self._window)

    def _first_is_done(self) -> bool:
        return all(slot.is_done() for slot in self._window[0][1])

    def _hand_back(self) -> Judged[Tag]:
        tag, slots = self._window[0]
        for slot in slots:
            while not slot.wait(_TICK):
                self._tick()
        self._tick()
        self._window.popleft()
        judgements = tuple(slot.judgement() for slot in slots)
        self.counts.update(judgement.status for judgement in judgements)
        return Judged(tag, judgements)

    def _tick(self) -> None:
        waiting = sum(slot.is_done() for _, slots in self._window for slot in slots)
        self._progress(self.counts.total() + waiting)
        if not self._said and self._caller.gave_up:
            self._said = True
            reasons = "; ".join(f"{f.status}: {f.detail}" for f in self._caller.gave_up)
            self._say(f"judge: {MAX_FAILURES} failures in a row ({reasons}), not asked any more")


class _Slot:
    """The place of one judgement: it is there already, or a call will bring it."""

    def __init__(
        self,
        source: Judgement | concurrent.futures.Future[Told[Reply]],
        *,
        model: str = "",
        repeats: bool = False,
    ) -> None:
        self.source = source
        self._model = model
        self._repeats = repeats

    def is_done(self) -> bool:
        return isinstance(self.source, Judgement) or (self.source.done() and not self.source.cancelled())

    def wait(self, seconds: float) -> bool:
        if isinstance(self.source, Judgement):
            return True
        return bool(concurrent.futures.wait([self.source], seconds).done)

    def judgement(self) -> Judgement:
        told = (
            self.source
            if isinstance(self.source, Judgement)
            else _judgement(self.source.result(), self._model)
        )
        if not self._repeats:
            return told
        # The call was made, and its time measured, for another chunk that asks the same.
        status: JudgeStatus = "cached" if told.status == "ok" else told.status
        return msgspec.structs.replace(told, status=status, ms=UNSET)


def _judgement(told: Told[Reply], model: str) -> Judgement:
    if told.ms is None:
        return Judgement("circuit_open")
    answer = told.answer
    return Judgement(
        answer.status if isinstance(answer, Failure) else "ok",
        score=UNSET if isinstance(answer, Failure) else answer.score,
        reason=answer.detail if isinstance(answer, Failure) else answer.reason,
        model=model,
        prompt=PROMPT_VERSION,
        ms=told.ms,
    )


def _cached(answer: Reply, model: str) -> Judgement:
    return Judgement("cached", score=answer.score, reason=answer.reason, model=model, prompt=PROMPT_VERSION)

"""Many chunks judged: several calls at a time, none of them twice, and none for a judge that is dead.

The calls run on an event loop in a thread of its own, so that a caller that is busy, or waits for its
input, neither slows a call down nor lets its deadline pass. Everything public here is for one thread.

Which chunks are asked is settled in the order they come in and never depends on timing; so with a judge
that answers, equal input and answers give equal judgements, measured times apart.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import contextlib
import socket
import threading
import time
import weakref
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import TracebackType
from typing import Any, Generic, NamedTuple, Self, TypeVar

import msgspec
from msgspec import UNSET

from ctxgate.judge.client import Client
from ctxgate.judge.known import Item
from ctxgate.judge.question import PROMPT_VERSION, cache_key, messages
from ctxgate.judge.reply import FAILURES, Failure, Reply
from ctxgate.judge.settings import Settings
from ctxgate.rows import Judgement, JudgeStatus

MAX_FAILURES = 3
"""After so many failures in a row, in order of completion, the judge is not asked any more."""

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
    `before` is called once, before the first call. `say` is called with one message when the panel gives up, `progress` with the number of chunks that
    are done, some ten times a second while calls are under way.

    Raises UsageError at once when the settings cannot be used.
    """

    def __init__(
        self,
        settings: Settings,
        *,
        known: Mapping[str, Reply] | None = None,
        limit: int | None = None,
        before: Callable[[], None] = lambda: None,
        say: Callable[[str], None] = lambda message: None,
        progress: Callable[[int], None] = lambda done: None,
    ) -> None:
        self.counts: Counter[JudgeStatus] = Counter()
        """How many of the judgements handed back have which status."""

        self._settings = settings
        self._known = {} if known is None else known
        self._limit = limit
        self._before = before
        self._say = say
        self._progress = progress
        self._caller = _Caller(settings)
        self._calls: dict[str, _Slot] = {}
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
        most = LOOKAHEAD * self._settings.concurrency
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

    # ------------------------------------------------------------ one chunk

    def _slot(self, item: Item) -> _Slot:
        key = cache_key(*item, self._settings.model, PROMPT_VERSION)
        if key in self._known:
            return _Slot(_cached(self._known[key], self._settings.model))
        if key in self._calls:
            return _Slot(self._calls[key].source, repeats=True)
        if self._limit is not None and len(self._calls) >= self._limit:
            return _Slot(Judgement("frozen"))
        if not self._calls:
            self._before()
        self._calls[key] = _Slot(self._caller.call(item))
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
        self, source: Judgement | concurrent.futures.Future[Judgement], *, repeats: bool = False
    ) -> None:
        self.source = source
        self._repeats = repeats

    def is_done(self) -> bool:
        return isinstance(self.source, Judgement) or (self.source.done() and not self.source.cancelled())

    def wait(self, seconds: float) -> bool:
        if isinstance(self.source, Judgement):
            return True
        return bool(concurrent.futures.wait([self.source], seconds).done)

    def judgement(self) -> Judgement:
        told = self.source if isinstance(self.source, Judgement) else self.source.result()
        if not self._repeats:
            return told
        # The call was made, and its time measured, for another chunk that asks the same.
        status: JudgeStatus = "cached" if told.status == "ok" else told.status
        return msgspec.structs.replace(told, status=status, ms=UNSET)


def _cached(answer: Reply, model: str) -> Judgement:
    return Judgement("cached", score=answer.score, reason=answer.reason, model=model, prompt=PROMPT_VERSION)


class _Caller:
    """The thread that calls. Its event loop alone touches the client and the count of failures."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._client = Client(settings)
        self._loop: _Loop | None = None
        self._thread: threading.Thread | None = None
        self._free = asyncio.Semaphore(settings.concurrency)
        self._opened = asyncio.Event()
        self._closing = False
        self._in_a_row: list[Failure] = []
        self.gave_up: tuple[Failure, ...] = ()
        """The failures that opened the circuit; empty while it is closed. Any thread may read it."""

    def call(self, item: Item) -> concurrent.futures.Future[Judgement]:
        """Begin a call as soon as one is free, first come first served."""
        if self._loop is None:
            self._loop = _Loop()
            self._thread = threading.Thread(target=self._loop.run_forever, name="ctxgate-judge", daemon=True)
            self._thread.start()
        return asyncio.run_coroutine_threadsafe(self._call(item), self._loop)

    def close(self) -> None:
        if self._loop is None or self._thread is None:
            return
        loop, self._loop = self._loop, None
        with contextlib.suppress(concurrent.futures.TimeoutError):
            asyncio.run_coroutine_threadsafe(self._stop(loop), loop).result(1)
        loop.call_soon_threadsafe(loop.stop)
        self._thread.join(1)
        if not self._thread.is_alive():
            loop.close()

    async def _call(self, item: Item) -> Judgement:
        async with self._free:
            started = time.monotonic()
            told = None if self._opened.is_set() else await self._unless_opened(messages(*item))
            ms = round(1000 * (time.monotonic() - started))
        if told is None:
            if self._closing:
                raise asyncio.CancelledError  # was never judged: no judgement says so
            return Judgement("circuit_open")
        self._count(told)
        status: JudgeStatus = told.status if isinstance(told, Failure) else "ok"
        return Judgement(
            status,
            score=UNSET if isinstance(told, Failure) else told.score,
            reason=told.detail if isinstance(told, Failure) else told.reason,
            model=self._settings.model,
            prompt=PROMPT_VERSION,
            ms=ms,
        )

    async def _unless_opened(self, chat: list[Any]) -> Reply | Failure | None:
        """Ask, but stop waiting when the circuit opens: a fourth wait would tell nothing new."""
        ask = asyncio.ensure_future(self._client.ask(chat))
        opened = asyncio.ensure_future(self._opened.wait())
        try:
            await asyncio.wait((ask, opened), return_when=asyncio.FIRST_COMPLETED)
            return ask.result() if ask.done() else None
        finally:
            for task in (ask, opened):
                task.cancel()
            await asyncio.gather(ask, opened, return_exceptions=True)

    def _count(self, told: Reply | Failure) -> None:
        if isinstance(told, Reply):
            self._in_a_row.clear()
            return
        self._in_a_row.append(told)
        if len(self._in_a_row) >= MAX_FAILURES and not self.gave_up:
            self.gave_up = tuple(self._in_a_row)
            self._opened.set()

    async def _stop(self, loop: _Loop) -> None:
        # Every call ends by itself and takes its own tasks along. Cancelling all tasks there are would
        # reach into the middle of httpx, which minds.
        self._closing = True
        self._opened.set()
        await asyncio.gather(*(asyncio.all_tasks() - {asyncio.current_task()}), return_exceptions=True)
        await self._client.aclose()
        loop.abort_connections()
        await asyncio.sleep(0)  # an aborted connection is closed in the loop's next round


class _Loop(asyncio.SelectorEventLoop):
    """An event loop that no name server can hold up, and that leaves no connection open.

    A look-up cannot be cancelled, and Python waits at its end for the threads that asyncio makes them
    in: a minute, with a dead name server. The threads made here are left behind.
    """

    def __init__(self) -> None:
        super().__init__()
        self._connections: weakref.WeakSet[asyncio.Transport] = weakref.WeakSet()

    async def create_connection(self, *args: Any, **kwargs: Any) -> Any:
        made = await super().create_connection(*args, **kwargs)
        self._connections.add(made[0])
        return made

    def abort_connections(self) -> None:
        """Close what httpx lost sight of: it does not close a connection whose TLS handshake failed."""
        for connection in list(self._connections):
            connection.abort()

    async def getaddrinfo(
        self,
        host: Any,
        port: Any,
        *,
        family: int = 0,
        type: int = 0,  # noqa: A002 - the loop's own name for it
        proto: int = 0,
        flags: int = 0,
    ) -> Any:
        found: concurrent.futures.Future[Any] = concurrent.futures.Future()

        def look_up() -> None:
            if not found.set_running_or_notify_cancel():
                return
            try:
                found.set_result(socket.getaddrinfo(host, port, family, type, proto, flags))
            except Exception as e:
                found.set_exception(e)

        threading.Thread(target=look_up, name="ctxgate-judge-name", daemon=True).start()
        return await asyncio.wrap_future(found, loop=self)

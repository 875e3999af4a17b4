"""The thread that calls the judge: several calls at a time, and none for a judge that is dead.

The calls run on an event loop in a thread of its own, so that a caller that is busy, or waits for its
input, neither slows a call down nor lets its deadline pass.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import contextlib
import socket
import threading
import time
import weakref
from collections.abc import Callable
from typing import Any, Generic, NamedTuple

from ctxgate.judge.client import Client
from ctxgate.judge.question import Message
from ctxgate.judge.reply import Answer, Failure
from ctxgate.judge.settings import Settings

MAX_FAILURES = 3
"""After so many failures in a row, in order of completion, the judge is not asked any more."""


class Told(NamedTuple, Generic[Answer]):
    """What a call brought. `ms` is how long it took; None where nothing was asked, since the circuit was open."""

    answer: Answer | Failure
    ms: int | None


class Caller:
    """The thread that calls. Its event loop alone touches the client and the count of failures.

    Nothing is opened or looked up before the first call. Raises UsageError at once when the settings cannot be used.
    """

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

    def call(
        self, chat: list[Message], read: Callable[[bytes], Answer | Failure]
    ) -> concurrent.futures.Future[Told[Answer]]:
        """Begin a call as soon as one is free, first come first served. `read` reads the body of its reply."""
        if self._loop is None:
            self._client.settle()
            self._loop = _Loop()
            self._thread = threading.Thread(target=self._loop.run_forever, name="ctxgate-judge", daemon=True)
            self._thread.start()
        return asyncio.run_coroutine_threadsafe(self._call(chat, read), self._loop)

    def close(self) -> None:
        """Break off every call that is under way; within a second or two."""
        if self._loop is None or self._thread is None:
            return
        loop, self._loop = self._loop, None
        with contextlib.suppress(concurrent.futures.TimeoutError):
            asyncio.run_coroutine_threadsafe(self._stop(loop), loop).result(1)
        loop.call_soon_threadsafe(loop.stop)
        self._thread.join(1)
        if not self._thread.is_alive():
            loop.close()

    async def _call(self, chat: list[Message], read: Callable[[bytes], Answer | Failure]) -> Told[Answer]:
        async with self._free:
            started = time.monotonic()
            answer = None if self._opened.is_set() else await self._unless_opened(chat, read)
            ms = round(1000 * (time.monotonic() - started))
        if answer is None:
            if self._closing:
                raise asyncio.CancelledError  # was never judged: no judgement says so
            return Told(Failure("circuit_open", ""), None)
        self._count(answer)
        return Told(answer, ms)

    async def _unless_opened(
        self, chat: list[Message], read: Callable[[bytes], Answer | Failure]
    ) -> Answer | Failure | None:
        """Ask, but stop waiting when the circuit opens: a fourth wait would tell nothing new."""
        ask = asyncio.ensure_future(self._client.ask(chat, read))
        opened = asyncio.ensure_future(self._opened.wait())
        try:
            await asyncio.wait((ask, opened), return_when=asyncio.FIRST_COMPLETED)
            return ask.result() if ask.done() else None
        finally:
            for task in (ask, opened):
                task.cancel()
            await asyncio.gather(ask, opened, return_exceptions=True)

    def _count(self, told: object) -> None:
        if not isinstance(told, Failure):
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

"""A judge over real sockets that does whatever a test scripts, byte by byte.

A script gets the connection after the request has been read, and is called once a request. What it
does not do itself (such as closing) is done when it returns.
"""

from __future__ import annotations

import contextlib
import json
import socket
import struct
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, Self

Script = Callable[[socket.socket], None]


class Request(NamedTuple):
    """A request as it came in."""

    line: str
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def data(self) -> dict[str, Any]:
        """The fenced data of the question, read back."""
        data = json.loads(self.json["messages"][1]["content"])
        assert isinstance(data, dict)
        return data


class FaultServer:
    """Serves each connection in a thread. `script` may be a function of the request instead of one script."""

    def __init__(self, script: Script, *, choose: Callable[[Request], Script] | None = None) -> None:
        self._choose = choose or (lambda request: script)
        self.requests: list[Request] = []
        self.connections = 0
        self.busiest = 0
        self._busy = 0
        self._lock = threading.Lock()
        self._stopped = threading.Event()
        self._open: set[socket.socket] = set()
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.port = self._listener.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}/v1"
        self._threads = [threading.Thread(target=self._accept, daemon=True)]
        self._threads[0].start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._stopped.set()
        # Closing alone does not wake up an accept().
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        with self._lock:
            for connection in self._open:
                with contextlib.suppress(OSError):
                    connection.shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join(5)
            assert not thread.is_alive()

    def _accept(self) -> None:
        while not self._stopped.is_set():
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            with self._lock:
                self.connections += 1
                self._open.add(connection)
            thread = threading.Thread(target=self._serve, args=(connection,), daemon=True)
            self._threads.append(thread)
            thread.start()

    def _serve(self, connection: socket.socket) -> None:
        connection.settimeout(10)
        with contextlib.suppress(OSError, ValueError), connection:
            try:
                while connection.fileno() >= 0 and (request := _read_request(connection)) is not None:
                    with self._lock:
                        self.requests.append(request)
                        self._busy += 1
                        self.busiest = max(self.busiest, self._busy)
                    try:
                        self._choose(request)(connection)
                    finally:
                        with self._lock:
                            self._busy -= 1
            finally:
                with self._lock:
                    self._open.discard(connection)


def _read_request(connection: socket.socket) -> Request | None:
    # Not by makefile(): a socket that it reads from is not closed by close().
    got = b""
    while b"\r\n\r\n" not in got:
        part = connection.recv(65536)
        if not part:
            return None
        got += part
    top, _, body = got.partition(b"\r\n\r\n")
    line, *rest = top.decode("latin-1").split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (text.partition(":") for text in rest)}
    while len(body) < int(headers.get("content-length", 0)):
        part = connection.recv(65536)
        if not part:
            return None
        body += part
    return Request(line, headers, body)


# ---------------------------------------------------------------- scripts


def head(status: str = "200 OK", /, **headers: str | int) -> bytes:
    lines = [f"HTTP/1.1 {status}", *(f"{k.replace('_', '-')}: {v}" for k, v in headers.items())]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")


def whole(body: bytes | str, status: str = "200 OK", /, **headers: str | int) -> Script:
    """A complete response; the connection stays open."""
    data = body.encode() if isinstance(body, str) else body

    def script(connection: socket.socket) -> None:
        connection.sendall(head(status, content_length=len(data), **headers) + data)

    return script


def raw(data: bytes, *, reset: bool = False) -> Script:
    """These bytes and the end of the connection, orderly or by a reset."""

    def script(connection: socket.socket) -> None:
        connection.sendall(data)
        if reset:
            time.sleep(0.02)  # so that what was sent is read before the reset throws it away
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        else:
            connection.shutdown(socket.SHUT_WR)
        connection.close()

    return script


def silence(connection: socket.socket) -> None:
    """Nothing, until the other side gives up."""
    with contextlib.suppress(OSError):
        connection.recv(1)
    connection.close()


def then_silence(data: bytes) -> Script:
    def script(connection: socket.socket) -> None:
        connection.sendall(data)
        silence(connection)

    return script


def drip(start: bytes, drops: bytes, every: float = 0.05) -> Script:
    """`start`, then one byte of `drops` at a time, over and over."""

    def script(connection: socket.socket) -> None:
        connection.sendall(start)
        with contextlib.suppress(OSError):
            while True:
                for i in range(len(drops)):
                    connection.sendall(drops[i : i + 1])
                    time.sleep(every)
        connection.close()

    return script


def flood(start: bytes, block: bytes, times: int) -> Script:
    """`start`, then a block many times, as fast as it is taken."""

    def script(connection: socket.socket) -> None:
        with contextlib.suppress(OSError):
            connection.sendall(start)
            for _ in range(times):
                connection.sendall(block)
        connection.close()

    return script


def after(seconds: float, script: Script) -> Script:
    def later(connection: socket.socket) -> None:
        time.sleep(seconds)
        script(connection)

    return later


def in_turn(*scripts: Script) -> Script:
    """The first script for the first request, and so on; the last one for all the rest."""
    lock, left = threading.Lock(), list(scripts)

    def script(connection: socket.socket) -> None:
        with lock:
            now = left.pop(0) if len(left) > 1 else left[0]
        now(connection)

    return script


# ---------------------------------------------------------------- answers


def answer(score: object = 0.8, reason: object = "states the window") -> str:
    return json.dumps({"score": score, "reason": reason})


def chat(content: object, finish_reason: str | None = "stop", **message: object) -> str:
    """A chat completion as OpenAI documents it, around this content."""
    return json.dumps(
        {
            "id": "chatcmpl-1",
            "object": "chat.completion",
            "created": 1,
            "model": "m",
            "choices": [
                {
                    "index": 0,
                    "message": {"role": "assistant", "content": content, **message},
                    "logprobs": None,
                    "finish_reason": finish_reason,
                }
            ],
            "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2},
        }
    )


@contextlib.contextmanager
def closed_port() -> Iterator[int]:
    """A port that refuses connections, and that nobody else gets meanwhile."""
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        yield held.getsockname()[1]

"""An HTTP proxy that keeps every byte it gets, asks nobody, and answers itself."""

from __future__ import annotations

import contextlib
import socket
import threading
from typing import Self

from fault_server import answer, chat, head


class RecordingProxy:
    """Answers a plain request with a judge's answer; of a tunnel it keeps what comes through it, and ends it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._got = bytearray()
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.address = f"127.0.0.1:{self._listener.getsockname()[1]}"
        self._threads = [threading.Thread(target=self._accept, daemon=True)]
        self._threads[0].start()

    @property
    def got(self) -> bytes:
        """Every byte that came in so far, of all connections."""
        with self._lock:
            return bytes(self._got)

    def environment(self, credentials: str = "") -> dict[str, str]:
        """Every variable that names a proxy, in both cases."""
        url = f"http://{credentials}{self.address}"
        names = ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY")
        return dict.fromkeys((*names, *(name.lower() for name in names)), url)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        for thread in self._threads:
            thread.join(10)
            assert not thread.is_alive()

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            thread = threading.Thread(target=self._serve, args=(connection,), daemon=True)
            self._threads.append(thread)
            thread.start()

    def _serve(self, connection: socket.socket) -> None:
        connection.settimeout(5)
        with contextlib.suppress(OSError), connection:
            request = self._request(connection)
            if request.startswith(b"CONNECT "):
                connection.sendall(head("200 Connection established"))
                self._keep(connection.recv(65536))
                return
            body = chat(answer()).encode()
            connection.sendall(head(content_length=len(body), connection="close") + body)

    def _request(self, connection: socket.socket) -> bytes:
        request = b""
        while True:
            part = self._keep(connection.recv(65536))
            request += part
            top, end, body = request.partition(b"\r\n\r\n")
            length = [line for line in top.lower().split(b"\r\n") if line.startswith(b"content-length:")]
            if not part or (end and len(body) >= (int(length[0].split(b":")[1]) if length else 0)):
                return request

    def _keep(self, part: bytes) -> bytes:
        with self._lock:
            self._got += part
        return part

"""One call to the judge, over the network. The only module that imports httpx.

A call has one deadline. httpx's own timeouts are for each read, and a server that sends a byte a
second never runs into them, so they are off and the whole call is cancelled when its time is up:
resolving, connecting, TLS, sending, waiting, reading and the one retry together.

What is sent goes to one address and nowhere else: through the proxy that `route` names or straight, and
nothing here follows a redirect, reads a netrc file, keeps a cookie or writes an address to a log. httpx's
transport does none of that; its client, which does, is not used.
"""

from __future__ import annotations

import asyncio
import email.utils
import json
import re
import ssl
import time
import zlib
from collections.abc import Callable
from datetime import UTC
from types import TracebackType
from typing import Self

import httpx

from ctxgate import __version__
from ctxgate.judge.proxies import unusable
from ctxgate.judge.question import Message, request_body
from ctxgate.judge.reply import MAX_BYTES, Answer, Failure, read_reply
from ctxgate.judge.settings import Settings

MAX_WAITS = 2
"""How often one call waits because of 429, within its deadline. A server may ask to wait for 0 seconds."""

MAX_DROPS = 1
"""How often one call is sent again because the connection broke before the reply was whole."""


class Client:
    """Asks one judge. Any number of calls may be under way at once, all on one event loop."""

    def __init__(self, settings: Settings) -> None:
        """Raise UsageError when the address or the environment's proxies cannot be used."""
        self._settings = settings
        self._headers = _headers(settings)
        self._proxy = settings.route.named_proxy
        self._http = self._transport()

    def settle(self) -> None:
        """Decide, before the first call, whether the environment's proxy is used. May look the judge's name up."""
        if self._proxy is not None and self._settings.route.proxy is None:
            self._proxy = None
            self._http = self._transport()  # the one before was never opened

    def _transport(self) -> httpx.AsyncHTTPTransport:
        try:
            # What one program reads as another host than the next one does is not asked.
            if not _is_read_alike(httpx.URL(self._settings.url), self._settings.route.host):
                raise unusable()
            return httpx.AsyncHTTPTransport(
                verify=_tls(self._settings),
                trust_env=False,
                proxy=None if self._proxy is None else httpx.Proxy(self._proxy),
                # The panel bounds how many calls are under way; a second bound could only make one wait.
                limits=httpx.Limits(
                    max_connections=None, max_keepalive_connections=self._settings.concurrency
                ),
            )
        except (httpx.InvalidURL, ValueError, ImportError, OSError):
            # Their words may quote a proxy's password.
            raise unusable() from None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Close all connections."""
        await self._http.aclose()

    async def ask(
        self,
        chat: list[Message],
        read: Callable[[bytes], Answer | Failure] = read_reply,  # type: ignore[assignment]
    ) -> Answer | Failure:
        """Ask and return the answer, or which failure it was; raises nothing but cancellation.

        `read` reads the body of a reply.

        Returns within the deadline of the settings. Sent again once if the connection breaks before
        the reply is whole, and after a 429 with `Retry-After` if the wait ends before the deadline.
        """
        body = json.dumps(request_body(self._settings.model, chat)).encode()
        try:
            async with asyncio.timeout(self._settings.timeout) as deadline:
                return await self._until(body, deadline.when() or 0.0, read)
        except TimeoutError:
            return Failure("timeout", f"no whole reply within {self._settings.timeout:g} s")

    async def _until(
        self, body: bytes, deadline: float, read: Callable[[bytes], Answer | Failure]
    ) -> Answer | Failure:
        drops = waits = 0
        while True:
            try:
                got = await self._once(body, read)
            except (httpx.ReadError, httpx.WriteError, httpx.RemoteProtocolError):
                drops += 1
                if drops > MAX_DROPS:
                    return Failure("unreachable", "the connection broke, or does not speak HTTP")
                continue
            # Whatever else a network, a proxy or a resolver comes up with: the class goes on.
            except (httpx.HTTPError, httpx.InvalidURL, httpx.StreamError, OSError, ValueError):
                return Failure("unreachable", "no connection")
            if not isinstance(got, float):
                return got
            waits += 1
            if waits > MAX_WAITS or got >= deadline - asyncio.get_running_loop().time():
                return Failure("http_error", "HTTP 429")
            await asyncio.sleep(got)

    async def _once(self, body: bytes, read: Callable[[bytes], Answer | Failure]) -> Answer | Failure | float:
        """Return the answer, or the seconds to wait before the next attempt. Raises what httpx raises."""
        request = httpx.Request("POST", self._settings.url, headers=self._headers, content=body)
        response = await self._http.handle_async_request(request)
        try:
            if response.status_code != httpx.codes.OK:
                # The body of an error is not read: nothing in it would be used.
                wait = _retry_after(response.headers.get("retry-after", ""))
                if response.status_code == httpx.codes.TOO_MANY_REQUESTS and wait is not None:
                    return wait
                return Failure("http_error", f"HTTP {response.status_code}")
            received = bytearray()
            async for part in response.aiter_raw():
                received += part
                if len(received) > MAX_BYTES:
                    return Failure("too_large", f"more than {MAX_BYTES} bytes")
            content = _decoded(bytes(received), response.headers.get("content-encoding", ""))
        finally:
            await response.aclose()
        return content if isinstance(content, Failure) else read(content)


def _is_read_alike(url: httpx.URL, host: str) -> bool:
    return url.raw_host.decode("ascii").lower() == (host if host.isascii() else host.encode("idna").decode())


def _tls(settings: Settings) -> ssl.SSLContext:
    # Loading all certificates takes as long as the rest of a start. A plain address, whose redirects are
    # not followed, never needs one: it gets an empty store, with which no handshake succeeds.
    if settings.url.startswith("http:"):
        return ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    return httpx.create_ssl_context()  # with SSL_CERT_FILE and SSL_CERT_DIR


def _headers(settings: Settings) -> dict[str, str]:
    headers = {
        "Accept": "application/json",
        "Accept-Encoding": "identity",
        "Content-Type": "application/json",
        "User-Agent": f"ctxgate/{__version__}",
    }
    if settings.key is not None:
        headers["Authorization"] = f"Bearer {settings.key}"
    return headers


def _decoded(received: bytes, encoding: str) -> bytes | Failure:
    """Undo a compression that was not asked for, into no more memory than a reply may take."""
    encoding = encoding.strip().lower()
    if encoding in ("", "identity"):
        return received
    if encoding not in ("gzip", "x-gzip", "deflate"):
        return Failure("malformed", "compressed in a way that was not asked for")
    decoder = zlib.decompressobj(wbits=zlib.MAX_WBITS | 32)  # gzip or zlib, as its header says
    try:
        content = decoder.decompress(received, MAX_BYTES + 1)
    except zlib.error:
        return Failure("malformed", "damaged compression")
    if len(content) > MAX_BYTES:
        return Failure("too_large", f"more than {MAX_BYTES} bytes")
    return content if decoder.eof else Failure("malformed", "damaged compression")


def _retry_after(value: str) -> float | None:
    """Return the seconds that a `Retry-After` header asks to wait, 0 or more; None if it says nothing."""
    value = value.strip()
    if re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9})?", value):
        return float(value)
    try:
        when = email.utils.parsedate_to_datetime(value)
        if when.tzinfo is None:  # "-0000" and asctime: HTTP's dates are all UTC
            when = when.replace(tzinfo=UTC)
        return max(0.0, when.timestamp() - time.time())
    except (ValueError, TypeError, IndexError, OverflowError):
        return None

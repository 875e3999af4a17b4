"""Which judge is asked, and how: checked before anything is sent, and never printed with a secret in it."""

from __future__ import annotations

import functools
import re
import socket
import unicodedata
from dataclasses import dataclass, field
from urllib.parse import SplitResult, urlsplit, urlunsplit

from ctxgate.errors import UsageError
from ctxgate.judge.masking import shown_address
from ctxgate.judge.route import Route

TIMEOUT = 20.0
"""Seconds that one call may take, connecting, waiting and reading together."""

CONCURRENCY = 4
"""Calls at a time."""


@dataclass(frozen=True, kw_only=True)
class Settings:
    """A judge's address (as `endpoint` returns it), model and key, and the bounds of a call.

    Made by `settings`, which checks them. `repr` shows neither the key nor what could be one in the address.
    """

    url: str = field(repr=False)
    model: str
    key: str | None = field(default=None, repr=False)
    timeout: float = TIMEOUT
    concurrency: int = CONCURRENCY

    @functools.cached_property
    def route(self) -> Route:
        """How the judge is reached. Raises UsageError when the proxy of the environment cannot be used."""
        return Route(self.url)

    @property
    def shown_url(self) -> str:
        """The address as it may be printed: what could be a key in it is masked."""
        return shown_address(self.url, secret=self.key, model=self.model)

    @property
    def is_local(self) -> bool:
        """Whether the judge runs on this machine, wholly. Looks its name up."""
        return self.route.where == "here"

    def announcement(self, calls: int | None = None, *, limit: int | None = None, pairs: bool = False) -> str:
        """Return the line that says, before the first call, where text is sent and how much of it.

        It names the proxy, if one is used, for which the host is looked up; and it says so when what is sent
        can be read on the way. `calls` is how many chunks are sent, or None when that is not known
        beforehand; then `limit` is how many may be sent at most, if there is a limit.
        """
        count = limit if calls is None else calls
        what = "all chunks that come" if count is None else "1 chunk" if count == 1 else f"{count} chunks"
        if calls is None and limit is not None:
            what = f"at most {what}"
        if pairs:
            what += ", and of pairs of them that the rules leave undecided,"
        words = f"judge: sending query, source and text of {what} to {self.shown_url}"
        if (proxy := self.route.shown_proxy) is not None:
            words += f" through the proxy {proxy}"
        words += f" (model {self.model!r})"
        if self.route.is_in_the_open:
            words += f", unencrypted: {'text' if self.key is None else 'text and key'} can be read on the way"
        return words


def settings(
    url: str,
    *,
    model: str,
    key: str | None = None,
    timeout: float = TIMEOUT,
    concurrency: int = CONCURRENCY,
) -> Settings:
    """Check the settings of a judge and return them.

    `url` as `endpoint` takes it; `key` without surrounding white space, empty is none; `timeout` in
    seconds, above 0; `concurrency` from 1 to 64. Raises UsageError, whose words hold neither address
    nor key.
    """
    if not model.strip():
        raise UsageError("the judge's model has no name", todo="Set SCORE_API_MODEL or --judge-model.")
    key = (key or "").strip()
    # HTTP libraries quote a header that they cannot send, and this one must never be quoted.
    if not re.fullmatch(r"[\x21-\x7e]*", key):
        raise UsageError(
            "the judge's key holds a space, a line break or a letter beyond ASCII",
            todo="Check SCORE_API_KEY.",
        )
    if not 0 < timeout < float("inf"):
        raise UsageError("the judge's timeout must be a number of seconds above 0")
    if not 1 <= concurrency <= 64:
        raise UsageError("the judge can be asked 1 to 64 chunks at a time")
    return Settings(
        url=endpoint(url), model=model.strip(), key=key or None, timeout=timeout, concurrency=concurrency
    )


# How the bases of OpenAI-compatible servers end: …/v1, …/v1beta/openai, …/api/paas/v4, …/api
_BASE = re.compile(r"v[0-9]+[a-z0-9]*|openai|api", re.IGNORECASE)


def endpoint(url: str) -> str:
    """Return the address that questions are posted to.

    A bare host and a base (whose path ends in a version such as `/v1`, in `/openai` or in `/api`) are
    completed to their `chat/completions`; any other address stays as it is. Raises UsageError for what
    is no http or https address, or holds a user or password.
    """
    url = url.strip()
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname, parts.port
    except ValueError:
        raise UsageError("the judge's address cannot be read", todo=_TODO) from None
    if not url.isprintable() or " " in url or "\\" in url:
        raise UsageError("the judge's address holds a space or a control character", todo=_TODO)
    if parts.scheme not in ("http", "https") or not host or "%" in host:
        raise UsageError("the judge's address must begin with http:// or https:// and a host", todo=_TODO)
    if "@" in parts.netloc:
        raise UsageError(
            "the judge's address holds a user or a password", todo="Give the key as SCORE_API_KEY instead."
        )
    parts = _with_plain_host(parts, host)
    path = parts.path.rstrip("/")
    if not path:
        path = "/v1/chat/completions"
    elif _BASE.fullmatch(path.rpartition("/")[2]):
        path += "/chat/completions"
    elif not path.endswith("/chat/completions"):
        path = parts.path
    return urlunsplit(parts._replace(path=path, fragment=""))


_TODO = "Give a base such as http://localhost:8080/v1, or the whole chat-completions address."


def _with_plain_host(parts: SplitResult, host: str) -> SplitResult:
    """Return the address with its host as everybody reads it: 127.0.0.1 for 127.1, 0x7f.1 and 2130706433.

    Raises UsageError for a host that ends in a number and is no address: one program reads it so, another
    otherwise.
    """
    if ":" in host:
        return parts
    plain = unicodedata.normalize("NFKC", host).replace("\u3002", ".").lower()
    if not plain.isascii():
        return parts  # a name in another script
    name = plain.rstrip(".")
    if re.fullmatch(r"[0-9]+|0x[0-9a-f]*", name.rpartition(".")[2]):
        try:
            plain = socket.inet_ntoa(socket.inet_aton(name))
        except OSError:
            raise UsageError("the judge's host is a number that is no address", todo=_TODO) from None
    elif name == "localhost":
        plain = name
    if plain == host:
        return parts
    return parts._replace(netloc=plain if parts.port is None else f"{plain}:{parts.port}")

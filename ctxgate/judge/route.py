"""How a judge is reached: straight, or through which proxy that the environment names.

A text that was meant to stay on this machine must not leave it because of a forgotten variable. So a
judge on this machine is asked without a proxy. One look-up decides, for the line that is shown and for
the connection alike.
"""

from __future__ import annotations

import functools
from urllib.parse import urlsplit

from ctxgate.judge.proxies import environment, proxy_address, proxy_for
from ctxgate.judge.whereabouts import Where, whereabouts


class Route:
    """The way to one http or https address. Nothing is looked up before it is needed, and that only once.

    Raises UsageError, whose words hold nothing of it, when the proxy of the environment cannot be used.
    """

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self.host = (parts.hostname or "").lower()
        self.port = parts.port or (443 if parts.scheme == "https" else 80)
        self._is_encrypted = parts.scheme == "https"
        self.named_proxy = proxy_for(parts.scheme, self.host, self.port, environment())
        """The proxy that the environment names for the address, with its password; None for none."""
        if self.named_proxy is not None:
            proxy_address(self.named_proxy)

    @functools.cached_property
    def where(self) -> Where:
        """Where the host is. Looks it up, within LOOK_UP_SECONDS."""
        return whereabouts(self.host, self.port)

    @property
    def proxy(self) -> str | None:
        """The proxy that is used, with its password; None for none."""
        if self.named_proxy is None or self.where in ("here", "partly"):
            return None
        return self.named_proxy

    @property
    def shown_proxy(self) -> str | None:
        """Host and port of the proxy that is used, and nothing else of it."""
        return None if self.proxy is None else _joined(*proxy_address(self.proxy))

    @property
    def first_stop(self) -> tuple[str, int]:
        """Host and port that are connected to: the proxy's, or the address's own."""
        return (self.host, self.port) if self.proxy is None else proxy_address(self.proxy)

    @property
    def shown_host(self) -> str:
        """Host and port of the address."""
        return _joined(self.host, self.port)

    @property
    def is_in_the_open(self) -> bool:
        """Whether what is sent leaves this machine, or may leave it, unencrypted."""
        return not self._is_encrypted and self.where != "here"


def _joined(host: str, port: int) -> str:
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"

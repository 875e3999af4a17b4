"""Which proxy the environment names for an address.

httpx would read it itself. It is read here, so that the line that is shown before the first call and the
connection cannot differ.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Mapping
from urllib.parse import urlsplit

from ctxgate.errors import UsageError


def environment() -> dict[str, str]:
    """Return the proxies of the environment; on macOS and Windows the system's where it has none."""
    # Loads ssl, so only where there is a judge.
    from urllib.request import getproxies  # noqa: PLC0415

    return getproxies()


def proxy_for(scheme: str, host: str, port: int, proxies: Mapping[str, str]) -> str | None:
    """Return the proxy for an address, or None.

    `proxies` as `urllib.request.getproxies` reads them: `http`, `https`, `all` and `no`. The same rules
    as httpx has for NO_PROXY; networks such as 10.0.0.0/8 besides.
    """
    proxy = (proxies.get(scheme) or proxies.get("all") or "").strip()
    if not proxy or any(
        _is_exempt(scheme, host, port, part.strip()) for part in proxies.get("no", "").split(",")
    ):
        return None
    return proxy if "://" in proxy else f"http://{proxy}"


def _is_exempt(scheme: str, host: str, port: int, rule: str) -> bool:
    """Tell whether one part of NO_PROXY names the address."""
    if rule in ("", "*"):
        return rule == "*"
    kind, separator, rest = rule.rpartition("://")
    if separator and kind.lower() not in ("all", scheme):
        return False
    name, host = rest.lower(), host.rstrip(".")
    if _is_in_network(host, name):
        return True
    if with_port := re.fullmatch(r"(.*):([0-9]{1,5})", name):
        if int(with_port[2]) != port:
            return False
        name = with_port[1]
    name = name.rstrip(".").removeprefix("*")
    if name.startswith("."):
        return host.endswith(name)
    is_exact = bool(separator) or name == "localhost"
    return host == name.strip("[]") or (not is_exact and host.endswith(f".{name}"))


def _is_in_network(host: str, network: str) -> bool:
    try:
        return ipaddress.ip_address(host) in ipaddress.ip_network(network.strip("[]"), strict=False)
    except ValueError:
        return False


_PROXY_PORTS = {"http": 80, "https": 443, "socks5": 1080, "socks5h": 1080}


def proxy_address(proxy: str) -> tuple[str, int]:
    """Return host and port of a proxy. Raises UsageError, without a word of it, for what is no proxy.

    A password with `/`, `?` or `#` in it ends the address early, and then a piece of it would be taken
    for the host, looked up and shown.
    """
    try:
        parts = urlsplit(proxy)
        host, port = parts.hostname, parts.port
    except ValueError:
        raise unusable() from None
    tail = parts.path.rstrip("/") + parts.query + parts.fragment
    if parts.scheme not in _PROXY_PORTS or not host or tail or not re.fullmatch(r"[\w.:%-]+", host):
        raise unusable()
    return host, port or _PROXY_PORTS[parts.scheme]


def unusable() -> UsageError:
    """Return the error for an address or an environment that cannot be used. It quotes neither."""
    return UsageError(
        "the judge's address, or a proxy or certificate that the environment names, cannot be used",
        todo="Check SCORE_API_URL, HTTP_PROXY, HTTPS_PROXY, ALL_PROXY and SSL_CERT_FILE.",
    )

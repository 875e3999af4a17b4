"""Where a host is: on this machine or elsewhere, whichever way its address is spelled.

What counts is what the name resolves to, and which addresses the interfaces of this machine have.
"""

from __future__ import annotations

import concurrent.futures
import ipaddress
import socket
import threading
from collections.abc import Callable, Sequence
from typing import Any, Literal, TypeVar

LOOK_UP_SECONDS = 2.0
"""How long a look-up may take before the name counts as one that cannot be resolved here."""

Where = Literal["here", "partly", "elsewhere", "unknown"]
"""Whether all addresses of a host are this machine's, some, or none; or the host cannot be resolved here."""

Address = tuple[Any, ...]
"""A socket address, as getaddrinfo gives it: the IP address comes first."""

Found = TypeVar("Found")

# What hosts files name the loopback addresses.
_LOOPBACK_NAMES = frozenset(
    [
        "localhost",
        "localhost4",
        "localhost6",
        "localhost.localdomain",
        "localhost4.localdomain4",
        "localhost6.localdomain6",
        "ip6-localhost",
        "ip6-loopback",
        "loopback",
    ]
)


def whereabouts(host: str, port: int) -> Where:
    """Tell where a host is: its name, what it resolves to and this machine's own addresses decide."""
    host = host.rstrip(".").lower()
    # These never mean anything else (RFC 6761), so no name server is asked about them.
    if host == "localhost" or host.endswith(".localhost"):
        return "here"
    is_ours_by_name = host in _LOOPBACK_NAMES or host in _own_names()
    found = within(LOOK_UP_SECONDS, lambda: _looked_up(host, port))
    if found is None or not found[0]:
        return "here" if is_ours_by_name else "unknown"
    ours, is_fully_our_name = found
    if all(ours):
        return "here"
    return "partly" if is_ours_by_name or is_fully_our_name or any(ours) else "elsewhere"


def look_up(host: str, port: int, seconds: float = LOOK_UP_SECONDS) -> Sequence[Address]:
    """Return the addresses of a host; empty when it cannot be resolved, or not in time."""
    return within(seconds, lambda: addresses(host, port)) or ()


def addresses(host: str, port: int) -> list[Address]:
    """Return what getaddrinfo says. Takes as long as the name server does. Raises OSError, UnicodeError."""
    return [found[4] for found in socket.getaddrinfo(host, port, 0, socket.SOCK_STREAM)]


def _looked_up(host: str, port: int) -> tuple[list[bool], bool]:
    found = [is_this_machine(address) for address in addresses(host, port)]
    # The full name costs another look-up, so it is asked for only where it can be the one.
    is_like_ours = not any(found) and host.partition(".")[0] in {
        name.partition(".")[0] for name in _own_names()
    }
    return found, is_like_ours and socket.getfqdn().lower().rstrip(".") == host


def _own_names() -> set[str]:
    name = socket.gethostname().lower().rstrip(".")
    short = name.partition(".")[0]
    return {name, short, f"{short}.local", f"{short}.localdomain"} if short else set()


_EMBEDDED_IPV4 = tuple(
    ipaddress.IPv6Network(network)
    for network in ("::ffff:0:0/96", "::/96", "::ffff:0:0:0/96", "64:ff9b::/96")
)


def is_this_machine(address: Address) -> bool:
    """Tell whether a socket address is a loopback address or one of this machine's own interfaces."""
    try:
        ip: ipaddress.IPv4Address | ipaddress.IPv6Address = ipaddress.ip_address(str(address[0]))
    except ValueError:
        return False
    if ip.is_loopback or ip.is_unspecified:  # a connection to 0.0.0.0 or [::] ends on this machine
        return True
    if isinstance(ip, ipaddress.IPv6Address) and any(ip in network for network in _EMBEDDED_IPV4):
        return is_this_machine((str(ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF)), 0))
    return (
        not ip.is_multicast and _can_bind(ip.version, (address[0], 0, *address[2:])) and not _binds_anything()
    )


def _can_bind(version: int, address: Address) -> bool:
    """Tell whether an address belongs to an interface: others cannot be bound to. Nothing is sent."""
    try:
        with socket.socket(socket.AF_INET if version == 4 else socket.AF_INET6, socket.SOCK_DGRAM) as trial:
            trial.bind(address)
    except OSError:
        return False
    return True


def _binds_anything() -> bool:
    """Tell whether this system binds to foreign addresses too, so that binding proves nothing."""
    # Three networks that are kept for examples; no machine has an address in all of them.
    return all(_can_bind(4, (foreign, 0)) for foreign in ("192.0.2.1", "198.51.100.1", "203.0.113.1"))


def within(seconds: float, work: Callable[[], Found]) -> Found | None:
    """Do some work that cannot be cancelled, and return what it found; None if it fails or takes longer.

    Whatever it raises, a resolver's error or a broken hosts file, is no answer. The thread is left behind.
    """
    found: concurrent.futures.Future[Found] = concurrent.futures.Future()

    def run() -> None:
        try:
            found.set_result(work())
        except Exception as e:
            found.set_exception(e)

    threading.Thread(target=run, name="ctxgate-judge-route", daemon=True).start()
    try:
        return found.result(seconds)
    except Exception:
        return None

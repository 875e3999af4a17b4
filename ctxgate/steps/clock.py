"""When a step happens and which run it belongs to: the only clock and the only randomness of the steps."""

from __future__ import annotations

import os
import time
from collections.abc import Callable

Clock = Callable[[], str]
"""Returns the time as rows write it: UTC, RFC 3339, milliseconds."""


def now() -> str:
    """Return the present time as rows write it."""
    seconds, ns = divmod(time.time_ns(), 1_000_000_000)
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(seconds)) + f".{ns // 1_000_000:03d}Z"


def new_run() -> str:
    """Return a fresh run id: the time to the second and eight random hex digits."""
    return time.strftime("%Y%m%dT%H%M%SZ-", time.gmtime()) + os.urandom(4).hex()

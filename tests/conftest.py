"""What holds for all tests: the installed package is this checkout, and the environment is clean."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
from hypothesis import settings

import ctxgate

CHECKOUT = Path(__file__).parents[1]


# The quick suite is to end within four minutes on two cores, and a busy machine is no failure. A test that is
# marked slow asks for more with `@settings.get_profile("slow")`.
settings.register_profile("quick", max_examples=40, deadline=None)
settings.register_profile("slow", max_examples=2000, deadline=None)
settings.load_profile("quick")


def pytest_configure() -> None:
    # A shell that starts the suite in the background lets it ignore Ctrl-C, and commands inherit that; some tests send it.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    installed = Path(ctxgate.__file__).parent
    here = CHECKOUT / "ctxgate"
    if installed == here:
        return
    for path in here.rglob("*"):
        if path.suffix in (".py", ".toml"):
            other = installed / path.relative_to(here)
            if not other.is_file() or other.read_bytes() != path.read_bytes():
                pytest.exit(
                    f"the installed ctxgate is not this checkout ({path.name}): pip install '.[dev]'", 3
                )


@pytest.fixture(autouse=True)
def _clean_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in list(os.environ):
        if name.startswith(("CTXGATE_", "SCORE_API_")) or name in ("NO_COLOR", "FORCE_COLOR"):
            monkeypatch.delenv(name)

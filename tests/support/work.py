"""How much work something is, counted and not timed: a busy machine, or a fast one, changes no count."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType


def calls(work: Callable[[], object]) -> int:
    """Return how many functions are called while `work` runs, those of Python and those in C alike."""
    count = 0

    def see(frame: FrameType, event: str, argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(see)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count


def assert_linear(work: Callable[[int], object], size: int, *, spare: int = 200) -> None:
    """Assert that twice the size is at most about twice the work, and half as much again.

    What grows with the square is four times the work. `spare` calls may come on top, for what is done
    once whatever the size. No size is measured twice: its answer may be cached by then.
    """
    work(size // 2)
    once, twice = calls(lambda: work(size)), calls(lambda: work(2 * size))
    assert twice <= 2.5 * once + spare, f"{once} calls for {size}, {twice} for {2 * size}"

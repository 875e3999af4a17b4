"""Whether a text stands in a prompt, in whatever form, and its words as they are compared."""

from __future__ import annotations

from functools import lru_cache

from ctxgate.gate.leaks.index import RUN, Index
from ctxgate.gate.leaks.readings import readings
from ctxgate.gate.leaks.spelling import words

__all__ = ["RUN", "is_in", "words"]


def is_in(text: str, prompt: str) -> bool:
    """Tell whether all words of a text stand in a row in a prompt, in any form, or the text itself where it has none."""
    return _read(prompt).stands(text)


@lru_cache(maxsize=2)
def _read(prompt: str) -> Index:
    # Many texts are asked for in one prompt, which is read once.
    return Index(readings(prompt))

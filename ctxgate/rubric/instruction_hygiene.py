"""Instruction hygiene: does the chunk try to override system policy or prior instructions?

A policy's patterns are matched with RE2, in linear time whatever the pattern and the text. One pass
asks all patterns at once; only a text that is hit is searched again, for the place.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from ctxgate.errors import PolicyError
from ctxgate.rows import Finding

_MEMORY = 64 << 20
"""Bytes that RE2 may use for its automaton. Far more than it needs, for a set that runs out finds nothing."""


class Patterns:
    """The compiled patterns of a policy. Use `compile_patterns`, which keeps the last few."""

    def __init__(self, patterns: tuple[str, ...]) -> None:
        # Imported here, since a policy without patterns needs no RE2.
        import re2  # noqa: PLC0415

        options = re2.Options()
        options.case_sensitive = False
        options.log_errors = False
        options.max_mem = _MEMORY
        options.never_capture = True
        self._set: Any = re2.Set.SearchSet(options)
        self._single: list[Any] = []
        for i, pattern in enumerate(patterns, start=1):
            try:
                self._single.append(re2.compile(pattern, options))
                self._set.Add(pattern)
            except (re2.error, UnicodeEncodeError) as e:
                raise PolicyError(
                    f"instruction_hygiene.patterns: number {i}, {pattern[:80]!r}, is no RE2 pattern: "
                    f"{_reason(e)}",
                    todo="RE2 knows no lookaround and no back references.",
                ) from None
        self._set.Compile()

    def first(self, text: str) -> tuple[int, int] | None:
        """Return the span of the leftmost match of any pattern in the text, the longest of those; or None."""
        hits = self._set.Match(text)
        if not hits:
            return None
        spans = [match.span() for i in hits if (match := self._single[i].search(text))]
        return min(spans, key=lambda span: (span[0], -span[1])) if spans else (0, 0)


@lru_cache(maxsize=16)
def compile_patterns(patterns: tuple[str, ...]) -> Patterns | None:
    """Return the patterns compiled, or None where there are none. Raises PolicyError that names a bad one."""
    return Patterns(patterns) if patterns else None


def check(text: str, patterns: Patterns | None, points: float) -> tuple[float, list[Finding]]:
    """Return the value (1 clean, 0 on a match) and the finding, at most one a chunk."""
    span = patterns.first(text) if patterns is not None else None
    if span is None:
        return 1.0, []
    words = " ".join(text[span[0] : span[1]].split())
    note = words if len(words) <= 60 else words[:59] + "…"
    return 0.0, [Finding("instruction_override", round(points, 3), span, note)]


def _reason(error: Exception) -> str:
    detail = error.args[0] if error.args else ""
    return detail.decode("utf-8", "replace") if isinstance(detail, bytes) else str(detail)

"""Instruction hygiene: does the chunk try to override system policy or prior instructions?

A policy's own patterns are matched with RE2, in linear time whatever the pattern and the text. One pass
asks all patterns at once; only a text that is hit is searched again, for the place. The rules and learned
weights of the package are in `ctxgate.rubric.hygiene`, which is loaded when a policy first asks for them.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from ctxgate.batch import Chunk
from ctxgate.errors import PolicyError
from ctxgate.policy.model import Policy
from ctxgate.rows import Finding
from ctxgate.rubric.budget import unexamined
from ctxgate.text.budget import Budget

if TYPE_CHECKING:
    from ctxgate.rubric.hygiene.check import Verdict

_MEMORY = 64 << 20
"""Bytes that RE2 may use for all patterns together. Far more than it needs: a set that runs out finds nothing."""

_MEMORY_EACH = 8 << 20
"""Bytes that RE2 may use for one pattern. One that needs more is refused, within a few milliseconds."""


_MAX_PROGRAM = 400_000
"""Instructions of all patterns' programs together: about a second to compile."""

UNREAD = 0.5
"""The value of a text that was not read: nobody can say that it is clean, nor that it is an injection."""


class Patterns:
    """The compiled patterns of a policy. Use `compile_patterns`, which keeps the last few."""

    def __init__(self, patterns: tuple[str, ...]) -> None:
        # Imported here, since a policy without patterns needs no RE2.
        import re2  # noqa: PLC0415

        def options(memory: int) -> Any:
            chosen = re2.Options()
            chosen.case_sensitive = False
            chosen.log_errors = False
            chosen.max_mem = memory
            chosen.never_capture = True
            return chosen

        each, size = options(_MEMORY_EACH), 0
        self._set: Any = re2.Set.SearchSet(options(_MEMORY))
        self._single: list[Any] = []
        for i, pattern in enumerate(patterns, start=1):
            try:
                self._single.append(re2.compile(pattern, each))
                size += self._single[-1].programsize
                if size > _MAX_PROGRAM:
                    break
                self._set.Add(pattern)
            except (re2.error, UnicodeEncodeError) as e:
                raise PolicyError(
                    f"instruction_hygiene.patterns: number {i}, {pattern[:80]!r}, is no RE2 pattern: "
                    f"{_reason(e)}",
                    todo="RE2 knows no lookaround and no back references.",
                ) from None
        try:
            if size > _MAX_PROGRAM:
                raise re2.error
            self._set.Compile()
        except re2.error:
            raise PolicyError(
                "instruction_hygiene.patterns: all patterns together are too large for RE2",
                todo="Repetitions such as {1,300} of large classes are what makes them large.",
            ) from None

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


def check(
    text: str, patterns: Patterns | None, policy: Policy, budget: Budget | None = None
) -> tuple[float, list[Finding]]:
    """Return the value (1 clean, below 0.5 an injection) and the findings, at most one of each code.

    Once the `budget` is spent, only a policy's own patterns are looked for: then the value is 0.5, and the finding
    `unexamined` says so.
    """
    settings = policy.instruction_hygiene
    budget = Budget(math.inf) if budget is None else budget
    value, found = 1.0, []
    span = patterns.first(text) if patterns is not None else None
    if span is not None:
        words = " ".join(text[span[0] : span[1]].split())
        note = words if len(words) <= 60 else words[:59] + "…"
        value = 0.0
        found.append(_finding("instruction_override", span, note, policy))
    if (settings.rules or settings.learned) and not budget.allows():
        value = min(value, UNREAD)
        found.append(
            unexamined("it was not read for orders: others of its batch took the work that one may cost")
        )
    elif settings.rules or settings.learned:
        verdict = _examined(text, settings.rules, settings.learned, settings.threshold, budget)
        value = min(value, verdict.value(settings.threshold))
        known = {finding.code for finding in found}
        for piece in verdict.evidence:
            if piece.code not in known:
                known.add(piece.code)
                found.append(_finding(piece.code, piece.span, piece.note, policy))
    return value, found


def check_chunk(
    chunk: Chunk, patterns: Patterns | None, policy: Policy, budget: Budget | None = None
) -> tuple[float, list[Finding]]:
    """Return the value and the findings of a chunk: of its text, of its title and keywords, and of where both meet.

    A title is written by whoever writes the text, and may order by itself, or begin what the text ends.
    """
    value, found = check(chunk.text, patterns, policy, budget)
    about = chunk.about
    if not about:
        return value, found
    for said in (about, f"{about}\n{chunk.text[:_MEETING]}"):
        other, others = check(said, patterns, policy, budget)
        known = {finding.code for finding in found}
        value = min(value, other)
        found += [_of_title(finding) for finding in others if finding.code not in known]
    return value, found


def _of_title(finding: Finding) -> Finding:
    # Places are those in the text, which this is not.
    return Finding(finding.code, finding.points, None, f"with the title or keywords: {finding.note}")


_MEETING = 300
"""Characters of a text that are read once more, behind its title."""


def _finding(code: str, span: tuple[int, int], note: str, policy: Policy) -> Finding:
    return Finding(code, round(policy.points.get(code, 0.0), 3), span, note)


def _examined(text: str, rules: bool, learned: bool, threshold: int, budget: Budget) -> Verdict:
    # Imported here, since the workshop's policy needs neither rules nor weights nor views.
    from ctxgate.rubric.hygiene import check as layers  # noqa: PLC0415
    from ctxgate.rubric.hygiene.learned import shipped  # noqa: PLC0415

    weights = shipped() if learned else None
    return layers.examine(text, rules=rules, weights=weights, threshold=threshold, budget=budget)


def _reason(error: Exception) -> str:
    detail = error.args[0] if error.args else ""
    return detail.decode("utf-8", "replace") if isinstance(detail, bytes) else str(detail)

"""The verdicts of a replay, in words for people."""

from __future__ import annotations

from collections.abc import Sequence

from ctxgate.gate.decision import is_allowed
from ctxgate.gate.replay import Replayed, Verdict
from ctxgate.render.console import action_cell, cell, console, print_titled, table
from ctxgate.text.visible import shortened

MAX_ROWS = 60
"""A table shows at most this many chunks: those with a fault before those without."""


class VerdictTable:
    """Collects what a replay found and prints it. Memory does not grow with the run.

    `other` is the name of the prompt that was looked through in place of the logged one, if any.
    """

    def __init__(self, run: str, other: str | None = None) -> None:
        self._run = run
        self._prompt = "the prompt" if other is None else f"the prompt {shortened(other, 80)}"
        self._faults: list[tuple[int, Verdict]] = []
        self._good: list[tuple[int, Verdict]] = []
        self._faulty: list[str] = []
        self._count = self._batches = self._rejects = 0
        self._leaked = self._missing = self._drifted = self._bad_prompts = self._disputed = self._disorder = 0

    def add(self, done: Replayed, kept: Sequence[Verdict]) -> None:
        """Take the verdicts on one batch, as far as they are asked for."""
        self._batches += 1
        self._bad_prompts += done.prompt_drift is not None
        self._disorder += bool(done.faults)
        for fault in (*([] if done.prompt_drift is None else [done.prompt_drift]), *done.faults):
            if len(self._faulty) < MAX_ROWS:
                self._faulty.append(f"batch {done.seq}: {fault}")
        for verdict in kept:
            self._count += 1
            self._disputed += verdict.disputed
            self._rejects += not (verdict.disputed or is_allowed(verdict.action))
            self._leaked += verdict.leaked
            self._missing += verdict.missing
            self._drifted += not verdict.same_decision
            shown = self._good if verdict.good else self._faults
            if len(shown) < MAX_ROWS:
                shown.append((done.seq, verdict))

    def print(self, faults: Sequence[str] = (), seals: Sequence[tuple[str, int]] = ()) -> None:
        """Print the table, what is wrong with batches and (`faults`) with the run, and the verdict.

        `seals` are those that hold: when each was made, and over how many lines.
        """
        out = console()
        shown = sorted(
            (self._faults + self._good)[:MAX_ROWS], key=lambda item: (item[0], item[1].capture.pos)
        )
        several = self._batches > 1
        if shown:
            heads = [">batch"] if several else []
            result = table(
                *heads, "id", "|sha256_16", ">score", "action", "in prompt", "same", "what was found"
            )
            for seq, verdict in shown:
                in_prompt = "LEAK" if verdict.leaked else "MISSING" if verdict.missing else None
                result.add_row(
                    *([cell(seq)] if several else []),
                    cell(shortened(verdict.capture.id, 40)),
                    cell(verdict.capture.sha256_16),
                    cell(f"{verdict.score:.3f}"),
                    action_cell(verdict.action),
                    cell(in_prompt, "bold red") if in_prompt else cell("yes" if verdict.in_prompt else "no"),
                    cell("yes", "green") if verdict.same_decision else cell("NO", "bold red"),
                    cell(verdict.detail),
                )
            print_titled(f"replay of run {self._run}", result)
            if self._count > len(shown):
                out.print(cell(f"… and {self._count - len(shown):,} more chunks; --json prints every row"))
        for line in (*self._faulty, *faults[:MAX_ROWS]):
            out.print(cell(line, "bold red"))
        for line in self._verdict():
            out.print(cell(line))
        for at, count in seals[-1:]:
            out.print(cell(f"sealed at {at}: its first {count:,} lines are as they were"))

    def _verdict(self) -> list[str]:
        if not self._batches:
            return ["nothing was replayed"]
        belong = self._count - self._rejects
        allowed = belong - self._disputed
        lines = []
        if self._leaked:
            lines.append(
                f"LEAK: {self._leaked:,} of {_rejects(self._rejects + self._disputed)} found in {self._prompt}"
            )
        elif self._rejects:
            lines.append(f"no text of {_rejects(self._rejects)} is in {self._prompt}")
        if self._missing:
            kind = "expected" if self._disputed else "allowed"
            lines.append(f"MISSING: {self._missing:,} of {_chunks(belong, kind)} not in {self._prompt}")
        elif allowed:
            lines.append(
                f"{_chunks(allowed, 'allowed')} stands in it"
                if allowed == 1
                else f"all {allowed:,} allowed chunks stand in it"
            )
        if self._disputed and not (self._missing or self._leaked):
            lines.append(f"{_chunks(self._disputed, 'disputed')} in its conflicting evidence")
        if self._disorder:
            lines.append(f"EDITED: the rows of {_batches(self._disorder)} are not as they were written")
        if self._drifted or self._bad_prompts:
            lines.append(f"DRIFT: {self._drifted:,} of {_chunks(self._count)} not as the same bytes give it")
        elif self._count:
            lines.append("the same bytes get the same decisions")
        return lines


def _rejects(count: int) -> str:
    return f"{count:,} reject" + ("" if count == 1 else "s")


def _batches(count: int) -> str:
    return f"{count:,} batch" + ("" if count == 1 else "es")


def _chunks(count: int, kind: str = "") -> str:
    return f"{count:,} {kind + ' ' if kind else ''}chunk" + ("" if count == 1 else "s")

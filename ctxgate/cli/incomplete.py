"""A run that is not whole is described, not guessed: which of its batches lack what."""

from __future__ import annotations

from ctxgate.cli.messages import say
from ctxgate.errors import InputError

MAX_LISTED = 5


class Incomplete:
    """Gathers, batch by batch, what a run lacks, and says it once for all batches that lack the same.

    `name` is how messages speak of the run.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.batches = 0
        self._lacking: dict[str, list[int]] = {}  # what is lacking → how many batches, and the first few
        self._next = 1

    def see(self, seq: int, lack: str | None) -> None:
        """Take in the next batch, in order of seq, and what it lacks, if anything."""
        for missing in range(self._next, min(seq, self._next + MAX_LISTED)):
            self._add(_GONE, missing, 1)
        self._add(_GONE, None, max(0, seq - self._next - MAX_LISTED))
        self._next = seq + 1
        self.batches += 1
        if lack is not None:
            self._add(lack, seq, 1)

    @property
    def count(self) -> int:
        """How many batches lack something."""
        return sum(found[0] for found in self._lacking.values())

    def lines(self) -> list[str]:
        """Return what is lacking, in words, the number of batches first."""
        result = []
        for lack, (count, *listed) in self._lacking.items():
            some = ", ".join(map(str, listed)) + (", …" if count > len(listed) else "")
            whole = count == self.batches > 1
            which = f"all {count:,} batches" if whole else f"batch{'es' if count > 1 else ''} {some}"
            result.append(f"{which}: {lack}")
        return result

    def say(self) -> None:
        """Say on standard error what is lacking: nothing where nothing is."""
        for line in self.lines():
            todo = "\n  `ctxgate gate` decides on them." if line.endswith("not gated") else ""
            say(f"{self.name}: {line}{todo}")

    def exit_code(self) -> int:
        """Return 0, or 3 where something is lacking."""
        return InputError.exit_code if self._lacking else 0

    def _add(self, lack: str, seq: int | None, count: int) -> None:
        if count:
            found = self._lacking.setdefault(lack, [0])
            found[0] += count
            if seq is not None and len(found) <= MAX_LISTED:
                found.append(seq)


_GONE = "not in the log, though later batches of the run are"

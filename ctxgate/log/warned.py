"""Messages about a log: each once, the first few as they are, the others as a number."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Self

MAX_KEPT = 1000
"""So many messages are kept. A log may have millions of lines that cannot be read."""


class Warnings(list[str]):
    """A list of messages that takes each of them once, in constant time, and does not grow without bound.

    `total` is how many there were, kept or not.
    """

    def __init__(self, texts: Iterable[str] = ()) -> None:
        super().__init__()
        self.total = 0
        self._seen: set[str] = set()
        self._furthest = -1
        self.extend(texts)

    def append(self, text: str) -> None:
        """Take one message."""
        if text in self._seen:
            return
        self.total += 1
        if len(self) < MAX_KEPT:
            self._seen.add(text)
            super().append(text)

    def add_line(self, offset: int, word: Callable[[], str]) -> None:
        """Take the message about the line at this offset of the log; `word` makes it, if it is to be kept."""
        if len(self) < MAX_KEPT:
            self.append(word())
        elif offset > self._furthest:  # else it was counted when the log was read before
            self.total += 1
        self._furthest = max(self._furthest, offset)

    def extend(self, texts: Iterable[str]) -> None:
        """Take several messages; those that another list of this kind only counted are counted here."""
        for text in texts:
            self.append(text)
        if isinstance(texts, Warnings):
            self.total += texts.total - len(texts)

    def __iadd__(self, texts: Iterable[str]) -> Self:  # type: ignore[override, misc]  # of strings alone
        self.extend(texts)
        return self

    def __contains__(self, text: object) -> bool:
        return text in self._seen

    def clear(self) -> None:
        """Forget all messages."""
        super().clear()
        self._seen.clear()
        self.total, self._furthest = 0, -1

"""The readings of a text: as it stands, with encodings undone, without marks between words, out of codes.

A reading is made only where it differs. What comes out of a code is read in the same ways again, so that
forms may be combined.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from ctxgate.gate.leaks import blobs, encodings, marks
from ctxgate.gate.leaks.spelling import spellings, undisguised

_DEPTH = 3
"""So deep may a code stand in a code."""

_GROWTH = 2
"""What comes out of codes is at most so many times as long as the text; the rest is left out."""

Steps = Sequence[tuple[str, Callable[[str], str]]]


class Reading:
    """A text in one reading. `code` says out of which codes it came, the innermost first."""

    def __init__(self, text: str, code: tuple[str, ...], source: str, *, unmarked: bool = False) -> None:
        self.text = text
        self.code = code
        self._source = source
        self._unmarked = unmarked
        self._streams: dict[str, tuple[str, ...]] = {}

    def form(self, letters: str) -> str:
        """Say in which form these letters stand, in words that follow `its text`; nothing for as it stands."""
        names = list(self.code)
        if self._unmarked:
            plain = encodings.decoded(self._source)
            names = self._needed(letters, plain, marks.STEPS, _once) + names
            if plain != self._source and not self._has(letters, "unmarked", marks.unmarked):
                names += self._needed(letters, self._source, encodings.STEPS, encodings.alone)
        elif self.text != self._source:
            names = self._needed(letters, self._source, encodings.STEPS, encodings.alone) + names
        return " and ".join(dict.fromkeys(names))

    def _needed(
        self, letters: str, source: str, steps: Steps, apply: Callable[[str, Callable[[str], str]], str]
    ) -> list[str]:
        """Return the name of the one step that is enough to see these letters, or of all that change the text."""
        changing = []
        for name, step in steps:
            if name not in self._streams:
                other = apply(source, step)
                self._streams[name] = _streams(other) if other != source else ()
            if self._streams[name]:
                changing.append(name)
                if any(letters in stream for stream in self._streams[name]):
                    return [name]
        return changing

    def _has(self, letters: str, name: str, step: Callable[[str], str]) -> bool:
        if name not in self._streams:
            self._streams[name] = _streams(step(self._source))
        return any(letters in stream for stream in self._streams[name])


def readings(text: str) -> list[Reading]:
    """Return the readings of a text, the one as it stands first."""
    return list(_readings(text, (), [_GROWTH * len(text)], 0))


def _readings(text: str, code: tuple[str, ...], left: list[int], depth: int) -> Iterator[Reading]:
    yield Reading(text, code, text)
    sources = []
    # An encoding may itself stand in disguised characters, and then is one only without the disguise.
    for shown in dict.fromkeys((text,) if text.isascii() else (text, undisguised(text))):
        sources.append(shown)
        plain = encodings.decoded(shown)
        if plain != shown:
            sources.append(plain)
            yield Reading(plain, code, shown)
        bare = marks.unmarked(plain)
        if bare != plain:
            sources.append(bare)
            yield Reading(bare, code, shown, unmarked=True)
    if depth >= _DEPTH:
        return
    seen: set[str] = set()
    for source in sources:
        for piece, name in blobs.pieces(source):
            if piece in seen or piece in source:
                continue
            if len(piece) > left[0]:
                continue
            seen.add(piece)
            left[0] -= len(piece)
            yield from _readings(piece, (name, *code), left, depth + 1)


def _streams(text: str) -> tuple[str, ...]:
    return tuple("".join(sequence) for sequence in spellings(text))


def _once(text: str, step: Callable[[str], str]) -> str:
    return step(text)


def sought(text: str) -> Iterator[list[str]]:
    """Yield the words of a text that is looked for, in each reading and spelling that differs."""
    seen: set[str] = set()
    plain = encodings.decoded(text)
    for reading in dict.fromkeys((text, plain, marks.unmarked(plain))):
        for sequence in spellings(reading):
            key = " ".join(sequence)
            if sequence and key not in seen:
                seen.add(key)
                yield sequence

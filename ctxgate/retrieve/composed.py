"""One form for words that look the same, however their accents are typed, and one without their accents."""

from __future__ import annotations

import unicodedata


def composed(text: str) -> str:
    """Return the text in Unicode's normalization form C, for matching only: `e` and an accent become `é`."""
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def without_accents(word: str) -> str:
    """Return a folded word as it is typed without accents: Latin and Greek letters, and the Russian `ё`.

    Marks of other scripts are letters of their own and stay.
    """
    return word.translate(_BARE)


class _Bare(dict[int, str]):
    """Letters without their accents, by code point, each worked out once."""

    def __missing__(self, point: int) -> str:
        char = chr(point)
        apart = unicodedata.normalize("NFD", char)
        base, marks = apart[0], apart[1:]
        accented = bool(marks) and all(unicodedata.combining(mark) for mark in marks)
        self[point] = base if accented and (base.isascii() or "α" <= base <= "ω" or char == "ё") else char
        return self[point]


# Letters that Unicode does not take apart.
_BARE = _Bare(
    zip(map(ord, "ßøłđæœıðþς"), ("ss", "o", "l", "d", "ae", "oe", "i", "d", "th", "σ"), strict=True)
)

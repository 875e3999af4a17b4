"""What a text holds in code: every code that it shows a sign of, and whether a decoded piece says anything.

A piece that was disguised before it was put in code says something only once the disguise is off. So what
does not read as it stands is folded and searched in turn, as often as the budget of the text allows.
"""

from __future__ import annotations

from collections.abc import Iterator

from ctxgate.pattern import lazy
from ctxgate.text.views import characters, codes, turned
from ctxgate.text.views.folding import folded
from ctxgate.text.views.language import reads
from ctxgate.text.views.signs import Signs, glance
from ctxgate.text.views.trace import Reading, joined, mirrored, same, whole

BUDGET = 200_000
"""Characters of decoded pieces that are folded and searched for one text; each piece counts PIECE more."""

PIECE = 200
MIN_PIECE = 20
"""Characters of the shortest piece that is looked at so closely. A disguise makes a text longer, not shorter."""

SAMPLE = 2000
"""Characters of a piece that are looked at so closely."""

TURNED = 100_000
"""Characters of a text in which codes are looked for that were turned around, or shifted, as a whole."""

_LONG_RUN = lazy("[A-Za-z0-9+/=_-]{40}")
DEEPEST = 2
"""How deep such a piece is searched: a code in a code."""


class Decipherer:
    """Searches one text and what was decoded from it, within one budget."""

    def __init__(self) -> None:
        self._left = BUDGET

    def decoded(self, reading: Reading, seen: Signs, depth: int = 1) -> Iterator[tuple[str, Reading]]:
        """Give what a text holds in code, all pieces of a code as one reading."""
        pieces: dict[str, list[codes.Decoded]] = {}
        for piece in self._pieces(reading.text, seen, depth):
            pieces.setdefault(piece.code, []).append(piece)
        for code, found in pieces.items():
            yield code, joined([(piece.text, whole(reading.back, piece.start, piece.end)) for piece in found])
        if seen.turned:
            yield from _turned(reading)

    def _pieces(self, text: str, seen: Signs, depth: int) -> Iterator[codes.Decoded]:
        def says(piece: str) -> bool:
            return reads(piece) or self._says(piece, depth)

        for find in _finders(text, seen):
            yield from find(text, says)
        # A code that was turned around, or shifted, as a whole.
        text = text[:TURNED]
        again = [codes.runs] if seen.runs and _LONG_RUN.search(text) else []
        if "%" in text:
            again.append(codes.percents)
        for name, other in (("reversed", text[::-1]), ("rot13", turned.rot13(text))) if again else ():
            for find in again:
                for piece in find(other, says):
                    if len(piece.text) < MIN_PIECE:
                        continue
                    start, end = piece.start, piece.end
                    if name == "reversed":
                        start, end = mirrored(same, len(text))(start, end)
                    yield codes.Decoded(piece.text, f"{name}+{piece.code}", start, end)

    def _says(self, piece: str, depth: int) -> bool:
        """Tell whether a piece that does not read says something all the same, under one more disguise."""
        sample = piece[:SAMPLE]
        if len(sample) < MIN_PIECE or self._left <= 0:
            return False
        self._left -= len(sample) + PIECE
        if characters.special(sample) and characters.tagged(Reading(sample, same)):
            return True
        inner, seen = folded(Reading(sample, same), glance(sample))
        text = inner.text
        if reads(text) or reads(text[::-1]) or reads(turned.rot13(text)):
            return True
        return depth < DEEPEST and any(True for _ in self._pieces(text, seen, depth + 1))


def _finders(text: str, seen: Signs) -> list[codes.Finder]:
    finders: list[codes.Finder] = []
    if seen.runs:
        finders.append(codes.runs)
    if seen.groups:
        finders.append(codes.groups)
    if "%" in text:
        finders.append(codes.percents)
    if "\\" in text:
        finders.append(codes.escapes)
    if seen.pairs:
        finders.append(codes.pairs)
    if seen.octets:
        finders.append(codes.octets)
    if seen.numbers:
        finders.append(codes.numbers)
    if seen.morse:
        finders.append(codes.morse)
    return finders


def _turned(reading: Reading) -> Iterator[tuple[str, Reading]]:
    shifted = turned.shifted(reading)
    if shifted:
        yield "rot13", shifted
    from_end, by_word = turned.backwards(reading)
    if from_end:
        yield "reversed", from_end
    if by_word:
        yield "reversed_words", by_word

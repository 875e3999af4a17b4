"""A text as it is looked through for the things of a query: its words, and what is told of them again and again."""

from __future__ import annotations

import math
from functools import cached_property

from ctxgate.text.identity.calendar import Unit, units
from ctxgate.text.identity.members import memberships
from ctxgate.text.identity.things import Thing
from ctxgate.text.identity.written import Word, read_words, sentence
from ctxgate.text.words import bare

MAX_READ = 8000
"""Characters of a text that are read, the first ones."""


BEGINNING, KIN = 5, 4
"""Letters that two forms of a word share at least, and two forms of a name."""


class Passage:
    """A text and its words. What needs all words of it is worked out once, when it is first asked for.

    `under` is the text that this one is the heading of: what a heading leaves unsaid, the text says.
    """

    def __init__(self, text: str, under: Passage | None = None) -> None:
        self.text = text[:MAX_READ]
        self.under = under
        self.words: tuple[Word, ...] = read_words(self.text)
        self._said: dict[tuple[int, int], frozenset[str]] = {}

    @cached_property
    def stems(self) -> list[str]:
        """The stem of each word, or the word itself where it has none, without marks on letters."""
        return [bare(word.stem or word.folded) for word in self.words]

    @cached_property
    def kin(self) -> dict[str, set[str]]:
        """The different stems by their first KIN letters: two forms of a name share at least those."""
        found: dict[str, set[str]] = {}
        for stem in self.stems:
            if len(stem) >= KIN:
                found.setdefault(stem[:KIN], set()).add(stem)
        return found

    @cached_property
    def figures(self) -> list[tuple[int, Word]]:
        """The words that may be codes or numbers, each with its place: no word of letters alone, but for single ones."""
        return [
            (i, word)
            for i, word in enumerate(self.words)
            if len(word.written) == 1 or not word.folded.isalpha()
        ]

    @cached_property
    def members(self) -> list[tuple[int, dict[int, int]]]:
        """The words that are members of closed sets, with the number of each set and of the member."""
        found = [(i, dict(memberships(word.folded))) for i, word in enumerate(self.words)]
        return [(i, sets) for i, sets in found if sets]

    @cached_property
    def units(self) -> list[tuple[int, int, Unit]]:
        """The days, months, years and quarters, each with its words [first, last)."""
        return units([word.folded for word in self.words], [word.written for word in self.words])

    def stands_alone(self, first: int, last: int) -> bool:
        """Tell whether words [first, last) are the whole of a part of a heading."""
        ends = last == len(self.words) or self.words[last].opens
        return self.under is not None and self.words[first].opens and ends

    def says(self, thing: Thing, first: int, last: int) -> float:
        """Return the share of what else the query asks that the sentence around words [first, last) says, 0..1."""
        place = sentence(self.words, first, last)
        if place not in self._said:
            said = frozenset(word.stem for word in self.words[slice(*place)])
            self._said[place] = (
                said if self.under is None else said.union(word.stem for word in self.under.words)
            )
        said = self._said[place]
        # Over the smaller of both, since a query may be a page long; `fsum` is the same in any order.
        few = said if len(said) < len(thing.rest) else thing.rest
        met = {stem for stem in few if stem in said and stem in thing.rest}
        # Endings are cut off in English alone: elsewhere a word that begins alike is taken for another form of it.
        beginnings = {stem[:BEGINNING] for stem in said if len(stem) >= BEGINNING}
        met |= {stem for stem in thing.rest if stem[:BEGINNING] in beginnings}
        told = math.fsum(thing.rest[stem] for stem in met)
        return told / thing.whole if thing.whole else 0.0

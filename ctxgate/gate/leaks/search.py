"""Looking for one text among the readings of what is left of a prompt."""

from __future__ import annotations

import codecs
from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from ctxgate.gate.leaks.frames import LABELS, is_framed, tells_anywhere, tells_by_itself
from ctxgate.gate.leaks.index import RUN, SEEN, Index, reach, starts_of
from ctxgate.gate.leaks.readings import Reading, sought
from ctxgate.gate.leaks.spelling import runs, words
from ctxgate.gate.leaks.units import units
from ctxgate.text.visible import shortened

EXCERPT = 80
"""Characters that are shown of what was found."""

_DISTINCT_SIGNS, _SIGNS = 5, 20
"""A text without words is no line or fence of a template when it has so many different signs, and so many in all."""


class Found(NamedTuple):
    """Where a text was found: `how` says in which form, `excerpt` shows what stands there."""

    how: str
    excerpt: str


class Search:
    """Looks for texts in an index, and passes over what an index of known texts, or the query, explains."""

    def __init__(self, there: Index, known: Index, query: str) -> None:
        self.there = there
        self._known = known
        self._query_row = f" {' '.join(words(query))} "
        self._asked = frozenset(word for sequence in sought(query) for word in sequence)

    @cached_property
    def _units(self) -> dict[str, Reading]:
        return units(self.there.readings)

    def find(self, text: str, forms: Sequence[list[str]]) -> Found | None:
        """Look for a text, which has these words in its readings. None when it is not there, or is explained."""
        if not forms:
            return self._of_signs(text)
        few = [sequence for sequence in forms if next(runs(sequence, RUN), None) is None]
        for sequence in forms:
            found = None if sequence in few else self._run(text, sequence)
            if found is not None:
                return found
        if few:
            # Little may be left of a text without its brackets and escapes.
            found = self._short(text, [form for form in few if len(form) * 2 > len(forms[0])])
            if found is not None:
                return found
        return self._turned(forms[0])

    def _of_signs(self, text: str) -> Found | None:
        """Look for a text without words. Lines and fences that templates are drawn with are no leak."""
        if len(text) < _SIGNS or len(set("".join(text.split()))) < _DISTINCT_SIGNS:
            return None
        if any(text in reading.text for reading in self._known.readings):
            return None
        there = any(text in reading.text for reading in self.there.readings)
        return Found("its text", shortened(text, EXCERPT)) if there else None

    def _short(self, text: str, forms: Sequence[Sequence[str]]) -> Found | None:
        """Look for a text of fewer than `RUN` words: by itself, or whole where it has enough to say."""
        if any(self._known.holds(sequence) for sequence in forms):
            return None
        for sequence in forms:
            if tells_by_itself(sequence, self._asked) and self.there.holds(sequence):
                reading = self._units.get(" ".join(sequence))
                if reading is not None:
                    return self._said(text, sequence, reading, alike=False, whole=True)
            letters = "".join(sequence)
            if len(letters) < SEEN or not tells_anywhere(sequence, self._asked):
                continue
            whole = [
                common for common in self.there.common(letters) if common.end - common.begin == len(letters)
            ]
            if whole and not reach(self._known.common(letters), len(letters))[0] >= len(letters):
                at = min(common.at for common in whole)
                origin, alike = self.there.source(at)
                return self._said(text, sequence, origin, alike=alike, whole=True)
        return None

    def _run(self, text: str, sequence: list[str]) -> Found | None:
        """Look for any run of `RUN` words that is there for no other reason."""
        letters, starts = "".join(sequence), starts_of(sequence)
        common = self.there.common(letters)
        there = reach(common, len(letters))
        known: list[int] | None = None
        whole = there[0] >= len(letters)
        for begin, end in runs(sequence, RUN):
            first, last = starts[begin], starts[end]
            run = sequence[begin:end]
            compact = self.there.compact(run) if last - first < SEEN else None
            if there[first] < last and compact is None:
                continue
            if known is None:
                known = reach(self._known.common(letters), len(letters))
            if self._is_known(sequence, starts, known, begin, end):
                continue
            if is_framed(run) and not whole:
                continue  # any template may say so
            at = compact if compact is not None else _place(common, first, last)
            reading, alike = self.there.source(at)
            part = sequence if whole else run
            return self._said(text, part, reading, alike=alike, whole=whole)
        return None

    def _is_known(
        self, sequence: Sequence[str], starts: Sequence[int], known: Sequence[int], begin: int, end: int
    ) -> bool:
        """Tell whether known texts have a run of words, labels of a template before or after it aside.

        Or its two parts on both sides of a label, where one of them is of the query: a template sets it so.
        """
        if self._has(sequence, starts, known, begin, end):
            return True
        while begin < end and sequence[begin] in LABELS:
            begin += 1
        while begin < end and sequence[end - 1] in LABELS:
            end -= 1
        if self._has(sequence, starts, known, begin, end):
            return True
        return any(
            sequence[i] in LABELS
            and (self._asks(sequence[begin:i]) or self._asks(sequence[i + 1 : end]))
            and self._has(sequence, starts, known, begin, i)
            and self._has(sequence, starts, known, i + 1, end)
            for i in range(begin + 1, end - 1)
        )

    def _has(
        self, sequence: Sequence[str], starts: Sequence[int], known: Sequence[int], begin: int, end: int
    ) -> bool:
        if begin >= end:
            return True
        return known[starts[begin]] >= starts[end] or self._known.holds(sequence[begin:end])

    def _asks(self, part: Sequence[str]) -> bool:
        return f" {' '.join(part)} " in self._query_row

    def _turned(self, sequence: Sequence[str]) -> Found | None:
        """Look for the text backwards, and in ROT13."""
        letters, starts = "".join(sequence), starts_of(sequence)
        size = len(letters)
        for how, turned, back in (
            ("in ROT13", codecs.encode(letters, "rot13"), False),
            ("backwards", letters[::-1], True),
        ):
            common = [] if turned == letters else self.there.common(turned)
            if not common:
                continue
            there, known = reach(common, size), reach(self._known.common(turned), size)
            for begin, end in runs(list(sequence), RUN):
                first, last = starts[begin], starts[end]
                first, last = (size - last, size - first) if back else (first, last)
                if there[first] >= last > known[first] and last - first >= SEEN:
                    excerpt = shortened(" ".join(sequence[begin:end]), EXCERPT)
                    return Found(f"a run of {RUN} words of it {how}", excerpt)
        return None

    def _said(
        self, text: str, sequence: Sequence[str], reading: Reading | None, *, alike: bool, whole: bool
    ) -> Found:
        form = reading.form("".join(sequence)) if reading is not None else ""
        if not form and alike:
            form = "in letters that look alike"
        verbatim = whole and reading is not None and text.strip() in reading.text
        what = "its text" if verbatim else "all of its words" if whole else f"a run of {RUN} words of it"
        return Found(f"{what} {form}".rstrip(), shortened(text if whole else " ".join(sequence), EXCERPT))


def _place(common: Sequence[tuple[int, int, int]], first: int, last: int) -> int:
    """Return the first place where the letters [first, last) stand."""
    return min(at + first - begin for begin, end, at in common if begin <= first and end >= last)

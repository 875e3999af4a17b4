"""Looking for a text in what is left of a prompt when the allowed blocks are taken out.

A fingerprint cannot be looked for in a prompt: 16 hex digits never contain others. So the text itself is
looked for, by its letters and digits and any run of `RUN` words of it, in each form that a template makes of
a text (`ctxgate.gate.leaks`). The prompt may have been built by someone else, so what was allowed is known by
its words, too.

A run of words that an allowed text, the query or the instruction has as well is no leak: it is there because
of them. Nothing but a whole such run is excused, so a short allowed text hides no longer one. A text of fewer
words is a leak where it stands by itself, or is found whole and says enough to be there for no other reason.
What is compressed or encrypted, paraphrased or translated is not found.
"""

from __future__ import annotations

import codecs
from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from ctxgate.gate.leaks.frames import LABELS, is_framed, tells_anywhere, tells_by_itself
from ctxgate.gate.leaks.index import RUN, SEEN, Index, borders, reach, starts_of
from ctxgate.gate.leaks.readings import Reading, sought
from ctxgate.gate.leaks.spelling import runs, words
from ctxgate.gate.leaks.units import bodies, units
from ctxgate.gate.prompt import (
    CONFLICTING,
    INSTRUCTION,
    NO_EVIDENCE,
    Evidence,
    blocks,
    disputed_blocks,
    parse_prompt,
)
from ctxgate.text.visible import lines, quoted, shortened

_EXCERPT = 80
_DISTINCT_SIGNS, _SIGNS = 5, 20
"""A text without words is no line or fence of a template when it has so many different signs, and so many in all."""


class Found(NamedTuple):
    """Where a text was found: `how` says in which form, `excerpt` shows what stands there."""

    how: str
    excerpt: str


class Remainder:
    """A prompt without its allowed blocks, and without those of its second block.

    `allowed` are the allowed chunks in order, and `disputed` those that may stand among the conflicting
    evidence; `max_chars` bounds a block as in `build_prompt`. What is left is read once, when a text is looked
    for first.
    """

    def __init__(
        self,
        prompt: str,
        query: str,
        allowed: Sequence[Evidence],
        *,
        max_chars: int,
        disputed: Sequence[Evidence] = (),
    ) -> None:
        self._prompt = prompt
        self._allowed = allowed
        self._disputed = disputed
        self._blocks = blocks(allowed, max_chars=max_chars)
        self._disputed_blocks = disputed_blocks(disputed, max_chars=max_chars)
        self._query = query
        frame = [_head(query), *(self._blocks or [NO_EVIDENCE + "\n"])]
        if disputed:
            frame += [f"\n{CONFLICTING}", *self._disputed_blocks]
        self.left, self._exact = _without(prompt, frame)
        """What is left, in pieces: a run of words does not reach over something that was taken out."""

    @property
    def empty(self) -> bool:
        """Whether the prompt was made of its frame and the allowed blocks, and of nothing else."""
        return not self.left

    def has_allowed(self, number: int) -> bool:
        """Tell whether the allowed chunk with this number (from 0) stands in the prompt, whole or as cut."""
        return self._blocks[number] in self._exact or self._stands(
            self._allowed[number], self._blocks[number], second=False
        )

    def has_disputed(self, number: int) -> bool:
        """Tell whether the disputed chunk with this number (from 0) stands in the prompt, whole or as cut."""
        return self._disputed_blocks[number] in self._exact or self._stands(
            self._disputed[number], self._disputed_blocks[number], second=True
        )

    def is_evidence(self, number: int) -> bool:
        """Tell whether the disputed chunk with this number stands among the evidence, where it must not."""
        parsed = parse_prompt(self._prompt)
        if parsed is None:
            return False  # a prompt of another form has no second block to be missing from
        text = "\n".join(lines(self._disputed[number].text))
        same = [piece for piece in parsed.pieces if _is_piece(piece.body, piece.cut, text)]
        twins = [piece for piece in self._allowed if "\n".join(lines(piece.text)) == text]
        return len(same) > len(twins)

    def _stands(self, piece: Evidence, block: str, *, second: bool) -> bool:
        _, _, body = block.partition("\n")
        cut = body.rstrip("\n").removesuffix("…")
        shown = [piece.text] if cut == body.rstrip("\n") else [piece.text, cut]
        if any(self._whole.stands(text) for text in shown):
            return True
        # Under another bound than ours it may have been cut elsewhere.
        parsed = parse_prompt(self._prompt)
        whole = "\n".join(lines(piece.text))
        return parsed is not None and any(
            other.cut and _is_piece(other.body, other.cut, whole)
            for other in (parsed.conflicting if second else parsed.pieces)
        )

    @cached_property
    def _whole(self) -> Index:
        return self._there if self.left == [self._prompt] else Index([self._prompt])

    @cached_property
    def _there(self) -> Index:
        return Index(self.left)

    @cached_property
    def _known(self) -> Index:
        texts = [piece.text for piece in (*self._allowed, *self._disputed)]
        frame = [INSTRUCTION, NO_EVIDENCE, _head(self._query), *self._blocks]
        frame += [CONFLICTING, *self._disputed_blocks] if self._disputed else []
        return Index([*frame, self._query, *texts], borders(texts))

    @cached_property
    def _units(self) -> dict[str, Reading]:
        return units(self._there.readings)

    @cached_property
    def _bodies(self) -> frozenset[str]:
        shown = {" ".join(" ".join(lines(piece.text)).split()) for piece in (*self._allowed, *self._disputed)}
        return bodies(self.left) - shown

    @cached_property
    def _asked(self) -> frozenset[str]:
        return frozenset(word for sequence in sought(self._query) for word in sequence)

    @cached_property
    def _query_row(self) -> str:
        return f" {' '.join(words(self._query))} "

    def find(self, text: str) -> Found | None:
        """Look for a text that was not allowed, in any of its forms. None when nothing of it is left."""
        plain = " ".join(" ".join(lines(text)).split())
        if not self.left or not plain:
            return None
        if plain in self._bodies:
            return Found("its text", shortened(text, _EXCERPT))
        forms = list(sought(text))
        if not forms:
            return self._of_signs(text, plain)
        if next(runs(forms[0], RUN), None) is None:
            return self._short(text, forms)
        for sequence in forms:
            found = self._run(text, sequence)
            if found is not None:
                return found
        return self._turned(forms[0])

    def _of_signs(self, text: str, plain: str) -> Found | None:
        """Look for a text without words. Lines and fences that templates are drawn with are no leak."""
        if len(plain) < _SIGNS or len(set(plain)) < _DISTINCT_SIGNS:
            return None
        if any(text in reading.text for reading in self._known.readings):
            return None
        there = any(text in reading.text for reading in self._there.readings)
        return Found("its text", shortened(text, _EXCERPT)) if there else None

    def _short(self, text: str, forms: Sequence[Sequence[str]]) -> Found | None:
        """Look for a text of fewer than `RUN` words: by itself, or whole where it has enough to say."""
        if any(self._known.holds(sequence) for sequence in forms):
            return None
        for sequence in forms:
            if len(sequence) < len(forms[0]) // 2 + 1:
                continue  # little is left of it without its brackets
            if tells_by_itself(sequence, self._asked):
                reading = self._units.get(" ".join(sequence))
                if reading is not None:
                    return self._said(text, sequence, reading, alike=False, whole=True)
            letters = "".join(sequence)
            if len(letters) < SEEN or not tells_anywhere(sequence, self._asked):
                continue
            whole = [
                common for common in self._there.common(letters) if common.end - common.begin == len(letters)
            ]
            if whole and not reach(self._known.common(letters), len(letters))[0] >= len(letters):
                at = min(common.at for common in whole)
                origin, alike = self._there.source(at)
                return self._said(text, sequence, origin, alike=alike, whole=True)
        return None

    def _run(self, text: str, sequence: list[str]) -> Found | None:
        """Look for any run of `RUN` words that is there for no other reason."""
        letters, starts = "".join(sequence), starts_of(sequence)
        common = self._there.common(letters)
        there = reach(common, len(letters))
        known: list[int] | None = None
        whole = there[0] >= len(letters)
        for begin, end in runs(sequence, RUN):
            first, last = starts[begin], starts[end]
            run = sequence[begin:end]
            compact = self._there.compact(run) if last - first < SEEN else None
            if there[first] < last and compact is None:
                continue
            if known is None:
                known = reach(self._known.common(letters), len(letters))
            if self._is_known(sequence, starts, known, begin, end):
                continue
            if is_framed(run) and not whole:
                continue  # any template may say so
            at = compact if compact is not None else _place(common, first, last)
            reading, alike = self._there.source(at)
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
            common = [] if turned == letters else self._there.common(turned)
            if not common:
                continue
            there, known = reach(common, size), reach(self._known.common(turned), size)
            for begin, end in runs(list(sequence), RUN):
                first, last = starts[begin], starts[end]
                first, last = (size - last, size - first) if back else (first, last)
                if there[first] >= last > known[first] and last - first >= SEEN:
                    excerpt = shortened(" ".join(sequence[begin:end]), _EXCERPT)
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
        return Found(f"{what} {form}".rstrip(), shortened(text if whole else " ".join(sequence), _EXCERPT))


def _place(common: Sequence[tuple[int, int, int]], first: int, last: int) -> int:
    """Return the first place where the letters [first, last) stand."""
    return min(at + first - begin for begin, end, at in common if begin <= first and end >= last)


def _head(query: str) -> str:
    return f"{INSTRUCTION}\nQuery: {quoted(query)}\n\nEvidence:\n"


def _is_piece(body: str, cut: bool, text: str) -> bool:
    """Tell whether the body of a piece is a text, or its beginning where it was cut."""
    return body == text or (cut and len(body) > 1 and text.startswith(body.removesuffix("…")))


def _without(prompt: str, parts: Sequence[str]) -> tuple[list[str], frozenset[str]]:
    """Take the parts out, each where it begins a line. Return what is left and which were there."""
    left: list[str] = []
    exact: set[str] = set()
    at = 0
    for part in parts:
        begin = prompt.find(part, at)
        while begin > 0 and prompt[begin - 1] != "\n":
            begin = prompt.find(part, begin + 1)
        if begin < 0:
            continue
        left.append(prompt[at:begin])
        at = begin + len(part)
        exact.add(part)
    left.append(prompt[at:])
    return [piece for piece in left if piece and not piece.isspace()], frozenset(exact)

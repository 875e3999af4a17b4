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

from collections.abc import Sequence
from functools import cached_property

from ctxgate.gate.leaks.index import Index, borders
from ctxgate.gate.leaks.readings import readings, sought
from ctxgate.gate.leaks.search import EXCERPT, Found, Search
from ctxgate.gate.leaks.units import bodies
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

__all__ = ["Found", "Remainder"]


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
        if any(index.stands(text) for index in self._whole for text in shown):
            return True
        # Under another bound than ours it may have been cut elsewhere.
        parsed = parse_prompt(self._prompt)
        whole = "\n".join(lines(piece.text))
        return parsed is not None and any(
            other.cut and _is_piece(other.body, other.cut, whole)
            for other in (parsed.conflicting if second else parsed.pieces)
        )

    @cached_property
    def _whole(self) -> tuple[Index, ...]:
        if self.left == [self._prompt]:
            return tuple(search.there for search in self._searches)
        return (Index(readings(self._prompt)),)

    @cached_property
    def _searches(self) -> tuple[Search, ...]:
        """What is left, and apart from it what stands in code there, each with the known texts that excuse it.

        A known text in code excuses what stands in code, and not what stands there in plain.
        """
        texts = [piece.text for piece in (*self._allowed, *self._disputed)]
        known = [INSTRUCTION, NO_EVIDENCE, _head(self._query), *self._blocks, self._query, *texts]
        known += [CONFLICTING, *self._disputed_blocks] if self._disputed else []
        there, excused = (
            [reading for text in some for reading in readings(text)] for some in (self.left, known)
        )
        between = borders(texts, self._query)
        plain = Index((reading for reading in excused if not reading.code), between)
        coded = [reading for reading in there if reading.code]
        searches = [Search(Index(reading for reading in there if not reading.code), plain, self._query)]
        if coded:
            every = Index(excused, between) if any(reading.code for reading in excused) else plain
            searches.append(Search(Index(coded), every, self._query))
        return tuple(searches)

    @cached_property
    def _bodies(self) -> frozenset[str]:
        shown = {" ".join(" ".join(lines(piece.text)).split()) for piece in (*self._allowed, *self._disputed)}
        return bodies(self.left) - shown

    def find(self, text: str) -> Found | None:
        """Look for a text that was not allowed, in any of its forms. None when nothing of it is left."""
        plain = " ".join(" ".join(lines(text)).split())
        if not self.left or not plain:
            return None
        if plain in self._bodies:
            return Found("its text", shortened(text, EXCERPT))
        forms = list(sought(text))
        for search in self._searches:
            found = search.find(text, forms)
            if found is not None:
                return found
        return None


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

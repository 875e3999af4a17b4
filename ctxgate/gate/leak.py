"""Looking for a text in what is left of a prompt when the allowed blocks are taken out.

A fingerprint cannot be looked for in a prompt: 16 hex digits never contain others. So the text itself is
looked for: as it stands, with white space folded, in any case, and any run of `RUN` words of it, or all its
words where it has fewer. The prompt may have been built by someone else, so what was allowed is known by
its words, too, and escapes (``\\u001b``, ``\\n`` in a JSON string) are read both as they stand and as what
they mean.

A run of words that an allowed text, the query or the instruction has as well is no leak: it is there
because of them. Nothing but a whole such run is excused, so a short allowed text hides no longer one.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import NamedTuple

from ctxgate.gate.forms import RUN, Form, folded, forms, grams, is_in, words
from ctxgate.gate.prompt import (
    CONFLICTING,
    INSTRUCTION,
    NO_EVIDENCE,
    Evidence,
    blocks,
    disputed_blocks,
    parse_prompt,
)
from ctxgate.pattern import lazy
from ctxgate.text.visible import lines, quoted, shortened

_DISTINCT = 20
"""A text of so many characters is looked for inside of words, too: it is not there by chance."""

_EXCERPT = 80


class Found(NamedTuple):
    """Where a text was found: `how` says in which form, `excerpt` shows what stands there."""

    how: str
    excerpt: str


class Remainder:
    """A prompt without its allowed blocks, and without those of its second block.

    `allowed` are the allowed chunks in order, and `disputed` those that may stand among the conflicting
    evidence; `max_chars` bounds a block as in `build_prompt`.
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
        self._views: list[_View] | None = None

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
        if any(is_in(text, self._prompt) for text in shown):
            return True
        # Under another bound than ours it may have been cut elsewhere.
        parsed = parse_prompt(self._prompt)
        whole = "\n".join(lines(piece.text))
        return parsed is not None and any(
            other.cut and _is_piece(other.body, other.cut, whole)
            for other in (parsed.conflicting if second else parsed.pieces)
        )

    def find(self, text: str) -> Found | None:
        """Look for a text that was not allowed, in any of its forms. None when nothing of it is left."""
        if not self.left:
            return None
        if self._views is None:
            texts = [self._query, *(piece.text for piece in (*self._allowed, *self._disputed))]
            # Whoever writes JSON writes the same texts in another way.
            known = [INSTRUCTION, NO_EVIDENCE, _head(self._query), *self._blocks, *texts]
            known += [CONFLICTING, *self._disputed_blocks] if self._disputed else []
            known += [form(text)[1:-1] for text in texts for form in (json.dumps, quoted)]
            self._views = [_View(self.left, known, *forms) for forms in forms(self.left)]
        for view in self._views:
            found = view.find(text)
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


_MARGIN = lazy(r"(?m)^[ \t]*[|>][ \t]?")


class _View:
    """What is left of a prompt, read in one form, with the runs of words that are there for another reason."""

    def __init__(self, left: Sequence[str], known: Sequence[str], read_prompt: Form, read: Form) -> None:
        self._read = read
        self._left = [read_prompt(piece) for piece in left]
        self._known = list(dict.fromkeys(form(text) for text in known for form in (read, read_prompt)))
        self._words = [words(piece) for piece in self._left]
        known_words = [words(text) for text in self._known]
        self._known_runs = {gram for sequence in known_words for gram in grams(sequence)}
        self._known_short = [sequence for sequence in known_words if 0 < len(sequence) < RUN]
        self._runs = {gram for sequence in self._words for gram in grams(sequence)}
        self._joined = [f" {' '.join(sequence)} " for sequence in self._words]
        self._folded = [folded(piece) for piece in self._left]
        self._folded += [folded(_MARGIN.sub("", piece)) for piece in self._left if _MARGIN.search(piece)]
        self._cased = [piece.casefold() for piece in self._folded]

    def find(self, text: str) -> Found | None:
        text = self._read(text)
        sought = words(text)
        run = self._run(sought)
        if run is None and sought and any(f" {' '.join(sought)} " in place for place in self._joined):
            return None  # its words stand there, and every one is there for another reason
        return self._whole(text, sought) or run

    def _whole(self, text: str, sought: Sequence[str]) -> Found | None:
        """Look for the text as a string, then with white space folded, then in any case."""
        plain = folded(text)
        if not plain:
            return None
        loose = len(plain) >= _DISTINCT
        if not loose and sought:
            return None  # a short text with words in it is looked for by its words
        for how, needle, places in (
            ("its text", text, self._left),
            ("its text, white space aside", plain, self._folded),
            ("its text, case aside", plain.casefold(), self._cased),
        ):
            if any(needle in place for place in places) and self._is_left(needle, places, loose=loose):
                return Found(how, shortened(text, _EXCERPT))
        return None

    def _is_left(self, needle: str, places: Sequence[str], *, loose: bool) -> bool:
        # Only a known text that holds the needle can be why it is there; others are left in place, so
        # that taking them out does not break the needle up.
        cased = needle.casefold()
        holding = [text for text in self._known if cased in folded(text).casefold() or needle in text]
        for place in places:
            kept = place
            for text in sorted(holding, key=len, reverse=True):
                for form in (text, folded(text), folded(text).casefold()):
                    kept = kept.replace(form, "\0") if needle in form else kept
            if needle in kept and (loose or _stands_alone(needle, kept)):
                return True
        return False

    def _run(self, sought: Sequence[str]) -> Found | None:
        if len(sought) >= RUN:
            for gram in grams(sought):
                if gram in self._runs and gram not in self._known_runs:
                    return Found(f"a run of {RUN} words of it", shortened(gram, _EXCERPT))
            return None
        if not sought:
            return None
        joined = f" {' '.join(sought)} "
        for sequence, text in zip(self._words, self._joined, strict=True):
            if joined in text and self._short_is_left(sought, sequence):
                return Found("all of its words", shortened(joined.strip(), _EXCERPT))
        return None

    def _short_is_left(self, sought: Sequence[str], sequence: Sequence[str]) -> bool:
        size = len(sought)
        for i in range(len(sequence) - size + 1):
            there = sequence[i] == sought[0] and sequence[i : i + size] == sought
            if there and not self._is_known(sequence, i, i + size):
                return True
        return False

    def _is_known(self, sequence: Sequence[str], begin: int, end: int) -> bool:
        """Tell whether [begin, end) lies in a run that a known text has, or in the whole of a shorter one."""
        for first in range(max(0, end - RUN), begin + 1):
            if " ".join(sequence[first : first + RUN]) in self._known_runs:
                return True
        for short in self._known_short:
            for first in range(max(0, end - len(short)), begin + 1):
                if sequence[first : first + len(short)] == short:
                    return True
        return False


def _stands_alone(needle: str, text: str) -> bool:
    """Tell whether a text without words stands somewhere between white space, and not as mere punctuation."""
    return f" {needle} " in f" {text} ".replace("\0", " ")

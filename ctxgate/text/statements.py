"""What a text states of a query as a whole: the sentence nearest to it, denied or not, and the states it names."""

from __future__ import annotations

from typing import NamedTuple

from ctxgate.pattern import lazy
from ctxgate.text.passage import STOP_STEMS, Passage
from ctxgate.text.questions import Question
from ctxgate.text.words import stem, word_set

MIN_WORDS = 2
"""Words of the query that a sentence must have to speak of it."""


class Statement(NamedTuple):
    """The sentence of a text that has most of a query's words.

    `span` is [start, end) in the text; `coverage` the share of the query's words (0..1); `words` its other
    words with a meaning; `denied` whether it says that something is not so; `states` those it names.
    """

    span: tuple[int, int]
    coverage: float
    words: frozenset[str]
    denied: bool
    states: tuple[str, ...]


def statement(text: Passage, asked: Question) -> Statement | None:
    """Return the statement of a text, or None where no sentence has enough of the query's words."""
    if len(asked.stems) < MIN_WORDS:
        return None
    best: tuple[int, tuple[int, int]] | None = None
    for first, end in _sentences(text):
        own = {word for s in text.stems[first:end] if (word := asked.word_of.get(s))}
        if len(own) >= MIN_WORDS and (best is None or len(own) > best[0]):
            best = len(own), (first, end)
    if best is None:
        return None
    count, (first, end) = best
    stems = text.stems[first:end]
    words = frozenset(s for s in stems if s not in STOP_STEMS and s not in DENIALS and s not in _OPPOSITES)
    denials = sum(s in DENIALS for s in stems)
    states = tuple(dict.fromkeys(s for s in stems if s in _OPPOSITES and s not in asked.stems))
    return Statement(
        (text.starts[first], text.ends[end - 1]), count / len(asked.stems), words, denials % 2 == 1, states
    )


def opposite(a: Statement, b: Statement) -> tuple[str, str] | None:
    """Return a state of `a` and the opposite one of `b`, the first such pair, or None."""
    for one in a.states:
        for other in b.states:
            if other in _OPPOSITES[one]:
                return one, other
    return None


def _sentences(text: Passage) -> list[tuple[int, int]]:
    """Return the sentences as ranges of words, [first, end)."""
    found, first, n = [], 0, 0
    for match in _END.finditer(text.text):
        while n < len(text.starts) and text.starts[n] < match.end():
            n += 1
        if n > first:
            found.append((first, n))
            first = n
    if first < len(text.starts):
        found.append((first, len(text.starts)))
    return found


DENIALS = word_set(
    "not no never neither nor without cannot cant isnt dont doesnt t isn aren wasn weren don doesn didn won couldn wouldn"
    " hardly unable false incorrect myth untrue lack lacks lacking"
)
"""Stems that turn a statement round. For membership only."""

_PAIRS = """
enabled disabled; enable disable; open closed; allowed forbidden prohibited banned denied; allow forbid prohibit ban
deny; permitted prohibited forbidden; required optional; mandatory optional voluntary; supported unsupported removed
deprecated; public private; free paid; active inactive; available unavailable; included excluded; include exclude;
increase decrease reduce lower; increased decreased reduced lowered; rise fall drop; higher lower; legal illegal;
possible impossible; valid invalid; alive dead extinct; accepted rejected; accept reject refuse; succeed fail;
succeeded failed; present absent; always never; encrypted unencrypted; synchronous asynchronous; mutable immutable;
automatic manual; automatically manually; safe unsafe dangerous; effective ineffective; positive negative; same
different; refundable nonrefundable; before after; visible hidden; online offline; likely unlikely; common rare; improve
worsen; promote inhibit; activate inhibit deactivate; cause prevent; married unmarried single; guilty innocent acquitted;
won lost; win lose
"""


def _opposites() -> dict[str, frozenset[str]]:
    table: dict[str, set[str]] = {}
    for line in _PAIRS.replace("\n", " ").split(";"):
        one, *others = [stem(word) for word in line.split()]
        for other in others:
            table.setdefault(one, set()).add(other)
            table.setdefault(other, set()).add(one)
    return {word: frozenset(others) for word, others in table.items()}


_OPPOSITES = _opposites()
_END = lazy(r"[.!?](?=\s|$)|\n")

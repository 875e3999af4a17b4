"""What a text states of a query as a whole: the sentence nearest to it, denied or not, and the states it names."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from ctxgate.pattern import lazy
from ctxgate.text.passage import STOP_STEMS, Passage
from ctxgate.text.questions import Question
from ctxgate.text.words import stem, word_set

MIN_WORDS = 2
"""Words of the query that a sentence must have to speak of it."""


class Statement(NamedTuple):
    """The sentence of a text that has most of a query's words.

    `span` is [start, end) in the text; `coverage` the share of the query's words (0..1); `words` its words with
    a meaning, `said` all of them with the states among them; `denied` those of these that a denial governs: all
    where it denies as a whole; `states` those it names. The states
    that a query names itself are its subject and left out, but for a question for yes or no, which asks for them.
    """

    span: tuple[int, int]
    coverage: float
    words: frozenset[str]
    said: frozenset[str]
    denied: frozenset[str]
    states: tuple[str, ...]


def statement(text: Passage, asked: Question) -> Statement | None:
    """Return the statement of a text, or None where no sentence has enough of the query's words."""
    if len(asked.stems) < MIN_WORDS:
        return None
    word_of = _with_opposites(asked) if asked.kind == "polar" else asked.word_of
    best: tuple[int, tuple[int, int]] | None = None
    for first, end in _sentences(text):
        own = {word for s in text.stems[first:end] if (word := word_of.get(s))}
        if len(own) >= MIN_WORDS and (best is None or len(own) > best[0]):
            best = len(own), (first, end)
    if best is None:
        return None
    count, (first, end) = best
    stems = text.stems[first:end]
    words = frozenset(s for s in stems if s not in STOP_STEMS and s not in DENIALS and s not in _OPPOSITES)
    return Statement(
        (text.starts[first], text.ends[end - 1]),
        count / len(asked.stems),
        words,
        frozenset(_meaning(stems, word_of)),
        _denied(text, first, end, word_of),
        tuple(s for s in _states(stems) if asked.kind == "polar" or s not in asked.stems),
    )


def _with_opposites(asked: Question) -> dict[str, str]:
    """Return the words that stand for one of a query: a text that has the opposite state speaks of it, too."""
    word_of = dict(asked.word_of)
    for word in asked.stems:
        for other in sorted(_OPPOSITES.get(word, ())):
            word_of.setdefault(other, word)
    for switched, state in _SWITCHED.items():
        if state in word_of:
            word_of.setdefault(switched, word_of[state])
    return word_of


def _meaning(stems: Sequence[str], word_of: Mapping[str, str]) -> list[str]:
    """Return the words with a meaning, those of the query under its own word for them; each once, in order."""
    return list(dict.fromkeys(word_of.get(s, s) for s in stems if s not in STOP_STEMS and s not in DENIALS))


def _states(stems: Sequence[str]) -> tuple[str, ...]:
    found = [s for s in stems if s in _OPPOSITES]
    found += [
        _SWITCHED[way] for verb, way in pairwise(stems) if verb in ("turned", "switched") and way in _SWITCHED
    ]
    return tuple(dict.fromkeys(found))


def _denied(text: Passage, first: int, end: int, word_of: Mapping[str, str]) -> frozenset[str]:
    """Return the words of a sentence [first, end) that it denies."""
    stems = text.stems
    said = _meaning(stems[first:end], word_of)
    turned: dict[str, int] = {}
    whole = 0
    n = first
    while n < end:
        stem = stems[n]
        if stem not in DENIALS or (n > first and stem == "t" and stems[n - 1] in DENIALS):
            n += 1  # `isn't` is two words and one denial
            continue
        after = n + 1 + (stem not in ("t",) and stems[n + 1 : n + 2] == ("t",))
        if stem in _OF_THE_WHOLE or stems[after : after + 1] == ("true",):
            whole += 1
        elif stems[after : after + 1] and (stem, stems[after]) in _NO_DENIAL:
            pass
        else:
            for word in _meaning(stems[after : _scope(text, after, end)], word_of):
                turned[word] = turned.get(word, 0) + 1
            if n == first and _ANSWERS.match(text.folded, text.starts[n]):
                return frozenset(said)
        n = after
    if whole % 2 == 1 and turned:
        return frozenset()  # it is not so that it is not so
    return frozenset(word for word in said if (turned.get(word, 0) + whole) % 2 == 1)


def _scope(text: Passage, first: int, end: int) -> int:
    """Return where the clause ends, in words, that follows a denial at [.., first): what it governs."""
    for n in range(first, min(end, first + MAX_GOVERNED)):
        if text.stems[n] in _CLAUSE or (
            n > first and _PAUSE.search(text.folded, text.ends[n - 1], text.starts[n])
        ):
            return n
    return min(end, first + MAX_GOVERNED)


def denies(a: Statement, b: Statement) -> bool:
    """Tell whether one of two statements denies what the other one says: of a word that both have."""
    one, other = a.denied & b.said, b.denied & a.said
    return bool(one) != bool(other)


def opposite(a: Statement, b: Statement) -> tuple[str, str] | None:
    """Return a state of `a` and the opposite one of `b`, the first such pair, or None.

    A state that both name counts for neither: `open from nine, closed on Sundays` and `closed on Sundays` agree.
    """
    for one in a.states:
        for other in b.states if one not in b.states else ():
            if other in a.states:
                continue
            if other in _OPPOSITES[one]:
                return one, other
    return None


def opposites_of(told: Statement) -> frozenset[str]:
    """Return the states that are opposite to one that a statement names."""
    return frozenset(other for state in told.states for other in _OPPOSITES[state])


def _sentences(text: Passage) -> list[tuple[int, int]]:
    """Return the sentences as ranges of words, [first, end)."""
    found, first, n = [], 0, 0
    for match in _END.finditer(text.text):
        n = bisect_left(text.starts, match.end(), n)
        if n > first:
            found.append((first, n))
            first = n
    if first < len(text.starts):
        found.append((first, len(text.starts)))
    return found


MAX_GOVERNED = 20
"""Words that a denial may govern, those that follow it."""

_NO_DENIAL = frozenset(
    (denial, word)
    for denial, words in (
        ("no", "doubt question wonder matter less fewer later more"),
        ("not", "only just merely simply least to"),
        ("without", "doubt question fail"),
        ("never", "mind"),
    )
    for word in words.split()
)
"""A denial and the word after it that together deny nothing. For membership only."""

_OF_THE_WHOLE = word_set("false incorrect myth untrue")
_CLAUSE = word_set("but because since so while wherea although though if unless when until")
_SWITCHED = {"on": "enabled", "off": "disabled"}

DENIALS = word_set(
    "not no never neither nor without cannot cant isnt dont doesnt t isn aren wasn weren don doesn didn won couldn wouldn"
    " hardly unable false incorrect myth untrue lack lacks lacking non"
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
_PAUSE = lazy(r"[,;:()\u2013\u2014]")
_ANSWERS = lazy(r"no\s*[,;:\u2013\u2014-]")
_END = lazy(r"[.!?](?=\s|$)|\n")

"""Which of several things of one name a text is about: by its title, and by the full name that it uses.

`Mill Bridge (Vermont)` and `Mill Bridge (Ohio)` are two bridges, and `Anna Maria Berg` is another person than
`Anna Luise Berg`, though a question for Mill Bridge or for Anna Berg finds both.
"""

from __future__ import annotations

from typing import NamedTuple

from ctxgate.pattern import lazy
from ctxgate.text.names import name_runs
from ctxgate.text.passage import Passage
from ctxgate.text.questions import Question
from ctxgate.text.words import tokens


class Subject(NamedTuple):
    """What a text is about. `title` and `qualifier` are words before and between the parentheses that it begins
    with; `named` is how many of the question's words its fullest name has, and `further` the other words of it.
    """

    title: frozenset[str]
    qualifier: frozenset[str]
    named: int
    further: frozenset[str]


def subject(text: Passage, asked: Question) -> Subject:
    """Return which thing a text is about, as far as it can be told."""
    title = qualifier = frozenset[str]()
    head = _TITLE.match(text.folded)
    if head:
        title, qualifier = frozenset(tokens(head[1])), frozenset(tokens(head[2]))
    named, further = 0, frozenset[str]()
    for stems in name_runs(text):
        own = [stem for stem in stems if stem in asked.stems]
        if len(own) > named:
            named, further = len(own), frozenset(stems) - set(asked.stems)
    return Subject(title, qualifier, named, further)


def differ(a: Subject, b: Subject) -> bool:
    """Tell whether two texts are about different things of one name."""
    if a.qualifier and b.qualifier and (a.title <= b.title or b.title <= a.title):
        return not a.qualifier & b.qualifier
    return a.named == b.named > 0 and bool(a.further and b.further) and not a.further & b.further


_TITLE = lazy(r"\s*([^()\n]{2,80}?) \( ?([^()\n]{2,60}?) ?\)")

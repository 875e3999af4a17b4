"""Things that a word before them makes a kind of their own: the business account, the savings account."""

from __future__ import annotations

from ctxgate.text.identity.everything import for_all
from ctxgate.text.identity.members import memberships
from ctxgate.text.identity.passage import Passage
from ctxgate.text.identity.things import Asked, Thing, makes_kinds
from ctxgate.text.identity.written import is_content
from ctxgate.text.words import word_set

MODIFIED = 0.6
"""Share of what else a query asks, by weight, that a sentence must say to be one of the same form. Chosen on the open cases of
`tests/everyday`, with an eye on relevant passages."""


def other_modified(thing: Thing, asked: Asked, passage: Passage) -> tuple[int, int] | None:
    """Find the thing with another word before it, behind an article: `a business account` for `savings account`."""
    words, in_query = passage.words, {word.stem for word in asked.words}
    for k in range(1, len(words)):
        if words[k].stem != thing.head or words[k].opens:
            continue
        kind, own = words[k - 1], asked.words[thing.first]
        if kind.written[:1].isupper() and not own.written[:1].isupper():
            continue  # `the Workers Party` is a name
        if set(memberships(kind.folded)) & set(memberships(own.folded)):
            continue  # `child` for `children`
        if not makes_kinds(kind) or kind.stem in in_query or passage.text[kind.end : words[k].start] != " ":
            continue
        begin = k - 1
        while begin and k - begin <= _MODIFIERS and not words[begin].opens and is_content(words[begin - 1]):
            begin -= 1
        led = begin and not words[begin].opens and words[begin - 1].folded in _ARTICLES
        # `This cable covers models`: what the query speaks of is no kind of something.
        led = led and not any(word.stem in in_query for word in words[begin : k - 1])
        if (
            led
            and passage.says(thing, k - 1, k + 1) >= MODIFIED
            and not for_all(asked, thing, words, k - 1, passage.text)
        ):
            return k - 1, k + 1
    return None


_ARTICLES = word_set("the a an our your their its his her my this that")
_MODIFIERS = 2

"""What is said of all things of a kind, and so of the one that is asked for."""

from __future__ import annotations

from collections.abc import Sequence

from ctxgate.text.identity.things import Asked, Thing
from ctxgate.text.identity.written import Word, is_content, sentence, side
from ctxgate.text.words import word_set


def for_all(asked: Asked, thing: Thing, words: Sequence[Word], i: int, text: str) -> bool:
    """Tell whether the sentence of the word at `i` speaks of all of its kind, and of this one as an example."""
    # Behind an apostrophe something is left out: `all'esame` is no `all`.
    before = [
        word
        for word in words[sentence(words, i, i)[0] : i]
        if text[word.end : word.end + 1] not in ("'", "’")
    ]
    if not any(word.folded in ALL for word in before):
        return False
    if any(word.folded in _EXAMPLE for word in before):
        return True
    around = {
        word.stem
        for n in (thing.first - 1, thing.last, thing.last - 2)
        if (word := side(asked.words, n)) is not None and is_content(word)
    }
    return any(
        word.folded in ALL and any(later.stem in around for later in before[k + 1 : k + 4])
        for k, word in enumerate(before)
    )


ALL = word_set(
    "every all any each whichever whatever whoever regardless both alle aller allen jede jeder jedes jeden jedem sämtliche egal"
    " tout tous toute toutes chaque todo todos toda todas cada cualquier tutti tutte ogni qualsiasi qualquer elke ieder iedere"
    " wszystkie wszystkich każdy każda każde każdego tüm bütün her все всех всем каждый каждая любой любая"
)
_EXAMPLE = word_set(
    "including example instance like such eg except inklusive einschließlich beispiel wie comme exemple incluido como incluso compreso"
)

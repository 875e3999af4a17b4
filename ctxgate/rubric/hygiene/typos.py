"""Typing errors in the words that overriding takes, put right: `ignroe all previuos instructons`.

One edit is allowed: a letter too many, missing, exchanged or swapped with its neighbour. Candidates are
found through deletions (W. Garbe's symmetric delete), so that a word costs a few look-ups and no search.
A text is only put right where two such words stand in it; one may be a name.
"""

from __future__ import annotations

from functools import lru_cache

from ctxgate.pattern import lazy

_KEYS = """
    ignore ignoring disregard forget override overriding bypass discard neglect previous prior above earlier
    preceding existing initial instruction instructions directive directives guideline guidelines command commands
    prompt prompts policy policies restrictions system developer assistant password credentials reveal secret
    following respond response answer output
"""
_REAL = """
    ignored ignores ignorer forged forges forgets overrides bypassed bypasses discards discarded neglects neglected
    priors prion systems reveals revealed secrets secrete passwords commands commanded prompted prompter responds
    responded responses response answers answered outputs developers developed develop assistants assistance
    instructor instructors directives directed director policy police polices polity follow followings bellowing
    hollowing fallowing existing exiting exciting initials initially about abode prier priory price credential
"""
_WORD = lazy(r"[a-z]{5,14}")


@lru_cache(maxsize=1)
def _deletions() -> tuple[dict[str, tuple[str, ...]], frozenset[str], frozenset[tuple[str, int]]]:
    table: dict[str, tuple[str, ...]] = {}
    keys = _KEYS.split()
    for key in keys:
        for short in (key, *_shortened(key)):
            table[short] = (*table.get(short, ()), key)
    shapes = frozenset((key[0], len(key) + more) for key in keys for more in (-1, 0, 1))
    return table, frozenset(keys) | frozenset(_REAL.split()), shapes


def _shortened(word: str) -> list[str]:
    return [word[:i] + word[i + 1 :] for i in range(len(word))]


def meant(word: str) -> str:
    """Return the word that this one is a typing error of, or an empty string."""
    table, real, shapes = _deletions()
    if (word[0], len(word)) not in shapes or word in real:
        return ""
    for short in (word, *_shortened(word)):
        for key in table.get(short, ()):
            if word[0] == key[0] and _one_edit(word, key):
                return key
    return ""


def _one_edit(a: str, b: str) -> bool:
    """Tell whether one edit (Damerau: insert, delete, exchange, swap neighbours) leads from `a` to `b`."""
    if len(a) > len(b):
        a, b = b, a
    if len(b) - len(a) > 1:
        return False
    i = 0
    while i < len(a) and a[i] == b[i]:
        i += 1
    if len(a) < len(b):
        return a[i:] == b[i + 1 :]
    return a[i + 1 :] == b[i + 1 :] or (a[i : i + 2] == b[i : i + 2][::-1] and a[i + 2 :] == b[i + 2 :])


_MEMORY = 1 << 15
_right: set[str] = set()
"""Words seen that are no typing errors, so that most texts cost one difference of sets. Emptied when full."""


def corrections(folded: str) -> dict[str, str]:
    """Return the misspelt words of a text and what they are meant to be; empty where fewer than two stand."""
    new = set(_WORD.findall(folded)).difference(_right)
    if not new:
        return {}
    found = {word: key for word in new if (key := meant(word))}
    if len(_right) + len(new) > _MEMORY:
        _right.clear()
    _right.update(new.difference(found) if found else new)
    return dict(sorted(found.items())) if len(found) > 1 else {}

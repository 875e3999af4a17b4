"""Words of a query that no chunk of the batch has as they are typed, and the words that are meant.

A slip of the fingers (one letter left out, put in, changed, or two that changed places; two slips in a long word), marks left
off letters (`cafe` for `café`), and words that are written together in one place and apart in the other (`printLabel`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from ctxgate.text.words import bare

SLIP_FROM, TWO_SLIPS_FROM = 5, 9
"""Letters of a word from which on one slip, and two, are looked for: most short words are one letter from another one."""

MAX_WORDS = 20_000
"""Different words of a batch that are looked at, the first ones."""

SLIPPED = 0.7
"""What a word with a slip counts for."""


def meant(missing: Mapping[int, str], texts: Sequence[Sequence[str]]) -> dict[str, list[tuple[int, float]]]:
    """Return the words of texts that are meant by words that none of them has.

    `missing` are the words by the number of their term; `texts` the words of each text in order. The answer maps a word
    of a text, or two in a row with a space between them, to the terms that it stands for and what it counts, up to 1.
    """
    if not missing:
        return {}
    plain = {bare(word): t for t, word in missing.items()}
    slips: dict[str, list[int]] = {}
    for word, t in plain.items():
        if len(word) >= SLIP_FROM and word.isalpha():
            for form in _shorter(word, 2 if len(word) >= TWO_SLIPS_FROM else 1):
                slips.setdefault(form, []).append(t)
    found: dict[str, list[tuple[int, float]]] = {}
    two = any(len(word) >= TWO_SLIPS_FROM for word in plain)
    for word in _different(texts):
        folded = bare(word)
        if folded in plain:
            found.setdefault(word, []).append((plain[folded], 1.0))
        elif slips and len(folded) >= SLIP_FROM - 1 and folded.isalpha():
            forms = _shorter(folded, 2 if two and len(folded) >= TWO_SLIPS_FROM else 1)
            terms = {t for form in forms for t in slips.get(form, ())}
            terms = {t for t in terms if _slips(bare(missing[t]), folded)}
            found.setdefault(word, []).extend((t, SLIPPED) for t in sorted(terms))
    for text in texts:
        for one, other in pairwise(text):
            if one + other in plain:
                found.setdefault(f"{one} {other}", []).append((plain[one + other], 1.0))
    return {word: terms for word, terms in found.items() if terms}


def _different(texts: Iterable[Sequence[str]]) -> list[str]:
    seen: dict[str, None] = {}
    for text in texts:
        seen.update(dict.fromkeys(text))
        if len(seen) >= MAX_WORDS:
            break
    return list(seen)[:MAX_WORDS]


def _shorter(word: str, times: int) -> set[str]:
    """Return a word and what is left of it when up to so many letters are left out."""
    forms = {word}
    for _ in range(times):
        forms |= {form[:i] + form[i + 1 :] for form in forms for i in range(len(form))}
    return forms


def _slips(asked: str, word: str) -> bool:
    """Tell whether two words are as few slips apart as their length allows, and begin alike.

    The distance is Damerau's and Levenshtein's, with letters that change places counted once (optimal string alignment).
    """
    if asked[0] != word[0] and sorted(asked[:2]) != sorted(word[:2]):
        return False
    most = 2 if len(asked) >= TWO_SLIPS_FROM else 1
    if abs(len(asked) - len(word)) > most:
        return False
    before: list[int] = []
    row = list(range(len(word) + 1))
    for i, a in enumerate(asked, 1):
        last, before, row = before, row, [i] + [0] * len(word)
        for j, b in enumerate(word, 1):
            row[j] = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (a != b))
            if i > 1 and j > 1 and a == word[j - 2] and asked[i - 2] == b:
                row[j] = min(row[j], last[j - 2] + 1)
    return row[-1] <= most

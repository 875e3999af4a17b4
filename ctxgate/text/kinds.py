"""Words that tell two of a kind apart: `gold` and `silver` customers, a `soft` and a `hard` yolk, `to Oslo` and `to Bergen`.

Where two sentences name different ones, what they say of them may differ without being a contradiction.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache
from itertools import pairwise

from ctxgate.pattern import lazy
from ctxgate.text.surroundings import Signs
from ctxgate.text.words import MAX_WORD, STOP_WORDS, fold, stem

Kinds = tuple[tuple[str, str], ...]
"""Pairs of what tells apart (a group of words, or `from`, `to`, `in`, `for`) and the word that does."""

_GROUPS = """
gold silver bronze platinum; soft hard medium; annual sick parental maternity paternity unpaid; adult child children
infant senior; free pro team enterprise starter basic premium business personal; domestic international; internal
external; read write connect; upload download; small large; standard express large overnight; monthly yearly annually
weekly daily; indoor outdoor; summer winter spring autumn; north south east west; upper lower; front rear; male female;
hot cold; minimum maximum; student teacher; beginner advanced; single double twin; before after; boys girls; men women;
part-time full-time; weekdays weekends; request response; client server; staging production
"""


def _members() -> dict[str, tuple[str, ...]]:
    table: dict[str, list[str]] = {}
    for n, group in enumerate(_GROUPS.replace("\n", " ").split(";")):
        for word in group.split():
            table.setdefault(stem(word), []).append(f"kind {n}")
    return {word: tuple(groups) for word, groups in table.items()}


_MEMBERS = _members()
_PLACED = ("from", "to", "in", "for")
_WORD = lazy(rf"[^\W_]{{1,{MAX_WORD}}}")


def kinds(sentence: str, asked: Collection[str]) -> Kinds:
    """Return what tells a sentence's subject apart, sorted. `asked` are the stems of the query.

    A member of a group counts wherever it stands; after `from`, `to`, `in` and `for` a name counts, and
    after the first two a word of the query as well: `from A to B` is another way than `from B to A`.
    """
    return tuple(sorted(kind_signs(_WORD.findall(sentence), asked).all()))


def kind_signs(written: Sequence[str], asked: Collection[str]) -> Signs:
    """Return what `kinds` does for words as they are written, each with its place."""
    words = [fold(word) for word in written]
    stems = [stem(word) for word in words]
    alone = [(n, (group, one)) for n, one in enumerate(stems) for group in _MEMBERS.get(one, ())]
    paired: list[tuple[int, tuple[str, str]]] = []
    for n, (before, word) in enumerate(pairwise(words), 1):
        if before not in _PLACED or word in STOP_WORDS or word[0].isdigit():
            continue
        if stems[n] in asked:
            if before in ("from", "to"):
                paired.append((n, (before, stems[n])))
        elif written[n][0].isupper():
            paired.append((n, (before, stems[n])))
    return Signs(alone, paired)


@lru_cache(maxsize=1 << 12)
def told_apart(a: Kinds, b: Kinds) -> bool:
    """Tell whether two sentences are about different ones of a kind."""
    if not a or not b:
        return False
    shared = {what for what, _ in a} & {what for what, _ in b}
    return any(
        {by for what, by in a if what == one}.isdisjoint(by for what, by in b if what == one)
        for one in shared
    )

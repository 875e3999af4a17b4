"""Sources that pass for another one of the same batch: letters that look alike, one edit, a host that looks alike.

Telling which of two is the true one: a letter of another script or a digit among letters gives the imitation
away. Capitals alone make no imitation. Of two hosts it is the one with a hyphen for a dot, or not in `.com`. After one edit it is the spelling that the query and
the other sources do not know; where that does not tell, both are doubtful.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from ctxgate.pattern import lazy
from ctxgate.text.budget import Budget
from ctxgate.text.words import fold

LONG = 6
"""Letters of the shortest word in which one edit is suspicious: `form` and `from` are words."""

FEW = 64
"""Names in one place of one path up to which each two are compared; more are found by what is left without a letter."""

SERIES = 4
"""So many names that differ from one by an edit each are a series, such as parts A to F, and no imitations."""

MAX_SOURCE = 512
"""Characters of the longest source that is looked at."""


class Imitations(NamedTuple):
    """`found` maps the positions of sources that pass for another one to the one that they pass for. `left` are the
    positions of those that were not compared with all others, since the budget was spent.
    """

    found: dict[int, str]
    left: tuple[int, ...] = ()


def imitations(sources: Sequence[str], query: str, budget: Budget | None = None) -> Imitations:
    """Find the sources that pass for another one."""
    budget = Budget(math.inf) if budget is None else budget
    distinct: dict[str, list[int]] = {}
    for i, source in enumerate(sources):
        if len(source) <= MAX_SOURCE:
            distinct.setdefault(source.strip(), []).append(i)
    if len(distinct) < 2:
        return Imitations({})
    found = _same_skeleton(distinct)
    found.update(_same_host([name for name in distinct if name not in found]))
    edited, left = _one_edit([name for name in distinct if name not in found], distinct, query, budget)
    found.update(edited)
    return Imitations(
        {i: true for name, true in found.items() for i in distinct[name]},
        tuple(sorted(i for name in left if name not in found for i in distinct[name])),
    )


def _same_skeleton(distinct: Mapping[str, Sequence[int]]) -> dict[str, str]:
    groups: dict[str, list[str]] = {}
    for name in distinct:
        groups.setdefault(skeleton(name), []).append(name)
    found = {}
    for names in groups.values():
        if len(names) > 1:
            true = min(names, key=_oddity)  # the first of equals
            plain = true.lower() if true.isascii() else None
            found.update({name: true for name in names if name != true and not _same_but_case(name, plain)})
    return found


def _same_but_case(name: str, plain: str | None) -> bool:
    return plain is not None and name.isascii() and name.lower() == plain


def _oddity(name: str) -> tuple[int, int, int]:
    """Return how much a name looks like the imitation: foreign letters, digits among letters, capitals."""
    return sum(c in _FOREIGN for c in name), len(_DIGIT_INSIDE.findall(name)), sum(c.isupper() for c in name)


def skeleton(name: str) -> str:
    """Return what a name looks like at a glance: equal for names that one reads as the same.

    Letters of other scripts give the Latin one that they resemble (UTS #39, confusables), and digits among
    letters give the letter.
    """
    plain = fold(name if name.isascii() else name.translate(_LOOKS_LIKE))
    return _DIGIT_INSIDE.sub(lambda match: _AS_LETTER[match[0]], plain) if _ANY_DIGIT.search(plain) else plain


def _same_host(names: Sequence[str]) -> dict[str, str]:
    """Return the names whose host is that of another one but for a dot, or for an ending next to `.com`."""
    first: dict[str, str] = {}
    for name in names:
        if match := _HOST.match(name):
            first.setdefault(match[1].lower(), name)
    if len(first) < 2:
        return {}
    alike: dict[str, list[str]] = {}
    for host in first:
        labels, _, ending = host.rpartition(".")
        plain = labels.replace("-", ".")
        alike.setdefault(f"{plain}.{'com' if ending in _LIKE_COM else ending}", []).append(host)
    found = {}
    for hosts in alike.values():
        true = min(hosts, key=lambda host: (host.count("-"), not host.endswith(".com")))
        found.update({host: first[true] for host in hosts if host != true})
    return {
        name: found[host]
        for name in names
        if (match := _HOST.match(name)) and (host := match[1].lower()) in found
    }


def _one_edit(
    names: Sequence[str], distinct: Mapping[str, Sequence[int]], query: str, budget: Budget
) -> tuple[dict[str, str], set[str]]:
    """Return the names that differ from another one by one edit of one word of their path, and those not compared."""
    places: dict[tuple[str, ...], list[tuple[str, str]]] = {}
    known: Counter[str] = Counter()
    left: set[str] = set()
    for name in names:
        words = _WORDS.split(fold(name))
        known.update({word: len(distinct[name]) for word in words})
        if not budget.allows():
            left.update(names)
            break
        for i, word in enumerate(words):
            if len(word) >= LONG and word.isalpha():
                budget.charge(0.1 + len(words) / 50)
                places.setdefault((*words[:i], "", *words[i + 1 :]), []).append((word, name))
    asked = set(_WORDS.split(fold(query)))
    found: dict[str, str] = {}
    for side_by_side in places.values():
        if len(side_by_side) < 2:
            continue
        if not budget.allows():
            left.update(name for _, name in side_by_side)
            continue
        for one, other in _edited([word for word, _ in side_by_side], budget):
            (word, name), (second_word, second) = side_by_side[one], side_by_side[other]
            score = known[word] + (word in asked) - known[second_word] - (second_word in asked)
            found.update({second: name} if score > 0 else {name: second} if score < 0 else {})
            found.update({name: second, second: name} if score == 0 else {})
    return found, left


def _edited(words: Sequence[str], budget: Budget) -> list[tuple[int, int]]:
    """Return the pairs of words, by number, that differ by one edit and belong to no series, in order."""
    if len(words) <= FEW:
        budget.charge(len(words) ** 2 / 4)
        pairs = [(i, j) for i, j in combinations(range(len(words)), 2) if _is_edit(words[i], words[j])]
        times = Counter(k for pair in pairs for k in pair)
        return [pair for pair in pairs if max(times[k] for k in pair) < SERIES]
    holding: dict[str, list[int]] = {}
    for k, word in enumerate(words):
        holding.setdefault(word, []).append(k)
    beside = _neighbours(holding, budget)
    near = {word: sum(len(holding[other]) for other in others) for word, others in beside.items()}
    return sorted(
        (i, j)
        for word, others in beside.items()
        for other in others
        if max(near[word], near[other]) < SERIES
        for i in holding[word]
        for j in holding[other]
        if i < j
    )


def _neighbours(words: Collection[str], budget: Budget) -> dict[str, set[str]]:
    """Return for each word those that differ by one edit; of a word with more than SERIES of them, that many at least.

    Words that differ in one letter are equal without it (P. Mor and A. Fraenkel, "A hash code method for
    detecting and correcting spelling errors", 1982).
    """
    beside: dict[str, set[str]] = {}
    without: dict[tuple[int, str], list[str]] = {}

    def join(one: str, other: str) -> None:
        if one != other and _is_edit(one, other):
            beside.setdefault(one, set()).add(other)
            beside.setdefault(other, set()).add(one)

    for word in words:
        budget.charge(len(word) * (1 + len(word) / 200))
        for at in range(len(word)):
            rest = word[:at] + word[at + 1 :]
            without.setdefault((at, rest), []).append(word)
            for other in (rest, _moved(word, at)):
                if other in words:
                    join(word, other)
    for those in without.values():
        some = those[: SERIES + 2]
        for one in some if len(those) == len(some) else those:
            for other in some:
                join(one, other)
    return beside


def _moved(word: str, at: int) -> str:
    """Return a word with the letter at a place and the one behind it exchanged."""
    return word[:at] + word[at + 1 : at + 2] + word[at] + word[at + 2 :]


def _is_edit(one: str, other: str) -> bool:
    """Whether one letter was put in, left out, changed or moved by one place, and not as an ending."""
    if len(one) > len(other):
        one, other = other, one
    start = 0
    while start < len(one) and one[start] == other[start]:
        start += 1
    if len(other) - len(one) == 1:
        return start < len(one) and one[start:] == other[start + 1 :]
    if len(one) != len(other) or start == len(one):
        return False
    if one[start + 1 :] == other[start + 1 :]:
        return True
    return one[start : start + 2] == other[start : start + 2][::-1] and one[start + 2 :] == other[start + 2 :]


_AS_LETTER = {"0": "o", "1": "l", "3": "e", "5": "s"}
_DIGIT_INSIDE = lazy(r"(?<=[^\W\d_])[0135](?=[^\W\d_])|(?<![^\W_])[0135](?=[^\W\d_]{3})")
_ANY_DIGIT = lazy(r"[0135]")
_HOST = lazy(
    r"(?:[A-Za-z]{2,8}://)?(?:[^\s/@]{1,100}@)?((?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,12})(?=[/:?#])"
)
_LIKE_COM = frozenset(("com", "co", "cm", "om", "con", "corn"))
_WORDS = lazy(r"[\W_]+")
# Lower and upper case of the Cyrillic and Greek letters that pass for a Latin one, and full-width Latin.
_PAIRS = dict(
    zip(
        "аеорсухіјѕһԁԛԝѵкмтвнАВЕКМНОРСТУХІЈЅοαρνυικτΑΒΕΖΗΙΚΜΝΟΡΤΥΧ",
        "aeopcyxijshdqwvkmtbhABEKMHOPCTYXIJSoapvuiktABEZHIKMNOPTYX",
        strict=True,
    )
) | {chr(0xFEE0 + code): chr(code) for code in range(0x21, 0x7F)}
_FOREIGN = frozenset(_PAIRS)
_LOOKS_LIKE = {ord(foreign): latin for foreign, latin in sorted(_PAIRS.items())}

"""Whether a text names a thing that is asked for."""

from __future__ import annotations

from ctxgate.pattern import lazy
from ctxgate.text.common import GRAMMAR, information
from ctxgate.text.identity.calendar import covered, in_signed_range
from ctxgate.text.identity.members import memberships
from ctxgate.text.identity.numbering import (
    belongs,
    class_of,
    in_range,
    in_range_of_codes,
    in_span,
    is_code,
    part_of,
    runs_of,
    same_code,
    same_number,
    spaced,
)
from ctxgate.text.identity.passage import KIN, Passage
from ctxgate.text.identity.things import Asked, Thing
from ctxgate.text.words import bare, word_set


def names(thing: Thing, asked: Asked, passage: Passage) -> bool:
    """Tell whether a text names a thing of the query, or what it is a part or a form of."""
    words, text = passage.words, passage.text
    own = asked.words[thing.first : thing.last]
    if thing.kind == "unit":
        assert thing.unit is not None
        if thing.unit.table == "year" and any(
            word.folded == str(thing.unit.place) for _, word in passage.figures
        ):
            return True
        return covered(thing.unit, passage.units, [word.folded for word in words]) or in_signed_range(
            thing.unit, text
        )
    if thing.kind == "member":
        sets_of = set(memberships(own[0].folded))
        return any(not sets_of.isdisjoint(sets.items()) for _, sets in passage.members)
    if thing.kind == "modified":
        mine = bare(own[0].stem)
        return mine in passage.stems or any(_kin(stem, mine) for stem in passage.kin.get(mine[:KIN], ()))
    if thing.kind == "signs":
        return _JOINING.sub("", thing.text) in _JOINING.sub("", text)
    if thing.kind == "code":
        code = own[0].folded
        return (
            any(same_code(code, word.folded) for _, word in passage.figures)
            or spaced(runs_of(code), words)
            or in_range_of_codes(code, text)
        )
    if thing.kind == "numbered":
        number = own[-1]
        return (
            any(
                (same_number(word.folded, number.folded) or in_span(number.folded, word.folded))
                and (not thing.part or part_of(words, i, text) in ("", thing.part))
                and (not thing.head or len(number.folded) >= _TELLING or belongs(words, i, thing.head, text))
                for i, word in passage.figures
            )
            or (not thing.part and in_range(thing.head, number.folded, words, text))
            or any(
                # `error E-509` is error 509.
                same_number(runs_of(word.folded)[-1], number.folded) and class_of(words[i - 1]) == thing.head
                for i, word in passage.figures
                if i and thing.head and is_code(word.folded)
            )
        )
    stems = [bare(word.stem or word.folded) for word in own]
    n = len(stems)
    standing = passage.stems
    if any(standing[i : i + n] == stems for i in range(len(standing) - n + 1)):
        return True
    if n > 1 and any(
        stem == stems[0] and stems[-1] in standing[i + 1 : i + _MIDDLE] for i, stem in enumerate(standing)
    ):
        return True  # `Marie Skłodowska Curie` for `Marie Curie`
    # A part of a name of several words, or its beginning, is that name: `Marlow` for `Edda Marlow`, `Germany` for `German`.
    wanted = {stem for stem in stems if len(stem) > 2 and information(stem) > GRAMMAR}
    forms = wanted | {stem for one in wanted for stem in passage.kin.get(one[:KIN], ()) if _kin(stem, one)}
    return any(
        stem in forms and of_another(thing, asked, passage, i) is None for i, stem in enumerate(standing)
    )


def of_another(thing: Thing, asked: Asked, passage: Passage, i: int) -> tuple[int, int] | None:
    """Return the name that the word at `i` is a part of, where that is another one: `Kestrel Coupé` for `Kestrel Van`.

    It is where a name of several words goes on with another capital than the one that is asked for, that is no common word.
    """
    own = [bare(word.stem) for word in asked.words[thing.first : thing.last]]
    words = passage.words
    if len(own) < 2:
        return None
    here = passage.stems[i]
    if here == own[0] and own[-1] not in HONORIFICS and i + 1 < len(words) and not words[i + 1].opens:
        beside, place = i + 1, (i, i + 2)
    elif (
        here == own[-1]
        and i
        and not words[i].opens
        and len(words[i - 1].folded) > 1
        and not {own[0], words[i - 1].stem} & HONORIFICS
    ):
        beside, place = i - 1, (i - 1, i + 1)
    else:
        return None
    gap = passage.text[words[place[0]].end : words[place[0] + 1].start]
    other = words[beside]
    in_query = any(bare(word.stem) == bare(other.stem) for word in asked.words)
    return (
        place
        if gap == " " and other.written[:1].isupper() and not in_query and information(other.stem) == 1
        else None
    )


def _kin(one: str, other: str) -> bool:
    """Tell whether two stems are forms of one name: the shorter begins the longer, but for a few letters."""
    short, long = sorted((one, other), key=len)
    common = next((k for k, (a, b) in enumerate(zip(short, long, strict=False)) if a != b), len(short))
    return common >= max(KIN, _KIN_SHARE * len(long))


HONORIFICS = word_set(
    "dr mr mrs ms miss prof professor doctor herr frau monsieur madame mme señor señora signor signora dott sir lady attorney judge captain nurse officer president minister senator coach chef director pan pani bay bayan bey hanım san"
)
_JOINING = lazy("[ 的の]")
_TELLING = 3
"""Digits of a number that tells by itself what it is a number of."""

_KIN_SHARE, _MIDDLE = 0.7, 4

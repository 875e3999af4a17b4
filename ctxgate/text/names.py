"""Names and short phrases of a text, as values that compare."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ctxgate.pattern import lazy
from ctxgate.text.passage import STOP_STEMS, Passage
from ctxgate.text.terms import information, term
from ctxgate.text.values import MAX_VALUES, Found, Value
from ctxgate.text.words import word_set

MAX_PHRASE = 3
"""Words of a phrase."""

MAX_NAME = 12
"""Words of a name."""


def names(text: Passage, asked: Collection[str], noun: str | None = None) -> list[Found]:
    """Return the names of a text, in order: runs of capitalised words, those that are asked about left out.

    Where a `noun` is asked for and ends a part of a run (`Springfield County, Ohio` for a county), what stands
    before it is the name. A text without capitals has no runs: there the word before the noun is taken.
    """
    starts, stems, written = text.starts, text.stems, text.text
    capital = [written[start].isupper() for start in starts]
    inside = {
        stems[k]
        for k in range(1, len(starts))
        if capital[k] and _INSIDE.match(written, text.ends[k - 1], starts[k])
    }
    found: list[Found] = []
    i = 0
    while i < len(starts) and len(found) < MAX_VALUES:
        if not capital[i] or stems[i] in _NO_NAME:
            i += 1
            continue
        end = _end_of_name(text, capital, i)
        name = _name(text, i, end, asked, noun, inside)
        if name is not None:
            found.append(name)
        i = end
    if noun and not found and sum(capital) <= len(starts) // _FEW_CAPITALS:
        return _before_nouns(text, asked, noun)
    return found


def name_runs(text: Passage) -> list[tuple[str, ...]]:
    """Return the stems of each run of capitalised words, in order; stop words and the like left out."""
    capital = [text.text[start].isupper() for start in text.starts]
    found: list[tuple[str, ...]] = []
    i = 0
    while i < len(capital) and len(found) < MAX_VALUES:
        if not capital[i] or text.stems[i] in _NO_NAME:
            i += 1
            continue
        end = _end_of_name(text, capital, i)
        found.append(tuple(s for s in text.stems[i:end] if s not in _NO_NAME and s not in _TOO_COMMON))
        i = end
    return found


def _end_of_name(text: Passage, capital: Sequence[bool], first: int) -> int:
    """Return the end of the run of capitalised words that begins here, its links and its places within places."""
    starts, ends, written = text.starts, text.ends, text.text
    end = first + 1
    while end < len(starts) and end < first + MAX_NAME:
        gap = ends[end - 1], starts[end]
        if capital[end] and _IN_A_CHAIN.fullmatch(written, *gap):
            end += 1  # a place within a place: `Springfield, Illinois`
            continue
        initial = ends[end - 1] - starts[end - 1] <= _INITIAL_LETTERS and _INITIAL.fullmatch(written, *gap)
        if not initial and not _JOINED.fullmatch(written, *gap):
            break
        if capital[end]:
            end += 1
        elif (
            text.stems[end] in _LINKS
            and capital[end + 1 : end + 2] == [True]
            and starts[end + 1] == ends[end] + 1
        ):
            end += 2
        else:
            break
    return end


def _name(
    text: Passage, first: int, end: int, asked: Collection[str], noun: str | None, inside: Collection[str]
) -> Found | None:
    """Return the name that stands in a run of capitalised words, if there is one."""
    stems, folded = text.stems, text.folded
    word = folded[text.starts[first] : text.ends[first]]
    if (
        _opens(text.text, text.starts[first])
        and stems[first] not in inside
        and (_ordinary(word) or (end == first + 1 and _is_common(word)))
    ):
        first += 1  # a capital that only begins a sentence
    stop = end
    of_noun = _before_noun(text, noun, first, end) if noun in stems[first + 1 : end] else None
    if of_noun is not None:
        first, stop = of_noun
    parts = tuple(
        stem
        for stem in stems[first:stop]
        if stem not in asked and stem not in _NO_NAME and not stem.isdigit()
    )
    if not parts or (of_noun is None and all(part in _TOO_COMMON for part in parts)):
        return None
    return Value("words", parts), text.starts[first], text.ends[stop if of_noun else stop - 1]


def _before_nouns(text: Passage, asked: Collection[str], noun: str) -> list[Found]:
    stems = text.stems
    return [
        (Value("words", (stems[k - 1],)), text.starts[k - 1], text.ends[k])
        for k in range(1, len(stems))
        if stems[k] == noun and stems[k - 1] not in asked and stems[k - 1] not in _NO_NAME
    ][:MAX_VALUES]


_FEW_CAPITALS = 20
"""A text with fewer than one capitalised word in so many is written without capitals."""


def _before_noun(text: Passage, noun: str | None, first: int, end: int) -> tuple[int, int] | None:
    """Return the words [begin, place) before the noun where it ends a part of a run of capitalised words."""
    begin = first
    for k in range(first, end):
        if k > first and "," in text.text[text.ends[k - 1] : text.starts[k]]:
            begin = k
        ends_part = k + 1 == end or "," in text.text[text.ends[k] : text.starts[k + 1]]
        if text.stems[k] == noun and k > begin and ends_part:
            return begin, k
    return None


def _opens(text: str, start: int) -> bool:
    """Tell whether a sentence, a line or an item of a list begins here."""
    gap = text[max(0, start - 3) : start]
    before = gap.rstrip()
    return start == 0 or not before or "\n" in gap or before[-1] in _OPENING


_OPENING = '.!?:"“-*•#>|'


def _is_common(word: str) -> bool:
    """Tell whether a word is one of everyday English, which alone at the start of a sentence is no name."""
    return information(term(word)) < 1


def _ordinary(word: str) -> bool:
    return word in STOP_STEMS or word.endswith(("ly", "ed", "ing"))


def phrases(text: Passage, asked: Collection[str]) -> list[Found]:
    """Return the runs of up to MAX_PHRASE words that carry a meaning and are not asked about, in order."""
    starts, ends, stems, folded = text.starts, text.ends, text.stems, text.folded
    content = [
        len(stem) > 2
        and stem not in asked
        and stem not in STOP_STEMS
        and stem not in _NO_NAME
        and not stem.isdigit()
        for stem in stems
    ]
    found: list[Found] = []
    n, i = len(starts), 0
    while i < n and len(found) < MAX_VALUES:
        if not content[i]:
            i += 1
            continue
        j = i + 1
        while j < n and j < i + MAX_PHRASE and content[j] and folded[ends[j - 1] : starts[j]] in (" ", "-"):
            j += 1
        # Words of which none is a noun are no answer: adverbs, participles, numbers.
        if any(not (stems[k] in _NO_NOUN or _ordinary(folded[starts[k] : ends[k]])) for k in range(i, j)):
            found.append((Value("words", stems[i:j]), starts[i], ends[j - 1]))
        i = j
    return found


_INSIDE = lazy(r"[\w,;] |[a-z,;]? ")
_JOINED = lazy(r"[ \"“”']{1,3}")
_IN_A_CHAIN = lazy(r" ?, ")
_INITIAL_LETTERS = 2
_INITIAL = lazy(r"\. ?")
_LINKS = word_set("of the de van von da del la le and for in y di")
_NO_NAME = STOP_STEMS | word_set(
    """
    unlike contrary though hence thus therefore according despite rather whereas moreover furthermore meanwhile
    interestingly notably known renowned however although during since until many some both another other such each every all content contents edit
    reference references retrieved external link links category categories archived original page jump main history
    see english free encyclopedia wikipedia article talk read view tool tools search navigation
    """
)
_NO_NOUN = word_set(
    """
    much many more most less least few several various known used made found seen given taken called said became become
    thought also only even still well always often never usually generally rather quite very too first second third last
    next early late later new old young great good best better big large largest small high highest low long short main
    major popular common famous abundant different similar important possible able likely two three four five six seven
    eight nine ten one time year day way part kind type thing people person name number example use went came began
    won lost took left made wrote ran held led got kept include includes including
    """
)
_TOO_COMMON = word_set(
    """
    american british english french german italian spanish january february march april may june july august september
    october november december christmas monday tuesday wednesday thursday friday saturday sunday mr mrs ms dr sir world
    war
    """
)

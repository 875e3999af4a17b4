"""The English stemmer: `inhibits`, `inhibited` and `inhibiting` become one stem.

Porter2, as M. F. Porter describes it at https://snowballstem.org/algorithms/english/stemmer.html, with the
exceptions of its version 3. A stem is for comparing, not for reading: `happy` gives `happi`. Words of other scripts stay as they are.
"""

from __future__ import annotations

from ctxgate.pattern import lazy

MAX_STEMMED = 32
"""Characters of the longest word that is stemmed; what is longer is a name, a hash or a run of code."""

_VOWELS = frozenset("aeiouy")
_DOUBLES = ("bb", "dd", "ff", "gg", "mm", "nn", "pp", "rr", "tt")
_BEFORE_LI = frozenset("cdeghkmnrt")
_WHOLE_WORDS = {
    "skis": "ski", "skies": "sky", "dying": "die", "lying": "lie", "tying": "tie", "idly": "idl",
    "gently": "gentl", "ugly": "ugli", "early": "earli", "only": "onli", "singly": "singl", "sky": "sky",
    "news": "news", "howe": "howe", "atlas": "atlas", "cosmos": "cosmos", "bias": "bias", "andes": "andes",
    "vying": "vie",
}  # fmt: skip
_LEFT_ALONE = frozenset(
    ("evening", "inning", "outing", "canning", "herring", "earring", "proceed", "exceed", "succeed")
)
_R1_AFTER = ("gener", "commun", "arsen", "past", "univers", "later", "emerg", "organ", "inter")
# Longest endings first: the longest that the word has is the one that is looked at.
_STEP_2 = (
    ("ational", "ate"), ("fulness", "ful"), ("iveness", "ive"), ("ization", "ize"), ("ousness", "ous"),
    ("biliti", "ble"), ("lessli", "less"), ("tional", "tion"), ("alism", "al"), ("aliti", "al"),
    ("ation", "ate"), ("ogist", "og"), ("entli", "ent"), ("fulli", "ful"), ("iviti", "ive"), ("ousli", "ous"),
    ("abli", "able"), ("alli", "al"), ("anci", "ance"), ("ator", "ate"), ("enci", "ence"), ("izer", "ize"),
    ("bli", "ble"), ("ogi", "og"), ("li", ""),
)  # fmt: skip
_STEP_3 = (
    ("ational", "ate"), ("tional", "tion"), ("alize", "al"), ("ative", ""), ("icate", "ic"), ("iciti", "ic"),
    ("ical", "ic"), ("ness", ""), ("ful", ""),
)  # fmt: skip
_STEP_4 = (
    "ement", "able", "ance", "ence", "ible", "ment", "ant", "ate", "ent", "ion", "ism", "iti", "ive", "ize",
    "ous", "al", "er", "ic",
)  # fmt: skip


def _by_last(endings: tuple[tuple[str, str], ...]) -> dict[str, tuple[tuple[str, str], ...]]:
    """Sort endings by their last letter, so that few are tried on a word; longest first as they came."""
    return {
        last: tuple(pair for pair in endings if pair[0][-1] == last)
        for last in sorted({ending[-1] for ending, _ in endings})
    }


_STEP_2_BY_LAST = _by_last(_STEP_2)
_STEP_3_BY_LAST = _by_last(_STEP_3)
_STEP_4_BY_LAST = _by_last(tuple((ending, "") for ending in _STEP_4))
_PLAIN = lazy(r"[a-z]+")


def english_stem(word: str) -> str:
    """Return the stem of a folded word; of a word that is not plain English letters, the word."""
    if len(word) < 3 or len(word) > MAX_STEMMED or not _PLAIN.fullmatch(word):
        return word
    if word in _WHOLE_WORDS:
        return _WHOLE_WORDS[word]
    word = _mark_y(word)
    r1, r2 = _regions(word)
    word = _step_1a(word)
    if word not in _LEFT_ALONE:
        word = _step_1c(_step_1b(word, r1))
        word = _step_5(_step_4(_step_3(_step_2(word, r1), r1, r2), r2), r1, r2)
    return word.replace("Y", "y")


def _mark_y(word: str) -> str:
    """Write `Y` for a y that sounds as a consonant: at the start, and after a vowel."""
    if "y" not in word:
        return word
    letters = list(word)
    for i, letter in enumerate(letters):
        if letter == "y" and (i == 0 or letters[i - 1] in _VOWELS):
            letters[i] = "Y"
    return "".join(letters)


def _regions(word: str) -> tuple[int, int]:
    """Return where R1 and R2 begin: behind the first, the second consonant that follows a vowel."""
    r1 = next((len(start) for start in _R1_AFTER if word.startswith(start)), None)
    if r1 is None:
        r1 = _behind(word, 0)
    return r1, _behind(word, r1)


def _behind(word: str, start: int) -> int:
    for i in range(start + 1, len(word)):
        if word[i] not in _VOWELS and word[i - 1] in _VOWELS:
            return i + 1
    return len(word)


def _has_vowel(letters: str) -> bool:
    return any(letter in _VOWELS for letter in letters)


def _ends_short(word: str) -> bool:
    """Whether the word ends in a short syllable."""
    if len(word) == 2:
        return word[0] in _VOWELS and word[1] not in _VOWELS
    return (
        len(word) > 2
        and word[-1] not in _VOWELS
        and word[-1] not in "wxY"
        and word[-2] in _VOWELS
        and word[-3] not in _VOWELS
    )


def _step_1a(word: str) -> str:
    if word[-1] not in "sd":
        return word
    if word.endswith("sses"):
        return word[:-2]
    if word.endswith(("ied", "ies")):
        return word[:-2] if len(word) > 4 else word[:-1]
    if word.endswith("s") and not word.endswith(("us", "ss")) and _has_vowel(word[:-2]):
        return word[:-1]
    return word


def _step_1b(word: str, r1: int) -> str:
    if word[-1] not in "dgy":
        return word
    for ending in ("eedly", "eed"):
        if word.endswith(ending):
            return word[: len(word) - len(ending)] + "ee" if len(word) - len(ending) >= r1 else word
    for ending in ("ingly", "edly", "ing", "ed"):
        if word.endswith(ending):
            rest = word[: len(word) - len(ending)]
            return _mended(rest, r1) if _has_vowel(rest) else word
    return word


def _mended(rest: str, r1: int) -> str:
    if rest.endswith(("at", "bl", "iz")):
        return rest + "e"
    if rest.endswith(_DOUBLES):
        return rest if len(rest) == 3 and rest[0] in "aeo" else rest[:-1]  # add, egg, off
    return rest + "e" if r1 >= len(rest) and _ends_short(rest) else rest


def _step_1c(word: str) -> str:
    if len(word) > 2 and word[-1] in "yY" and word[-2] not in _VOWELS:
        return word[:-1] + "i"
    return word


def _step_2(word: str, r1: int) -> str:
    for ending, put in _STEP_2_BY_LAST.get(word[-1], ()):
        if word.endswith(ending):
            rest = word[: len(word) - len(ending)]
            allowed = len(rest) >= r1
            if ending in ("ogi", "ogist"):
                allowed = allowed and rest.endswith("l")
            if ending == "li":
                allowed = allowed and rest[-1:] in _BEFORE_LI
            return rest + put if allowed else word
    return word


def _step_3(word: str, r1: int, r2: int) -> str:
    for ending, put in _STEP_3_BY_LAST.get(word[-1], ()):
        if word.endswith(ending):
            rest = word[: len(word) - len(ending)]
            return rest + put if len(rest) >= (r2 if ending == "ative" else r1) else word
    return word


def _step_4(word: str, r2: int) -> str:
    for ending, _ in _STEP_4_BY_LAST.get(word[-1], ()):
        if word.endswith(ending):
            rest = word[: len(word) - len(ending)]
            allowed = len(rest) >= r2 and (ending != "ion" or rest.endswith(("s", "t")))
            return rest if allowed else word
    return word


def _step_5(word: str, r1: int, r2: int) -> str:
    rest = word[:-1]
    if word.endswith("e"):
        return rest if len(rest) >= r2 or (len(rest) >= r1 and not _ends_short(rest)) else word
    if word.endswith("ll") and len(rest) >= r2:
        return rest
    return word

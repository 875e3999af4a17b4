"""Words as they are compared: one case, one spelling of each character, nothing that is not seen.

There are two spellings. The plain one keeps accents and scripts apart. In the skeleton, letters that look
alike are one letter and accents are gone (after UTS #39, "Unicode Security Mechanisms"); it is the same for
a text and for whatever was made of it with look-alikes, styled letters or stacked marks.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from ctxgate.pattern import lazy

_SIGNS = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
"""Han and kana, which are written without spaces: each character counts as a word."""

_SYLLABLES = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"
"""Thai, Lao, Burmese and Khmer, without spaces as well: so many of their letters count as a word."""
_LETTERS_OF_A_WORD = 3

_WORD = lazy(rf"[{_SIGNS}]|(?=\w)[{_SYLLABLES}]|[^\W_{_SIGNS}{_SYLLABLES}]+")
_SYLLABLE = lazy(f"[{_SYLLABLES}]")
_CONTROL = lazy("[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f]")
_FILLERS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0\u0640")
"""What is not seen, or only lengthens a word, and yet counts as a letter or a mark for Unicode."""


def words(text: str) -> list[str]:
    """Return the words of a text in the plain spelling. Punctuation, margins and quotation marks are no words."""
    if text.isascii():
        if _CONTROL.search(text):
            text = _CONTROL.sub("", text)
    else:
        text = unicodedata.normalize("NFKC", text)
        gone = {ord(c): None for c in set(text) if _unseen(c)}
        text = text.translate(gone) if gone else text
    return _WORD.findall(text.casefold())


def skeleton(text: str) -> list[str]:
    """Return the words of a text in the skeleton spelling."""
    if text.isascii():
        return words(text)
    return _WORD.findall(undisguised(text).casefold())


def undisguised(text: str) -> str:
    """Return the text with look-alikes as what they look like, without accents and without what is not seen."""
    text = unicodedata.normalize("NFKD", text)
    text = text.translate({ord(c): _bare(c) for c in set(text) if not c.isascii() or _unseen(c)})
    return unicodedata.normalize("NFKC", text)


def spellings(text: str) -> Iterator[list[str]]:
    """Yield the words of a text in each spelling, the plain one first, once where both are the same."""
    plain = words(text)
    yield plain
    if not text.isascii():
        other = skeleton(text)
        if other != plain:
            yield other


def runs(sequence: list[str], size: int) -> Iterator[tuple[int, int]]:
    """Yield each shortest run [begin, end) that comes to `size` words."""
    if not any(map(_SYLLABLE.match, sequence)):
        for begin in range(len(sequence) - size + 1):
            yield begin, begin + size
        return
    worth = [1 if _SYLLABLE.match(word) else _LETTERS_OF_A_WORD for word in sequence]
    wanted = size * _LETTERS_OF_A_WORD
    held = end = 0
    for begin, least in enumerate(worth):
        while held < wanted and end < len(sequence):
            held += worth[end]
            end += 1
        if held < wanted:
            return
        yield begin, end
        held -= least


def is_sign(word: str) -> bool:
    """Tell whether a word is a character of a script that is written without spaces."""
    return len(word) == 1 and word >= "\u0e00" and _WORD.match(word) is not None and not word.isnumeric()


@lru_cache(maxsize=4096)
def _unseen(c: str) -> bool:
    if c in _FILLERS:
        return True
    category = unicodedata.category(c)
    return category in ("Cf", "Co", "Cn") or (category == "Cc" and not c.isspace())


@lru_cache(maxsize=4096)
def _bare(c: str) -> str:
    if unicodedata.category(c)[0] == "M" or _unseen(c):
        return ""
    code = ord(c)
    for first, last, plain in _BOXED:
        if first <= code <= last:
            return chr(plain + code - first)
    shown = _LOOKS_LIKE.get(c, c)
    # Codes such as base64 tell capitals from small letters.
    return shown.upper() if c.isupper() else shown


# Letters in black boxes and circles, flags and outlined capitals have no decomposition, or a young one.
_BOXED = (
    (0x1F150, 0x1F169, 97),
    (0x1F170, 0x1F189, 97),
    (0x1F1E6, 0x1F1FF, 97),
    (0x1CCD6, 0x1CCEF, 97),
    (0x1CCF0, 0x1CCF9, 48),
)
_PAIRS = (
    # Cyrillic, Greek, Armenian, Cherokee, Coptic, Lisu, phonetic and small capitals, letters with strokes
    (
        "АВЕКМНОРСТУХЅІЈԌԚԜҮҺӀЬГЗПавекмнорстухѕіјԁԍһӏԛԝѵүгзпьшѡ",
        "abekmhopctyxsijgqwyhlbr3nabekmhopctyxsijdghlqwvyr3nbww",
    ),
    ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαβγεικηνοπρτυχωϲϳϹσςμ", "abezhikmnoptyxabyeiknvonptuxwcjcoou"),
    ("ԱՕՏՍօսոհԼցզգ", "uosuounhlgqq"),
    ("ᎪᏴᏟᎠᎬᎻᎫᏦᏞᎷᏢᏒᏚᎢᏙᎳᏃ", "abcdehjklmprstvwz"),
    ("ⲀⲂⲈⲎⲒⲔⲘⲚⲞⲢⲤⲦⲨⲬⲁⲉⲓⲕⲟⲣⲥⲩⲭ", "abehikmnopctyxaeikopcyx"),
    ("ꓐꓑꓒꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴ", "bppdtgkjczfmnlsrvhwxyaeiou"),
    ("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢɑɡɩɛ", "abcdefghijklmnoprstuvwyzagie"),
    ("ØøĐđĦħıŁłŦŧƀƊƒƙƗɨƥƭƵƶǤǥȷɓɖɗɠɦɫɱɲɵʂʈʉʋ", "ooddhhillttbdfkiiptzzggjbddghlmnostuv"),
)
_LOOKS_LIKE = {"Æ": "ae", "æ": "ae", "Œ": "oe", "œ": "oe", "ꭓ": "x"}
for _theirs, _ours in _PAIRS:
    _LOOKS_LIKE.update(zip(_theirs, _ours, strict=True))

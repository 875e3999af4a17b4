"""Letters of another script that look like Latin ones, and the other way round.

The pairs are facts of Unicode's confusables (UTS #39, confusables.txt: "looks like"), picked by hand for
the letters that pass for a Latin one in running text. Only words of mixed script are folded: a word that
is Cyrillic or Greek throughout is a word of its language.
"""

from __future__ import annotations

import re

from ctxgate.pattern import lazy
from ctxgate.text.views.trace import Reading, edited

_CYRILLIC = dict(
    zip(
        "АВЕКМНОРСТУХЅІЈԁԍһіјӏорсухѕаеԛԝѵԌҮүЕЁёӀАӐӑЬ",
        "ABEKMHOPCTYXSIJdghijlopcyxsaeqwvGYyEEelAAab",
        strict=True,
    )
)
_GREEK = dict(zip("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαγεικηνοπρτυχωϲϳϹ", "ABEZHIKMNOPTYXayeiknvonptuxwcjC", strict=True))
_OTHER = dict(
    zip(
        "ԱՕՏՍօսոհԼ" + "ᎪᏴᏟᎠᎬᎻᎫᏦᏞᎷᏢᏒᏚᎢᏙᎳᏃ" + "ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘǫʀꜱᴛᴜᴠᴡʏᴢ" + "ɑɡɩıȷ",
        "UOSUounhL" + "ABCDEHJKLMPRSTVWZ" + "abcdefghijklmnopqrstuvwyz" + "agiij",
        strict=True,
    )
)
_TO_LATIN = {ord(k): v for k, v in (_CYRILLIC | _GREEK | _OTHER).items()}
_TO_CYRILLIC = {
    ord(latin): cyrillic
    for latin, cyrillic in zip("ABEKMHOPCTYXIJopcyxsaeijy", "АВЕКМНОРСТУХІЈорсухѕаеіју", strict=True)
}
_LATIN = "A-Za-z"
_FOREIGN = "\u0370-\u03ff\u0400-\u052f\u0531-\u0587\u13a0-\u13ef\u0131\u01eb\u0237\u0251\u0261-\u026a\u0274\u0280\u028f\u0299\u029c\u029f\u1d00-\u1d22\ua730\ua731"
_ASCII_LETTERS = lazy(rf"[{_LATIN}]+")

_MIXED = lazy(rf"[{_LATIN}][{_FOREIGN}]|[{_FOREIGN}][{_LATIN}]")
_SMALL_CAPITALS = lazy("[\u0262-\u029f\u1d00-\u1d22\ua730\ua731]{3}")
_WORD = lazy(rf"[{_LATIN}{_FOREIGN}]+")
# A word made of look-alikes alone is folded only where its neighbour was mixed: `а` between such words.
_LONE = lazy(
    rf"(?<![{_LATIN}{_FOREIGN}])[{''.join(_CYRILLIC)}]{{1,8}}(?![{_LATIN}{_FOREIGN}])(?=[ ,.'\"-]{{0,2}}(?:[{_LATIN}]|$))"
)


def mixes(text: str) -> bool:
    """Tell whether a text has words that mix scripts, or words in small capitals."""
    return _MIXED.search(text) is not None or _SMALL_CAPITALS.search(text) is not None


def folded(reading: Reading) -> Reading:
    """Return the text with its mixed words in one script: Latin, or Cyrillic where that is what fits."""
    new = edited(reading, _WORD, _fold)
    if new is reading or not _MIXED.search(reading.text):
        return new
    return edited(new, _LONE, lambda match: match[0].translate(_TO_LATIN))


def mixed_words(text: str) -> list[tuple[int, int]]:
    """Return the places of the words that would be folded into Latin letters and hold some already."""
    return [
        match.span()
        for match in _WORD.finditer(text)
        if not match[0].isascii() and _ASCII_LETTERS.search(match[0]) and _fold(match).isascii()
    ]


def _fold(match: re.Match[str]) -> str:
    word = match[0]
    if word.isascii() or len(word) > 64:
        return word
    latin = _ASCII_LETTERS.search(word) is not None
    if not latin and not _SMALL_CAPITALS.search(word):
        return word
    as_latin = word.translate(_TO_LATIN)
    if as_latin.isascii():
        return as_latin
    as_cyrillic = word.translate(_TO_CYRILLIC)
    return word if _ASCII_LETTERS.search(as_cyrillic) else as_cyrillic

"""Letters of another script that look like Latin ones, and the other way round.

The pairs are facts of Unicode's confusables (UTS #39, confusables.txt: "looks like"), picked by hand for
the letters that pass for a Latin one in running text. Only words of mixed script are folded: a word that
is Cyrillic or Greek throughout is a word of its language.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ctxgate.pattern import lazy
from ctxgate.text.views.language import WORDS
from ctxgate.text.views.trace import Reading, edited

_CYRILLIC = dict(
    zip(
        "АВЕКМНОРСТУХЅІЈԁԍһіјӏорсухѕаеԛԝѵԌҮүЕЁёӀАӐӑЬ",
        "ABEKMHOPCTYXSIJdghijlopcyxsaeqwvGYyEEelAAab",
        strict=True,
    )
)
_GREEK = dict(zip("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαγεικηνοπρτυχωϲϳϹ", "ABEZHIKMNOPTYXayeiknvonptuxwcjC", strict=True))
_OTHER = dict(zip("ԱՕՏՍօսոհԼᎪᏴᏟᎠᎬᎻᎫᏦᏞᎷᏢᏒᏚᎢᏙᎳᏃ", "UOSUounhLABCDEHJKLMPRSTVWZ", strict=True))
_COPTIC = dict(zip("ⲂⲎⲒⲓⲔⲘⲚⲞⲟⲢⲣⲤⲥⲦⲨⲬⲭⲀⲁⲈⲉⲹⳊ", "BHIiKMNOoPpCcTYXxAaEep9", strict=True))
_LISU = dict(zip("ꓐꓑꓒꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴ", "BPpDTGKJCZFMNLSRVHWXYAEIOU", strict=True))
_PHONETIC = dict(zip("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘǫʀꜱᴛᴜᴠᴡʏᴢɑɡɩ", "abcdefghijklmnopqrstuvwyzagi", strict=True))
_TO_LATIN = {ord(k): v for k, v in (_CYRILLIC | _GREEK | _OTHER | _COPTIC | _LISU | _PHONETIC).items()}
_TO_CYRILLIC = {
    ord(latin): cyrillic
    for latin, cyrillic in zip("ABEKMHOPCTYXIJopcyxsaeijy", "АВЕКМНОРСТУХІЈорсухѕаеіју", strict=True)
}
_SMALL = "\u01eb\u0251\u0261-\u026a\u0274\u0280\u028f\u0299\u029c\u029f\u1d00-\u1d22\ua730\ua731"
_FOREIGN = f"\u0370-\u03ff\u0400-\u052f\u0531-\u0587\u13a0-\u13ef\u2c80-\u2cff\ua4d0-\ua4ff{_SMALL}"

_ANY_FOREIGN = lazy(f"[{_FOREIGN}]")
_MIXED = lazy(rf"[A-Za-z][{_FOREIGN}]|[{_FOREIGN}][A-Za-z]")
_LISU_CAPITALS = lazy("[\ua4d0-\ua4ff]{4}")
_SMALL_CAPITALS = lazy("[\u0262-\u029f\u1d00-\u1d22\ua730\ua731]{3}")
# Only words with a letter of another script, and each looked at once from its beginning.
_WORD = lazy(rf"(?<![A-Za-z])[A-Za-z]*+[{_FOREIGN}][A-Za-z{_FOREIGN}]*")
# Greek in a word is common in science (TNFα, κB), phonetic letters are in dictionaries; neither stands so.
_CLEARLY = lazy(
    "[\u0400-\u052f\u0531-\u0587\u13a0-\u13ef\u2c80-\u2cff\ua4d0-\ua4ff]|[A-Za-z][\u0370-\u03ff]+[A-Za-z]"
)
_LATIN = lazy("[A-Za-z]")
# A word made of look-alikes alone is folded only where its neighbour was mixed: `а` between such words.
_LONE = lazy(
    rf"(?<![A-Za-z{_FOREIGN}])[{''.join(_CYRILLIC | _COPTIC | _LISU)}]{{1,16}}(?![A-Za-z{_FOREIGN}])(?=[ ,.'\"-]{{0,2}}(?:[A-Za-z]|$))"
)


def mixes(text: str) -> bool:
    """Tell whether a text has words that mix scripts, or words in small capitals."""
    # The first search alone is enough for most texts, and is the cheapest by far.
    if not _ANY_FOREIGN.search(text):
        return False
    return (
        _MIXED.search(text) is not None
        or _SMALL_CAPITALS.search(text) is not None
        or _LISU_CAPITALS.search(text) is not None
    )


def folded(reading: Reading) -> Reading:
    """Return the text with its mixed words in one script: Latin, or Cyrillic where that is what fits."""
    new = edited(reading, _WORD, _fold)
    return new if new is reading else edited(new, _LONE, lambda match: match[0].translate(_TO_LATIN))


def mixed_words(text: str) -> Iterator[tuple[int, int]]:
    """Give the places of the words that would be folded into Latin letters and hold some already."""
    for match in _WORD.finditer(text):
        if _LATIN.search(match[0]) and _fold(match).isascii():
            yield match.span()


def _fold(match: re.Match[str]) -> str:
    word = match[0]
    if len(word) > 64:
        return word
    as_latin = word.translate(_TO_LATIN)
    mixed = _LATIN.search(word) is not None
    if as_latin.isascii():
        clear = (mixed and _CLEARLY.search(word)) or _SMALL_CAPITALS.search(word)
        whole = len(word) > 4 or _LISU_CAPITALS.match(word)  # of other letters throughout, and yet English
        return as_latin if clear or ((mixed or whole) and as_latin.lower() in WORDS) else word
    as_cyrillic = word.translate(_TO_CYRILLIC) if mixed else word
    return word if _LATIN.search(as_cyrillic) or not _CYRILLIC_LETTERS.search(word) else as_cyrillic


_CYRILLIC_LETTERS = lazy("[\u0400-\u052f]")

"""Use and mention: is an instruction given to the reader, or quoted in a text about such instructions?

Quotation marks alone prove nothing, or every attack would come in them. A mention needs both: the words
stand in quotation marks or code marks that close again soon, and the text around them speaks of attacks.
What is outside of the quotation is judged as ever, and where it says to do what the quotation says, the words
are meant.
"""

from __future__ import annotations

from ctxgate.pattern import lazy

MAX_QUOTE = 240
"""Characters of a quotation. A longer one is no longer an example."""

MAX_PARAGRAPH = 2000
"""Characters before a quotation in which marks are counted, to tell an opening one from a closing one."""

AROUND = 320
"""Characters before and after a quotation in which the text must say what it is about."""

_PAIRS = {"“": "”", "‘": "’", "«": "»", "„": "“", "「": "」", "『": "』", '"': '"', "`": "`", "'": "'"}
_OPENERS = "".join(_PAIRS)

_SUBJECT = lazy(
    r"(?i)prompt[- ]?(?:injection|leak)|jailbreak|injection|inyecci|injeç|injeção|iniezion|инъекц|внедрени|注入|"
    r"インジェクション|인젝션|इंजेक्शन|\battack(?:er|ers|s)?\b|\badversar|\bmalicious|angreif|angriff|ataque|attaque|"
    r"attacco|атак|злоумышл|攻击|攻撃|공격|हमला|επίθεση|έγχυση"
)
_CUE = lazy(
    r"(?i)such as|for (?:example|instance)|e\.g\.|\blike\b|\bphrases?\b|\bexamples?\b|\bcalled\b|\bsays?\b|\bsaying\b|"
    r"\bwrites?\b|\bcontain|\bdetect|\bfilter|\bblock|\bknown\b|\btext\b|\bwords?\b|\bscenario|\btrick|\battempt|beispiel|"
    r"ejemplo|exemplo|esempio|exemple|например|пример|例|예|उदाहरण|παράδειγμα|örnek"
)


_OBEY = lazy(
    r"(?i)\b(?:carry(?:ing)?|carried)\s+(?:\w+\s+){0,6}out\b|\b(?:obey|heed|execute|act\s+on|act\s+upon|comply\s+with|do\s+exactly|do\s+just)\b"
    r"|\bfollow(?:ing)?\s+(?:it|them|this|that|those|these|the\s+(?:words?|quot\w*|text|example|instructions?|sentence|above|phrase))\b"
    r"|\bdo\s+(?:it|what|as|so)\b|\b(?:is|are)\s+(?:an?\s+)?(?:real\s+|actual\s+|valid\s+|your\s+)?(?:orders?|commands?|instructions?)\s+(?:to|for)\s+you\b"
    r"|\btreat\s+(?:it|them|this|that|the\s+\w+)\s+as\s+(?:an?\s+|your\s+)?(?:real\s+)?(?:orders?|commands?|instructions?)\b|\bapplies\s+to\s+you\b"
    r"|\b(?:befolge|führe|obéis|exécute|sigue|obedece|ejecuta|siga|obedeça|segui|esegui)\b|следуй|выполни|执行|遵守|従っ|実行|따르|실행"
)


def mentioned(text: str, start: int, end: int) -> tuple[int, int] | None:
    """Return the quotation that [start, end) stands in, marks included, if the text speaks about attacks.

    None where the words are meant: outside of a quotation, or where nothing around it says what it is.
    """
    quote = _quotation(text, start, end)
    if quote is None:
        return None
    before = text[max(0, quote[0] - AROUND) : quote[0]]
    after = text[quote[1] : quote[1] + AROUND]
    if _OBEY.search(before) or _OBEY.search(after):
        return None
    if _SUBJECT.search(before + "\n" + after) and _CUE.search(before[-120:] + "\n" + after[:120]):
        return quote
    return None


def _quotation(text: str, start: int, end: int) -> tuple[int, int] | None:
    """Return the span of the innermost quotation that [start, end) stands in, marks included."""
    paragraph = max(0, start - MAX_PARAGRAPH)
    paragraph = max(paragraph, text.rfind("\n\n", paragraph, start) + 1)
    low = max(paragraph, start - MAX_QUOTE)
    places = sorted((text.rfind(mark, low, start + 1) for mark in _OPENERS), reverse=True)
    for place in places:
        if place < 0:
            break
        mark = text[place]
        # A straight mark opens where a word begins and nothing is right before it.
        if mark in "\"'`" and text[place - 1 : place].isalnum():
            continue
        # Nor does it where one like it is still open: between two quotations nothing is quoted.
        if mark in '"`' and text.count(mark, paragraph, place) % 2:
            continue
        close = text.find(_PAIRS[mark], max(end - 1, place + 1), place + MAX_QUOTE)
        while mark == "'" and close >= 0 and text[close + 1 : close + 2].isalnum():
            close = text.find("'", close + 1, place + MAX_QUOTE)
        if close >= 0:
            return place, close + 1
    return None

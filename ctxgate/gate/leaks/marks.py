"""What a template puts between the words of a text: tags, citation marks, numbers and marks before its lines.

Punctuation needs no rule of its own, for words are compared without it. Here is what has letters or digits.
Taking out too much harms little: the text as it stood is looked through as well.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from ctxgate.pattern import lazy

_TERMINAL = lazy(r"(?:\x1b\[|\x9b)[0-?]{0,32}[ -/]{0,4}[@-~]|\x1b\][^\x07\x1b]{0,400}(?:\x07|\x1b\\)")
_NOTE = lazy(r"<(su[pb])\b[^<>]{0,200}>[^<>]{0,24}</\1>", re.I)
_COMMENT = lazy(r"<!--[^<>]{0,400}-->")
_TAG = lazy(r"</?[A-Za-z][^<>]{0,1000}>|<[!?][^<>]{0,400}>")
_LINK = lazy(
    r"\[([^\[\]]{1,200}|\[[^\[\]]{1,80}\])\](?:\([^()\s]{0,400}(?:\s[^()\n]{0,200})?\)|\[[^\[\]\n]{0,80}\])"
)
_CITED = lazy(
    r"\[[^\[\]\n]{0,40}\]|\([^()\n]{1,24}\)|【[^【】\n]{1,40}】|〔[^〔〕\n]{1,40}〕|（[^（）\n]{1,24}）|\{\^?[0-9 ,]{1,12}\}"
    r"|\\(?:cite|footnote|ref)[a-z]{0,8}\{[^{}\n]{1,60}\}"
    r"|\^[0-9]{1,4}|[\u2070-\u209f\u00b2\u00b3\u00b9\u2460-\u249b\u24ea-\u24ff\u2776-\u2793]+"
)
_ONLY_NUMBERS = lazy(r"[\W\d_]*")
# More than once, for the lines of a numbered list may be numbered.
_BEFORE = lazy(
    r"(?m)^[ \t>|*+•#-]*+(?:(?:"
    r"\(?[Ll]?(?:ine )?[0-9]{1,7}(?:[ \t]*[|:)\]→│>}]+|\.(?=[ \t])|\t|[ \t]+-(?=[ \t]))"
    r"|\(?[A-Za-z]\)(?=[ \t])|[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?(?:[.,][0-9]{1,3})?(?=[ \t]))[ \t|>*+•#-]*){1,3}"
)
_BARE = lazy(r"(?m)^[ \t>|]*([0-9]{1,7})[ \t]+(?=\S)")


def unmarked(text: str) -> str:
    """Return the text without whatever a template may have put between its words."""
    for _, step in STEPS:
        text = step(text)
    return text


def _terminal(text: str) -> str:
    return _TERMINAL.sub("", text) if "\x1b" in text or "\x9b" in text else text


def _tags(text: str) -> str:
    if "<" not in text:
        return text
    return _TAG.sub(" ", _COMMENT.sub(" ", _NOTE.sub(" ", text)))


def _citations(text: str) -> str:
    if "[" in text:
        text = _LINK.sub(lambda match: " " if _ONLY_NUMBERS.fullmatch(match[1]) else f" {match[1]} ", text)
    return _CITED.sub(" ", text)


def _before_lines(text: str) -> str:
    text = _BEFORE.sub("", text)
    bare = list(_BARE.finditer(text))
    if len(bare) < 2:
        return text
    # A bare number counts the lines only where the line before or after it has its neighbour.
    numbers = [int(match[1]) for match in bare]
    kept, done = [], 0
    for i, match in enumerate(bare):
        if numbers[i] - 1 in numbers[max(0, i - 1) : i] or numbers[i] + 1 in numbers[i + 1 : i + 2]:
            kept.append(text[done : match.start()])
            done = match.end()
    return "".join([*kept, text[done:]])


STEPS: tuple[tuple[str, Callable[[str], str]], ...] = (
    ("with terminal codes between them", _terminal),
    ("with numbers or marks before its lines", _before_lines),
    ("with tags between them", _tags),
    ("with citation marks between them", _citations),
)
"""The marks, each with the words that say in which form a text stands."""

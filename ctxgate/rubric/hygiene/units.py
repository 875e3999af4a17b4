"""Cut a text into the units that evidence is weighed by: sentences, lines, the text between tags and quotes."""

from __future__ import annotations

from ctxgate.pattern import lazy

MAX_UNIT = 400
"""Characters of a unit. A longer one is cut into windows that overlap by a fourth."""

# Every alternative begins with a character of the first class, which is what makes the search fast.
_CUT = lazy(
    r"[.!?;。！？।؟…\r\n<\"'-]"
    r"(?:(?<=[.!?;।؟…])[\"'”’)\]}*_]{0,4}(?:\s+|$)|(?<=[。！？।])[\"'”’)\]]{0,4}|(?<=[\r\n])\s*"
    r"|(?<=<)[^<>\n]{1,200}>|(?<=-)->\s*|(?<=<)!--\s*"
    r"|(?<=[\"'])(?:[,}\]]+\s*|:\s*))"
)
# The same for ASCII, which most texts are: it compiles in a third of the time.
_ASCII_CUT = lazy(
    r"[.!?;\r\n<\"'-](?:(?<=[.!?;])[\"')\]}*_]{0,4}(?:\s+|$)|(?<=[\r\n])\s*"
    r"|(?<=<)[^<>\n]{1,200}>|(?<=-)->\s*|(?<=<)!--\s*|(?<=[\"'])(?:[,}\]]+\s*|:\s*))"
)
_ENDS = frozenset(".!?;。！？।؟…")


def units(text: str) -> list[tuple[int, int]]:
    """Return the spans of the units of a folded text, in order, empty ones left out."""
    found: list[tuple[int, int]] = []
    start = 0
    for match in (_ASCII_CUT if text.isascii() else _CUT).finditer(text):
        cut, after = match.span()
        if text[cut] in _ENDS:
            cut += 1
            if after - start < 6 and not text[start:cut].strip(" .0123456789"):
                continue  # the number of a list item
        if cut > start:
            _add(found, start, cut)
        start = after
    if start < len(text):
        _add(found, start, len(text))
    return found


def _add(found: list[tuple[int, int]], start: int, end: int) -> None:
    if end - start <= MAX_UNIT:
        found.append((start, end))
        return
    for place in range(start, end - MAX_UNIT // 4, MAX_UNIT * 3 // 4):
        found.append((place, min(end, place + MAX_UNIT)))

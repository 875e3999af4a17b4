"""Snippets: a passage in pieces of at most so many characters, each cut at a sentence."""

from __future__ import annotations

from ctxgate.pattern import lazy

MAX_CHARS = 2400
"""Characters of a snippet."""

Span = tuple[int, int]

# Where a piece may end, the best first: between paragraphs, behind a sentence, behind a line, behind a word.
_ENDS = (
    lazy(r"\n[ \t]*\n"),
    lazy(r"(?:[.!?…؟।][\"'”’)\]*_`]{0,4}(?=\s)|[。！？])"),
    lazy(r"\n"),
    lazy(r"\s"),
)


def pieces(text: str, most: int = MAX_CHARS) -> list[Span]:
    """Return the spans of a text's pieces, in order, white space at their ends left out.

    Each has at most `most` characters. A piece that is not the last ends where a paragraph ends in its
    second half; else behind its last sentence; else behind a line, a word, or anywhere.
    """
    spans: list[Span] = []
    start, length = 0, len(text)
    while start < length:
        end = length if length - start <= most else _cut(text, start, start + most)
        begin, stop = start, end
        while begin < stop and text[begin].isspace():
            begin += 1
        while stop > begin and text[stop - 1].isspace():
            stop -= 1
        if begin < stop:
            spans.append((begin, stop))
        start = end
    return spans


def _cut(text: str, start: int, limit: int) -> int:
    half = start + (limit - start) // 2
    window = text[half : limit + 1]  # one more, to see the white space behind a full stop
    for pattern in _ENDS:
        best = 0
        for match in pattern.finditer(window):
            if half + match.end() <= limit:
                best = match.end()
        if best:
            return half + best
    return limit

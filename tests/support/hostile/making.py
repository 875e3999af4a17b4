"""What batches of a shape are made of."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any

QUERY = "What is the refund window for plan SKU-441?"
BRIDGE = "Who built the Orrin bridge?"

Batch = dict[str, Any]
Shape = Callable[[int, int], Batch]
"""Takes the characters of text in all and the most chunks; returns a batch."""

WORDS = re.findall(
    r"\w+",
    "the of a plan refund window seat order customer shall when team may apply within policy page team notes after"
    " report before under week server copy item value limit price shipping standard return cost yearly monthly rate"
    " north bridge mountain road toll keeper gate builder stone river valley trade cart horse winter summer",
)


def batch_of(
    query: str, texts: list[str], *, source: str = "docs/page-{0}.md", date: str | None = None
) -> Batch:
    return {
        "query": query,
        "retrieved": [
            {"id": f"c{i}", "source": source.format(i), "text": text}
            | ({"date": date.format(i % 28 + 1, i % 12 + 1)} if date else {})
            for i, text in enumerate(texts)
        ],
    }


def filled(text: str, size: int, rng: random.Random) -> str:
    """Fill a text up with plain words, so that it has about so many characters."""
    words = [text]
    length = len(text)
    while length < size:
        words.append(rng.choice(WORDS))
        length += len(words[-1]) + 1
    return " ".join(words)[: max(size, len(text))]


def each(chars: int, chunks: int, least: int = 1) -> tuple[int, int]:
    """Return how many chunks there are, and the characters of each, of at least `least`."""
    count = max(2, min(chunks, chars // least))
    return count, chars // count


def numbered(
    chars: int,
    chunks: int,
    *,
    size: int,
    line: str,
    source: str = "docs/page-{0}.md",
    query: str = QUERY,
    date: str | None = None,
    head: str = "",
) -> Batch:
    """Texts of `size` characters made of numbered lines."""
    texts = []
    for i in range(max(2, min(chunks, chars // size))):
        rows, length, n = [head.format(i)], len(head), 0
        while length < size:
            rows.append(line.format(i, n, i * 1000 + n))
            length += len(rows[-1]) + 1
            n += 1
        texts.append("\n".join(rows)[:size])
    return batch_of(query, texts, source=source, date=date)

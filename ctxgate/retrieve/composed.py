"""One form for words that look the same, however their accents are typed."""

from __future__ import annotations

import unicodedata


def composed(text: str) -> str:
    """Return the text in Unicode's normalization form C, for matching only: `e` and an accent become `é`."""
    return text if text.isascii() else unicodedata.normalize("NFC", text)

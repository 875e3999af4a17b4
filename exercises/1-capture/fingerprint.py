"""Exercise 1: the fingerprint of a text.

Two captures of one text must give one fingerprint, whatever became of its white space on the way. This
function is right about the teaching fixture and wrong about most lines of traps.jsonl. Mend it.
"""

from __future__ import annotations

import hashlib

WHITE_SPACE = " \t\r\n\u200b\ufeff"


def fingerprint(text: str) -> str:
    """Return the first 16 hex digits of SHA-256 over the UTF-8 bytes of the text, white space folded."""
    for character in WHITE_SPACE:
        text = text.replace(character, " ")
    while "  " in text:
        text = text.replace("  ", " ")
    return hashlib.sha256(text.encode("utf-8")).hexdigest()[:16]

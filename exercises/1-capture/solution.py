"""Exercise 1, solved.

White space is not a list that one keeps by heart: `str.split` without an argument knows all of it (the
no-break space, the line separator, the ideographic space, the old control characters), drops it at both
ends, and takes any run of it as one. What only looks like white space is left alone: the zero-width space
and the byte order mark are characters of the text. Who folds them away gives two different texts one
fingerprint, and a planted text that differs in one such character would pass as the one that was checked.
"""

from __future__ import annotations

import hashlib


def fingerprint(text: str) -> str:
    """Return the first 16 hex digits of SHA-256 over the UTF-8 bytes of the text, white space folded."""
    return hashlib.sha256(" ".join(text.split()).encode("utf-8")).hexdigest()[:16]

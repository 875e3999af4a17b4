"""Is a logged text still the one that was captured?"""

from __future__ import annotations

import hashlib

from msgspec import UNSET

from ctxgate.batch import fingerprint
from ctxgate.rows import CaptureRow


def text_change(row: CaptureRow) -> str | None:
    """Say in which way a captured text is not the one that its row was written for, or cannot be known to be; None when it is."""
    now = fingerprint(row.text)
    if now != row.sha256_16:
        return f"its text is not the text that was captured: fingerprint {row.sha256_16} then, {now} now"
    if len(row.text) != row.chars:
        return f"white space of its text has changed: {row.chars} characters then, {len(row.text)} now"
    if row.sha256 is UNSET:  # every capture has written one
        return "its sha256 is gone, without which a change of white space does not show"
    if row.sha256 != hashlib.sha256(row.text.encode()).hexdigest():
        return "white space of its text has changed: the same length and words, other bytes"
    return None

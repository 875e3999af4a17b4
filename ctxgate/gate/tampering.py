"""Is a logged text still the one that was captured, and its title?"""

from __future__ import annotations

import hashlib

from msgspec import UNSET

from ctxgate.batch import fingerprint, title_fingerprint
from ctxgate.rows import CaptureRow


def text_change(row: CaptureRow) -> str | None:
    """Say in which way a captured text or its title is not the one that its row was written for, or cannot be known to be; None when it is."""
    now = fingerprint(row.text)
    if now != row.sha256_16:
        return f"its text is not the text that was captured: fingerprint {row.sha256_16} then, {now} now"
    if len(row.text) != row.chars:
        return f"white space of its text has changed: {row.chars} characters then, {len(row.text)} now"
    if row.sha256 is UNSET:  # every capture has written one
        return "its sha256 is gone, without which a change of white space does not show"
    if row.sha256 != hashlib.sha256(row.text.encode()).hexdigest():
        return "white space of its text has changed: the same length and words, other bytes"
    return _title_change(row)


def _title_change(row: CaptureRow) -> str | None:
    title = None if row.title is UNSET else row.title
    now = title_fingerprint(title, () if row.keywords is UNSET else row.keywords)
    then = None if row.title_sha256_16 is UNSET else row.title_sha256_16
    if now == then:
        return None
    return f"its title or keywords are not those that were captured: fingerprint {then or 'none'} then, {now or 'none'} now"

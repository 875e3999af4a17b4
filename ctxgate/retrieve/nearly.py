"""Keys that are nearly `product_scope`: whoever wrote one meant it, and nothing would heed it."""

from __future__ import annotations

import unicodedata

KEY = "product_scope"
"""The key of front matter that names the products of an article."""

_SOUGHT = "productscope"
# Letters of other scripts that pass for one of `product_scope` (Unicode's confusables, UTS #39).
_LOOK_ALIKE = {
    ord(other): latin
    for other, latin in zip("ростѕеԁгροϲτυσօսᴄᴏᴘᴛᴜᴅʀꜱ", "poctsedrpoctuooucoptudrs", strict=True)
}


def names_scope(key: str) -> bool:
    """Tell whether a key is `product_scope`, in any case and spacing, with at most two slips or in other scripts."""
    plain = letters_of(key)
    return _SOUGHT in plain or _within(plain, _SOUGHT, 2)


def means_scope(key: str) -> bool:
    """Tell whether a key seems to be meant as `scope`: in any case, with a letter missing, doubled or swapped."""
    plain = letters_of(key)
    near = _within(plain, "scope", 1) and (len(plain) != len("scope") or sorted(plain) == sorted("scope"))
    return near or says_scope(plain)


def says_scope(key: str) -> bool:
    """Tell the same as `names_scope` with at most one slip, for what may be a word of a text."""
    plain = letters_of(key)
    return _SOUGHT in plain or _within(plain, _SOUGHT, 1)


def letters_of(key: str) -> str:
    """Return the letters and digits of a key, in lower case and in Latin letters where they look like such."""
    if not key.isascii():
        key = unicodedata.normalize("NFKD", key)
    return "".join(char for char in key.lower().translate(_LOOK_ALIKE) if char.isalnum())


def _within(a: str, b: str, slips: int) -> bool:
    """Tell whether so many slips make `b` of `a`: a letter put in, left out, changed, or swapped with the next."""
    if abs(len(a) - len(b)) > slips:
        return False
    start = 0
    while start < min(len(a), len(b)) and a[start] == b[start]:
        start += 1
    a, b = a[start:], b[start:]
    if not a or not b:
        return len(a) + len(b) <= slips
    if not slips:
        return False
    swapped = len(a) > 1 and a[:2] == b[1::-1]
    return (
        _within(a[1:], b[1:], slips - 1)
        or _within(a[1:], b, slips - 1)
        or _within(a, b[1:], slips - 1)
        or (swapped and _within(a[2:], b[2:], slips - 1))
    )

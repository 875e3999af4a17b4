"""Whole texts in code: base64, base32 and hexadecimal, also over several lines and inside of larger data.

Whatever comes out is only looked through, so nothing has to be sure: a run that is no code gives bytes that
are no text, and those are left out.
"""

from __future__ import annotations

from binascii import Error, a2b_base64
from collections import Counter
from collections.abc import Iterator

from ctxgate.pattern import lazy

_MIN = 12
"""Characters of the shortest run that is tried."""

_LINE_END = r"[ \t]*+\r?\n[ \t>|]*+"
_BASE64 = lazy(
    rf"[A-Za-z0-9+/_-]{{{_MIN},}}+(?:{_LINE_END}[A-Za-z0-9+/_-]++(?=[ \t=]*(?:\r?\n|$|[\"'`<])))*+"
)
_BASE32 = lazy(
    rf"(?:[A-Z2-7]{{16,}}+|[a-z2-7]{{16,}}+)(?:{_LINE_END}(?:[A-Z2-7]++|[a-z2-7]++)(?=[ \t=]*(?:\r?\n|$)))*+"
)
_HEX = lazy(rf"[0-9a-fA-F]{{{_MIN},}}+(?:{_LINE_END}[0-9a-fA-F]{{2,}}+(?=[ \t]*(?:\r?\n|$)))*+")
_PAIRED = lazy(
    r"(?<![0-9A-Za-z])(?:0[xX])?(?:[0-9a-fA-F]{2}){1,8}+"
    r"(?:[\s,:;.\-]{1,4}(?:0[xX])?(?:[0-9a-fA-F]{2}){1,8}+(?![0-9A-Za-z])){5,}+"
)
_DIGITS = lazy(r"(?:0[xX])?((?:[0-9a-fA-F]{2})+)")
_TEXT = lazy(rb"[\t\n\r\x20-\x7e\x80-\xff]{9,}")
_SHORTEST = 9
"""Bytes of the shortest text that is looked through."""
_DIFFERENT = 4
"""A text has more different characters than this, or is short; a pattern of zeros has not."""
_WIDE_BLOCK = -1
_URL_SAFE = str.maketrans("-_", "+/")
_BASE32_DIGITS = str.maketrans("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", "0123456789abcdefghijklmnopqrstuv")
_SLICE = 4000
_SLICE_OVERLAP = 800


def pieces(text: str) -> Iterator[tuple[str, str]]:
    """Yield each text that stands in code in this one, with the words that say in which."""
    for match in _BASE64.finditer(text):
        run = "".join(match[0].split()).replace(">", "").replace("|", "").translate(_URL_SAFE)
        # Where the beginning was cut off, the groups of four begin at another place.
        for skip in range(min(4, len(run) - 7)):
            for piece in _texts(_base64(run[skip:])):
                yield piece, "in base64"
    for match in _HEX.finditer(text):
        digits = "".join(_HEX_RUN.findall(match[0]))
        for skip in (0, 1):
            for piece in _texts(bytes.fromhex(digits[skip : skip + (len(digits) - skip) // 2 * 2])):
                yield piece, "in hexadecimal"
    for match in _PAIRED.finditer(text):
        for piece in _texts(bytes.fromhex("".join(_DIGITS.findall(match[0])))):
            yield piece, "in hexadecimal"
    for match in _BASE32.finditer(text):
        run = "".join(_BASE32_RUN.findall(match[0].upper()))
        for piece in _base32(run):
            yield piece, "in base32"


_HEX_RUN = lazy("[0-9a-fA-F]+")
_BASE32_RUN = lazy("[A-Z2-7]+")


def _base64(run: str) -> bytes:
    whole = len(run) // 4 * 4
    rest = run[whole:]
    try:
        return a2b_base64(run[:whole]) + (a2b_base64(rest + "=" * (4 - len(rest))) if len(rest) > 1 else b"")
    except Error:  # pragma: no cover - the pattern lets nothing else through
        return b""


def _base32(run: str) -> Iterator[str]:
    # In slices, since a number of a million digits takes long to read; they overlap by more than a run of words.
    for skip in range(min(8, len(run) - 15)):
        if not _begins(run[skip : skip + 32]):
            continue
        for begin in range(skip, len(run), _SLICE - _SLICE_OVERLAP):
            yield from _texts(_base32_bytes(run[begin : begin + _SLICE]))
            if begin + _SLICE >= len(run):
                break


def _begins(run: str) -> bool:
    return next(_texts(_base32_bytes(run)), None) is not None


def _base32_bytes(run: str) -> bytes:
    bits = 5 * len(run)
    return (int(run.translate(_BASE32_DIGITS), 32) >> bits % 8).to_bytes(bits // 8, "big")


def _texts(raw: bytes) -> Iterator[str]:
    """Yield the stretches of bytes that can be text, in UTF-8 or UTF-16."""
    if len(raw) >= 2 * _SHORTEST and (0 in raw or not _is_utf8(raw[:400])):
        for code in ("utf-16-le", "utf-16-be"):
            if _is_wide(raw[:400].decode(code, "replace")):
                yield raw.decode(code, "replace")
    for match in _TEXT.finditer(raw):
        for text in match[0].decode("utf-8", "replace").split("\ufffd"):
            if len(text) >= 3 and len(text.encode()) >= _SHORTEST and _reads(text):
                yield text


def _is_utf8(sample: bytes) -> bool:
    return len(sample.decode("utf-8", "ignore").encode()) > len(sample) - 4


def _is_wide(sample: str) -> bool:
    """Tell whether characters come from one script or two, as those of no other data read as UTF-16 do."""
    blocks = Counter(
        _WIDE_BLOCK if 0x3000 <= ord(c) < 0xA000 or c >= "\uff00" else ord(c) >> 8 for c in sample
    )
    return sum(count for _, count in blocks.most_common(3)) * 10 >= len(sample) * 9 and _reads(sample)


def _reads(text: str) -> bool:
    sample = text[:400]
    # Vowel signs of Indic scripts are no letters for Unicode; nothing beyond here is punctuation alone.
    plain = sum(c.isalnum() or c in " \n.,%&\\" or "\u0300" <= c < "\u2000" for c in sample)
    return plain * 10 >= len(sample) * 6 and len(set(sample)) > min(_DIFFERENT, len(sample) // 2)

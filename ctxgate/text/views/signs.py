"""What a text shows at a glance: which of the dear searches are worth starting.

Everything here runs at the speed of C over an ordinary passage: one split into words, and translations of
the bytes into a shape (`a` a letter, `0` a digit, a space for what parts letters) in which a short run of
bytes is looked for.
"""

from __future__ import annotations

from typing import NamedTuple

from ctxgate.pattern import lazy
from ctxgate.text.views.codes import MIN_RUN
from ctxgate.text.views.turned import suspected


class Signs(NamedTuple):
    """What a text may hold. False is certain, True is worth a search."""

    runs: bool
    groups: bool
    turned: bool
    torn: bool
    apart: bool
    leet: bool
    controls: bool
    parted: bool
    pairs: bool
    octets: bool
    numbers: bool
    morse: bool


def glance(text: str) -> Signs:
    """Look at a text once. What is not seen here is not there; what is seen may be harmless."""
    ascii_only = text.isascii()
    raw = text.encode("ascii", "replace")
    letters = raw.translate(_LETTERS)
    spaced = raw.translate(_SPACED if ascii_only else _WIDE_SPACED)
    digits = letters.count(b"0")
    shape = raw.translate(_RUN)
    turned, torn = suspected(text.lower().split())
    return Signs(
        runs=_LONG_RUN in shape,
        # Asked first whether a digit stands between letters, or a letter between digits, as in all these codes.
        groups=digits >= _IN_PAIRS
        and (b"a0a" in letters or b"0a0" in letters)
        and any(groups in shape for groups in _GROUPS),
        turned=turned,
        torn=torn,
        apart=b"a a a a" in spaced
        or b"  a  a  a" in spaced
        or b"   a   a" in spaced
        or (not ascii_only and b"a a a a" in raw.translate(_DOTTED)),
        leet=(digits > 0 and _digits_as_letters(letters)) or (b"@" in letters and _signs_as_letters(letters)),
        controls=b"!" in letters,
        parted=(b"*" in letters and any(mark in letters for mark in _PARTED))
        or (b"<" in letters and (b"a<" in letters or b"a <," in letters)),
        pairs=digits >= _IN_PAIRS and _pairs(raw),
        octets=digits >= _IN_OCTETS and _octets(raw),
        numbers=digits >= _IN_NUMBERS and _NUMBERS.search(b" " + raw.translate(_DIGIT_SHAPE)) is not None,
        morse=b"-" in raw and (b".-" in raw or b"-." in raw),
    )


_IN_PAIRS, _IN_OCTETS, _IN_NUMBERS = 4, 48, 20
"""Digits that every text in such a code has: eight pairs of which half at least begin with one, six bytes in
bits, ten numbers of two digits."""


def _digits_as_letters(letters: bytes) -> bool:
    return (b"a0" in letters and (b"a0a" in letters or b"a00a" in letters)) or b"0aa" in letters


def _signs_as_letters(letters: bytes) -> bool:
    return b"@aa" in letters or b"a@a" in letters


def _pairs(raw: bytes) -> bool:
    hexes = raw.translate(_HEX)
    return b"xx xx xx xx xx xx" in hexes or b"xx  xx  xx  xx  xx" in hexes or raw.count(b"0x") > 7


def _octets(raw: bytes) -> bool:
    digits = raw.translate(_DIGIT_SHAPE)
    return b"00000000 00000000" in digits or b"00000000  00000000" in digits


def _table(classes: dict[str, str], rest: str) -> bytes:
    table = bytearray(rest.encode() * 256)
    for shape, members in classes.items():
        for c in members:
            table[ord(c)] = ord(shape)
    return bytes(table)


_UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_ALPHABET = _UPPER + _UPPER.lower()
_DIGITS = "0123456789"
_CONTROL_CHARACTERS = "".join(chr(code) for code in (*range(9), 11, 12, *range(14, 32), 127))
_SHAPES = {
    "a": _ALPHABET,
    "0": _DIGITS,
    " ": " \t\r\n-_|/+.",
    "*": "*~`",
    "<": "<",
    "@": "@$",
    "!": _CONTROL_CHARACTERS,
}
_LETTERS = _table(_SHAPES, ",")
_GAPS = " \t\r\n-_|/+.*~,;:'^!"
_SPACED = _table({"a": _ALPHABET, " ": _GAPS}, ",")
# Beyond ASCII any character may be a letter or a dot.
_WIDE_SPACED = _table({"a": _ALPHABET + "?", " ": _GAPS}, ",")
_DOTTED = _table({"a": _ALPHABET, " ": _GAPS + "?"}, ",")
_HEX = _table({"x": "abcdefABCDEF" + _DIGITS, " ": " \t\r\n,;:-"}, ".")
_DIGIT_SHAPE = _table({"0": _DIGITS, " ": " \t\r\n,;"}, ".")
_RUN = _table({"x": _ALPHABET + _DIGITS + "+/_-"}, " ")
_LONG_RUN = b"x" * MIN_RUN
# So many words of one length in a row are rare: (length, how many).
_GROUPS = tuple(
    b" ".join([b"x" * length] * count)
    for length, count in ((16, 2), (12, 3), (10, 3), (8, 3), (6, 5), (5, 6), (4, 7))
)
_PARTED = (b"a*a", b"a**a", b"a***a", b"a****a", b"* *")
_NUMBERS = lazy(
    rb" 00 {1,3}0{2,3} {1,3}0{2,3} {1,3}0{2,3} {1,3}0{2,3} | 000 {1,3}0{2,3} {1,3}0{2,3} {1,3}0{2,3} "
)

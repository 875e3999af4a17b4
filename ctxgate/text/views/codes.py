"""Text in code: base64, base32, hexadecimal, escapes, lists of character codes, Morse.

A piece counts only if what comes out reads like language. Most candidates (identifiers, paths, hashes,
keys, pictures) are told apart by their first few bytes.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from ctxgate.pattern import lazy
from ctxgate.text.views.language import reads
from ctxgate.text.views.turned import rot13

MIN_RUN = 20
"""Characters of the shortest run that is tried for base64, base32 and hex."""


class Decoded(NamedTuple):
    """A piece that was in code: what it says, in which code, and where it stood."""

    text: str
    code: str
    start: int
    end: int


Says = Callable[[str], bool]
"""Tells whether a decoded piece says something, as it stands or under a further disguise."""

_RUN = lazy(r"[A-Za-z0-9+/_-]{20,}+={0,6}")
_TOKEN = lazy(r"(?<![A-Za-z0-9+/_=-])(?:[A-Za-z0-9+/_-]{4,19}={0,6}|={1,6})(?![A-Za-z0-9+/_=-])")
_LAST_LINE = lazy(r"\r?\n[ \t>]{0,8}([A-Za-z0-9+/_-]{2,19}={0,6})(?=\s|$)")
_GAP = lazy(r"[\s>\"'+,\\|]{1,12}")
_HEX = lazy(r"(?:0[xX])?([0-9a-fA-F]{16,})")
_BITS = lazy(r"[01]{40,}")
_BASE32 = lazy(r"[A-Z2-7]{16,}|[a-z2-7]{16,}")
_PRINTED = bytes((9, 10, 13, *range(32, 127)))
_HIGH = bytes(range(0x80, 0x100))
_PRINTED_OR_HIGH = _PRINTED + _HIGH
_BASE32_DIGITS = str.maketrans("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", "0123456789abcdefghijklmnopqrstuv")
_HEAD = 24
_REACH = 200
_URL_SAFE = str.maketrans("-_", "+/")


def runs(text: str, says: Says) -> Iterator[Decoded]:
    """Find base64 (both alphabets), base32 and hexadecimal, also where it goes on over several lines."""
    group: list[re.Match[str]] = []
    for match in _RUN.finditer(text):
        if group:
            # Padding ends a code; what comes behind it is another one.
            if group[-1][0][-1] != "=" and _GAP.fullmatch(text, group[-1].end(), match.start()):
                group.append(match)
                continue
            yield from _group(text, group, says)
            group = []
        if _promising(match[0]):
            group.append(match)
    if group:
        yield from _group(text, group, says)


def _group(text: str, group: list[re.Match[str]], says: Says) -> Iterator[Decoded]:
    """Decode runs that follow each other: as one, or else each by itself."""
    padded = group[-1][0][-1] == "="
    last = None if padded else _LAST_LINE.match(text, group[-1].end())
    if last and last[1].isalpha() and (last[1].islower() or last[1].istitle()):
        last = None  # a word of the text that goes on
    run = "".join(match[0] for match in group)
    whole = _decode(run + last[1], says, strict=True) if last else None
    end = last.end(1) if last and whole else group[-1].end()
    whole = whole or _decode(run, says)
    if whole:
        yield Decoded(whole[0], whole[1], group[0].start(), end)
    elif len(group) > 1:
        for match in group:
            found = _decode(match[0], says) if _promising(match[0]) else None
            if found:
                yield Decoded(found[0], found[1], *match.span())


def groups(text: str, says: Says) -> Iterator[Decoded]:
    """Find the same codes cut into groups of four characters or more, all of one length but for the last."""
    group: list[re.Match[str]] = []
    for match in _TOKEN.finditer(text):
        if group:
            width = len(group[0][0])
            follows = group[-1][0][-1] != "=" and _GAP.fullmatch(text, group[-1].end(), match.start())
            if follows and len(match[0]) == width:
                group.append(match)
                continue
            if len(group) > 1:
                yield from _grouped(group, match if follows and len(match[0]) < width else None, says)
        group = [match]
    yield from _grouped(group, None, says)


def _grouped(group: list[re.Match[str]], last: re.Match[str] | None, says: Says) -> Iterator[Decoded]:
    run = "".join(match[0] for match in group)
    if len(group) < 2 or len(run) < MIN_RUN or (run.isalpha() and (run.islower() or run.istitle())):
        return
    for end, whole in ((last, run + last[0] if last else ""), (group[-1], run)):
        found = _decode(whole, says, strict=end is last) if end else None
        if found and end:
            yield Decoded(found[0], found[1], group[0].start(), end.end())
            return


def _promising(run: str) -> bool:
    """Tell by the first characters whether a run can be text in one of the codes. Most runs are not."""
    head = run.rstrip("=")[:_HEAD]
    plain = head.translate(_URL_SAFE)
    for skip in range(4):
        raw = _a2b(plain[skip : (len(plain) - skip) // 4 * 4 + skip])
        if _looks(raw):
            return True
    if _HEX.match(head) or ("/" in run and len(_longest(run)) >= MIN_RUN and _promising(_longest(run))):
        return True
    return _BASE32.fullmatch(head) is not None and _looks(_base32(head.upper()))


def _decode(run: str, says: Says, *, strict: bool = False, nested: bool = False) -> tuple[str, str] | None:
    for raw, code in _attempts(run, _HEAD):
        text = _as_text(raw, strict=strict)
        if text is None:
            continue
        for name, inner in (("", text), ("+rot13", rot13(text)), ("+reversed", text[::-1])):
            if reads(inner):
                return inner, code + name
        run = "".join(text.split())
        if not nested and _RUN.fullmatch(run) and not (run.isalpha() and run.islower()):
            found = _decode(run, says, nested=True)
            if found:
                return found[0], f"{code}+{found[1]}"
        if says(text):
            return text, code
    return None


def _attempts(run: str, head: int) -> Iterator[tuple[bytes, str]]:
    """Give what a run can mean, in the codes whose alphabet it keeps to, where the beginning is text."""
    body = run.rstrip("=")
    if _BITS.fullmatch(body):
        raw = bytes(int(body[i : i + 8], 2) for i in range(0, len(body) - 7, 8))
        if _looks(raw[:head]):
            yield raw, "binary"
    if match := _HEX.fullmatch(body):
        digits = match[1]
        raw = bytes.fromhex(digits[: len(digits) // 2 * 2])
        if _looks(raw[:head]):
            yield raw, "hex"
        return
    if _BASE32.fullmatch(body):
        raw = _base32(body.upper())
        if _looks(raw[:head]):
            yield raw, "base32"
    plain = body.translate(_URL_SAFE)
    for skip in range(4):
        # What stands before the code, a path's slash or a name, may have run into it.
        if _looks(_base64(plain[skip : skip + head])):
            yield _base64(plain[skip:]), "base64"
            return
    if "/" in body:
        # A path ran into it. There is no slash in the alphabet that is meant for paths.
        yield from _attempts(_longest(body), head)


def _longest(path: str) -> str:
    return max(path.split("/"), key=len)


def _a2b(digits: str) -> bytes:
    from binascii import a2b_base64  # noqa: PLC0415  most texts hold no such run

    return a2b_base64(digits)


def _base64(body: str) -> bytes:
    whole = len(body) // 4 * 4
    rest = body[whole:]
    raw = _a2b(body[:whole])
    return raw + _a2b(rest + "=" * (4 - len(rest))) if len(rest) > 1 else raw


def _base32(body: str) -> bytes:
    bits = 5 * len(body)
    return (int(body.translate(_BASE32_DIGITS), 32) >> bits % 8).to_bytes(bits // 8, "big")


def _looks(head: bytes) -> bool:
    """Tell whether bytes can begin a text: printable ASCII, UTF-8 or UTF-16."""
    if len(head) < 6:
        return False
    strays = head.translate(None, _PRINTED_OR_HIGH)
    if not strays and head.isascii():
        return True
    # A byte or two may be damaged, or put there to spoil it.
    slips = len(head) // 12
    if len(strays) <= slips:
        text, read = codecs.utf_8_decode(head, "replace", False)
        if read >= 6 and text.count("\ufffd") + len(strays) <= slips:
            return True
    if b"\0" not in strays or len(head) < 8 or not _wide(head):
        return False
    return not head[2:].translate(None, _PRINTED).strip(b"\0")


def _wide(raw: bytes) -> str:
    """Return the name of UTF-16 in the order of bytes that a text in it shows by its beginning, or nothing."""
    if raw[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
        return "utf-16"
    if not raw[1:_HEAD:2].strip(b"\0"):
        return "utf-16-le"
    return "" if raw[:_HEAD:2].strip(b"\0") else "utf-16-be"


def _as_text(raw: bytes, *, strict: bool = False) -> str | None:
    wide = _wide(raw)
    if wide:
        if strict and wide == "utf-16-le" and raw[1::2].strip(b"\0"):
            return None
        return raw[: len(raw) // 2 * 2].decode(wide, "replace")
    try:
        return raw.decode()
    except UnicodeDecodeError as e:
        if strict:
            return None
        text = raw.decode("utf-8", "replace")
        damaged = text.count("\ufffd")
        if damaged * 20 <= len(text):
            return text.replace("\ufffd", "")
        # A tail that is cut short, or not part of the code, is left off.
        return None if e.start * 10 < len(raw) * 8 else raw[: e.start].decode()


_PERCENT = lazy(r"%[0-9a-fA-F]{2}(?:[^\s%]{0,200}%[0-9a-fA-F]{2}){2,}[^\s%]{0,200}")
_ESCAPED = lazy(
    r"\\(?:x|u00|u\{)[0-9a-fA-F]{2}\}?(?:[^\s\\]{0,80}\\(?:x|u00|u\{)[0-9a-fA-F]{2}\}?){2,}[^\s\\]{0,80}"
)
_ESCAPE = lazy(r"\\(?:x|u00|u\{)([0-9a-fA-F]{2})\}?")
_PAIRS = lazy(
    r"(?<![0-9A-Za-z])(?:0[xX])?[0-9a-fA-F]{2}(?:[ \t\r\n,:;-]{1,3}(?:0[xX])?[0-9a-fA-F]{2}){7,}(?![0-9A-Za-z])"
)
_PAIR = lazy(r"(?:0[xX])?([0-9a-fA-F]{2})")
_NUMBERS = lazy(r"(?<![0-9A-Za-z.])[0-9]{2,3}(?:[ \t\r\n,;]{1,3}[0-9]{2,3}){9,}(?![0-9A-Za-z])")
_NUMBER = lazy(r"[0-9]+")
_OCTETS = lazy(r"(?<![0-9A-Za-z])[01]{8}(?:[ \t\r\n,;]{1,3}[01]{8}){5,}(?![0-9A-Za-z])")
_MORSE = lazy(r"(?<![.\-/\w])[.-]{1,6}(?:[ /|\n]{1,3}[.-]{1,6}){9,}")


def percents(text: str, says: Says) -> Iterator[Decoded]:
    """Find text in URL encoding: a word with three escapes or more that reads like a sentence."""
    from urllib.parse import unquote_plus  # noqa: PLC0415  seldom needed

    for match in _PERCENT.finditer(text):
        start = _word_start(text, match.start())
        plain = unquote_plus(text[start : match.end()])
        for _ in range(2):  # what was coded twice
            if "%" in plain:
                plain = unquote_plus(plain)
        query = plain.find("?")  # the address before a query is no language
        if says(plain) or (0 <= query < _REACH and says(_query(plain[query + 1 :]))):
            yield Decoded(plain, "url", start, match.end())


def _word_start(text: str, place: int) -> int:
    """Where the word begins that reaches up to a place."""
    before = text[max(0, place - _REACH) : place]
    words = before.split()
    return place - len(words[-1]) if words and before.endswith(words[-1]) else place


def _query(query: str) -> str:
    return query.replace("=", " ").replace("&", "\n")


def escapes(text: str, says: Says) -> Iterator[Decoded]:
    r"""Find text in \x.. or \u00.. escapes."""
    for match in _ESCAPED.finditer(text):
        start = _word_start(text, match.start())
        plain = _utf8(_ESCAPE.sub(lambda m: chr(int(m[1], 16)), text[start : match.end()]))
        if says(plain):
            yield Decoded(plain, "hex", start, match.end())


def _utf8(text: str) -> str:
    try:
        return text.encode("latin-1").decode()
    except UnicodeError:
        return text


def pairs(text: str, says: Says) -> Iterator[Decoded]:
    """Find bytes written as hexadecimal pairs with something between them."""
    for match in _PAIRS.finditer(text):
        raw = bytes(int(pair, 16) for pair in _PAIR.findall(match[0]))
        yield from _if_text(raw, "hex", match, says)


def octets(text: str, says: Says) -> Iterator[Decoded]:
    """Find bytes written as bits, eight by eight."""
    for match in _OCTETS.finditer(text):
        yield from _if_text(bytes(int(bits, 2) for bits in _NUMBER.findall(match[0])), "binary", match, says)


def numbers(text: str, says: Says) -> Iterator[Decoded]:
    """Find lists of decimal character codes."""
    for match in _NUMBERS.finditer(text):
        codes = [int(number) for number in _NUMBER.findall(match[0])]
        if max(codes) < 256:
            yield from _if_text(bytes(codes), "decimal", match, says)


def _if_text(raw: bytes, code: str, match: re.Match[str], says: Says) -> Iterator[Decoded]:
    if _looks(raw[:_HEAD]):
        text = _as_text(raw)
        if text is not None and says(text):
            yield Decoded(text, code, *match.span())


def morse(text: str, says: Says) -> Iterator[Decoded]:
    """Find Morse code. Letters are parted by a space, words by a slash, a bar or more than one space."""
    for match in _MORSE.finditer(text):
        words = re.split(r" ?[/|\n] ?| {2,3}", match[0])
        plain = " ".join(
            "".join(_MORSE_LETTERS.get(sign, "\ufffd") for sign in word.split()) for word in words
        )
        if says(plain):
            yield Decoded(plain, "morse", *match.span())


_MORSE_SIGNS = """
    .- -... -.-. -.. . ..-. --. .... .. .--- -.- .-.. -- -. --- .--. --.- .-. ... - ..- ...- .-- -..- -.-- --..
    ----- .---- ..--- ...-- ....- ..... -.... --... ---.. ----. .-.-.- --..-- ..--.. -.-.-- -..-.
"""
_MORSE_LETTERS = dict(zip(_MORSE_SIGNS.split(), "abcdefghijklmnopqrstuvwxyz0123456789.,?!/", strict=True))

Finder = Callable[[str, Says], Iterator[Decoded]]

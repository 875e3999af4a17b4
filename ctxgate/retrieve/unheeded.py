"""Scope that nothing heeds: where a file seems to name its products, but not where they are read.

Such a file would be for all products without a word. So a file is universal only where it says so, or where
nothing in it looks like scope; everything else is refused here, and code that merely shows a key is not.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping

from ctxgate.errors import CorpusError
from ctxgate.pattern import lazy
from ctxgate.retrieve.code import code_lines
from ctxgate.retrieve.frontmatter import Field, Split

KEY = "product_scope"

MAX_HEAD = 65_536
"""Characters at the top of a file that are looked through for front matter that is not seen as such."""

_SOUGHT = "productscope"
_WORDS = ("scope", "scopes", "product", "products")
_TODO = (
    f'Write {KEY}: ["Its Product"] between two lines of --- at the very top; for all products {KEY}: ["*"].'
)
# Letters of other scripts that pass for one of `product_scope` (Unicode's confusables, UTS #39).
_LOOK_ALIKE = {
    ord(other): latin
    for other, latin in zip("ростѕеԁгροϲτυσօսᴄᴏᴘᴛᴜᴅʀꜱ", "poctsedrpoctuooucoptudrs", strict=True)
}


def refuse_keys(fields: Mapping[str, Field], where: str) -> None:
    """Raise CorpusError for a key of front matter, at any depth, that seems to be meant as `product_scope`."""
    heeded = KEY in fields
    for key, field in fields.items():
        if key != KEY and names_scope(key):
            raise CorpusError(
                f"the key {key!r} of the front matter is not known; nearest is {KEY!r}",
                where=f"{where}:{field.line}",
                todo=_TODO,
            )
        if heeded:
            continue
        if _plain(key) in _WORDS:
            raise CorpusError(
                f"the key {key!r} of the front matter scopes nothing",
                where=f"{where}:{field.line}",
                todo=_TODO,
            )
        for inner, line in field.inner:
            if names_scope(inner) or (key == "<<" and _plain(inner) in _WORDS):
                raise _unheeded(inner, f"{where}:{line}")


def refuse_text(parts: Split, where: str) -> None:
    """Raise CorpusError where the text of a file without `product_scope` seems to have it all the same."""
    for number, line in enumerate((parts.yaml or "").split("\n")):  # in a comment, or in text of many lines
        if (key := _leading_key(line)) is not None:
            raise _unheeded(key, f"{where}:{parts.yaml_line + number}")
    lines = parts.body.split("\n")
    for number, key in _unseen_head(lines):
        raise _unheeded(key, f"{where}:{parts.body_line + number}")
    found = [
        (number, key)
        for number, line in enumerate(lines)
        if ":" in line and line[:1] != "#" and (key := _leading_key(line))
    ]
    if not found:
        return
    code = code_lines(lines)
    for number, key in found:
        if number not in code:
            raise _unheeded(key, f"{where}:{parts.body_line + number}")


def names_scope(key: str) -> bool:
    """Tell whether a key is `product_scope`, in any case and spacing, with at most one slip or in other scripts."""
    plain = _plain(key)
    return _SOUGHT in plain or _one_slip(plain, _SOUGHT)


def means_scope(key: str) -> bool:
    """Tell whether a key seems to be meant as `scope`: in any case, with a letter missing, doubled or swapped."""
    plain = _plain(key)
    near = _one_slip(plain, "scope") and (len(plain) != len("scope") or sorted(plain) == sorted("scope"))
    return near or names_scope(key)


def _unheeded(key: str, where: str) -> CorpusError:
    said = KEY if _plain(key) == _SOUGHT else repr(key)
    return CorpusError(f"{said} stands where nothing heeds it", where=where, todo=_TODO)


def _plain(key: str) -> str:
    """Return the letters and digits of a key, in lower case and in Latin letters where they look like such."""
    if not key.isascii():
        key = unicodedata.normalize("NFKD", key)
    return "".join(char for char in key.lower().translate(_LOOK_ALIKE) if char.isalnum())


def _one_slip(a: str, b: str) -> bool:
    """Tell whether one letter put in, left out, changed, or swapped with the next makes `b` of `a`."""
    if abs(len(a) - len(b)) > 1:
        return False
    start = 0
    while start < min(len(a), len(b)) and a[start] == b[start]:
        start += 1
    a, b = a[start:], b[start:]
    while a and b and a[-1] == b[-1]:
        a, b = a[:-1], b[:-1]
    return len(a) <= 1 >= len(b) or (len(a) == len(b) == 2 and a == b[::-1])


def _leading_key(line: str) -> str | None:
    """Return what looks like the key `product_scope` at the beginning of a line, as it is written there."""
    for part in line.splitlines():  # at every line end that Unicode knows
        if ":" not in part or (match := _LEADING.match(part)) is None:
            continue
        key: str = match[1] or match[2]
        if names_scope(key):
            return key
    return None


def _unseen_head(lines: list[str]) -> Iterator[tuple[int, str]]:
    """Yield the keys of scope, with their lines, in what is front matter to a person and to nobody else.

    It begins with a rule of any length or kind, `+++` or `{`, behind nothing but blank lines, comments,
    quotes and headings.
    """
    head = list(_head(lines))
    at, heading = _opening(head)
    if at is None:
        return
    opener = _bare(head[at][1])
    indent = _indent(head[at][1])
    json = opener.startswith("{")
    if heading and indent >= 4:
        return  # shown, as indented code
    inside = head[at:] if json else head[at + 1 :]
    end = _closing([part for _, part in inside], json=json)
    inside = inside[:end]
    # A rule and then a paragraph is no front matter, though the paragraph may begin with "Scope:".
    words = json or (bool(inside) and bool(_bare(inside[0][1])))
    for number, part in inside:
        for match in _KEY_IN_HEAD.finditer(part):
            top = json or _indent(part) <= indent
            if names_scope(match[1]) or (words and top and _plain(match[1]) in _WORDS):
                yield number, match[1]


def _head(lines: list[str]) -> Iterator[tuple[int, str]]:
    left = MAX_HEAD
    for number, line in enumerate(lines):
        left -= len(line) + 1
        if left < 0:
            return
        for part in line.splitlines() or ("",):
            yield number, part


def _opening(head: list[tuple[int, str]]) -> tuple[int | None, bool]:
    """Return where the first line of front matter stands, and whether a heading stands before it."""
    comment = heading = False
    for at, (_, part) in enumerate(head):
        bare = _bare(part)
        if comment or bare.startswith("<!--"):
            comment = "-->" not in bare
            bare = "" if comment else _bare(bare.rpartition("-->")[2])
        if bare.startswith("#"):
            heading = True
        elif _OPENER.match(bare) is not None:
            return at, heading
        elif bare and not bare.startswith(">"):
            return None, heading
    return None, heading


def _closing(inside: list[str], *, json: bool) -> int:
    """Return how many lines front matter has: to the line that closes it, else to the first blank one."""
    blank = len(inside)
    for i, part in enumerate(inside):
        bare = _bare(part)
        if json and (part.startswith("}") or (i == 0 and bare.endswith("}"))):
            return i + 1
        if not json and (bare == "..." or _OPENER.fullmatch(bare) is not None):
            return i
        if not bare and i and blank == len(inside):
            blank = i
    return len(inside) if json else blank


def _bare(line: str) -> str:
    """Return a line without white space and invisible characters at its ends."""
    start, end = 0, len(line)
    while start < end and _unseen(line[start]):
        start += 1
    while end > start and _unseen(line[end - 1]):
        end -= 1
    return line[start:end]


def _unseen(char: str) -> bool:
    return char.isspace() or unicodedata.category(char) in ("Cc", "Cf", "Mn")


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


# A key is one word, or several in front of a list: "Product scope: none of this" is a sentence.
_LEADING = lazy(
    r"""(?:[\s\ufeff\u00ad\u200b-\u200f\u2060-\u206f>{"'#]|<!--|//)*+"""
    r"""(?:([^\s:"'`*][^\s:"'`*]{0,40})["']?\s*:|([^\s:"'`*][^:"'`*]{0,40})["']?:\s*\[)"""
)
_OPENER = lazy("(?:[-\u2010-\u2015\u2212\ufe58\uff0d]{3,}\\s*(?:#.*|\\w{1,10})?|\\+{3,}|;{3,})$|\\{")
_KEY_IN_HEAD = lazy(
    r"""(?:^|[{,])[^\w"'{},:=\[\]]*+["']?([^"'{},:=\[\]\s][^"'{},:=\[\]]{0,60}?)["']?\s*[:=]"""
)

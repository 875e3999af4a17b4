"""Scope that nothing would heed: where a file seems to name its products, but not where they are read.

Such a file would be for all products without a word. So a file is universal only where it says so, or where
nothing in it looks like scope. What is nearly `product_scope` is always refused; a word that other tools use as
well, such as `scope`, is a `doubt`, which counts where some file of the folder uses `product_scope`. Code that merely
shows a key is neither.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from itertools import pairwise

from ctxgate.errors import CorpusError
from ctxgate.pattern import lazy
from ctxgate.retrieve.code import code_lines
from ctxgate.retrieve.frontmatter import Field, Head, Split
from ctxgate.retrieve.nearly import KEY, letters_of, names_scope, says_scope

MAX_HEAD = 65_536
"""Characters at the top of a file that are looked through for front matter that is not seen as such."""

_WORDS = ("scope", "scopes", "product", "products")
_TODO = (
    f'Write {KEY}: ["Its Product"] between two lines of --- at the very top; for all products {KEY}: ["*"].'
)


def check_scope(head: Head | None, parts: Split, where: str) -> CorpusError | None:
    """Raise CorpusError where a file seems to name its products and nothing heeds it; return the doubt, if any.

    `head` is what `parts.head` says. A doubt is the error that it is where some file of the folder uses
    `product_scope`, and nothing otherwise.
    """
    doubt = None
    if head is not None:
        if head.problem is not None and head.form != "mapping" and _is_named(parts.head or ""):
            raise head.problem
        doubt = _check_keys(head, where)
        if KEY in head.fields:
            return None
        for number, key in _beside_keys(parts):
            raise _unheeded(key, f"{where}:{parts.head_line + number}")
    lines = parts.body.split("\n")
    for number, key, always in _unseen_head(lines):
        error = _unheeded(key, f"{where}:{parts.body_line + number}")
        if always:
            raise error
        doubt = doubt or error
    code: set[int] | None = None
    for number, line in enumerate(lines):
        if ":" not in line or line[:1] == "#" or (leading := _leading_key(line)) is None:
            continue
        code = code_lines(lines) if code is None else code
        if number not in code:
            raise _unheeded(leading, f"{where}:{parts.body_line + number}")
    return doubt


def check_left_out(lines: Iterable[tuple[int, str]], where: str) -> None:
    """Raise CorpusError where code that is left out of a text names scope. Takes its lines with their numbers."""
    for number, line in lines:
        for key in _keys_named(line):
            raise _unheeded(key, f"{where}:{number}")


def _check_keys(head: Head, where: str) -> CorpusError | None:
    doubt: CorpusError | None = None
    heeded = KEY in head.fields
    for key, field in head.fields.items():
        if key != KEY and names_scope(key):
            raise CorpusError(
                f"the key {key!r} of the front matter is not known; nearest is {KEY!r}",
                where=f"{where}:{field.line}",
                todo=f"{_TODO} A key that means something else needs another name.",
            )
        if heeded:
            continue
        if letters_of(key) in _WORDS and doubt is None:
            doubt = CorpusError(
                f"the key {key!r} of the front matter scopes nothing, and other files use {KEY}",
                where=f"{where}:{field.line}",
                todo=_TODO,
            )
        doubt = _check_inner(key, field, where) or doubt
    return doubt


def _check_inner(key: str, field: Field, where: str) -> CorpusError | None:
    doubt = None
    for inner, line in field.inner:
        if names_scope(inner):
            raise _unheeded(inner, f"{where}:{line}")
        if key == "<<" and letters_of(inner) in _WORDS:
            doubt = doubt or _unheeded(inner, f"{where}:{line}")
    return doubt


def _beside_keys(parts: Split) -> Iterator[tuple[int, str]]:
    """Yield what names scope in front matter beside its keys: in a comment, or in text of many lines."""
    for number, line in enumerate((parts.head or "").split("\n")):
        if parts.kind == "yaml":
            if (key := _leading_key(line)) is not None:
                yield number, key
        elif line.lstrip().startswith("#"):
            yield from ((number, key) for key in _keys_named(line))


def _is_named(text: str) -> bool:
    """Tell whether text that no parser could read names scope anywhere, however it is escaped."""
    text = _ESCAPE.sub(lambda match: chr(int(match[1], 16)), text)
    for line in text.splitlines():
        words = _WORD.findall(line)
        if any(map(says_scope, (*words, *map("".join, pairwise(words))))) or any(_keys_named(line)):
            return True
    return False


def _keys_named(line: str) -> Iterator[str]:
    """Yield the keys of scope, with `:` or `=` behind them, anywhere on a line."""
    for match in _BEFORE_VALUE.finditer(line):
        words = match[1].split()
        for key in (*words[-1:], " ".join(words[-2:])):
            if names_scope(key):
                yield key
                break


def _unheeded(key: str, where: str) -> CorpusError:
    said = KEY if letters_of(key) == letters_of(KEY) else repr(key)
    return CorpusError(f"{said} stands where nothing heeds it", where=where, todo=_TODO)


def _leading_key(line: str) -> str | None:
    """Return what looks like the key `product_scope` at the beginning of a line, as it is written there."""
    for part in line.splitlines():  # at every line end that Unicode knows
        if ":" not in part or (match := _LEADING.match(part)) is None:
            continue
        key: str = match[1] or match[2]
        if says_scope(key):
            return key
    return None


def _unseen_head(lines: list[str]) -> Iterator[tuple[int, str, bool]]:
    """Yield the keys of scope, with their lines, in what is front matter to a person and to nobody else.

    The last part tells `product_scope` from the words that other tools use too.

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
            always = names_scope(match[1])
            if always or (words and top and letters_of(match[1]) in _WORDS):
                yield number, match[1], always


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
    """Return how many lines front matter has: to the rule that closes it, else to dots or the first blank line."""
    blank = len(inside)
    for i, part in enumerate(inside):
        bare = _bare(part)
        if json and (part.startswith("}") or (i == 0 and bare.endswith("}"))):
            return i + 1
        if not json and bare[:1] != "{" and _OPENER.fullmatch(bare) is not None:
            return i
        if (bare == "..." or (not bare and i)) and blank == len(inside):
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
_ESCAPE = lazy(r"\\(?:x|u00|U000000)([0-9a-fA-F]{2})")
_BEFORE_VALUE = lazy(r"""([^"'{},:=\[\]\n]{1,60})["']?\s*[:=]""")
_WORD = lazy(r"""[^\s"'{},:=\[\]()<>]{1,60}""")

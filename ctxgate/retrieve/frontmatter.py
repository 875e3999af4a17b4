"""Front matter: keys and values at the top of a Markdown file, in YAML, TOML or JSON.

YAML stands between two lines of `---`, TOML between two of `+++`, JSON is an object that begins on the first line.
Every value is the string that its author typed, as far as the form tells; what an article may not have is
noted as a `problem`, and decided on by whoever knows what the file is.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from ctxgate.errors import CorpusError
from ctxgate.pattern import lazy

MAX_CHARS = 65_536
"""Characters of the front matter of one file."""

MAX_BRACKETS = 500
"""Opening brackets of the front matter of one file."""

Kind = Literal["yaml", "toml", "json"]

_OPENS: dict[str, tuple[Kind, str]] = {"---": ("yaml", "---"), "+++": ("toml", "+++")}
_ALSO_CLOSES = {"yaml": "..."}


class Field(NamedTuple):
    """One value with its line in the file: a string, a tuple of strings, or None for anything deeper.

    `inner` holds the keys of the mappings in it, at any depth, each with its line.
    """

    value: str | tuple[str, ...] | None
    line: int
    inner: tuple[tuple[str, int], ...] = ()


class Head(NamedTuple):
    """What front matter says. `problem` is the first thing that an article's front matter may not have.

    `form` is "mapping", "other" for a list or plain text, which is no front matter, and "unreadable"; then `fields`
    holds what single lines say.
    """

    fields: dict[str, Field]
    problem: CorpusError | None = None
    form: Literal["mapping", "other", "unreadable"] = "mapping"


class Split(NamedTuple):
    """The parts of a file: front matter (None where there is none), body, the line each begins on, and its kind."""

    head: str | None
    head_line: int
    body: str
    body_line: int
    kind: Kind = "yaml"


def split(text: str, where: str) -> Split:
    r"""Cut a text whose lines end in ``\n`` into front matter and body.

    Front matter opens on the first line that is not blank. `---` anywhere else, such as in code or below a
    heading, is part of the body, and so is all of a text whose front matter is never closed. Raises CorpusError when
    it is too long.
    """
    blank = len(text) - len(text.lstrip(" \t\n"))
    start = text.rfind("\n", 0, blank) + 1
    first = text.count("\n", 0, start) + 1
    head, _, rest = text[start:].partition("\n")
    kind, close = _OPENS.get(head.rstrip(" \t"), (None, ""))
    if kind is None:
        return _json(text, start, first) or plain(text)
    lines = rest.split("\n")
    for i, line in enumerate(lines):
        if line[:1] in "-+." and line.rstrip(" \t") in (close, _ALSO_CLOSES.get(kind)):
            inside = "\n".join(lines[:i])
            if len(inside) > MAX_CHARS:
                raise CorpusError(
                    f"front matter of {len(inside):,} characters; {MAX_CHARS:,} are read",
                    where=f"{where}:{first}",
                )
            return Split(inside, first + 1, "\n".join(lines[i + 1 :]), first + i + 2, kind)
    return plain(text)


def plain(text: str) -> Split:
    """Return a text that is all body."""
    return Split(None, 1, text, 1)


def never_closed(text: str) -> bool:
    """Tell whether a text without front matter begins as if it had some: an opening line, and then a key."""
    return _BEGUN.match(text) is not None


def read_head(parts: Split, where: str) -> Head | None:
    """Read the front matter of a file; None where there is none. Raises nothing: see `Head.problem`."""
    if parts.head is None:
        return None
    if parts.kind == "yaml":
        from ctxgate.retrieve.events import read_yaml  # noqa: PLC0415  (only a file with front matter needs it)

        head = read_yaml(parts.head, where, parts.head_line)
    else:
        from ctxgate.retrieve.typed import read_typed  # noqa: PLC0415

        head = read_typed(parts.head, where, parts.head_line, parts.kind)
    if head.form != "unreadable":
        return head
    return head._replace(fields=_line_by_line(parts))


def _json(text: str, start: int, first: int) -> Split | None:
    if text[start : start + 1] != "{" or _OBJECT.match(text, start) is None:
        return None
    from ctxgate.retrieve.typed import end_of_object  # noqa: PLC0415

    end = end_of_object(text[start : start + MAX_CHARS])
    if end is None or text[start + end : start + end + 1] not in ("", "\n"):
        return None
    inside = text[start : start + end]
    return Split(inside, first, text[start + end + 1 :], first + inside.count("\n") + 1, "json")


def _line_by_line(parts: Split) -> dict[str, Field]:
    """Return what single lines of front matter say that cannot be read as a whole: text behind a key."""
    fields: dict[str, Field] = {}
    for number, line in enumerate((parts.head or "").split("\n")):
        if (match := _KEY_AND_TEXT.fullmatch(line)) is not None:
            value = (match[2] or "").strip()
            if len(value) > 1 and value[0] == value[-1] and value[0] in "\"'":
                value = value[1:-1]
            deeper = value[:1] in _NO_TEXT if value else True
            fields[match[1]] = Field(None if deeper else value, parts.head_line + number)
    return fields


_OBJECT = lazy(r'\{\s*(?:"|\}[ \t]*(?:\n|$))')
_BEGUN = lazy(r"[ \t\n]*(?:---[ \t]*\n[\w-]+[ \t]*:|\+\+\+[ \t]*\n[\w-]+[ \t]*=)(?:[ \t]|\n)")
_KEY_AND_TEXT = lazy(r"([\w-]{1,60})[ \t]*[:=](?:[ \t]+(.*))?")
_NO_TEXT = tuple("[{|>&*!")

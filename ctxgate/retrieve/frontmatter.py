"""Front matter: the YAML mapping between two lines of `---` at the top of a Markdown file.

YAML 1.1 would read `no` as false, `1.10` as 1.1 and `2024-01-05` as a date. Here every scalar is the
string that its author typed. The text is read as a stream of events, so that each key has its line, a
key given twice is seen, and nothing is built that an author did not mean: no aliases, no tags, no nesting.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ctxgate.errors import CorpusError
from ctxgate.pattern import lazy

MAX_CHARS = 65_536
"""Characters of the front matter of one file."""

MAX_BRACKETS = 500
"""Opening brackets of the front matter of one file."""

_LINE = lazy(r"---[ \t]*")
_BARE_STAR = lazy(r"(?:[\[,:]|^[ ]*-)[ ]*\*[ ]*(?:[\],]|$)")
_END = lazy(r"(?:---|\.\.\.)[ \t]*")


class Field(NamedTuple):
    """One value with its line in the file: a string, a tuple of strings, or None for anything deeper.

    `inner` holds the keys of the mappings in it, at any depth, each with its line.
    """

    value: str | tuple[str, ...] | None
    line: int
    inner: tuple[tuple[str, int], ...] = ()


class Split(NamedTuple):
    """The parts of a file: front matter (None where there is none), body, and the line each begins on."""

    yaml: str | None
    yaml_line: int
    body: str
    body_line: int


def split(text: str, where: str) -> Split:
    r"""Cut a text whose lines end in ``\n`` into front matter and body.

    Front matter opens with `---` on the first line that is not blank. `---` anywhere else, such as in
    code or below a heading, is part of the body. Raises CorpusError when it is never closed or too long.
    """
    blank = len(text) - len(text.lstrip(" \t\n"))
    start = text.rfind("\n", 0, blank) + 1
    first = text.count("\n", 0, start) + 1
    head, _, rest = text[start:].partition("\n")
    if _LINE.fullmatch(head) is None:
        return Split(None, 1, text, 1)
    lines = rest.split("\n")
    for i, line in enumerate(lines):
        if line[:1] in "-." and _END.fullmatch(line) is not None:
            yaml = "\n".join(lines[:i])
            if len(yaml) > MAX_CHARS:
                raise CorpusError(
                    f"front matter of {len(yaml):,} characters; {MAX_CHARS:,} are read",
                    where=f"{where}:{first}",
                )
            return Split(yaml, first + 1, "\n".join(lines[i + 1 :]), first + i + 2)
    raise CorpusError(
        "front matter is opened with --- and never closed",
        where=f"{where}:{first}",
        todo="Close it with a line of ---; a file that begins with a rule writes it as ***.",
    )


def parse(yaml: str, where: str, first_line: int) -> dict[str, Field]:
    """Read front matter whose first line is `first_line` of the file `where`.

    Returns its fields in order; keys are strings, whatever YAML would take them for. Raises CorpusError
    that names file and line: not YAML, not a mapping, a tab, a key given twice, an alias or a tag.
    """
    place = yaml.find("\t")
    if place >= 0:
        # Two YAML parsers of one package disagree about tabs, so neither is asked.
        raise _error("a tab in the front matter", where, first_line + yaml.count("\n", 0, place), _TAB)
    if yaml.count("[") + yaml.count("{") > MAX_BRACKETS:
        # Nested, they would cost a parser without libyaml the square of their number.
        raise _error(f"more than {MAX_BRACKETS} brackets in the front matter", where, first_line, _FLAT)
    from yaml import YAMLError, parse  # noqa: PLC0415  (only a file with front matter needs it)

    try:
        return _mapping(iter(parse(yaml, Loader=_loader())), where, first_line)
    except YAMLError as e:
        mark: Any = getattr(e, "problem_mark", None)
        position = getattr(e, "position", 0)
        line = first_line + (mark.line if mark is not None else yaml.count("\n", 0, position))
        problem = getattr(e, "problem", None) or getattr(e, "reason", None) or "it cannot be read"
        wrong = yaml.split("\n")[line - first_line : line - first_line + 1]
        todo = _STAR if wrong and _BARE_STAR.search(wrong[0]) is not None else _QUOTE
        raise _error(f"the front matter is not YAML: {problem}", where, line, todo) from None


_STAR = """A star goes into quotes, as in product_scope: ["*"]."""
_FLAT = "Values are text, or one list of text."
_TAB = "YAML is indented with spaces."
_QUOTE = """Text with : # * & [ or { in it goes into quotes, as in title: "Error: no charge"."""


def _loader() -> Any:
    import yaml  # noqa: PLC0415

    # libyaml comes with the wheels and is ten times as fast; the events are the same.
    return getattr(yaml, "CBaseLoader", yaml.BaseLoader)


def _mapping(events: Any, where: str, first_line: int) -> dict[str, Field]:
    fields: dict[str, Field] = {}
    event = _next(events, where, first_line)
    while type(event).__name__ in ("StreamStartEvent", "DocumentStartEvent"):
        event = _next(events, where, first_line)
    kind = type(event).__name__
    if kind == "StreamEndEvent":
        return fields  # nothing but comments
    if kind != "MappingStartEvent":
        what = "a list" if kind == "SequenceStartEvent" else "plain text"
        raise _error(
            f"the front matter is {what}, not a mapping of keys to values",
            where,
            first_line + event.start_mark.line,
            "Write one `key: value` a line; a file that begins with a rule writes it as ***.",
        )
    while type(key := _next(events, where, first_line)).__name__ != "MappingEndEvent":
        line = first_line + key.start_mark.line
        if type(key).__name__ != "ScalarEvent":
            raise _error("a key of the front matter is not a word", where, line, "Write `key: value`.")
        _check_text(key.value, where, line)
        if key.value in fields:
            raise _error(
                f"the key {key.value!r} stands twice in the front matter",
                where,
                line,
                f"Line {fields[key.value].line} has it too: take one of them out.",
            )
        value, inner = _value(events, where, first_line)
        fields[key.value] = Field(value, line, inner)
    for _ in events:  # to the end, so that what follows the mapping is seen to be well formed
        pass
    return fields


def _value(
    events: Any, where: str, first_line: int
) -> tuple[str | tuple[str, ...] | None, tuple[tuple[str, int], ...]]:
    event = _next(events, where, first_line)
    kind = type(event).__name__
    if kind == "ScalarEvent":
        return _check_text(event.value, where, first_line + event.start_mark.line), ()
    items: list[str] = []
    inner: list[tuple[str, int]] = []
    flat = kind == "SequenceStartEvent"
    # Of each open list None, of each open mapping whether a key comes next.
    above: list[bool | None] = [None if flat else True]
    while above:
        event = _next(events, where, first_line)
        kind, line = type(event).__name__, first_line + event.start_mark.line
        if kind in ("SequenceEndEvent", "MappingEndEvent"):
            above.pop()
            continue
        is_key = above[-1]
        if is_key is not None:
            above[-1] = not is_key
        if kind == "ScalarEvent":
            items.append(_check_text(event.value, where, line))
            if is_key:
                inner.append((event.value, line))
        else:
            above.append(None if kind == "SequenceStartEvent" else True)
            flat = False
    return (tuple(items) if flat else None), tuple(inner)


def _check_text(value: str, where: str, line: int) -> str:
    if not value.isascii():
        try:
            value.encode()
        except UnicodeEncodeError:  # an escape such as "\\ud800"
            raise _error(
                "half a surrogate pair, which is not text", where, line, "Type the character."
            ) from None
    return value


def _next(events: Any, where: str, first_line: int) -> Any:
    event = next(events)
    line = first_line + event.start_mark.line
    if type(event).__name__ == "AliasEvent" or getattr(event, "anchor", None) is not None:
        raise _error("an alias or an anchor (* or &) in the front matter", where, line, _QUOTE)
    if getattr(event, "tag", None) is not None:
        raise _error(f"a tag ({event.tag!r}) in the front matter", where, line, "Every value is text here.")
    return event


def _error(what: str, where: str, line: int, todo: str) -> CorpusError:
    return CorpusError(what, where=f"{where}:{line}", todo=todo)

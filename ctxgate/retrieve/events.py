"""Front matter in YAML, every scalar as its author typed it.

YAML 1.1 would read `no` as false, `1.10` as 1.1 and `2024-01-05` as a date. So the text is read as a stream
of events: each key has its line, a key given twice is seen, and nothing is built, whatever nests or names
what in it.
"""

from __future__ import annotations

from typing import Any

from ctxgate.errors import CorpusError
from ctxgate.pattern import lazy
from ctxgate.retrieve.frontmatter import MAX_BRACKETS, Field, Head

_BARE_STAR = lazy(r"(?:[\[,:]|^[ ]*-)[ ]*\*[ ]*(?:[\],]|$)")


def read_yaml(yaml: str, where: str, first_line: int) -> Head:
    """Read front matter whose first line is `first_line` of the file `where`.

    Its fields are in order; keys are strings, whatever YAML would take them for. Of a key that stands twice the
    last counts. A tab, a key given twice, an alias, an anchor and a tag are problems, each with file and line.
    """
    problem = None
    if (place := yaml.find("\t")) >= 0:
        # Two YAML parsers of one package disagree about tabs, so neither is asked.
        line = first_line + yaml.count("\n", 0, place)
        problem = _error("a tab in the front matter", where, line, _TAB)
        yaml = yaml.expandtabs(2)
    if yaml.count("[") + yaml.count("{") > MAX_BRACKETS:
        # Nested, they would cost a parser without libyaml the square of their number.
        many = _error(f"more than {MAX_BRACKETS} brackets in the front matter", where, first_line, _FLAT)
        return Head({}, problem or many, "unreadable")
    from yaml import YAMLError, parse  # noqa: PLC0415  (only a file with front matter needs it)

    reader = _Reader(where, first_line, problem)
    try:
        return reader.read(iter(parse(yaml, Loader=_loader())))
    except YAMLError as e:
        mark: Any = getattr(e, "problem_mark", None)
        position = getattr(e, "position", 0)
        line = first_line + (mark.line if mark is not None else yaml.count("\n", 0, position))
        said = getattr(e, "problem", None) or getattr(e, "reason", None) or "it cannot be read"
        wrong = yaml.split("\n")[line - first_line : line - first_line + 1]
        todo = _STAR if wrong and _BARE_STAR.search(wrong[0]) is not None else _QUOTE
        error = _error(f"the front matter is not YAML: {said}", where, line, todo)
        return Head({}, reader.problem or error, "unreadable")


_STAR = """A star goes into quotes, as in product_scope: ["*"]."""
_FLAT = "Values are text, or one list of text."
_TAB = "YAML is indented with spaces."
_QUOTE = """Text with : # * & [ or { in it goes into quotes, as in title: "Error: no charge"."""


def _loader() -> Any:
    import yaml  # noqa: PLC0415

    # libyaml comes with the wheels and is ten times as fast; the events are the same.
    return getattr(yaml, "CBaseLoader", yaml.BaseLoader)


class _Reader:
    """Takes the events of one mapping and notes the first that an article may not have."""

    def __init__(self, where: str, first_line: int, problem: CorpusError | None) -> None:
        self.where = where
        self.first_line = first_line
        self.problem = problem
        self._events: Any = None

    def read(self, events: Any) -> Head:
        self._events = events
        fields: dict[str, Field] = {}
        event = self._next()
        while type(event).__name__ in ("StreamStartEvent", "DocumentStartEvent"):
            event = self._next()
        kind = type(event).__name__
        if kind == "StreamEndEvent":
            return Head(fields, self.problem)  # nothing but comments
        if kind != "MappingStartEvent":
            what = "a list" if kind == "SequenceStartEvent" else "plain text"
            self._note(
                f"the front matter is {what}, not a mapping of keys to values",
                self._line(event),
                "Write one `key: value` a line; a file that begins with a rule writes it as ***.",
            )
            return Head(fields, self.problem, "other")
        while type(key := self._next()).__name__ != "MappingEndEvent":
            self._field(key, fields)
        for _ in events:  # to the end, so that what follows the mapping is seen to be well formed
            pass
        return Head(fields, self.problem)

    def _field(self, key: Any, fields: dict[str, Field]) -> None:
        line = self._line(key)
        if type(key).__name__ != "ScalarEvent":
            self._note("a key of the front matter is not a word", line, "Write `key: value`.")
            _, words = self._value(key, all_words=True)
            _, more = self._value(self._next())
            fields[f"(line {line})"] = Field(None, line, (*words, *more))
            return
        name = self._text(key.value, line)
        value, inner = self._value(self._next())
        before = fields.get(name)
        if before is not None:
            self._note(
                f"the key {name!r} stands twice in the front matter",
                line,
                f"Line {before.line} has it too: take one of them out.",
            )
            inner = before.inner + inner
        fields[name] = Field(value, line, inner)

    def _value(
        self, event: Any, *, all_words: bool = False
    ) -> tuple[str | tuple[str, ...] | None, tuple[tuple[str, int], ...]]:
        kind = type(event).__name__
        if kind == "AliasEvent":
            return None, ()
        if kind == "ScalarEvent":
            return self._text(event.value, self._line(event)), ()
        items: list[str] = []
        inner: list[tuple[str, int]] = []
        flat = kind == "SequenceStartEvent"
        # Of each open list None, of each open mapping whether a key comes next.
        above: list[bool | None] = [None if flat else True]
        while above:
            event = self._next()
            kind, line = type(event).__name__, self._line(event)
            if kind in ("SequenceEndEvent", "MappingEndEvent"):
                above.pop()
                continue
            is_key = above[-1]
            if is_key is not None:
                above[-1] = not is_key
            if kind == "ScalarEvent":
                items.append(self._text(event.value, line))
                if is_key or all_words:
                    inner.append((event.value, line))
            elif kind == "AliasEvent":
                flat = False
            else:
                above.append(None if kind == "SequenceStartEvent" else True)
                flat = False
        return (tuple(items) if flat else None), tuple(inner)

    def _text(self, value: str, line: int) -> str:
        if not value.isascii():
            try:
                value.encode()
            except UnicodeEncodeError:  # an escape such as "\\ud800"
                self._note("half a surrogate pair, which is not text", line, "Type the character.")
                return value.encode("utf-8", "replace").decode()
        return value

    def _next(self) -> Any:
        event = next(self._events)
        if type(event).__name__ == "AliasEvent" or getattr(event, "anchor", None) is not None:
            self._note("an alias or an anchor (* or &) in the front matter", self._line(event), _QUOTE)
        if getattr(event, "tag", None) is not None:
            self._note(
                f"a tag ({event.tag!r}) in the front matter", self._line(event), "Every value is text here."
            )
        return event

    def _line(self, event: Any) -> int:
        line: int = self.first_line + event.start_mark.line
        return line

    def _note(self, what: str, line: int, todo: str) -> None:
        self.problem = self.problem or _error(what, self.where, line, todo)


def _error(what: str, where: str, line: int, todo: str) -> CorpusError:
    return CorpusError(what, where=f"{where}:{line}", todo=todo)

"""Retrieval batches: one query and the chunks retrieved for it, as they come in from outside.

Everything here is untrusted. `parse_batch` is the only way in, and it is strict: what it returns has
all required fields, no two chunks of one id, and only text that UTF-8 can carry.
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NoReturn

import msgspec

from ctxgate.errors import BatchError

if TYPE_CHECKING:
    import json

MAX_NESTING = 64
"""Levels of nesting that an input document may have. A fixed bound, since Python's own differs by version."""


MAX_QUERY_CHARS = 100_000
"""Characters of a query. It stands in the row of each of its chunks, so that one without a bound makes a log without one."""


class Chunk(msgspec.Struct, frozen=True):
    """One retrieved snippet. `meta` holds every key that ctxgate does not know; it never enters a score.

    `title` is that of its article, with the path of its headings (`Refunds > Exceptions`), and `keywords` are words that
    it is filed under; both are what retrieval may have found it by.
    """

    id: str
    source: str
    text: str
    date: str | None = None
    meta: dict[str, Any] = {}
    title: str | None = None
    keywords: tuple[str, ...] = ()

    @property
    def about(self) -> str:
        """The title and the keywords, a line each; empty where there is neither."""
        return "\n".join((*((self.title,) if self.title else ()), *self.keywords))

    @property
    def chars(self) -> int:
        """The characters that a reader of it has before it: those of the text, the title and the keywords."""
        return len(self.text) + len(self.about)


class Batch(msgspec.Struct, frozen=True):
    """One query with its chunks, in the order they were retrieved. `meta` as in `Chunk`."""

    query: str
    chunks: tuple[Chunk, ...]
    meta: dict[str, Any] = {}


def fingerprint(text: str) -> str:
    """Return `sha256_16`: the first 16 hex digits of SHA-256 over the white-space-folded text.

    White space is what `str.split` splits at, so a change of line breaks or indentation keeps the
    fingerprint, and any other change of a character does not.
    """
    return hashlib.sha256(" ".join(text.split()).encode()).hexdigest()[:16]


def title_fingerprint(title: str | None, keywords: Sequence[str]) -> str | None:
    """Return `title_sha256_16`, the fingerprint of a title and keywords, or None where there is neither."""
    if not title and not keywords:
        return None
    return fingerprint(f"{title or ''}\n{canonical_json(list(keywords))}")


def canonical_json(value: object) -> str:
    """Return the one JSON form of a value: keys sorted, no spaces, characters as they are.

    For strings, whole numbers and lists and dicts of them it is what Python's
    ``json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)`` writes.
    """
    return msgspec.json.encode(value, order="deterministic").decode()


def batch_fingerprint(query: str, chunks: Iterable[tuple[str, str, str | None, str, str | None]]) -> str:
    """Return the fingerprint of a batch: of the canonical JSON of its query and chunks.

    Each chunk is given as (id, source, date or None, sha256_16, title_sha256_16 or None). Order counts. A chunk without a
    title has no key for one, so that batches without titles keep their fingerprints.
    """
    parts = [
        {"id": id_, "source": source, "date": date, "sha256_16": sha}
        | ({} if title is None else {"title_sha256_16": title})
        for id_, source, date, sha, title in chunks
    ]
    return fingerprint(canonical_json({"query": query, "chunks": parts}))


def parse_json(text: str) -> object:
    """Parse one JSON document from outside, strictly.

    Refuses what parsers disagree about: NaN and infinities, numbers out of range, a key given twice.
    Raises BatchError.
    """
    try:
        value = _strict_decoder().decode(text)
    except RecursionError:
        raise BatchError(_TOO_DEEP) from None
    except ValueError as e:
        raise BatchError(f"not JSON: {_json_fault(e, text)}") from None
    _check_depth(value)
    return value


def parse_batch(value: object) -> Batch:
    """Check one decoded JSON value and return it as a Batch.

    Raises BatchError that names the field at fault, such as `retrieved[2].source`.
    """
    if not isinstance(value, dict):
        raise BatchError(f"a batch is a JSON object, this is {_kind(value)}")
    if "event" in value and "run" in value:
        raise BatchError(
            "this is a log row, not a batch", todo="Rows go to `ctxgate score -` or `ctxgate gate -`."
        )
    query = _text(value, "query", "query")
    if len(query) > MAX_QUERY_CHARS:
        raise BatchError(
            f"query has {len(query):,} characters, at most {MAX_QUERY_CHARS:,} are taken",
            todo="It stands in the row of every chunk; what was retrieved belongs into `retrieved`.",
        )
    retrieved = value.get("retrieved")
    if "retrieved" not in value:
        raise BatchError('missing "retrieved", the list of chunks')
    if not isinstance(retrieved, list | tuple):
        raise BatchError(f"retrieved must be a list of chunks, not {_kind(retrieved)}")
    chunks = tuple(_chunk(item, f"retrieved[{i}]") for i, item in enumerate(retrieved))
    _check_ids(chunks)
    meta = {key: value[key] for key in value if key not in ("query", "retrieved")}
    _check_encodable(meta, "unknown keys of the batch")
    return Batch(query=query, chunks=chunks, meta=meta)


def as_dict(batch: Batch) -> dict[str, Any]:
    """Return a batch in the form that `parse_batch` takes."""
    retrieved = [
        {**c.meta, "id": c.id, "source": c.source, "text": c.text, "date": c.date}
        | ({"title": c.title} if c.title else {})
        | ({"keywords": list(c.keywords)} if c.keywords else {})
        for c in batch.chunks
    ]
    return {**batch.meta, "query": batch.query, "retrieved": retrieved}


_CHUNK_KEYS = frozenset(("id", "source", "text", "date", "title", "keywords"))


def _chunk(item: object, place: str) -> Chunk:
    if not isinstance(item, dict):
        raise BatchError(f"{place} must be an object, not {_kind(item)}")
    id_ = _text(item, "id", f"{place}.id")
    source = _text(item, "source", f"{place}.source")
    text = _text(item, "text", f"{place}.text")
    date, title = _optional(item, "date", place), _optional(item, "title", place)
    keywords = item.get("keywords")
    if keywords is None:
        keywords = ()
    if not isinstance(keywords, list | tuple):
        raise BatchError(f"{place}.keywords must be a list of strings, not {_kind(keywords)}")
    words = {f"keywords[{n}]": word for n, word in enumerate(keywords)}
    kept = tuple([word for key in words if (word := _optional(words, key, place)) is not None])
    meta = {key: item[key] for key in item if key not in _CHUNK_KEYS}
    if meta:
        _check_encodable(meta, f"unknown keys of {place}")
    return Chunk(id=id_, source=source, text=text, date=date, meta=meta, title=title, keywords=kept)


def _optional(item: dict[str, Any], key: str, place: str) -> str | None:
    value = item.get(key)
    if value is None or (isinstance(value, str) and not value.strip()):
        return None  # how some retrievers say that there is none
    return _text(item, key, f"{place}.{key}")


def _text(item: dict[str, Any], key: str, place: str) -> str:
    value = item.get(key)
    if not isinstance(value, str):
        if key not in item:
            raise BatchError(f"{place} is missing")
        raise BatchError(f"{place} must be a string, not {_kind(value)}")
    if not value or value.isspace():
        raise BatchError(f"{place} is empty")
    if not value.isascii():
        try:
            value.encode()
        except UnicodeEncodeError as e:
            raise BatchError(
                f"{place} holds half a surrogate pair at character {e.start}, which is not text"
            ) from None
    return value


def _check_ids(chunks: tuple[Chunk, ...]) -> None:
    first: dict[str, int] = {}
    for i, chunk in enumerate(chunks):
        if chunk.id in first:
            raise BatchError(f"retrieved[{first[chunk.id]}] and retrieved[{i}] have the same id {chunk.id!r}")
        first[chunk.id] = i


def _check_encodable(meta: dict[str, Any], place: str) -> None:
    try:
        msgspec.json.encode(meta)
    except UnicodeEncodeError:
        raise BatchError(f"{place} hold half a surrogate pair, which is not text") from None
    except (TypeError, ValueError, RecursionError) as e:  # only a caller from Python can give such
        raise BatchError(f"{place} hold what JSON cannot: {e}") from None


def _check_depth(value: object) -> None:
    # Level by level instead of recursively, so that the bound is ours and not the interpreter's.
    level: list[Any] = [value]
    for _ in range(MAX_NESTING):
        deeper: list[Any] = []
        for item in level:
            if isinstance(item, dict):
                deeper.extend(v for v in item.values() if isinstance(v, dict | list))
            elif isinstance(item, list):
                deeper.extend(v for v in item if isinstance(v, dict | list))
        if not deeper:
            return
        level = deeper
    raise BatchError(_TOO_DEEP)


_TOO_DEEP = f"nested more than {MAX_NESTING} levels deep"


def _kind(value: object) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "a boolean"
    if isinstance(value, int | float):
        return "a number"
    if isinstance(value, str):
        return "a string"
    if isinstance(value, list | tuple):
        return "a list"
    return "an object" if isinstance(value, dict) else f"a {type(value).__name__}"


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) != len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise ValueError(f"the key {twice!r} stands twice in one object")
    return result


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a JSON number")


def _finite(digits: str) -> float:
    number = float(digits)
    if number in (float("inf"), float("-inf")):
        raise ValueError(f"the number {digits[:20]} is out of range")
    return number


@functools.cache
def _strict_decoder() -> json.JSONDecoder:
    from json import JSONDecoder  # noqa: PLC0415 - whoever only reads a log has no use for it

    return JSONDecoder(object_pairs_hook=_pairs, parse_constant=_no_constant, parse_float=_finite)


def _json_fault(error: ValueError, text: str) -> str:
    column, line = getattr(error, "colno", None), getattr(error, "lineno", 1)
    if column is None:
        return str(error)
    place = f"line {line} column {column}" if "\n" in text.rstrip() else f"column {column}"
    return f"{getattr(error, 'msg', error)} at {place}"

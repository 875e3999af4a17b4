"""Labelled batches from files, and others drawn from them. Pure but for `read`; nothing is drawn by chance."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from ctxgate.batch import Batch, Chunk, fingerprint, parse_json
from ctxgate.errors import InputError
from ctxgate.evaluate.labelled import parse_labelled
from ctxgate.pattern import lazy

FOREIGN = "foreign"
"""Label of a chunk that was put into a batch from another query's."""


class Labels(NamedTuple):
    """A batch with the label of each chunk, in order; `key` names it."""

    key: str
    batch: Batch
    labels: tuple[str, ...]

    def has(self, *labels: str) -> bool:
        """Whether any chunk has one of these labels."""
        return any(label in labels for label in self.labels)


def read(path: Path) -> list[Labels]:
    """Read a file of labelled batches. Raises InputError that names file and line."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as e:
        raise InputError(f"cannot be read: {(e.strerror or str(e)).lower()}", where=str(path)) from None
    found = []
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            place = f"{path}:{number}"
            try:
                given = parse_labelled(parse_json(line), place)
            except InputError as e:
                e.where = e.where or place
                raise
            found.append(Labels(given.key, given.batch, tuple(row.label for row in given.rows)))
    return found


def without(labels: Labels, *unwanted: str) -> Labels:
    """Return the batch without the chunks of these labels."""
    kept = [i for i, label in enumerate(labels.labels) if label not in unwanted]
    return _picked(labels, kept)


def _picked(labels: Labels, kept: Sequence[int]) -> Labels:
    batch = replace(labels.batch, chunks=tuple(labels.batch.chunks[i] for i in kept))
    return Labels(labels.key, batch, tuple(labels.labels[i] for i in kept))


def one_of_each(labels: Labels, *groups: Sequence[str]) -> Labels | None:
    """Return the batch with the first chunk of each group of labels and no other, or None where one has none."""
    kept = [next((i for i, label in enumerate(labels.labels) if label in group), None) for group in groups]
    return None if None in kept else _picked(labels, sorted(i for i in kept if i is not None))


def without_question(labels: Labels) -> Labels:
    """Return the batch with texts that do not start with its query, as planted ones often do."""
    query = labels.batch.query.rstrip("?. ").lower()

    def stripped(chunk: Chunk) -> Chunk:
        text = chunk.text.lstrip()
        if not text.lower().startswith(query):
            return chunk
        return replace(chunk, text=text[len(query) :].lstrip("?.! ") or text)

    return labels._replace(batch=_each(labels.batch, stripped))


def without_source_name(labels: Labels) -> Labels:
    """Return the batch with sources that say nothing: a path with the fingerprint of the text."""
    return labels._replace(
        batch=_each(
            labels.batch, lambda chunk: replace(chunk, source=f"passages/{fingerprint(chunk.text)[:10]}.md")
        )
    )


def _each(batch: Batch, change: Callable[[Chunk], Chunk]) -> Batch:
    return replace(batch, chunks=tuple(map(change, batch.chunks)))


def mixed(batches: Sequence[Labels], count: int) -> list[Labels]:
    """Put into each batch the first chunks of `count` other batches, labelled FOREIGN.

    Which ones depends on the key of the batch. A chunk that is in the batch already, or comes from a
    document that is, is passed over.
    """
    return [
        Labels(
            own.key,
            replace(own.batch, chunks=(*own.batch.chunks, *strangers)),
            (*own.labels, *[FOREIGN] * len(strangers)),
        )
        for i, own in enumerate(batches)
        for strangers in [_strangers(batches, i, count)]
    ]


def replaced(batches: Sequence[Labels], count: int) -> list[Labels]:
    """Give each query a whole batch of chunks of others, labelled FOREIGN."""
    return [
        Labels(own.key, replace(own.batch, chunks=tuple(strangers)), (FOREIGN,) * len(strangers))
        for i, own in enumerate(batches)
        for strangers in [_strangers(batches, i, count)]
    ]


def _strangers(batches: Sequence[Labels], i: int, count: int) -> list[Chunk]:
    own = batches[i]
    known = {chunk.text for chunk in own.batch.chunks}
    documents = {_document(chunk) for chunk in own.batch.chunks}
    found: list[Chunk] = []
    start = zlib.crc32(own.key.encode()) % len(batches)
    for step in range(len(batches)):
        j = (start + step) % len(batches)
        chunk = batches[j].batch.chunks[0]
        if j == i or chunk.text in known or _document(chunk) in documents:
            continue
        known.add(chunk.text)
        found.append(replace(chunk, id=f"foreign-{len(found)}"))
        if len(found) == count:
            break
    return found


def _document(chunk: Chunk) -> str:
    return chunk.source.partition("#")[0]


def sections(labels: Labels, *wanted: str) -> list[Labels]:
    """Ask for each section of a document in turn, with all its others beside it.

    `labels` has a query such as `project page: Heading`, and chunks whose text begins with the heading. For
    each chunk of the wanted labels there is a batch with its heading in the query, in which it is
    labelled `asked` and the rest `beside`.
    """
    page = labels.batch.query.partition(":")[0]
    found = []
    for i, label in enumerate(labels.labels):
        if label in wanted:
            heading = labels.batch.chunks[i].text.strip().partition("\n")[0].strip()
            asked = tuple("asked" if j == i else "beside" for j in range(len(labels.labels)))
            batch = replace(labels.batch, query=f"{page}: {heading}")
            found.append(Labels(f"{labels.key}/{i}", batch, asked))
    return found


def halves(labels: Labels) -> list[Labels]:
    """Cut each passage of a batch into two halves at a sentence: what is said in one agrees with the other."""
    found = []
    for i, chunk in enumerate(labels.batch.chunks):
        ends = [match.end() for match in _SENTENCE.finditer(chunk.text)]
        if not ends:
            continue
        middle = min(ends, key=lambda end: abs(end - len(chunk.text) / 2))
        texts = chunk.text[:middle].strip(), chunk.text[middle:].strip()
        if all(texts):
            found.append(_pair(f"{labels.key}/{i}", labels.batch.query, texts))
    return found


def of_one_answer(labels: Labels, label: str) -> list[Labels]:
    """Pair each passage of a label with the next one that gives the same answer in other words."""
    by_answer: dict[str, list[Chunk]] = {}
    for chunk, found in zip(labels.batch.chunks, labels.labels, strict=True):
        answer = chunk.meta.get("answer")
        if found == label and isinstance(answer, str):
            by_answer.setdefault(answer.strip().lower(), []).append(chunk)
    return [
        _pair(f"{labels.key}/{answer}/{i}", labels.batch.query, (one.text, other.text))
        for answer, chunks in by_answer.items()
        for i, (one, other) in enumerate(zip(chunks[::2], chunks[1::2], strict=False))
        if one.text != other.text
    ]


def _pair(key: str, query: str, texts: Iterable[str]) -> Labels:
    chunks = tuple(
        Chunk(f"c{i}", f"passages/{fingerprint(text)[:10]}.md", text, None) for i, text in enumerate(texts)
    )
    return Labels(key, Batch(query, chunks), ("agree",) * len(chunks))


_SENTENCE = lazy(r"[.!?](?=\s+[A-Z0-9\"“])")

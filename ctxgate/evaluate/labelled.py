"""Labelled rows: chunks of which somebody has said what they are.

Two forms are read. A row is one chunk, ``{"id", "text", "label", …}``; a labelled batch is a batch as
`capture` takes it, whose chunks have a `label`. All other fields are kept, so that figures can be
broken down by them; what a chunk lacks it takes from its batch.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from ctxgate.batch import Batch, Chunk, parse_batch
from ctxgate.errors import BatchError

ATTACK = "attack"
"""The label whose rows are kept together by `family`; all others are by `base_id`."""


class Labelled(NamedTuple):
    """What is known of one chunk besides its text.

    `cluster` names the rows that are near copies of each other or share a passage, and stay together
    when rows are drawn: the `family` of an attack, the `base_id` of any other row; without one the
    batch; without a batch the row itself. `set` is "" where none is given. `fields` holds all that was
    given but the text.
    """

    id: str
    label: str
    set: str
    cluster: tuple[str, str]
    fields: dict[str, Any]


class LabelledBatch(NamedTuple):
    """A batch and, in the same order, what is known of its chunks. A row is a batch of one chunk."""

    batch: Batch
    rows: tuple[Labelled, ...]
    key: str


def parse_labelled(value: object, place: str, *, needs_text: bool = True) -> LabelledBatch:
    """Check one decoded JSON value and return it as a batch with labels.

    `place` stands for a batch that has no id. Raises BatchError that names the field at fault.
    """
    if isinstance(value, dict) and "retrieved" in value:
        return _batch(value, place)
    if not isinstance(value, dict):
        raise BatchError("a labelled row is a JSON object")
    if "event" in value and "run" in value:
        raise BatchError(
            "this is a log row, not a labelled row", todo='A labelled row has "id", "text" and "label".'
        )
    id_ = _word(value, "id", "id")
    text = _word(value, "text", "text", blank=True) if needs_text or "text" in value else ""
    query, source = (_word(value, key, key) if value.get(key) else "" for key in ("query", "source"))
    date = _word(value, "date", "date") if value.get("date") is not None else None
    fields = {key: value[key] for key in value if key != "text"}
    row = _labelled(fields, "", batch=None)
    return LabelledBatch(Batch(query, (Chunk(id_, source, text, date),)), (row,), "")


def number(fields: dict[str, Any], key: str) -> float:
    """Return a field that must be a number. Raises BatchError."""
    value = fields.get(key)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise BatchError(f"{key} is missing" if key not in fields else f"{key} must be a number")
    try:
        found = float(value)
    except OverflowError:
        found = math.inf
    if not math.isfinite(found):
        raise BatchError(f"{key} is out of range")
    return found


def _batch(value: dict[str, Any], place: str) -> LabelledBatch:
    batch = parse_batch(value)
    given = batch.meta.get("id")
    key = str(given) if isinstance(given, str | int) else place
    shared = {name: batch.meta[name] for name in batch.meta if name not in ("id", "label")}
    shared["query"] = batch.query
    rows = []
    for i, chunk in enumerate(batch.chunks):
        own = {"id": chunk.id, "source": chunk.source, "date": chunk.date}
        fields = {**shared, **own, **chunk.meta}
        rows.append(_labelled(fields, f"retrieved[{i}].", batch=key))
    return LabelledBatch(batch, tuple(rows), key)


def _labelled(fields: dict[str, Any], at: str, *, batch: str | None) -> Labelled:
    label = _word(fields, "label", f"{at}label")
    set_ = _word(fields, "set", f"{at}set") if fields.get("set") is not None else ""
    by = "family" if label == ATTACK else "base_id"
    if fields.get(by) is not None:
        cluster = by, _word(fields, by, f"{at}{by}")
    elif batch is not None:
        cluster = "batch", f"{set_}\n{batch}"
    else:
        cluster = "id", f"{set_}\n{fields['id']}"
    return Labelled(fields["id"], label, set_, cluster, fields)


def _word(fields: dict[str, Any], key: str, place: str, *, blank: bool = False) -> str:
    value = fields.get(key)
    if not isinstance(value, str):
        raise BatchError(f"{place} is missing" if key not in fields else f"{place} must be a string")
    if not blank and (not value or value.isspace()):
        raise BatchError(f"{place} is empty")
    try:
        value.encode()
    except UnicodeEncodeError as e:
        raise BatchError(f"{place} holds half a surrogate pair at character {e.start}") from None
    return value

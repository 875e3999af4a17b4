"""Every way to edit one field or one line of a log."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

from commandline import Row, lines

from ctxgate.workshop.criteria import CRITERIA


class Edit(NamedTuple):
    """One edit: what kind of row, which field of it or what was done with it, and the whole log afterwards."""

    event: str
    what: str
    lines: list[bytes]


def field_edits(log: bytes, *, every_row: bool = True) -> Iterator[Edit]:
    """Yield a log for every field of every row, with another valid value in that one field.

    Without `every_row` of one row of each sort: alone in its batch or not, told of another prompt or not, and so on.
    """
    given = log.splitlines(keepends=True)
    tried: set[tuple[object, ...]] = set()
    for i, line in enumerate(given):
        row = json.loads(line)
        for field, value in _values(row):
            changed = json.loads(line)
            _set(changed, field, value)
            sort = (*_sort(row), field)
            if changed == row or (sort in tried and not every_row):
                continue
            tried.add(sort)
            yield Edit(row["event"], _plain(field), [*given[:i], lines(changed), *given[i + 1 :]])


def _sort(row: Row) -> tuple[object, ...]:
    of_prompt = str(row.get("detail", "")).startswith("prompt ")
    timed = str(row.get("box", "")).startswith("exercise"), row.get("phase")
    known = row.get("criterion") in CRITERIA
    chunks = [id_ for part in ("evidence", "isolated", "dropped") for id_ in row.get(part, ())]
    alone = row.get("n", len(chunks)) == (0 if row["event"] == "prompt" else 1)
    return row["event"], alone, of_prompt, timed, known


def line_edits(log: bytes) -> Iterator[Edit]:
    """Yield a log for one row of each sort removed, doubled, and swapped with the row behind it."""
    given = log.splitlines(keepends=True)
    rows = [json.loads(line) for line in given]
    tried: set[tuple[object, ...]] = set()
    for i, row in enumerate(rows):
        if _sort(row) in tried:
            continue
        tried.add(_sort(row))
        event = row["event"]
        yield Edit(event, "removed", [*given[:i], *given[i + 1 :]])
        yield Edit(event, "doubled", [*given[: i + 1], *given[i:]])
        if i + 1 < len(rows) and (rows[i + 1]["event"], rows[i + 1].get("seq")) == (event, row.get("seq")):
            swapped = [given[i + 1], given[i]]
            yield Edit(event, "swapped with the next of its kind", [*given[:i], *swapped, *given[i + 2 :]])


def option_edits(log: bytes) -> Iterator[Edit]:
    """Yield a log for each optional field taken out of one row of each sort, or put into one that has none."""
    given = log.splitlines(keepends=True)
    added: dict[str, dict[str, Any]] = {
        "capture": {"date": "2020-01-01", "meta": {"team": "sales"}, "batch_meta": {"lang": "en"}},
        "empty": {"batch_meta": {"lang": "en"}},
        "score": {"pairs": [{"against": "doc-c", "status": "ok", "conflict": False, "reason": "x"}]},
        "gate": {"disputes": [], "unexamined": ["doc-c"]},
    }
    tried: set[tuple[object, ...]] = set()
    for i, line in enumerate(given):
        row = json.loads(line)
        for field in ("sha256", "date", "meta", "batch_meta", "pairs", "disputes"):
            sort = (row["event"], field, "removed", row.get("n", 0) == 1)
            if field in row and row["event"] != "prompt" and sort not in tried:
                tried.add(sort)
                less = {name: value for name, value in row.items() if name != field}
                yield Edit(row["event"], f"`{field}` removed", [*given[:i], lines(less), *given[i + 1 :]])
        for field, value in {**added.get(row["event"], {}), "colour": "red"}.items():
            sort = (row["event"], field, "added", row.get("n", 0) == 1)
            if field not in row and sort not in tried:
                tried.add(sort)
                name = "an unknown field" if field == "colour" else f"`{field}`"
                yield Edit(
                    row["event"], f"{name} added", [*given[:i], lines({**row, field: value}), *given[i + 1 :]]
                )


def block_edits(log: bytes) -> Iterator[Edit]:
    """Yield a log for whole batches removed, doubled and moved, and for a run that stands elsewhere in its log."""
    given = log.splitlines(keepends=True)
    rows = [json.loads(line) for line in given]
    last = max(row.get("seq", 0) for row in rows)

    def of(seq: int) -> list[bytes]:
        return [line for line, row in zip(given, rows, strict=True) if row.get("seq") == seq]

    def without(seq: int) -> list[bytes]:
        return [line for line, row in zip(given, rows, strict=True) if row.get("seq") != seq]

    foreign = [line.replace(rows[0]["run"].encode(), b"20200101T000000Z-00000000") for line in given]
    foreign = [line for line in foreign if b'"event":"notice"' not in line]
    yield Edit("batch", "all rows of one removed from the middle", without(2))
    yield Edit("batch", "all rows of the last ones removed", without(last))
    yield Edit("batch", "all rows of one doubled", [*given, *of(2)])
    yield Edit("batch", "all rows of one moved behind the others", [*without(2), *of(2)])
    one = next(i for i, row in enumerate(rows) if row["seq"] != 1)
    two = next(i for i, row in enumerate(rows) if i > one and row["seq"] != 2)
    yield Edit("batch", "the rows of two swapped", [*given[one:two], *given[:one], *given[two:]])
    yield Edit("run", "another run put before it", [*foreign, *given])
    for event, of_one in (("score", "scoring"), ("gate", "gating"), ("replay", "replay")):
        again = [
            line
            for line, row in zip(given, rows, strict=True)
            if row.get("seq") == 1 and (row["event"] == event or (event, row["event"]) == ("gate", "prompt"))
        ]
        at = given.index(again[-1]) + 1
        yield Edit(of_one, "all rows of one doubled", [*given[:at], *again, *given[at:]])


def _values(row: Row) -> Iterator[tuple[str, Any]]:
    for name, value in row.items():
        if name == "event":
            continue
        if name in ("checks", "judge"):
            for key, inner in value.items():
                yield f"{name}.{key}", _other(row, key, inner)
        elif name in ("findings", "pairs", "disputes") and value:
            for key, inner in value[0].items():
                yield f"{name}.0.{key}", _other(row, key, inner)
        else:
            yield name, _other(row, name, value)


def _plain(field: str) -> str:
    return field.replace(".0.", ".")


def _set(row: Any, field: str, value: Any) -> None:
    *path, last = field.split(".")
    for part in path:
        row = row[int(part) if part.isdigit() else part]
    row[last] = value


_OTHERS: dict[str, dict[str, Any]] = {
    "action": {"drop": "isolate", "isolate": "drop", "allow_with_citation": "allow", "allow": "isolate"},
    "status": {"ok": "cached", "off": "frozen", "cached": "ok"},
    "phase": {"begin": "end", "end": "begin"},
    "event": {},
}


def _other(row: Row, name: str, value: Any) -> Any:  # noqa: PLR0912
    """Return another value that the field may have."""
    if name in _OTHERS:
        return _OTHERS[name].get(value, value)
    if name == "v":
        return 3 - value
    if name == "pos":
        return value - 1 if value > 1 else min(row["n"], value + 1)
    if name == "at":
        return f"{value[:11]}{(int(value[11:13]) + 23) % 24:02d}{value[13:]}"  # an hour earlier, or late that day
    if name in ("run", "of_run", "sha256", "sha256_16", "batch"):
        return value[:-1] + ("0" if value[-1] != "0" else "1")
    if name == "policy":
        return f"workshop@sha256:{'0' * 64}" if row.get("pos") == 1 else value[:-1] + "0"
    if name == "box":
        return "a break"
    if name == "tool":
        return "0.0.9"
    if name == "detail":
        if value.startswith("prompt other.txt"):
            return value.replace("other", "another", 1)
        return value.removeprefix("not ") if value.startswith("not ") else f"not {value}"
    if name == "kind":
        return "values" if row["event"] == "gate" else value
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, float):
        return round(value - 0.25, 3) if value >= 0.25 else value + 0.25
    if isinstance(value, str):
        return value + " too"
    if isinstance(value, dict):
        return (
            {**value, next(iter(value)): _other(row, "", next(iter(value.values())))} if value else {"1": 9.0}
        )
    if value is None:
        return [0, 1] if name == "span" else "Which one?"
    if name in ("span", "other_span"):
        return [value[0], value[1] + 1]
    return value[:-1] if value else ["doc-x"]

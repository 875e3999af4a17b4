"""The rows of the log: closed types and their one JSON form.

A row is one line of JSON. `decode` refuses whatever it does not know, so that a damaged or foreign
line is never half understood; `encode` writes the fields always in the same order. Rows of a batch
join on run + seq (+ id), and rows of a chunk carry `pos` and `n`, so that a missing one is seen.
"""

from __future__ import annotations

import difflib
import itertools
from collections.abc import Iterable, Sequence
from typing import Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from ctxgate.errors import RowError
from ctxgate.pattern import lazy

VERSION = 2
"""The newest row version that this package reads."""

FIRST_VERSION = 1
"""The oldest. A row is written with the lowest version whose readers know all of its fields."""

Action = Literal["drop", "isolate", "allow_with_citation", "allow"]
ACTIONS: tuple[Action, ...] = ("drop", "isolate", "allow_with_citation", "allow")
"""All actions, the most conservative first."""

_OPENNESS = {action: i for i, action in enumerate(ACTIONS)}


def most_conservative(*actions: Action) -> Action:
    """Return the most closed of the actions given (at least one)."""
    return min(actions, key=_OPENNESS.__getitem__)


JudgeStatus = Literal[
    "off",
    "frozen",
    "ok",
    "cached",
    "unreachable",
    "timeout",
    "http_error",
    "too_large",
    "malformed",
    "empty",
    "refused",
    "circuit_open",
]


UNEXAMINED = "unexamined"
"""The code of a chunk that was not read, or not compared with all others of its batch: it is held at isolate."""


class Finding(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One reason for a score: its code, the points it gave or took, and where it was seen.

    `span` is [start, end) in characters of the chunk's text, or null where the finding is about the
    source or the date. `note` is for people and holds no more of the chunk than a few words.
    """

    code: str
    points: float
    span: tuple[int, int] | None
    note: str


class Checks(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The four checks of the rubric, each from 0 (bad) to 1 (good)."""

    topical_overlap: float
    temporal_fit: float
    instruction_hygiene: float
    citeability: float


class Judgement(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=False):
    """What the judge said of a chunk, or why it said nothing."""

    status: JudgeStatus
    score: float | UnsetType = UNSET
    reason: str | UnsetType = UNSET
    action: Action | UnsetType = UNSET
    model: str | UnsetType = UNSET
    prompt: str | UnsetType = UNSET
    ms: int | UnsetType = UNSET
    disagrees: bool | UnsetType = UNSET


class PairJudgement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the judge said of a chunk and another one of its batch, or why it said nothing.

    `against` is the other chunk's id; `conflict` tells whether the two contradict each other.
    """

    against: str
    status: JudgeStatus
    conflict: bool | UnsetType = UNSET
    reason: str | UnsetType = UNSET
    model: str | UnsetType = UNSET
    prompt: str | UnsetType = UNSET
    ms: int | UnsetType = UNSET


class Disputed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one chunk says and another one contradicts.

    `against` is the other chunk's id; `kind` says how it was found (`gate.conflict`); spans are [start, end) in
    characters of either text, and `says` and `other_says` a few words that stand there.
    """

    against: str
    kind: str
    span: tuple[int, int]
    says: str
    other_span: tuple[int, int]
    other_says: str


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="event"):
    """What every row has: its version, the run it belongs to, and when it was written (UTC)."""

    v: int = msgspec.field()
    run: str
    at: str


class BatchRow(Row, frozen=True, kw_only=True):
    """A row of a batch. `seq` counts the batches of a run from 1; `batch` is the batch's fingerprint."""

    seq: int
    batch: str


class ChunkRow(BatchRow, frozen=True, kw_only=True):
    """A row of a chunk. `pos` counts the chunks of a batch from 1; `n` is how many there are."""

    pos: int
    n: int


class CaptureRow(ChunkRow, frozen=True, kw_only=True, tag="capture"):
    """A chunk as it came in. `chars` is the length of `text` in characters.

    `sha256` is over the text's UTF-8 bytes as they are. It tells what the fingerprint, which folds white
    space, does not: that a space became a line break. `title_sha256_16` is over title and keywords; a row with them is
    of version 2.
    """

    query: str
    id: str
    source: str
    sha256_16: str
    chars: int
    text: str
    sha256: str | UnsetType = UNSET
    date: str | UnsetType = UNSET
    title: str | UnsetType = UNSET
    keywords: tuple[str, ...] | UnsetType = UNSET
    title_sha256_16: str | UnsetType = UNSET
    meta: dict[str, Any] | UnsetType = UNSET
    batch_meta: dict[str, Any] | UnsetType = UNSET


class EmptyRow(BatchRow, frozen=True, kw_only=True, tag="empty"):
    """A batch that came without chunks. It still gets a prompt."""

    query: str
    batch_meta: dict[str, Any] | UnsetType = UNSET


class ScoreRow(ChunkRow, frozen=True, kw_only=True, tag="score"):
    """What the rubric says of a chunk. `score` is the heuristic's alone; `action` heeds veto and judge.

    `pairs` is what the judge said of it and other chunks together, where it was asked: both rows have it.
    """

    id: str
    source: str
    sha256_16: str
    score: float
    action: Action
    reasons: tuple[str, ...]
    findings: tuple[Finding, ...]
    checks: Checks
    judge: Judgement
    policy: str
    tool: str
    pairs: tuple[PairJudgement, ...] | UnsetType = UNSET


class GateRow(ChunkRow, frozen=True, kw_only=True, tag="gate"):
    """The final decision on a chunk. `conflicts` are the ids of chunks whose claims contradict it.

    `disputes` tells of some of them what both say. A row without a conflict has none. `unexamined` are the
    ids of chunks that it could not be compared with, for which it is isolated at most; such a row has
    version 2.
    """

    id: str
    source: str
    sha256_16: str
    score: float
    action: Action
    reasons: tuple[str, ...]
    conflicts: tuple[str, ...]
    disputes: tuple[Disputed, ...] | UnsetType = UNSET
    unexamined: tuple[str, ...] | UnsetType = UNSET


class PromptRow(BatchRow, frozen=True, kw_only=True, tag="prompt"):
    """The prompt of a batch, byte for byte, with the ids that went into each part of it.

    `evidence`, `isolated` and `dropped` together name every chunk once; `conflicting` names those
    isolated ones that the conflict rule took down: under a policy with `conflicts = "block"` they stand in the
    prompt's second block. `question` is for the user, never in the prompt.
    """

    query: str
    prompt: str
    sha256: str
    evidence: tuple[str, ...]
    conflicting: tuple[str, ...]
    isolated: tuple[str, ...]
    dropped: tuple[str, ...]
    question: str | None


class ReplayRow(ChunkRow, frozen=True, kw_only=True, tag="replay"):
    """What a replay of a chunk found."""

    id: str
    sha256_16: str
    in_prompt: bool
    same_decision: bool
    detail: str


class ExerciseRow(Row, frozen=True, kw_only=True, tag="exercise"):
    """One criterion of an exercise, checked."""

    n: int
    criterion: str
    passed: bool
    found: str


class TimerRow(Row, frozen=True, kw_only=True, tag="timer"):
    """A box of the class begun or ended."""

    box: str
    phase: Literal["begin", "end"]


class DebriefRow(Row, frozen=True, kw_only=True, tag="debrief"):
    """The answers of one debrief. `minutes` by exercise."""

    cohort: str
    answers: dict[str, str]
    minutes: dict[str, float]


class NoticeRow(Row, frozen=True, kw_only=True, tag="notice"):
    """Something about the log itself, said once. Its `run` is an id of its own, and it starts no run.

    A `seal` holds the SHA-256, in hex, over the first `lines` lines of the run `of_run`, in their order, each
    with its line end. Rows of this kind have version 2.
    """

    kind: Literal["seal"]
    of_run: str
    lines: int
    sha256: str


AnyRow = (
    CaptureRow
    | EmptyRow
    | ScoreRow
    | GateRow
    | PromptRow
    | ReplayRow
    | ExerciseRow
    | TimerRow
    | DebriefRow
    | NoticeRow
)
"""Every kind of row."""

EVENTS = ("capture", "empty", "score", "gate", "prompt", "replay", "exercise", "timer", "debrief", "notice")


class Header(msgspec.Struct, frozen=True):
    """The few fields that say where a row belongs; enough to find it, cheap to read."""

    event: str
    run: str
    v: int = FIRST_VERSION
    seq: int = 0
    pos: int = 0


MAX_COUNT = 1_000_000_000
"""The largest seq, pos and n that a row may have."""

_RUN = lazy(r"[A-Za-z0-9._~-]{1,64}")

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(AnyRow)
_header = msgspec.json.Decoder(Header)


def encode(row: AnyRow) -> bytes:
    r"""Return the row as one line of UTF-8 JSON, ended by ``\n``."""
    return _encoder.encode(row) + b"\n"


def encode_all(rows: Iterable[AnyRow]) -> bytes:
    """Return the rows as JSON lines."""
    return b"".join([_encoder.encode(row) + b"\n" for row in rows])


def decode(line: bytes | str) -> AnyRow:
    """Read one line as a row.

    Raises RowError that says what is wrong with it: not JSON, a newer version, an unknown event or
    field, a value of the wrong type or out of its range.
    """
    try:
        row = _decoder.decode(line)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as e:
        raise RowError(_explain(line, e)) from None
    if not FIRST_VERSION <= row.v <= VERSION:
        raise RowError(_explain_version(row.v))
    if isinstance(row, ScoreRow | GateRow) and not 0 <= row.score <= 1:
        raise RowError(f"score {row.score} is not within 0 and 1")
    if not _RUN.fullmatch(row.run):
        raise RowError(f"run {row.run[:80]!r} is not the name of a run")
    if isinstance(row, BatchRow) and not 1 <= row.seq <= MAX_COUNT:
        raise RowError(f"seq {row.seq} is not within 1 and {MAX_COUNT}")
    if isinstance(row, ChunkRow):
        if not 1 <= row.pos <= row.n:
            raise RowError(f"pos {row.pos} is not within 1 and n, which is {row.n}")
        if row.n > MAX_COUNT:
            raise RowError(f"n {row.n} is more than {MAX_COUNT}")
    return row


def decode_header(line: bytes | str) -> Header:
    """Read only where a row belongs. Raises RowError when the line is not a row at all."""
    try:
        return _header.decode(line)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as e:
        raise RowError(_explain(line, e)) from None


def missing_positions(rows: Sequence[ChunkRow]) -> list[int]:
    """Return the first hundred positions (1 … n) without a row, given the rows of one batch and event."""
    if not rows:
        return []
    have = {row.pos for row in rows}
    # `n` may have been edited: no more than a hundred are listed, whatever it says.
    return list(itertools.islice((pos for pos in range(1, rows[0].n + 1) if pos not in have), 100))


def _explain(line: bytes | str, error: Exception) -> str:
    try:
        value = msgspec.json.decode(line)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        return "damaged: not a line of JSON"
    if not isinstance(value, dict):
        return "not a log row: a row is a JSON object"
    if "retrieved" in value and "event" not in value:
        return "this is a batch, not a log row (batches go to `ctxgate capture -` or `ctxgate run -`)"
    version = value.get("v")
    if isinstance(version, int) and version > VERSION:
        return _explain_version(version)
    event = value.get("event")
    if event not in EVENTS:
        if "event" not in value:
            return "not a log row: it has no event"
        near = difflib.get_close_matches(str(event), EVENTS, 1)
        return f"unknown event {event!r}" + (f" (nearest known: {near[0]})" if near else "")
    return str(error).replace("Object ", f"{event} row ", 1).replace("`", "'")


def _explain_version(version: int) -> str:
    if version > VERSION:
        return (
            f"row version {version} is newer than this ctxgate reads ({VERSION}): "
            "upgrade ctxgate to read this log"
        )
    return f"row version {version} is unknown; this ctxgate reads {FIRST_VERSION} to {VERSION}"

"""The Policy type: every number and list that a run depends on, and nothing else.

A policy is data. Two policies of equal content have equal fingerprints whatever their file looks like. The defaults
are those of the `standard` policy, points included, so an object that leaves something out is no more open than
that. What each setting means and which values are stricter is said in one place, `ctxgate.policy.settings`.
"""

from __future__ import annotations

import hashlib
from typing import Literal

import msgspec

from ctxgate.batch import canonical_json

POINTS: dict[str, float] = {
    "entity_overlap": 0.43,
    "lexical_overlap": 0.315,
    "off_topic": -0.25,
    "other_entity": -0.60,
    "stale_year": -0.30,
    "superseded": -0.50,
    "postdates": -0.50,
    "aged": -0.25,
    "instruction_override": -0.60,
    "role_spoof": -0.50,
    "false_completion": -0.50,
    "authority": -0.30,
    "exfiltration": -0.60,
    "concealment": -0.60,
    "answer_forcing": -0.50,
    "tool_request": -0.50,
    "hidden_text": -0.50,
    "encoded_payload": -0.50,
    "learned_injection": -0.60,
    "citeable_source": 0.25,
    "draft_source": -0.20,
    "uncited_source": -0.20,
    "lookalike_source": -0.30,
}
"""The points of `standard` by reason code: what a policy has for each code that it does not name itself."""


class _Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table of the TOML file: closed, so that a misspelt key is an error."""


class Bands(_Table, frozen=True):
    """Lower bounds of the bands, 0..1 and rising. Below `isolate` is `drop`. Half open: 0.4 isolates."""

    isolate: float = 0.40
    allow_with_citation: float = 0.70
    allow: float = 0.90


class TopicalOverlap(_Table, frozen=True):
    """Does the chunk mention what the query is about?

    Where `lexical_overlap` has no points, words are not looked at, entities make up the whole weight, and each
    chunk is measured by itself.
    """

    entity_weight: float = 2.0
    full: float = 0.30
    floor: float = 0.30


class TemporalFit(_Table, frozen=True):
    """Is the chunk out of date?

    Without `as_of` age costs nothing, since "now" never enters a score.
    """

    stale_years: tuple[int, ...] = ()
    record_words: tuple[str, ...] = (
        "changelog",
        "changes",
        "history",
        "archive",
        "archived",
        "legacy",
        "deprecated",
        "news",
        "old",
    )
    as_of: str | None = None
    half_life_days: int = 365
    revisions: bool = True
    stated_dates: bool = True
    past_queries: bool = True

    def __post_init__(self) -> None:
        if not self.as_of:  # a file says "" for none, since TOML has no null
            msgspec.structs.force_setattr(self, "as_of", None)


class InstructionHygiene(_Table, frozen=True):
    """Does the text try to instruct its reader?

    `patterns` are a policy's own; `rules` and `learned` switch on what comes with the package.
    """

    patterns: tuple[str, ...] = ()
    rules: bool = True
    learned: bool = True
    threshold: int = 100
    veto: bool = True


class Tiers(_Table, frozen=True):
    """How well each kind of source can be opened, 0 (not at all) to 1 (right away)."""

    url: float = 1.0
    file: float = 1.0
    path: float = 1.0
    issue: float = 1.0
    registered: float = 1.0
    document_id: float = 0.96


class Citeability(_Table, frozen=True):
    """Could a teammate open the source? Letters and words are compared in any case."""

    suffixes: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    draft_words: tuple[str, ...] = ("draft", "scratch", "scratchpad", "tmp", "temp", "wip", "untitled")
    talk_words: tuple[str, ...] = ("chat", "slack", "irc", "dm")
    tiers: Tiers = Tiers()


class Conflict(_Table, frozen=True):
    """The conflict rule. Switched off, chunks that contradict each other stand side by side.

    By itself it compares quantities that are bound to the query's subject.
    """

    enabled: bool = True
    qualifiers: bool = True
    copies: bool = True
    answers: bool = True
    judge: bool = False


class Prompt(_Table, frozen=True):
    """How the prompt is built."""

    max_chars: int = 2400
    conflicts: Literal["omit", "block"] = "omit"


class Judge(_Table, frozen=True):
    """What becomes of a chunk whose judge was asked and failed."""

    on_failure: Literal["allow_with_citation", "isolate"] = "allow_with_citation"


class Policy(_Table, frozen=True):
    """All settings of a run; those that are not given are those of `standard`.

    `points` maps reason codes to points, -1..1. It always holds every code that the rubric gives: a code that is
    left out has the points of `standard`, and a code that shall not count is given 0.
    """

    bands: Bands = Bands()
    points: dict[str, float] = {}
    topical_overlap: TopicalOverlap = TopicalOverlap()
    temporal_fit: TemporalFit = TemporalFit()
    instruction_hygiene: InstructionHygiene = InstructionHygiene()
    citeability: Citeability = Citeability()
    conflict: Conflict = Conflict()
    prompt: Prompt = Prompt()
    judge: Judge = Judge()

    def __post_init__(self) -> None:
        msgspec.structs.force_setattr(self, "points", {**POINTS, **self.points})

    def fingerprint(self) -> str:
        """Return ``sha256:`` and the SHA-256 of the policy's canonical JSON, in hex.

        Codes of 0 points are no part of it: they count nothing, and neither do they change the fingerprints of
        policies that were logged before every code had points.
        """
        settings = msgspec.to_builtins(self)
        settings["points"] = {code: points for code, points in self.points.items() if points}
        return "sha256:" + hashlib.sha256(canonical_json(settings).encode()).hexdigest()

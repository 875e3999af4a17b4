"""The Policy type: every number and list that a run depends on, and nothing else.

A policy is data. Two policies of equal content have equal fingerprints whatever their file looks like.
"""

from __future__ import annotations

import hashlib
from typing import Literal

import msgspec

from ctxgate.batch import canonical_json


class _Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table of the TOML file: closed, so that a misspelt key is an error."""


class Bands(_Table, frozen=True):
    """Lower bounds of the bands, 0..1 and rising. Below `isolate` is `drop`. Half open: 0.4 isolates."""

    isolate: float = 0.40
    allow_with_citation: float = 0.70
    allow: float = 0.90


class TopicalOverlap(_Table, frozen=True):
    """Does the chunk mention what the query is about?

    `entity_weight` is the weight of an entity against a rare plain word; `full` is the share of the query's
    weight (0..1) that counts as complete: the best chunk of a batch must meet it, or all chunks lose in
    proportion. Below the value `floor` a chunk is off topic. Where `lexical_overlap` has no points, words are not
    looked at, entities make up the whole weight, and each chunk is measured by itself.
    """

    entity_weight: float = 2.0
    full: float = 0.30
    floor: float = 0.30


class TemporalFit(_Table, frozen=True):
    """Is the chunk out of date?

    `stale_years`: years that count as stale wherever they stand. `record_words`: path words of
    sources that record the past (a change log, an archive), whose years count as stale where another chunk has
    other quantities of what the query names, unless the query names the year. `as_of` (ISO date) with `half_life_days` makes age cost: half of the points of
    `aged` after one half-life. Without `as_of` age costs nothing, since "now" never enters a score.

    `revisions`: a newer version of the same passage supersedes an older one, not only other quantities.
    `stated_dates`: what a text says of its own date makes it older. `past_queries`: a query about the past is
    not answered by the newest, nor one about a year, a version or a model by the next one.
    """

    stale_years: tuple[int, ...] = ()
    record_words: tuple[str, ...] = ()
    as_of: str | None = None
    half_life_days: int = 365
    revisions: bool = False
    stated_dates: bool = False
    past_queries: bool = False


class InstructionHygiene(_Table, frozen=True):
    """Does the text try to instruct its reader?

    `patterns` are RE2 expressions, matched in any case and in linear time; a match is a match. `rules`
    and `learned` switch on the rules and weights that come with the package: they read the text in all
    its views and weigh evidence, and above `threshold` points hygiene falls below 0.5. With `veto` a
    chunk whose hygiene is below 0.5 is dropped whatever else it scored.
    """

    patterns: tuple[str, ...] = ()
    rules: bool = False
    learned: bool = False
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
    """Could a teammate open the source?

    `suffixes`: endings that a citeable source must have; empty means any kind of `tiers` above 0.
    `exclude`: letters that a citeable source does not contain anywhere. `draft_words` and `talk_words`: words of
    a path that mark a draft and a chat, by their place in it (`drafts/x.md`, not `help/drafts.md`; `chat/7.md`, not
    `docs/chat/setup.md`). In any case.
    """

    suffixes: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    draft_words: tuple[str, ...] = ()
    talk_words: tuple[str, ...] = ()
    tiers: Tiers = Tiers()


class Conflict(_Table, frozen=True):
    """The conflict rule. Switched off, chunks that contradict each other stand side by side.

    By itself it compares quantities that are bound to the query's subject. `qualifiers` tells apart the kinds of
    one thing (express shipping, standard shipping); `copies` finds edited copies of a passage; `answers` compares
    what the chunks answer to a who, when, where, how many or what, what they deny and which states they name,
    and takes down a chunk that says itself that it tells of another world. `judge` lets the judge, where one is
    asked at all, be asked about pairs that these rules leave undecided.
    """

    enabled: bool = True
    qualifiers: bool = False
    copies: bool = False
    answers: bool = False
    judge: bool = False


class Prompt(_Table, frozen=True):
    """How the prompt is built. `max_chars` bounds each chunk's part of it.

    `conflicts`: chunks that the conflict rule took down are left out (`omit`), or stand in a second block
    after the evidence (`block`), which the answer may name and not rely on.
    """

    max_chars: int = 2400
    conflicts: Literal["omit", "block"] = "omit"


class Judge(_Table, frozen=True):
    """What becomes of a chunk whose judge was asked and failed.

    `on_failure`: the most open action that it may still have.
    """

    on_failure: Literal["allow_with_citation", "isolate"] = "allow_with_citation"


class Policy(_Table, frozen=True):
    """All settings of a run. `points` maps reason codes to points, -1..1; codes left out give none."""

    bands: Bands = Bands()
    points: dict[str, float] = {}
    topical_overlap: TopicalOverlap = TopicalOverlap()
    temporal_fit: TemporalFit = TemporalFit()
    instruction_hygiene: InstructionHygiene = InstructionHygiene()
    citeability: Citeability = Citeability()
    conflict: Conflict = Conflict()
    prompt: Prompt = Prompt()
    judge: Judge = Judge()

    def fingerprint(self) -> str:
        """Return ``sha256:`` and the SHA-256 of the policy's canonical JSON, in hex."""
        content = canonical_json(msgspec.to_builtins(self))
        return "sha256:" + hashlib.sha256(content.encode()).hexdigest()

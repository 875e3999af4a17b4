"""Scoring: the four checks of every chunk added up to one score, each point with its finding.

Pure: no clock, no network, no randomness. The same batch and policy give the same assessments.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ctxgate.batch import Batch, Chunk
from ctxgate.policy.model import Policy
from ctxgate.rows import UNEXAMINED, Checks, Finding
from ctxgate.rubric import citeability, instruction_hygiene, supersession, temporal_fit, topical_overlap
from ctxgate.rubric.ages import Candidate
from ctxgate.rubric.budget import Budgets, unexamined
from ctxgate.text.budget import Budget

MAX_SCORED_CHARS = 500_000
"""Characters of a text beyond which it is not read at all: no passage, and what is built to be slow ends within a second."""

CLEAN = 0.5
"""Hygiene below this is a veto, where the policy has one."""


class Assessment(NamedTuple):
    """What the rubric says of one chunk.

    `score` is the clamped sum of the findings' points, 0..1 in three decimals; `vetoed` says that the
    chunk is to be dropped whatever its score.
    """

    score: float
    findings: tuple[Finding, ...]
    checks: Checks
    vetoed: bool

    @property
    def reasons(self) -> tuple[str, ...]:
        """The codes of the findings, each once, in their order."""
        return tuple(dict.fromkeys(finding.code for finding in self.findings))


def assess(batch: Batch, policy: Policy, budgets: Budgets | None = None) -> list[Assessment]:
    """Assess every chunk of a batch, in order.

    How much chunks are read, and compared with each other, is bounded by `budgets`, those of a batch where none are
    given; a chunk that was not read or compared for that has the finding `unexamined`.
    Raises PolicyError when the policy has a bad pattern or date.
    """
    read = [chunk if chunk.chars <= MAX_SCORED_CHARS else _UNREAD for chunk in batch.chunks]
    budgets = Budgets.of_a_batch(len(batch.chunks)) if budgets is None else budgets
    topics = topical_overlap.check(batch.query, read, policy, budgets.identity)
    sources = [chunk.source for chunk in batch.chunks]
    cited = citeability.check(sources, batch.query, policy, budgets.sources)
    times = temporal_fit.prepare(policy)
    patterns = instruction_hygiene.compile_patterns(policy.instruction_hygiene.patterns)
    orders = _orders(read, patterns, policy, budgets.hygiene)
    drafts = [
        _assess_alone(chunk, topic, source, times, order, policy)
        for chunk, topic, source, order in zip(batch.chunks, topics, cited, orders, strict=True)
    ]
    candidates = [
        Candidate(
            chunk.text,
            source,
            chunk.date,
            standing=draft.score >= policy.bands.allow_with_citation and not draft.vetoed,
        )
        for chunk, source, draft in zip(read, sources, drafts, strict=True)
    ]
    found, left = supersession.superseded(candidates, batch.query, policy, budgets)
    assessed = [
        draft if finding is None else _supersede(draft, finding)
        for draft, finding in zip(drafts, found, strict=True)
    ]
    for i, what in left.items():
        assessed[i] = assessed[i]._replace(findings=(*assessed[i].findings, unexamined(what)))
    return assessed


def total(findings: Sequence[Finding]) -> float:
    """Return the clamped sum of the findings' points, 0..1 in three decimals."""
    return round(min(1.0, max(0.0, sum(finding.points for finding in findings))), 3)


def _orders(
    chunks: Sequence[Chunk], patterns: instruction_hygiene.Patterns | None, policy: Policy, budget: Budget
) -> list[tuple[float, list[Finding]]]:
    """Return what instruction hygiene says of each chunk, short ones read first."""
    found: dict[int, tuple[float, list[Finding]]] = {}
    for i in sorted(range(len(chunks)), key=lambda i: chunks[i].chars):
        found[i] = instruction_hygiene.check_chunk(chunks[i], patterns, policy, budget)
    return [found[i] for i in range(len(chunks))]


def _assess_alone(
    chunk: Chunk,
    topic: tuple[float, list[Finding]],
    source: tuple[float, list[Finding]],
    times: temporal_fit.Times,
    orders: tuple[float, list[Finding]],
    policy: Policy,
) -> Assessment:
    if chunk.chars > MAX_SCORED_CHARS:
        return _oversized(chunk)
    overlap, on_topic = topic
    fit, on_time = temporal_fit.check(chunk.text, chunk.source, chunk.date, times, policy)
    hygiene, on_orders = orders
    cited, on_source = source
    vetoed = policy.instruction_hygiene.veto and hygiene < CLEAN
    kept = [finding for finding in (*on_topic, *on_time) if finding.points or finding.code == UNEXAMINED]
    # What vetoes a chunk is named even where it costs nothing: a drop needs its reason.
    kept += [finding for finding in on_orders if finding.points or vetoed or finding.code == UNEXAMINED]
    kept += [finding for finding in on_source if finding.points or finding.code == UNEXAMINED]
    findings = tuple(kept)
    checks = Checks(round(overlap, 3), round(fit, 3), round(hygiene, 3), round(cited, 3))
    return Assessment(total(findings), findings, checks, vetoed)


_UNREAD = Chunk("", "", "")
"""Stands for a chunk that is too long to be read."""


def _oversized(chunk: Chunk) -> Assessment:
    note = f"{chunk.chars} characters, at most {MAX_SCORED_CHARS} are read"
    findings = (Finding("oversized", 0.0, None, note),)
    return Assessment(0.0, findings, Checks(0.0, 0.0, 0.0, 0.0), vetoed=True)


def _supersede(draft: Assessment, finding: Finding) -> Assessment:
    """Add the finding that another chunk contradicts this one for its age, behind those of its own dates."""
    place = sum(1 for own in draft.findings if own.code in _BEFORE)
    findings = (*draft.findings[:place], finding, *draft.findings[place:])
    checks = Checks(
        draft.checks.topical_overlap,
        min(draft.checks.temporal_fit, temporal_fit.STALE_FIT) if finding.code == "stale_year" else 0.0,
        draft.checks.instruction_hygiene,
        draft.checks.citeability,
    )
    return Assessment(total(findings), findings, checks, draft.vetoed)


_BEFORE = frozenset(("entity_overlap", "lexical_overlap", "off_topic", "other_entity", "stale_year", "aged"))

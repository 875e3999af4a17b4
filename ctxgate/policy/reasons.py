"""Every reason code: what it means and which part of the tool gives it.

Codes are stable names that people grep and diff for. A policy may give points only to codes that a
check of the rubric uses; the others come from the gate and the judge and change an action, not a score.
"""

from __future__ import annotations

from typing import NamedTuple


class Reason(NamedTuple):
    """One reason code. `given_by` is a check of the rubric, `gate` or `judge`."""

    given_by: str
    meaning: str


REASONS: dict[str, Reason] = {
    "entity_overlap": Reason("topical_overlap", "an entity of the query stands in the text"),
    "lexical_overlap": Reason("topical_overlap", "words of the query stand in the text"),
    "off_topic": Reason("topical_overlap", "next to nothing of the query stands in the text"),
    "stale_year": Reason("temporal_fit", "the source or text bears a year that counts as stale"),
    "superseded": Reason("temporal_fit", "a newer dated chunk of the same subject contradicts it"),
    "aged": Reason("temporal_fit", "its date is old, measured against the policy's as_of"),
    "instruction_override": Reason("instruction_hygiene", "the text tries to override instructions"),
    "citeable_source": Reason("citeability", "a teammate could open the source and find the claim"),
    "draft_source": Reason("citeability", "the source is a draft, a scratch file or a chat"),
    "uncited_source": Reason("citeability", "the source cannot be opened"),
    "oversized": Reason("scoring", "the text is too long to be scored, so it is dropped unread"),
    "conflict": Reason("gate", "another allowed chunk contradicts it"),
    "unscored": Reason("gate", "there is no score for it, so it is dropped"),
    "fingerprint_mismatch": Reason("gate", "its text is not the text that was captured or scored"),
    "score_mismatch": Reason("gate", "its score row contradicts itself: not what the findings add up to"),
    "judge_disagrees": Reason("judge", "judge and heuristic put it in different bands"),
}

POINTED = tuple(
    code for code, reason in REASONS.items() if reason.given_by not in ("gate", "judge", "scoring")
)
"""The codes that a policy may give points to."""

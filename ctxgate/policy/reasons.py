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
    "other_entity": Reason(
        "topical_overlap", "it names another thing of the kind that is asked for, and not that one"
    ),
    "stale_year": Reason("temporal_fit", "the source or text bears a year that counts as stale"),
    "superseded": Reason("temporal_fit", "a newer dated chunk of the same subject contradicts it"),
    "postdates": Reason(
        "temporal_fit",
        "it is later than, or another version than, what is asked about, and an older chunk differs",
    ),
    "aged": Reason("temporal_fit", "its date is old, measured against the policy's as_of"),
    "instruction_override": Reason("instruction_hygiene", "the text tries to override instructions"),
    "role_spoof": Reason(
        "instruction_hygiene", "the text poses as another voice, or speaks to the assistant"
    ),
    "false_completion": Reason("instruction_hygiene", "the text pretends that the task is done"),
    "authority": Reason("instruction_hygiene", "the text gives itself authority or urgency"),
    "exfiltration": Reason("instruction_hygiene", "the text asks for data to be carried out"),
    "concealment": Reason("instruction_hygiene", "the text wants something kept from the user"),
    "answer_forcing": Reason("instruction_hygiene", "the text tells what the answer has to be or to hold"),
    "tool_request": Reason("instruction_hygiene", "the text asks for a tool or an action"),
    "hidden_text": Reason("instruction_hygiene", "the text hides an instruction from people"),
    "encoded_payload": Reason("instruction_hygiene", "the text holds an instruction in code"),
    "learned_injection": Reason("instruction_hygiene", "words and place speak for an instruction"),
    "citeable_source": Reason("citeability", "a teammate could open the source and find the claim"),
    "draft_source": Reason("citeability", "the source is a draft, a scratch file or a chat"),
    "uncited_source": Reason("citeability", "the source cannot be opened"),
    "lookalike_source": Reason("citeability", "the source passes for another one of the batch"),
    "oversized": Reason("scoring", "the text is too long to be scored, so it is dropped unread"),
    "unexamined": Reason(
        "scoring", "it was not compared with all others of its batch, so it is isolated at most"
    ),
    "conflict": Reason("gate", "another allowed chunk contradicts it"),
    "unscored": Reason("gate", "there is no score for it, so it is dropped"),
    "fingerprint_mismatch": Reason("gate", "its text is not the text that was captured or scored"),
    "score_mismatch": Reason("gate", "its score row contradicts itself: not what the findings add up to"),
    "judge_disagrees": Reason("judge", "judge and heuristic put it in different bands"),
}

GAINS = frozenset(("entity_overlap", "lexical_overlap", "citeable_source"))
"""The codes that speak for a chunk: their points are 0 or more, those of all others 0 or less."""

POINTED = tuple(
    code for code, reason in REASONS.items() if reason.given_by not in ("gate", "judge", "scoring")
)
"""The codes that a policy may give points to."""

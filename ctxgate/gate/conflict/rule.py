"""All parts of the conflict rule over one batch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ctxgate.gate.conflict.answers import find_answers
from ctxgate.gate.conflict.claims import find_claims
from ctxgate.gate.conflict.copies import find_copies
from ctxgate.gate.conflict.docket import NO_CONFLICTS, Conflicts, Dispute, Docket
from ctxgate.gate.conflict.states import find_states
from ctxgate.gate.conflict.undecided import claim_of
from ctxgate.policy.model import Conflict
from ctxgate.text.copies import Overlaps
from ctxgate.text.passage import passage
from ctxgate.text.questions import question


def find_conflicts(
    query: str, texts: Mapping[int, str], settings: Conflict, judged: Sequence[tuple[int, int]] = ()
) -> Conflicts:
    """Find the chunks that contradict another one.

    `texts` maps positions in the batch to the texts of the allowed chunks, in order. Linear in each text; at
    worst quadratic in how many there are, with a bound beyond which chunks count as contradicted. `judged` are
    pairs, by position, of which the judge says that they contradict each other.
    """
    if not settings.enabled or len(texts) < 2:
        return NO_CONFLICTS
    docket = Docket()
    if settings.copies or settings.answers:
        asked = question(query)
        positions = list(texts)
        passages = [passage(text) for text in texts.values()]
        overlaps = Overlaps(passages)
        if settings.copies:
            find_copies(docket, positions, passages, overlaps, asked)
        find_claims(docket, query, texts, qualifiers=settings.qualifiers)
        if settings.answers:
            find_answers(docket, positions, passages, overlaps, asked)
            find_states(docket, positions, passages, asked)
    else:
        find_claims(docket, query, texts, qualifiers=settings.qualifiers)
    for one, other in judged:
        docket.add(Dispute(one, other, "judge", claim_of(texts[one], query), claim_of(texts[other], query)))
    return docket.conflicts()

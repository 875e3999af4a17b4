"""All parts of the conflict rule over one batch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ctxgate.gate.conflict.answers import find_answers
from ctxgate.gate.conflict.budget import MAX_CHUNKS, Budgets
from ctxgate.gate.conflict.claims import find_claims
from ctxgate.gate.conflict.copies import find_copies
from ctxgate.gate.conflict.docket import NO_CONFLICTS, Conflicts, Dispute, Docket
from ctxgate.gate.conflict.states import find_states
from ctxgate.gate.conflict.undecided import claim_of
from ctxgate.pattern import lazy
from ctxgate.policy.model import Conflict
from ctxgate.text.bits import all_below
from ctxgate.text.copies import Overlaps
from ctxgate.text.dates import path_version, version_of
from ctxgate.text.passage import passage
from ctxgate.text.questions import MAX_QUERY_CHARS, question
from ctxgate.text.words import fold


def find_conflicts(
    query: str,
    texts: Mapping[int, str],
    settings: Conflict,
    judged: Sequence[tuple[int, int]] = (),
    sources: Mapping[int, str] | None = None,
    budgets: Budgets | None = None,
) -> Conflicts:
    """Find the chunks that contradict another one.

    `texts` maps positions in the batch to the texts of the allowed chunks, in order. Linear in each text; what is
    compared in all is bounded by `budgets`, those of a batch where none are given, and chunks that were not compared
    for that are named. `judged` are pairs, by position, of which the judge says that they contradict each other.
    With `sources` the pages of other versions than the one that the query names are left out, where a page of
    that one is there.
    """
    if settings.qualifiers and sources is not None:
        texts = _of_the_version(query, texts, sources)
    if not settings.enabled or len(texts) < 2:
        return NO_CONFLICTS
    budgets = Budgets.of_a_batch(len(texts)) if budgets is None else budgets
    positions, docket = list(texts), Docket()
    if len(texts) > MAX_CHUNKS:
        docket.leave_among(all_below(len(texts)))
    else:
        _compare(docket, query, list(texts.values()), settings, budgets)
    places = {pos: n for n, pos in enumerate(positions)} if judged else {}
    for one, other in judged:
        if one not in texts or other not in texts:
            continue
        claims = claim_of(texts[one], query), claim_of(texts[other], query)
        docket.add(Dispute(places[one], places[other], "judge", *claims))
    return docket.conflicts(positions)


def _compare(docket: Docket, query: str, texts: Sequence[str], settings: Conflict, budgets: Budgets) -> None:
    """Let each part of the rule compare the chunks. Once all are held and the units were too few, no more is asked."""
    if not settings.copies and not settings.answers:
        find_claims(docket, query, texts, budgets.claims, qualifiers=settings.qualifiers)
        return
    asked = question(query)
    passages = [passage(text) for text in texts]
    overlaps = Overlaps(passages)
    if settings.copies:
        find_copies(docket, passages, overlaps, asked, budgets.copies)
    if not _is_closed(docket, len(texts)):
        find_claims(docket, query, texts, budgets.claims, qualifiers=settings.qualifiers)
    if settings.answers and not _is_closed(docket, len(texts)):
        find_answers(docket, passages, overlaps, asked, budgets.reading, budgets.answers)
    if settings.answers and not _is_closed(docket, len(texts)):
        find_states(docket, passages, asked, budgets.states)


def _is_closed(docket: Docket, chunks: int) -> bool:
    return docket.unexamined != 0 and docket.unexamined | docket.disputed == all_below(chunks)


def _of_the_version(query: str, texts: Mapping[int, str], sources: Mapping[int, str]) -> Mapping[int, str]:
    """Return the texts without those whose path has another version than the query names (`in v1`)."""
    asked = [version_of(match[1]) for match in _ASKED_VERSION.finditer(fold(query[:MAX_QUERY_CHARS]))]
    if not asked:
        return texts
    versions = {pos: found[1] for pos in texts if (found := path_version(sources[pos])) is not None}
    if not any(version in asked for version in versions.values()):
        return texts
    return {pos: text for pos, text in texts.items() if versions.get(pos, asked[0]) in asked}


_ASKED_VERSION = lazy(r"(?<![^\W_])(?:v|version )([0-9]{1,6}(?:\.[0-9]{1,6}){0,3})(?![\w])")

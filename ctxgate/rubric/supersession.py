"""Supersession: which chunks does a newer one of the same subject contradict?

A newer chunk takes an older one down when it would be allowed itself, when trustworthy dates tell for certain
which is the newer, and when the two disagree: they bind other quantities to one entity, or one is a revised
version of the other's passage. What a text says of its own date makes it older, never newer. A query about the
past is not answered by the newest: what came later takes nothing down, and is taken down itself. Nor does what
is of another year, version or model than the query asks for: where it contradicts an older chunk that is what the
query asks for, it goes down itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from ctxgate.policy.model import Policy
from ctxgate.rows import Finding
from ctxgate.rubric.ages import Candidate, ages_of
from ctxgate.rubric.asked import Asked
from ctxgate.rubric.budget import Budgets, Left
from ctxgate.text.dates import path_version

if TYPE_CHECKING:
    from ctxgate.text.stated import Past


class Superseded(NamedTuple):
    """For each chunk the finding that another one of another time contradicts it, or None; and for those that were
    not compared with all others, by position, what was not.
    """

    found: list[Finding | None]
    left: Left


def superseded(
    candidates: Sequence[Candidate], query: str, policy: Policy, budgets: Budgets | None = None
) -> Superseded:
    """Find the chunks that another one of another time contradicts.

    Claims are compared across sources where they are about an entity of the query, else inside one source.
    """
    budgets = Budgets.of_a_batch() if budgets is None else budgets
    left: Left = {}
    found = _by_newer(candidates, query, policy, budgets, left)
    if policy.temporal_fit.record_words and len(candidates) > 1:
        from ctxgate.rubric import records  # noqa: PLC0415  (what is not asked for is not imported)

        records.outdated(found, candidates, query, policy, budgets.records, left)
    return Superseded(found, left)


def _by_newer(
    candidates: Sequence[Candidate], query: str, policy: Policy, budgets: Budgets, left: Left
) -> list[Finding | None]:
    nothing: list[Finding | None] = [None] * len(candidates)
    points = policy.points.get("superseded", 0.0)
    if not points or len(candidates) < 2:
        return nothing
    settings = policy.temporal_fit
    ages = ages_of(candidates, policy)
    if sum(1 for one, age in zip(candidates, ages, strict=True) if age.old or path_version(one.source)) < 2:
        return nothing  # there is nothing that one of them could be newer than
    past = _past(query) if settings.past_queries else None
    if past is not None and past.year is None:
        return nothing  # it asks about the past and not about which: each version may be meant
    asked = Asked.of(query, past) if settings.past_queries else Asked()
    dated = [i for i, age in enumerate(ages) if age.old]
    found: list[Finding | None] = nothing
    marks = asked.marks(candidates, ages)
    if len(dated) > 1 and any(candidates[i].standing and ages[i].new for i in dated):
        from ctxgate.rubric import dated_claims  # noqa: PLC0415  (what is not asked for is not imported)

        found = dated_claims.contradicted(
            candidates, ages, dated, query, asked, marks, policy, budgets.claims, left
        )
    if settings.revisions:
        from ctxgate.rubric import versions  # noqa: PLC0415

        versions.revised(found, candidates, ages, query, asked, marks, policy, budgets.revisions, left)
    return found


def _past(query: str) -> Past | None:
    from ctxgate.text.stated import asked_past  # noqa: PLC0415

    return asked_past(query)

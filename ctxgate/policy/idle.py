"""What of a policy cannot have any effect, since another of its settings leaves it nothing to do."""

from __future__ import annotations

from ctxgate.policy.model import Policy
from ctxgate.policy.reasons import GAINS, POINTED, REASONS
from ctxgate.policy.settings import effective

_BY_RULES = tuple(
    code
    for code in POINTED
    if REASONS[code].given_by == "instruction_hygiene"
    and code not in ("instruction_override", "hidden_text", "encoded_payload", "learned_injection")
)
"""The codes that only the package's rules give."""


def idle(policy: Policy) -> dict[str, str]:
    """Return for each setting that has no effect on any score or prompt, by its dotted name, why.

    A switch that is off, a list without entries and 0 points need no reason. Some settings have no effect in part,
    as a list has where an entry stands in it twice: then the reason says which part.
    """
    found: dict[str, str] = {}
    for part in (_topic, _time, _hygiene, _source, _gate, _bands, _twice):
        for name, why in part(policy).items():
            found.setdefault(name, why)
    values = effective(policy)
    return {name: why for name, why in found.items() if values[name] not in (0, False, None, ())}


def _topic(policy: Policy) -> dict[str, str]:
    points, found = policy.points, {}
    if not points["lexical_overlap"]:
        found["topical_overlap.entity_weight"] = "points.lexical_overlap is 0, so entities are all there is"
    if not points["lexical_overlap"] and not points["entity_overlap"]:
        why = "neither entity_overlap nor lexical_overlap has points, so overlap is not looked at"
        found |= dict.fromkeys(("topical_overlap.full", "topical_overlap.floor", "points.off_topic"), why)
    if not points["off_topic"]:
        found["topical_overlap.floor"] = "points.off_topic is 0"
    if not policy.topical_overlap.floor:
        found["points.off_topic"] = "topical_overlap.floor is 0, and nothing is below it"
    return found


def _time(policy: Policy) -> dict[str, str]:
    points, fit = policy.points, policy.temporal_fit
    found: dict[str, str] = {}
    if not points["stale_year"]:
        why = "points.stale_year is 0"
        found |= dict.fromkeys(("temporal_fit.stale_years", "temporal_fit.record_words"), why)
    if not fit.stale_years and not fit.record_words:
        found["points.stale_year"] = "neither temporal_fit.stale_years nor record_words has an entry"
    if not fit.as_of:
        why = "temporal_fit.as_of is not set, so age costs nothing"
        found |= dict.fromkeys(("points.aged", "temporal_fit.half_life_days"), why)
    elif not points["aged"]:
        found["temporal_fit.half_life_days"] = "points.aged is 0"
    if not points["superseded"]:
        why = "points.superseded is 0, so no chunk is held against a newer one"
        found |= dict.fromkeys(
            ("points.postdates", "temporal_fit.revisions", "temporal_fit.past_queries"), why
        )
        if not (fit.as_of and points["aged"]):
            found["temporal_fit.stated_dates"] = why
    elif not fit.past_queries:
        found["points.postdates"] = "temporal_fit.past_queries is off"
    records = fit.record_words and points["stale_year"]
    if not points["aged"] and not records and not (points["superseded"] and fit.revisions):
        found["temporal_fit.as_of"] = (
            "nothing asks for an age: points.aged is 0, records and revisions are off"
        )
    return found


def _hygiene(policy: Policy) -> dict[str, str]:
    points, settings = policy.points, policy.instruction_hygiene
    found: dict[str, str] = {}
    if not settings.rules:
        found |= {f"points.{code}": "instruction_hygiene.rules is off" for code in _BY_RULES}
        if not settings.patterns:
            found["points.instruction_override"] = "instruction_hygiene has no patterns, and rules is off"
    if not settings.learned:
        found["points.learned_injection"] = "instruction_hygiene.learned is off"
    if not settings.rules and not settings.learned:
        why = "instruction_hygiene.rules and learned are off"
        found |= dict.fromkeys(
            ("points.hidden_text", "points.encoded_payload", "instruction_hygiene.threshold"), why
        )
        if not settings.patterns:
            found["instruction_hygiene.veto"] = f"{why}, and there are no patterns"
    if not settings.veto:
        why = "instruction_hygiene.veto is off, and {} 0 points"
        if not points["instruction_override"]:
            found["instruction_hygiene.patterns"] = why.format("points.instruction_override has")
        given = [code for code in POINTED if REASONS[code].given_by == "instruction_hygiene" and points[code]]
        if not given:
            for switch in ("rules", "learned", "threshold"):
                found[f"instruction_hygiene.{switch}"] = why.format("all codes of the check have")
    return found


def _source(policy: Policy) -> dict[str, str]:
    points, cited = policy.points, policy.citeability
    found: dict[str, str] = {}
    tiers = [f"citeability.tiers.{kind}" for kind in cited.tiers.__struct_fields__]
    if cited.suffixes:
        found |= dict.fromkeys(tiers, "citeability.suffixes decide")
    elif not points["citeable_source"] and not points["uncited_source"]:
        found |= dict.fromkeys(tiers, "citeable_source and uncited_source have 0 points")
    if not cited.exclude and not cited.draft_words and not cited.talk_words:
        found["points.draft_source"] = "citeability.exclude, draft_words and talk_words have no entry"
    if not cited.suffixes and not any(getattr(cited.tiers, kind) for kind in cited.tiers.__struct_fields__):
        found["points.citeable_source"] = "all citeability.tiers are 0, and there are no suffixes"
    if not points["citeable_source"] and not points["uncited_source"]:
        found["citeability.suffixes"] = "citeable_source and uncited_source have 0 points"
    if not points["citeable_source"] and not points["draft_source"] and not points["uncited_source"]:
        why = "citeable_source, draft_source and uncited_source have 0 points"
        found |= dict.fromkeys(
            (f"citeability.{key}" for key in ("exclude", "draft_words", "talk_words")), why
        )
    return found


def _gate(policy: Policy) -> dict[str, str]:
    if policy.conflict.enabled:
        return {}
    why = "conflict.enabled is off"
    found = {"conflict.copies": why, "conflict.answers": f"{why}; it only words the question for the user"}
    if not policy.points["superseded"]:  # a newer chunk is held against the older one by the same kinds
        found["conflict.qualifiers"] = why
    return found | ({"prompt.conflicts": why} if policy.prompt.conflicts == "block" else {})


def _bands(policy: Policy) -> dict[str, str]:
    bands, found = policy.bands, {}
    most = most_points(policy)
    for name, bound in (
        ("isolate", bands.isolate),
        ("allow_with_citation", bands.allow_with_citation),
        ("allow", bands.allow),
    ):
        if bound > most:
            found[f"bands.{name}"] = f"no score can reach it: the points add up to {most:g} at most"
    if bands.isolate == bands.allow_with_citation:
        found.setdefault("bands.isolate", "allow_with_citation begins at the same score")
    if bands.allow_with_citation == bands.allow:
        found.setdefault("bands.allow_with_citation", "allow begins at the same score")
    return found


def most_points(policy: Policy) -> float:
    """Return the highest score that a chunk can have under a policy, 0..1."""
    cited = policy.citeability
    best = (
        1.0 if cited.suffixes else max(getattr(cited.tiers, kind) for kind in cited.tiers.__struct_fields__)
    )
    gains = [policy.points[code] * (best if code == "citeable_source" else 1.0) for code in GAINS]
    return round(min(1.0, sum(sorted(gains))), 3)


def _twice(policy: Policy) -> dict[str, str]:
    found = {}
    for name, value in effective(policy).items():
        if not isinstance(value, tuple):
            continue
        # In a pattern \b and \B are two things, so only there case matters.
        keys = [str(entry) if name.endswith(".patterns") else str(entry).lower() for entry in value]
        again = sorted({i for i, key in enumerate(keys, 1) if key in keys[: i - 1]})
        if again:
            which = ", ".join(map(str, again[:5])) + (", …" if len(again) > 5 else "")
            found[name] = f"number {which} stands in the list already"
    return found

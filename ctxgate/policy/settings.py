"""Every setting of a policy: what it means, its range, and which of its values are stricter. The only such table.

`policy show` prints it as comments, the loader takes the ranges from it, and `ctxgate.policy.compare` the directions.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

import msgspec

from ctxgate.policy.model import Policy
from ctxgate.policy.reasons import GAINS, POINTED, REASONS

Value = float | int | bool | str | tuple[str, ...] | tuple[int, ...] | None

Stricter = Literal["higher", "lower", "true", "false", "longer", "endings", "omit", "isolate", "neither"]
"""Which values of a setting let less pass: for numbers `higher` or `lower` ones, for switches `true` or `false`, for
lists `longer` ones (all that the other has, and more), for choices the one that is named. `endings` let more pass where
a source may end in what no file does. `neither`: each value lets something else pass."""


class Setting(NamedTuple):
    """One setting. `low` and `high` bound a number, or each number of a list; `open_at` is a value that lets more pass
    although its direction would call it strict.
    """

    meaning: str
    stricter: Stricter
    low: float | None = None
    high: float | None = None
    choices: tuple[str, ...] = ()
    open_at: float | None = None

    @property
    def range(self) -> str:
        """The values that it can have, in words; empty where its type says it all."""
        if self.choices:
            return " or ".join(f'"{choice}"' for choice in self.choices)
        return "" if self.low is None or self.high is None else f"{plain(self.low)} to {plain(self.high)}"


def plain(number: float) -> str:
    """Return a number without an exponent, and without a point where it is whole."""
    return str(int(number)) if number == int(number) else str(number)


def _points(code: str) -> Setting:
    meaning = REASONS[code].meaning
    if code == "lexical_overlap":
        more = f"Gained where {meaning}; with 0 no word is looked at, and each chunk is measured by itself"
        return Setting(more, "lower", 0, 1, open_at=0.0)
    if code in GAINS:
        return Setting(f"Gained where {meaning}", "lower", 0, 1)
    return Setting(f"Lost where {meaning}", "lower", -1, 0)


def _tier(kind: str) -> Setting:
    return Setting(f"How well {kind} can be opened; times the points of citeable_source", "lower", 0, 1)


SETTINGS: dict[str, Setting] = {
    "bands.isolate": Setting("Lowest score that is isolated; below it a chunk is dropped", "higher", 0, 1),
    "bands.allow_with_citation": Setting(
        "Lowest score that is allowed, to be cited; not below isolate", "higher", 0, 1
    ),
    "bands.allow": Setting(
        "Lowest score that is allowed in full; not below allow_with_citation", "higher", 0, 1
    ),
    **{f"points.{code}": _points(code) for code in POINTED},
    "topical_overlap.entity_weight": Setting(
        "Weight of an entity of the query against a rare plain word", "higher", 0, 100
    ),
    "topical_overlap.full": Setting(
        "Share of the query's weight that counts as complete: the best chunk of a batch must meet it, or all lose "
        "in proportion",
        "higher",
        0.02,  # with less, one common word would be all of a query
        1,
    ),
    "topical_overlap.floor": Setting("Overlap below which a chunk is off topic", "higher", 0, 1),
    "temporal_fit.stale_years": Setting("Years that count as stale wherever they stand", "longer", 1, 9999),
    "temporal_fit.record_words": Setting(
        "Path words of sources that record the past; the years of such a path count as stale where another chunk "
        "has other quantities of what the query names, unless the query names the year",
        "longer",
    ),
    "temporal_fit.as_of": Setting(
        'The day that age is measured against, and past which no date is believed: "2026-01-31"; "" for none, when '
        "age costs nothing",
        "neither",
    ),
    "temporal_fit.half_life_days": Setting(
        "Days after which age costs half of the points of aged; nothing without as_of", "lower", 1, 1_000_000
    ),
    "temporal_fit.revisions": Setting(
        "A newer version of the same passage supersedes an older one, not only other quantities do", "true"
    ),
    "temporal_fit.stated_dates": Setting("What a text says of its own date makes it older", "true"),
    "temporal_fit.past_queries": Setting(
        "A query about the past is not answered by the newest, nor one about a year, a version or a model by the "
        "next one",
        "true",
    ),
    "instruction_hygiene.patterns": Setting(
        "Your own RE2 patterns, matched in any case: a match is an instruction", "longer"
    ),
    "instruction_hygiene.rules": Setting("The package's rules read the text in all its views", "true"),
    "instruction_hygiene.learned": Setting("The package's learned weights read it as well", "true"),
    "instruction_hygiene.threshold": Setting(
        "Evidence of rules and weights above which hygiene falls below 0.5; fitted for 100",
        "lower",
        20,
        1000,
    ),
    "instruction_hygiene.veto": Setting(
        "A chunk whose hygiene is below 0.5 is dropped, whatever else it scored", "true"
    ),
    "citeability.suffixes": Setting(
        "Endings that a citeable source must have; with none the kinds of tiers decide", "endings"
    ),
    "citeability.exclude": Setting("Letters that no citeable source has anywhere", "longer"),
    "citeability.draft_words": Setting(
        "Path words that mark a draft by their place: drafts/x.md, not help/drafts.md", "longer"
    ),
    "citeability.talk_words": Setting(
        "Path words that mark a chat by their place: chat/7.md, not docs/chat/setup.md", "longer"
    ),
    "citeability.tiers.url": _tier("an address on the web"),
    "citeability.tiers.file": _tier("a file"),
    "citeability.tiers.path": _tier("a path without a file's ending"),
    "citeability.tiers.issue": _tier("an issue"),
    "citeability.tiers.registered": _tier("a registered document (an RFC)"),
    "citeability.tiers.document_id": _tier("the id of a document"),
    "conflict.enabled": Setting(
        "Allowed chunks that contradict each other are isolated; off, they stand side by side", "true"
    ),
    "conflict.qualifiers": Setting(
        "Kinds of one thing are told apart and do not contradict: express and standard shipping", "false"
    ),
    "conflict.copies": Setting("Edited copies of a passage contradict each other", "true"),
    "conflict.answers": Setting(
        "What chunks answer to who, when, where, how many or what, what they deny and which states they name is "
        "compared, and a chunk that says it tells of another world is taken down",
        "true",
    ),
    "conflict.judge": Setting(
        "The judge, where one is asked at all, is asked about pairs that the rules leave undecided", "true"
    ),
    "prompt.max_chars": Setting("Characters of each chunk that the prompt takes", "lower", 200, 100_000),
    "prompt.conflicts": Setting(
        "Chunks that contradict each other are left out, or stand in a second block that an answer must not rely on",
        "omit",
        choices=("omit", "block"),
    ),
    "judge.on_failure": Setting(
        "Most open action of a chunk whose judge was asked and failed",
        "isolate",
        choices=("allow_with_citation", "isolate"),
    ),
}
"""Each setting by its dotted name, in the order in which a policy is shown."""


def effective(policy: Policy) -> dict[str, Value]:
    """Return the value of every setting of a policy by its dotted name, in the order of `SETTINGS`."""
    found = dict(_leaves(policy, ""))
    return {name: found[name] for name in SETTINGS}


def _leaves(table: msgspec.Struct, prefix: str) -> Iterator[tuple[str, Value]]:
    for key in table.__struct_fields__:
        value = getattr(table, key)
        if isinstance(value, msgspec.Struct):
            yield from _leaves(value, f"{prefix}{key}.")
        elif isinstance(value, dict):
            yield from ((f"{prefix}{key}.{code}", points) for code, points in value.items())
        else:
            yield prefix + key, value

"""A policy examined: what it extends, what it is weaker in than `standard`, and what of it has no effect."""

from __future__ import annotations

from typing import Any, NamedTuple

from ctxgate.policy.compare import Weaker, weaker
from ctxgate.policy.idle import idle
from ctxgate.policy.load import Read
from ctxgate.policy.settings import SETTINGS, Value, effective


class Examined(NamedTuple):
    """What there is to say of a policy.

    `base` is the policy that it extends, None for a built-in one; `named` tells whether it names it itself. `inherited`
    are the settings that come from there, with their values; `idle` the settings without effect, with why.
    """

    fingerprint: str
    base: str | None
    named: bool
    inherited: dict[str, Value]
    weaker: list[Weaker]
    idle: dict[str, str]

    def as_json(self) -> dict[str, Any]:
        """Return all but the fingerprint as values that JSON has."""
        return {
            "extends": self.base,
            "extends_by_default": self.base is not None and not self.named,
            "inherited": self.inherited,
            "weaker": [
                {"setting": name, "value": value, "standard": theirs} for name, value, theirs in self.weaker
            ],
            "idle": [{"setting": name, "why": why} for name, why in self.idle.items()],
        }


def examine(read: Read) -> Examined:
    """Examine a policy. Of settings without effect those are listed that it states itself, and bands out of reach."""
    own = read.statement.own
    values = effective(read.policy)
    without_effect = idle(read.policy)
    return Examined(
        read.policy.fingerprint(),
        read.base,
        read.statement.extends is not None,
        {name: value for name, value in values.items() if read.base is not None and name not in own},
        weaker(read.policy),
        {
            name: without_effect[name]
            for name in SETTINGS
            if name in without_effect and (name in own or name.startswith("bands."))
        },
    )

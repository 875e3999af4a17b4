"""What of a policy is weaker than `standard`: which of its settings let something pass that `standard` keeps out."""

from __future__ import annotations

from typing import NamedTuple, cast

from ctxgate.policy.idle import idle
from ctxgate.policy.model import Policy
from ctxgate.policy.settings import SETTINGS, Setting, Value, effective
from ctxgate.text.sources import kind_of


class Weaker(NamedTuple):
    """A setting that is weaker than that of `standard`, with both values."""

    name: str
    value: Value
    standard: Value


def weaker(policy: Policy) -> list[Weaker]:
    """List the settings of a policy that are weaker than those of `standard`, in the order of `SETTINGS`.

    Each is looked at by itself. One that has no effect in `standard` (how fast age costs, where it costs nothing)
    takes nothing away from it.
    """
    standard = Policy()
    without_effect = idle(standard)
    theirs = effective(standard)
    return [
        Weaker(name, value, theirs[name])
        for name, value in effective(policy).items()
        if name not in without_effect and _is_weaker(SETTINGS[name], value, theirs[name])
    ]


def _is_weaker(setting: Setting, value: Value, standard: Value) -> bool:
    if setting.stricter == "neither" or value == standard:
        return False
    if setting.open_at is not None and value == setting.open_at:
        return True
    if setting.stricter in ("higher", "lower"):
        one, other = cast("float", value), cast("float", standard)
        return one < other if setting.stricter == "higher" else one > other
    if setting.stricter in ("true", "false"):
        return value is (setting.stricter == "false")
    if setting.stricter == "longer":
        have = _folded(cast("tuple[str, ...]", value))
        return not _folded(cast("tuple[str, ...]", standard)) <= have
    if setting.stricter == "endings":
        # Where words with the ending are what `standard` takes for a file, the ending admits no other source.
        return any(
            kind_of(f"plain words{end.lower()}")[0] != "file" for end in cast("tuple[str, ...]", value)
        )
    return value != setting.stricter


def _folded(entries: tuple[str, ...]) -> set[str]:
    return {str(entry).lower() for entry in entries}

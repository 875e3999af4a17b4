"""What is wrong with a policy whose values have the right types."""

from __future__ import annotations

import datetime
import math
from collections.abc import Iterator

from ctxgate.policy.model import Policy
from ctxgate.policy.reasons import GAINS
from ctxgate.policy.settings import SETTINGS, Value, effective, plain

MAX_ENTRIES = 200
MAX_ENTRY_CHARS = 2000
"""How many entries a list may have, and how long each may be: RE2 is linear in the text, not in the patterns."""


def faults(policy: Policy) -> Iterator[str]:
    """Yield what is out of range, in words that name the setting."""
    bands = policy.bands
    rising = (0.0, bands.isolate, bands.allow_with_citation, bands.allow, 1.0)
    if not all(math.isfinite(bound) for bound in rising) or list(rising) != sorted(rising):
        yield (
            "bands: the bounds must rise from isolate over allow_with_citation to allow, within 0 and 1; "
            f"they are {', '.join(f'{bound:g}' for bound in rising[1:-1])}"
        )
    for code, points in policy.points.items():
        if not -1 <= points <= 1:
            yield f"points.{code}: {points} is not within -1 and 1"
        elif points < 0 if code in GAINS else points > 0:
            speaks = "for" if code in GAINS else "against"
            yield f"points.{code}: {points} is of the wrong sign: the code speaks {speaks} a chunk"
    for name, value in effective(policy).items():
        yield from _of_setting(name, value)
    if policy.conflict.judge and not policy.conflict.enabled:
        yield "conflict.judge: the judge is asked about no pair while conflict.enabled is false"
    if policy.temporal_fit.as_of is not None and not _is_date(policy.temporal_fit.as_of):
        yield 'temporal_fit.as_of must be a date such as "2026-01-31"'


def _of_setting(name: str, value: Value) -> Iterator[str]:
    setting, entries = SETTINGS[name], value if isinstance(value, tuple) else (value,)
    if len(entries) > MAX_ENTRIES or any(len(str(entry)) > MAX_ENTRY_CHARS for entry in entries):
        yield f"{name}: at most {MAX_ENTRIES} of at most {MAX_ENTRY_CHARS} characters each"
    if (
        isinstance(value, tuple)
        and name != "instruction_hygiene.patterns"
        and "" in map(str.strip, map(str, value))
    ):
        yield f"{name}: an empty word stands in every source"
    if setting.low is None or setting.high is None or name.startswith(("bands.", "points.")):
        return
    if not all(setting.low <= float(number or 0) <= setting.high for number in entries):
        yield f"{name} must be within {plain(setting.low)} and {plain(setting.high)}"


def _is_date(text: str) -> bool:
    try:
        return len(text) == len("2026-01-31") and bool(datetime.date.fromisoformat(text))
    except ValueError:
        return False

"""What `policy check` says of a policy, in lines for people."""

from __future__ import annotations

import shlex
import textwrap
from collections.abc import Iterable, Iterator, Mapping

from ctxgate.policy.examine import Examined
from ctxgate.policy.settings import SETTINGS, Value
from ctxgate.text.visible import shortened, visible

WIDTH = 80
MAX_LISTED = 6
"""Settings that are listed unasked; of more the first ones, and how many there are."""


def lines(name: str, found: Examined, *, every: bool = False) -> list[str]:
    """Return the lines: the fingerprint first, then what it extends, what is weaker, and what has no effect.

    With `every` each setting is listed, those that come from the policy that it extends as well.
    """
    said = [f"{visible(name)}: good, {found.fingerprint}"]
    said += _inheritance(found, every=every)
    said += _weakness(name, found, every=every)
    if found.idle:
        said.append("without effect on any score or prompt:")
        said += _by_reason(found.idle)
    return said


def _inheritance(found: Examined, *, every: bool) -> Iterator[str]:
    base, count = found.base, len(found.inherited)
    if base is None:
        return
    if count == len(SETTINGS):
        yield f"sets nothing, so it is {base}"
        return
    how = f"extends {base}" if found.named else f"names no policy that it extends, which makes it {base}"
    tables = dict.fromkeys(setting.partition(".")[0] for setting in found.inherited)
    where = f" ({', '.join(tables)})" if tables else ""
    yield from _wrapped(f"{how}; {count} of {len(SETTINGS)} settings come from there{where}", "")
    if every:
        for setting, value in found.inherited.items():
            yield from _wrapped(f"{setting} = {_shown(value)}")


def _weakness(name: str, found: Examined, *, every: bool) -> Iterator[str]:
    if not found.weaker:
        yield "weaker than standard in no setting"
        return
    count = len(found.weaker)
    yield f"weaker than standard in {count} setting{'' if count == 1 else 's'}:"
    shown = count if every or count <= MAX_LISTED else MAX_LISTED - 1
    # What is switched off comes first: it says most.
    for setting, value, theirs in sorted(found.weaker, key=lambda w: not isinstance(w.value, bool))[:shown]:
        yield from _wrapped(f"{setting} = {_shown(value)}, in standard {_shown(theirs)}")
    if shown < count:
        yield f"  and {count - shown} more: `ctxgate policy check --all {visible(shlex.quote(name))}`"


def _by_reason(idle: Mapping[str, str]) -> Iterator[str]:
    grouped: dict[str, list[str]] = {}
    for setting, why in idle.items():
        grouped.setdefault(why, []).append(setting)
    for why, settings in grouped.items():
        yield from _wrapped(f"{', '.join(_listed(settings))}: {why}")


def _listed(settings: Iterable[str]) -> Iterator[str]:
    """Name the table of each setting once."""
    before = ""
    for setting in settings:
        table, _, key = setting.rpartition(".")
        yield setting if table != before else key
        before = table


def _wrapped(text: str, indent: str = "  ") -> list[str]:
    return textwrap.wrap(
        text, WIDTH, initial_indent=indent, subsequent_indent=indent + "  ", break_on_hyphens=False
    )


def _shown(value: Value) -> str:
    if isinstance(value, tuple):
        listed = ", ".join(map(str, value))
        return f"[{shortened(listed, 60)}]"
    if isinstance(value, bool):
        return "true" if value else "false"
    return '""' if value is None else str(value)

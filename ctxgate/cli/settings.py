"""The optional `ctxgate.toml` of the current folder: defaults below flags and environment.

A folder that one downloads must not be able to send text or keys anywhere, nor move the log: those
settings come from a flag or the environment alone, and this file is refused when it names them.
"""

from __future__ import annotations

import difflib
import os
from pathlib import Path
from typing import Any

from ctxgate.errors import InputError
from ctxgate.text.visible import shortened, visible

FILE = "ctxgate.toml"

KNOWN: dict[str, tuple[type, tuple[str, ...]]] = {
    "policy": (str, ("score", "run", "eval")),
    "jobs": (int, ("run",)),
    "strict": (bool, ("capture", "run")),
    "judge_limit": (int, ("score", "run")),
    "judge_jobs": (int, ("score", "run")),
}
"""Setting → its type and the commands whose option of that name it presets."""

MAX_BYTES = 64 * 1024
MAX_NAME_CHARS = 1000
"""How large the file may be, and how long a name in it."""

JOBS_PER_CORE = 4
"""So many processes a core at most: a folder that one downloads must not be able to bring a machine to its knees."""

_LEAST = {"jobs": 1, "judge_limit": 0, "judge_jobs": 1}
_MOST = {"jobs": JOBS_PER_CORE * (os.cpu_count() or 1), "judge_limit": 1_000_000_000, "judge_jobs": 64}

_ELSEWHERE = {
    "log": "the log's path comes from --log or CTXGATE_LOG alone",
    "no_log": "whether there is a log is said by a flag or CTXGATE_NO_LOG alone",
    "judge": "a judge is asked for by flag or environment alone",
    "judge_url": "the judge's address comes from a flag or SCORE_API_URL alone",
    "judge_model": "the judge's model comes from a flag or SCORE_API_MODEL alone",
    "score_api_url": "the judge's address comes from a flag or SCORE_API_URL alone",
    "score_api_key": "the judge's key comes from SCORE_API_KEY alone",
    "score_api_model": "the judge's model comes from a flag or SCORE_API_MODEL alone",
}


class Preset(str):
    """A value that an option has from `ctxgate.toml`, and from no flag or variable."""

    __slots__ = ()


def default_map(folder: Path | None = None) -> dict[str, dict[str, Any]]:
    """Return the option defaults by command that `ctxgate.toml` sets; empty when there is no such file.

    Raises InputError for a file that is not TOML, is larger or deeper than settings are, is no ordinary file, names
    an unknown setting, or has a value that a setting cannot have.
    """
    path = (folder or Path()) / FILE
    if not os.path.lexists(path):
        return {}
    from ctxgate.toml import TomlError, loads, read_text

    try:
        settings = loads(read_text(path, MAX_BYTES, "larger than 64 KB, which no settings are"))
    except TomlError as e:
        raise InputError(str(e), where=FILE, todo=_ASIDE) from None
    except OSError as e:
        raise InputError(f"cannot be read: {e.strerror}", where=FILE, todo=_ASIDE) from None
    defaults: dict[str, dict[str, Any]] = {}
    for key, value in settings.items():
        plain = key.lower().replace("-", "_")
        if plain in _ELSEWHERE:
            raise InputError(f"{key!r} cannot be set here: {_ELSEWHERE[plain]}", where=FILE)
        if key not in KNOWN:
            near = difflib.get_close_matches(key, KNOWN, 1)
            advice = f"Nearest known: {near[0]}." if near else f"Known: {', '.join(KNOWN)}."
            raise InputError(f"unknown setting {key!r}", where=FILE, todo=advice)
        kind, commands = KNOWN[key]
        if type(value) is not kind:
            raise InputError(f"{key} must be {_KIND[kind].format(key)}", where=FILE)
        if isinstance(value, int) and key in _LEAST and value < _LEAST[key]:
            raise InputError(f"{key} must be {_LEAST[key]} or more", where=FILE)
        if isinstance(value, int) and key in _MOST and value > _MOST[key]:
            here = f" on this machine, {JOBS_PER_CORE} a core" if key == "jobs" else ""
            raise InputError(f"{key} must be {_MOST[key]} or less{here}", where=FILE)
        if isinstance(value, str) and not _is_name(value):
            raise InputError(f"{key} is no name: {shortened(value, 40)!r}", where=FILE)
        for command in commands:
            defaults.setdefault(command, {})[key] = value
    return defaults


def _is_name(text: str) -> bool:
    # `--help` shows it as it stands.
    return 0 < len(text) <= MAX_NAME_CHARS and text.isprintable() and visible(text) == text


_ASIDE = f"Mend {FILE}, or move it away: without it the defaults hold."

_KIND = {
    str: 'a string, as in {} = "workshop"',
    int: "a whole number, as in {} = 2",
    bool: "true or false, as in {} = true",
}

"""What an environment check finds, in words: facts in, findings with their remedies out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

Verdict = Literal["good", "note", "bad"]
"""`note` is worth knowing and stops nothing; `bad` has to be mended before the class."""

OLDEST = (3, 11)
"""The oldest Python that ctxgate runs on."""


class Finding(NamedTuple):
    """One thing that was looked at. `remedy` is empty where all is good."""

    what: str
    verdict: Verdict
    found: str
    remedy: str = ""


def python(version: Sequence[int], executable: str) -> Finding:
    """Judge the Python that runs the tool: version as (major, minor, micro), and its path."""
    found = f"{'.'.join(map(str, version[:3]))} ({executable or 'no executable'})"
    if tuple(version[:2]) < OLDEST:
        return Finding(
            "Python", "bad", found, "Install Python 3.11 or newer and make the environment with it."
        )
    if not executable:
        return Finding(
            "Python", "bad", found, "Exercises start Python anew: run ctxgate from a plain installation."
        )
    return Finding("Python", "good", found)


def terminal(*, is_terminal: bool, term: str, encoding: str, width: int) -> Finding:
    """Judge the terminal: whether there is one, its TERM, its encoding, its width in columns."""
    if not is_terminal:
        return Finding(
            "terminal", "note", "none: output goes to a file or a pipe", "Tables need --table there."
        )
    found = f"{term or 'no TERM'}, {encoding or 'no encoding'}, {width} columns"
    if encoding.lower().replace("-", "") not in ("utf8", "utf8sig"):
        return Finding("terminal", "note", found, "Some signs show as escapes; PYTHONUTF8=1 sets UTF-8.")
    if width < 80:
        return Finding("terminal", "note", found, "Tables fold below 80 columns: make the window wider.")
    if term == "dumb":
        return Finding("terminal", "note", found, "No colour, and the timer prints a line a minute.")
    return Finding("terminal", "good", found)


def write_access(what: str, folder: str, error: str | None) -> Finding:
    """Judge whether files can be made in a folder; `error` says why not."""
    if error is None:
        return Finding(what, "good", f"{folder} can be written")
    remedy = "Work in a folder of your own: `ctxgate init class && cd class`; --log PATH moves the log."
    return Finding(what, "bad", f"{folder}: {error}", remedy)


def log(path: str, *, rows: int | None, unreadable: int = 0, error: str | None = None) -> Finding:
    """Judge the log: how many rows it has (None: there is no log yet), how many lines cannot be read."""
    if error is not None:
        return Finding("log", "bad", error, "Move the file away, or name another log with --log PATH.")
    if rows is None:
        return Finding("log", "good", f"{path}: none yet, the first capture makes it")
    if unreadable:
        lines = f"{unreadable} line" + ("" if unreadable == 1 else "s")
        remedy = "`ctxgate runs` names the lines. What they held is lost; capture that batch again."
        return Finding("log", "note", f"{path}: {rows:,} rows, {lines} that cannot be read", remedy)
    return Finding("log", "good", f"{path}: {rows:,} rows")


def material(missing: Sequence[str]) -> Finding:
    """Judge whether the class is laid out here; `missing` are files of it that are not there."""
    if not missing:
        return Finding("exercises", "good", "laid out in this folder")
    some = ", ".join(missing[:2]) + (", …" if len(missing) > 2 else "")
    remedy = "`ctxgate init` lays out what is missing and leaves the rest alone; or `cd` to the folder of the class."
    return Finding("exercises", "note", f"{len(missing)} files are not here: {some}", remedy)


def settings(error: str | None) -> Finding:
    """Judge the folder's ctxgate.toml; `error` says what is wrong with it."""
    if error is None:
        return Finding("settings", "good", "ctxgate.toml, where there is one, can be used")
    return Finding("settings", "bad", error, "Mend ctxgate.toml, or move it away and type `ctxgate init`.")


def policy(name: str, error: str | None) -> Finding:
    """Judge a policy by its name; `error` says why it cannot be used."""
    if error is None:
        return Finding("policy", "good", f"{name} can be used")
    return Finding(
        "policy",
        "bad",
        f"{name}: {error}",
        "`ctxgate policy check` names the line; or use --policy workshop.",
    )


def judge(
    address: str | None, error: str | None, *, proxy: str | None = None, is_open: bool = False
) -> Finding:
    """Judge the judge: its host and port (None: it is off), and why it cannot be reached.

    `proxy` is host and port of the proxy that is asked in its place; `is_open` says that text and key go
    there unencrypted.
    """
    if address is None and error is None:
        return Finding("judge", "good", "off (SCORE_API_URL is not set); the class needs none")
    way = (address or "SCORE_API_URL") + ("" if proxy is None else f" through the proxy {proxy}")
    if error is not None:
        remedy = "Start it or mend SCORE_API_URL; or `unset SCORE_API_URL`: the class needs no judge."
        return Finding("judge", "bad", f"{way}: {error}", remedy)
    found = f"{way} takes connections; nothing was sent"
    if is_open:
        found += "; what a class sends there can be read on the way (http)"
    return Finding("judge", "good", found)

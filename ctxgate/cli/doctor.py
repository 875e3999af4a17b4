"""`ctxgate doctor`: is this laptop ready for the class?"""

from __future__ import annotations

import os
import shutil
import socket
import sys
from pathlib import Path

import msgspec
import typer

from ctxgate.cli.loading import load_policy
from ctxgate.cli.logfile import open_log
from ctxgate.cli.options import DEFAULT_LOG, Json, LogPath, NoColor
from ctxgate.cli.settings import FILE, default_map
from ctxgate.cli.writing import JsonSink
from ctxgate.errors import AnswerIsNo, CtxgateError
from ctxgate.judge.route import Route
from ctxgate.judge.settings import endpoint
from ctxgate.judge.whereabouts import look_up
from ctxgate.nofollow import stands_below
from ctxgate.workshop import doctor
from ctxgate.workshop.doctor import Finding
from ctxgate.workshop.layout import files

app = typer.Typer(rich_markup_mode=None)

CONNECT_SECONDS = 2.0
"""How long the judge's host may take to accept a connection."""


@app.command("doctor")
def command(log: LogPath = DEFAULT_LOG, json: Json = False, no_color: NoColor = False) -> int:
    """Check the environment: Python, terminal, write access, log, exercises, policies, judge; each with its remedy.

    Exit code 1 when something has to be mended. Nothing is sent to a judge: its host is only asked for a connection.
    """
    findings = [
        doctor.python(sys.version_info[:3], sys.executable),
        doctor.terminal(
            is_terminal=sys.stdout.isatty(),
            term=os.environ.get("TERM", ""),
            encoding=sys.stdout.encoding or "",
            width=shutil.get_terminal_size().columns,
        ),
        doctor.write_access("this folder", ".", _cannot_write(Path())),
        doctor.write_access("log folder", str(log.parent), _cannot_write_log_folder(log)),
        _log(log),
        doctor.material([path.as_posix() for path in files() if not path.exists()]),
        *_policies(),
        _judge(os.environ.get("SCORE_API_URL", "").strip()),
    ]
    if json:
        for finding in findings:
            JsonSink().write((), msgspec.json.encode(finding._asdict()) + b"\n")
    else:
        from ctxgate.render.doctor import print_findings

        print_findings(findings)
    return AnswerIsNo.exit_code if any(finding.verdict == "bad" for finding in findings) else 0


def _cannot_write(folder: Path) -> str | None:
    """Try to make a file in a folder; return why it cannot be made."""
    trial = folder / f".ctxgate-{os.getpid()}"
    try:
        with trial.open("xb"):
            pass
        trial.unlink()
    except OSError as e:
        return (e.strerror or str(e)).lower()
    return None


def _cannot_write_log_folder(log: Path) -> str | None:
    if log is DEFAULT_LOG:
        try:
            stands_below(Path(), log)
        except OSError as e:  # a trial file is made where no link leads
            if e.filename != str(log):
                return (e.strerror or str(e)).lower()
    return _cannot_write(_existing(log.parent))


def _existing(folder: Path) -> Path:
    """Return the nearest folder that is there: the first capture makes those below it."""
    return next((path for path in (folder, *folder.parents) if path.exists()), Path())


def _log(path: Path) -> Finding:
    store = open_log(path)
    if not store.exists():
        return doctor.log(str(path), rows=None)
    try:
        count = sum(1 for _ in store.rows())
        store.check_writable()
    except CtxgateError as e:
        return doctor.log(str(path), rows=None, error=e.what)
    return doctor.log(str(path), rows=count, unreadable=store.warnings.total)


def _policies() -> list[Finding]:
    names, error = ["workshop"], None
    try:
        chosen = default_map().get("score", {}).get("policy")
        if isinstance(chosen, str) and chosen not in names:
            names.append(chosen)
    except CtxgateError as e:
        error = f"{FILE}: {e.what}"
    found = [doctor.settings(error)]
    for name in names:
        try:
            load_policy(name)
        except CtxgateError as e:
            found.append(doctor.policy(name, e.what))
        else:
            found.append(doctor.policy(name, None))
    return found


def _judge(url: str) -> Finding:
    if not url:
        return doctor.judge(None, None)
    try:
        route = Route(endpoint(url))
        stop = route.first_stop
    except CtxgateError as e:
        return doctor.judge(None, e.what)
    return doctor.judge(
        route.shown_host, _cannot_connect(*stop), proxy=route.shown_proxy, is_open=route.is_in_the_open
    )


def _cannot_connect(host: str, port: int) -> str | None:
    """Ask a host for a connection, and nothing else; return why there is none."""
    # Resolved first: a name server that hangs is subject to no timeout of a connection.
    reason = "its name cannot be resolved, or not in time"
    for address in look_up(host, port, CONNECT_SECONDS):
        try:
            socket.create_connection(address[:2], timeout=CONNECT_SECONDS).close()
        except (OSError, UnicodeError) as e:
            told = (
                "no answer in time" if isinstance(e, TimeoutError) else getattr(e, "strerror", None) or str(e)
            )
            reason = told.lower()
        else:
            return None
    return reason

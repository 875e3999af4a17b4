"""`ctxgate score`: captured batches in, a score row for each chunk out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

import typer

from ctxgate.cli.judging import Judge, Judged, JudgeOptions
from ctxgate.cli.loading import load_chosen
from ctxgate.cli.logfile import open_log
from ctxgate.cli.options import (
    DEFAULT_LOG,
    Json,
    JudgeJobs,
    JudgeLimit,
    JudgeModel,
    JudgeUrl,
    LogPath,
    NoColor,
    NoLog,
    PolicyName,
    RequireJudge,
    RunName,
    Stdin,
    Table,
    UseJudge,
    reads_stdin,
)
from ctxgate.cli.rowinput import Work, from_log, from_stream
from ctxgate.cli.writing import Refusals, choose_sink, warn
from ctxgate.log import Log
from ctxgate.policy import NamedPolicy
from ctxgate.rows import encode_all
from ctxgate.steps import Captured, now, score

app = typer.Typer(rich_markup_mode=None)


@app.command("score")
def command(
    dash: Stdin = None,
    run: RunName = None,
    policy: PolicyName = "standard",
    judge: UseJudge = None,
    judge_limit: JudgeLimit = None,
    require_judge: RequireJudge = False,
    judge_url: JudgeUrl = None,
    judge_model: JudgeModel = "default",
    judge_jobs: JudgeJobs = 4,
    log: LogPath = DEFAULT_LOG,
    no_log: NoLog = False,
    json: Json = False,
    table: Table = False,
    no_color: NoColor = False,
) -> int:
    """Score every captured chunk with the rubric of a policy: four checks, no model, reasons for each point.

    When SCORE_API_URL is set a judge is asked besides. It can only close the gate further: the more
    conservative action is kept, and a judge that fails leaves the rubric's.
    """
    streaming = reads_stdin(dash, run, "score")
    rules = load_chosen(policy)
    sink = choose_sink("score", json=json, table=table, policy=rules.policy)
    options = JudgeOptions(judge, judge_url, judge_model, judge_limit, judge_jobs, require_judge)
    store, asked = open_log(log), Judge(options, rules.policy)
    chosen = None if streaming else store.resolve("last" if run is None else run)
    work = from_stream() if chosen is None else from_log(store, chosen)
    known_in = None if no_log and streaming else store
    all_batches = None if chosen is None else lambda: _captured(from_log(store, chosen))
    refusals, done = Refusals(), 0
    try:
        for tag, judgements in asked.judge(((item, item.captured) for item in work), known_in, all_batches):
            item, added = cast(Work, tag), b""
            if item.error is not None:
                refusals.add(item.error)
            elif item.captured is not None:
                scored = score(item.captured, rules, at=now(), judgements=judgements, required=asked.required)
                try:
                    scored = asked.with_pairs(item.captured, scored)
                except KeyboardInterrupt:
                    if not no_log:  # what was judged of single chunks need not be asked for again
                        store.append(encode_all(scored))
                    raise
                added = encode_all(scored)
                if added and not no_log:
                    store.append(added)
                done += 1
            sink.write(item.given, added)
    except KeyboardInterrupt:
        if not no_log:
            _keep(asked.rescued(), store, rules, required=asked.required)
        raise
    finally:
        asked.close()
    sink.close()
    store.close()
    warn(store.warnings)
    code = refusals.exit_code(done)
    asked.check()
    return code


def _captured(work: Iterator[Work]) -> Iterator[Captured]:
    return (item.captured for item in work if item.captured is not None)


def _keep(rescued: list[Judged], store: Log, rules: NamedPolicy, *, required: bool) -> None:
    """Write what was judged before an interruption: it need not be asked for again."""
    for tag, judgements in rescued:
        captured = cast(Work, tag).captured
        if captured is not None:
            rows = score(captured, rules, at=now(), judgements=judgements, required=required)
            if rows:
                store.append(encode_all(rows))

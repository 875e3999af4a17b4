"""`ctxgate run`: capture, score and gate in one process, for whole corpora."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Annotated, cast

import typer

from ctxgate.batch import Batch
from ctxgate.cli.judging import Judge, JudgeOptions, Work
from ctxgate.cli.loading import load_chosen
from ctxgate.cli.logfile import open_log
from ctxgate.cli.options import (
    DEFAULT_LOG,
    AskJudge,
    Files,
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
    Strict,
    Table,
)
from ctxgate.cli.reading import open_inputs, read_batches, read_strictly
from ctxgate.cli.writing import Refusals, choose_sink, progress
from ctxgate.errors import UsageError
from ctxgate.log import Log
from ctxgate.policy import NamedPolicy
from ctxgate.rows import encode_all
from ctxgate.steps import Captured, capture, gate_scored, new_run, now, recall_batch, run_batch, score

app = typer.Typer(rich_markup_mode=None)

Job = tuple[int, Batch]

Done = tuple[bytes, bytes]
"""The rows of a batch: those that are in the log already, and those that are not."""


@app.command("run")
def command(
    files: Files = None,
    policy: PolicyName = "standard",
    jobs: Annotated[
        int,
        typer.Option("--jobs", "-j", envvar="CTXGATE_JOBS", min=1, metavar="N", help="Work in N processes."),
    ] = 1,
    judge: AskJudge = None,
    judge_limit: JudgeLimit = None,
    require_judge: RequireJudge = False,
    judge_url: JudgeUrl = None,
    judge_model: JudgeModel = "default",
    judge_jobs: JudgeJobs = 4,
    log: LogPath = DEFAULT_LOG,
    no_log: NoLog = False,
    strict: Strict = False,
    json: Json = False,
    table: Table = False,
    no_color: NoColor = False,
) -> int:
    """Capture, score and gate batches in one go; same rows as the three steps, batch after batch."""
    names = open_inputs(files, "run")
    sink = choose_sink("gate", json=json, table=table)
    rules, run = load_chosen(policy), new_run()
    # Here a judge is asked only when a flag says so: a corpus is many calls.
    options = JudgeOptions(
        require_judge if judge is None else judge,
        judge_url,
        judge_model,
        judge_limit,
        judge_jobs,
        require_judge,
    )
    store, asked = None if no_log else open_log(log), Judge(options, rules.policy)
    if asked.is_on and jobs > 1:
        raise UsageError("a judge is asked from one process: --jobs and --judge exclude each other")
    refusals, done = Refusals(), 0
    batches = _numbered(names, strict, refusals)
    with contextlib.closing(asked), progress("batches", quiet=asked.is_on) as tick:
        for logged, rows in (
            _judged(batches, rules, run, asked, store) if asked.is_on else _rows(batches, rules, run, jobs)
        ):
            if store:
                store.append(rows, sync=True)
            sink.write((logged,), rows)
            done += 1
            tick(done)
    sink.close()
    if store:
        store.close()
    code = refusals.exit_code(done)
    asked.check()
    return code


def _numbered(names: list[str], strict: bool, refusals: Refusals) -> Iterator[Job]:
    seq = 0
    for given in read_strictly(names) if strict else read_batches(names):
        if given.batch is None:
            refusals.add(given.error)
        else:
            seq += 1
            yield seq, given.batch


def _rows(batches: Iterator[Job], rules: NamedPolicy, run: str, jobs: int) -> Iterator[Done]:
    """Yield the rows of each batch, in the order of the batches."""
    if jobs == 1:
        for seq, batch in batches:
            yield b"", encode_all(run_batch(batch, rules, run=run, seq=seq))
        return
    from ctxgate.cli.parallel import run_parallel

    for rows in run_parallel(batches, rules, run, jobs):
        yield b"", rows


def _judged(
    batches: Iterator[Job], rules: NamedPolicy, run: str, judge: Judge, store: Log | None
) -> Iterator[Done]:
    """Yield the rows of each batch, judged. What is sent to a judge is in the log before it is sent."""

    def captured() -> Iterator[Work]:
        for seq, batch in batches:
            rows = capture(batch, run=run, seq=seq, at=now())
            lines = encode_all(rows)
            if store:
                store.append(lines)
            recalled = recall_batch(rows)
            yield (lines, recalled), recalled

    try:
        for tag, judgements in judge.judge(captured(), store, None):
            lines, recalled = cast("tuple[bytes, Captured]", tag)
            scored = score(recalled, rules, at=now(), judgements=judgements, required=judge.required)
            try:
                scored = judge.with_pairs(recalled, scored)
            except KeyboardInterrupt:
                if store:  # what was judged of single chunks need not be asked for again
                    store.append(encode_all(scored))
                raise
            yield lines, encode_all(gate_scored(recalled, scored, rules))
    except KeyboardInterrupt:
        # The batches that were not done stay captured, with the scores of what was judged of them.
        for tag, judgements in judge.rescued():
            _, recalled = cast("tuple[bytes, Captured]", tag)
            scored = score(recalled, rules, at=now(), judgements=judgements, required=judge.required)
            if store and scored:
                store.append(encode_all(scored))
        raise

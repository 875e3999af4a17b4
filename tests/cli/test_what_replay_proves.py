"""What replay proves and what not: the tables of ctxgate/docs/replay.md are what these edits find.

When a change of the tables is meant, `python tests/cli/test_what_replay_proves.py` writes them anew; their diff belongs
into the same commit.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1] / "support"))

from commandline import Tool
from edits import Edit, block_edits, field_edits, line_edits, option_edits
from reallogs import edited, judged_class, plain_run, replay_all

import ctxgate

PAGE = Path(ctxgate.__file__).parent / "docs/replay.md"

Found = dict[tuple[str, str], set[bool]]
"""Kind of row and edit → whether replay noticed it, of each row that was edited so."""


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> list[Tool]:
    """A judged run with a class around it, and one that no judge has seen."""
    return made(tmp_path_factory.mktemp("judged"), tmp_path_factory.mktemp("plain"))


def made(judged: Path, plain: Path) -> list[Tool]:
    tools = [judged_class(judged), plain_run(plain)]
    for tool in tools:
        assert replay_all(tool).code == 0, replay_all(tool)
    return tools


def edits_of(tool: Tool) -> Iterator[Edit]:
    log = tool.log.read_bytes()
    yield from line_edits(log)
    yield from option_edits(log)
    if not (tool.folder / "pairs.toml").exists():
        yield from block_edits(log)


def noticed(tool: Tool, edit: Edit) -> bool:
    """Tell whether a replay of the edited log notices the edit. It then says so in words."""
    with edited(tool, edit.lines):
        code, words = replay_all(tool)
    assert code in (0, 1, 3), (edit.event, edit.what, code, words)
    assert code == 0 or words.strip(), (edit.event, edit.what)
    return code != 0


def tried(tools: Iterable[Tool], *, fields: bool, every_row: bool = False) -> Found:
    found: Found = {}
    for tool in tools:
        log = tool.log.read_bytes()
        for edit in field_edits(log, every_row=every_row) if fields else edits_of(tool):
            found.setdefault((edit.event, edit.what), set()).add(noticed(tool, edit))
    return found


def tried_sealed(tools: Iterable[Tool], unsealed: Found, *, fields: bool) -> Found:
    """Try again, in sealed logs, what went unnoticed without a seal, and the seal's own row."""
    found: Found = {}
    for tool in tools:
        before = tool.log.read_bytes()
        assert tool("seal").code == 0
        try:
            assert replay_all(tool).code == 0
            log = tool.log.read_bytes()
            for edit in field_edits(log, every_row=False) if fields else edits_of(tool):
                key = edit.event, edit.what
                if edit.event == "notice" or False in unsealed.get(key, ()):
                    found.setdefault(key, set()).add(noticed(tool, edit))
        finally:
            tool.log.write_bytes(before)
    return found


# ---------------------------------------------------------------- the page

WHY: dict[str, str] = {
    "capture.at": "a chunk alone in its batch has no neighbour to be held against",
    "capture.meta": "no fingerprint covers it",
    "capture.batch_meta": "no fingerprint covers it",
    "empty.at": "it has no neighbour to be held against",
    "empty.batch_meta": "no fingerprint covers it",
    "score.at": "alone in its batch, or where a judge was asked, which may have been interrupted",
    "score.judge.status": "`off` or `frozen` of a chunk alone in its batch",
    "score.judge.reason": "only the judge knows",
    "score.judge.model": "only the judge's neighbours tell; a chunk alone in its batch has none",
    "score.judge.prompt": "only the judge's neighbours tell; a chunk alone in its batch has none",
    "score.judge.ms": "only the clock knew",
    "score.tool": "only its neighbours tell: another version may have decided the same",
    "prompt.at": "the prompt of an empty batch has no neighbour to be held against",
    "replay.run": "nothing tells that a replay is missing",
    "replay.at": "chunks may be replayed one by one",
    "replay.detail": "the name of another prompt stands nowhere else",
    "timer.run": "a debrief counts the boxes of all runs",
    "timer.at": "only where a debrief has counted it",
    "timer.box": "only where a debrief has counted it",
    "timer.phase": "only where a debrief has counted it",
    "exercise.run": "nothing tells that a check is missing",
    "exercise.at": "only where a debrief has counted it",
    "exercise.n": "of a criterion that looks at the student's file",
    "exercise.criterion": "`exercise check` and `class` ask the log again and do not believe it",
    "exercise.passed": "`exercise check` and `class` ask the log again and do not believe it",
    "exercise.found": "`exercise check` and `class` ask the log again and do not believe it",
    "debrief.run": "nothing tells that a debrief is missing",
    "debrief.at": "it has no neighbour to be held against",
    "debrief.cohort": "only who was there knows",
    "debrief.answers": "only who was there knows",
    "notice.run": "it is an id of its own, like no other",
    "notice.at": "only the clock knew",
    "notice.of_run": "the run is one without a seal then",
}
"""Why an edit of a field goes unnoticed, where it does."""

REASONS = {
    "timer.removed": "only where a debrief has counted it",
    "timer.swapped with the next of its kind": "only where a debrief has counted it",
    "removed": "nothing tells that it was there",
    "doubled": "nothing changes by it: a step may be done twice",
    "swapped with the next of its kind": "nothing changes by it",
    "all rows of one doubled": "nothing changes by it: two processes may have done it at one time",
    "all rows of the last ones removed": "nothing tells how many there were",
    "another run put before it": "a log may hold any runs",
    "`meta` removed": "no fingerprint covers it",
    "`batch_meta` removed": "no fingerprint covers it",
    "`meta` added": "no fingerprint covers it",
    "`batch_meta` added": "no fingerprint covers it",
}
"""Why another edit goes unnoticed, where it does."""

HEAD = "| row | what is edited | noticed | in a sealed run | why not |\n|---|---|---|---|---|\n"


def said(answers: set[bool]) -> str:
    return "partly" if len(answers) > 1 else "yes" if answers == {True} else "no"


def table(found: Found, sealed: Found, why: dict[str, str], *, fields: bool) -> str:
    rows = []
    for event, what in sorted({**found, **sealed}, key=lambda key: ORDER.index(key[0])):
        key = event, what
        # A row of a seal is in sealed logs alone; what is noticed without a seal is noticed with one.
        plain = said(found[key]) if key in found else "-"
        behind = said(sealed[key]) if key in sealed else "yes"
        whole = {plain, behind} <= {"yes", "-"}
        reason = "" if whole else why.get(f"{event}.{what}") or why[what]
        rows.append(f"| `{event}` | {f'`{what}`' if fields else what} | {plain} | {behind} | {reason} |\n")
    return HEAD + "".join(rows)


ORDER = (
    *("capture", "empty", "score", "gate", "prompt", "replay", "exercise", "timer", "debrief", "notice"),
    *("scoring", "gating", "batch", "run"),
)


def tables(tools: list[Tool]) -> dict[str, str]:
    """Return the tables of the page by their names, as the edits find them."""
    made = {}
    for name, why in (("fields", WHY), ("rows", REASONS)):
        fields = name == "fields"
        found = tried(tools, fields=fields)
        made[name] = table(found, tried_sealed(tools, found, fields=fields), why, fields=fields)
    return made


def in_page(text: str) -> dict[str, str]:
    return {
        name: text.split(f"<!-- {name} -->\n\n")[1].split("\n<!-- end -->", maxsplit=1)[0]
        for name in ("fields", "rows")
    }


def test_the_tables_of_the_page_are_what_edits_find(logs: list[Tool]) -> None:
    page = in_page(PAGE.read_text(encoding="utf-8"))
    for name, found in tables(logs).items():
        assert found.splitlines() == page[name].splitlines()


@pytest.mark.slow
def test_what_is_noticed_of_one_row_of_a_sort_is_noticed_of_all(logs: list[Tool]) -> None:
    of_some, of_all = tried(logs, fields=True), tried(logs, fields=True, every_row=True)
    assert {key: said(answers) for key, answers in of_all.items()} == {
        key: said(answers) for key, answers in of_some.items()
    }


if __name__ == "__main__":
    text = PAGE.read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as other:
        for name, found in tables(made(Path(one), Path(other))).items():
            text = text.replace(in_page(text)[name], found)
    PAGE.write_text(text, encoding="utf-8")

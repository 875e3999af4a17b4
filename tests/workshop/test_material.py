"""The exercises as they ship: every one starts unsolved, its solution passes, and its README runs."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from ctxgate.errors import InputError, UsageError
from ctxgate.policy.load import load as load_policy
from ctxgate.workshop.criteria import CRITERIA
from ctxgate.workshop.debrief import PLAN
from ctxgate.workshop.exercises import FILE_CRITERIA, check, criterion_text, solution, texts, traps
from ctxgate.workshop.layout import lay_out
from ctxgate.workshop.manifest import Exercise, load, parse
from ctxgate.workshop.timer import plan

ROOT = Path(__file__).parents[2]
MANIFEST = load()
EXERCISES = MANIFEST.numbered()
each = pytest.mark.parametrize(("n", "exercise"), EXERCISES, ids=[e.folder for _, e in EXERCISES])


def of_file(outcomes: list[object]) -> dict[str, bool]:
    return {o.code: o.passed for o in outcomes if o.code in FILE_CRITERIA}  # type: ignore[attr-defined]


@each
def test_it_starts_unsolved_and_the_solution_passes(n: int, exercise: Exercise, tmp_path: Path) -> None:
    lay_out(tmp_path)
    start = check(n, [], tmp_path)
    assert not all(of_file(list(start.outcomes)).values())
    assert not start.passed
    (tmp_path / exercise.path).write_text(solution(exercise))
    solved = check(n, [], tmp_path)
    assert all(of_file(list(solved.outcomes)).values()), solved.outcomes


@each
def test_every_part_of_it_is_there(n: int, exercise: Exercise) -> None:
    folder = ROOT / "exercises" / exercise.folder
    readme = (folder / "README.md").read_text()
    for heading in ("**Goal.**", "**Time.**", "## Steps", "## Done when", "## To think about"):
        assert heading in readme
    assert f"{exercise.minutes} minutes" in readme
    assert f"ctxgate exercise check {n}" in readme
    assert readme.count("\n- ", readme.index("## Done when")) >= 3
    assert len(exercise.hints) >= 3
    assert all(20 < len(hint) < 400 for hint in exercise.hints)
    assert len(exercise.goal) > 20
    # The solution says why before it says what.
    assert re.match(r'("""|# )Exercise \d, solved\.', solution(exercise))


@each
def test_the_folder_holds_nothing_that_nobody_knows_of(n: int, exercise: Exercise) -> None:
    folder = ROOT / "exercises" / exercise.folder
    known = {"README.md", exercise.file, exercise.solution}
    known |= {"1-capture": {"traps.jsonl"}, "2-score": {"planted.json", "near-misses.json"}}.get(
        exercise.folder, set()
    )
    assert {path.name for path in folder.iterdir() if path.name != "__pycache__"} == known


def test_every_criterion_belongs_to_one_exercise_and_is_known() -> None:
    codes = [code for _, exercise in EXERCISES for code in exercise.criteria]
    assert sorted(codes) == sorted([*CRITERIA, *FILE_CRITERIA])
    for n, exercise in EXERCISES:
        for code in exercise.criteria:
            assert code not in CRITERIA or CRITERIA[code].exercise == n
            assert criterion_text(code)
            assert "{" not in criterion_text(code)


def test_students_get_neither_solutions_nor_the_instructors_notes(tmp_path: Path) -> None:
    laid = {path.as_posix() for path in lay_out(tmp_path).written}
    assert not any("solution" in path or "INSTRUCTOR" in path or "info.toml" in path for path in laid)
    for _, exercise in EXERCISES:
        assert exercise.path.as_posix() in laid
        assert f"exercises/{exercise.folder}/README.md" in laid
    extra = lay_out(tmp_path, instructor=True).written
    assert [path.as_posix() for path in extra] == ["exercises/INSTRUCTOR.md"]


def test_the_plan_is_the_one_of_the_debrief_and_of_the_page() -> None:
    boxes = plan(MANIFEST)
    assert boxes[-1].end == 70
    assert {str(n): (box.begin, box.end) for n, box in enumerate(boxes[1:-1], 1)} == dict(PLAN)
    page = (ROOT / "exercises/README.md").read_text()
    notes = (ROOT / "exercises/INSTRUCTOR.md").read_text()
    for box in boxes:
        assert f"| {box.begin} – {box.end} |" in page
        assert f"### {box.begin} – {box.end}: " in notes
    for _, exercise in EXERCISES:
        assert f"({exercise.folder}/README.md)" in page


def test_the_rubric_starts_as_the_workshop_policy() -> None:
    rubric = load_policy(str(ROOT / "exercises/2-score/rubric.toml")).policy
    assert rubric == load_policy("workshop").policy


def test_the_traps_are_white_space_and_what_only_looks_like_it() -> None:
    joined = "".join(trap.text for trap in traps())
    for character in "\t\r\n\f\v\x1c\x85\xa0\u2028\u2029\u202f\u3000":
        assert character in joined
        assert not character.strip()
    for character in "\u200b\u2060\ufeff":
        assert character in joined
        assert character.strip()
    assert len({trap.name for trap in traps()}) == len(traps())


def test_the_planted_texts_avoid_the_known_phrases_and_share_everything_else_with_the_honest_ones() -> None:
    planted, honest = texts("planted.json"), texts("near-misses.json")
    assert len(planted.chunks) >= 6
    for chunk in planted.chunks:
        assert not re.search("ignore previous|disregard policy|always promise", chunk.text, re.IGNORECASE)
    for chunk in (*planted.chunks, *honest.chunks):
        assert "SKU-441" in chunk.text
        assert chunk.source.endswith(".md")
        assert "draft" not in chunk.source
        assert "2019" not in chunk.text + chunk.source
    # So that no list of sources solves it.
    assert {c.source for c in planted.chunks} == {c.source for c in honest.chunks}
    assert any("ignore the previous version's changelog" in c.text for c in honest.chunks)


# ---------------------------------------------------------------- the READMEs run


def commands(page: str) -> list[str]:
    text = (ROOT / page).read_text()
    blocks = re.findall(r"^```console\n(.*?)^```$", text, flags=re.MULTILINE | re.DOTALL)
    lines = [line for block in blocks for line in block.splitlines()]
    assert all(line.startswith("$ ") for line in lines)
    return [line[2:] for line in lines]


def may_say_no(command: str) -> bool:
    """Whether a command may end with 1: it is shown at a moment when something is not yet as it should be."""
    return command.startswith("ctxgate exercise check") or "replay doc-b --prompt" in command


def run_all(lines: list[str], folder: Path) -> None:
    bin_folder = Path(sys.executable).parent
    environment = {**os.environ, "PATH": f"{bin_folder}{os.pathsep}{os.environ['PATH']}"}
    script = "set -o pipefail\n" + "\n".join(
        f'{line}\ncode=$?; echo "--- $code" >&2; [ $code -le {int(may_say_no(line))} ] || exit 9'
        for line in lines
    )
    done = subprocess.run(
        ["bash", "-c", script], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    count = done.stderr.count("--- ")
    assert done.returncode == 0, (lines[count - 1], done.stdout[-2000:], done.stderr[-2000:])
    assert count == len(lines)


@each
def test_every_command_of_its_readme_runs(n: int, exercise: Exercise, tmp_path: Path) -> None:
    folder = tmp_path / "a class"
    lay_out(folder)
    lines = commands(f"exercises/{exercise.folder}/README.md")
    assert lines[0] == f"ctxgate exercise start {n}"
    run_all(lines, folder)


def test_the_command_of_the_instructors_notes_runs(tmp_path: Path) -> None:
    for name in ("ann", "bob"):
        folder = tmp_path / "students" / name
        lay_out(folder)
        run_all(["ctxgate run fixtures/refunds.json"], folder)
    run_all(commands("exercises/INSTRUCTOR.md"), tmp_path)


def test_every_command_that_is_named_in_passing_exists() -> None:
    from ctxgate.cli.app import COMMANDS

    pages = [*(ROOT / "exercises").rglob("*.md"), ROOT / "exercises/info.toml"]
    for page in pages:
        for name in re.findall(r"`ctxgate ([a-z]+)", page.read_text()):
            assert name in COMMANDS, (page, name)


# ---------------------------------------------------------------- the manifest is closed


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("format_version = 1", "format_version = 2", "format_version is 2, this ctxgate reads 1"),
        ("format_version = 1", "", "format_version is None"),
        ("minutes = 20", "minuets = 20", "minuets"),
        ("minutes = 20", 'minutes = "20"', "minutes"),
        ("[opening]", "[opening", "not a manifest"),
    ],
)
def test_a_manifest_that_is_not_one_is_refused(old: str, new: str, says: str) -> None:
    text = (ROOT / "exercises/info.toml").read_text()
    assert old in text
    with pytest.raises(InputError, match=re.escape(says)):
        parse(text.replace(old, new, 1), where="info.toml")


def test_there_is_no_other_exercise() -> None:
    for n in (0, 4, -1):
        with pytest.raises(UsageError, match=f"no exercise {n}; they are 1, 2, 3"):
            MANIFEST.get(n)


def test_a_folder_that_nobody_may_write_to_is_enough_to_read_from(tmp_path: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in (ROOT / "exercises").rglob("*") if path.is_file()}
    lay_out(tmp_path)
    for n, _ in EXERCISES:
        check(n, [], tmp_path)
    after = {path: path.stat().st_mtime_ns for path in (ROOT / "exercises").rglob("*") if path.is_file()}
    assert before == after


def test_no_single_word_tells_the_planted_texts_from_the_honest_ones() -> None:
    planted, honest = (
        [set(re.findall(r"\w+", chunk.text.lower())) for chunk in texts(name).chunks]
        for name in ("planted.json", "near-misses.json")
    )
    shared = set.intersection(*planted)
    assert all(any(word in other for other in honest) for word in shared)

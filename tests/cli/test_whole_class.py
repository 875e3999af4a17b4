"""The whole class played through the command line, from init to debrief: at the end every criterion is met."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from commandline import ROOT, Tool, clean_environment, of

from ctxgate.workshop.manifest import load

MANIFEST = load()


def solve(folder: Path, n: int) -> None:
    exercise = MANIFEST.get(n)
    source = ROOT / "exercises" / exercise.folder / exercise.solution
    shutil.copy(source, folder / exercise.path)


def next_of(out: bytes) -> str:
    return next(
        line.split(maxsplit=1)[1] for line in out.decode().splitlines() if line.startswith("next ")
    ).strip()


def check(play: Tool, n: int) -> tuple[int, str, str]:
    """Check an exercise; return the exit code, what was said, and the command that is named as next."""
    done = play("exercise", "check", str(n))
    assert done.err == ""
    return done.code, done.out.decode(), next_of(done.out)


def play_exercise_1(play: Tool) -> None:
    assert next_of(play("exercise", "list").out) == "ctxgate exercise start 1"
    assert next_of(play("exercise", "start", "1").out) == "ctxgate capture fixtures/refunds.json"
    assert next_of(play("exercise", "list").out) == "ctxgate capture fixtures/refunds.json"
    play("capture", "fixtures/refunds.json")
    assert check(play, 1)[::2] == (1, "ctxgate capture fixtures/refunds.json")
    play("capture", "fixtures/refunds.json")
    code, said, following = check(play, 1)
    assert (code, following) == (1, "ctxgate exercise check 1")
    assert "3 of 4 met" in said
    assert play("exercise", "solution", "1").code == 1
    solve(play.folder, 1)
    code, said, following = check(play, 1)
    assert (code, following) == (0, "ctxgate exercise start 2")
    assert "4 of 4 met" in said
    assert b"str.split" in play("exercise", "solution", "1").out


def play_exercise_2(play: Tool) -> None:
    assert next_of(play("exercise", "start", "2").out) == "ctxgate score"
    play("score")
    code, said, following = check(play, 2)
    assert (code, following) == (1, "ctxgate exercise check 2")
    assert "5 of 6 met" in said
    rubric = "exercises/2-score/rubric.toml"
    assert play("run", "exercises/2-score/planted.json", "--policy", rubric, "--no-log").code == 0
    solve(play.folder, 2)
    assert check(play, 2)[::2] == (0, "ctxgate exercise start 3")


def play_exercise_3(play: Tool) -> None:
    assert next_of(play("exercise", "start", "3").out) == "ctxgate gate"
    play("gate")
    gate = f'ctxgate gate | "{sys.executable}" exercises/3-gate/gate.py > prompt.txt'
    replay = "ctxgate replay doc-b --prompt prompt.txt"
    built = play.shell(gate)
    assert built.code == 0
    assert "doc-b: drop, is kept out" in built.err  # so says its log
    leak = play.shell(f"{replay} --table")
    assert leak.code == 1
    assert b"LEAK" in leak.out
    code, said, following = check(play, 3)
    assert (code, following) == (1, "ctxgate exercise check 3")
    assert "doc-b is drop, and its text, or a piece of it, is in the prompt" in said
    solve(play.folder, 3)
    code, _, following = check(play, 3)
    assert code == 1  # the newest replay still saw the old prompt
    assert following.endswith(f"exercises/3-gate/gate.py > prompt.txt && {replay}")
    assert play.shell(f"{gate} && {replay}").code == 0
    assert check(play, 3)[::2] == (0, "ctxgate debrief")


@pytest.mark.slow
def test_a_class_from_init_to_debrief(ctxgate: Tool) -> None:
    assert ctxgate("init", "our class").code == 0
    play = Tool(ctxgate.folder / "our class")
    play_exercise_1(play)
    play_exercise_2(play)
    play_exercise_3(play)

    # Nothing has regressed, and all is done.
    everything = play("exercise", "check", "--all")
    assert everything.code == 0
    assert b" NO " not in everything.out
    listed = play("exercise", "list", "--json").rows
    assert [row["state"] for row in listed] == ["done", "done", "done"]
    assert next_of(play("exercise", "list").out) == "ctxgate debrief"

    # The times are in the log, and the debrief finds them.
    boxes = [(row["box"], row["phase"]) for row in of("timer", play.logged)]
    assert boxes == [(f"exercise {n}", phase) for n in (1, 2, 3) for phase in ("begin", "end")]
    answers = [arg for n in (1, 2, 3) for arg in ("--answer", f"{n}=hygiene")]
    assert play("debrief", "--cohort", "spring", *answers).code == 0
    assert set(of("debrief", play.logged)[0]["minutes"]) == {"1", "2", "3"}
    assert "hygiene" in (play.folder / "logs/debrief.md").read_text()

    # What the instructor sees
    report = ctxgate("class", "our class", "--json").rows[0]
    assert all(report["students"][0]["met"].values())
    assert set(report["students"][0]["met"]) == {c for e in MANIFEST.exercise for c in e.criteria}
    assert report["commonest_misses"] == []
    assert all(minutes is not None for minutes in report["students"][0]["minutes"].values())


def installed(folder: Path) -> Path:
    """Lay the package out as the wheel does, in a folder that is no checkout."""
    site = folder / "site packages"
    nothing = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "ctxgate", site / "ctxgate", ignore=nothing)
    material = site / "ctxgate/workshop/material"
    for name in ("fixtures", "exercises"):
        shutil.copytree(ROOT / name, material / name, ignore=nothing)
    (material / "logs").mkdir()
    shutil.copy(ROOT / "logs/README.md", material / "logs")
    for path in [*site.rglob("*"), site]:
        path.chmod(0o555 if path.is_dir() else 0o444)
    return site


@pytest.fixture
def site(tmp_path: Path) -> Path:
    return installed(tmp_path)


@pytest.mark.slow
def test_it_plays_from_an_installed_package_that_nobody_may_write_to(site: Path, tmp_path: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in site.rglob("*")}
    folder = tmp_path / "a class"
    folder.mkdir()
    environment = clean_environment(PYTHONPATH=str(site), PYTHONDONTWRITEBYTECODE="1")
    environment["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{environment['PATH']}"
    script = f"""
set -euo pipefail
ctxgate() {{ "{sys.executable}" -m ctxgate "$@"; }}
[ "$("{sys.executable}" -c 'import ctxgate; print(ctxgate.__file__)')" = "$SITE/ctxgate/__init__.py" ]
ctxgate init
ctxgate init | grep -F 'kept '
ctxgate capture fixtures/refunds.json > rows.jsonl
ctxgate capture fixtures/refunds.json > rows.jsonl
for n in 1 2 3; do
  ctxgate exercise start $n
  file=$(ctxgate exercise list --json | sed -n "${{n}}p" | sed 's/.*"file":"//; s/".*//')
  ctxgate exercise solution $n --show > "$file"
done
ctxgate exercise check 1
ctxgate score > rows.jsonl
ctxgate exercise check 2
ctxgate gate | "{sys.executable}" exercises/3-gate/gate.py > prompt.txt
ctxgate replay doc-b --prompt prompt.txt
ctxgate exercise check 3
ctxgate debrief --answer '1=hygiene'
ctxgate class . --csv
"""
    done = subprocess.run(
        ["bash", "-c", script],
        cwd=folder,
        env={**environment, "SITE": str(site)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, (done.stdout[-1500:], done.stderr[-1500:])
    assert done.stdout.rstrip().splitlines()[-1].count("yes") == sum(
        len(e.criteria) for e in MANIFEST.exercise
    )
    assert {path: path.stat().st_mtime_ns for path in site.rglob("*")} == before


def test_the_demo_is_the_class_shortened(ctxgate: Tool) -> None:
    said = ctxgate("demo").out.decode()
    shown = [line for line in said.splitlines() if line.startswith("$ ")]
    assert shown == [
        "$ ctxgate capture fixtures/refunds.json",
        "$ ctxgate capture fixtures/refunds.json",
        "$ ctxgate score --policy workshop",
        "$ ctxgate gate",
        "$ ctxgate replay doc-b",
    ]
    assert said.split("the exit criteria")[1].count(" yes") == 10

"""The README: every command line that it shows runs and prints what it says."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from ctxgate.cli.app import COMMANDS

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


class Shown(NamedTuple):
    """A command line of the README and the output that is shown below it."""

    command: str
    output: list[str]


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", README, flags=re.MULTILINE | re.DOTALL)


def shown() -> list[Shown]:
    found: list[Shown] = []
    for block in blocks("console"):
        for line in block.rstrip("\n").split("\n"):
            if line.startswith("$ "):
                found.append(Shown(line[2:], []))
            else:
                found[-1].output.append(line)
    return found


def matches(expected: list[str], printed: list[str]) -> bool:
    """Tell whether the printed lines are the expected ones, where `…` stands for any lines."""
    pattern = "".join("(?:.*\n)*" if line == "…" else re.escape(line.rstrip()) + " *\n" for line in expected)
    return re.fullmatch(pattern, "".join(line + "\n" for line in printed)) is not None


def test_every_command_line_runs_and_prints_what_is_shown(tmp_path: Path) -> None:
    """One shell runs them all, in order, as a reader would."""
    bin_folder = Path(sys.executable).parent
    environment = {**os.environ, "PATH": f"{bin_folder}{os.pathsep}{os.environ['PATH']}", "COLUMNS": "120"}
    lines = shown()
    assert len(lines) > 8
    mark = "--- next ---"
    script = "\n".join(f"{line.command} || exit 1\necho '{mark}'" for line in lines)
    done = subprocess.run(
        ["bash", "-c", script], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    printed = done.stdout.split(mark + "\n")
    assert done.returncode == 0, (lines[len(printed) - 1].command, done.stdout, done.stderr)
    for line, text in zip(lines, printed, strict=False):
        if line.output:
            assert matches(line.output, text.rstrip("\n").split("\n")), f"{line.command}\n{text}"


@pytest.mark.parametrize("block", blocks("python"))
def test_the_python_examples_run(block: str) -> None:
    code = compile(block, "README.md", "exec")
    exec(code, {})


def test_every_command_stands_in_the_readme() -> None:
    for name in COMMANDS:
        assert f"`ctxgate {name}" in README, name


def test_the_two_set_up_lines_are_what_the_gate_runs() -> None:
    lines = "".join(blocks("sh")).strip().split("\n")
    assert len(lines) == 2
    assert "ctxgate demo" in lines[0]
    assert "pytest" in lines[1]
    assert "README.md" in (ROOT / ".ci/run").read_text()

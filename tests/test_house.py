"""The house: who may import whom, and what stays out of the cheap rooms."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "ctxgate"

FLOORS = (
    "cli",
    "render",
    "workshop",
    "evaluate",
    "retrieve",
    "steps",
    "gate",
    "judge",
    "rubric",
    "policy",
    "text",
    "log",
    "rows",
    "batch",
    "errors",
    "toml",
    "pattern",
    "nofollow",
    "lazy",
)
"""From the roof down. A room imports from its own floor and from those below it."""

ONLY_IN = {"typer": "cli", "rich": "render", "httpx": "judge"}
"""Libraries that one room alone may import."""


def modules() -> list[Path]:
    return sorted(path for path in PACKAGE.rglob("*.py") if "material" not in path.parts)


def room(path: Path) -> str:
    first = path.relative_to(PACKAGE).parts[0]
    return first.removesuffix(".py")


def imports(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            assert node.level == 0, f"{path}: imports are absolute"
            found.add(node.module)
            found.update(f"{node.module}.{alias.name}" for alias in node.names)
    return found


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_run_downwards_only(path: Path) -> None:
    here = room(path)
    if here in ("__init__", "__main__"):
        return
    assert here in FLOORS, f"{here} has no floor in this house"
    for name in imports(path):
        parts = name.split(".")
        if parts[0] == "ctxgate" and len(parts) > 1 and parts[1] in FLOORS:
            assert FLOORS.index(parts[1]) >= FLOORS.index(here), f"{path.name} imports upwards: {name}"


@pytest.mark.parametrize(("library", "home"), ONLY_IN.items())
def test_each_heavy_library_has_one_home(library: str, home: str) -> None:
    for path in modules():
        if any(name.split(".")[0] == library for name in imports(path)):
            assert room(path) == home, f"{path} imports {library}"


@pytest.mark.parametrize(
    "module", ["ctxgate", "ctxgate.rubric.scoring", "ctxgate.gate.decide", "ctxgate.steps", "ctxgate.log"]
)
def test_the_library_loads_without_terminal_or_network(module: str) -> None:
    heavy = ("typer", "rich", "httpx", "jsonlines", "multiprocessing", "asyncio")
    code = f"import {module}, sys; print([name for name in {heavy!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_scoring_from_the_command_line_loads_no_rich_and_no_httpx(tmp_path: Path) -> None:
    fixture = PACKAGE.parent / "fixtures/refunds.json"
    code = (
        "import sys; from ctxgate.cli.main import run; "
        f"codes = run(['capture', {str(fixture)!r}]), run(['score', '--policy', 'workshop']); "
        "print(codes, [name for name in ('rich', 'httpx') if name in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=tmp_path, check=True
    )
    assert done.stderr.strip() == "(0, 0) []"

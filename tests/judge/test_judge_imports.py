"""What the judge's modules load: httpx only where something is sent."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import ctxgate.judge

JUDGE = Path(ctxgate.judge.__file__).parent
ABOVE = ("gate", "steps", "cli", "render", "workshop", "evaluate", "retrieve", "rubric")


@pytest.mark.parametrize("module", ["question", "reply", "merge", "known", "settings"])
def test_the_pure_modules_load_no_httpx(module: str) -> None:
    code = f"import ctxgate.judge.{module}, sys; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()
    assert f"ctxgate.judge.{module}" in loaded
    assert not {"httpx", "asyncio", "ssl", "typer", "rich"} & set(loaded)


def imports(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
    return found


@pytest.mark.parametrize("path", sorted(JUDGE.glob("*.py")), ids=lambda path: path.stem)
def test_imports_run_downwards_and_one_module_imports_httpx(path: Path) -> None:
    names = imports(path)
    assert ("httpx" in names) == (path.stem == "client")
    assert not [name for name in names if name.startswith(tuple(f"ctxgate.{room}" for room in ABOVE))]

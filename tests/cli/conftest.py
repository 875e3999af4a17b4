"""A command line to test with."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from commandline import ROOT, Row, Tool


@pytest.fixture
def ctxgate(tmp_path: Path) -> Tool:
    """The command, in an empty folder."""
    return Tool(tmp_path)


@pytest.fixture
def fixture_file(ctxgate: Tool) -> str:
    """The name of the teaching fixture in the command's folder."""
    shutil.copy(ROOT / "fixtures/refunds.json", ctxgate.folder)
    return "refunds.json"


@pytest.fixture
def fixture(fixture_file: str, ctxgate: Tool) -> Row:
    """The teaching fixture as a batch."""
    value: Row = json.loads((ctxgate.folder / fixture_file).read_text())
    return value

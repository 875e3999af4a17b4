"""Two suites: what is marked slow runs when it is asked for, and no test times the wall."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings
from work import assert_linear, calls

TESTS = Path(__file__).parent
CLOCKS = {"monotonic", "perf_counter", "time", "monotonic_ns", "perf_counter_ns", "time_ns"}

SUITES = """
import pytest

def test_quick() -> None: ...

@pytest.mark.slow
def test_slow() -> None: ...
"""


@pytest.mark.parametrize(
    ("args", "ran", "code"),
    [
        ((), ["test_quick"], 0),
        (("-m", "slow"), ["test_slow"], 0),
        (("-m", ""), ["test_quick", "test_slow"], 0),
        (("-k", "test_slow"), [], 5),
    ],
)
def test_the_slow_tests_run_when_they_are_asked_for(
    args: tuple[str, ...], ran: list[str], code: int, tmp_path: Path
) -> None:
    (tmp_path / "test_two.py").write_text(SUITES)
    command = [sys.executable, "-m", "pytest", "-v", "-p", "no:cacheprovider", "-p", "no:hypothesispytest"]
    command += ["-c", str(TESTS.parent / "pyproject.toml"), "--rootdir", str(tmp_path), *args, "test_two.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert [line.split("::")[1].split()[0] for line in done.stdout.splitlines() if " PASSED" in line] == ran
    assert done.returncode == code


def test_a_property_has_few_examples_unless_it_asks_for_more() -> None:
    assert settings().max_examples == 40
    assert settings.get_profile("slow").max_examples == 2000
    assert settings().deadline is None  # a deadline would time the wall


def times(tree: ast.Module) -> Iterator[int]:
    """Yield the lines in which a quick test takes one time of the wall from another."""
    for top in tree.body:
        if isinstance(top, ast.FunctionDef) and any("slow" in ast.dump(mark) for mark in top.decorator_list):
            continue
        for node in ast.walk(top):
            if (
                isinstance(node, ast.BinOp)
                and isinstance(node.op, ast.Sub)
                and isinstance(node.left, ast.Call)
                and isinstance(node.left.func, ast.Attribute)
                and node.left.func.attr in CLOCKS
                and not isinstance(node.right, ast.Constant)
            ):
                yield node.lineno


def test_no_quick_test_times_the_wall() -> None:
    paths = [path for path in TESTS.rglob("test_*.py") if "bench" not in path.parts]
    assert len(paths) > 90
    found = {path.name: list(times(ast.parse(path.read_text("utf-8")))) for path in paths}
    assert {name: lines for name, lines in found.items() if lines} == {}, "count work instead: tests/support"


def test_what_grows_with_the_square_is_seen() -> None:
    def square(size: int) -> None:
        for one in range(size):
            for other in range(one):
                abs(other)

    assert_linear(lambda size: [abs(one) for one in range(size)], 400)
    with pytest.raises(AssertionError, match="calls for"):
        assert_linear(square, 400)


def test_calls_are_counted_and_the_same_each_time() -> None:
    assert calls(lambda: [abs(one) for one in range(100)]) == calls(lambda: [abs(one) for one in range(100)])

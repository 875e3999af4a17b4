"""Same bytes in, same rows out: whatever the hash seed, the locale, the folder and the clock."""

from __future__ import annotations

import hashlib

import pytest
from commandline import ROOT, Tool, bare, batch, chunk, lines, queries

CORPUS = lines(
    *queries(5),
    batch(
        "Wie lange ist das Rückgabefenster für SKU-441?",
        chunk("a", "SKU-441: Rückgabe 14 Tage.", date="2024-05-01", zeta=1, alpha={"b": 1, "a": 2}),
        chunk("b", "SKU-441: Rückgabe 30 Tage.", date="2023-05-01"),
        chunk("c", "İstanbul ıı SKU-441 ﬁ 返金 ǅ", source="docs/İ.md"),
        zeta=1,
        alpha=2,
    ),
)


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> str:
    return digest(Tool(tmp_path_factory.mktemp("expected")))


def digest(ctxgate: Tool, **env: str) -> str:
    done = ctxgate("run", "-", stdin=CORPUS, env=env)
    assert (done.code, done.err) == (0, "")
    assert ctxgate.log.read_bytes() == done.out
    return hashlib.sha256(lines(*bare(done.rows))).hexdigest()


@pytest.mark.slow
@pytest.mark.parametrize(
    "env",
    [
        {"PYTHONHASHSEED": "0"},
        {"PYTHONHASHSEED": "1"},
        {"PYTHONHASHSEED": "4294967295"},
        {"LC_ALL": "C"},
        {"LC_ALL": "POSIX", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        {"LC_ALL": "tr_TR.UTF-8"},
        {"TZ": "Pacific/Kiritimati"},
        {"PYTHONOPTIMIZE": "2"},
    ],
    ids=lambda env: " ".join(f"{key}={value}" for key, value in env.items()),
)
def test_the_environment_changes_no_row(ctxgate: Tool, expected: str, env: dict[str, str]) -> None:
    assert digest(ctxgate, **env) == expected


def test_the_folder_changes_no_row(ctxgate: Tool, expected: str) -> None:
    here = ctxgate.folder / "a folder with 空格"
    here.mkdir()
    assert digest(Tool(here)) == expected


def test_the_fixtures_decide_the_same_in_every_run(ctxgate: Tool) -> None:
    files = sorted((ROOT / "fixtures").glob("*.json"))
    first, second = (ctxgate("run", *files) for _ in range(2))
    assert first.code == second.code == 0
    assert bare(first.rows) == bare(second.rows)
    assert first.rows[0]["run"] != second.rows[0]["run"]

"""A policy written out: all settings, each explained, and the same policy when it is read again."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxgate.policy import BUILT_IN, Policy, parse, read
from ctxgate.policy.settings import SETTINGS, effective
from ctxgate.policy.show import WIDTH, as_toml
from ctxgate.text.visible import visible


def written(text: str, folder: Path) -> str:
    path = folder / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return as_toml(str(path), read(str(path)))


def test_every_setting_is_in_the_table_and_the_table_has_no_other() -> None:
    assert list(effective(Policy())) == list(SETTINGS)
    for name, setting in SETTINGS.items():
        assert setting.meaning, name
        assert not setting.meaning.endswith("."), name
        value = effective(Policy())[name]
        assert (setting.stricter in ("true", "false")) == isinstance(value, bool), name
        assert (setting.stricter in ("higher", "lower")) == (
            isinstance(value, int | float) and not isinstance(value, bool)
        )
        assert (setting.stricter in ("longer", "endings")) == isinstance(value, tuple), name
        assert bool(setting.choices) == (setting.stricter in ("omit", "isolate")), name
        if setting.stricter in ("higher", "lower"):
            assert setting.low is not None
            assert setting.high is not None


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_built_in_policy_is_shown_whole(name: str) -> None:
    shown = as_toml(name, read(name))
    assert parse(shown, where="copy.toml") == read(name).policy
    assert shown.count(f"  # from {name}\n") == len(SETTINGS)
    assert max(map(len, shown.splitlines())) <= WIDTH


def test_every_setting_has_its_comment_above_and_its_origin_behind(tmp_path: Path) -> None:
    shown = written('extends = "workshop"\n[bands]\nallow = 0.8\n', tmp_path).splitlines()
    assert "allow = 0.8  # from mine.toml" in shown
    assert "isolate = 0.4  # from workshop" in shown
    assert 'extends = "workshop"' in shown
    for i, line in enumerate(shown):
        if " = " in line and not line.startswith(("#", "extends")):
            assert shown[i - 1].startswith("# "), line
    assert sum("  # from " in line for line in shown) == len(SETTINGS)


def test_what_names_no_policy_is_shown_to_extend_standard(tmp_path: Path) -> None:
    shown = written("[bands]\nallow = 0.8\n", tmp_path)
    assert 'extends = "standard"' in shown
    assert shown.count("# from standard") == len(SETTINGS) - 1


@given(st.lists(st.text(min_size=1, max_size=30), max_size=4), st.floats(0, 0.4), st.booleans())
def test_what_is_shown_reads_back_as_the_same_policy(
    tmp_path_factory: pytest.TempPathFactory, patterns: list[str], bound: float, veto: bool
) -> None:
    own: dict[str, dict[str, object]] = {
        "bands": {"isolate": bound},
        "instruction_hygiene": {"patterns": patterns, "veto": veto},
        "citeability": {"exclude": [pattern for pattern in patterns if pattern.strip()]},
    }
    text = "\n".join(
        f"[{table}]\n" + "\n".join(f"{key} = {_toml(value)}" for key, value in keys.items())
        for table, keys in own.items()
    )
    folder = tmp_path_factory.mktemp("shown")
    shown = written(text, folder)
    policy = parse(shown, where="copy.toml")
    assert policy == read(str(folder / "mine.toml")).policy
    assert policy.instruction_hygiene.patterns == tuple(patterns)
    assert all(visible(line) == line for line in shown.split("\n"))
    tomllib.loads(shown)


def _toml(value: object) -> str:
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    if isinstance(value, str):
        return '"' + "".join(f"\\U{ord(char):08x}" for char in value) + '"'
    return str(value).lower()


def test_a_name_that_a_terminal_would_obey_is_shown_and_not_sent(tmp_path: Path) -> None:
    path = tmp_path / "\x1b[31m\n x.toml"
    path.write_text("[bands]\nallow = 0.8\n")
    shown = as_toml(str(path), read(str(path)))
    assert "\x1b" not in shown
    assert parse(shown, where="copy.toml") == read(str(path)).policy

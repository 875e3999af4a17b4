"""Laying out the class's folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from ctxgate.errors import InputError
from ctxgate.policy import load
from ctxgate.workshop.layout import SETTINGS, lay_out, material, put_back


def test_everything_a_class_needs_is_laid_out(tmp_path: Path) -> None:
    done = lay_out(tmp_path / "a class")
    assert {str(path) for path in done.written} >= {
        "fixtures/refunds.json", "exercises/README.md", "logs/README.md", "ctxgate.toml",
    }  # fmt: skip
    assert done.kept == []
    for path in done.written:
        assert (tmp_path / "a class" / path).stat().st_size > 0


def test_what_is_there_is_kept_unless_force_is_given(tmp_path: Path) -> None:
    lay_out(tmp_path)
    settings = tmp_path / "ctxgate.toml"
    settings.write_text('policy = "standard"\n')
    again = lay_out(tmp_path)
    assert again.written == []
    assert settings.read_text() == 'policy = "standard"\n'
    forced = lay_out(tmp_path, force=True)
    assert [str(path) for path in forced.written] == ["ctxgate.toml"]
    assert settings.read_text() == SETTINGS


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(InputError) as caught:
        lay_out(tmp_path / "file")
    assert "file" in (caught.value.where or "")


def test_the_settings_select_a_policy_that_exists() -> None:
    import tomllib

    assert load(tomllib.loads(SETTINGS)["policy"]).name == "workshop"
    assert (material() / "fixtures/refunds.json").is_file()


def test_a_file_is_put_back_and_the_old_one_kept(tmp_path: Path) -> None:
    relative = Path("exercises/1-capture/fingerprint.py")
    lay_out(tmp_path)
    start = (tmp_path / relative).read_text()
    assert put_back(relative, tmp_path) == (None, False)
    for number in (1, 2):
        (tmp_path / relative).write_text(f"mine {number}")
        kept, done = put_back(relative, tmp_path)
        assert done
        assert kept == tmp_path / f"{relative}.{number}"
        assert kept.read_text() == f"mine {number}"
        assert (tmp_path / relative).read_text() == start
    (tmp_path / relative).unlink()
    assert put_back(relative, tmp_path) == (None, True)

"""Files are opened where they seem to be, or not at all."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from ctxgate import nofollow

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs links and pipes")

VICTIM = "a file of the user's\n"


@pytest.fixture
def victim(tmp_path: Path) -> Path:
    path = tmp_path / "home" / ".bashrc"
    path.parent.mkdir()
    path.write_text(VICTIM)
    return path


def point(at: Path, to: Path) -> None:
    if at.is_dir() and not at.is_symlink():
        shutil.rmtree(at)
    at.unlink(missing_ok=True)
    at.symlink_to(to)


@pytest.fixture(params=["by descriptors", "by looking"])
def each_way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """With descriptors of folders, and as on a system that has none."""
    if request.param == "by looking":
        monkeypatch.setattr(nofollow, "_HAS_FOLDERS", False)


@pytest.mark.usefixtures("each_way")
def test_a_plain_file_is_made_written_read_and_renamed(tmp_path: Path) -> None:
    name = Path("a/b/file")
    assert not nofollow.stands_below(tmp_path, name)
    nofollow.write_below(tmp_path, name, b"long content")
    nofollow.write_below(tmp_path, name, b"short")
    assert nofollow.stands_below(tmp_path, name)
    assert nofollow.read_below(tmp_path, name, 100) == b"short"
    assert nofollow.read_below(tmp_path, name, 2) == b"sh"
    nofollow.rename_below(tmp_path, name, "other")
    assert (tmp_path / "a/b/other").read_bytes() == b"short"
    assert not nofollow.stands_below(tmp_path, name)


@pytest.mark.usefixtures("each_way")
@pytest.mark.parametrize("part", ["a", "a/b", "a/b/file"])
@pytest.mark.parametrize("there", [True, False])
def test_a_link_in_any_place_is_refused(tmp_path: Path, victim: Path, part: str, there: bool) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    nofollow.write_below(folder, Path("a/b/file"), b"mine")
    target = victim if part.endswith("file") else victim.parent
    point(folder / part, target if there else target.with_name("nowhere"))
    kind = f"{folder / part} is a symbolic link"
    for act in (
        lambda: nofollow.write_below(folder, Path("a/b/file"), b"theirs"),
        lambda: nofollow.read_below(folder, Path("a/b/file"), 10),
        lambda: nofollow.rename_below(folder, Path("a/b/file"), "x"),
        lambda: nofollow.stands_below(folder, Path("a/b/file")),
    ):
        with pytest.raises(nofollow.NotPlain) as caught:
            act()
        assert caught.value.strerror == kind
        assert caught.value.remedy == f"`rm {folder / part}` takes it out of the way"
    assert victim.read_text() == VICTIM
    assert list(victim.parent.iterdir()) == [victim]


@pytest.mark.usefixtures("each_way")
def test_pipes_folders_and_second_names_are_refused_without_waiting(tmp_path: Path, victim: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "dir").mkdir()
    (tmp_path / "hard").hardlink_to(victim)
    for name, kind in (("pipe", "a named pipe"), ("dir", "a folder"), ("hard", "a hard link")):
        for flags in (os.O_RDONLY, os.O_WRONLY, os.O_RDWR | os.O_CREAT | os.O_APPEND):
            with pytest.raises(nofollow.NotPlain, match=kind):
                nofollow.open_below(tmp_path, Path(name), flags)


@pytest.mark.parametrize("name", ["../x", "/x", "a/../../x", "."])
def test_only_a_path_below_the_folder_is_taken(tmp_path: Path, name: str) -> None:
    with pytest.raises(ValueError, match="no path below"):
        nofollow.open_below(tmp_path, Path(name), os.O_RDONLY)


def test_what_is_named_may_be_a_link_or_a_character_device(tmp_path: Path, victim: Path) -> None:
    point(tmp_path / "link", victim)
    point(tmp_path / "null", Path("/dev/null"))
    for name in ("link", "null"):
        fd = nofollow.open_named(tmp_path / name, os.O_RDWR | os.O_APPEND)
        assert os.get_blocking(fd)
        os.close(fd)


@pytest.mark.parametrize("flags", [os.O_RDONLY, os.O_WRONLY, os.O_RDWR])
def test_a_pipe_that_is_named_is_refused_without_waiting(tmp_path: Path, flags: int) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(nofollow.NotPlain, match="a named pipe"):
        nofollow.open_named(tmp_path / "pipe", flags)


def test_a_part_that_is_swapped_for_a_link_between_look_and_use_gains_nothing(
    tmp_path: Path, victim: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "swapped"
    (folder / "logs").mkdir(parents=True)
    real = nofollow._refuse_special

    def swap(found: os.stat_result, path: Path) -> None:
        real(found, path)
        point(path, victim)

    monkeypatch.setattr(nofollow, "_refuse_special", swap)
    (folder / "logs/log").write_text("mine")
    with pytest.raises(OSError, match=r"symbolic link|Too many levels"):
        nofollow.open_below(folder, Path("logs/log"), os.O_RDWR | os.O_APPEND)
    monkeypatch.undo()
    (folder / "logs/log").unlink()

    stat_of = os.stat

    def swap_folder(name: Any, **more: Any) -> os.stat_result:
        found = stat_of(name, **more)
        if name == "logs" and not (folder / "logs").is_symlink():
            point(folder / "logs", victim.parent)
        return found

    monkeypatch.setattr(os, "stat", swap_folder)
    with pytest.raises(nofollow.NotPlain, match="logs is a symbolic link"):
        nofollow.open_below(folder, Path("logs/.bashrc"), os.O_RDWR | os.O_APPEND)
    assert victim.read_text() == VICTIM


def test_a_folder_that_is_swapped_after_it_was_entered_is_the_one_that_was_looked_at(
    tmp_path: Path, victim: Path
) -> None:
    folder = tmp_path / "entered"
    (folder / "logs").mkdir(parents=True)
    with nofollow._Parent(folder, Path("logs/.bashrc")) as parent:
        (folder / "logs").rename(folder / "moved")
        point(folder / "logs", victim.parent)
        os.close(parent.open(os.O_WRONLY | os.O_CREAT | os.O_TRUNC))
    assert victim.read_text() == VICTIM
    assert (folder / "moved/.bashrc").exists()

"""`init` lays out the folder of a class, `demo` shows the whole job in one that is gone afterwards."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from commandline import ROOT, Tool, of


def files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_init_lays_out_fixtures_exercises_the_log_folder_and_the_settings(ctxgate: Tool) -> None:
    done = ctxgate("init")
    assert (done.code, done.err) == (0, "")
    laid = files(ctxgate.folder)
    for fixture in (ROOT / "fixtures").glob("*.json"):
        assert laid[f"fixtures/{fixture.name}"] == fixture.read_bytes()
    assert any(name.startswith("exercises/") for name in laid)
    assert "logs/README.md" in laid
    assert tomllib.loads(laid["ctxgate.toml"].decode()) == {"policy": "workshop"}
    said = done.out.decode().splitlines()
    assert {line.removeprefix("wrote ") for line in said[:-1]} == set(laid)
    assert said[-1] == "next: ctxgate exercise list"


@pytest.mark.slow
@pytest.mark.parametrize("name", ["class", "a class in a path/with Leerzeichen und Ümläuten 教室"])
def test_what_init_names_as_next_works(ctxgate: Tool, name: str) -> None:
    done = ctxgate("init", name)
    assert done.code == 0
    advice = done.out.decode().splitlines()[-1].removeprefix("next: ")
    assert ctxgate.shell(advice).code == 0
    steps = "ctxgate capture fixtures/refunds.json > rows && ctxgate score >> rows && ctxgate gate --prompt"
    captured = ctxgate.shell(advice.replace("ctxgate exercise list", steps))
    # The class scores with teaching constants, and is told so.
    assert (captured.code, captured.err.count("\n")) == (0, 1)
    assert "policy workshop is weaker than standard" in captured.err
    assert b"14 days" in captured.out
    assert Tool(ctxgate.folder / name).logged[0]["id"] == "doc-a"


def test_init_again_keeps_what_is_there_and_force_overwrites_what_was_changed(ctxgate: Tool) -> None:
    ctxgate("init", "class")
    folder = ctxgate.folder / "class"
    before = files(folder)
    (folder / "ctxgate.toml").write_text('policy = "standard"\n')
    (folder / "fixtures/agree.json").unlink()
    (folder / "notes.md").write_text("mine")
    again = ctxgate("init", "class")
    assert again.code == 0
    assert again.out.decode().splitlines()[:2] == [
        "wrote class/fixtures/agree.json",
        f"kept {len(before) - 1} files that were there (--force overwrites)",
    ]
    assert (folder / "ctxgate.toml").read_text() == 'policy = "standard"\n'
    forced = ctxgate("init", "class", "--force")
    assert forced.code == 0
    assert forced.out.decode().splitlines()[0] == "wrote class/ctxgate.toml"
    assert files(folder) == {**before, "notes.md": b"mine"}


def test_init_where_no_folder_can_be_is_an_error(ctxgate: Tool) -> None:
    ctxgate.write("file", "")
    done = ctxgate("init", "file")
    assert (done.code, done.out) == (3, b"")
    assert done.err.startswith("ctxgate: file/")
    assert "Name another folder: `ctxgate init DIR`." in done.err
    assert len(done.err.splitlines()) == 2


def test_demo_shows_every_criterion_met_and_leaves_nothing_behind(ctxgate: Tool, tmp_path: Path) -> None:
    done = ctxgate("demo", env={"TMPDIR": str(tmp_path)})
    assert (done.code, done.err) == (0, "")
    said = done.out.decode()
    criteria = said.split("the exit criteria")[1]
    assert criteria.count(" yes") >= 9
    assert " NO" not in criteria
    assert "14 days" in said
    assert "0.75" in said
    assert list(tmp_path.iterdir()) == []


def test_demo_heeds_no_settings_of_the_folder_it_is_called_in(ctxgate: Tool) -> None:
    ctxgate.write("ctxgate.toml", 'policy = "standard"\n')
    env = {"CTXGATE_POLICY": "standard", "CTXGATE_RUN": "1", "CTXGATE_LOG": "mine.jsonl"}
    done = ctxgate("demo", env=env)
    assert done.code == 0
    assert not (ctxgate.folder / "mine.jsonl").exists()


def test_the_steps_of_the_demo_by_hand_decide_the_same(ctxgate: Tool) -> None:
    ctxgate("init")
    for command in (["capture", "fixtures/refunds.json"], ["score"], ["gate"]):
        assert ctxgate(*command).code == 0
    decided = {row["id"]: (row["score"], row["action"]) for row in of("gate", ctxgate.logged)}
    assert decided == {
        "doc-a": (0.75, "allow_with_citation"),
        "doc-b": (0.0, "drop"),
        "doc-c": (0.25, "drop"),
    }

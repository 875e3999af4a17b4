"""A folder is loaded whole or refused whole, and every fault names its file and line."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from articles import article, lay

from ctxgate.errors import CorpusError, InputError
from ctxgate.retrieve import folder as files
from ctxgate.retrieve.load import Loaded, load, refusal, salvage


@pytest.fixture
def kb(tmp_path: Path) -> Path:
    return lay(
        tmp_path / "kb", {"a.md": article("a", "text of a"), "deep/er/b.MD": article("b", "text of b")}
    )


def faults(folder: Path) -> list[str]:
    return [str(fault).replace(f"{folder}/", "") for fault in load(folder).faults]


def ids(loaded: Loaded) -> list[str]:
    return [passage.id for passage in loaded.passages]


def test_markdown_is_found_at_any_depth_and_other_files_are_not_looked_at(kb: Path) -> None:
    lay(
        kb,
        {"c.markdown": "# C\n\ntext", "d.txt": b"\xff", "e.md.bak": "x", ".git/f.md": "x", ".hidden.md": "x"},
    )
    loaded = load(kb)
    assert ids(loaded) == ["a", "b", "c.markdown#c"]
    assert (loaded.faults, loaded.skipped, loaded.files) == ((), (), 3)


def test_the_order_of_the_files_does_not_matter(tmp_path: Path) -> None:
    names = [f"{n}.md" for n in range(20)]
    one = lay(tmp_path / "one", {name: article(f"x{name}", "text") for name in names})
    two = lay(tmp_path / "two", {name: article(f"x{name}", "text") for name in reversed(names)})
    assert load(one).passages == load(two).passages
    assert load(one).fingerprint() == load(two).fingerprint()


def test_the_fingerprint_is_that_of_what_is_retrieved(kb: Path) -> None:
    before = load(kb).fingerprint()
    lay(kb, {"a.md": article("a", "text of a").replace("\n", "\r\n"), "notes.txt": "more"})
    assert load(kb).fingerprint() == before
    lay(kb, {"a.md": article("a", "text of A")})
    assert load(kb).fingerprint() != before


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
def test_windows_line_ends_and_a_byte_order_mark_change_nothing(kb: Path, end: bytes, mark: bytes) -> None:
    text = article("c", "one\n\ntwo").encode()
    lay(kb, {"c.md": mark + text.replace(b"\n", end)})
    (found,) = [passage for passage in load(kb).passages if passage.id == "c"]
    assert (found.text, found.line) == ("one\n\ntwo", 8)


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_latin_1_is_refused_with_the_line_of_its_first_byte(kb: Path, mark: bytes) -> None:
    lay(kb, {"c.md": mark + b"# Caf\r\n\r\ncaf\xe9\r\n"})
    (said,) = faults(kb)
    assert said.startswith("c.md:3: not UTF-8 text: byte 0xe9\n  Save it as UTF-8")


def test_a_file_with_nul_characters_is_no_text(kb: Path) -> None:
    lay(kb, {"c.md": b"one\ntwo\0"})
    assert faults(kb) == ["c.md:2: not text: it holds a NUL character"]


def test_a_file_of_100_mb_is_refused_unread(kb: Path) -> None:
    with (kb / "big.md").open("wb") as big:
        big.truncate(100 << 20)
    (said,) = faults(kb)
    assert said.startswith("big.md: 100 MB; a file of at most 4 MB is read\n")


def test_all_faults_are_collected_and_the_refusal_names_the_first(kb: Path) -> None:
    lay(kb, {"c.md": "---\n- a\n---\ntext", "d.md": "---\nid: x\nproduct_scope: [x]\n---\ntext"})
    loaded = load(kb)
    assert [fault.where for fault in loaded.faults] == [f"{kb}/c.md:2", f"{kb}/d.md:2"]
    error = refusal(loaded)
    assert error.faults == loaded.faults
    assert str(error).startswith(
        f"{kb}/c.md:2: the front matter is a list, not a mapping of keys to values; 1 more"
    )


def test_an_id_that_is_taken_names_both_files(kb: Path) -> None:
    lay(kb, {"c.md": "\n" + article("a", "other text")})
    (said,) = faults(kb)
    assert said.startswith("c.md:3: the id 'a' is taken: a.md:2 has it too\n")
    assert ids(salvage(load(kb))) == ["a", "b"]
    assert salvage(load(kb)).passages[0].text == "text of a"


def test_an_id_that_is_taken_by_a_heading_of_plain_markdown_is_taken_too(kb: Path) -> None:
    lay(kb, {"c.md": "# Title\n\ntext", "d.md": article("c.md#title", "text")})
    (said,) = faults(kb)
    assert said.startswith("d.md:2: the id 'c.md#title' is taken: c.md:1 has it too")


@pytest.mark.parametrize(
    ("content", "todo"),
    [
        ({}, "Articles are files that end in .md, .markdown or .mdx."),
        ({"a.txt": "text"}, "Articles are files that end in .md, .markdown or .mdx."),
        ({"a.md": "# Only\n\n## Headings"}, "Passed over: a.md (no text in it)."),
        ({".a.md": "x"}, "Articles are files that end in .md, .markdown or .mdx."),
    ],
)
def test_an_empty_folder_is_an_error(tmp_path: Path, content: dict[str, str | bytes], todo: str) -> None:
    folder = tmp_path / "kb"
    folder.mkdir()
    lay(folder, content)
    (fault,) = load(folder).faults
    assert fault.where == str(folder)
    assert (fault.what, fault.todo) == ("no article in it: an empty corpus would answer nothing", todo)


def test_a_folder_whose_one_file_is_empty_is_refused_as_empty(tmp_path: Path) -> None:
    folder = lay(tmp_path / "kb", {"a.md": ""})
    (fault,) = load(folder).faults
    assert fault.todo == "Passed over: a.md (an empty file)."


def test_no_folder_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="there is no such folder"):
        load(tmp_path / "none")
    lay(tmp_path, {"file.md": "text"})
    with pytest.raises(InputError, match="not a folder"):
        load(tmp_path / "file.md")


def test_a_file_of_mere_headings_is_passed_over_and_said(kb: Path) -> None:
    lay(kb, {"c.md": "# Only\n\n## Headings\n"})
    loaded = load(kb)
    assert (loaded.faults, loaded.skipped) == ((), (("c.md", "no text in it"),))
    assert loaded.missing == loaded.skipped


def test_a_file_without_text_is_passed_over_and_said(kb: Path) -> None:
    lay(kb, {"a.md": "", "c/_index.md": "---\ntitle: Section\n---\n"})
    loaded = load(kb)
    assert (ids(loaded), loaded.faults) == (["b"], ())
    assert loaded.missing == (
        ("a.md", "an empty file"),
        ("c/_index.md", "front matter without any text below it"),
    )


# ---------------------------------------------------------------- links


def test_links_out_of_the_folder_and_loops_are_not_followed(kb: Path, tmp_path: Path) -> None:
    secret = lay(tmp_path / "other", {"secret.md": "# Secret\n\ntext"})
    (kb / "out.md").symlink_to(secret / "secret.md")
    (kb / "folder").symlink_to(secret)
    (kb / "loop").symlink_to(kb)
    (kb / "self.md").symlink_to("self.md")
    (kb / "gone.md").symlink_to("nowhere.md")
    loaded = load(kb)
    assert ids(loaded) == ["a", "b"]
    assert dict(loaded.skipped) == {
        "out.md": "a link out of the folder, which is not followed",
        "folder": "a link to a folder, which is not followed",
        "loop": "a link to a folder, which is not followed",
        "self.md": "a link that leads nowhere, or in a circle",
        "gone.md": "a link that leads nowhere, or in a circle",
    }


def test_a_link_to_a_file_that_is_read_anyway_does_not_read_it_twice(kb: Path) -> None:
    (kb / "again.md").symlink_to("a.md")
    loaded = load(kb)
    assert (ids(loaded), loaded.faults) == (["a", "b"], ())
    assert loaded.skipped == (("again.md", "a link to a.md, which is read where it lies"),)
    assert loaded.missing == ()


def test_a_folder_that_is_mounted_as_links_to_a_hidden_version_is_read(tmp_path: Path) -> None:
    kb = lay(tmp_path / "kb", {"..v1/a.md": article("a", "text")})
    (kb / "..data").symlink_to("..v1")
    (kb / "a.md").symlink_to("..data/a.md")
    assert [(p.id, p.source) for p in load(kb).passages] == [("a", "a.md")]


def test_the_folder_itself_may_be_a_link(kb: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(kb)
    assert ids(load(tmp_path / "link")) == ["a", "b"]


def test_a_pipe_is_not_waited_for(kb: Path) -> None:
    os.mkfifo(kb / "pipe.md")
    assert load(kb).skipped == (("pipe.md", "not a regular file"),)


def test_a_link_that_cannot_be_followed_is_a_fault(kb: Path) -> None:
    (kb / "long.md").symlink_to("x" * 300)
    (kb / "long").symlink_to("x" * 300)  # no Markdown, so nothing is missed
    (said,) = faults(kb)
    assert said.startswith("long.md: a link that cannot be followed: file name too long\n  Make it readable")


def test_a_folder_that_the_system_does_not_take_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read: file name too long"):
        load(tmp_path / ("x" * 300))
    (tmp_path / "loop").symlink_to("loop")
    with pytest.raises(InputError):
        load(tmp_path / "loop")


def test_what_has_become_a_link_or_a_pipe_since_it_was_found_is_not_read(kb: Path, tmp_path: Path) -> None:
    lay(tmp_path, {"secret.md": "# Secret\n\ntext"})
    (kb / "link.md").symlink_to(tmp_path / "secret.md")
    os.mkfifo(kb / "pipe.md")
    for name in ("link.md", "pipe.md"):
        with pytest.raises(CorpusError, match=r"cannot be read|not a regular file"):
            files.read(kb / name, name)


def test_a_name_with_a_control_character_is_a_fault_on_one_line(kb: Path) -> None:
    lay(kb, {"a\nctxgate: forged.md": "# A\n\ntext"})
    assert faults(kb) == [
        "a\\u000actxgate: forged.md: the name of the file holds a control character\n  Give it another name."
    ]


@pytest.mark.parametrize(
    ("raw", "hint"),
    [
        (b"caf\xe9", "if it is Latin-1, `iconv -f latin1 -t utf-8 "),
        (b"\x93quoted\x94", "if it is Windows-1252, `iconv -f cp1252 -t utf-8 "),
        ("\ufeffcaf\u00e9".encode("utf-16-le"), "if it is UTF-16, `iconv -f utf-16 -t utf-8 "),
        (b"\x89PNG\r\n\x1a\n\0\0", None),
    ],
)
def test_the_hint_names_the_encoding_only_where_it_is_likely(kb: Path, raw: bytes, hint: str | None) -> None:
    lay(kb, {"c d.md": raw})
    (fault,) = load(kb).faults
    todo = fault.todo or ""
    if hint is None:
        assert todo == "Save it as UTF-8, or move it out of the folder."
    else:
        assert f"{hint}'{kb}/c d.md'` prints it so." in todo


def test_a_name_that_is_not_utf_8_is_a_fault(kb: Path) -> None:
    try:
        Path(os.fsdecode(os.fsencode(kb) + b"/caf\xe9.md")).write_text("# A\n\ntext")
    except OSError:
        pytest.skip("this file system takes no such name")
    (fault,) = load(kb).faults
    assert fault.what == "the name of the file is not UTF-8"
    assert fault.where == f"{kb}/caf\\udce9.md"


def test_what_cannot_be_read_is_a_fault(kb: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if os.geteuid() == 0:  # root may read anything, so the disk has to say no itself
        real = files.read

        def read(path: Path, where: str) -> str:
            if path.name == "a.md":
                path = path / "below"
            return real(path, where)

        monkeypatch.setattr("ctxgate.retrieve.load.files.read", read)
    else:
        (kb / "a.md").chmod(0)
    (said,) = faults(kb)
    assert said.startswith("a.md: cannot be read: ")


def test_no_depth_is_too_deep(kb: Path) -> None:
    deepest = kb
    try:
        for _ in range(1100):
            deepest = deepest / "d"
            deepest.mkdir()
        (deepest / "x.md").write_text("# Deep\n\ntext")
        assert "Deep" in [passage.title for passage in load(kb).passages]
    finally:  # Python's own removal of a tree recurses
        subprocess.run(["rm", "-rf", kb], check=True)

"""`ctxgate replay` in a real process: verdicts, exit codes, edits of the log by hand."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from commandline import Row, Tool, batch, chunk, lines, of, queries, rows_of


def gated(ctxgate: Tool, fixture_file: str) -> None:
    assert ctxgate("run", fixture_file, "--policy", "workshop").code == 0


def test_a_reject_is_shown_to_be_absent_and_the_replay_is_logged(ctxgate: Tool, fixture_file: str) -> None:
    gated(ctxgate, fixture_file)
    done = ctxgate("replay", "doc-b")
    assert (done.code, done.err) == (0, "")
    (row,) = done.rows
    assert (row["event"], row["id"], row["in_prompt"], row["same_decision"]) == (
        "replay",
        "doc-b",
        False,
        True,
    )
    assert ctxgate.logged[-1] == row
    assert ctxgate("replay", "doc-b", "--no-log").code == 0
    assert len(of("replay", ctxgate.logged)) == 1


def test_the_verdict_is_in_words_for_people(ctxgate: Tool, fixture_file: str) -> None:
    gated(ctxgate, fixture_file)
    out = ctxgate("replay", "--all", "--table").out.decode()
    assert "no text of 2 rejects is in the prompt" in out
    assert "the same bytes get the same decisions" in out


def test_without_an_id_it_names_the_rejects(ctxgate: Tool, fixture_file: str) -> None:
    gated(ctxgate, fixture_file)
    done = ctxgate("replay")
    assert done.code == 2
    assert "doc-b, doc-c" in done.err


def test_an_unknown_id_gets_the_nearest(ctxgate: Tool, fixture_file: str) -> None:
    gated(ctxgate, fixture_file)
    done = ctxgate("replay", "doc-b", "doc-bb")
    assert (done.code, done.out) == (2, b"")
    assert "no chunk 'doc-bb'" in done.err
    assert "Nearest: doc-b" in done.err
    assert of("replay", ctxgate.logged) == []
    assert ctxgate("replay", "doc-b", "--all").code == 2


def test_an_id_that_several_batches_have_is_replayed_in_each(ctxgate: Tool) -> None:
    ctxgate.write("b.jsonl", queries(3))
    ctxgate("run", "b.jsonl", "--policy", "workshop")
    assert [row["seq"] for row in ctxgate("replay", "bad").rows] == [1, 2, 3]


def test_a_whole_run_is_replayable(ctxgate: Tool) -> None:
    ctxgate.write("b.jsonl", [*queries(40), {"query": "Nothing?", "retrieved": []}])
    ctxgate("run", "b.jsonl")
    done = ctxgate("replay", "--all")
    assert (done.code, len(done.rows)) == (0, 80)
    assert all(row["same_decision"] for row in done.rows)
    assert ctxgate("replay", "--all", "--run", "1").code == 0  # replay rows of before do not matter


def removed(event: str, id_: str | None) -> Callable[[list[Row]], list[Row]]:
    return lambda rows: [r for r in rows if not (r["event"] == event and r.get("id") == id_)]


def changed(
    event: str, id_: str | None, field: str, change: Callable[[str], object]
) -> Callable[[list[Row]], list[Row]]:
    return lambda rows: [
        {**r, field: change(r[field])} if r["event"] == event and r.get("id") == id_ else r for r in rows
    ]


EDITS: dict[str, tuple[Callable[[list[Row]], list[Row]], int, str]] = {
    "one byte of a text": (
        changed("capture", "doc-c", "text", lambda t: t + "."),
        1,
        "not the text that was captured",
    ),
    "white space": (changed("capture", "doc-b", "text", lambda t: t.replace(" ", "  ")), 1, "white space"),
    "a score": (changed("score", "doc-a", "score", lambda s: 0.8), 1, "score 0.800 then"),
    "an opened gate row": (
        changed("gate", "doc-b", "action", lambda a: "allow"),
        1,
        "action allow then, drop now",
    ),
    "an opened score row": (
        changed("score", "doc-b", "action", lambda a: "allow"),
        1,
        "action allow then, drop now",
    ),
    "a prompt": (changed("prompt", None, "prompt", lambda p: p + "Obey.\n"), 1, "the prompt is not the one"),
    "a capture row less": (removed("capture", "doc-b"), 3, "1 of 3 capture rows missing"),
    "a score row less": (removed("score", "doc-a"), 1, "there is no score row for it"),
    "a gate row less": (removed("gate", "doc-b"), 3, "1 of 3 gate rows missing"),
    "the prompt row less": (removed("prompt", None), 3, "the prompt row missing"),
    "another source": (
        changed("capture", "doc-b", "source", lambda s: "a.md"),
        3,
        "not the batch that was captured",
    ),
}


@pytest.mark.parametrize("what", EDITS)
def test_a_log_that_was_edited_by_hand_is_noticed(what: str, ctxgate: Tool, fixture_file: str) -> None:
    gated(ctxgate, fixture_file)
    edit, code, words = EDITS[what]
    ctxgate.log.write_bytes(lines(*edit(ctxgate.logged)))
    done = ctxgate("replay", "--all")
    assert done.code == code
    assert words in done.out.decode() + done.err


def test_a_whole_batch_that_was_removed_is_noticed(ctxgate: Tool) -> None:
    ctxgate.write("b.jsonl", queries(3))
    ctxgate("run", "b.jsonl")
    ctxgate.log.write_bytes(lines(*(row for row in ctxgate.logged if row["seq"] != 2)))
    done = ctxgate("replay", "--all")
    assert done.code == 3
    assert "batch 2: not in the log" in done.err


@pytest.mark.parametrize("steps", [("capture",), ("capture", "score")])
def test_a_run_that_is_not_gated_is_described(
    steps: tuple[str, ...], ctxgate: Tool, fixture_file: str
) -> None:
    for step in steps:
        ctxgate(step, *((fixture_file,) if step == "capture" else ()))
    done = ctxgate("replay", "--all")
    assert (done.code, done.out) == (3, b"")
    assert "batch 1: " in done.err
    assert "not gated" in done.err
    assert "is not gated" in ctxgate("replay").err


def everything(fixture: Row) -> str:
    body = "\n".join(f"<doc>{item['text']}</doc>" for item in fixture["retrieved"])
    return f"You are helpful.\n{body}\nUser: {fixture['query']}\n"


def test_a_prompt_of_someone_else_that_enforces_nothing_is_caught(
    ctxgate: Tool, fixture_file: str, fixture: Row
) -> None:
    gated(ctxgate, fixture_file)
    ctxgate.write("prompt.txt", everything(fixture))
    done = ctxgate("replay", "--prompt", "prompt.txt")
    assert done.code == 1
    assert {row["id"]: row["in_prompt"] for row in done.rows} == {"doc-a": True, "doc-b": True, "doc-c": True}
    assert all(row["detail"].startswith("prompt prompt.txt: ") for row in done.rows)
    piped = ctxgate("replay", "doc-b", "--prompt", "-", stdin=everything(fixture).encode())
    assert (piped.code, piped.rows[0]["in_prompt"]) == (1, True)


def test_a_prompt_of_someone_else_that_keeps_rejects_out_is_fine(
    ctxgate: Tool, fixture_file: str, fixture: Row
) -> None:
    gated(ctxgate, fixture_file)
    ctxgate.write("prompt.txt", everything({**fixture, "retrieved": fixture["retrieved"][:1]}))
    assert ctxgate("replay", "--prompt", "prompt.txt").code == 0
    ctxgate.write("prompt.txt", everything({**fixture, "retrieved": []}))
    assert "missing from the prompt" in ctxgate("replay", "--prompt", "prompt.txt").out.decode()


def test_the_batch_that_a_prompt_is_for_is_told_by_its_query(ctxgate: Tool) -> None:
    ctxgate.write("b.jsonl", queries(12))
    ctxgate("run", "b.jsonl", "--policy", "workshop")
    ctxgate.write("prompt.txt", of("prompt", ctxgate.logged)[6]["prompt"])
    done = ctxgate("replay", "--prompt", "prompt.txt")
    assert (done.code, {row["seq"] for row in done.rows}) == (0, {7})
    ctxgate.write("prompt.txt", "What?")
    assert ctxgate("replay", "--prompt", "prompt.txt").code == 2


@pytest.mark.parametrize(
    ("content", "words"), [(b"\xff\xfe", "not UTF-8"), (None, "no such file"), (b"x" * 4_000_001, "4 MB")]
)
def test_a_prompt_that_cannot_be_read(
    content: bytes | None, words: str, ctxgate: Tool, fixture_file: str
) -> None:
    gated(ctxgate, fixture_file)
    if content is not None:
        ctxgate.write("p", content)
    done = ctxgate("replay", "--prompt", "p")
    assert done.code == 3
    assert words in done.err


def test_a_policy_that_changed_is_the_explanation(ctxgate: Tool, fixture_file: str) -> None:
    ctxgate.write("mine.toml", ctxgate("policy", "show", "workshop").out)
    ctxgate("run", fixture_file, "--policy", "mine.toml")
    assert ctxgate("replay", "--all").code == 0
    ctxgate.write("mine.toml", ctxgate("policy", "show", "standard").out)
    done = ctxgate("replay", "--all")
    assert done.code == 1
    assert "has changed since" in done.rows[0]["detail"]
    assert [row["in_prompt"] for row in done.rows] == [True, False, False]
    (ctxgate.folder / "mine.toml").unlink()
    assert "cannot be used" in ctxgate("replay", "doc-b").rows[0]["detail"]


def test_untrusted_ids_and_texts_reach_a_terminal_as_escapes(ctxgate: Tool) -> None:
    nasty = chunk("\x1b[2J[bold]", "\x1b]0;x\x07 Always promise.", source="\x9b.md")
    ctxgate.write("b.jsonl", lines(batch("What of \x1b[31m?", nasty)))
    ctxgate("run", "b.jsonl")
    for args in (
        ("replay", "--all"),
        ("replay", "--all", "--json"),
        ("rejects",),
        ("rejects", "--table"),
        ("replay",),
    ):
        _, sent = ctxgate.terminal(*args, env={"NO_COLOR": "1"})
        assert "\x1b[2J" not in sent
        assert "\x1b]0" not in sent
        assert "\x9b" not in sent
        assert "[bold]" in sent or args == ("replay", "--all", "--json") or "u001b" in sent


@pytest.mark.slow
@pytest.mark.parametrize("command", [("replay", "--all"), ("rejects",), ("debrief",)])
def test_bad_logs_are_named(command: tuple[str, ...], ctxgate: Tool, fixture_file: str) -> None:
    assert (ctxgate(*command).code, "no log at" in ctxgate(*command).err) == (3, True)
    ctxgate.log.parent.mkdir()
    ctxgate.log.write_bytes(b"")
    assert "is empty" in ctxgate(*command).err
    gated(ctxgate, fixture_file)
    gated(ctxgate, fixture_file)
    one, two = dict.fromkeys(row["run"] for row in ctxgate.logged)
    run = ("--run",) if command[0] != "rejects" else ()
    assert ctxgate(*command, *run, "9").code == 2
    assert "is no name of a run" in ctxgate(*command, *run, "nope").err
    assert "fits 2 of 2 runs" in ctxgate(*command, *run, one[:9]).err
    # A damaged line in the middle of one run: the other still works.
    rows = ctxgate.log.read_bytes().split(b"\n")
    broken = [
        line[:-30] if one.encode() in line and b'"gate"' in line and b"doc-b" in line else line
        for line in rows
    ]
    ctxgate.log.write_bytes(b"\n".join(broken))
    done = ctxgate(*command, *run, one)
    assert "context-gate.jsonl:" in done.err
    assert done.code == (0 if command[0] == "debrief" else 3)
    assert ctxgate(*command, *run, two).code == 0
    newer = [line.replace(b'"v":1', b'"v":3') if one.encode() in line else line for line in rows]
    ctxgate.log.write_bytes(b"\n".join(newer))
    done = ctxgate(*command, *run, one)
    assert (done.code, "newer than this ctxgate reads" in done.err) == (3, True)


def test_json_of_a_replay_is_the_row_of_the_log(ctxgate: Tool, fixture_file: str) -> None:
    gated(ctxgate, fixture_file)
    out = ctxgate("replay", "--all").out
    assert ctxgate.log.read_bytes().endswith(out)
    assert (
        [json.loads(line)["pos"] for line in out.splitlines()]
        == [row["pos"] for row in rows_of(out)]
        == [1, 2, 3]
    )


def test_a_prompt_without_any_allowed_text_proves_nothing(ctxgate: Tool, fixture_file: str) -> None:
    ctxgate("run", fixture_file, "--policy", "workshop")
    before = ctxgate.log.read_bytes()
    for content, code in (("", 3), ("  \n", 3), ("Hello, world.\n", 1)):
        ctxgate.write("prompt.txt", content)
        done = ctxgate("replay", "doc-b", "--prompt", "prompt.txt")
        assert (done.code, done.out) == (code, b""), content
        assert "prompt.txt" in done.err
    assert ctxgate.log.read_bytes() == before

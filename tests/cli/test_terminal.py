"""What a terminal is sent: tables for people, no escape sequence that was not asked for, none from a chunk."""

from __future__ import annotations

import json
import re

import pytest
from commandline import Tool, batch, chunk, lines, of, queries

ESCAPE = "\x1b"
EVIL = "\x1b[31mred\x1b]0;title\x07 \x9b2J \u202egnp\u202c [bold]x[/bold] [link=http://x]y[/link] :smile: \U000e0041 \r\n\x00"
COUNTER = re.compile(r"\r[0-9,]+ batches|\r {30}\r")
"""What a run that takes longer than half a second shows on a terminal, and how it is wiped out."""

RAW = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1a\x1c-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\U000e0000-\U000e007f]"
)


@pytest.fixture
def evil(ctxgate: Tool) -> str:
    """The name of a file with one batch whose every field tries to talk to the terminal."""
    shown = chunk("id " + EVIL, "SKU-441 " + EVIL, source="docs/" + EVIL + ".md", date=EVIL)
    again = chunk("[bold]x[/bold] :smile:", "SKU-441 takes 14 days.", source=EVIL)
    ctxgate.write("evil.json", lines(batch("What of SKU-441? " + EVIL, shown, again)))
    return "evil.json"


def test_a_terminal_gets_a_table_and_a_pipe_gets_json(ctxgate: Tool, fixture_file: str) -> None:
    for command in (["capture", fixture_file], ["score"], ["gate"], ["run", fixture_file]):
        code, sent = ctxgate.terminal(*command)
        assert code == 0
        assert "doc-a" in sent
        assert "1 batch, 3 chunks" in sent
        assert '{"event"' not in sent
        assert ESCAPE in sent
    for command in (["score"], ["gate"]):
        assert ctxgate(*command).out.startswith(b'{"event":"capture"')


def test_json_and_table_force_the_one_or_the_other(ctxgate: Tool, fixture_file: str) -> None:
    code, sent = ctxgate.terminal("run", fixture_file, "--json")
    assert code == 0
    assert [json.loads(line)["event"] for line in sent.splitlines()][-1] == "prompt"
    piped = ctxgate("run", fixture_file, "--table")
    assert piped.code == 0
    assert "1 batch, 3 chunks: 1 drop" in piped.out.decode()
    assert ESCAPE not in piped.out.decode()


@pytest.mark.parametrize(
    ("options", "env"),
    [
        ([], {"NO_COLOR": "1"}),
        ([], {"TERM": "dumb"}),
        (["--no-color"], {}),
        (["--no-color"], {"FORCE_COLOR": "1"}),
    ],
)
def test_no_colour_means_no_escape_sequence_at_all(
    ctxgate: Tool, fixture_file: str, options: list[str], env: dict[str, str]
) -> None:
    for command in (["run", fixture_file], ["runs"], ["policy", "show", "--reasons"], ["demo"]):
        code, sent = ctxgate.terminal(*command, *options, env=env)
        assert code == 0
        assert ESCAPE not in sent, command


def test_json_is_neither_wrapped_nor_coloured_on_a_narrow_terminal(ctxgate: Tool) -> None:
    ctxgate.write("corpus.jsonl", queries(1))
    code, sent = ctxgate.terminal("run", "corpus.jsonl", "--json", env={"COLUMNS": "20", "FORCE_COLOR": "1"})
    assert code == 0
    assert ESCAPE not in sent
    rows = [json.loads(line) for line in COUNTER.sub("", sent).splitlines()]
    assert rows == ctxgate.logged


def test_a_chunk_reaches_the_terminal_as_visible_escapes_only(ctxgate: Tool, evil: str) -> None:
    for command in (["capture", evil], ["score"], ["gate"], ["run", evil], ["runs"]):
        code, sent = ctxgate.terminal(*command, env={"NO_COLOR": "1", "COLUMNS": "400"})
        assert code == 0
        assert ESCAPE not in sent
        assert not RAW.search(sent), command
        if command != ["runs"]:
            assert "\\u001b[31mred\\u001b]0;title\\u0007 \\u009b2J \\u202egnp" in sent
            assert "[bold]x[/bold] :smile:" in sent


def test_json_on_a_terminal_escapes_what_a_terminal_might_obey(ctxgate: Tool, evil: str) -> None:
    code, sent = ctxgate.terminal("run", evil, "--json")
    assert code == 0
    assert ESCAPE not in sent
    assert not RAW.search(sent)
    rows = [json.loads(line) for line in COUNTER.sub("", sent).splitlines()]
    assert rows == ctxgate.logged
    assert EVIL in of("capture", rows)[0]["text"]


def test_a_prompt_on_a_terminal_holds_no_raw_control_character(ctxgate: Tool, evil: str) -> None:
    ctxgate("run", evil)
    code, sent = ctxgate.terminal("gate", "--prompt")
    assert code == 0
    assert sent.startswith("Answer the query from the evidence only.")
    assert ESCAPE not in sent
    assert not RAW.search(sent)


def test_an_error_on_a_terminal_holds_no_raw_control_character(ctxgate: Tool) -> None:
    ctxgate.write(
        "bad.jsonl", lines(batch("q", chunk(EVIL), chunk(EVIL)), {"retrieved": [], EVIL: 1}) + b'{"\x1b[31m'
    )
    code, sent = ctxgate.terminal("capture", "bad.jsonl", EVIL.replace("\x00", ""), "--json")
    assert code == 3
    assert "3 refused" in sent or "4 refused" in sent
    assert ESCAPE not in sent
    assert not RAW.search(sent)


def test_a_policy_on_a_terminal_holds_no_raw_control_character(ctxgate: Tool) -> None:
    ctxgate.write("p.toml", "# \x9b31m \u202e\r\n[bands]\r\nisolate = 0.5\r\n")
    code, sent = ctxgate.terminal("policy", "show", "p.toml", "--own")
    assert code == 0
    assert "# \\u009b31m \\u202e\r\n[bands]\r\nisolate = 0.5\r\n" in sent
    piped = ctxgate("policy", "show", "p.toml", "--own").out.decode()
    assert piped == "# \x9b31m \u202e\r\n[bands]\r\nisolate = 0.5\r\n"
    ctxgate.write("p.toml", "instruction_hygiene.patterns = ['\u202ex', \"\\u001b[31m\"]")
    code, sent = ctxgate.terminal("policy", "show", "p.toml")
    assert code == 0
    assert '"\\u202ex", "\\u001b[31m"' in sent
    assert not RAW.search(sent)
    named = ctxgate.write("\x1b[31m.toml", "")
    for command in (["check"], ["show"], ["show", "--reasons"]):
        code, sent = ctxgate.terminal("policy", *command, named.name, env={"NO_COLOR": "1", "COLUMNS": "200"})
        assert code == 0
        assert "\\u001b[31m.toml" in sent
        assert ESCAPE not in sent


def test_a_terminal_whose_encoding_lacks_a_character_gets_an_escape(ctxgate: Tool, fixture_file: str) -> None:
    env = {"PYTHONIOENCODING": "ascii"}
    done = ctxgate("demo", env=env)
    assert (done.code, done.err) == (0, "")
    assert done.out.isascii()
    ctxgate.write("é.jsonl", [batch("Ein Rückgabefenster? 返金", chunk("é"))])
    done = ctxgate("run", "é.jsonl", "--table", env=env)
    assert done.code == 0
    assert b"R\\xfcckgabefenster? \\u8fd4\\u91d1" in done.out


def test_the_id_of_a_run_is_whole_on_80_columns(ctxgate: Tool, fixture_file: str) -> None:
    run = ctxgate("run", fixture_file).rows[0]["run"]
    _, sent = ctxgate.terminal("runs", env={"COLUMNS": "80"})
    assert run in sent


def test_a_long_run_shows_some_rows_and_counts_all(ctxgate: Tool) -> None:
    ctxgate.write("corpus.jsonl", queries(50))
    done = ctxgate("run", "corpus.jsonl", "--table", "--no-log", "--policy", "workshop")
    assert done.code == 0
    assert "… and 40 more chunks; --json prints every row" in done.out.decode()
    assert "50 batches, 100 chunks: 50 drop, 50 allow_with_citation" in done.out.decode()

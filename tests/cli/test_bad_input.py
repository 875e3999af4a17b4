"""Bad input is a clear error, and nothing is lost: what is good among it is captured."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from commandline import CTXGATE, Row, Tool, batch, chunk, clean_environment, lines, of, queries

GOOD, MORE = queries(2)


def raw(text: str) -> bytes:
    return text.encode() + b"\n"


def without(key: str) -> Row:
    whole = chunk()
    del whole[key]
    return batch("a query", whole)


BAD_LINES: dict[str, tuple[bytes, str]] = {
    "words": (b"What is the refund window?\n", "not JSON"),
    "a torn line": (lines(GOOD)[:-9] + b"\n", "not JSON"),
    "two values": (lines(GOOD)[:-1] + lines(GOOD), "not JSON"),
    "a number": (b"441\n", "a batch is a JSON object, this is a number"),
    "a string": (b'"query"\n', "a batch is a JSON object, this is a string"),
    "null": (b"null\n", "a batch is a JSON object, this is null"),
    "true": (b"true\n", "a batch is a JSON object, this is a boolean"),
    "an empty list": (b"[]\n", "an empty list"),
    "no query": (b'{"retrieved": []}\n', "query is missing"),
    "an empty query": (lines(batch("")), "query is empty"),
    "a blank query": (lines(batch(" \n\t")), "query is empty"),
    "a query that is a number": (b'{"query": 7, "retrieved": []}\n', "query must be a string, not a number"),
    "no list of chunks": (b'{"query": "q"}\n', 'missing "retrieved"'),
    "chunks in an object": (b'{"query": "q", "retrieved": {}}\n', "retrieved must be a list of chunks"),
    "chunks that are null": (b'{"query": "q", "retrieved": null}\n', "retrieved must be a list of chunks"),
    "a chunk that is a text": (b'{"query": "q", "retrieved": ["t"]}\n', "retrieved[0] must be an object"),
    **{
        f"no {key}": (lines(without(key)), f"retrieved[0].{key} is missing")
        for key in ("id", "source", "text")
    },
    **{
        f"an empty {key}": (
            lines(batch("q", chunk(), {**chunk("b"), key: ""})),
            f"retrieved[1].{key} is empty",
        )
        for key in ("id", "source", "text")
    },
    **{
        f"a {key} of another type": (
            lines(batch("q", {**chunk(), key: value})),
            f"retrieved[0].{key} must be a",
        )
        for key, value in (("id", 7), ("source", None), ("text", ["t"]), ("date", 2019))
    },
    "one id twice": (lines(batch("q", chunk("x"), chunk("y"), chunk("x"))), "the same id 'x'"),
    "NaN": (raw('{"query": "q", "retrieved": [], "weight": NaN}'), "NaN"),
    "Infinity": (raw('{"query": "q", "retrieved": [], "weight": -Infinity}'), "Infinity"),
    "a number out of range": (raw('{"query": "q", "retrieved": [], "weight": 1e999}'), "out of range"),
    "a number of 5,000 digits": (raw('{"query": "q", "retrieved": [], "n": %s}' % ("9" * 5000)), "not JSON"),
    "half a surrogate pair in a text": (
        raw(json.dumps(batch("q", chunk(text="x"))).replace('"x"', r'"x\ud800"')),
        "retrieved[0].text holds half a surrogate pair",
    ),
    "half a surrogate pair in a query": (
        raw(r'{"query": "\udfff", "retrieved": []}'),
        "half a surrogate pair",
    ),
    "half a surrogate pair in an unknown key": (
        raw(r'{"query": "q", "retrieved": [], "\ud800": 1}'),
        "half a surrogate pair",
    ),
    "a key twice": (raw('{"query": "q", "query": "r", "retrieved": []}'), "'query' stands twice"),
    "a key twice, deep down": (
        raw('{"query": "q", "retrieved": [], "m": {"k": 1, "k": 2}}'),
        "'k' stands twice",
    ),
    "nesting 10,000 deep": (
        raw('{"query": "q", "retrieved": [], "m": %s}' % ("[" * 10_000 + "]" * 10_000)),
        "nested more than 64 levels deep",
    ),
    "nesting that never ends": (b"[" * 10_000 + b"\n", ""),
    "bytes that are no text": (b'{"query": "\xff\xfe", "retrieved": []}\n', "not UTF-8 text"),
    "a log row": (
        raw('{"event": "capture", "v": 1, "run": "20260101T000000Z-00000000", "at": "", "seq": 1}'),
        "this is a log row, not a batch\n  Rows go to `ctxgate score -`",
    ),
}


@pytest.mark.parametrize("name", BAD_LINES)
def test_a_bad_line_is_named_and_the_batches_around_it_are_captured(ctxgate: Tool, name: str) -> None:
    line, fault = BAD_LINES[name]
    ctxgate.write("corpus.jsonl", lines(GOOD) + line + lines(MORE))
    done = ctxgate("capture", "corpus.jsonl")
    assert done.code == 3
    (complaint,) = done.complaints
    assert complaint.startswith("corpus.jsonl:2: ")
    assert fault in complaint
    assert complaint.count("\n") <= 1
    assert done.err.endswith("ctxgate: 1 refused, 2 batches done\n")
    assert [row["query"] for row in done.rows if row["pos"] == 1] == [GOOD["query"], MORE["query"]]
    assert [row["seq"] for row in done.rows] == [1, 1, 2, 2]
    assert ctxgate.logged == done.rows


def test_bad_lines_by_the_dozen_are_counted_and_the_first_ones_shown(ctxgate: Tool) -> None:
    done = ctxgate("capture", "-", stdin=b"nonsense\n" * 30 + lines(GOOD) + b"nonsense\n" * 970)
    assert done.code == 3
    assert "ctxgate: stdin:1: not JSON" in done.err
    assert len(done.err.splitlines()) == 22
    assert done.err.endswith("1000 refused, 1 batch done\n")
    assert len(done.rows) == 2


def test_a_message_stays_short_when_what_it_quotes_is_long(ctxgate: Tool) -> None:
    done = ctxgate("capture", "-", stdin=lines(batch("q", chunk("x" * 100_000), chunk("x" * 100_000))))
    assert done.code == 3
    assert "the same id" in done.err
    assert max(map(len, done.err.splitlines())) < 700


def test_one_bad_batch_in_a_list_is_named_by_its_place(ctxgate: Tool) -> None:
    done = ctxgate("capture", "-", stdin=lines([GOOD, batch(""), MORE]))
    assert done.code == 3
    assert done.complaints == ["stdin:1[1]: query is empty"]
    assert len(done.rows) == 4


def test_every_file_is_read_though_one_of_them_is_bad(ctxgate: Tool) -> None:
    ctxgate.write("a.jsonl", [GOOD])
    ctxgate.write("empty.jsonl", b"")
    (ctxgate.folder / "folder").mkdir()
    ctxgate.write("b.jsonl", [MORE])
    done = ctxgate("capture", "a.jsonl", "empty.jsonl", "folder", "none.jsonl", "b.jsonl")
    assert done.code == 3
    assert done.complaints == [
        "empty.jsonl: empty: there is no batch in it",
        "folder: a folder, not a file of batches",
        "none.jsonl: cannot be read: no such file or directory",
    ]
    assert [row["seq"] for row in done.rows] == [1, 1, 2, 2]


@pytest.mark.parametrize("content", [b"", b"\n\n  \n", b"\xef\xbb\xbf"])
def test_empty_input_is_an_error(ctxgate: Tool, content: bytes) -> None:
    done = ctxgate("run", "-", stdin=content)
    assert (done.code, done.out) == (3, b"")
    assert done.complaints == ["stdin: empty: there is no batch in it"]
    assert not ctxgate.log.exists()


def test_a_closed_standard_input_is_an_empty_one(ctxgate: Tool) -> None:
    done = ctxgate.shell("ctxgate capture - <&-")
    assert done.code == 3
    assert "empty: there is no batch in it" in done.err


@pytest.mark.parametrize("newline", [b"\r\n", b"\n\n\r\n"])
def test_other_line_ends_and_a_byte_order_mark_are_taken_as_they_come(ctxgate: Tool, newline: bytes) -> None:
    content = b"\xef\xbb\xbf" + lines(GOOD, MORE).replace(b"\n", newline)
    done = ctxgate("capture", "-", stdin=content)
    assert (done.code, done.err) == (0, "")
    assert [row["query"] for row in done.rows if row["pos"] == 1] == [GOOD["query"], MORE["query"]]


def test_utf_16_is_refused_in_words(ctxgate: Tool) -> None:
    done = ctxgate("capture", "-", stdin=json.dumps(GOOD).encode("utf-16"))
    assert done.code == 3
    assert done.complaints == ["stdin:1: not UTF-8 text"]
    several = ctxgate("capture", "-", stdin=json.dumps(GOOD, indent=1).encode("utf-16"))
    assert several.code == 3
    assert several.complaints == ["stdin: not UTF-8 text"]


# ---------------------------------------------------------------- documents


@pytest.mark.parametrize("command", ["capture", "run"])
@pytest.mark.parametrize("indent", [None, 2])
def test_a_document_holds_one_batch_or_a_list_of_batches(
    ctxgate: Tool, command: str, indent: int | None
) -> None:
    ctxgate.write("one.json", json.dumps(GOOD, indent=indent))
    ctxgate.write("two.json", json.dumps([GOOD, MORE], indent=indent))
    done = ctxgate(command, "one.json", "two.json")
    assert (done.code, done.err) == (0, "")
    captured = of("capture", done.rows)
    assert [row["seq"] for row in captured] == [1, 1, 2, 2, 3, 3]
    assert captured[0]["text"] == captured[2]["text"] == GOOD["retrieved"][0]["text"]


def test_a_list_with_its_only_batch_on_a_line_of_its_own_is_a_document(ctxgate: Tool) -> None:
    done = ctxgate("capture", "-", stdin=b"[\n" + lines(GOOD) + b"]\n")
    assert (done.code, done.err, len(done.rows)) == (0, "", 2)


def test_a_broken_document_is_named_with_line_and_column(ctxgate: Tool) -> None:
    ctxgate.write("doc.json", json.dumps(GOOD, indent=2).replace('"id"', "id", 1))
    done = ctxgate("capture", "doc.json")
    assert (done.code, done.out) == (3, b"")
    assert done.complaints == [
        "doc.json: not JSON: Expecting property name enclosed in double quotes at line 5 column 7"
    ]


def test_a_bad_batch_in_a_document_is_named_by_its_place(ctxgate: Tool) -> None:
    ctxgate.write("doc.json", json.dumps([GOOD, batch("q", chunk(text=""))], indent=2))
    done = ctxgate("capture", "doc.json")
    assert done.code == 3
    assert done.complaints == ["doc.json[1]: retrieved[0].text is empty"]
    assert len(done.rows) == 2


@pytest.mark.parametrize("first", [b"nonsense\n", b"# corpus of today,\n", b"[\n", lines(GOOD)[:40] + b"\n"])
def test_a_bad_first_line_costs_only_itself(ctxgate: Tool, first: bytes) -> None:
    done = ctxgate("capture", "-", stdin=first + lines(GOOD, MORE))
    assert done.code == 3
    assert [c.split(": ")[0] for c in done.complaints] == ["stdin:1"]
    assert len(done.rows) == 4


def test_two_bad_first_lines_cost_only_themselves(ctxgate: Tool) -> None:
    done = ctxgate("capture", "-", stdin=b"bad\nworse\n" + lines(GOOD, MORE))
    assert done.code == 3
    assert [c.split(": ")[0] for c in done.complaints] == ["stdin:1", "stdin:2"]
    assert len(done.rows) == 4


# ---------------------------------------------------------------- large


@pytest.mark.slow
def test_a_line_of_50_megabytes_is_captured_whole(ctxgate: Tool) -> None:
    text = "SKU-441 refunds take 14 days. " * (50_000_000 // 30)
    done = ctxgate("run", "-", "--no-log", stdin=lines(batch("q", chunk(text=text), chunk("b")), GOOD))
    assert (done.code, done.err) == (0, "")
    captured = of("capture", done.rows)
    assert captured[0]["text"] == text
    assert len(captured) == 4
    assert len(of("prompt", done.rows)[0]["prompt"]) < 6000


def test_a_line_of_more_than_64_megabytes_is_skipped(ctxgate: Tool) -> None:
    long = b'{"query": "' + b"q" * (65 * 1024 * 1024) + b'"}\n'
    done = ctxgate("capture", "-", stdin=lines(GOOD) + long + lines(MORE))
    assert done.code == 3
    assert done.complaints == ["stdin:2: a line longer than 64 MB, which is skipped"]
    assert len(done.rows) == 4


def test_a_document_of_more_than_64_megabytes_is_refused_with_a_way_out(ctxgate: Tool) -> None:
    content = b"[\n" + b'"' + b"x" * 1_000_000 + b'",\n'
    done = ctxgate("capture", "-", stdin=content[:2] + content[2:] * 70)
    assert done.code == 3
    assert "larger than 64 MB\n  Write one batch a line: `jq -c .` does that." in done.err


# ---------------------------------------------------------------- what is kept


def test_unknown_keys_are_kept_and_never_reach_a_score(ctxgate: Tool) -> None:
    known = batch("What of SKU-441?", chunk(), chunk("b"))
    labelled = batch(
        "What of SKU-441?",
        chunk(label="good", score=0.99, nested={"deep": [1, 2.5, None, "é"]}),
        chunk("b"),
        split="holdout",
        n=123456789012345678901234567890,
    )
    done = ctxgate("run", "-", stdin=lines(labelled))
    assert (done.code, done.err) == (0, "")
    first, second = of("capture", done.rows)
    assert first["meta"] == {"label": "good", "score": 0.99, "nested": {"deep": [1, 2.5, None, "é"]}}
    assert first["batch_meta"] == {"split": "holdout", "n": 123456789012345678901234567890}
    assert "meta" not in second
    assert "batch_meta" not in second
    plain = ctxgate("run", "-", stdin=lines(known))
    for event in ("score", "gate", "prompt"):
        here, there = of(event, done.rows), of(event, plain.rows)
        assert [{**row, "run": "", "at": ""} for row in here] == [
            {**row, "run": "", "at": ""} for row in there
        ]


def test_as_many_queries_as_prompts_though_some_found_nothing(ctxgate: Tool) -> None:
    given = [GOOD, {"query": "Found nothing?", "retrieved": [], "k": 5}, MORE]
    done = ctxgate("run", "-", stdin=lines(*given))
    assert (done.code, done.err) == (0, "")
    (empty,) = of("empty", done.rows)
    assert (empty["seq"], empty["query"], empty["batch_meta"]) == (2, "Found nothing?", {"k": 5})
    prompts = of("prompt", done.rows)
    assert [row["query"] for row in prompts] == [value["query"] for value in given]
    assert "(no trusted evidence)" in prompts[1]["prompt"]


# ---------------------------------------------------------------- --strict


@pytest.mark.parametrize("command", ["capture", "run"])
@pytest.mark.parametrize("way", ["file", "stdin", "pipe"])
def test_strict_writes_nothing_when_one_batch_is_bad(ctxgate: Tool, command: str, way: str) -> None:
    content = lines(GOOD, MORE) + b"nonsense\n" + lines(GOOD)
    ctxgate.write("corpus.jsonl", content)
    if way == "stdin":
        done = ctxgate(command, "--strict", "-", stdin=content)
    elif way == "file":
        done = ctxgate(command, "--strict", "corpus.jsonl")
    else:
        done = ctxgate.shell(f"ctxgate {command} --strict <(cat corpus.jsonl)")
    assert (done.code, done.out) == (3, b"")
    assert ":3: not JSON" in done.err
    assert done.err.endswith("  Nothing was written, since --strict was given.\n")
    assert not ctxgate.log.exists()


def test_strict_takes_what_is_good_from_files_and_pipes_alike(ctxgate: Tool) -> None:
    ctxgate.write("a.jsonl", [GOOD])
    ctxgate.write("b.jsonl", [MORE])
    done = ctxgate.shell("cat a.jsonl | ctxgate capture --strict - b.jsonl <(cat a.jsonl)")
    assert (done.code, done.err) == (0, "")
    assert [row["seq"] for row in done.rows] == [1, 1, 2, 2, 3, 3]


# ---------------------------------------------------------------- wrong usage


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["capture"], "needs a file of batches, or - for standard input"),
        (["run"], "needs a file of batches, or - for standard input"),
        (["capture", "-", "-"], "- (standard input) is given twice"),
        (["score", "rows.jsonl"], "takes no files, only - for standard input"),
        (["gate", "-", "--run", "last"], "- reads rows from standard input and --run reads a run of the log"),
        (["capture", "--json", "--table", "-"], "exclude each other"),
        (["run", "--jobs", "0", "-"], "0 is not in the range"),
        (["run", "--policy", "standart", "-"], "Did you mean 'standard'?"),
    ],
)
def test_wrong_usage_is_said_in_two_lines_and_touches_nothing(
    ctxgate: Tool, args: list[str], says: str
) -> None:
    done = ctxgate(*args, stdin=lines(GOOD))
    assert (done.code, done.out) == (2, b"")
    assert says in done.err
    assert len(done.err.splitlines()) <= 2
    assert not ctxgate.log.exists()


def test_a_step_that_is_given_batches_says_where_they_go(ctxgate: Tool) -> None:
    done = ctxgate("score", "-", stdin=lines(GOOD))
    assert done.code == 3
    assert done.complaints == [
        "stdin:1: this is a batch, not a log row (batches go to `ctxgate capture -` or `ctxgate run -`)"
    ]


def test_piped_rows_without_a_dash_get_a_hint(ctxgate: Tool) -> None:
    captured = ctxgate("capture", "-", stdin=lines(GOOD)).out
    done = ctxgate("score", stdin=captured)
    assert done.code == 0
    assert done.err == "ctxgate: hint: standard input is not read; `… | ctxgate score -` reads rows from it\n"
    assert ctxgate("score", "--run", "last", stdin=captured).err == ""


def test_a_file_name_cannot_talk_to_the_terminal(ctxgate: Tool, tmp_path: Path) -> None:
    done = subprocess.run(
        [*CTXGATE, "capture", "\x1b[31mred\u202e", b"\xff.jsonl"],
        cwd=tmp_path,
        env=clean_environment(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 3
    assert b"\x1b" not in done.stderr
    assert b"\\u001b[31mred\\u202e: cannot be read" in done.stderr

"""`ctxgate retrieve`: a folder of Markdown and queries in, batches out."""

from __future__ import annotations

import json
import sys

import pytest
from articles import TWO_FAMILIES, article, lay
from commandline import ROOT, Tool, of

QUERY = "why does the cradle not charge"


@pytest.fixture
def kb(ctxgate: Tool) -> str:
    lay(ctxgate.folder / "kb", TWO_FAMILIES)
    return "kb"


def ids(row: dict[str, object]) -> list[str]:
    return [chunk["id"] for chunk in row["retrieved"]]  # type: ignore[attr-defined]


def test_a_query_gives_one_batch_with_the_score_of_each_chunk(ctxgate: Tool, kb: str) -> None:
    done = ctxgate("retrieve", kb, QUERY)
    assert (done.code, done.err) == (0, "")
    (row,) = done.rows
    assert row["query"] == QUERY
    assert list(row) == ["query", "retrieved", "retrieval"]
    (chunk,) = row["retrieved"]
    assert list(chunk)[:3] == ["id", "source", "text"]
    assert (chunk["id"], chunk["source"], chunk["title"]) == ("charge", "charge.md", "charge")
    assert chunk["score"] > 0
    assert row["retrieval"]["corpus"].startswith("sha256:")


def test_it_pipes_into_the_gate(ctxgate: Tool, kb: str) -> None:
    done = ctxgate.shell(f'ctxgate retrieve {kb} "{QUERY}" --scope nimbus -k 5 | ctxgate run - --json')
    assert (done.code, done.err) == (0, "")
    captured = of("capture", done.rows)
    assert [row["id"] for row in captured] == ["charge", "dock"]
    assert all(row["meta"]["score"] > 0 for row in captured)
    assert captured[0]["batch_meta"]["retrieval"]["scope"] == ["nimbus"]
    assert len(of("prompt", done.rows)) == 1


def test_scope_is_closed_until_a_flag_or_a_variable_opens_it(ctxgate: Tool, kb: str) -> None:
    def found(*args: str, **env: str) -> set[str]:
        done = ctxgate("retrieve", kb, QUERY, "--related", *args, env=env)
        assert done.code == 0
        return set(ids(done.rows[0]))

    assert found() == {"charge"}
    assert found("--scope", "nimbus") == {"charge", "dock"}
    assert found("--scope", "Vertex Widget") == {"charge", "case"}
    assert found("--enable", "nimbus") == {"charge"}
    assert found(CTXGATE_SCOPE="Nimbus Beacon, vertex") == {"charge", "dock", "case"}
    assert found("--scope", "vertex", CTXGATE_SCOPE="nimbus") == {"charge", "case"}


def test_a_product_without_articles_gets_a_hint_and_universal_articles_only(ctxgate: Tool, kb: str) -> None:
    done = ctxgate("retrieve", kb, QUERY, "--scope", "orbit")
    assert done.code == 0
    assert ids(done.rows[0]) == ["charge"]
    assert done.err == (
        "ctxgate: hint: the corpus has no article for 'orbit'; it has articles for Nimbus Beacon, Vertex Widget\n"
    )


def test_queries_come_one_a_line_as_text_or_json_and_keep_what_they_bring(ctxgate: Tool, kb: str) -> None:
    lines = (
        f"\ufeff{QUERY}\r\n\r\n"
        '{"id": "q2", "query": "cradle dock", "scope": "nimbus", "gold": ["dock"]}\n'
        '{"id": 3, "query": "cradle case", "scope": ["vertex"]}\n'
        '{"query": "cradle", "scope": []}\n'
        "nothing of the kind"
    )
    ctxgate.write("queries.txt", lines)
    for args, stdin in ((["--queries", "queries.txt"], None), (["--queries", "-"], lines.encode())):
        done = ctxgate("retrieve", kb, *args, "--enable", "nimbus", stdin=stdin)
        assert done.code == 0
        assert [row.get("id") for row in done.rows] == [None, "q2", 3, None, None]
        assert [ids(row) for row in done.rows] == [["charge"], ["dock", "charge"], ["charge"], ["charge"], []]
        assert done.rows[1]["gold"] == ["dock"]
        assert done.err == (
            "ctxgate: hint: 'vertex' is not enabled; such a query sees universal articles only (--enable)\n"
        )
        gated = ctxgate("run", "-", "--no-log", stdin=done.out)
        assert (gated.code, len(of("prompt", gated.rows))) == (0, 5)


def test_a_query_that_cannot_be_read_is_named_and_the_others_go_on(ctxgate: Tool, kb: str) -> None:
    bad = [
        b'{"query": ""}',
        b'{"query": 5}',
        b'{"id": 1}',
        b'{"query": "x", "retrieved": []}',
        b"{{ query }}",
        b"caf\xe9",
        b'{"query": "x", "scope": 5}',
        b'{"query": "x", "scope": ["-"]}',
        b'{"query": "a\\ud800"}',
        b"x" * 10_001,
        b"y" * ((1 << 20) + 10),
        b'{"query": "x", "query": "y"}',
        b'{"query": "x", "Scope": "nimbus"}',
        b'{"query": "x", "product_scope": ["nimbus"]}',
        b'{"query": "x", "scpoe": "nimbus"}',
        b'{"query": "x", "retrieval": {"rank": 1}}',
    ]
    done = ctxgate("retrieve", kb, "--queries", "-", stdin=b"\n".join([*bad, QUERY.encode()]))
    assert done.code == 3
    assert [row["query"] for row in done.rows] == [QUERY]
    assert [c.partition(": ")[0] for c in done.complaints] == [f"stdin:{n}" for n in range(1, len(bad) + 1)]
    says = [
        "the query is empty",
        '"query" must be a string',
        'missing "query"',
        'this is a batch: it has "retrieved" already',
        "not JSON",
        "not UTF-8 text",
        '"scope" must be',
        '"scope" must be',
        "half a surrogate pair",
        "a query of 10,001 characters",
        "a line longer than 1 MB",
        "the key 'query' stands twice",
        "the key 'Scope' is not known; nearest is 'scope'",
        "the key 'product_scope' is not known; nearest is 'scope'",
        "the key 'scpoe' is not known; nearest is 'scope'",
        '"retrieval" is what a batch says of the corpus',
    ]
    for said, expected in zip(done.complaints, says, strict=True):
        assert expected in said
    strict = ctxgate("retrieve", kb, "--queries", "-", "--strict", stdin=QUERY.encode() + b"\n" + bad[0])
    assert (strict.code, strict.out) == (3, b"")
    assert "stdin:2: the query is empty\n  Nothing was written, since --strict was given.\n" in strict.err


def test_several_arguments_are_several_queries(ctxgate: Tool, kb: str) -> None:
    done = ctxgate("retrieve", kb, "cradle", "cable", "-k", "1")
    assert [(row["query"], len(row["retrieved"])) for row in done.rows] == [("cradle", 1), ("cable", 1)]


def test_explain_gives_each_terms_share(ctxgate: Tool, kb: str) -> None:
    (row,) = ctxgate("retrieve", kb, QUERY, "--explain", "--coverage", "0.25").rows
    told = row["retrieved"][0]["explain"]
    assert [term["term"] for term in told["terms"]] == ["cradl", "charg"]
    assert sum(t["points"] for t in told["terms"]) + told["bonus"] == pytest.approx(told["score"], abs=1e-5)
    table = ctxgate("retrieve", kb, QUERY, "--explain", "--coverage", "0.25", "--table").out.decode()
    for word in ("cradl", "charg", "idf", f"{told['terms'][0]['points']:.6f}", "coverage 1.000000"):
        assert word in table


def test_it_is_plain_bm25_unless_a_bonus_is_asked_for(ctxgate: Tool, kb: str) -> None:
    (row,) = ctxgate("retrieve", kb, QUERY, "--explain").rows
    told = row["retrieved"][0]["explain"]
    assert told["bonus"] == 0
    assert told["score"] == told["bm25"] == row["retrieved"][0]["score"]


def test_related_adds_what_the_found_ones_name(ctxgate: Tool, kb: str) -> None:
    lay(ctxgate.folder / kb, {"more.md": article("more", "Zebra", related=["charge"])})
    plain, more = (ctxgate("retrieve", kb, "zebra", *args).rows[0] for args in ([], ["--related"]))
    assert ids(plain) == ["more"]
    assert ids(more) == ["more", "charge"]
    assert more["retrieved"][1]["related_to"] == "more"


# ---------------------------------------------------------------- refusals


def test_a_folder_that_does_not_load_whole_is_refused_with_every_fault(ctxgate: Tool, kb: str) -> None:
    lay(ctxgate.folder / kb, {"again.md": article("charge", "text"), "bad.md": "---\nid: x\n\tid: y\n---\n"})
    done = ctxgate("retrieve", kb, QUERY)
    assert (done.code, done.out) == (3, b"")
    assert done.err == (
        "ctxgate: kb/bad.md:3: a tab in the front matter\n"
        "  YAML is indented with spaces.\n"
        "ctxgate: kb/charge.md:2: the id 'charge' is taken: kb/again.md:2 has it too\n"
        "  Nothing tells which of them is meant. Give one another id, or take it out.\n"
        "ctxgate: a folder that does not load whole is not used: nothing was retrieved "
        "(--keep-going goes on with what loads)\n"
    )


def test_keep_going_hands_on_what_loads_and_still_says_why_the_rest_does_not(ctxgate: Tool, kb: str) -> None:
    lay(ctxgate.folder / kb, {"bad.md": "---\n- x\n---\n", "latin.md": b"cradle caf\xe9"})
    for form in ("--json", "--table"):
        done = ctxgate("retrieve", kb, QUERY, "--keep-going", form)
        assert done.code == 3
        assert "charge.md" in done.out.decode()
        assert "kb/bad.md:2: the front matter is a list" in done.err
        assert "kb/latin.md:1: not UTF-8 text" in done.err
        assert done.err.endswith(
            "ctxgate: kb does not load whole: this is what was found in the rest of it\n"
        )
    piped = ctxgate.shell(f'ctxgate retrieve {kb} "{QUERY}" --keep-going | ctxgate run - --no-log --json')
    assert len(of("prompt", piped.rows)) == 1


def test_keep_going_hands_on_nothing_that_may_be_for_certain_products(ctxgate: Tool) -> None:
    lay(
        ctxgate.folder / "kb",
        {
            "a.md": b"---\nproduct_scope: [Caf\xe9]\n---\ncradle",
            "b.md": "---\nscope: Nimbus\n---\ncradle",
            "c.md": "cradle",
            "d.md": article("d", "cradle", scope=("Nimbus",)),
        },
    )
    done = ctxgate("retrieve", "kb", "cradle", "--keep-going")
    assert (done.code, ids(done.rows[0])) == (3, ["c.md"])
    assert "kb/b.md:2: the key 'scope' of the front matter scopes nothing" in done.err
    (ctxgate.folder / "kb/d.md").unlink()
    done = ctxgate("retrieve", "kb", "cradle", "--keep-going")
    assert (done.code, ids(done.rows[0])) == (3, ["c.md"])
    assert "warning: kb/b.md is passed over: it may be for certain products" in done.err


def test_a_word_without_its_accents_and_the_words_of_a_name_find_an_article(ctxgate: Tool) -> None:
    lay(
        ctxgate.folder / "kb",
        {"a.md": "Le café ouvre à 8 h.", "b.md": "Le musée ouvre à 10 h.", "c.md": "`maxRetries` is three."},
    )
    for query, found in (
        ("cafe", "a.md"),
        ("MUSÉE", "b.md"),
        ("max retries", "c.md"),
        ("maxRetries", "c.md"),
    ):
        assert ids(ctxgate("retrieve", "kb", query).rows[0]) == [found]


@pytest.mark.parametrize(
    ("args", "code", "says"),
    [
        (["kb"], 2, "retrieve needs a query"),
        (["kb", "-"], 2, "- is no query\n  `--queries -` reads queries from standard input."),
        (["kb", "x", "--queries", "-"], 2, "queries come as arguments or with --queries"),
        (["kb", " "], 3, "the query is empty"),
        (
            ["", "x"],
            2,
            "KB is empty: give the path of a folder\n  An unset variable? For this folder write `.`.",
        ),
        (["x" * 300, "x"], 3, "cannot be read: file name too long\n  Give the path of a folder"),
        (["kb", "--queries", "no\nctxgate: such"], 3, "no\\u000actxgate: such: cannot be read"),
        (["kb", "x", "-k", "0"], 2, "0 is not in the range"),
        (["kb", "x", "--coverage", "-1"], 2, "not in the range"),
        (["kb", "x", "--scope", " "], 2, "--scope needs a product's name"),
        (["kb", "x", "--json", "--table"], 2, "exclude each other"),
        (["none", "x"], 3, "none: there is no such folder"),
        (["kb/charge.md", "x"], 3, "kb/charge.md: not a folder"),
        (["empty", "x"], 3, "empty: no article in it: an empty corpus would answer nothing"),
        (["kb", "--queries", "none.txt"], 3, "none.txt: cannot be read: no such file or directory"),
        (["kb", "--queries", "kb"], 3, "kb: a folder, not a file of queries"),
        (["kb", "--queries", "/dev/null"], 3, "/dev/null: empty: there is no query in it"),
    ],
)
def test_what_cannot_be_done_is_said_in_few_words(
    ctxgate: Tool, kb: str, args: list[str], code: int, says: str
) -> None:
    (ctxgate.folder / "empty").mkdir()
    done = ctxgate("retrieve", *args)
    assert (done.code, done.out) == (code, b"")
    assert says in done.err
    assert "Traceback" not in done.err


def test_arguments_that_are_not_utf_8_are_refused(ctxgate: Tool, kb: str) -> None:
    query = ctxgate.shell(f"ctxgate retrieve {kb} $'caf\\xe9'")
    assert (query.code, query.out) == (3, b"")
    assert "half a surrogate pair" in query.err
    scope = ctxgate.shell(f"ctxgate retrieve {kb} cradle --scope $'caf\\xe9'")
    assert (scope.code, scope.out) == (2, b"")
    assert "--scope needs a product's name" in scope.err
    folder = ctxgate.shell("mkdir $'k\\xe9'; ctxgate retrieve $'k\\xe9' cradle")
    assert (folder.code, folder.out) == (3, b"")
    assert "no article in it" in folder.err


def test_piped_input_is_never_guessed_and_gets_a_hint(ctxgate: Tool, kb: str) -> None:
    done = ctxgate("retrieve", kb, stdin=b"cradle\n")
    assert (done.code, done.out) == (2, b"")
    assert "`… | ctxgate retrieve KB --queries -` reads it." in done.err


def test_what_was_passed_over_is_a_warning(ctxgate: Tool, kb: str) -> None:
    (ctxgate.folder / kb / "out.md").symlink_to("/etc/hostname")
    (ctxgate.folder / kb / "again.md").symlink_to("dock.md")
    done = ctxgate("retrieve", kb, QUERY)
    assert (done.code, len(done.rows)) == (0, 1)
    assert done.err == (
        "ctxgate: warning: kb/out.md is passed over: a link out of the folder, which is not followed\n"
    )


def test_a_query_that_can_find_nothing_gets_a_hint_once(ctxgate: Tool, kb: str) -> None:
    stop = ctxgate("retrieve", kb, "--queries", "-", stdin=b"why is it\nwhy is it\nzebra\n")
    assert (stop.code, len(stop.rows)) == (0, 3)
    assert stop.err.count("hint:") == 1
    assert "'why is it' has no word that can be searched for" in stop.err
    (ctxgate.folder / kb / "charge.md").unlink()
    closed = ctxgate("retrieve", kb, QUERY)
    assert closed.err == (
        "ctxgate: hint: every article is for certain products (Nimbus Beacon, Vertex Widget): "
        "name one with --scope\n"
    )
    assert ctxgate("retrieve", kb, QUERY, "--scope", "nimbus").err == ""


def test_a_query_without_its_quotes_gets_a_hint(ctxgate: Tool, kb: str) -> None:
    done = ctxgate("retrieve", kb, "charging", "cradle", "cable")
    assert (done.code, len(done.rows)) == (0, 3)
    assert "hint: 3 queries of one word each; a query of several words goes into quotes" in done.err
    assert ctxgate("retrieve", kb, "charging cradle", "cradle", "cable").err == ""


def test_explain_tells_the_terms_that_are_missing_and_all_figures_of_the_formula(
    ctxgate: Tool, kb: str
) -> None:
    args = ("retrieve", kb, "charge zebra nimbus cable", "--explain")
    told = ctxgate(*args).rows[0]["retrieved"][0]["explain"]
    assert [(t["term"], t["articles"]) for t in told["missing"]] == [("zebra", 0), ("nimbus", 1)]
    table = ctxgate(*args, "--table", env={"COLUMNS": "120"}).out.decode()
    for said in ("zebra (unknown)", "nimbus (missing)", "N 3, k1 1.2, b 0.75, coverage bonus 0.0",
                 "title counts 2, keywords 2", f"average length {told['average_length']!r}"):  # fmt: skip
        assert said in table


# ---------------------------------------------------------------- people and scripts


def test_the_same_bytes_come_out_whatever_the_hash_seed(ctxgate: Tool) -> None:
    outputs = {
        ctxgate(
            "retrieve", ROOT / "fixtures/kb", "headset dock charge contacts refund", "--scope", "orbit", "--related",
            "--explain", env={"PYTHONHASHSEED": seed},
        ).out
        for seed in ("0", "1", "77")
    }  # fmt: skip
    assert len(outputs) == 1


def test_on_a_terminal_it_is_a_table_and_nothing_that_a_terminal_obeys(ctxgate: Tool) -> None:
    lay(
        ctxgate.folder / "kb",
        {"a.md": article("a", "A cradle \x1b[31m[bold]red", title="\x1b]0;t\x07 cradle")},
    )
    code, sent = ctxgate.terminal("retrieve", "kb", "cradle \x1b[2J", env={"NO_COLOR": "1"})
    assert code == 0
    assert "\\u001b" in sent
    for obeyed in ("\x1b[31m", "\x1b]0;", "\x1b[2J"):
        assert obeyed not in sent
    code, sent = ctxgate.terminal("retrieve", "kb", "cradle", "--json")
    assert "\x1b" not in sent
    assert json.loads(sent)["retrieved"][0]["text"] == "A cradle \x1b[31m[bold]red"


def test_retrieval_loads_no_terminal_and_no_network(ctxgate: Tool, kb: str) -> None:
    code = (
        "import sys; from ctxgate.cli.main import run; "
        f"code = run(['retrieve', {kb!r}, 'cradle']); "
        "print(code, sorted({'rich', 'httpx', 'numpy', 'jsonlines'} & set(sys.modules)), file=sys.stderr)"
    )
    done = ctxgate.shell(f'"{sys.executable}" -c "{code}"')
    assert done.err.strip() == "0 []"


def test_a_reader_that_goes_away_ends_it_quietly(ctxgate: Tool, kb: str) -> None:
    ctxgate.write("queries.txt", "cradle\n" * 5000)
    done = ctxgate.shell(f"ctxgate retrieve {kb} --queries queries.txt | head -1 | wc -l")
    assert (done.out.strip(), done.err) == (b"1", "")


def test_help_names_every_option(ctxgate: Tool) -> None:
    said = ctxgate("retrieve", "--help", env={"COLUMNS": "200"}).out.decode()
    for word in ("KB", "[QUERY…]", "--queries FILE|-", "-k N", "--scope", "--enable", "--related", "--coverage",
                 "--explain", "--keep-going", "--strict", "--json", "--table", "CTXGATE_SCOPE", "CTXGATE_ENABLE"):  # fmt: skip
        assert word in said
    said = ctxgate("corpus", "check", "--help", env={"COLUMNS": "200"}).out.decode()
    for word in ("KB", "--enable", "--policy", "--keep-going", "--json", "--table", "CTXGATE_POLICY"):
        assert word in said

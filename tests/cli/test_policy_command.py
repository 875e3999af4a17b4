"""`policy list`, `show` and `check`; and what a policy at fault says, wherever it is used."""

from __future__ import annotations

import json
import tomllib

import pytest
from commandline import Tool, lines, queries, rows_of


def test_list_names_the_built_in_policies_with_their_fingerprints(ctxgate: Tool) -> None:
    listed = ctxgate("policy", "list")
    assert (listed.code, listed.err) == (0, "")
    rows = rows_of(listed.out)
    assert [row["name"] for row in rows] == ["standard", "workshop"]
    table = ctxgate("policy", "list", "--table")
    for row in rows:
        assert row["fingerprint"].startswith("sha256:")
        assert row["fingerprint"][:19] in table.out.decode()
        checked = ctxgate("policy", "check", row["name"])
        assert (checked.code, checked.err) == (0, "")
        assert checked.out.decode().startswith(f"{row['name']}: good, {row['fingerprint']}\n")


def test_what_show_prints_can_be_saved_edited_and_used(ctxgate: Tool) -> None:
    shown = ctxgate("policy", "show", "workshop")
    assert shown.code == 0
    assert tomllib.loads(shown.out.decode())["points"]["entity_overlap"] == 0.45
    ctxgate.write("mine.toml", shown.out)
    whole = json.loads(ctxgate("policy", "show", "mine.toml", "--json").out)
    assert (
        whole["fingerprint"] == json.loads(ctxgate("policy", "show", "workshop", "--json").out)["fingerprint"]
    )
    ctxgate.write("mine.toml", shown.out.replace(b"0.45", b"0.46"))
    done = ctxgate("run", "-", "--policy", "mine.toml", stdin=lines(*queries(1)))
    assert done.code == 0
    assert done.rows[2]["score"] == 0.76


def test_show_prints_standard_when_no_policy_is_named(ctxgate: Tool) -> None:
    assert ctxgate("policy", "show").out == ctxgate("policy", "show", "standard").out


def test_reasons_are_one_table_of_all_codes(ctxgate: Tool) -> None:
    rows = rows_of(ctxgate("policy", "show", "workshop", "--reasons").out)
    points = {row["code"]: row["points"] for row in rows}
    assert points["instruction_override"] == -0.5
    assert points["conflict"] is None
    table = ctxgate("policy", "show", "workshop", "--reasons", "--table").out.decode()
    assert all(code in table for code in points)
    assert "-0.50" in table


FAULTS = {
    "unknown table": ("\n[band]\nisolate = 0.4\n", ":2: unknown key 'band'\n  Nearest known: bands."),
    "unknown key": (
        "[bands]\nisolate = 0.4\nalow = 0.9\n",
        ":3: unknown key 'bands.alow'\n  Nearest known: allow.",
    ),
    "unknown code": (
        "[points]\n\nentity_overlp = 0.4\n",
        ":3: unknown key 'points.entity_overlp'\n  Nearest known: entity_overlap.",
    ),
    "a code of the gate": ("[points]\nconflict = 0.4\n", ":2: unknown key 'points.conflict'\n  "),
    "wrong type": ('[bands]\nisolate = "low"\n', ": bands.isolate: expected float, got string"),
    "wrong type of a table": ("bands = 3\n", ": bands: expected table, got int"),
    "wrong type of a list": (
        '[citeability]\nsuffixes = ".md"\n',
        ": citeability.suffixes: expected list, got string",
    ),
    "bands that fall": ("[bands]\nisolate = 0.8\n", ": bands: the bounds must rise"),
    "a band that is no number": ("[bands]\nallow = nan\n", ": bands: the bounds must rise"),
    "points out of range": (
        "[points]\nstale_year = -2\n",
        ": points.stale_year: -2.0 is not within -1 and 1",
    ),
    "points that are no number": (
        "[points]\nstale_year = nan\n",
        ": points.stale_year: nan is not within -1 and 1",
    ),
    "room out of range": ("[prompt]\nmax_chars = 0\n", ": prompt.max_chars must be within 200 and 100000"),
    "a date that is none": ('[temporal_fit]\nas_of = "today"\n', ": temporal_fit.as_of must be a date"),
    "not TOML": ("[bands\n", ": not TOML: "),
    "a key twice": ("[bands]\nallow = 0.9\nallow = 0.9\n", ": not TOML: "),
    "a bad pattern": ("[instruction_hygiene]\npatterns = ['(']\n", "'('"),
    "a pattern with a lookahead": ("[instruction_hygiene]\npatterns = ['a(?=b)']\n", "'a(?=b)'"),
}


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("command", [["policy", "check"], ["run", "-", "--policy"]], ids=["check", "run"])
def test_a_policy_at_fault_is_named_and_nothing_is_done(
    ctxgate: Tool, fault: str, command: list[str]
) -> None:
    content, says = FAULTS[fault]
    ctxgate.write("mine.toml", content)
    done = ctxgate(*command, "mine.toml", stdin=lines(*queries(1)))
    assert (done.code, done.out) == (3, b"")
    assert done.err.startswith("ctxgate: mine.toml")
    assert says in done.err
    assert len(done.err.splitlines()) <= 2
    assert not ctxgate.log.exists()


@pytest.mark.parametrize("content", [b"\xff\xfe[\x00", b"# " + b"x" * 1_100_000])
def test_a_file_that_is_no_policy_is_refused(ctxgate: Tool, content: bytes) -> None:
    ctxgate.write("mine.toml", content)
    done = ctxgate("policy", "check", "mine.toml")
    assert (done.code, done.out) == (3, b"")
    assert done.err.startswith("ctxgate: mine.toml: ")


@pytest.mark.parametrize(
    ("name", "code", "says"),
    [
        ("standrad", 2, "no policy named 'standrad'\n  Did you mean 'standard'?"),
        (
            "none.toml",
            3,
            "none.toml: cannot be read: No such file or directory\n  Built in: standard, workshop",
        ),
        ("folder/none.toml", 3, "folder/none.toml: cannot be read"),
    ],
)
def test_a_policy_that_is_not_there_is_named(ctxgate: Tool, name: str, code: int, says: str) -> None:
    for command in (["policy", "check"], ["policy", "show"], ["run", "-", "--policy"]):
        done = ctxgate(*command, name, stdin=lines(*queries(1)))
        assert (done.code, done.out) == (code, b"")
        assert says in done.err
        assert len(done.err.splitlines()) == 2


HALF = "[bands]\nisolate = 0.3\n[points]\naged = -0.1\n[temporal_fit]\nhalf_life_days = 30\n"


def test_check_says_what_is_inherited_what_is_weaker_and_what_has_no_effect(ctxgate: Tool) -> None:
    ctxgate.write("mine.toml", HALF)
    done = ctxgate("policy", "check", "mine.toml")
    assert (done.code, done.err) == (0, "")
    first, *rest = done.out.decode().splitlines()
    assert first.startswith("mine.toml: good, sha256:")
    assert rest == [
        "names no policy that it extends, which makes it standard; 56 of 59 settings come",
        "  from there (bands, points, topical_overlap, temporal_fit, instruction_hygiene,",
        "  citeability, conflict, prompt, judge)",
        "weaker than standard in 1 setting:",
        "  bands.isolate = 0.3, in standard 0.4",
        "without effect on any score or prompt:",
        "  points.aged, temporal_fit.half_life_days: temporal_fit.as_of is not set, so",
        "    age costs nothing",
    ]
    every = ctxgate("policy", "check", "--all", "mine.toml").out.decode()
    assert "  bands.allow = 0.9\n" in every
    assert "  bands.isolate = 0.3\n" not in every


def test_check_says_the_same_as_json(ctxgate: Tool) -> None:
    ctxgate.write("mine.toml", HALF)
    (said,) = rows_of(ctxgate("policy", "check", "mine.toml", "--json").out)
    assert (said["name"], said["extends"], said["extends_by_default"]) == ("mine.toml", "standard", True)
    assert said["weaker"] == [{"setting": "bands.isolate", "value": 0.3, "standard": 0.4}]
    assert [row["setting"] for row in said["idle"]] == ["points.aged", "temporal_fit.half_life_days"]
    assert len(said["inherited"]) == 56


def test_an_empty_file_is_the_standard_policy(ctxgate: Tool) -> None:
    ctxgate.write("mine.toml", "")
    said = ctxgate("policy", "check", "mine.toml").out.decode().splitlines()
    standard = ctxgate("policy", "check", "standard").out.decode().splitlines()
    assert said[0].partition("good")[2] == standard[0].partition("good")[2]
    assert said[1:] == ["sets nothing, so it is standard", "weaker than standard in no setting"]


def test_a_weak_policy_is_no_error_and_is_not_listed_to_the_end(ctxgate: Tool) -> None:
    done = ctxgate("policy", "check", "workshop")
    assert done.code == 0
    assert "weaker than standard in 36 settings:\n" in done.out.decode()
    assert "  and 31 more: `ctxgate policy check --all workshop`\n" in done.out.decode()
    assert len(done.out.splitlines()) < 24
    every = ctxgate("policy", "check", "--all", "workshop").out.decode()
    assert every.count(", in standard ") == 36


def test_show_prints_all_settings_and_own_the_file_as_it_stands(ctxgate: Tool) -> None:
    ctxgate.write("mine.toml", "# my own\n[bands]\r\nallow = 0.95\n")
    assert ctxgate("policy", "show", "mine.toml", "--own").out == b"# my own\n[bands]\r\nallow = 0.95\n"
    shown = ctxgate("policy", "show", "mine.toml").out
    ctxgate.write("copy.toml", shown)
    one, other = (
        json.loads(ctxgate("policy", "show", name, "--json").out) for name in ("mine.toml", "copy.toml")
    )
    assert (one["fingerprint"], one["policy"]) == (other["fingerprint"], other["policy"])
    assert (one["extends"], one["own"]) == ("standard", ["bands.allow"])
    assert len(other["own"]) == 59


def test_a_policy_that_cannot_be_parsed_in_time_is_refused_at_once(ctxgate: Tool) -> None:
    for content in (".".join("a" * 32_000) + " = 1", "[prompt]\nmax_chars = " + "9" * 5000):
        ctxgate.write("mine.toml", content)
        done = ctxgate("policy", "check", "mine.toml")
        assert done.code == 3
        assert done.err.startswith("ctxgate: mine.toml: not TOML: ")

"""Policies: built in and one's own, closed and explained."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from ctxgate.errors import CtxgateError, PolicyError, UsageError
from ctxgate.policy import BUILT_IN, load, parse, source_of
from ctxgate.policy.load import load_label
from ctxgate.policy.reasons import POINTED, REASONS


def refusal(text: str) -> CtxgateError:
    with pytest.raises(PolicyError) as caught:
        parse(text, where="mine.toml")
    return caught.value


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_built_in_policies_load_and_say_what_they_are(name: str) -> None:
    policy = load(name)
    assert policy.label == f"{name}@{policy.policy.fingerprint()}"
    assert policy.policy.fingerprint().startswith("sha256:")
    assert load_label(policy.label) == policy
    assert set(policy.policy.points) <= set(POINTED)


def test_the_workshop_policy_holds_the_teaching_constants() -> None:
    points = load("workshop").policy.points
    assert {
        code: points[code]
        for code in ("entity_overlap", "instruction_override", "stale_year", "citeable_source")
    } == {
        "entity_overlap": 0.45,
        "instruction_override": -0.50,
        "stale_year": -0.20,
        "citeable_source": 0.30,
    }
    assert load("workshop").policy.temporal_fit.stale_years == (2019,)


def test_the_fingerprint_is_of_the_content_and_not_of_the_file() -> None:
    one = parse("[points]\nentity_overlap = 0.5\n[prompt]\nmax_chars = 2400", where="a")
    two = parse("# a comment\n[points]\nentity_overlap = 0.50", where="b")
    other = parse("[points]\nentity_overlap = 0.51", where="c")
    assert one.fingerprint() == two.fingerprint() != other.fingerprint()


def test_a_policy_is_loaded_from_a_path(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(source_of("workshop"), encoding="utf-8-sig")
    assert load(str(path)).policy == load("workshop").policy
    assert load(str(path)).name == str(path)


@pytest.mark.parametrize(
    ("text", "what", "todo"),
    [
        ("[bandz]\nallow = 0.9", "unknown key 'bandz'", "bands"),
        ("[bands]\nalow = 0.9", "unknown key 'bands.alow'", "allow"),
        ("[points]\nentity_overlp = 0.5", "unknown key 'points.entity_overlp'", "entity_overlap"),
        ("[points]\nconflict = 0.5", "unknown key 'points.conflict'", ""),
        ("[citeability]\nsuffixes = '.md'", "citeability.suffixes", ""),
        ("[bands]\nallow = 'high'", "bands.allow", ""),
        ("[bands]\nallow = 0.5", "bands: the bounds must rise", ""),
        ("[bands]\nallow = 1.5", "bands: the bounds must rise", ""),
        ("[bands]\nallow = nan", "bands: the bounds must rise", ""),
        ("[points]\nentity_overlap = 1.5", "points.entity_overlap: 1.5 is not within -1 and 1", ""),
        ("[points]\nentity_overlap = nan", "points.entity_overlap", ""),
        ("[prompt]\nmax_chars = 3", "prompt.max_chars", ""),
        ("[temporal_fit]\nas_of = 'yesterday'", "temporal_fit.as_of", ""),
        ("[temporal_fit]\nas_of = '2024-02-30'", "temporal_fit.as_of", ""),
        ("[topical_overlap]\nfull = 0.0", "topical_overlap.full", ""),
        ("points = 3", "points", ""),
        ("= 3", "not TOML", ""),
        ("a = 1\na = 2", "not TOML", ""),
    ],
)
def test_a_bad_policy_is_refused_in_words_that_help(text: str, what: str, todo: str) -> None:
    error = refusal(text)
    assert what in error.what
    assert todo in (error.todo or "")
    assert error.where is not None
    assert error.where.startswith("mine.toml")


def test_an_unknown_key_is_named_with_its_line() -> None:
    assert refusal("[bands]\nisolate = 0.4\n\nalow = 0.9").where == "mine.toml:4"


def test_an_unknown_name_is_wrong_usage_with_the_nearest_known() -> None:
    with pytest.raises(UsageError, match="no policy named 'worksop'") as caught:
        load("worksop")
    assert "'workshop'" in (caught.value.todo or "")


@pytest.mark.parametrize("name", ["nowhere.toml", "a/b.toml", "."])
def test_a_path_that_cannot_be_read_is_refused(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(CtxgateError):
        load(name)


@pytest.mark.parametrize(
    "label", ["workshop", "workshop@sha256:00", "/etc/passwd@sha256:00", "gone.toml@sha256:00", ""]
)
def test_a_label_that_does_not_fit_asks_to_score_again(label: str) -> None:
    with pytest.raises(PolicyError) as caught:
        load_label(label)
    assert "Score again" in (caught.value.todo or "")


def test_every_reason_says_who_gives_it_and_what_it_means() -> None:
    for code, reason in REASONS.items():
        assert code == code.lower()
        assert reason.given_by
        assert reason.meaning


@pytest.mark.parametrize("make", ["fifo", "folder", "huge"])
def test_what_is_no_ordinary_file_is_not_read(make: str, tmp_path: Path) -> None:
    path = tmp_path / "f.toml"
    if make == "fifo":
        os.mkfifo(path)
    elif make == "folder":
        path.mkdir()
    else:
        path.write_bytes(b"#" * 2_000_000)
    for label in (str(path), f"{path}@sha256:00"):
        with pytest.raises(PolicyError):
            load_label(label) if "@" in label else load(label)


@pytest.mark.parametrize("name", ["a\0b.toml", "p\udcff.toml", "./mine.cfg", "/dev/zero"])
def test_names_that_no_policy_can_have_are_refused_in_words(name: str) -> None:
    with pytest.raises(CtxgateError) as caught:
        load(name)
    assert caught.value.what
    with pytest.raises(PolicyError):
        load_label(f"{name}@sha256:00")


def test_a_date_of_tomls_own_kind_is_taken() -> None:
    assert parse("[temporal_fit]\nas_of = 2024-01-31", where="x").temporal_fit.as_of == "2024-01-31"


def test_patterns_are_bounded_in_number_and_length() -> None:
    for patterns in (["x"] * 201, ["x" * 2001]):
        assert "at most" in refusal(f"[instruction_hygiene]\npatterns = {patterns!r}").what


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[points]\nsuperseded = 0.5", "points.superseded: 0.5 is of the wrong sign"),
        ("[points]\nciteable_source = -0.1", "points.citeable_source: -0.1 is of the wrong sign"),
        ('[citeability]\ndraft_words = ["draft", " "]', "citeability.draft_words: an empty word"),
        ("[topical_overlap]\nfull = 0.01", "topical_overlap.full must be within"),
        ("[conflict]\nenabled = false\njudge = true", "conflict.judge: the judge is asked about no pair"),
        ('[prompt]\nconflicts = "blok"', "prompt.conflicts: 'blok' is none of 'omit', 'block'"),
    ],
)
def test_a_setting_that_undoes_a_check_is_refused(text: str, said: str) -> None:
    with pytest.raises(PolicyError) as caught:
        parse(text, where="own.toml")
    assert said in caught.value.what

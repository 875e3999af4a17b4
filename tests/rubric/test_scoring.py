from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from work import assert_linear

from ctxgate.batch import Batch, Chunk
from ctxgate.policy.model import Bands, InstructionHygiene, Policy, TemporalFit
from ctxgate.policy.reasons import POINTED
from ctxgate.rubric.scoring import MAX_SCORED_CHARS, Assessment, assess, total

QUERY = "What is the refund window for plan SKU-441?"
POLICY = Policy(
    points={
        "entity_overlap": 0.4,
        "lexical_overlap": 0.3,
        "off_topic": -0.25,
        "stale_year": -0.25,
        "superseded": -0.5,
        "instruction_override": -0.6,
        "citeable_source": 0.25,
        "uncited_source": -0.2,
    },
    temporal_fit=TemporalFit(stale_years=(2019,)),
    instruction_hygiene=InstructionHygiene(patterns=("ignore previous",)),
)
FULL = "The refund window of plan SKU-441 is {} days."


def one(text: str, policy: Policy = POLICY, source: str = "docs/refunds.md") -> Assessment:
    (found,) = assess(Batch(QUERY, (Chunk("x", source, text),)), policy)
    return found


words = st.sampled_from(
    [
        "SKU-441",
        "refunds",
        "window",
        "plan",
        "14 days",
        "30 days",
        "2019",
        "ignore previous",
        "İ",
        "other",
        ". ",
        "\n",
    ]
)
chunks = st.lists(
    st.tuples(
        st.one_of(st.lists(words, min_size=1, max_size=12).map(" ".join), st.text(min_size=1, max_size=60)),
        st.sampled_from(["a.md", "unknown", "changelog/2019.txt", "med-5", "b/2024-01-02.md"]),
        st.sampled_from([None, "2023-01-01", "2024", "soon"]),
    ),
    max_size=6,
)
points = st.dictionaries(st.sampled_from(POINTED), st.floats(-1, 1).map(lambda x: round(x, 4)), max_size=9)


def batch(rows: list[tuple[str, str, str | None]], query: str = QUERY) -> Batch:
    return Batch(
        query, tuple(Chunk(f"c{i}", source, text, date) for i, (text, source, date) in enumerate(rows))
    )


@given(chunks, points, st.text(min_size=1, max_size=40) | st.just(QUERY))
def test_every_score_is_the_clamped_sum_of_its_findings(
    rows: list[tuple[str, str, str | None]], given_points: dict[str, float], query: str
) -> None:
    policy = Policy(
        points=given_points,
        temporal_fit=TemporalFit(stale_years=(2019,), as_of="2024-06-01"),
        instruction_hygiene=POLICY.instruction_hygiene,
    )
    found = assess(batch(rows, query), policy)
    assert len(found) == len(rows)
    for assessment, (text, _, _) in zip(found, rows, strict=True):
        assert assessment.score == round(min(1, max(0, sum(f.points for f in assessment.findings))), 3)
        for finding in assessment.findings:
            assert finding.points == round(finding.points, 3)
            assert finding.points or (finding.code == "instruction_override" and assessment.vetoed)
            assert finding.span is None or 0 <= finding.span[0] < finding.span[1] <= len(text)
            assert 0 < len(finding.note) <= 90
        checks = assessment.checks
        for value in (
            checks.topical_overlap,
            checks.temporal_fit,
            checks.instruction_hygiene,
            checks.citeability,
        ):
            assert 0 <= value <= 1
            assert value == round(value, 3)
        assert assessment.vetoed == (checks.instruction_hygiene < 0.5)


@given(chunks)
@settings(max_examples=50)
def test_the_same_batch_is_assessed_the_same(rows: list[tuple[str, str, str | None]]) -> None:
    assert assess(batch(rows), POLICY) == assess(batch(rows), POLICY)


def test_the_sum_is_clamped() -> None:
    assert total(()) == 0.0
    assert one("nothing", source="unknown").score == 0.0


def test_reasons_come_once_and_in_order() -> None:
    found = one("SKU-441 refunds in 2019: ignore previous")
    assert found.reasons == (
        "entity_overlap",
        "lexical_overlap",
        "stale_year",
        "instruction_override",
        "citeable_source",
    )


def test_a_veto_is_named_even_where_it_costs_nothing() -> None:
    free = Policy(points=dict.fromkeys(POINTED, 0.0), instruction_hygiene=POLICY.instruction_hygiene)
    assert one("ignore previous", free).reasons == ("instruction_override",)
    assert one("ignore previous", free).vetoed


def test_without_a_veto_the_points_must_do_it() -> None:
    lenient = Policy(
        points=POLICY.points,
        instruction_hygiene=InstructionHygiene(patterns=("ignore previous",), veto=False),
    )
    assert not one("ignore previous", lenient).vetoed


def test_a_text_that_is_too_long_is_not_read() -> None:
    found = one("SKU-441 " * (MAX_SCORED_CHARS // 8) + "x")
    assert (found.score, found.vetoed, found.reasons) == (0.0, True, ("oversized",))
    assert one("SKU-441 " * (MAX_SCORED_CHARS // 8)).reasons != ("oversized",)


def test_a_newer_chunk_takes_down_the_older_one_it_contradicts() -> None:
    older, newer = assess(
        batch([(FULL.format(30), "a.md", "2023-01-01"), (FULL.format(14), "b.md", "2024-01-01")]), POLICY
    )
    assert older.reasons == ("entity_overlap", "lexical_overlap", "superseded", "citeable_source")
    assert older.checks.temporal_fit == 0.0
    assert older.score < Bands().allow_with_citation <= newer.score


@pytest.mark.parametrize("planted", ["ignore previous. " + FULL.format(90), "SKU-441 refund: 90 days."])
def test_a_newer_chunk_that_is_not_allowed_itself_takes_nothing_down(planted: str) -> None:
    true, _ = assess(batch([(FULL.format(14), "a.md", "2023"), (planted, "unknown", "2099")]), POLICY)
    assert "superseded" not in true.reasons


def test_a_date_in_a_planted_text_takes_nothing_down() -> None:
    true, _ = assess(
        batch([(FULL.format(14), "a.md", "2023"), ("2099-01-01. " + FULL.format(90), "b.md", None)]), POLICY
    )
    assert "superseded" not in true.reasons


SCRIPT = """
import sys, msgspec
from ctxgate.batch import Batch, Chunk
from ctxgate.policy.model import Policy
from ctxgate.rubric.scoring import assess
words = "SKU-441 refund window plan 14 days 30 days Broken Bow v2.1 foo.bar() x_y 2019".split()
mixed = [" ".join(words[i % 5:] + words[:i % 7]) for i in range(9)]
full = "The refund window of plan SKU-441 in Broken Bow with foo.bar() and x_y is {} days."
mixed += [full.format(days) for days in (14, 30, 60)]
chunks = tuple(Chunk(str(i), f"a{i % 3}.md", text, f"20{i + 10}") for i, text in enumerate(mixed))
policy = msgspec.json.decode(sys.argv[1], type=Policy)
query = "What is the refund window for plan SKU-441 in Broken Bow of foo.bar() and x_y?"
print([(a.score, a.findings, a.checks) for a in assess(Batch(query, chunks), policy)])
"""


def test_the_hash_seed_changes_nothing() -> None:
    policy = json.dumps({"points": POLICY.points, "temporal_fit": {"stale_years": [2019]}})
    outputs = {
        subprocess.run(
            [sys.executable, "-c", SCRIPT, policy],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "2", "77")
    }
    assert len(outputs) == 1
    assert "superseded" in outputs.pop()


def test_importing_the_scoring_loads_nothing_heavy() -> None:
    heavy = "typer rich httpx jsonlines re2"
    code = f"import sys, ctxgate.rubric.scoring; print([m for m in {heavy.split()} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("unit", ["a", "A", "1", ".", " ", "1-", "SKU-441 14 days. ", "ignore all ", "😀 "])
def test_the_longest_text_is_assessed_in_linear_time(unit: str) -> None:
    def work(size: int) -> None:
        text = (unit * size)[:size]
        assess(batch([(text, "a.md", "2023"), (FULL.format(14), "b.md", "2024")]), POLICY)

    assert_linear(work, MAX_SCORED_CHARS // 2)


def test_a_batch_of_thousands_is_not_compared_pair_by_pair() -> None:
    rows: list[tuple[str, str, str | None]] = [
        (FULL.format(i + 1), f"s{i}.md", f"{1900 + i % 200}") for i in range(1000)
    ]
    assert_linear(lambda size: assess(batch(rows[:size]), POLICY), 500)

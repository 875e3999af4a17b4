"""The diff of two runs: empty for a run and itself, mirrored when the sides are changed, complete."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from ctxgate.batch import Batch, Chunk, parse_batch
from ctxgate.gate.diff import KINDS, Change, Side, Stand, Stands, differences, kinds_of
from ctxgate.gate.told import told
from ctxgate.policy import load
from ctxgate.rows import ACTIONS, Action
from ctxgate.steps import capture, run_batch

ROOT = Path(__file__).parents[2]
FIXTURE = parse_batch(json.loads((ROOT / "fixtures/refunds.json").read_text()))

Batches = list[tuple[str, tuple[Stand, ...]]]

actions: st.SearchStrategy[Action | None] = st.sampled_from([*ACTIONS, None])


@st.composite
def stands(draw: st.DrawFn, id_: str) -> Stand:
    action = draw(actions)
    codes = draw(st.sampled_from([(), ("off_topic",), ("entity_overlap", "stale_year")]))
    return Stand(
        id=id_,
        source=draw(st.sampled_from(["a.md", "b.md"])),
        sha256_16=draw(st.sampled_from(["0", "1", "2"])),
        action=action,
        score=None if action is None else draw(st.sampled_from([0.0, 0.5, 1.0])),
        reasons=() if action is None else codes,
        conflicts=() if action is None else draw(st.sampled_from([(), ("a",)])),
        policy=draw(st.sampled_from(["p", "q"])),
    )


@st.composite
def batch(draw: st.DrawFn) -> tuple[str, tuple[Stand, ...]]:
    ids = draw(st.lists(st.sampled_from("abcdef"), unique=True, max_size=4))
    return draw(st.sampled_from(["q1", "q2", "q3"])), tuple(draw(stands(id_)) for id_ in ids)


batches = st.lists(batch(), max_size=5)


def diff(a: Batches, b: Batches) -> list[Change]:
    return list(differences(Side(a), b))


def mirrored(change: Change) -> Change:
    swap = {"only_in_a": "only_in_b", "only_in_b": "only_in_a"}
    swap |= {"newly_rejected": "newly_allowed", "newly_allowed": "newly_rejected"}
    kinds = {swap.get(kind, kind) for kind in change.changes}
    other = change.a or change.b
    id_ = change.a.id if change.a else (None if other is None else other.id)
    return Change(
        tuple(kind for kind in KINDS if kind in kinds),
        change.query,
        id_,
        change.b,
        change.a,
        change.went,
        change.came,
    )


@given(run=batches)
def test_a_run_does_not_differ_from_itself(run: Batches) -> None:
    assert diff(run, run) == []


@given(a=batches, b=batches)
@settings(max_examples=100)
def test_the_diff_of_b_and_a_mirrors_that_of_a_and_b(a: Batches, b: Batches) -> None:
    there, back = diff(a, b), diff(b, a)
    assert Counter(map(mirrored, back)) == Counter(there)


@given(a=batches, b=batches)
@settings(max_examples=100)
def test_every_chunk_is_the_same_or_stands_in_one_change(a: Batches, b: Batches) -> None:
    changes = diff(a, b)
    total_a, total_b = (sum(len(s) for _, s in run) for run in (a, b))
    in_a = sum(change.a is not None for change in changes)
    in_b = sum(change.b is not None for change in changes)
    assert total_a - in_a == total_b - in_b >= 0
    assert all(change.changes for change in changes)


def side(name: str, *batches_: Batch, gated: bool = True) -> Batches:
    found: Batches = []
    made = Stands()
    for seq, one in enumerate(batches_, 1):
        rows = (
            run_batch(one, load(name), run="r", seq=seq, clock=lambda: "t")
            if gated
            else list(capture(one, run="r", seq=seq, at="t"))
        )
        seen = told(seq, rows)
        assert seen.query is not None
        found.append((seen.query, made.of(seen)))
    return found


def test_the_fixture_under_workshop_and_under_standard() -> None:
    changes = {change.id: change for change in diff(side("workshop", FIXTURE), side("standard", FIXTURE))}
    assert changes["doc-c"].changes == ("action", "score", "reasons")
    assert "lexical_overlap" in changes["doc-c"].came
    assert all(change.a and change.b for change in changes.values())
    assert {
        change.a.policy.partition("@")[0] for change in changes.values() if change.a and change.a.policy
    } == {"workshop"}


def with_chunks(*chunks: Chunk) -> Batch:
    return Batch(FIXTURE.query, chunks)


def test_the_batch_that_a_chunk_stands_in_does_not_matter() -> None:
    other = Batch("What is X-1?", (Chunk("x", "x.md", "X-1 is it."),))
    assert diff(side("workshop", FIXTURE, other), side("workshop", other, FIXTURE)) == []


def test_a_query_that_was_captured_twice_is_paired_in_order() -> None:
    short = with_chunks(FIXTURE.chunks[0])
    assert diff(side("workshop", short, FIXTURE), side("workshop", short, FIXTURE)) == []
    left = diff(side("workshop", FIXTURE, FIXTURE), side("workshop", FIXTURE))
    assert [(change.changes, change.id) for change in left] == [
        (("only_in_a",), id_) for id_ in ("doc-a", "doc-b", "doc-c")
    ]


def test_the_same_text_under_another_id_has_moved_and_may_have_changed_besides() -> None:
    good = FIXTURE.chunks[0]
    moved = diff(
        side("workshop", with_chunks(good)),
        side("workshop", with_chunks(Chunk("new", "notes.txt", good.text))),
    )
    assert [change.changes for change in moved] == [("newly_rejected", "score", "reasons", "source", "moved")]
    assert moved[0].a is not None
    assert (moved[0].a.id, moved[0].id) == ("doc-a", "new")
    assert moved[0].went == ("citeable_source",)


def test_another_text_under_the_same_id_has_changed() -> None:
    other = Chunk("doc-a", "helpcenter/refunds.md", "SKU-441 refunds are accepted within 20 days.")
    (change,) = diff(side("workshop", with_chunks(FIXTURE.chunks[0])), side("workshop", with_chunks(other)))
    assert change.changes == ("text",)


def test_a_run_that_is_not_gated_is_compared_by_text_and_nothing_is_guessed() -> None:
    captured = side("workshop", FIXTURE, gated=False)
    assert diff(captured, captured) == []
    assert {change.changes for change in diff(captured, side("workshop", FIXTURE))} == {("undecided",)}


def test_a_batch_without_chunks_that_only_one_run_has_is_told() -> None:
    empty = Batch("What is it?", ())
    assert diff(side("workshop", empty), side("workshop", empty)) == []
    (change,) = diff([], side("workshop", empty))
    assert (change.changes, change.query, change.id) == (("only_in_b",), "What is it?", None)


def test_another_policy_alone_is_no_difference() -> None:
    (_, (stand, *_)), *_ = side("workshop", FIXTURE)
    assert kinds_of(stand, msgspec.structs.replace(stand, policy="other@sha256:1")) == ()


def test_conflicts_with_other_chunks_count_as_reasons() -> None:
    (_, (stand, *_)), *_ = side("workshop", FIXTURE)
    assert kinds_of(stand, msgspec.structs.replace(stand, conflicts=("x",))) == ("reasons",)


def names(changes: Sequence[Change]) -> set[str]:
    return {kind for change in changes for kind in change.changes}


def test_every_kind_of_change_has_its_words() -> None:
    assert all(KINDS.values())
    assert names(diff([], side("workshop", FIXTURE))) == {"only_in_b"}


def test_a_query_that_came_often_is_compared_chunk_by_chunk_whatever_the_order() -> None:
    one, two, three = (with_chunks(chunk) for chunk in FIXTURE.chunks)
    left = diff(side("workshop", one, two, three), side("workshop", two, three))
    assert [(change.changes, change.id) for change in left] == [(("only_in_a",), "doc-a")]
    assert diff(side("workshop", one, two, three), side("workshop", three, one, two)) == []
    [change] = diff(side("workshop", two), side("workshop", one, two))
    assert (change.changes, change.id) == (("only_in_b",), "doc-a")

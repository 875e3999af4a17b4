from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

from ctxgate.rubric.hygiene import learned
from ctxgate.rubric.hygiene.evidence import shown
from ctxgate.rubric.hygiene.lexicon import CLASSES, class_of
from ctxgate.rubric.hygiene.typos import corrections, meant
from ctxgate.rubric.hygiene.units import MAX_UNIT, units

FILE = Path(learned.__file__).with_name("weights.json")
DATA = Path(os.environ.get("CTXGATE_INJECTION_DATA", "/work/shared/data/injection"))


def test_the_weights_are_small_and_whole() -> None:
    assert FILE.stat().st_size < 1_000_000
    weights = learned.shipped()
    assert all(type(value) is int and value for value in weights.weights.values())
    assert type(weights.bias) is int


def test_the_sum_does_not_depend_on_order_or_repetition() -> None:
    weights = learned.shipped()
    names = list(weights.weights)[:200]
    shuffled = names[::2] * 2 + names[1::2]
    random.Random(4).shuffle(shuffled)
    assert (
        weights.total(shuffled)
        == weights.total(names)
        == weights.bias + sum(weights.weights[n] for n in names)
    )
    assert weights.total(["never seen"]) == weights.bias


def test_points_are_a_hundred_at_the_threshold() -> None:
    assert learned.points(0) == 100
    assert learned.points(-5) == 99
    assert learned.points(10) == 101
    assert learned.points(-(10**6)) == 0


@pytest.mark.slow
@pytest.mark.skipif(not DATA.is_dir(), reason="the public rows are not here")
def test_the_shipped_weights_are_those_that_the_script_fits() -> None:
    from ctxgate.evaluate.fit_hygiene import fit, prepare, read_rows

    fitted = fit(prepare(read_rows(DATA)), lambda _row: True)
    assert learned.unparse(fitted) == FILE.read_bytes()


def test_the_file_reads_back() -> None:
    text = FILE.read_bytes()
    assert learned.unparse(learned.parse(text)) == text


def test_classes_carry_over_languages() -> None:
    assert {class_of(word) for word in ("ignore", "ignoriere", "игнорируйте", "تجاهل", "अनदेखा")} == {"IGN"}
    assert class_of("table") != "IGN"
    assert class_of("zxqv") == ""


def test_no_class_lists_a_word_twice_that_another_class_meant_first() -> None:
    for name, words in CLASSES.items():
        assert words.split(), name


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("ignroe", "ignore"),
        ("previuos", "previous"),
        ("instructons", "instructions"),
        ("disregardd", "disregard"),
    ],
)
def test_one_typing_error_is_forgiven(wrong: str, right: str) -> None:
    assert meant(wrong) == right


@pytest.mark.parametrize(
    "word", ["ignore", "ignored", "forged", "promptly", "above", "about", "system", "kernel"]
)
def test_a_word_of_its_own_is_no_typing_error(word: str) -> None:
    assert meant(word) == ""


def test_one_slip_alone_is_left_alone() -> None:
    assert corrections("the previuos page") == {}
    assert corrections("ignroe the previuos page") == {"ignroe": "ignore", "previuos": "previous"}


def test_units_cover_the_text_in_order() -> None:
    text = "One sentence. 1. Numbered item\nA line, bold {'a': 'Two of these are here'} " + "x " * 600
    spans = units(text)
    assert spans == sorted(spans)
    assert all(0 < end - start <= MAX_UNIT for start, end in spans)
    covered = {i for start, end in spans for i in range(start, end)}
    assert all(i in covered for i, c in enumerate(text) if c.isalnum())


def test_a_foreign_sentence_shows_that_it_is_one() -> None:
    text = "Rome is a city in the region of Lazio. It lies on the Tiber. Was ist die Hauptstadt von Peru und wer bist du?"
    last = list(shown(text))[-1]
    assert "#switch" in last.features
    assert "#q0" in last.features

from __future__ import annotations

import pytest
from work import assert_linear

from ctxgate.text.answers import read
from ctxgate.text.changes import change
from ctxgate.text.claims import claims
from ctxgate.text.dates import find_year, path_date, years
from ctxgate.text.entities import entities
from ctxgate.text.passage import MAX_READ, passage
from ctxgate.text.questions import question
from ctxgate.text.stated import asked_past, stated_date
from ctxgate.text.statements import statement
from ctxgate.text.subjects import subject
from ctxgate.text.words import content_stems, fold

LENGTH = 1_000_000
QUERY = "What is the refund window for plan SKU-441 in Broken Bow v2.1 within 14 days of foo.bar()?"
UNITS = [
    "a",
    "A",
    "1",
    ".",
    " ",
    "\n",
    ";",
    "_",
    "1,",
    "1.",
    "1-",
    "a/",
    "İ",
    "SKU-",
    "SKU-441 ",
    "two ",
    "14 days ",
]


def read_all(text: str) -> None:
    folded = fold(text)
    for entity in entities(QUERY):
        entity.find(folded)
    entities(text)
    claims(text, QUERY)
    claims("SKU-441 refunds take 14 days.", text)
    content_stems(folded)
    years(text)
    find_year(text, 2019)
    path_date(text)


@pytest.mark.parametrize("unit", UNITS)
def test_one_thing_over_and_over_is_read_in_linear_time(unit: str) -> None:
    assert_linear(lambda size: read_all((unit * size)[:size]), 20_000)


@pytest.mark.slow
@pytest.mark.parametrize("unit", UNITS)
def test_a_megabyte_of_one_thing_is_read_to_its_end(unit: str) -> None:
    # What a regular expression does inside cannot be counted. With the square of the length this takes hours.
    read_all((unit * LENGTH)[:LENGTH])


QUESTIONS = [
    "When was Broken Bow born?",
    "How many days of Broken Bow?",
    "Which county is Broken Bow in?",
    "What is a?",
    "Is a 1?",
]
HOSTILE = [
    *UNITS,
    "(",
    "A (",
    "A, ",
    "A. ",
    "of the ",
    "jan 1 ",
    "2019-",
    "not ",
    "as of ",
    "## 1.1 - ",
    "born – ",
    "漢",
]


@pytest.mark.parametrize("unit", HOSTILE)
def test_what_is_compared_of_a_text_is_read_in_bounded_time(unit: str) -> None:
    assert_linear(lambda size: compare_all((unit * size)[:size]), 40_000)


@pytest.mark.slow
@pytest.mark.parametrize("unit", HOSTILE)
def test_a_megabyte_is_compared_to_its_end(unit: str) -> None:
    compare_all((unit * LENGTH)[:LENGTH])


def compare_all(text: str) -> None:
    one, other = passage(text), passage("x " + text[:MAX_READ] + " y z")
    for query in QUESTIONS:
        asked = question(query)
        read(one, asked)
        statement(one, asked)
        subject(one, asked)
        change(one, other, 1.0, asked.kind)
    stated_date(text)
    asked_past(text)
    question(text)

from __future__ import annotations

import time

import pytest

from ctxgate.text.claims import claims
from ctxgate.text.dates import find_year, path_date, years
from ctxgate.text.entities import entities
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


@pytest.mark.parametrize("unit", UNITS)
def test_a_megabyte_of_one_thing_is_read_in_linear_time(unit: str) -> None:
    text = (unit * (LENGTH // len(unit) + 1))[:LENGTH]
    began = time.process_time()
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
    assert time.process_time() - began < 4

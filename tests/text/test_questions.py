from __future__ import annotations

import pytest

from ctxgate.text.questions import question


@pytest.mark.parametrize(
    ("query", "kind"),
    [
        ("When was the Orrin bridge opened?", "date"),
        ("In what year did the mill burn?", "date"),
        ("How many carts cross the bridge?", "number"),
        ("How long is the warranty of the pump?", "number"),
        ("Who built the Orrin bridge?", "name"),
        ("Where is the Orrin bridge?", "name"),
        ("what county is orrin in?", "name"),
        ("What is the colour of the pump?", "phrase"),
        ("What fuel does the pump burn?", "phrase"),
        ("What is a pump?", "open"),
        ("How do I start the pump?", "open"),
        ("What are the parts of the pump?", "open"),
        ("Is the bridge open in winter?", "polar"),
        ("Would a cart fit under an arch?", "polar"),
        ("Which is older, the mill or the bridge?", "choice"),
        ("the oldest bridge of the valley?", "phrase"),
        ("Orrin bridge toll", "none"),
        ("¿Cuántos carros pasan por el puente?", "none"),
        ("Wie lang ist die Brücke?", "none"),
        ("The bridge was opened in spring.", "none"),
    ],
)
def test_a_question_tells_what_it_asks_for(query: str, kind: str) -> None:
    assert question(query).kind == kind


def test_words_for_one_doing_meet() -> None:
    asked = question("Who wrote the Orrin ballad?")
    assert asked.word_of["author"] == asked.word_of["written"] == "wrote"


def test_the_noun_behind_which_is_what_is_asked_for() -> None:
    assert question("Which county is Orrin in?").noun == "county"
    assert question("Who wrote it?").noun is None

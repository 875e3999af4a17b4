from __future__ import annotations

from ctxgate.text.answers import MAX_OFFERED, Offer, read
from ctxgate.text.passage import passage
from ctxgate.text.questions import question


def offers(text: str, query: str) -> list[Offer]:
    return list(read(passage(text), question(query)).offers)


def best(text: str, query: str) -> str:
    return text[slice(*offers(text, query)[0].span)]


def test_the_answer_nearest_to_the_question_comes_first() -> None:
    text = (
        "Anton Keil built the Orrin bridge. Years later Maria Lund painted it, as many others did before her."
    )
    assert best(text, "Who built the Orrin bridge?") == "Anton Keil"


def test_birth_and_death_are_told_apart() -> None:
    text = "Anton Keil (4 May 1880 – 9 June 1951) was a builder."
    assert best(text, "When was Anton Keil born?") == "4 May 1880"
    assert best(text, "When did Anton Keil die?") == "9 June 1951"


def test_what_the_text_denies_is_marked() -> None:
    query = "Who built the Orrin bridge?"
    stances = {
        text: [o.stance for o in offers(text, query) if text[slice(*o.span)] == "Anton Keil"]
        for text in (
            "The Orrin bridge was not built by Anton Keil.",
            "The Orrin bridge was formerly said to be built by Anton Keil.",
            "The Orrin bridge was built by Anton Keil.",
        )
    }
    assert list(stances.values()) == [["denied"], ["reserved"], ["said"]]


def test_an_answer_of_other_years_answers_no_question_about_these() -> None:
    query = "Who kept the Orrin bridge in 1931?"
    assert not offers("In 1911 Anton Keil kept the Orrin bridge.", query)
    assert best("From 1930 to 1931 Anton Keil kept the Orrin bridge.", query) == "Anton Keil"


def test_a_text_without_a_word_of_the_question_offers_nothing() -> None:
    assert offers("Maria Lund met Anton Keil.", "When was the toll raised?") == []


def test_offers_are_bounded() -> None:
    text = "Orrin bridge " + " ".join(f"Name{chr(97 + i % 26)} and" for i in range(2000))
    assert len(offers(text, "Who built the Orrin bridge?")) <= MAX_OFFERED


def test_what_a_text_defines_is_its_likeliest_answer() -> None:
    text = "Orrin Nights is a play of ghosts and millers. Anton Keil saw it, and wept with the others in the hall."
    assert best(text, "Which play has ghosts and millers and made Anton weep?") == "Orrin Nights"

from __future__ import annotations

from ctxgate.text.passage import passage
from ctxgate.text.revisions import Versions

OLD = (
    "Paying the toll\n\nPut the coin into the box at the southern gate and wait for the bell. The keeper opens the "
    "bar by hand. Carts with more than two wheels pay twice, and sheep pay nothing at all."
)
NEW = (
    "Paying the toll\n\nPut the coin into the box at the southern gate and wait for the light. The keeper opens the "
    "bar by hand. Carts with more than two wheels pay thrice, and sheep pay nothing at all."
)
OTHER = "Crossing at night\n\nRing the bell twice. The keeper comes with a lamp and walks ahead of you to the far end."


def revised(a: str, b: str, sources: tuple[str, str] = ("a.md", "a.md")) -> tuple[str, str] | None:
    found = Versions([passage(a), passage(b)], sources).revision(0, 1)
    return (a[slice(*found.old)], b[slice(*found.new)]) if found else None


def test_the_first_place_that_was_revised_is_told() -> None:
    assert revised(OLD, NEW) == ("bell", "light")
    assert revised(OLD, NEW, ("one.md", "two.md")) == ("bell", "light")


def test_another_section_of_the_same_source_is_no_version() -> None:
    assert revised(OLD, OTHER) is None


def test_what_was_cut_at_an_end_is_no_revision() -> None:
    assert revised(OLD, OLD[:-60]) is None
    assert revised(OLD[60:], OLD) is None
    assert revised(OLD, OLD) is None


def test_one_heading_alone_makes_no_version() -> None:
    other = "Paying the toll\n\n" + OTHER.partition("\n\n")[2]
    assert revised(OLD, other) is None


def test_short_statements_that_differ_in_one_value_are_versions() -> None:
    a, b = (
        "The toll for a cart at Orrin bridge is 4 pence.",
        "The toll for a cart at Orrin bridge is 6 pence.",
    )
    assert revised(a, b) == ("4", "6")
    assert revised(a, a.replace("4 pence", "four pence")) is None
    assert revised("Express post takes 2 days.", "Standard post takes 7 days.") is None


def test_a_pattern_that_is_filled_in_for_something_else_is_no_version() -> None:
    body = " costs {} pence a day and can be left at the southern gate until the bell rings for the night."
    a, b = "Small cart" + body.format(4), "Large wagon" + body.format(9)
    assert revised(a, b, ("small.md", "large.md")) is None
    assert revised("Small cart" + body.format(4), "Small cart" + body.format(9), ("x.md", "y.md")) == (
        "4",
        "9",
    )


def test_sections_that_follow_one_pattern_are_no_versions() -> None:
    body = (
        "\n\nSwitches the lamp on the {} side. Off by default. Ask the keeper to start again after a change."
    )
    assert revised("lamp_left" + body.format("left"), "lamp_right" + body.format("right")) is None

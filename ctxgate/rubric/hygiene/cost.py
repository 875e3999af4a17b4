"""What it costs to read a text for orders, in the units of `ctxgate.text.budget`.

Counted from the text and its views alone, so that it is the same anywhere. The factors were fitted on the shapes of
`tests/bench/hostile.py` and on technical documentation; the time of any of them is within 0.2 to 2.2 times what is
counted here.
"""

from __future__ import annotations

from collections.abc import Sequence

from ctxgate.text.views import View

_VIEW, _CHARACTER, _MARK, _FOREIGN = 24.0, 0.18, 0.12, 0.2
"""Units of a view, and of each character, each mark and each character beyond ASCII in it."""

_DECODED = 250.0
"""Units of a view that was in a code, for all that was tried until it made sense."""

_PARTED = 1.4
"""Units of each mark of the text, once and for each view in which words are parted or put together."""

_WEIGHED, _FEATURE = 12.0, 0.1
"""Units of a sentence that learned evidence is weighed on, and of each feature of it."""

_WHOLE = frozenset(("folded", "separated"))
_OPEN = frozenset(("plain", "folded", "separated", "spelling", "hidden", "attribute"))
_PLAIN = bytes(range(ord("a"), ord("z") + 1)) + bytes(range(ord("A"), ord("Z") + 1)) + b"0123456789 "


def of_views(readings: Sequence[View]) -> float:
    """Return the units for making the views of a text, of which the first is the text itself, and for the rules."""
    marks = [_marks(view.text) for view in readings]
    parted = 1 + sum(view.kind in _WHOLE for view in readings)
    units = _PARTED * parted * marks[0][0]
    for view, (signs, foreign) in zip(readings, marks, strict=True):
        units += (
            (_VIEW if view.kind in _OPEN else _DECODED)
            + _CHARACTER * len(view.text)
            + _MARK * signs
            + _FOREIGN * foreign
        )
    return units


def of_features(count: int) -> float:
    """Return the units of a sentence with so many features."""
    return _WEIGHED + _FEATURE * count


def _marks(text: str) -> tuple[int, int]:
    """Return how many ASCII characters are neither letters nor digits nor spaces, and how many are not ASCII."""
    ascii_only = text.encode("ascii", "ignore")
    return len(ascii_only.translate(None, _PLAIN)), len(text) - len(ascii_only)

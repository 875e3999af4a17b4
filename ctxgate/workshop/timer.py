"""The plan of the class as boxes on a line of minutes, and where one is on it. Pure: the clock is the caller's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ctxgate.workshop.manifest import Manifest
from ctxgate.workshop.progress import box_name


class Stretch(NamedTuple):
    """One box of the plan: the minutes at which it begins and ends, and what is done in it."""

    name: str
    begin: int
    end: int
    what: str


class Moment(NamedTuple):
    """Where one is: in which box (its number, from 1), how many minutes of it are left, and which one is next."""

    number: int
    left: float
    box: Stretch
    next: Stretch | None


def plan(manifest: Manifest) -> list[Stretch]:
    """Return the boxes of the class, one after the other, from minute 0."""
    parts = [
        (manifest.opening.name, manifest.opening.minutes, manifest.opening.what),
        *((box_name(n), e.minutes, f"{e.name[:1].lower()}{e.name[1:]}") for n, e in manifest.numbered()),
        (manifest.closing.name, manifest.closing.minutes, manifest.closing.what),
    ]
    boxes: list[Stretch] = []
    for name, minutes, what in parts:
        begin = boxes[-1].end if boxes else 0
        boxes.append(Stretch(name, begin, begin + minutes, what))
    return boxes


def moment(boxes: Sequence[Stretch], minute: float) -> Moment | None:
    """Return where one is at a minute of the class (0 or more), None when it is over."""
    for number, box in enumerate(boxes, 1):
        if minute < box.end:
            following = boxes[number] if number < len(boxes) else None
            return Moment(number, box.end - max(minute, box.begin), box, following)
    return None


def clock(minutes: float) -> str:
    """Return minutes as m:ss, a begun second counted as whole."""
    seconds = -int(-minutes * 60 // 1)
    return f"{seconds // 60}:{seconds % 60:02d}"


def line(now: Moment) -> str:
    """Return where one is as one line of words, in whole minutes."""
    following = f"next: {now.next.name}" if now.next is not None else "the last box"
    return f"{now.box.name}: {whole_minutes(now)} min left ({now.box.what}); {following}"


def whole_minutes(now: Moment) -> int:
    """Return how many minutes are left, a begun one counted as whole."""
    return -int(-now.left // 1)

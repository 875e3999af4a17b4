"""The whole text in plain characters and whole words: every disguise of letters taken off, in turn."""

from __future__ import annotations

from ctxgate.text.views import characters, lookalikes, markup, spelling, turned
from ctxgate.text.views.signs import Signs, glance
from ctxgate.text.views.trace import Reading


def folded(reading: Reading, seen: Signs) -> tuple[Reading, Signs]:
    """Return the text undisguised, the same object if it is so already, and what it shows at a glance then."""
    before = reading
    text = reading.text
    if "&" in text and ("&#" in text or ";" in text) and markup.has_letters_as_entities(text):
        reading = markup.without_entities(reading)
    if seen.controls or (not reading.text.isascii() and characters.hides(reading.text)):
        reading = characters.unmasked(reading)
    if not reading.text.isascii():
        reading = _in_latin(reading)
    if reading is not before:
        before, seen = reading, glance(reading.text)
    if seen.parted and markup.parts_words(reading.text):
        reading = markup.without_markup(reading)
    if "_" in reading.text or "](" in reading.text:
        reading = markup.with_whole_words(reading)
    if seen.apart:
        closed = spelling.closed_up(reading)
        if closed is not reading:
            reading = closed if closed.text.isascii() else _in_latin(closed)
    if seen.leet:
        reading = spelling.unleeted(reading)
    if seen.turned:
        reading = turned.undoubled(reading)
    if "\n" in reading.text:
        reading = spelling.unbroken(reading)
    if reading is not before:
        before, seen = reading, glance(reading.text)
    if seen.runs:
        reading = spelling.spaced(reading)
    return reading, seen if reading is before else glance(reading.text)


def _in_latin(reading: Reading) -> Reading:
    if lookalikes.mixes(reading.text):
        reading = lookalikes.folded(reading)
    return spelling.unaccented(reading)

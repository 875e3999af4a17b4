"""The whole text in plain characters and whole words: every disguise of letters taken off, in turn."""

from __future__ import annotations

from ctxgate.text.views import characters, lookalikes, markup, separators, spelling, turned
from ctxgate.text.views.signs import Signs, glance
from ctxgate.text.views.trace import Reading


def folded(reading: Reading, seen: Signs) -> tuple[Reading, Signs]:
    """Return the text undisguised, the same object if it is so already, and what it shows at a glance then."""
    before = reading
    reading = _characters(reading, seen)
    if reading is not before:
        before, seen = reading, glance(reading.text)
    reading = _words(reading, seen)
    if reading is not before:
        before, seen = reading, glance(reading.text)
    if seen.runs:
        reading = spelling.spaced(reading)
    return reading, seen if reading is before else glance(reading.text)


def separated(plain: Reading, base: Reading) -> list[Reading]:
    """Return the text with all that parts words as white space: a few readings, none where nothing does.

    Of what stands right between two letters and is not seen nobody can say whether it parts two words or
    stands within one. The first reading is that of `base`, the folded text, where it is taken out; in another
    one it is a gap. What a screen shows otherwise than it is written is read as it is written, too.
    """
    found: list[Reading] = []
    if separators.parts(base.text):
        found.append(_whole(separators.separated(_read_entities(base))))
    if base.text != plain.text:
        seen = glance(plain.text)
        others = [_characters(plain, seen, apart=True)]
        if len(plain.text) > separators.LONG and others[0].text == plain.text:
            others = []  # nothing in it is unseen, and markup within words is rare in what is so long
        if characters.shows_otherwise(plain.text):
            others += [_characters(plain, seen, apart=apart, shown=False) for apart in (True, False)]
        found += [_whole(separators.separated(_read_entities(other))) for other in others]
    new = {reading.text: reading for reading in found if reading.text.strip()}
    return [reading for text, reading in new.items() if text not in (plain.text, base.text)]


def _read_entities(reading: Reading) -> Reading:
    """Return the text with every entity as the character that it is: a dash parts words, however it is written."""
    if "&" not in reading.text or len(reading.text) > separators.LONG:
        return reading
    return markup.without_entities(reading)


def _whole(reading: Reading) -> Reading:
    """Return the text with the words whole that separators parted; a long text has no time for it."""
    if len(reading.text) > separators.LONG:
        return reading
    seen = glance(reading.text)
    reading = _words(reading, seen)
    return spelling.spaced(reading) if seen.runs else reading


def _characters(reading: Reading, seen: Signs, *, apart: bool = False, shown: bool = True) -> Reading:
    reading = _without_entities(reading)
    if seen.controls or (not reading.text.isascii() and characters.hides(reading.text)):
        reading = _without_entities(characters.unmasked(reading, apart=apart, shown=shown))
    return _in_latin(reading)


def _words(reading: Reading, seen: Signs) -> Reading:
    before = reading
    if seen.parted and markup.parts_words(reading.text):
        reading = markup.without_markup(reading)
    if "_" in reading.text or "](" in reading.text:
        reading = markup.with_whole_words(reading)
    if seen.apart:
        reading = spelling.closed_up(reading)
    if reading is not before:
        reading = _in_latin(reading)  # words are whole now that were not
    if seen.leet:
        reading = spelling.unleeted(reading)
    if seen.turned:
        reading = turned.undoubled(reading)
    if seen.torn or "-\n" in reading.text or "-\r\n" in reading.text:
        reading = spelling.unbroken(reading)
    return reading


def _without_entities(reading: Reading) -> Reading:
    text = reading.text
    if (
        ("&" in text and ("&#" in text or ";" in text or "&shy" in text)) or "\\u" in text
    ) and markup.has_letters_as_entities(text):
        return markup.without_entities(reading)
    return reading


def _in_latin(reading: Reading) -> Reading:
    if reading.text.isascii():
        return reading
    if lookalikes.mixes(reading.text):
        reading = lookalikes.folded(reading)
    return spelling.unaccented(reading)

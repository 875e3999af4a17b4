"""Views of a text: readings under which an instruction that was hidden or disguised becomes plain.

`views` gives the text as it stands and, where there is a sign of one, further readings, one a kind:

- `folded`: the whole text in plain characters and whole words (invisible characters, styled letters,
  look-alikes, entities, markup within words, letters set apart, digits for letters);
- what a reader does not see: `hidden` (comments, hidden elements, reference titles), `attribute` (titles and
  alternative texts), `tags` (tag characters), `selectors` (bytes in variation selectors), `override` (text
  under a right-to-left override, turned around);
- what was in a code: `base64`, `base32`, `hex`, `url`, `binary`, `decimal`, `morse`, `rot13`, `reversed`,
  `reversed_words`; a code within a code is named from the outside in, `hex+base64`.

Several pieces of a kind stand in one view, a line each. A view knows where in the original text each
piece of it stood.

The work is bounded on any input: no pattern backtracks, there is at most one view a kind, and decoding
stops after MAX_DECODED characters. Nothing here depends on a locale, a clock or a Unicode version.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ctxgate.text.views import characters, markup
from ctxgate.text.views.deciphering import Decipherer
from ctxgate.text.views.folding import folded, separated
from ctxgate.text.views.language import reads
from ctxgate.text.views.oddity import Oddity, oddities
from ctxgate.text.views.signs import Signs, glance
from ctxgate.text.views.trace import Reading, View, joined, same, whole

__all__ = ["MAX_DECODED", "MAX_DEPTH", "MAX_VIEWS", "Oddity", "View", "oddities", "views"]

MAX_DECODED = 250_000
"""Characters that the views of one text hold together, plain and folded ones apart; the rest is cut off."""

MAX_DEPTH = 2
"""How often a decoded piece is searched for codes again, so that a code in a code is read."""

MAX_VIEWS = 40
"""Views of one text at most, the plain one included."""


def views(text: str) -> tuple[View, ...]:
    """Return the readings of a text. The first one is always the plain text; most texts have no other."""
    plain = Reading(text, same)
    base, seen = folded(plain, glance(text))
    found = [View(text, "plain", same)]
    if base.text != text and base.text:
        found.append(View(base.text, "folded", base.back))
    found += [View(reading.text, "separated", reading.back) for reading in separated(plain, base)]
    left = MAX_DECODED
    todo = [_Search(base, seen, "", 1)]
    # What hides in characters is looked for in the original; what hides in markup, where words are whole.
    for view in (*_in_characters(plain), *_in_markup(base)):
        if left > 0:
            cut = view.text[:left]
            left -= len(cut)
            found.append(View(cut, view.kind, view.back))
            if view.kind in _IN_CHARACTERS:
                todo.append(_Search(Reading(cut, view.back), glance(cut), view.kind + "+", 1))
    decipherer = Decipherer()
    for search in todo:  # grows while it is walked through
        for kind, piece in decipherer.decoded(search.reading, search.seen, search.depth):
            if left <= 0 or len(found) >= MAX_VIEWS:
                return tuple(found)
            part = Reading(piece.text[:left], piece.back)
            left -= len(part.text)
            inner, seen = folded(part, glance(part.text))
            name = search.prefix + kind
            if inner.text:
                found.append(View(inner.text, name, inner.back))
            found += [view._replace(kind=f"{name}+{view.kind}") for view in _in_characters(part)]
            if search.depth < MAX_DEPTH:
                todo.append(_Search(inner, seen, name + "+", search.depth + 1))
    return tuple(found)


class _Search(NamedTuple):
    """A reading that is to be searched for codes."""

    reading: Reading
    seen: Signs
    prefix: str
    depth: int


_IN_CHARACTERS = ("tags", "selectors", "override")


def _in_characters(reading: Reading) -> Iterator[View]:
    if reading.text.isascii() or not characters.special(reading.text):
        return
    tagged = characters.tagged(reading)
    if tagged:
        yield View(tagged.text, "tags", tagged.back)
    pieces = []
    for raw, start, end in characters.selected(reading.text):
        plain = raw.decode("utf-8", "replace")
        if reads(plain):
            pieces.append((plain, whole(reading.back, start, end)))
    if pieces:
        said = joined(pieces)
        yield View(said.text, "selectors", said.back)
    overridden = characters.overridden(reading)
    if overridden:
        yield View(overridden.text, "override", overridden.back)


def _in_markup(reading: Reading) -> Iterator[View]:
    text = reading.text
    if "<" in text or "]: " in text:
        unseen = markup.unseen(reading)
        if unseen:
            yield View(unseen.text, "hidden", unseen.back)
    if "<" in text or "](" in text or "![" in text:
        attributes = markup.attributes(reading)
        if attributes:
            yield View(attributes.text, "attribute", attributes.back)

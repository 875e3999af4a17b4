"""Signs that something is hidden, whatever it says.

Each of these has no use in ordinary writing. What has one is left alone: the joiners of emoji, of Persian
and of Indic scripts, byte order marks, soft hyphens, direction marks and isolates, the flags of regions.
"""

from __future__ import annotations

from itertools import islice
from typing import NamedTuple

from ctxgate.pattern import lazy
from ctxgate.text.views import lookalikes


class Oddity(NamedTuple):
    """A sign by itself: its kind, where it stands in the original text, and what it is in words."""

    kind: str
    span: tuple[int, int]
    note: str


MANY = 3
"""So many words or gaps of a kind make an oddity; fewer may be a slip of an editor."""

COUNTED = 1000
"""So many of a kind are counted; an oddity does not become odder."""

_ODD = lazy(
    "[\u00ad\u034f\u115f\u1160\u180e\u200b-\u200d\u2060-\u2064\u206a-\u206f\u202d\u202e\u3164\ufe00-\ufe0f\uffa0\U000e0000-\U000e01ef]"
)
_TAGS = lazy(
    "(?P<flag>\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{1,6}\U000e007f)|[\U000e0000-\U000e007f]+"
)
_OVERRIDE = lazy("[\u202d\u202e](?=[^\u202a-\u202e\u2069\n]{0,64}[A-Za-z\u00aa-\u024f\u0370-\uffdc])")
_IN_WORDS = lazy(
    "(?<=[A-Za-z\u00c0-\u024f\u0370-\u052f])[\u034f\u115f\u1160\u180e\u200b-\u200d\u2060-\u2064\u206a-\u206f\u3164\ufeff\uffa0]+"
    "(?=[A-Za-z\u00c0-\u024f\u0370-\u052f])"
)
_RUN = lazy("[\u115f\u1160\u180e\u200b-\u200f\u2060-\u2064\u206a-\u206f\u3164\ufeff\uffa0]{8,}")
_SELECTORS = lazy("[\ufe00-\ufe0f\U000e0100-\U000e01ef]{4,}")


def oddities(text: str) -> tuple[Oddity, ...]:
    """Return what is odd about a text, at most one of a kind, in order of place. Plain ASCII has none."""
    if text.isascii():
        return ()
    found = list(_hidden(text)) if _ODD.search(text) else []
    if lookalikes.mixes(text):
        words = list(islice(lookalikes.mixed_words(text), COUNTED))
        if len(words) >= MANY:
            span = (words[0][0], words[-1][1])
            found.append(Oddity("lookalikes", span, f"{len(words)} words mix letters of two scripts"))
    return tuple(sorted(found, key=lambda oddity: oddity.span))


def _hidden(text: str) -> list[Oddity]:
    found = []
    tags = [match.span() for match in islice(_TAGS.finditer(text), COUNTED) if not match["flag"]]
    if tags:
        count = sum(end - start for start, end in tags)
        found.append(Oddity("tags", (tags[0][0], tags[-1][1]), f"{count} invisible tag characters"))
    if override := _OVERRIDE.search(text):
        found.append(Oddity("bidi_override", override.span(), "a direction override before letters"))
    gaps = [match.span() for match in islice(_IN_WORDS.finditer(text), COUNTED)]
    if len(gaps) >= MANY:
        span = (gaps[0][0], gaps[-1][1])
        found.append(Oddity("zero_width", span, f"invisible characters within words, {len(gaps)} times"))
    elif run := _RUN.search(text):
        found.append(Oddity("zero_width", run.span(), f"{len(run[0])} invisible characters in a row"))
    if run := _SELECTORS.search(text):
        found.append(Oddity("selectors", run.span(), f"{len(run[0])} variation selectors in a row"))
    return found

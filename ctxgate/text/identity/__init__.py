"""Which thing is it? What a query asks about by name, and whether a text names another one of the kind instead.

`SKU-441`, `order 4711`, `Quarrydb 11`, `March`, `the Larnholm branch`: what is said of SKU-442, of order 4712 or of
the Veldby branch is no answer, however much of the query stands in it. A text that names no such thing, or says
that it holds for all of them, may be one.

Little is known of the world here. Another thing of the kind is told by its form (the same letters before other
digits), by the word that it is numbered with, by a table (months, days of the week, currencies), or by its place: where
a sentence says what the query says, with another name where the query has its own.
"""

from __future__ import annotations

from ctxgate.text.identity.others import Other, other_thing
from ctxgate.text.identity.passage import MAX_READ
from ctxgate.text.identity.things import Asked, Thing, things

__all__ = ["MAX_READ", "Asked", "Other", "Thing", "other_thing", "things"]

"""Numbered codes that a query asks about: `error 404`, `HTTP status 429`, `SQLSTATE 40001`.

A table or a list of codes opens each entry with the number alone, and says once for all what the numbers are. So
the number counts where it opens a line or a cell, and behind such a word; anywhere else it is any number.
"""

from __future__ import annotations

import re

from ctxgate.text.entities import MAX_QUERY_CHARS, Entity

MAX_CODES = 8
"""Codes that are taken from one query, the first ones."""


def asked_codes(folded: str) -> list[Entity]:
    """Return the numbered codes of a folded query, each as an entity with the span of its number."""
    found = []
    for match in re.finditer(_ASKED, folded[:MAX_QUERY_CHARS]):
        number = match[1]
        alone = rf"{re.escape(number)}(?![^\W_]|[.,-][0-9])"
        pattern = re.compile(
            rf"(?:^|[\n|])[ \t>*#`|\[(-]{{0,8}}{alone}(?=[`*\])]{{0,3}}[ \t]*(?:[:|=–—-]|[^\W\d_]))|{_WORDS}{alone}"
        )
        found.append(Entity("identifier", number, f"code {number}", match.span(1), number, pattern))
        if len(found) == MAX_CODES:
            break
    return found


_WORDS = (
    r"(?<![^\W_])(?:alarm|code|errno|error|event|exit|fault|http|signal|sqlcode|sqlstate|status)s?"
    r"(?:[ \t_-](?:code|number|status))?[ \t:=#-]{1,2}"
)
_ASKED = rf"{_WORDS}([0-9][0-9a-z]{{1,5}})(?![^\W_]|[.,-][0-9])"

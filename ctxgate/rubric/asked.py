"""What a query asks about in time, and which of two chunks is no version of the other for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from ctxgate.rubric.ages import Age, Candidate
from ctxgate.text.dates import Date, path_version

if TYPE_CHECKING:
    from ctxgate.text.particulars import Mark, Particulars
    from ctxgate.text.stated import Past


class Asked(NamedTuple):
    """The past that a query asks about, what it asks about in particular, and the parts that dates must share."""

    past: Past | None = None
    particulars: Particulars | None = None
    parts: int = 0

    @classmethod
    def of(cls, query: str, past: Past | None) -> Asked:
        """Read a query. `past` is what `asked_past` says of it."""
        from ctxgate.text.particulars import particulars  # noqa: PLC0415  (the policy may not ask for it)
        from ctxgate.text.stated import comparable_parts  # noqa: PLC0415

        return cls(past, particulars(query), comparable_parts(query))

    def marks(self, candidates: Sequence[Candidate], ages: Sequence[Age]) -> list[Mark | None]:
        """Return for each chunk what it has of the query's particulars; None where there is nothing to tell."""
        if self.particulars is None:
            return [None] * len(candidates)
        return [
            self.particulars.mark(one.text, one.source, age.new or age.old)
            if age.old or path_version(one.source)
            else None
            for one, age in zip(candidates, ages, strict=True)
        ]

    @staticmethod
    def of_another(old: Mark | None, new: Mark | None) -> bool:
        """Tell whether of two chunks that are apart the newer one is about another year, version or model than asked."""
        if old is None or new is None:
            return False
        from ctxgate.text.particulars import of_another  # noqa: PLC0415

        return of_another(old, new)

    def apart(self, old: Mark | None, new: Mark | None, older: Date | None, newer: Date | None) -> bool:
        """Tell whether two chunks are of two times or of two things for the query, and no versions."""
        if self.parts and older and newer and older[: self.parts] != newer[: self.parts]:
            return True
        if old is None or new is None:
            return False
        from ctxgate.text.particulars import apart  # noqa: PLC0415

        return apart(old, new)

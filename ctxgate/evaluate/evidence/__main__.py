"""`python -m ctxgate.evaluate.evidence --data DIR`: prints every figure next to its target."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

from ctxgate.errors import CtxgateError
from ctxgate.evaluate.evidence import conflicts, relevance, speed, staleness
from ctxgate.evaluate.evidence.batches import Labels, read, without_question
from ctxgate.evaluate.evidence.figure import Figure, lines
from ctxgate.evaluate.evidence.outcomes import Gate, gate_with, gate_with_judge
from ctxgate.judge.panel import Panel
from ctxgate.judge.settings import settings
from ctxgate.policy import load


class Evidence:
    """The parts of the table. Each reads its files, when it is asked for, and gives its figures."""

    def __init__(self, data: Path, policy: str, judge: str | None = None) -> None:
        self.data = data
        self.policy = policy
        self.judge = judge
        self.gate: Gate = gate_with(load(policy))
        self.read = cache(lambda name: read(self.data / name))

    def relevance(self) -> list[Figure]:
        """Relevant and irrelevant chunks of one query."""
        return relevance.about_the_query(self._sets(), self.gate)

    def foreign(self) -> list[Figure]:
        """Chunks of other queries put into a batch."""
        return relevance.from_elsewhere(self._sets(), self.gate)

    def stale(self) -> list[Figure]:
        """Older versions of a passage."""
        docs, fresh = self.read("conflict/docs_stale.jsonl"), self.read("conflict/freshqa_stale.jsonl")
        return [
            *staleness.superseded("docs_stale", docs, self.gate, most_stale=0.02, least_current=0.98),
            *staleness.superseded("freshqa_stale", fresh, self.gate, most_stale=0.10, least_current=0.97),
        ]

    def siblings(self) -> list[Figure]:
        """Sections of one document that do not disagree."""
        return staleness.beside(self.read("conflict/docs_stale.jsonl"), self.gate)

    def ramdocs(self) -> list[Figure]:
        """Right and wrong passages for a question."""
        given = self.read("conflict/ramdocs.jsonl")
        return [
            *conflicts.wrong_among_right(
                "ramdocs", given, self.gate, most_wrong=0.35, least_answered=0.75, least_right=0.45
            ),
            *conflicts.one_against_one("ramdocs", given, self.gate),
        ]

    def poisonedrag(self) -> list[Figure]:
        """Five planted passages among real ones, and the same with the question stripped from them."""
        given = self.read("conflict/poisonedrag_ctx.jsonl")
        stripped = [without_question(labels) for labels in given]
        return [
            *conflicts.wrong_among_right(
                "poisonedrag_ctx, question stripped",
                stripped,
                self.gate,
                most_wrong=0.45,
                least_answered=0.75,
            ),
            *conflicts.wrong_among_right("poisonedrag_ctx as given", given, self.gate)[:2],
            *conflicts.one_against_one("poisonedrag_ctx, question stripped", stripped, self.gate),
        ]

    def conflictqa(self) -> list[Figure]:
        """Two passages that disagree, and pairs that agree."""
        disagreeing = self.read("conflict/conflictqa_strategyqa.jsonl")
        return [
            *conflicts.pairs(disagreeing, self.read("conflict/ramdocs.jsonl"), self.gate),
            *self._judged(disagreeing),
        ]

    def _judged(self, disagreeing: list[Labels]) -> list[Figure]:
        """The same pairs with a judge, where there is one."""
        if not self.judge:
            return []
        asked: list[int] = []
        with Panel[None](
            settings(self.judge, model="default", key=os.environ.get("SCORE_API_KEY")),
            say=lambda message: print(message, file=sys.stderr),
        ) as panel:
            return conflicts.with_judge(disagreeing, gate_with_judge(load(self.policy), panel, asked), asked)

    def speed(self) -> list[Figure]:
        """How fast all of it is."""
        files = ("relevance/timeqa.jsonl", "conflict/ramdocs.jsonl", "conflict/poisonedrag_ctx.jsonl")
        return speed.throughput([x for name in files for x in self.read(name)], self.policy, self.gate)

    def _sets(self) -> dict[str, list[Labels]]:
        files = {"scifact": "scifact.batch.jsonl", "med": "med.batch.jsonl", "timeqa": "timeqa.jsonl"}
        return {name: self.read(f"relevance/{file}") for name, file in files.items()}


PARTS: dict[str, Callable[[Evidence], list[Figure]]] = {
    "relevance": Evidence.relevance,
    "foreign": Evidence.foreign,
    "stale": Evidence.stale,
    "siblings": Evidence.siblings,
    "ramdocs": Evidence.ramdocs,
    "poisonedrag": Evidence.poisonedrag,
    "conflictqa": Evidence.conflictqa,
    "speed": Evidence.speed,
}
GROUPS = {"conflict": ("ramdocs", "poisonedrag", "conflictqa"), "time": ("stale", "siblings")}


def main(arguments: list[str] | None = None) -> int:
    """Print the figures. Returns 0 when every target holds, 1 when one falls short, 3 for bad input."""
    parser = argparse.ArgumentParser(prog="python -m ctxgate.evaluate.evidence", description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder with relevance/ and conflict/")
    parser.add_argument("--policy", default="standard", help="built-in name or path")
    parser.add_argument(
        "--only", default=",".join(PARTS), help=f"parts, with commas: {', '.join((*PARTS, *GROUPS))}"
    )
    parser.add_argument("--judge", metavar="URL", help="ask this judge about the pairs of conflictqa, too")
    options = parser.parse_args(arguments)
    wanted = [part for name in options.only.split(",") for part in GROUPS.get(name, (name,))]
    unknown = [name for name in wanted if name not in PARTS]
    if unknown:
        parser.error(f"no part named {unknown[0]!r}; parts: {', '.join((*PARTS, *GROUPS))}")
    short: list[str] = []
    try:
        evidence = Evidence(options.data, options.policy, options.judge)
        for name, part in PARTS.items():
            if name in wanted:
                figures = part(evidence)
                short += [figure.name.strip() for figure in figures if figure.holds is False]
                summary = (part.__doc__ or "").rstrip(".")
                print("\n".join(lines(f"{name}: {summary}", figures)), flush=True)
    except CtxgateError as e:
        print(f"{e.where or options.data}: {e.what}", file=sys.stderr)
        return e.exit_code
    print(f"falls short: {len(short)}" + "".join(f"\n  {name}" for name in short))
    return 1 if short else 0


if __name__ == "__main__":
    sys.exit(main())

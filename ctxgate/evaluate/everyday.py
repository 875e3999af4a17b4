"""`python -m ctxgate.evaluate.everyday [FILE…]`: does the gate get the plainest inputs right?

A file holds cases as JSON lines, `{"id", "kind", "subkind", "lang", "batch", "expect": {chunk id: in|out|drop|isolate}}`:
`in` is either allow, `out` is isolated or dropped. A case holds when every expectation of it holds. Without a file
these are the open cases of the checkout that it is run in (`tests/everyday/cases.jsonl`); what is kept shut there is read only
when it is named.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from ctxgate.errors import CtxgateError
from ctxgate.policy import load
from ctxgate.policy.load import NamedPolicy
from ctxgate.rows import Action
from ctxgate.steps import gate_batch

CASES = Path("tests/everyday/cases.jsonl")
"""The open cases of a checkout, as seen from its top folder."""

WANTED: Mapping[str, frozenset[Action]] = {
    "in": frozenset(("allow", "allow_with_citation")),
    "out": frozenset(("isolate", "drop")),
    "drop": frozenset(("drop",)),
    "isolate": frozenset(("isolate",)),
}
"""What each expectation takes for right."""


class Tried(NamedTuple):
    """One case, and the actions that its chunks got."""

    case: Mapping[str, Any]
    actions: Mapping[str, Action]

    @property
    def holds(self) -> bool:
        """Whether every expectation of the case holds."""
        return all(self.actions.get(id_) in WANTED[want] for id_, want in self.case["expect"].items())


def main(argv: Sequence[str] | None = None) -> int:
    """Print how many cases hold, by kind and by subkind. Returns the exit code: 0, or 3 for a file that cannot be read."""
    parser = argparse.ArgumentParser(
        prog="python -m ctxgate.evaluate.everyday", description="Gate everyday cases and say how many hold."
    )
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE", help="cases as JSON lines")
    parser.add_argument("--policy", default="standard", help="the gate's policy (standard)")
    parser.add_argument("--by", default="subkind", help="the field that figures are split by (subkind)")
    parser.add_argument("--fails", type=int, default=0, metavar="N", help="print the first N cases that fail")
    parser.add_argument("--json", action="store_true", help="one JSON line a figure")
    options = parser.parse_args(argv)
    try:
        policy = load(options.policy)
        tried = [one for path in options.files or [CASES] for one in try_all(_cases(path), policy)]
    except (CtxgateError, OSError, ValueError, KeyError) as e:
        print(f"everyday: {e}", file=sys.stderr)
        return CtxgateError.exit_code
    for one in [one for one in tried if not one.holds][: options.fails]:
        print(f"{one.case['id']}: wanted {dict(one.case['expect'])}, got {dict(one.actions)}")
    for name, right, of in figures(tried, options.by):
        if options.json:
            print(json.dumps({"figure": name, "right": right, "n": of}))
        else:
            print(f"{name:32} {right:5,} of {of:5,}  {right / of:6.1%}")
    return 0


def try_all(cases: Iterable[Mapping[str, Any]], policy: NamedPolicy) -> Iterator[Tried]:
    """Yield each case with what the gate decides on it."""
    for case in cases:
        decided = gate_batch(case["batch"], policy).decisions
        yield Tried(case, {decision.id: decision.action for decision in decided})


def figures(tried: Sequence[Tried], by: str = "subkind") -> list[tuple[str, int, int]]:
    """Return the figures of all, of each kind and of each kind and value of `by`: the name, how many hold, how many there are."""
    table: dict[tuple[str, ...], list[int]] = {}
    for one in tried:
        kind = str(one.case["kind"])
        for key in ((), (kind,), (kind, str(one.case.get(by, "-")))):
            entry = table.setdefault(key, [0, 0])
            entry[0] += one.holds
            entry[1] += 1
    return [(" ".join(key) or "all", right, of) for key, (right, of) in sorted(table.items())]


def _cases(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


if __name__ == "__main__":
    sys.exit(main())

"""Learned evidence: integer weights on what a unit shows, added up.

A unit's sum is exact, whatever the order; above zero it is more like an instruction than the threshold
asks for. The weights were fitted by `ctxgate.evaluate.fit_hygiene`; MODEL_CARD.md says on what.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import repeat
from pathlib import Path
from typing import NamedTuple

import msgspec

SCALE = 1000
"""Units of weight in one unit of margin."""

PER_POINT = 10
"""Units of weight in one point of evidence, so that a whole margin is a hundred points."""

_FILE = Path(__file__).with_name("weights.json")


class Weights(NamedTuple):
    """The weight of each feature, and the bias, from which the threshold is already taken off."""

    bias: int
    weights: Mapping[str, int]

    def total(self, features: Iterable[str]) -> int:
        """Return the sum over the features that are shown, each counted once."""
        return self.bias + sum(map(self.weights.get, set(features), _ZEROES))


_ZEROES = repeat(0)


@lru_cache(maxsize=1)
def shipped() -> Weights:
    """Return the weights that come with the package, read when they are first asked for."""
    return parse(_FILE.read_bytes())


def parse(text: bytes) -> Weights:
    """Read a file of weights."""
    # Without a type, which is a third faster; a test looks at the types.
    found = msgspec.json.decode(text)
    return Weights(found["bias"], found["weights"])


def unparse(weights: Weights) -> bytes:
    """Return what `parse` reads: JSON, a feature on each line, sorted, so that a diff can be read."""
    lines = [
        f"{msgspec.json.encode(name).decode()}:{value}" for name, value in sorted(weights.weights.items())
    ]
    return f'{{"bias":{weights.bias},"weights":{{\n'.encode() + ",\n".join(lines).encode() + b"\n}}\n"


def points(total: int) -> int:
    """Return the sum of a unit as points of evidence: 100 at the threshold, none a margin below it."""
    return max(0, 100 + total // PER_POINT)


def telling_words(features: Iterable[str], weights: Weights, most: int = 4) -> list[str]:
    """Return the words and word pairs that weighed most for an instruction, heaviest first.

    A word that stands in a pair already named is left out.
    """
    heavy = sorted(
        (-weights.weights.get(feature, 0), feature)
        for feature in dict.fromkeys(features)
        if feature[0].isalnum() and weights.weights.get(feature, 0) > 0
    )
    named: list[str] = []
    for _, feature in heavy:
        if not any(feature in other.split() or other in feature.split() for other in named):
            named.append(feature)
        if len(named) == most:
            break
    return named

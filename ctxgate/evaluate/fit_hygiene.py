"""Fits the learned evidence of instruction hygiene, and measures the whole check.

    python -m ctxgate.evaluate.fit_hygiene --data DIR                   fit on all rows, write the weights
    python -m ctxgate.evaluate.fit_hygiene --data DIR --cross-validate  print what unseen families give

DIR holds the JSON lines described in the model card. Run by hand; nothing in the package imports it.

The folds are those of the families (attacks) and passages (clean rows) by CRC-32: a fold's weights are fitted
on rows that share neither a family nor a passage with the fold. One threshold holds for all folds and sets.

The weights are those of a linear support vector machine with squared hinge loss, found by dual coordinate
descent (Hsieh, Chang, Lin, Keerthi, Sundararajan: "A dual coordinate descent method for large-scale linear
SVM", ICML 2008), then rounded to integers. It is plain Python with additions, multiplications, divisions and
square roots only, all of them exact to the last bit in IEEE 754, in one fixed order: the same rows give the
same bytes on every machine and every version of Python.

Of an attack only some units are instructions. So it is fitted twice: at first on all units of an attack,
then on those that the first fit thinks most of (multiple instance learning: Andrews, Tsochantaridis, Hofmann,
NIPS 2002). Where rows do not say which part is the attack, the second fit takes the unit it thinks most of.
"""

from __future__ import annotations

import argparse
import json
import sys
import zlib
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from math import sqrt
from pathlib import Path
from typing import Any, NamedTuple

from ctxgate.evaluate.own_examples import CLEAN as OWN_CLEAN
from ctxgate.evaluate.own_examples import ORDERS, PLAIN, sentences
from ctxgate.rubric.hygiene.check import examine
from ctxgate.rubric.hygiene.evidence import shown
from ctxgate.rubric.hygiene.learned import SCALE, Weights, unparse

OWN_ROWS = Path(__file__).with_name("own_rows.jsonl")
"""Passages written for this project, with an order that has no business there or without one."""

FOLDS = 5
COST = 0.05
PASSES = 25
MARGIN = 0.18
"""Margin of the shipped threshold: what a unit must reach to be a veto by itself."""

GROUPS = 3
"""Groups (attack families, passages) that a feature must occur in. What one family alone has does not count."""

LEAST = 20
"""Weights nearer to zero than this, in thousandths of a margin, are left out: they decide nothing."""

POSITIVE_MASS = 0.15
"""Weight of all attack units together, relative to the number of clean units."""

NEGATIVE_WEIGHTS = {"wildguard_benign": 40.0, "security_docs": 3.0, "own": 3.0}
SECOND = 0.5
"""In the second fit, how far below the best unit of its attack a unit may lie."""

CLEAN = (
    "bipia", "piarena", "injecagent", "tasktracker", "multilingual", "seed_embedded", "garak_latent",
    "dev_docs", "llmail_benign",
)  # fmt: skip
"""Sets whose clean rows are ordinary traffic."""

TRAPS = ("notinject", "wildguard_benign", "security_docs")
UNMARKED = ("cyberseceval_indirect",)
"""Sets whose rows do not say which part is the attack."""

WITHOUT = ("obfuscated", "ipi_coding_agent", "injecguard_valid")
"""Sets whose attacks are not fitted on: they are for measuring."""

LEFT_OUT = ("bipia", "piarena", "injecagent", "tasktracker", "garak_latent")
PAYLOADS = ("notinject",)
"""Prompts that are fine by themselves, and attacks where they stand in another's passage."""


class Row(NamedTuple):
    """One labelled row, with the folds of its family and of its passage."""

    id: str
    set: str
    text: str
    attack: bool
    attack_text: str
    lang: str
    family: str
    base: str
    family_fold: int
    base_fold: int


class Instance(NamedTuple):
    """One unit to fit on: its features, what it is, and which rows it was made from."""

    features: tuple[int, ...]
    attack: bool
    row: int
    carrier: int
    bag: str
    tag: str


class Data(NamedTuple):
    """All rows and what is made of them once."""

    rows: list[Row]
    names: list[str]
    instances: list[Instance]
    unmarked: list[list[tuple[int, ...]]]


def read_rows(folder: Path) -> list[Row]:
    """Read the rows of a folder, in order of file name and line."""
    rows = []
    for path in sorted(folder.glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").split("\n"):
            if not line.strip():
                continue
            raw: dict[str, Any] = json.loads(line)
            attack = raw["label"] == "attack"
            base = raw.get("base_id") or raw["id"]
            family = raw.get("family") or base
            rows.append(
                Row(
                    raw["id"], raw["set"], raw["text"], attack, raw.get("attack_text") or "", raw.get("lang") or "",
                    family if attack else "", base, _fold(family), _fold(base),
                )
            )  # fmt: skip
    return rows


def _fold(name: str) -> int:
    return zlib.crc32(name.encode()) % FOLDS


def prepare(rows: list[Row]) -> Data:
    """Turn rows into units with features, and put a few prompts into passages where they do not belong."""
    numbers: dict[str, int] = {}
    instances: list[Instance] = []
    unmarked: list[list[tuple[int, ...]]] = [[] for _ in rows]

    def number(features: Iterable[str]) -> tuple[int, ...]:
        return tuple(numbers.setdefault(f, len(numbers)) for f in dict.fromkeys(features))

    carriers = []
    for i, row in enumerate(rows):
        units = list(shown(row.text))
        if not row.attack:
            if row.set in CLEAN and row.set != "injecagent" and len(row.text) > 300:
                carriers.append(i)
            instances += [Instance(number(u.features), False, i, i, "", row.set) for u in units]
        elif row.set in UNMARKED:
            unmarked[i] = [number(u.features) for u in units]
        elif row.set not in WITHOUT and row.attack_text:
            at = row.text.find(row.attack_text)
            instances += _of_attack(units, at, len(row.attack_text), i, i, f"{i}", row.set, number)
    for i, row in enumerate(rows):
        if row.set not in PAYLOADS or row.lang != "en" or len(row.text) > 220 or "\n" in row.text:
            continue
        for k in range(2):
            chance = zlib.crc32(f"{row.id}:{k}".encode())
            carrier = carriers[chance % len(carriers)]
            text, at = _planted(rows[carrier].text, row.text.strip(), (chance >> 8) % 3)
            instances += _of_attack(
                list(shown(text)), at, len(row.text.strip()), i, carrier, f"{i}:{k}", "planted", number
            )
    own: list[Row] = []
    for name, text, order in (*_own_passages(), *_own_rows()):
        place = len(rows) + len(own)
        tag = name.split(":", 1)[0]
        own.append(Row(name, "own", text, bool(order), order, "", name if order else "", name, -1, -1))
        units = list(shown(text))
        if order:
            at = text.find(order)
            instances += _of_attack(units, at, len(order), place, place, name, tag, number)
        else:
            instances += [Instance(number(u.features), False, place, place, "", tag) for u in units]
    return Data([*rows, *own], list(numbers), instances, [*unmarked, *([] for _ in own)])


def _own_passages() -> Iterable[tuple[str, str, str]]:
    """Yield passages of the project's own sentences: name, text, and the order in it or nothing."""
    plain, clean, orders = sentences(PLAIN), sentences(OWN_CLEAN), sentences(ORDERS)
    for i, sentence in enumerate(clean):
        for k in range(3):
            chance = zlib.crc32(f"clean:{i}:{k}".encode())
            parts = [plain[(chance >> shift) % len(plain)] for shift in (0, 4, 8)]
            other = clean[(chance >> 12) % len(clean)]
            parts.insert(chance % 4, sentence)
            if chance % 3:
                parts.insert((chance >> 20) % 5, other)
            yield f"clean:{i}:{k}", ("\n" if chance % 5 == 0 else " ").join(parts), ""
    for i, order in enumerate(orders):
        for k in range(3):
            chance = zlib.crc32(f"order:{i}:{k}".encode())
            parts = [plain[(chance >> shift) % len(plain)] for shift in (0, 4, 8, 12)]
            parts.insert((0, 2, 4)[k], order)
            yield f"order:{i}:{k}", ("\n" if chance % 5 == 0 else " ").join(parts), order


def _own_rows() -> Iterable[tuple[str, str, str]]:
    """Yield the passages that were written whole, and those with an order once more without it.

    Addresses in them end in `.example`, which is nobody's; here they get the endings that addresses have, or
    the word would be learned.
    """
    for line in OWN_ROWS.read_text(encoding="utf-8").splitlines():
        raw = json.loads(line)
        ending = _ENDINGS[zlib.crc32(raw["id"].encode()) % len(_ENDINGS)]
        text, order = (raw[key].replace(".example", ending) for key in ("text", "attack_text"))
        yield f"own:{raw['id']}", text, order
        rest = text.replace(order, " ", 1).strip() if order else ""
        if len(rest) > 40:
            yield f"own:{raw['id']}:rest", rest, ""


_ENDINGS = (".com", ".net", ".org", ".io", ".com", ".co")


def _planted(passage: str, prompt: str, where: int) -> tuple[str, int]:
    middle = passage.find(". ", len(passage) // 2) + 2
    at = (0, middle if middle > 1 else len(passage), len(passage))[where]
    gap = " " if at and not passage[:at].endswith(("\n", " ")) else ""
    return passage[:at] + gap + prompt + " " + passage[at:], at + len(gap)


def _of_attack(
    units: list[Any], at: int, length: int, row: int, carrier: int, bag: str, tag: str,
    number: Callable[[Iterable[str]], tuple[int, ...]],
) -> list[Instance]:  # fmt: skip
    found = []
    for unit in units:
        start, end = unit.unit.span
        inside = min(end, at + length) - max(start, at)
        if at >= 0 and inside * 2 >= end - start and len(unit.unit.tokens) >= 3:
            found.append(Instance(number(unit.features), True, row, carrier, bag, tag))
    return found


def fit(data: Data, use: Callable[[Row], bool], *, margin: float = MARGIN) -> Weights:
    """Fit on the rows that `use` allows, and return integer weights with the threshold taken off."""
    rows = data.rows
    allowed = [use(row) for row in rows]
    chosen = [x for x in data.instances if allowed[x.row] and allowed[x.carrier]]
    kept = _kept(data, chosen)
    weights = _instance_weights(rows, chosen)
    problem = [([kept[f] for f in x.features if f in kept], x.attack) for x in chosen]
    w = _descend(problem, weights, len(kept))
    # Second fit: of each attack the units that are thought most of.
    margins = [_margin(w, x) for x, _ in problem]
    best: dict[str, float] = {}
    for x, m in zip(chosen, margins, strict=True):
        if x.attack:
            best[x.bag] = max(best.get(x.bag, m), m)
    again = []
    again_weights = []
    total = 0.0
    count = 0
    for x, part, m, weight in zip(chosen, problem, margins, weights, strict=True):
        if x.attack:
            total += weight
            count += 1
        if not x.attack or m >= best[x.bag] - SECOND:
            again.append(part)
            again_weights.append(weight)
    for i, units in enumerate(data.unmarked):
        if units and allowed[i]:
            numbered = [[kept[f] for f in unit if f in kept] for unit in units]
            scored = [_margin(w, unit) for unit in numbered]
            again.append((numbered[scored.index(max(scored))], True))
            again_weights.append(0.5 * total / max(1, count))
    w = _descend(again, again_weights, len(kept))
    table = {}
    for feature, place in kept.items():
        value = _rounded(w[place] * SCALE)
        if abs(value) >= LEAST:
            table[data.names[feature]] = value
    return Weights(_rounded((w[-1] - margin) * SCALE), dict(sorted(table.items())))


def _rounded(value: float) -> int:
    return int(value + 0.5) if value >= 0 else -int(0.5 - value)


def _kept(data: Data, chosen: Sequence[Instance]) -> dict[int, int]:
    """Number the features that occur in enough groups."""
    groups: dict[int, set[str]] = {}
    for x in chosen:
        row = data.rows[x.row]
        group = row.family if row.attack else row.base
        for feature in x.features:
            have = groups.setdefault(feature, set())
            if len(have) < GROUPS:
                have.add(group)
    return {f: i for i, f in enumerate(sorted(f for f, have in groups.items() if len(have) >= GROUPS))}


def _instance_weights(rows: Sequence[Row], chosen: Sequence[Instance]) -> list[float]:
    """Weigh units so that neither a large family nor a large set speaks for all attacks."""
    in_bag: dict[str, int] = {}
    in_family: dict[str, set[int]] = {}
    negatives = 0
    for x in chosen:
        if x.attack:
            in_bag[x.bag] = in_bag.get(x.bag, 0) + 1
            if rows[x.row].family:
                in_family.setdefault(rows[x.row].family, set()).add(x.row)
        else:
            negatives += 1
    first = []
    mass: dict[str, float] = {}
    for x in chosen:
        if not x.attack:
            first.append(NEGATIVE_WEIGHTS.get(x.tag, 1.0))
            continue
        family = rows[x.row].family
        weight = (1.0 / sqrt(len(in_family[family])) if family else 0.5) / sqrt(in_bag[x.bag])
        mass[x.tag] = mass.get(x.tag, 0.0) + weight
        first.append(weight)
    total = 0.0
    for i, x in enumerate(chosen):
        if x.attack:
            first[i] /= sqrt(mass[x.tag])
            total += first[i]
    factor = POSITIVE_MASS * negatives / total
    return [weight * factor if x.attack else weight for weight, x in zip(first, chosen, strict=True)]


def _margin(w: list[float], features: Iterable[int]) -> float:
    total = w[-1]
    for feature in features:
        total += w[feature]
    return total


def _descend(problem: Sequence[tuple[list[int], bool]], weights: Sequence[float], n: int) -> list[float]:
    """Dual coordinate descent for the squared hinge loss; the last weight is the bias."""
    w = [0.0] * (n + 1)
    rows = [[*features, n] for features, _ in problem]
    sign = [1.0 if attack else -1.0 for _, attack in problem]
    diagonal = [1.0 / (2.0 * COST * weight) for weight in weights]
    norm = [len(row) + d for row, d in zip(rows, diagonal, strict=True)]
    alpha = [0.0] * len(rows)
    active = list(range(len(rows)))
    state = 12345
    for passed in range(PASSES):
        # Fisher-Yates with a congruential generator of its own (Knuth, TAOCP 2, 3.3.4).
        for i in range(len(active) - 1, 0, -1):
            state = (state * 6364136223846793005 + 1442695040888963407) % (1 << 64)
            j = (state >> 33) % (i + 1)
            active[i], active[j] = active[j], active[i]
        still = []
        for i in active:
            total = 0.0
            row = rows[i]
            for feature in row:
                total += w[feature]
            y = sign[i]
            gradient = y * total - 1.0 + diagonal[i] * alpha[i]
            old = alpha[i]
            if old == 0.0 and gradient > 0.0:
                # Well on its own side: it sits out until a full pass comes round.
                if gradient < 0.5:
                    still.append(i)
                continue
            still.append(i)
            new = old - gradient / norm[i]
            new = max(new, 0.0)
            step = (new - old) * y
            if step != 0.0:
                alpha[i] = new
                for feature in row:
                    w[feature] += step
        active = list(range(len(rows))) if passed % 4 == 3 or passed == PASSES - 3 else still
    return w


# Measuring


def cross_validate(data: Data, jobs: int) -> dict[str, int]:
    """Return the points of each row by weights that saw neither its family nor its passage."""
    found: dict[str, int] = {}
    with ProcessPoolExecutor(jobs, initializer=_share, initargs=(data,)) as pool:
        for part in pool.map(_one_fold, range(FOLDS)):
            found.update(part)
    return found


_data: Data


def _share(data: Data) -> None:
    global _data  # noqa: PLW0603  (sent to a worker once, not with each task)
    _data = data


def _one_fold(k: int) -> dict[str, int]:
    weights = fit(_data, lambda row: k not in (row.family_fold, row.base_fold))
    return {
        row.id: examine(row.text, weights=weights).points
        for row in _data.rows
        if row.set != "own" and (row.family_fold if row.attack else row.base_fold) == k
    }


def _one_set(name: str) -> tuple[str, float, float]:
    """Leave a set out; return its recall at 1 % false positives and at the shipped threshold."""
    weights = fit(_data, lambda row: row.set != name and row.base_fold != 0)
    attacks = [row for row in _data.rows if row.attack and row.set == name]
    clean = [
        row
        for row in _data.rows
        if not row.attack and row.set in CLEAN and (row.base_fold == 0 or row.set == name)
    ]
    points = sorted((examine(row.text, weights=weights).points for row in clean), reverse=True)
    bound = points[len(points) // 100]
    got = [examine(row.text, weights=weights).points for row in attacks]
    return name, _share_above(got, bound), _share_above(got, 100)


def _share_above(points: Sequence[int], bound: int) -> float:
    return len([p for p in points if p > bound]) / max(1, len(points))


def report(data: Data, points: dict[str, int]) -> None:
    """Print recall and false positives by set, at the shipped threshold."""
    by: dict[tuple[str, bool], list[int]] = {}
    for row in data.rows:
        if row.id not in points:
            continue
        by.setdefault((row.set, row.attack), []).append(points[row.id])
    recalls = []
    print("recall, unseen families and passages, threshold 100 points")
    for (name, attack), got in sorted(by.items()):
        if attack:
            share = _share_above(got, 100)
            print(f"  {name:24}{len(got):6}{share:8.3f}{'' if len(got) >= 50 else '   (not in the mean)'}")
            if len(got) >= 50:
                recalls.append(share)
    mean = 0.0
    for share in recalls:
        mean += share
    print(f"  {'mean':24}{'':6}{mean / len(recalls):8.3f}")
    print("false positives")
    clean = [p for (name, attack), got in sorted(by.items()) if not attack and name in CLEAN for p in got]
    for (name, attack), got in sorted(by.items()):
        if not attack:
            print(
                f"  {name:24}{len(got):6}{_share_above(got, 100):8.3f}{'' if name in CLEAN else '   (apart)'}"
            )
    print(f"  {'clean traffic':24}{len(clean):6}{_share_above(clean, 100):8.4f}")
    ordered = sorted(clean, reverse=True)
    for percent in (0.5, 1, 2):
        bound = ordered[int(len(ordered) * percent / 100)]
        total = 0.0
        for (_name, attack), got in sorted(by.items()):
            if attack and len(got) >= 50:
                total += _share_above(got, bound)
        print(
            f"  mean recall at {percent} % false positives (above {bound} points): {total / len(recalls):.3f}"
        )


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--data", type=Path, required=True, help="folder of the labelled rows")
    parser.add_argument("--cross-validate", action="store_true", help="print figures, write nothing")
    parser.add_argument("--write", type=Path, help="where the weights go (default: into the package)")
    parser.add_argument("--points", type=Path, help="with --cross-validate: points of each row, as JSON")
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args(arguments)
    data = prepare(read_rows(given.data))
    if given.cross_validate:
        points = cross_validate(data, given.jobs)
        report(data, points)
        if given.points:
            given.points.write_text(json.dumps(points))
        print("one set left out: recall at 1 % false positives, and at the shipped threshold")
        total = 0.0
        with ProcessPoolExecutor(given.jobs, initializer=_share, initargs=(data,)) as pool:
            for name, recall, shipped in pool.map(_one_set, LEFT_OUT):
                print(f"  {name:24}{recall:8.3f}{shipped:8.3f}")
                total += recall
        print(f"  {'mean':24}{total / len(LEFT_OUT):8.3f}")
        return 0
    target = given.write or Path(__file__).parents[1] / "rubric/hygiene/weights.json"
    target.write_bytes(unparse(fit(data, lambda _row: True)))
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Chunks that answer with many numbers, names, quantities and states, or are asked for many."""

from __future__ import annotations

import random

from hostile.making import BRIDGE, QUERY, WORDS, Batch, batch_of, each, filled, numbered


def quantities_of_one_unit(chars: int, chunks: int) -> Batch:
    return numbered(
        chars, chunks, size=4_000, line="the refund window for plan SKU-441 is {2} days or {1} days;"
    )


def few_quantities_each(chars: int, chunks: int) -> Batch:
    count, _ = each(chars, chunks, 150)
    return batch_of(
        QUERY,
        [
            f"For plan SKU-441 the refund window is {i} days. The refund window of plan SKU-441 is {i + 1} days in week."
            for i in range(count)
        ],
    )


def qualified_quantities(chars: int, chunks: int) -> Batch:
    count, _ = each(chars, chunks, 100)
    return batch_of(
        "What does standard shipping of a large order cost in winter?",
        [
            f"Kind{i} shipping of a tier{i} order cost {i % 70} dollars, and name{i} winter shipping to City{i} cost {i} dollars."
            for i in range(count)
        ],
    )


def one_number_each(chars: int, chunks: int) -> Batch:
    count, _ = each(chars, chunks, 60)
    return batch_of(
        "How many carts cross the Orrin bridge each day?",
        [
            f"About {i * 7} carts cross the Orrin bridge each day, {WORDS[i % len(WORDS)]} {i}."
            for i in range(count)
        ],
    )


def one_name_each(chars: int, chunks: int) -> Batch:
    count, _ = each(chars, chunks, 60)
    return batch_of(
        BRIDGE, [f"The Orrin bridge was built by Anton{i} Keil{i % 97} long ago." for i in range(count)]
    )


def many_names(chars: int, chunks: int) -> Batch:
    return numbered(
        chars,
        chunks,
        size=2_000,
        query=BRIDGE,
        line="The Orrin bridge was built by Anton{2} Keil{1} and Maria{0} Lund{1}, as Otto Brandt{2} says.",
    )


def shared_first_names(chars: int, chunks: int) -> Batch:
    count, _ = each(chars, chunks, 60)
    return batch_of(BRIDGE, [f"The Orrin bridge was built by Anton Keil{i} of Orrin." for i in range(count)])


def two_camps(chars: int, chunks: int) -> Batch:
    count, size = each(chars, chunks, 200)
    rng = random.Random(6)
    return batch_of(
        BRIDGE,
        [
            filled(f"The Orrin bridge was built by {('Anton Keil', 'Maria Lund')[i % 2]}.", size, rng)
            for i in range(count)
        ],
    )


def denials(chars: int, chunks: int) -> Batch:
    count, _ = each(chars, chunks, 60)
    return batch_of(
        BRIDGE,
        [
            f"The Orrin bridge was {'not ' if i % 2 else ''}built by Anton Keil{i // 2 % 500}, nor by Maria{i % 7} Lund."
            for i in range(count)
        ],
    )


def states(chars: int, chunks: int) -> Batch:
    count, _ = each(chars, chunks, 60)
    return batch_of(
        "Is the toll gate of the Orrin bridge open in winter?",
        [
            f"The toll gate of the Orrin bridge is {('open', 'closed', 'not open', 'never closed')[i % 4]} in winter {i}."
            for i in range(count)
        ],
    )


def phrases(chars: int, chunks: int) -> Batch:
    count, _ = each(chars, chunks, 60)
    return batch_of(
        "What is the Orrin bridge made of?",
        [
            f"The Orrin bridge is made of {WORDS[i % len(WORDS)]} matter{i} and stone{i % 3}."
            for i in range(count)
        ],
    )


def many_query_terms(chars: int, chunks: int) -> Batch:
    count, size = each(chars, chunks, 200)
    query = " ".join(f"word{chr(97 + i % 26)}{chr(97 + i // 26)}" for i in range(600)) + "?"
    words = query.split()
    rng = random.Random(17)
    return batch_of(query, [" ".join(rng.choice(words) for _ in range(size // 7)) for _ in range(count)])


def many_entities(chars: int, chunks: int) -> Batch:
    count, size = each(chars, chunks, 200)
    query = "What is said of " + ", ".join(f"SKU-{i} and Name{i} Berg{i}" for i in range(500)) + "?"
    rng = random.Random(18)
    return batch_of(
        query,
        [
            filled(f"SKU-{i % 500} and Name{i % 500} Berg{i % 500} cost {i} dollars.", size, rng)
            for i in range(count)
        ],
    )


def many_quantities_asked(chars: int, chunks: int) -> Batch:
    query = "Is it " + ", ".join(f"{i} days" for i in range(2, 400)) + " or more for the refund window?"
    count, size = each(chars, chunks, 200)
    text = " ".join(f"{i} weeks" for i in range(1000, 1000 + size // 11))
    return batch_of(query, [f"{i} {text}"[:size] for i in range(count)])


def titles(chars: int, chunks: int) -> Batch:
    count, _ = each(chars, chunks, 100)
    return batch_of(
        BRIDGE,
        [
            f"Orrin bridge (Land{i}) is a bridge that was built by Anton Keil{i} in Orrin."
            for i in range(count)
        ],
    )


def long_names(chars: int, chunks: int) -> Batch:
    return numbered(
        chars,
        chunks,
        size=4_000,
        query=BRIDGE,
        head="The Orrin bridge was built by",
        line="Anton Maria{1} Keil Lund Otto Brandt{0} Berg Orrin Bridge Built{2}",
    )


def unbroken_quantities(chars: int, chunks: int) -> Batch:
    """Quantities without an end of a sentence between them, so that each has a stretch of text of its own."""
    count, size = each(chars, chunks, 400)
    text = "refund window plan SKU-441 " + " ".join(f"{i % 3 + 1} kg" for i in range(size // 5))
    return batch_of(QUERY, [f"{text[: size - 8]} {i} days" for i in range(count)])


def bare_numbers(chars: int, chunks: int) -> Batch:
    count, size = each(chars, chunks, 300)
    text = "carts cross the Orrin bridge each day " + " ".join(str(i % 10) for i in range(size // 2))
    return batch_of(
        "How many carts cross the Orrin bridge each day?", [f"{i} {text}"[:size] for i in range(count)]
    )


def many_particulars(chars: int, chunks: int) -> Batch:
    """A query about many years, days, versions and models, and dated chunks that name others."""
    query = (
        "What changed in "
        + ", ".join(f"{2000 + i}, May {2000 + i}, v{i}.{i}, Model {i}X, SKU-{i}" for i in range(16))
        + "?"
    )
    rng = random.Random(21)
    count, size = each(chars, chunks, 1_000)
    batch = batch_of(
        query,
        [
            filled(f"Model {i}Y of SKU-{i}99 in v{i}.9 changed in 19{i % 90 + 10}.", size, rng)
            for i in range(count)
        ],
    )
    for i, chunk in enumerate(batch["retrieved"]):
        chunk["date"] = f"{1990 + i % 30}-0{i % 9 + 1}-01"
    return batch

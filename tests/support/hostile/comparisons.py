"""Chunks that are hard to compare: copies, versions, dates, sources."""

from __future__ import annotations

import random

from hostile.making import BRIDGE, QUERY, WORDS, Batch, batch_of, each, filled, numbered


def release_notes(chars: int, chunks: int) -> Batch:
    return numbered(
        chars,
        chunks,
        size=5_000,
        source="docs/v{0}/changelog.md",
        date="2024-{1:02d}-{0:02d}",
        head="Release {0}\n",
        line="- {0}.{1} - 2023-04-{1}: the refund window of SKU-441 is {2} days, and {1} seats may be returned in week {1}.",
    )


def price_lists(chars: int, chunks: int) -> Batch:
    return numbered(
        chars,
        chunks,
        size=5_000,
        query="What is the price of plan SKU-441 and of the other items?",
        line="Item {1} of the plan: ${0}.{1} per month, the price of SKU-441 is ${2}, seat {1}",
    )


def same_price_lists(chars: int, chunks: int) -> Batch:
    """Price lists with equal words in which only the numbers differ, and not all of them."""
    return numbered(
        chars,
        chunks,
        size=5_000,
        query="How much is the monthly price of item 7?",
        line="Item {1} of the catalogue has a monthly price of {1} dollars for each team of plan {0}",
    )


def versions_in_paths(chars: int, chunks: int) -> Batch:
    rng = random.Random(1)
    count, size = each(chars, chunks, 800)
    body = filled("The refund window is", size - 40, rng)
    return batch_of(
        QUERY, [f"{body} {i} days for plan SKU-441." for i in range(count)], source="docs/v{0}/refunds.md"
    )


def thousand_versions(chars: int, chunks: int) -> Batch:
    count = min(1_000, chunks)
    texts = [
        f"SKU-441 refunds are accepted within {i} days if the seat was unused in release {i}."
        for i in range(count)
    ]
    return batch_of(QUERY, texts, source="docs/{0}.0/refunds.md", date="2024-{1:02d}-{0:02d}")


def near_copies(chars: int, chunks: int) -> Batch:
    count, size = each(chars, chunks, 120)
    body = filled("SKU-441 refunds are accepted for plan seats", size - 30, random.Random(2))
    return batch_of(QUERY, [f"{body} within {i} days now." for i in range(count)])


def near_copies_in_the_middle(chars: int, chunks: int) -> Batch:
    """Long copies, each with another name in another place."""
    count, size = each(chars, chunks, 1_000)
    words = filled("The Orrin bridge was built by Anton Keil", size, random.Random(3)).split()
    texts = []
    for i in range(count):
        own = list(words)
        own[(8 + 13 * i) % len(own)] = f"Name{i}"
        texts.append(" ".join(own))
    return batch_of(BRIDGE, texts)


def many_edits(chars: int, chunks: int) -> Batch:
    """Long copies in which every tenth word differs."""
    count, size = each(chars, chunks, 5_000)
    words = filled("The Orrin bridge was built by Anton Keil", size, random.Random(4)).split()
    return batch_of(
        BRIDGE, [" ".join(f"x{i}" if n % 10 == 9 else w for n, w in enumerate(words)) for i in range(count)]
    )


def dated_near_copies(chars: int, chunks: int) -> Batch:
    batch = near_copies(chars, chunks)
    for i, chunk in enumerate(batch["retrieved"]):
        chunk["date"] = f"{1970 + i // 336 % 60}-{i // 28 % 12 + 1:02d}-{i % 28 + 1:02d}"
    return batch


def equal_chunks(chars: int, chunks: int) -> Batch:
    count, size = each(chars, chunks, 100)
    text = filled("SKU-441 refunds are accepted within 14 days", size, random.Random(5))
    return batch_of(QUERY, [text] * count)


def one_source_equal_dates(chars: int, chunks: int) -> Batch:
    count, _ = each(chars, chunks, 100)
    return batch_of(
        QUERY,
        [f"The refund window of SKU-441 is {i} days." for i in range(1, count + 1)],
        source="docs/refunds.md",
        date="2024-01-01",
    )


def one_source_other_dates(chars: int, chunks: int) -> Batch:
    batch = one_source_equal_dates(chars, chunks)
    for i, chunk in enumerate(batch["retrieved"]):
        chunk["date"] = f"{1970 + i // 336 % 60}-{i // 28 % 12 + 1:02d}-{i % 28 + 1:02d}"
        chunk["source"] = f"docs/refunds.md#part-{i % 50}"
    return batch


def dates_table(chars: int, chunks: int) -> Batch:
    return numbered(
        chars,
        chunks,
        size=2_000,
        query="When was the Orrin bridge finished?",
        line="{1} May {0} and 1{1:03d}-04-{1:02d}: the Orrin bridge was finished, or in 19{1:02d}",
    )


def one_date_each(chars: int, chunks: int) -> Batch:
    count, _ = each(chars, chunks, 60)
    return batch_of(
        "When was the Orrin bridge finished?",
        [
            f"The Orrin bridge was finished on {i % 28 + 1} May {1000 + i % 1000}, says guide {i}."
            for i in range(count)
        ],
    )


def identical_dates(chars: int, chunks: int) -> Batch:
    return numbered(
        chars,
        chunks,
        size=2_000,
        query="When was the Orrin bridge finished?",
        line="On 4 May 1911 the Orrin bridge was finished.",
        head="Guide {0} of the Orrin bridge",
    )


def imitated_sources(chars: int, chunks: int) -> Batch:
    count, _ = each(chars, chunks, 60)
    batch = batch_of(QUERY, ["SKU-441 refunds are accepted within 14 days."] * count)
    rng = random.Random(11)
    for i, chunk in enumerate(batch["retrieved"]):
        word = list("helpcenterpages")
        for _ in range(1 + i % 3):
            word[rng.randrange(len(word))] = rng.choice("abcdefghijklmnopqrstuvwxyz0135")
        chunk["source"] = f"{''.join(word)}/refunds/windows/returning/policies/document.md"
    return batch


def long_sources(chars: int, chunks: int) -> Batch:
    count, _ = each(chars, chunks, 200)
    batch = batch_of(QUERY, ["SKU-441 refunds are accepted."] * count)
    for i, chunk in enumerate(batch["retrieved"]):
        chunk["source"] = (
            "/".join(["folder"] * 20) + f"/refund{chr(97 + i % 26)}{chr(97 + i // 26 % 26)}windows/page.md"
        )
    return batch


def hosts(chars: int, chunks: int) -> Batch:
    count, _ = each(chars, chunks, 200)
    batch = batch_of(QUERY, ["SKU-441 refunds are accepted within 14 days."] * count)
    for i, chunk in enumerate(batch["retrieved"]):
        chunk["source"] = (
            f"https://{'-.'[i % 2].join(['help', 'center', f'site{i // 4}'])}.{('com', 'co')[i // 2 % 2]}/refunds"
        )
    return batch


def paths_by_day(chars: int, chunks: int) -> Batch:
    count, size = each(chars, chunks, 200)
    body = filled("Report on the refund window for plan SKU-441", size - 30, random.Random(12))
    batch = batch_of(QUERY, [f"{body} is {i} days." for i in range(count)])
    for i, chunk in enumerate(batch["retrieved"]):
        chunk["source"] = f"reports/{2000 + i // 336}-{i // 28 % 12 + 1:02d}-{i % 28 + 1:02d}.md"
    return batch


def changelogs(chars: int, chunks: int) -> Batch:
    return numbered(
        chars,
        chunks,
        size=1_000,
        source="changelog/20{0:02d}.txt",
        line="In {1} the refund window of SKU-441 was {2} days.",
        query="What is the refund window of SKU-441?",
    )


def headings(chars: int, chunks: int) -> Batch:
    return numbered(
        chars,
        chunks,
        size=1_200,
        source="docs/guide.md#part-{0}",
        date="2024-{1:02d}-{0:02d}",
        head="# Refunds\n## Plan\n### Window\n",
        line="###### Section {1}\nSKU-441 is refunded in {2} days.",
    )


def repeated_sentence(chars: int, chunks: int) -> Batch:
    return numbered(
        chars,
        chunks,
        size=2_000,
        line="The refund window for plan SKU-441 is 14 days.",
        head="Page {0}.",
    )


def near_copies_asked_at_length(chars: int, chunks: int) -> Batch:
    """Copies that meet most of a query of hundreds of words."""
    batch = near_copies(chars, chunks)
    batch["query"] = QUERY + " " + " ".join(f"{a}{b}ing" for a in WORDS[:16] for b in WORDS[16:32])
    return batch

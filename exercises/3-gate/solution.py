"""Exercise 3, solved.

The decisions were right, the log was right, and the prompt was built from another list: `chunks`, all that was
retrieved, where `evidence` was meant. So the gate logged without enforcing. Its own log cannot show that,
since it tells of decisions; only a look at the bytes of the prompt can, and that is what a replay does. Two
things keep the fault away: the rejected texts are out of reach where the prompt is built, and every build
is replayed.
"""

from __future__ import annotations

import json
import sys

ALLOWED = ("allow", "allow_with_citation")


def gate(query: str, chunks: list[dict[str, str]]) -> tuple[list[str], str]:
    """Return the log, one line a chunk, and the prompt.

    Each chunk has an `id`, a `source`, a `text` and the final `action`.
    """
    log, evidence = [], []
    for chunk in chunks:
        if chunk["action"] in ALLOWED:
            evidence.append(chunk)
            log.append(f"{chunk['id']}: {chunk['action']}, goes into the prompt")
        else:
            log.append(f"{chunk['id']}: {chunk['action']}, is kept out")
    log.append(f"{len(evidence)} of {len(chunks)} chunks are evidence")

    prompt = ["Answer from the evidence only.", f"Query: {query}", "Evidence:"]
    for number, chunk in enumerate(evidence, 1):
        prompt.append(f"[{number}] {chunk['source']}: {chunk['text']}")
    if not evidence:
        prompt.append("(no trusted evidence)")
    return log, "\n".join(prompt) + "\n"


def main() -> None:
    """Read rows from standard input; the prompt goes to standard output, the log to standard error."""
    query, chunks = "", {}
    for line in sys.stdin.buffer:
        row = json.loads(line)
        if row["event"] == "capture":
            query = row["query"]
            chunks[row["id"]] = {
                "id": row["id"],
                "source": row["source"],
                "text": row["text"],
                "action": "drop",
            }
        elif row["event"] == "gate":
            chunks[row["id"]]["action"] = row["action"]
    log, prompt = gate(query, list(chunks.values()))
    for entry in log:
        print(entry, file=sys.stderr)
    sys.stdout.buffer.write(prompt.encode("utf-8"))


if __name__ == "__main__":
    main()

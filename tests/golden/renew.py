"""Writes the golden files anew, from the package that is installed."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent


def ctxgate(folder: str, *args: str) -> bytes:
    command = [sys.executable, "-m", "ctxgate", *args]
    return subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, check=False).stdout


def main() -> None:
    fixture = str(HERE.parents[1] / "fixtures/refunds.json")
    with tempfile.TemporaryDirectory() as folder:
        for policy in ("workshop", "standard"):
            ctxgate(folder, "run", fixture, "--policy", policy)
            (HERE / f"rejects-{policy}.jsonl").write_bytes(ctxgate(folder, "rejects"))
        (HERE / "diff-workshop-standard.jsonl").write_bytes(ctxgate(folder, "diff", "1", "2"))


if __name__ == "__main__":
    main()

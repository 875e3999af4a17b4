"""Folders of Markdown articles to test with."""

from __future__ import annotations

import json
from pathlib import Path


def article(id_: str, text: str, *, scope: tuple[str, ...] = ("*",), title: str = "", **more: object) -> str:
    """Return an article as a file holds it. Further keys go into the front matter as JSON, which YAML is too."""
    fields = {"id": id_, "title": title or id_, "category": "test", "product_scope": list(scope), **more}
    head = "\n".join(f"{key}: {json.dumps(value, ensure_ascii=False)}" for key, value in fields.items())
    return f"---\n{head}\n---\n\n{text}\n"


def lay(folder: Path, files: dict[str, str | bytes]) -> Path:
    """Write files below a folder, which is made, and return it."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    return folder


TWO_FAMILIES: dict[str, str | bytes] = {
    "charge.md": article(
        "charge", "A cradle that does not charge needs another cable.", related=["dock", "case"]
    ),
    "dock.md": article(
        "dock",
        "The Nimbus dock does not charge the cradle.",
        scope=("Nimbus Beacon",),
        related=["case", "charge"],
    ),
    "case.md": article(
        "case", "The Vertex case does not charge the cradle.", scope=("Vertex Widget",), related=["dock"]
    ),
}
"""Two articles of different families that name each other, and a universal one that names both."""

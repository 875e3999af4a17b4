"""The findings of an environment check, each with its remedy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ctxgate.render.console import cell, console
from ctxgate.workshop.doctor import Finding, Verdict

_MARKS: Mapping[Verdict, tuple[str, str]] = {
    "good": ("good", "green"),
    "note": ("note", "yellow"),
    "bad": ("BAD ", "bold red"),
}


def print_findings(findings: Sequence[Finding]) -> None:
    """Print one line a finding, and its remedy below it."""
    out = console()
    width = max(len(finding.what) for finding in findings)
    for finding in findings:
        mark, style = _MARKS[finding.verdict]
        out.print(cell(mark, style) + cell(f"  {finding.what:<{width}}  {finding.found}"), soft_wrap=True)
        if finding.remedy:
            out.print(cell(f"      {'':<{width}}  → {finding.remedy}"), soft_wrap=True)
    bad = sum(finding.verdict == "bad" for finding in findings)
    out.print(cell(f"{bad} to be mended" if bad else "ready for the class", "bold"))

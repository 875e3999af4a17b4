"""Policies and reason codes as tables."""

from __future__ import annotations

from collections.abc import Sequence

from ctxgate.policy import NamedPolicy
from ctxgate.policy.reasons import REASONS
from ctxgate.render.console import cell, console, short_label, table
from ctxgate.text.visible import visible


def print_policies(policies: Sequence[NamedPolicy]) -> None:
    """Print one line a policy with its bands and fingerprint."""
    result = table("policy", "isolate from", "allow with citation from", "allow from", "fingerprint")
    for policy in policies:
        bands = policy.policy.bands
        result.add_row(
            cell(policy.name),
            *(cell(f"{bound:.2f}") for bound in (bands.isolate, bands.allow_with_citation, bands.allow)),
            cell(short_label(policy.label).partition("@")[2]),
        )
    console().print(result)


def print_reasons(policy: NamedPolicy) -> None:
    """Print every reason code with the points that the policy gives for it."""
    result = table("code", "given by", f">points ({visible(policy.name)})", "when")
    for code, reason in REASONS.items():
        points = policy.policy.points.get(code)
        shown = "-" if points is None else f"{points:+.2f}"
        result.add_row(cell(code), cell(reason.given_by), cell(shown), cell(reason.meaning))
    console().print(result)

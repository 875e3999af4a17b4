"""What the class looks at: the decision table with its chunks, the prompt, the exit criteria."""

from __future__ import annotations

from collections.abc import Sequence

from ctxgate.policy.model import Bands
from ctxgate.render.console import action_cell, cell, console, print_titled, table
from ctxgate.rows import Action, GateRow, ScoreRow
from ctxgate.text.visible import shortened
from ctxgate.workshop.criteria import Outcome

_SEEN: dict[Action, str] = {
    "drop": "planted or off-entity text never reaches generation",
    "isolate": "partial overlap, usually stale text: ask one clarifying question",
    "allow_with_citation": "usable policy text that still needs a link",
    "allow": "high overlap and a clean source path",
}


def heading(command: str) -> None:
    """Print the command line whose output follows."""
    out = console()
    out.print()
    out.print(cell(f"$ {command}", "bold"))


def print_bands(bands: Bands, decisions: Sequence[GateRow | ScoreRow]) -> None:
    """Print the decision table with the chunks of a run in their rows."""
    bounds = (0.0, bands.isolate, bands.allow_with_citation, bands.allow)
    upper = (*(f"{bound - 0.01:.2f}" for bound in bounds[1:]), "1.00")
    result = table("score", "action", "what the class should see", "chunks")
    for action, low, high in zip(_SEEN, bounds, upper, strict=True):
        ids = ", ".join(shortened(row.id, 20) for row in decisions if row.action == action)
        result.add_row(
            cell(f"{low:.2f} – {high}"), action_cell(action), cell(_SEEN[action]), cell(ids or "-")
        )
    print_titled("the decision table", result)


def print_prompt(prompt: str) -> None:
    """Print a prompt between two rules, so that one sees where it begins and ends."""
    out = console()
    out.rule("the prompt", style="dim")
    out.print(prompt, end="", soft_wrap=True)  # its builder has left no control character in it
    out.rule(style="dim")


def print_outcomes(outcomes: Sequence[Outcome]) -> None:
    """Print each criterion with what was found and whether it is met."""
    result = table(">exercise", "criterion", "found", "met")
    for outcome in outcomes:
        mark = cell("yes", "green") if outcome.passed else cell("NO", "bold red")
        result.add_row(cell(outcome.exercise), cell(outcome.criterion), cell(outcome.found), mark)
    print_titled("the exit criteria", result)

"""`ctxgate policy`: list, show and check policies."""

from __future__ import annotations

import sys
from typing import Annotated

import msgspec
import typer

from ctxgate.cli.loading import load_policy
from ctxgate.cli.options import Json, NoColor, Table
from ctxgate.cli.writing import wants_table
from ctxgate.policy import BUILT_IN, NamedPolicy, load, read
from ctxgate.policy.examine import examine
from ctxgate.policy.reasons import REASONS
from ctxgate.policy.settings import SETTINGS
from ctxgate.text.visible import visible

app = typer.Typer(rich_markup_mode=None, no_args_is_help=True, add_completion=False)


@app.callback()
def _group() -> None:
    """List, show and check policies: the settings that a score depends on."""


@app.command("list")
def list_policies(json: Json = False, table: Table = False, no_color: NoColor = False) -> int:
    """List the built-in policies with their fingerprints."""
    policies = [load(name) for name in BUILT_IN]
    if wants_table(json=json, table=table):
        from ctxgate.render.policies import print_policies

        print_policies(policies)
    else:
        for policy in policies:
            _print_json({"name": policy.name, "fingerprint": policy.policy.fingerprint()})
    return 0


@app.command("show")
def show(
    name: Annotated[
        str, typer.Argument(metavar="[POLICY]", help="A built-in name, or a TOML file.")
    ] = "standard",
    own: Annotated[
        bool, typer.Option("--own", help="Print just the policy's own text, as it stands.")
    ] = False,
    reasons: Annotated[
        bool, typer.Option("--reasons", help="Show the reason codes and their points.")
    ] = False,
    json: Json = False,
    table: Table = False,
    no_color: NoColor = False,
) -> int:
    """Print every setting of a policy as TOML, each with what it means and where it comes from; ready to be edited.

    Or the reason codes with their points under it.
    """
    if reasons:
        _show_reasons(load(name), for_people=wants_table(json=json, table=table))
        return 0
    found = read(name)
    if json:
        _print_json(
            {
                "name": name,
                "fingerprint": found.policy.fingerprint(),
                "extends": found.base,
                "own": [setting for setting in SETTINGS if setting in found.statement.own],
                "policy": found.policy,
            }
        )
    elif own:
        # On a terminal nothing is sent that it might obey; anywhere else the file as it stands.
        sys.stdout.write(
            "\n".join(map(visible, found.text.replace("\r\n", "\n").split("\n")))
            if sys.stdout.isatty()
            else found.text
        )
    else:
        from ctxgate.policy.show import as_toml

        sys.stdout.write(as_toml(name, found))
    return 0


@app.command("check")
def check(
    name: Annotated[str, typer.Argument(metavar="POLICY", help="A built-in name, or a TOML file.")],
    every: Annotated[
        bool, typer.Option("--all", help="List all that is weaker, and which settings are not its own.")
    ] = False,
    json: Json = False,
) -> int:
    """Check that a policy can be used: its keys, its values, its patterns. Prints its fingerprint.

    And says which of its settings come from the policy that it extends, which are weaker than those of the standard
    policy, and which cannot have any effect. A weak policy is no error.
    """
    load_policy(name)
    found = examine(read(name))
    if json:
        _print_json({"name": name, "fingerprint": found.fingerprint, **found.as_json()})
    else:
        from ctxgate.render.policy_check import lines

        print("\n".join(lines(name, found, every=every)))
    return 0


def _show_reasons(policy: NamedPolicy, *, for_people: bool) -> None:
    if for_people:
        from ctxgate.render.policies import print_reasons

        print_reasons(policy)
        return
    for code, reason in REASONS.items():
        _print_json(
            {
                "code": code,
                "given_by": reason.given_by,
                "points": policy.policy.points.get(code),
                "meaning": reason.meaning,
            }
        )


def _print_json(value: object) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(value) + b"\n")
    sys.stdout.buffer.flush()

"""`ctxgate policy`: list, show and check policies."""

from __future__ import annotations

import sys
from typing import Annotated

import msgspec
import typer

from ctxgate.cli.loading import load_policy
from ctxgate.cli.options import Json, NoColor, Table
from ctxgate.cli.writing import wants_table
from ctxgate.policy import BUILT_IN, NamedPolicy, load, source_of
from ctxgate.policy.reasons import REASONS
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
    reasons: Annotated[
        bool, typer.Option("--reasons", help="Show the reason codes and their points.")
    ] = False,
    json: Json = False,
    table: Table = False,
    no_color: NoColor = False,
) -> int:
    """Print a policy as TOML, ready to be saved and edited; or the reason codes with their points under it."""
    policy = load(name)
    if reasons:
        _show_reasons(policy, for_people=wants_table(json=json, table=table))
    elif json:
        _print_json({"name": name, "fingerprint": policy.policy.fingerprint(), "policy": policy.policy})
    else:
        source = source_of(name)
        # On a terminal nothing is sent that it might obey; anywhere else the file as it stands.
        sys.stdout.write(
            "\n".join(map(visible, source.replace("\r\n", "\n").split("\n")))
            if sys.stdout.isatty()
            else source
        )
    return 0


@app.command("check")
def check(
    name: Annotated[str, typer.Argument(metavar="POLICY", help="A built-in name, or a TOML file.")],
) -> int:
    """Check that a policy can be used: its keys, its values, its patterns. Prints its fingerprint."""
    policy = load_policy(name)
    print(f"{visible(name)}: good, {policy.policy.fingerprint()}")
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

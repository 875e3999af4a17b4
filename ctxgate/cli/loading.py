"""Policies as the commands use them: good down to their patterns, before the first row is made."""

from __future__ import annotations

import shlex

from ctxgate.cli.messages import say
from ctxgate.cli.settings import FILE, Preset
from ctxgate.errors import PolicyError
from ctxgate.policy import NamedPolicy, load
from ctxgate.rubric.instruction_hygiene import compile_patterns


def load_policy(name: str) -> NamedPolicy:
    """Load a policy by name or path and compile its patterns. Raises as `load` does, naming the file."""
    policy = load(name)
    try:
        compile_patterns(policy.policy.instruction_hygiene.patterns)
    except PolicyError as e:
        e.where = name
        raise
    return policy


def load_chosen(name: str) -> NamedPolicy:
    """Load the policy of a command's `--policy` option, as `load_policy` does.

    Where the option has its value from the folder's `ctxgate.toml` and the policy is weaker than `standard`, one line
    on standard error says so: a folder that one downloads must not open the gate in silence.
    """
    policy = load_policy(str(name))
    if isinstance(name, Preset):
        from ctxgate.policy.compare import weaker

        count = len(weaker(policy.policy))
        if count:
            settings = "1 setting" if count == 1 else f"{count} settings"
            say(
                f"{FILE}: its policy {policy.name} is weaker than standard in {settings}: "
                f"`ctxgate policy check {shlex.quote(policy.name)}`"
            )
    return policy

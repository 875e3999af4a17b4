"""Policies as the commands use them: good down to their patterns, before the first row is made."""

from __future__ import annotations

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

"""Policies: what a run depends on, as data."""

from ctxgate.policy.load import BUILT_IN, NamedPolicy, load, parse, read, source_of
from ctxgate.policy.model import Policy

__all__ = ["BUILT_IN", "NamedPolicy", "Policy", "load", "parse", "read", "source_of"]

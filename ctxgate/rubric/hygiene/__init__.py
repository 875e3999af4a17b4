"""Instruction hygiene in layers: rules, learned evidence, use and mention; `check.assess` puts them together."""

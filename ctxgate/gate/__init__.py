"""The gate: from scores to decisions, from decisions to a prompt. Pure functions throughout."""

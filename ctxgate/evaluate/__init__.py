"""Metrics over labelled rows: how well a check, or scores from elsewhere, tell two labels apart.

`labelled` reads the rows, `checks` asks the rubric about them, `frame` groups the answers, `metrics` has
the formulas, `bootstrap` the intervals and tests, `report` puts them together. All of it is pure and, given
a seed, the same to the byte.
"""

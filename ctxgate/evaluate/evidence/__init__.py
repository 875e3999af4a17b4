"""The figures that the rules of `standard` are held to, on labelled batches, each next to its target.

    python -m ctxgate.evaluate.evidence --data DIR                    every figure
    python -m ctxgate.evaluate.evidence --data DIR --only conflict    some of them

DIR holds `relevance/` and `conflict/`, JSON lines of labelled batches as `ctxgate eval` reads them. Every
batch goes through capture, score and gate under one policy, as `ctxgate run` does it: no check is asked by
itself, and no figure has a policy of its own.

`batches` draws them, `outcomes` gates them, `relevance`, `staleness`, `conflicts` and `speed` count, `figure`
has what a figure is. Run by hand; nothing in the package imports it.
"""

"""ctxgate: a gate between retrieval and the prompt.

Gate a batch in four lines, without a log, a file or a terminal::

    from ctxgate import gate_batch

    result = gate_batch({"query": "…", "retrieved": [{"id": "a", "source": "docs/a.md", "text": "…"}]})
    print(result.prompt)

The names below are the library's public face. Nothing is imported before it is used, so that
`import ctxgate` is cheap.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ctxgate.lazy import names

__version__ = "0.1.0"

if TYPE_CHECKING:
    from ctxgate.batch import Batch, Chunk, fingerprint, parse_batch
    from ctxgate.errors import CorpusError, CtxgateError
    from ctxgate.gate.decide import Decision, Gated
    from ctxgate.log import Log
    from ctxgate.policy import NamedPolicy, Policy
    from ctxgate.policy import load as load_policy
    from ctxgate.retrieve.corpus import Corpus
    from ctxgate.retrieve.ranking import Ranking
    from ctxgate.steps import gate_batch

_HOME = {
    "Batch": "ctxgate.batch",
    "Chunk": "ctxgate.batch",
    "Corpus": "ctxgate.retrieve.corpus",
    "CorpusError": "ctxgate.errors",
    "CtxgateError": "ctxgate.errors",
    "Decision": "ctxgate.gate.decide",
    "Gated": "ctxgate.gate.decide",
    "Log": "ctxgate.log",
    "NamedPolicy": "ctxgate.policy",
    "Policy": "ctxgate.policy",
    "Ranking": "ctxgate.retrieve.ranking",
    "fingerprint": "ctxgate.batch",
    "gate_batch": "ctxgate.steps",
    "load_policy": "ctxgate.policy:load",
    "parse_batch": "ctxgate.batch",
}

__all__ = [
    "Batch",
    "Chunk",
    "Corpus",
    "CorpusError",
    "CtxgateError",
    "Decision",
    "Gated",
    "Log",
    "NamedPolicy",
    "Policy",
    "Ranking",
    "__version__",
    "fingerprint",
    "gate_batch",
    "load_policy",
    "parse_batch",
]


__getattr__ = names(__name__, globals(), _HOME)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
